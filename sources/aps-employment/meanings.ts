// What the columns of the table of employment mean.
import type { Meanings } from '#sources/kit/source.ts';
import { type EmploymentObservations, servedParts } from './reshape.ts';

export const meanings: Meanings<EmploymentObservations> = {
  dimensions: {
    part: {
      meaning: 'Who is counted: all people in employment, women, part-time workers, or the self-employed.',
      values: ['all', ...servedParts],
    },
  },
  measures: [
    {
      measure: 'employment',
      unit: 'people',
      meaning: 'The people in employment in the occupation: employees and self-employed, aged 16 and over, by their main job.',
    },
    { measure: 'confidence_interval', unit: 'people', meaning: 'Half the width of the 95 % confidence interval of the number of people.' },
    {
      measure: 'share_of_all_employment',
      unit: 'percent',
      meaning: 'The occupation as a percentage of all people in employment in the area.',
    },
    { measure: 'share_of_occupation', unit: 'percent', meaning: "The part as a percentage of the occupation's employment." },
  ],
};
