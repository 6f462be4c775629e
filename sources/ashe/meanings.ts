// What the columns of the table of pay mean.
import type { Meanings } from '#sources/kit/source.ts';
import { measures } from '#schemas/codes.ts';
import type { AsheObservations } from './reshape.ts';

export const meanings: Meanings<AsheObservations> = {
  cutBy: ['release', 'measure', 'area'],
  dimensions: {
    sex: 'Whose pay it is: of all employees, of men, or of women.',
    pattern: 'The working pattern: all employees, full-time or part-time.',
    statistic:
      'What is given of the measure: median, mean, a percentile (p10 to p90), the change of median or mean on the year before as the publisher prints it, or the number of jobs behind the row.',
  },
  measures: measures.flatMap(({ key, unit, title }) => [
    { measure: key, unit, meaning: `The ${title} of employees on adult rates.` },
    { measure: key, unit: 'percent', meaning: `The change of the ${title} on the year before, as the publisher prints it.` },
    { measure: key, unit: 'thousand_jobs', meaning: `The jobs, in thousands, that the figures of the ${title} rest on. Indicative only.` },
  ]),
};
