// What the columns of the table of the workforce mean.
import type { Meanings } from '#sources/kit/source.ts';
import { tableKinds } from './parse.ts';
import { type WorkforceObservations, sections } from './reshape.ts';

export const meanings: Meanings<WorkforceObservations> = {
  dimensions: {
    breakdown: {
      meaning:
        'What the people of the occupation are divided by: industry, age or qualification; headline for the sums that answers give first.',
      values: [...tableKinds, 'headline'],
    },
    part: {
      meaning: 'The section of industry by its letter, the band of ages, or the qualification; all for the total that the table prints.',
    },
  },
  measures: [
    {
      measure: 'employment',
      unit: 'people',
      meaning: 'The people in employment in the occupation: employees and self-employed, aged 16 and over, by their main job.',
    },
    { measure: 'share_of_occupation', unit: 'percent', meaning: "The part as a percentage of the occupation's employment." },
  ],
  *codes({ ages, qualifications }) {
    for (const { code, title } of sections) yield { list: 'industries', code, title };
    for (const { name, fromAge, toAge } of ages?.categories ?? [])
      yield { list: 'ages', code: name, title: toAge === null ? `Aged ${fromAge} and over` : `Aged ${fromAge} to ${toAge}` };
    for (const name of qualifications?.categories ?? []) yield { list: 'qualifications', code: name, title: name };
  },
};
