// What a release of O*NET must show before it is served: complete ratings on their scales,
// unchanged crosswalks, and work profiles for nearly every unit group.
import * as check from '#sources/kit/checks.ts';
import { type KeyedColumn, type KeyedTable, keyedCheck } from '#sources/kit/checks-keyed.ts';
import { textChecks } from '#sources/kit/checks-texts.ts';
import type { Check } from '#sources/kit/checks.ts';
import { placeOf } from '#sources/kit/place.ts';
import type { Examined } from '#sources/kit/release.ts';
import { relatedTiers } from '#schemas/resources/related.ts';
import { interestTypes } from '#schemas/codes.ts';
import { isShown } from './documents.ts';
import { type Kind, type Rows, layout, titleKinds } from './layout.ts';
import {
  type AbilityRating,
  type OnetObservations,
  type RelatedOccupation,
  faultOfTitle,
  highPointElements,
  interestElements,
} from './reshape.ts';

type Edition = Examined<Rows, OnetObservations>;

/**
 * Leaves of 1.A in the Content Model Reference: 21 cognitive, 10 psychomotor, 9 physical, 12
 * sensory.
 */
const abilityElementCount = 52;

// Ratings read by eye from the text files of release 30.2.
const anchors: readonly {
  readonly code: string;
  readonly scores: readonly number[];
  readonly highPoints: readonly number[];
}[] = [
  { code: '11-1011.00', scores: [1.26, 3.05, 2.16, 3.54, 6.96, 4.97], highPoints: [5, 6, 0] },
  { code: '29-1141.00', scores: [3.46, 4.71, 1.34, 5.57, 2.38, 4.75], highPoints: [4, 6, 2] },
  { code: '47-2181.00', scores: [7, 1.3, 1.21, 1.48, 1.59, 3.54], highPoints: [1, 6, 0] },
];

/** A file of the release, or an occupation in it. */
function placeIn({ release, rows }: Edition, kind: Kind, code?: string): string {
  const file = layout.header(rows, kind)?.file ?? '';
  return placeOf(release, code === undefined ? file : `${file} ${code}`);
}

/**
 * The publisher's own counts do not hold for the sample, which is smaller on purpose. Null is not
 * counted.
 */
function counted(
  kind: Kind,
  what: string,
  numberOf: (edition: Edition) => number | null,
  band: check.Band,
): check.Rule<Edition> {
  return check.notInSample(
    check.within(
      `the number of ${what}`,
      (edition) => [[placeIn(edition, kind), numberOf(edition)]],
      band,
    ),
  );
}

function pairsOf({ rows }: Edition, kind: 'isco' | 'soc'): Set<string> {
  const pairs =
    kind === 'isco'
      ? layout.rowsOf(rows, kind).map(({ isco, soc }) => [isco, soc])
      : layout.rowsOf(rows, kind).map(({ from, to }) => [from, to]);
  return new Set(pairs.map((codes) => codes.map((code) => code.trim()).join(' ')));
}

const nameOf = (code: string, { observations: { titles } }: Edition) => titles.get(code) ?? code;

/** A table of the occupations that have something in the release. */
function occupationsCompared<Value>(
  name: string,
  column: string,
  valuesOf: (edition: Edition) => ReadonlyMap<string, Value>,
  textOf: (value: Value) => string,
  normal: KeyedColumn,
): KeyedTable<Edition> {
  return {
    name,
    rows: (edition) =>
      Array.from(valuesOf(edition), ([code, value]) => ({
        key: code,
        name: nameOf(code, edition),
        values: { [column]: textOf(value) },
      })),
    columns: { [column]: normal },
    lost: 0.02,
  };
}

const titlesIn = (kind: (typeof titleKinds)[number]) => (edition: Edition) =>
  Map.groupBy(layout.rowsOf(edition.rows, kind), ({ code }) => code);

const compared: readonly KeyedTable<Edition>[] = [
  occupationsCompared(
    'occupations',
    'title',
    ({ observations }) => observations.titles,
    (title) => title,
    { changes: 0.02 },
  ),
  occupationsCompared(
    'occupations with interests',
    'interests',
    ({ observations }) => observations.interests,
    ({ scores }) => scores.join(' '),
    { changes: 1, isRating: true },
  ),
  {
    name: 'scores of interests',
    *rows(edition) {
      for (const [code, { scores }] of edition.observations.interests)
        for (const [index, type] of interestTypes.entries())
          yield {
            key: `${code} ${type}`,
            name: () => `${type} (${nameOf(code, edition)})`,
            values: { score: `${scores[index] ?? ''}` },
          };
    },
    columns: { score: { changes: 1 } },
    lost: 0.02,
  },
  occupationsCompared(
    'occupations with abilities',
    'abilities',
    ({ observations }) => observations.abilities ?? new Map<string, never>(),
    (abilities: ReadonlyMap<string, AbilityRating>) =>
      Array.from(abilities.values(), ({ importance, level }) => `${importance} ${level}`).join(' '),
    { changes: 1, isRating: true },
  ),
  occupationsCompared(
    'occupations with related ones',
    'related occupations',
    ({ observations }) => observations.related ?? new Map<string, never>(),
    (related: readonly RelatedOccupation[]) => related.map(({ code }) => code).join(' '),
    { changes: 0.5 },
  ),
  {
    name: 'pairs of related occupations',
    rows: (edition) =>
      [...(edition.observations.related ?? [])].flatMap(([code, related]) =>
        related.map((other) => ({
          key: `${code} ${other.code}`,
          name: `${nameOf(code, edition)} and ${nameOf(other.code, edition)}`,
          values: { tier: other.tier },
        })),
      ),
    columns: { tier: { changes: 0.25 } },
    lost: 0.3,
  },
  ...titleKinds.map((kind) =>
    occupationsCompared(
      kind === 'alternateTitles'
        ? 'occupations with alternate titles'
        : 'occupations with reported titles',
      'job titles',
      titlesIn(kind),
      (rows) => rows.map(({ title }) => title).join('\n'),
      { changes: 0.3 },
    ),
  ),
];

// 56% of the pairs are listed from both sides in 30.2; shifted by an occupation 27%.
const leastMutual = 0.42;

/** The pairs of related occupations, and how many of them are in both lists. */
function mutualPairs({ observations: { related } }: Edition) {
  const pairs = [...(related ?? [])].flatMap(([code, list]) =>
    list.map((other) => [code, other.code] as const),
  );
  const known = new Set(pairs.map((codes) => codes.join(' ')));
  const mutual = pairs.filter(([code, other]) => known.has(`${other} ${code}`)).length;
  return { pairs: pairs.length, mutual };
}

/** The number of unit groups with averages; null if the release has no such ratings. */
const reached = (ratings: 'interests' | 'abilities') =>
  check.ofRelease(({ observations: { ways } }: Edition) => {
    const reaches = [...ways.values()].flatMap((way) => way[ratings] ?? []);
    return reaches.length === 0 ? null : reaches.filter(isShown).length;
  });

export const checks: readonly Check<Rows, OnetObservations>[] = [
  check.block(
    'occupation-rows',
    'Between 986 and 1,046 occupations: 1,016 since the taxonomy of 2019, which changes ' +
      'by a few each time. The sample has fewer.',
    counted(
      'occupations',
      'occupations',
      ({ observations }) => observations.titles.size,
      [986, 1046],
    ),
  ),
  check.block(
    'occupations-titled',
    'Every occupation with ratings has a title.',
    check.each(
      ({ observations: { interests, abilities } }) =>
        new Set([...interests.keys(), ...(abilities?.keys() ?? [])]),
      (code, edition) => placeIn(edition, 'occupations', code),
      (code, { observations: { titles } }) =>
        (titles.get(code) ?? '') === '' ? 'has ratings but no title' : null,
    ),
  ),
  check.block(
    'interests-complete',
    'Every occupation with interests has six scores and three high points, and at least ' +
      '900 have them (923 in 30.1 and 30.2). The sample has fewer.',
    check.each(
      ({ observations }) => observations.interests,
      ([code], edition) => placeIn(edition, 'interests', code),
      ([, { scores, highPoints }]) => {
        const scoreCount = scores.filter((score) => score !== null).length;
        const points = highPoints.filter((point) => point !== null).length;
        const isComplete =
          scoreCount === interestElements.length && points === highPointElements.length;
        return isComplete
          ? null
          : `has ${scoreCount} scores and ${points} high points, expected 6 and 3`;
      },
    ),
    counted(
      'interests',
      'occupations',
      ({ observations }) => observations.interests.size,
      check.atLeast(900),
    ),
  ),
  check.block(
    'ih-agrees',
    'The high points are the interests of the highest scores, in their order (all 923 ' +
      'occupations in 30.1 and 30.2). We derive ours from the averages, so only a wrong ' +
      'score or a wrong row can differ.',
    check.each(
      ({ observations }) => observations.interests,
      ([code], edition) => placeIn(edition, 'interests', code),
      ([, { scores, highPoints }]) => {
        const ranked = scores.map((score) => score ?? 0).sort((a, b) => b - a);
        for (const [rank, point] of highPoints.entries()) {
          // There may be no second and no third.
          if (point === null || (point === 0 && rank > 0) || scores[point - 1] === ranked[rank])
            continue;
          const name = ['first', 'second', 'third'][rank];
          return (
            `the ${name} high point is ${point}, but ` +
            `${scores.indexOf(ranked[rank] ?? 0) + 1} has the score of that rank, ${ranked[rank]}`
          );
        }
        return null;
      },
    ),
  ),
  check.knownIssue(
    'abilities-not-in-this-release',
    'We have received the file of abilities. Without it profiles are served without abilities.',
    check.whole(({ observations: { abilities } }) =>
      abilities === null
        ? 'there is no "Abilities.txt": the abilities of every work profile are null'
        : null,
    ),
  ),
  check.block(
    'abilities-complete',
    'Every occupation with abilities has all 52 on both scales, and at least 860 have ' +
      'them (910 in 31.0). The sample has fewer.',
    check.within(
      'the number of abilities',
      (edition) =>
        edition.observations.abilities === null
          ? []
          : [[placeIn(edition, 'abilities'), edition.observations.abilityNames.size]],
      check.exactly(abilityElementCount),
    ),
    check.each(
      ({ rows }) => Map.groupBy(layout.rowsOf(rows, 'abilities'), ({ code }) => code),
      ([code], edition) => placeIn(edition, 'abilities', code),
      ([, ratings]) =>
        ratings.length === 2 * abilityElementCount
          ? null
          : `has ${ratings.length} ratings, expected ${2 * abilityElementCount}`,
    ),
    counted(
      'abilities',
      'occupations',
      ({ observations }) => observations.abilities?.size ?? null,
      check.atLeast(860),
    ),
  ),
  check.comparing.block(
    'crosswalks',
    'ISCO-08 to SOC 2010 has 1,125 pairs, and SOC 2010 to 2018 has 900, with every SOC ' +
      '2010 code of the first. The sample has fewer. Both were made once: their pairs are ' +
      'those of the previous release.',
    counted('isco', 'pairs', (edition) => pairsOf(edition, 'isco').size, check.exactly(1125)),
    counted('soc', 'pairs', (edition) => pairsOf(edition, 'soc').size, check.exactly(900)),
    check.complete(
      'SOC 2010 codes',
      (edition) => {
        const { soc2010OfIsco, soc2018OfSoc2010 } = edition.observations.crosswalks;
        return [
          {
            place: placeIn(edition, 'soc'),
            found: soc2018OfSoc2010.keys(),
            expected: [...soc2010OfIsco.values()].flat(),
          },
        ];
      },
      { open: true },
    ),
    check.against(
      check.complete('pairs', (edition, previous) =>
        (['isco', 'soc'] as const).map((kind) => ({
          place: placeIn(edition, kind),
          found: pairsOf(edition, kind),
          expected: previous === null ? [] : pairsOf(previous, kind),
        })),
      ),
    ),
  ),
  keyedCheck(...compared),
  check.block(
    'related-in-order',
    'The related occupations of an occupation are numbered from 1, without the ' +
      'occupation itself, and their tiers never come closer again.',
    check.each(
      ({ rows }) => Map.groupBy(layout.rowsOf(rows, 'relatedOccupations'), ({ code }) => code),
      ([code], edition) => placeIn(edition, 'relatedOccupations', code),
      ([code, list]) => {
        const ordered = list.toSorted((a, b) => Number(a.index) - Number(b.index));
        const wrong = ordered.find(({ index }, before) => Number(index) !== before + 1);
        if (wrong !== undefined) return `has the number ${wrong.index} out of order, or twice`;
        if (list.some(({ related }) => related === code)) return 'is related to itself';
        const tiers = ordered.map(({ tier }) =>
          relatedTiers.findIndex((known) => known === tier.toLowerCase()),
        );
        const closer = tiers.findIndex((tier, index) => tier < (tiers[index - 1] ?? tier));
        return closer < 0
          ? null
          : `has the tier "${ordered[closer]?.tier}" after one that is farther`;
      },
    ),
  ),
  check.block(
    'related-to-each-other',
    `At least ${100 * leastMutual}% of the related occupations name each other: 56% ` +
      'do in 30.2, and 27% if the column is shifted by an occupation.',
    check.notInSample(
      check.whole((edition) => {
        const { pairs, mutual } = mutualPairs(edition);
        if (mutual >= leastMutual * pairs) return null;
        return (
          `${mutual} of ${pairs} related occupations name each other, expected at least ` +
          `${Math.ceil(leastMutual * pairs)}`
        );
      }),
    ),
  ),
  ...textChecks<Rows, OnetObservations>((edition) => {
    const titled = layout.rowsOf(edition.rows, 'occupations').map((row) => ({
      code: row.code,
      title: row.title,
      parts: {},
      place: () => layout.placeOf(edition, row, 'title'),
    }));
    const jobTitles = titleKinds.flatMap((kind) =>
      layout.rowsOf(edition.rows, kind).map((row) => ({
        code: row.code,
        title: '',
        parts: { [kind]: [row.title] },
        place: () => layout.placeOf(edition, row, 'title'),
      })),
    );
    return [...titled, ...jobTitles];
  }),
  check.block(
    'coverage',
    'At least 400 unit groups have at least half of their weight on occupations with ' +
      'interests, and as many on occupations with abilities.',
    check.within(
      'the number of unit groups with interests',
      reached('interests'),
      check.atLeast(400),
    ),
    // 405 with the abilities of 30.0.
    check.within(
      'the number of unit groups with abilities',
      reached('abilities'),
      check.atLeast(400),
    ),
  ),
  check.knownIssue(
    'job-titles-read',
    'Every row of the files of job titles can be read. Search learns from them.',
    check.each(
      ({ rows }) => titleKinds.flatMap((kind) => layout.rowsOf(rows, kind)),
      (row, edition) => layout.placeOf(edition, row, faultOfTitle(row)?.column),
      (row) => faultOfTitle(row)?.message ?? null,
    ),
  ),
  check.anchors(['30.2'], 'Ratings read by eye from release 30.2.', (edition) =>
    anchors.map(({ code, scores, highPoints }) => {
      const interests = edition.observations.interests.get(code);
      const got = [...(interests?.scores ?? []), ...(interests?.highPoints ?? [])].join(' ');
      return {
        place: placeIn(edition, 'interests', code),
        found: got,
        expected: [...scores, ...highPoints].join(' '),
      };
    }),
  ),
];
