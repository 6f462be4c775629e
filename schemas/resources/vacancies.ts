// Vacancies of an occupation in one area, by the finest group of SOC 2020 that the survey publishes.
import { type Static, Type } from 'typebox';
import { AreaSchema, Attribution, Notes, Provenance, Soc2020, Withheld, nullable, oneOf, record } from '../figures.ts';
import { verdictMembers } from './unrated.ts';

/** The levels of SOC 2020 at which vacancies can be published, finest first. */
export const vacancyLevels = ['occupation', 'minor', 'sub-major', 'major'] as const;
export type VacancyLevel = (typeof vacancyLevels)[number];

const count = (description: string) =>
  record(
    { count: nullable(Type.Integer({ minimum: 0 }), 'A number of vacancies, grossed up to all employers.'), ...verdictMembers },
    description,
  );
const share = (description: string) =>
  record(
    { percent: nullable(Type.Number({ minimum: 0, maximum: 100 }), 'In percent of the vacancies, as published.'), ...verdictMembers },
    description,
  );

const measures = {
  vacancies: count('Vacancies.'),
  hardToFillVacancies: count('Vacancies that employers find hard to fill, for whatever reason.'),
  hardToFillShare: share('Hard-to-fill vacancies as a share of vacancies.'),
  skillShortageVacancies: count(
    'Vacancies hard to fill because applicants lack skills, qualifications or experience. They are among the hard-to-fill ones.',
  ),
  skillShortageShare: share('Skill-shortage vacancies as a share of vacancies.'),
  employers: nullable(
    Type.Integer({ minimum: 0 }),
    'How many surveyed establishments with such a vacancy the figures are based on, not weighted; null where the publisher does not say.',
  ),
};
export const VacancyMeasures = record(measures);
export type VacancyMeasures = Static<typeof VacancyMeasures>;

const group = {
  level: oneOf(vacancyLevels),
  code: Type.String({
    pattern: '^[1-9][0-9]{0,3}$',
    description: 'SOC 2020 code: four digits for an occupation, three for a minor group, two for a sub-major and one for a major one.',
  }),
  title: Type.String({ minLength: 1 }),
};

export const VacancyResponse = record({
  soc2020: Soc2020,
  title: Type.String({ minLength: 1 }),
  area: AreaSchema,
  year: Type.Integer({ description: 'Year of the survey.' }),
  period: Type.String({ minLength: 1, description: 'What the figures refer to in time.' }),
  group: nullable(
    record({ ...group, unitGroups: Type.Integer({ minimum: 1, description: 'How many unit groups the group has.' }) }),
    'The group that the figures describe: the finest that is published for the occupation in this area. Null where none is.',
  ),
  derivation: Type.String({ minLength: 1, description: 'Says which group the figures are for, and why.' }),
  finerGroups: Type.Array(record({ ...group, withheld: Withheld }), {
    description: 'The finer groups of the occupation whose figures are withheld, finest first.',
  }),
  ...measures,
  allOccupations: record(measures, 'The same measures for all occupations of the area.'),
  notes: Notes,
  coverage: record({
    population: Type.String({ minLength: 1 }),
    employers: Type.String({ minLength: 1 }),
    description: Type.String({ minLength: 1 }),
  }),
  attribution: Attribution,
  provenance: Provenance,
});
export type VacancyResponse = Static<typeof VacancyResponse>;
