// The work profile: career interests and abilities of an occupation, averaged over comparable US
// occupations.
import { type Static, Type } from 'typebox';
import { interestTypes, unitGroupCount } from '../codes.ts';
import { IscoMapping, Weight } from './isco-shares.ts';
import { count, exactly, listOf, nullable, oneOf, record, Text, text } from '../shapes.ts';
import {
  Limit,
  Notes,
  periodMembers,
  Presentable,
  rankAmong,
  rankedListOf,
  unratedMembers,
  Withheld,
  withheldFigures,
} from '../figures.ts';
import { occupation, occupationAnswer, sourced } from '../envelope.ts';

export const abilityCategories = ['cognitive', 'psychomotor', 'physical', 'sensory'] as const;
export type AbilityCategory = (typeof abilityCategories)[number];

const Scale = record("Bounds of the scale of the publisher's ratings.", {
  minimum: Type.Number(),
  maximum: Type.Number(),
});

const periodOfRatings = {
  period: nullable(
    periodMembers.period,
    'The months of the oldest and the newest rating of the averaged occupations, in ' +
      'words; null if no average is given.',
  ),
  referenceDates: nullable(
    periodMembers.referenceDates,
    'First day of the first and last day of the last of these months; null as `period`.',
  ),
};

const average = {
  coveragePercent: nullable(
    Type.Number({ minimum: 0, maximum: 100 }),
    "Share of the weight of the unit group's job titles that goes to US occupations " +
      'with ratings. Under 50 the averages are withheld; under 80 a note says so. Null if ' +
      'the release has no such ratings.',
  ),
  presentable: Presentable,
  withheld: nullable(Withheld, 'Why there are no averages; null if there are.'),
};

const Ability = record({
  code: Type.String({
    pattern: '^1\\.A\\.',
    description: "The publisher's identifier of the element.",
  }),
  name: Text,
  category: oneOf(abilityCategories, 'The category.'),
  importance: nullable(
    Type.Number({ minimum: 1, maximum: 5 }),
    'Average rating on the scale IM, 1 to 5, two decimals; null if withheld.',
  ),
  level: nullable(
    Type.Number({ minimum: 0, maximum: 7 }),
    'Average rating on the scale LV, 0 to 7, two decimals; null if withheld.',
  ),
  withheldFigures: withheldFigures(
    'Why a member is null, by its name: for instance, the level is not relevant to most ' +
      'of the occupations.',
  ),
});

export const WorkProfileResponse = occupationAnswer({
  ...unratedMembers,
  interests: record('Career interests (RIASEC).', {
    scale: Scale,
    scores: exactly(
      interestTypes.length,
      record({
        key: oneOf(interestTypes),
        name: Text,
        score: nullable(
          Type.Number({ minimum: 1, maximum: 7 }),
          'Average rating on `scale`, two decimals; null if withheld.',
        ),
      }),
      "The six types, in the publisher's order.",
    ),
    highPoints: listOf(oneOf(interestTypes), {
      maxItems: 3,
      description:
        'The type with the highest average, and the next two if they are within 1.00 of ' +
        'it. This is our rule: the publisher’s own high points are indices, which ' +
        'cannot be averaged.',
    }),
    ...periodOfRatings,
    ...average,
  }),
  abilities: record('Abilities.', {
    importanceScale: Scale,
    levelScale: Scale,
    elements: listOf(Ability, "In the publisher's order; empty if withheld."),
    ...average,
  }),
  basedOn: listOf(
    record({
      code: Type.String({
        pattern: '^\\d{2}-\\d{4}\\.\\d{2}$',
        description: 'O*NET-SOC 2019 occupation.',
      }),
      title: Text,
      weight: Weight,
      via: oneOf(['isco-08', 'correction'], 'correction: we added it, see `corrections`.'),
    }),
    'The US occupations whose interests are averaged, with weights to four decimals. ' +
      'Lists weights of at least 0.01, heaviest first, ties by code.',
  ),
  basedOnOther: record(
    'The other US occupations in the averages, each with a weight below 0.01. Together ' +
      'with `basedOn` the weights add up to 1, if there are any.',
    { count: count('Number of these occupations.'), weight: Weight },
  ),
  corrections: listOf(
    record({ code: Type.String(), title: Text, reason: Text }),
    'US occupations that we added, and why.',
  ),
  isco08: IscoMapping,
  notes: Notes,
  derivation: text('How we compute the averages.'),
});
export type WorkProfileResponse = Static<typeof WorkProfileResponse>;

const Score = nullable(
  Type.Number({ minimum: 1, maximum: 7 }),
  'Average rating on `scale`, two decimals; null if withheld.',
);

/** An occupation with its scores, as it is stored. */
const profileMembers = {
  ...occupation,
  interestScores: record('The six types of Holland (RIASEC), each with its average rating.', {
    realistic: Score,
    investigative: Score,
    artistic: Score,
    social: Score,
    enterprising: Score,
    conventional: Score,
  }),
  ...average,
};

const listAbout = {
  ...unratedMembers,
  scale: Scale,
  ...periodOfRatings,
};

/** The stored list has every occupation, in the order of the codes. */
export const WorkProfileListDocument = record({
  ...listAbout,
  occupations: exactly(unitGroupCount, record(profileMembers)),
  notes: Notes,
  derivation: text('How we compute the averages.'),
  ...sourced,
});
export type WorkProfileListDocument = Static<typeof WorkProfileListDocument>;

export const WorkProfileListResponse = record({
  rankedBy: listOf(
    oneOf(interestTypes),
    "The interests asked for, in the publisher's order; empty if none were.",
  ),
  ...listAbout,
  ...rankedListOf('occupations'),
  limit: Limit,
  occupations: listOf(
    record({
      ...profileMembers,
      rank: nullable(
        rankAmong('A rank by the lowest of the scores in the interests asked for.'),
        'Rank 1 has the highest. Null if there are no scores, or no interest was asked for.',
      ),
    }),
    'By rank; of equal rank the higher sum of the scores first, then by code. Those ' +
      'without scores stand last.',
  ),
  notes: Notes,
  derivation: text('How we compute the averages.'),
  ...sourced,
});
export type WorkProfileListResponse = Static<typeof WorkProfileListResponse>;
