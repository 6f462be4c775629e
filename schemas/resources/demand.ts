// Demand for an occupation by the publisher's yearly assessment, and the list of all assessed
// occupations.
import { type Static, Type } from 'typebox';
import { demandIndicatorKeys, demandIndicators, demandLevels } from '../codes.ts';
import {
  count,
  Count,
  exactly,
  listOf,
  nullable,
  oneOf,
  record,
  Text,
  text,
  flag,
} from '../shapes.ts';
import {
  AreaSchema,
  EditionId,
  EditionName,
  periodMembers,
  unratedMembers,
  verdictMembers,
  Withheld,
} from '../figures.ts';
import { noted, occupation, occupationAnswer, sourced } from '../envelope.ts';

const Level = oneOf(
  demandLevels,
  "The publisher's level for the occupation, from the number of indicators that are " +
    'critical or elevated.',
);
const IndicatorKey = oneOf(demandIndicatorKeys);
const indicatorCount = demandIndicators.length;

const demandIndexText =
  "The publisher's demand index, unrounded and without a unit. The higher it is, the " +
  'higher the demand. Compare it within one year only.';
const DemandIndex = Type.Number({ description: demandIndexText });
const signalledText =
  'Number of the five indicators that are critical or elevated. An indicator without a ' +
  'value does not count';
const indicatorsSignalled = Type.Integer({
  minimum: 0,
  maximum: indicatorCount,
  description: `${signalledText}.`,
});

const assessment = {
  year: Type.Integer({ description: 'Year of the assessment.' }),
  ...periodMembers,
  level: nullable(Level, 'Null if the occupation is not assessed: `withheld` says why.'),
  withheld: nullable(Withheld, 'Why there is no level; null if there is one.'),
  demandIndex: nullable(
    DemandIndex,
    `${demandIndexText} Null if the occupation is not assessed: \`withheld\` says why.`,
  ),
  indicators: exactly(
    indicatorCount,
    record('One of the five indicators of demand.', {
      key: IndicatorKey,
      name: text("The publisher's name of the indicator."),
      level: nullable(
        oneOf(demandLevels),
        'The level of this indicator alone: what the publisher says of it at its ' +
          'critical and elevated thresholds. Null if it says nothing.',
      ),
      signalled: nullable(
        Type.Boolean(),
        'Whether the indicator signals high demand: it is critical or elevated. Null if ' +
          'it has no level.',
      ),
      withheld: nullable(Withheld, 'Why the indicator has no level; null if it has one.'),
    }),
    'The five indicators, always in this order.',
  ),
  indicatorsSignalled: nullable(
    indicatorsSignalled,
    `${signalledText}; null if the occupation is not assessed.`,
  ),
};

const Workers = record("Workers in the occupation, from the publisher's assessment.", {
  count: nullable(Count, 'People, as the publisher rounds them; null if withheld.'),
  ...verdictMembers,
});

const IndicatorKeys = (description: string) =>
  listOf(IndicatorKey, { maxItems: indicatorCount, description });

const caveat = {
  published: text("The publisher's remark as printed. It names the indicators."),
  explanation: Text,
};

const noRemark = 'Null if the publisher makes no such remark, or does not assess the occupation.';

export const DemandResponse = occupationAnswer({
  area: AreaSchema,
  ...unratedMembers,
  ...assessment,
  workers: Workers,
  previous: nullable(
    record({
      ...assessment,
      edition: Type.Unsafe<string>({
        ...EditionName,
        description:
          'Name of the edition that has this assessment: the one in `provenance`. The ' +
          'release of the year itself uses another method.',
      }),
      editionId: EditionId,
    }),
    'The year before, assessed again by the same method in the same release; null if ' +
      'the release has no such year.',
  ),
  uncertainty: nullable(
    record({
      ...caveat,
      ofHighDemandIndicators: flag('Whether an indicator that signals high demand is uncertain.'),
    }),
    `Values of the occupation that are uncertain. ${noRemark}`,
  ),
  imputation: nullable(
    record(caveat),
    `Values that are taken from the minor group, because the occupation has none. ${noRemark}`,
  ),
  capping: nullable(record(caveat), `Indicators that count as elevated at most. ${noRemark}`),
  ...noted,
});
export type DemandResponse = Static<typeof DemandResponse>;

const DemandListItem = record({
  ...occupation,
  level: Level,
  demandIndex: DemandIndex,
  highDemandIndicators: IndicatorKeys(
    'The indicators that signal high demand: critical or elevated.',
  ),
  criticalIndicators: IndicatorKeys('Those of them that are critical.'),
  indicatorsSignalled,
  workers: Workers,
});
export type DemandListItem = Static<typeof DemandListItem>;

const about = { area: AreaSchema, year: assessment.year, ...periodMembers };
const otherMembers = { derivation: text('How the occupations are ordered.'), ...noted, ...sourced };

/** The stored document: every assessed occupation, highest demand index first. */
export const DemandListDocument = record({
  ...about,
  ...otherMembers,
  ...unratedMembers,
  occupations: listOf(DemandListItem),
});
export type DemandListDocument = Static<typeof DemandListDocument>;

export const DemandListResponse = record({
  ...about,
  ...unratedMembers,
  level: nullable(Level, 'The requested level; null if the request named none.'),
  levels: listOf(Level, { minItems: 1, description: 'The levels listed.' }),
  total: count('Number of occupations listed.'),
  assessed: count('Number of occupations assessed.'),
  occupations: listOf(
    DemandListItem,
    'Highest demand index first, whatever the level; ties by code.',
  ),
  ...otherMembers,
});
export type DemandListResponse = Static<typeof DemandListResponse>;
