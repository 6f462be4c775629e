// Vacancies of an occupation in one area, by the finest group of SOC 2020 that the survey
// publishes.
import { type Static, Type } from 'typebox';
import { Count, nullable, oneOf, record, Text, text, countFromOne } from '../shapes.ts';
import { AreaSchema, periodMembers, unratedMembers, verdictMembers } from '../figures.ts';
import { noted, occupationAnswer } from '../envelope.ts';

/** The levels of SOC 2020 at which vacancies can be published, finest first. */
export const vacancyLevels = ['occupation', 'minor', 'sub-major', 'major'] as const;
export type VacancyLevel = (typeof vacancyLevels)[number];

const count = (description: string) =>
  record(description, {
    count: nullable(Count, 'Number of vacancies, grossed up to all employers.'),
    ...verdictMembers,
  });
const share = (description: string) =>
  record(description, {
    percent: nullable(
      Type.Number({ minimum: 0, maximum: 100 }),
      'Percent of the vacancies, as published.',
    ),
    ...verdictMembers,
  });

const measures = {
  vacancies: count('Vacancies.'),
  hardToFillVacancies: count('Vacancies that employers find hard to fill, for any reason.'),
  hardToFillShare: share('Hard-to-fill vacancies as a share of vacancies.'),
  skillShortageVacancies: count(
    'Vacancies that are hard to fill because applicants lack skills, qualifications or ' +
      'experience. Hard-to-fill vacancies include them.',
  ),
  skillShortageShare: share('Skill-shortage vacancies as a share of vacancies.'),
  employers: record('Surveyed establishments with such a vacancy behind the figures, unweighted.', {
    count: nullable(Count, 'Number of establishments; null if the publisher does not say.'),
    ...verdictMembers,
  }),
};
export const VacancyMeasures = record(measures);
export type VacancyMeasures = Static<typeof VacancyMeasures>;

export const VacancyResponse = occupationAnswer({
  area: AreaSchema,
  year: Type.Integer({ description: 'Year of the survey.' }),
  ...periodMembers,
  group: nullable(
    record({
      level: oneOf(vacancyLevels),
      code: Type.String({
        pattern: '^[1-9][0-9]{0,3}$',
        description:
          'SOC 2020 code: four digits for an occupation, three for a minor group, two ' +
          'for a sub-major group, one for a major group.',
      }),
      title: Text,
      unitGroups: countFromOne('Number of unit groups in the group.'),
    }),
    'The group that the figures describe: the finest one published for the occupation ' +
      'in this area. Null if none is.',
  ),
  derivation: text('Which group the figures are for, and why.'),
  ...unratedMembers,
  ...measures,
  allOccupations: record('The same measures for all occupations of the area.', measures),
  ...noted,
});
export type VacancyResponse = Static<typeof VacancyResponse>;
