// What the columns of the table of online job adverts mean.
import type { Meanings } from '#sources/kit/source.ts';
import { type AdvertObservations, totalYears } from './reshape.ts';

export const meanings: Meanings<AdvertObservations> = {
  cutBy: ['release', 'period'],
  dimensions: {
    year: {
      meaning: 'Which twelve months or four quarters a total is of: the latest of the release, or the prior ones, a year earlier.',
      values: totalYears,
    },
  },
  measures: [
    { measure: 'adverts_by_month', unit: 'adverts', meaning: 'The online job adverts of the month in the region or country.' },
    {
      measure: 'adverts_by_month_total',
      unit: 'adverts',
      meaning: 'The online job adverts of twelve months, without the months that are suppressed.',
    },
    { measure: 'adverts_by_quarter', unit: 'adverts', meaning: 'The online job adverts of the quarter in the local authority.' },
    {
      measure: 'adverts_by_quarter_total',
      unit: 'adverts',
      meaning: 'The online job adverts of four quarters, without the quarters that are suppressed.',
    },
  ],
};
