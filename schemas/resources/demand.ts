// Demand for an occupation by the publisher's yearly assessment, and the list of all assessed occupations.
import { type Static, Type } from 'typebox';
import { demandIndicatorKeys, demandIndicators, demandLevels } from '../codes.ts';
import { AreaSchema, Attribution, Notes, Provenance, Soc2020, Withheld, nullable, oneOf, record } from '../figures.ts';
import { verdictMembers } from './unrated.ts';

const Level = oneOf(demandLevels, "The publisher's level for the occupation, from the number of indicators that are critical or elevated.");
const IndicatorKey = oneOf(demandIndicatorKeys);
const indicatorCount = demandIndicators.length;

const indicatorsSignalled = nullable(
  Type.Integer({ minimum: 0, maximum: indicatorCount }),
  'Number of the five indicators that signal high demand.',
);
const indicatorsWithheld = nullable(Withheld, 'Why the publisher does not say which indicators signalled; null if it does.');

const assessment = {
  year: Type.Integer({ description: 'Year of the assessment.' }),
  level: nullable(Level),
  withheld: nullable(Withheld, 'Why there is no level; null if there is one.'),
  indicators: Type.Array(
    record({
      key: IndicatorKey,
      name: Type.String({ minLength: 1, description: "The publisher's name of the indicator." }),
      signalled: nullable(
        Type.Boolean(),
        'Whether the indicator signals high demand, critical or elevated; which of the two is not published.',
      ),
    }),
    { minItems: indicatorCount, maxItems: indicatorCount, description: 'The five indicators, always in this order.' },
  ),
  indicatorsSignalled,
  indicatorsWithheld,
};

const Workers = record(
  { count: nullable(Type.Integer({ minimum: 0 }), 'People, as the publisher rounds them.'), ...verdictMembers },
  "Workers in the occupation, from the publisher's assessment.",
);

const caveat = {
  published: Type.String({ minLength: 1, description: "The publisher's remark as printed. It usually names the indicators concerned." }),
  explanation: Type.String({ minLength: 1 }),
};

const common = {
  notes: Notes,
  coverage: record({ description: Type.String({ minLength: 1 }) }),
  attribution: Attribution,
  provenance: Provenance,
};

export const DemandResponse = record({
  soc2020: Soc2020,
  title: Type.String({ minLength: 1 }),
  area: AreaSchema,
  ...assessment,
  workers: Workers,
  previous: nullable(
    record(assessment),
    'The year before, assessed again by the same method in the same release; null if the release has no such year.',
  ),
  uncertainty: Type.Optional(
    record({
      ...caveat,
      ofHighDemandIndicators: nullable(
        Type.Boolean(),
        'Whether an indicator that signals high demand is uncertain; null if the publisher does not say.',
      ),
    }),
  ),
  imputation: Type.Optional(record(caveat)),
  capping: Type.Optional(record(caveat)),
  ...common,
});
export type DemandResponse = Static<typeof DemandResponse>;

const DemandListItem = record({
  soc2020: Soc2020,
  title: Type.String({ minLength: 1 }),
  level: Level,
  highDemandIndicators: nullable(
    Type.Array(IndicatorKey, { maxItems: indicatorCount }),
    'The indicators that signal high demand; null if the publisher does not name them.',
  ),
  indicatorsSignalled,
  indicatorsWithheld,
  workers: Workers,
});
export type DemandListItem = Static<typeof DemandListItem>;

const list = {
  area: AreaSchema,
  year: Type.Integer({ description: 'Year of the assessment.' }),
  derivation: Type.String({ minLength: 1, description: 'How the occupations are ordered.' }),
  ...common,
};

/** The stored document: every assessed occupation, highest demand first. */
export const DemandListDocument = record({ ...list, occupations: Type.Array(DemandListItem) });
export type DemandListDocument = Static<typeof DemandListDocument>;

export const DemandListResponse = record({
  area: list.area,
  year: list.year,
  level: nullable(Level, 'The requested level; null if the request named none.'),
  levels: Type.Array(Level, { minItems: 1, description: 'The levels listed.' }),
  total: Type.Integer({ minimum: 0, description: 'Number of occupations listed.' }),
  assessed: Type.Integer({ minimum: 0, description: 'Number of occupations assessed.' }),
  occupations: Type.Array(DemandListItem, { description: 'Highest demand first, in the order that `derivation` states; ties by code.' }),
  derivation: list.derivation,
  ...common,
});
export type DemandListResponse = Static<typeof DemandListResponse>;
