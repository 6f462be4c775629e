// What the columns of the table of pay mean.
import type { Meanings } from '#sources/kit/source.ts';
import { measures, patterns, sexes } from '#schemas/codes.ts';
import { payColumns } from '#schemas/pay-columns.ts';
import type { AsheObservations } from './reshape.ts';

export const meanings: Meanings<AsheObservations> = {
  cutBy: ['release', 'measure', 'area'],
  dimensions: {
    sex: { meaning: 'Whose pay it is: of all employees, of men, or of women.', values: sexes },
    pattern: { meaning: 'The working pattern: all employees, full-time or part-time.', values: patterns },
    statistic: {
      meaning:
        'What is given of the measure: median, mean, a percentile (p10 to p90), the change of median or mean on the year before as the publisher prints it, or the number of jobs behind the row.',
      values: payColumns,
    },
  },
  measures: measures.flatMap(({ key, unit, title }) => [
    { measure: key, unit, meaning: `The ${title} of employees on adult rates.` },
    { measure: key, unit: 'percent', meaning: `The change of the ${title} on the year before, as the publisher prints it.` },
    { measure: key, unit: 'thousand_jobs', meaning: `The jobs, in thousands, that the figures of the ${title} rest on. Indicative only.` },
  ]),
};
