// What the columns of the table of vacancies mean.
import type { Meanings } from '#sources/kit/source.ts';
import type { VacancyObservations } from './reshape.ts';

export const meanings: Meanings<VacancyObservations> = {
  dimensions: {},
  measures: [
    { measure: 'vacancies', unit: 'vacancies', meaning: 'The vacancies that employers had, grossed up to all employers.' },
    { measure: 'hardToFillVacancies', unit: 'vacancies', meaning: 'The vacancies that employers find hard to fill, for any reason.' },
    {
      measure: 'skillShortageVacancies',
      unit: 'vacancies',
      meaning:
        'The vacancies that are hard to fill because applicants lack skills, qualifications or experience, grossed up to all employers.',
    },
    {
      measure: 'hardToFillShare',
      unit: 'percent',
      meaning: 'The hard-to-fill vacancies as a percentage of all vacancies, as the publisher prints it.',
    },
    {
      measure: 'skillShortageShare',
      unit: 'percent',
      meaning: 'The skill-shortage vacancies as a percentage of all vacancies, as the publisher prints it.',
    },
    { measure: 'employers', unit: 'employers', meaning: 'The employers that the figures of the row rest on.' },
  ],
};
