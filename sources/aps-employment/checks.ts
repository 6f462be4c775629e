// What must be true of a release before it is served. We have seen parts of real answers only, so bounds come from them and from ONS's ad
// hoc table 3136 of the same survey. layout.ts finds every column and page; reshape.ts refuses unknown statuses, areas, codes and labels.
import { titleChecks } from '#sources/kit/checks-titles.ts';
import * as check from '#sources/kit/checks.ts';
import { placeOf, placeOfRelease } from '#sources/kit/place.ts';
import type { Check, Examined } from '#sources/kit/source.ts';
import { type AreaSlug, areaOf, unitGroupCount } from '#schemas/codes.ts';
import { round } from '#schemas/round.ts';
import {
  type ColumnName,
  type QueryName,
  type Row,
  type Rows,
  areaOfCode,
  areaSlugs,
  printed,
  queries,
  readReleaseName,
  rowsExpected,
} from './layout.ts';
import { type EmploymentObservations, type Part, codeOf, coefficientOfVariation, isAboveUnits, total } from './reshape.ts';

type Edition = Examined<Rows, EmploymentObservations>;
type Numbers = check.Look<Edition, readonly [place: string, value: number | null]>;

/** `aps-employment 2026-06 uk 2134`, for findings about more than one cell. */
function placeOfGroup({ release }: Edition, area: AreaSlug, code: string, part: Part = 'all'): string {
  return `${placeOfRelease(release)} ${area} ${code === total ? 'Total' : code}${part === 'all' ? '' : ` ${part}`}`;
}

const placeOfCell = ({ release }: Edition, row: Row, column?: ColumnName) => placeOf(release, printed(row), row.row, column);
const placeOfAnswer = ({ release }: Edition, query: QueryName) => `${placeOfRelease(release)} ${query}.csv`;
const groupsOf = ({ observations }: Edition) => [total, ...observations.occupations];

function estimateOf({ observations: { employment, parts } }: Edition, area: AreaSlug, code: string, part: Part = 'all') {
  return part === 'all' ? employment.get(area)?.get(code) : parts.get(part)?.get(code);
}

/** The number of people; null if it is withheld. */
const countOf = (edition: Edition, area: AreaSlug, code: string, part: Part = 'all') =>
  estimateOf(edition, area, code, part)?.count ?? null;
const publishedUnits = (edition: Edition) => edition.observations.occupations.flatMap((code) => countOf(edition, 'uk', code) ?? []);

// Each figure is rounded to 100 by itself, so a whole and its two parts can differ by 150, and a whole and three parts by 200.
const roundingGap = 200;
// Schemes and family workers are neither employees nor self-employed.
const divisions = [
  { what: 'women and men', parts: ['female', 'male'], band: check.eitherWay(roundingGap) },
  { what: 'part-time and full-time', parts: ['partTime', 'fullTime'], band: check.eitherWay(roundingGap) },
  { what: 'self-employed and employees', parts: ['selfEmployed', 'employees'], band: check.atMost(roundingGap) },
] as const satisfies readonly { what: string; parts: readonly [Part, Part]; band: check.Band }[];

/** How much the sum of some parts of an occupation exceeds its whole, at the place of the first part. */
function beyondWhole(parts: readonly [Part, ...Part[]]): Numbers {
  return (edition) =>
    groupsOf(edition).map((code) => {
      const whole = countOf(edition, 'uk', code);
      const counts = parts.flatMap((part) => countOf(edition, 'uk', code, part) ?? []);
      const isKnown = whole !== null && counts.length === parts.length;
      return [placeOfGroup(edition, 'uk', code, parts[0]), isKnown ? counts.reduce((sum, count) => sum + count, -whole) : null];
    });
}

/** How far the nations of a group are outside its people in the United Kingdom. A withheld nation may be of any size. */
function* nationsBeyond(edition: Edition): Generator<[place: string, beyond: number | null]> {
  const [, ...nations] = areaSlugs;
  for (const code of groupsOf(edition)) {
    const uk = countOf(edition, 'uk', code);
    const counts = nations.flatMap((area) => countOf(edition, area, code) ?? []);
    const beyond = uk === null ? null : counts.reduce((sum, count) => sum + count, -uk);
    yield [placeOfGroup(edition, 'uk', code), beyond !== null && counts.length < nations.length ? Math.max(0, beyond) : beyond];
  }
}

/** CV × √count of every figure of every area and part. */
function* constantsOfCv(edition: Edition): Generator<[place: () => string, constant: number]> {
  const { employment, parts } = edition.observations;
  const all = [
    ...[...employment].map(([area, estimates]) => ({ area, part: 'all' as Part, estimates })),
    ...[...parts].map(([part, estimates]) => ({ area: 'uk' as AreaSlug, part, estimates })),
  ];
  for (const { area, part, estimates } of all)
    for (const [code, { count, interval }] of estimates) {
      const cv = count === null || count === 0 || interval === null ? null : coefficientOfVariation(count, interval);
      if (cv !== null && count !== null) yield [() => placeOfGroup(edition, area, code, part), round(cv * Math.sqrt(count))];
    }
}

/**
 * Figures read in parts of answers, each with its interval if that was there; those of 2026-03 are quoted by a user of the service. The
 * publisher may revise them. Where no area is named it is the United Kingdom.
 */
const expectedFigures: Readonly<Record<string, Readonly<Record<string, readonly [count: number, interval?: number]>>>> = {
  '2024-12': { 2121: [94_000], 2129: [129_900], 2455: [98_300], 3582: [88_400] },
  '2025-09': {
    1111: [182_900],
    2453: [54_200],
    Total: [33_184_800, 231_700],
    'Total england': [28_122_900, 224_300],
    'Total wales': [1_462_000, 36_300],
    'Total scotland': [2_687_000, 56_600],
    'Total northern-ireland': [912_800, 29_900],
  },
  '2025-12': { 1111: [197_300], 2134: [544_500], 5214: [3_200], 5421: [3_500], 6135: [906_200], 7111: [833_700], 9223: [483_500] },
  '2026-03': {
    5411: [12_800, 4_400],
    '5411 uk employees': [6_600],
    '5411 uk selfEmployed': [6_100],
    5442: [36_100, 7_400],
    '5442 uk selfEmployed': [20_100],
  },
};

/** The series of a row. Each series has every occupation once. */
function seriesOf(row: Row): string {
  return [row.query, row.geography, row.sex, row.hours, row.status, row.measures].join(' | ');
}

const labelOf = (code: string | null) => (code === total ? 'Total' : (code ?? ''));
const labelOfArea = (slug: AreaSlug) => `${areaOf(slug).name} (${areaOf(slug).code})`;

export const checks: readonly Check<Rows, EmploymentObservations>[] = [
  ...titleChecks<Rows, EmploymentObservations>((edition) =>
    Map.groupBy(edition.rows, ({ query }) => query)
      .values()
      .map((rows) =>
        rows.map((row) => [() => placeOfCell(edition, row, 'occupation'), codeOf(row.occupation) ?? '', row.occupation.slice(7)]),
      ),
  ),
  check.block(
    'rows-complete',
    'Each answer has as many rows as the query asks for (4,130, 2,478, 2,478 and 3,304), and as many as the answer states.',
    check.agree((edition) =>
      queries.flatMap((query) => {
        const found = edition.rows.filter((row) => row.query === query.name);
        const [place, stated] = [placeOfAnswer(edition, query.name), new Set(found.map((row) => row.recordCount))];
        const wanted = found.filter((row) => !isAboveUnits(row));
        // If not, pages are missing or come from two answers. An answer by hand may have larger groups too.
        return [
          [place, `${wanted.length}`, `${rowsExpected(query)}`, 'the rows, as asked for'],
          [place, `${found.length}`, [...stated].join(' or '), 'the rows, as the answer states'],
        ];
      }),
    ),
  ),
  check.block(
    'one-period',
    'All answers are of one period, and it is the period in the name of the release.',
    check.agree((edition) => {
      const expected = `${edition.observations.closing} (${edition.observations.period})`;
      return edition.rows.map((row) => [() => placeOfCell(edition, row, 'date'), `${row.date} (${row.period})`, expected]);
    }),
    ({ release, observations: { closing } }) => {
      if (release.name.replace('sample-', '').startsWith(closing) && readReleaseName(closing) !== null) return [];
      return [{ place: placeOfRelease(release), message: `found answers of "${closing}", expected the period that names the release` }];
    },
  ),
  check.block(
    'units-complete',
    'Each area, category and measure has every unit group once and one total.',
    check.unique('figure', (edition) =>
      edition.rows.map((row) => [() => placeOfCell(edition, row), `${seriesOf(row)} | ${labelOf(codeOf(row.occupation))}`]),
    ),
    check.complete(
      'rows',
      ({ release, rows, observations }) =>
        [...Map.groupBy(rows, seriesOf)].map(([series, ofSeries]) => {
          const found = new Set(ofSeries.map((row) => labelOf(codeOf(row.occupation))));
          return [`${placeOfRelease(release)} ${series}`, found, [total, ...observations.occupations].map(labelOf)];
        }),
      { open: true },
    ),
  ),
  check.block(
    'areas',
    'The United Kingdom and its four nations are there.',
    check.complete('areas', (edition) => {
      const codes = new Set(edition.rows.flatMap(({ query, geography }) => (query === 'employment' ? [geography] : [])));
      const found = [...codes].flatMap((code) => areaOfCode(code) ?? []);
      return [[placeOfAnswer(edition, 'employment'), found.map(labelOfArea), areaSlugs.map(labelOfArea)]];
    }),
  ),
  check.block(
    'labels',
    'The measure is "Count", and both sexes together are called "All persons".',
    check.agree((edition) => edition.rows.map((row) => [() => placeOfCell(edition, row, 'measure'), row.measure, 'Count'])),
    check.agree((edition) => {
      const ofAll = edition.rows.filter(({ query }) => query === 'employment');
      return ofAll.map((row) => [() => placeOfCell(edition, row, 'sex'), row.sex, 'All persons']);
    }),
  ),
  check.block(
    'totals-agree',
    'The queries by sex, hours and status repeat the figures of everybody, so that all four answers come from the same data.',
    check.agree((edition) => {
      const keyOf = ({ occupation, measures, sex, hours, status }: Row) => [codeOf(occupation), measures, sex, hours, status].join(' | ');
      const ofUk = edition.rows.filter(({ query, geography }) => query === 'employment' && geography === areaOf('uk').code);
      const everybody = new Map(ofUk.map((row) => [keyOf(row), row]));
      return edition.rows.flatMap((row) => {
        const same = row.query === 'employment' ? undefined : everybody.get(keyOf(row));
        if (same === undefined) return [];
        return [[() => placeOfCell(edition, row, 'value'), row.value, same.value, `as at ${placeOfCell(edition, same)}`]];
      });
    }),
  ),
  check.block(
    'total-plausible',
    "The United Kingdom's total is published, and is 30 to 37 million. A total outside has another unit, measure or population.",
    // 31.90, 32.39, 32.73 and 32.70 million in 2021 to 2024, without two small sections of industry and people who state none (3136).
    check.within(
      "the United Kingdom's total",
      (edition) => [[placeOfGroup(edition, 'uk', total), countOf(edition, 'uk', total)]],
      [30_000_000, 37_000_000],
      { required: true },
    ),
  ),
  check.block(
    'units-add-up',
    "The unit groups make 95 to 101 % of the United Kingdom's total. The rest is withheld or states no occupation.",
    check.within(
      'the share of the unit groups',
      (edition) => {
        const units = publishedUnits(edition).reduce((sum, count) => sum + count, 0);
        return [[placeOfGroup(edition, 'uk', total), check.percentOf(units, countOf(edition, 'uk', total))]];
      },
      [95, 101],
      { unit: '%' },
    ),
  ),
  check.block(
    'cv-law',
    'CV × √count of every figure is 350 to 10,000: a count and its interval belong together (quoted figures give 1,532 to 2,052).',
    check.within('CV × √count', constantsOfCv, [350, 10_000]),
  ),
  check.block(
    'nations-add-up',
    'The nations of a group add up to its people in the United Kingdom, and to at most as many if one is withheld, within 250 for rounding.',
    check.within('the sum of the nations less the United Kingdom', nationsBeyond, check.eitherWay(250), { unit: 'people' }),
  ),
  check.block(
    'parts-below-whole',
    'No part is larger than the whole. Women and men add up to it, full-time and part-time add up to it, employees and self-employed do not exceed it, each within 200.',
    ...divisions.flatMap(({ what, parts, band }) => [
      ...parts.map((part) => check.within('the part less the whole', beyondWhole([part]), check.atMost(roundingGap), { unit: 'people' })),
      check.within(`the sum of ${what} less the whole`, beyondWhole(parts), band, { unit: 'people' }),
    ]),
  ),
  check.block(
    'published-count',
    'At least 405 unit groups of the United Kingdom have a figure. All 412 have one in the year to September 2025, and 410 in 2025.',
    check.within(
      `the number of the ${unitGroupCount} unit groups with a figure`,
      (edition) => [[`${placeOfRelease(edition.release)} uk`, publishedUnits(edition).length]],
      [405, unitGroupCount],
    ),
  ),
  check.knownIssue(
    'expected-figures',
    'Figures equal those read in parts of real answers.',
    check.notInSample(
      check.agree((edition) =>
        Object.entries(expectedFigures[edition.release.name] ?? {}).flatMap(([key, [count, interval = null]]) => {
          const [name = '', area = 'uk', part = 'all'] = key.split(' ') as [string, AreaSlug?, Part?];
          const code = name === 'Total' ? total : name;
          const [place, found] = [placeOfGroup(edition, area, code, part), estimateOf(edition, area, code, part)];
          const ofInterval = [place, found?.interval, interval, 'the interval'] as const;
          return [[place, found?.count, count, 'the count'] as const, ...(interval === null ? [] : [ofInterval])];
        }),
      ),
    ),
  ),
];
