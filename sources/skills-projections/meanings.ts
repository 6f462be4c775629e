// What the columns of the table of projections mean.
import type { Meanings } from '#sources/kit/source.ts';
import { directions, qualificationLevels } from '#schemas/resources/projections.ts';
import { type ProjectionObservations, qualificationTitles } from './reshape.ts';

export const meanings: Meanings<ProjectionObservations> = {
  dimensions: {
    qualification: {
      meaning: 'The highest qualification that the workers hold, as a level of the Regulated Qualifications Framework, or all of them.',
      values: ['all', ...qualificationLevels],
    },
  },
  measures: [
    { measure: 'employmentBase', unit: 'jobs', meaning: 'The jobs in the base year.' },
    { measure: 'employmentTarget', unit: 'jobs', meaning: 'The jobs that are projected for the target year.' },
    { measure: 'netChange', unit: 'jobs', meaning: 'The projected jobs of the target year less those of the base year.' },
    { measure: 'netChangePercent', unit: 'percent', meaning: 'The net change as a percentage of the jobs of the base year.' },
    {
      measure: 'direction',
      unit: 'direction',
      meaning: 'Whether employment grows, declines or stays, by the net change. It stands in the column category.',
      categories: directions,
    },
    {
      measure: 'replacementDemand',
      unit: 'jobs',
      meaning: 'The jobs to fill from base to target year because people leave them, mostly for retirement.',
    },
    {
      measure: 'totalRequirement',
      unit: 'jobs',
      meaning: "All jobs to fill: net change plus replacement demand, rounded from the publisher's own sum.",
    },
  ],
  codes: () => [...qualificationTitles].map(([code, title]) => ({ list: 'qualifications', code, title })),
};
