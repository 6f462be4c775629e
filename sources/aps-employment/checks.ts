// What must be true of a release before it is served. We have seen parts of real answers only, so the observed values come from them, from
// ONS's ad hoc table 3136 of the same survey, and from figures that users of the service have quoted.
//
// Some demands are made earlier, because nothing can be read without them: parse.ts finds every column and page, reshape.ts refuses
// unknown statuses, areas, codes and labels.
import { notRepeated } from '#sources/kit/checks-relatives.ts';
import { titleChecks } from '#sources/kit/checks-titles.ts';
import * as check from '#sources/kit/checks.ts';
import { placeOf, placeOfRelease } from '#sources/kit/place.ts';
import type { Check, Examined, Finding } from '#sources/kit/source.ts';
import { type AreaSlug, areaOf, unitGroupCount } from '#schemas/codes.ts';
import { round } from '#schemas/round.ts';
import { type Row, type Rows, printed } from './parse.ts';
import { type ColumnName, type QueryName, areaOfCode, areaSlugs, queries, rowsExpected } from './queries.ts';
import { readReleaseName } from './release-name.ts';
import {
  type EmploymentObservations,
  type Estimate,
  type Part,
  codeOf,
  coefficientOfVariation,
  isAboveUnits,
  isPresentable,
  total,
} from './reshape.ts';

type Edition = Examined<Rows, EmploymentObservations>;
type Numbers = check.Look<Edition, readonly [place: string, value: number | null]>;

/** `aps-employment 2026-06 uk 2134`, for findings about more than one cell. */
function placeOfGroup({ release }: Pick<Edition, 'release'>, area: AreaSlug, code: string, part: Part = 'all'): string {
  return `${placeOfRelease(release)} ${area} ${code === total ? 'Total' : code}${part === 'all' ? '' : ` ${part}`}`;
}

const placeOfCell = ({ release }: Edition, row: Row, column?: ColumnName) => placeOf(release, printed(row), row.row, column);
const placeOfAnswer = ({ release }: Edition, query: QueryName) => `${placeOfRelease(release)} ${query}.csv`;

function employmentOf({ observations }: Edition, area: AreaSlug, code: string): Estimate | undefined {
  return observations.employment.get(area)?.get(code);
}

/** How many people a part has in the United Kingdom; null if it is withheld. */
function countOf({ observations }: Edition, part: Part, code: string): number | null {
  return observations.parts.get(part)?.get(code)?.count ?? null;
}

/** The total of an area; null if it is withheld. */
const totalOf = (edition: Edition, area: AreaSlug) => employmentOf(edition, area, total)?.count ?? null;

/** A number about the United Kingdom's total. */
function ofTotal(number: (edition: Edition) => number | null): Numbers {
  return (edition) => [[placeOfGroup(edition, 'uk', total), number(edition)]];
}

/** A number about all unit groups of the United Kingdom. */
function ofUnits(number: (units: ReturnType<typeof publishedUnits>) => number | null): Numbers {
  return (edition) => [[`${placeOfRelease(edition.release)} uk`, number(publishedUnits(edition))]];
}

/** The published counts of everybody in the United Kingdom's unit groups. */
function publishedUnits(edition: Edition) {
  return edition.observations.occupations.flatMap((code) => {
    const estimate = employmentOf(edition, 'uk', code);
    return estimate === undefined || estimate.count === null ? [] : [{ code, count: estimate.count, estimate }];
  });
}

const ukTotal = ofTotal((edition) => totalOf(edition, 'uk'));
// 31.90, 32.39, 32.73 and 32.70 million in 2021 to 2024, without two small sections of industry and people who state none (3136).
const usualTotal: check.Band = [32_000_000, 35_000_000];
// A total outside has another unit, measure or population.
const plausibleTotal: check.Band = [30_000_000, 37_000_000];

function* totals(edition: Edition, previous: Edition | null): Generator<[place: string, now: number | null, before: number | null]> {
  yield [placeOfGroup(edition, 'uk', total), totalOf(edition, 'uk'), previous && totalOf(previous, 'uk')];
}
// Totals of consecutive rolling years share nine months; the largest movement between calendar years of 3136 is 1.5 %.
const unusualMovement = check.eitherWay(2);
const implausibleMovement = check.eitherWay(6);

const numberWithFigure = ofUnits(({ length }) => length);

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
    [total, ...edition.observations.occupations].map((code) => {
      const whole = countOf(edition, 'all', code);
      const counts = parts.flatMap((part) => countOf(edition, part, code) ?? []);
      const isKnown = whole !== null && counts.length === parts.length;
      return [placeOfGroup(edition, 'uk', code, parts[0]), isKnown ? counts.reduce((sum, count) => sum + count, -whole) : null];
    });
}

interface Expected {
  readonly release: string;
  /** The United Kingdom without it. */
  readonly area?: AreaSlug;
  readonly code: string;
  readonly part?: Part;
  readonly count?: check.Band;
  readonly interval?: check.Band;
}

/** Figures of the United Kingdom as real answers have them. */
function printedIn(release: string, counts: Readonly<Record<string, number>>): Expected[] {
  return Object.entries(counts).map(([code, count]) => ({ release, code, count: check.exactly(count) }));
}

/**
 * Figures to compare with the first whole answers. Those of 2024-12, 2025-09 and 2025-12 that are exact were read in parts of answers; the
 * publisher may revise them, so they block nothing. The floors are sums of rows of 3136 without withheld cells; 4159 also has a ceiling 2 %
 * above, because 3136 leaves out two sections and people who state no industry. A user of the service quotes the figures of 2026-03.
 */
const expectedFigures: readonly Expected[] = [
  ...printedIn('2024-12', { 2121: 94_000, 2129: 129_900, 2455: 98_300, 3582: 88_400 }),
  ...printedIn('2025-09', { 1111: 182_900, 2453: 54_200 }),
  { release: '2025-09', code: total, count: check.exactly(33_184_800), interval: check.exactly(231_700) },
  { release: '2025-09', area: 'england', code: total, count: check.exactly(28_122_900), interval: check.exactly(224_300) },
  { release: '2025-09', area: 'wales', code: total, count: check.exactly(1_462_000), interval: check.exactly(36_300) },
  { release: '2025-09', area: 'scotland', code: total, count: check.exactly(2_687_000), interval: check.exactly(56_600) },
  { release: '2025-09', area: 'northern-ireland', code: total, count: check.exactly(912_800), interval: check.exactly(29_900) },
  ...printedIn('2025-12', { 1111: 197_300, 2134: 544_500, 5214: 3_200, 5421: 3_500, 6135: 906_200, 7111: 833_700, 9223: 483_500 }),
  { release: '2024-12', code: '4159', count: [612_500, 624_700] },
  { release: '2024-12', code: '3556', count: check.atLeast(356_000) },
  { release: '2024-12', code: '2323', count: check.atLeast(37_900) },
  { release: '2024-12', code: '5317', count: check.atLeast(38_900) },
  { release: '2024-12', code: '2223', count: check.atLeast(22_200) },
  { release: '2024-12', code: '2462', count: check.atLeast(14_400) },
  { release: '2024-12', code: '1163', count: check.atLeast(8_100) },
  { release: '2024-12', code: '5311', count: check.atLeast(7_700) },
  { release: '2024-12', code: '3414', count: check.atLeast(6_200) },
  { release: '2024-12', code: '5433', count: check.atLeast(5_800) },
  { release: '2023-12', code: '7111', count: check.atLeast(917_300) },
  { release: '2023-12', code: '4159', count: check.atLeast(637_500) },
  { release: '2026-03', code: '5411', count: check.exactly(12_800), interval: check.exactly(4_400) },
  { release: '2026-03', code: '5411', part: 'employees', count: check.exactly(6_600) },
  { release: '2026-03', code: '5411', part: 'selfEmployed', count: check.exactly(6_100) },
  { release: '2026-03', code: '5442', count: check.exactly(36_100), interval: check.exactly(7_400) },
  { release: '2026-03', code: '5442', part: 'selfEmployed', count: check.exactly(20_100) },
];

/** The rules for an expected figure: one for its count, and one for its interval. */
function expectation({ release, area = 'uk', code, part = 'all', ...bands }: Expected): check.Rule<Edition>[] {
  return (['count', 'interval'] as const).flatMap((name) => {
    const band = bands[name];
    if (band === undefined) return [];
    const estimateIn = (edition: Edition) =>
      part === 'all' ? employmentOf(edition, area, code) : edition.observations.parts.get(part)?.get(code);
    const look: Numbers = (edition) => [[placeOfGroup(edition, area, code, part), estimateIn(edition)?.[name] ?? null]];
    return [check.inReleases([release], check.within(`the ${name}`, look, band, { required: true }))];
  });
}

/** The series of a row. Each series has every occupation once. */
function seriesOf(row: Row): string {
  return [row.query, row.geography, row.sex, row.hours, row.status, row.measures].join(' | ');
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
  check.knownIssue(
    'rounding',
    'Figures are multiples of 100.',
    check.each(
      ({ rows }) => rows,
      (row, edition) => placeOfCell(edition, row, 'value'),
      ({ value }) => (value === '' || Number(value) % 100 === 0 ? null : `got "${value}", expected a multiple of 100`),
    ),
  ),
  check.knownIssue(
    'confidentiality-stated',
    'Every answer states which figures are free for publication. Those downloaded before the queries asked for it do not.',
    check.each(
      (edition) => queries.filter(({ name }) => edition.rows.some((row) => row.query === name && row.confidentiality === null)),
      ({ name }, edition) => placeOfAnswer(edition, name),
      () => 'does not state which figures are free for publication; lmi update downloads it again',
    ),
  ),
  check.knownIssue(
    'total-usual',
    "The United Kingdom's total is 32 to 35 million.",
    check.within("the United Kingdom's total", ukTotal, usualTotal),
  ),
  check.block(
    'total-plausible',
    "The United Kingdom's total is published, and is 30 to 37 million.",
    check.within("the United Kingdom's total", ukTotal, plausibleTotal, { required: true }),
  ),
  check.knownIssue(
    'total-movement',
    "The United Kingdom's total moves by at most 2 % on the edition before.",
    check.moves(totals, unusualMovement),
  ),
  check.block(
    'total-movement-plausible',
    "The United Kingdom's total moves by at most 6 % on the edition before.",
    check.moves(totals, implausibleMovement),
  ),
  check.knownIssue(
    'nations-add-up',
    'The four nations add up to the United Kingdom within 2,000 people, and England has 80 to 88 % of it.',
    // Four figures rounded to 100 differ by a few hundred; 2,000 leaves room for another rounding.
    check.addUp((edition) => {
      const [uk, ...nations] = areaSlugs.map((slug) => totalOf(edition, slug));
      return [[placeOfGroup(edition, 'uk', total), 'the nations', nations, uk, 2000]];
    }),
    check.within(
      "England's share",
      ofTotal((edition) => {
        const england = totalOf(edition, 'england');
        return england === null ? null : check.percentOf(england, totalOf(edition, 'uk'));
      }),
      [80, 88],
      { unit: '%' },
    ),
  ),
  check.knownIssue(
    'units-add-up',
    "The unit groups make 95 to 100.5 % of the United Kingdom's total. The rest is withheld or states no occupation.",
    check.within(
      'the share of the unit groups',
      ofTotal((edition) => {
        const units = publishedUnits(edition).reduce((sum, { count }) => sum + count, 0);
        return check.percentOf(units, totalOf(edition, 'uk'));
      }),
      [95, 100.5],
      { unit: '%' },
    ),
  ),
  check.block(
    'interval-positive',
    "The interval of every count is above 0, and the total's coefficient of variation is at most 1 %.",
    check.each(
      ({ observations }) => areaSlugs.flatMap((area) => [total, ...observations.occupations].map((code) => ({ area, code }))),
      ({ area, code }, edition) => placeOfGroup(edition, area, code),
      ({ area, code }, edition) => {
        const estimate = employmentOf(edition, area, code);
        return estimate?.count && estimate.interval === 0 ? `the interval of ${estimate.count} is 0` : null;
      },
    ),
    check.within(
      'the coefficient of variation',
      ofTotal((edition) => {
        const { count = null, interval = null } = employmentOf(edition, 'uk', total) ?? {};
        const cv = count === null || interval === null ? null : coefficientOfVariation(count, interval);
        return cv === null ? null : round(cv, 2);
      }),
      [0, 1],
      { unit: '%' },
    ),
  ),
  check.knownIssue(
    'cv-law',
    "The median of CV × √count over the United Kingdom's unit groups is 1,200 to 2,600 (quoted figures give 1,990). A value outside shows that estimates and intervals changed places.",
    check.within(
      'the median of CV × √count',
      ofUnits((units) => {
        const constants = units.flatMap(({ count, estimate: { interval } }) => {
          const cv = interval === null ? null : coefficientOfVariation(count, interval);
          return cv === null ? [] : [cv * Math.sqrt(count)];
        });
        const middle = check.middleOf(constants);
        return middle === undefined ? null : round(middle);
      }),
      [1200, 2600],
    ),
  ),
  // Quoted figures give 1,532 (Wales) to 2,052 (the total), and 1,984 and 1,987 for two unit groups.
  check.knownIssue(
    'cv-law-of-figures',
    'CV × √count of every figure is 1,000 to 3,200 (quoted figures give 1,532 to 2,052): a count without its interval has another size.',
    check.within('CV × √count', constantsOfCv, [1000, 3200]),
  ),
  check.block(
    'cv-law-of-figures-plausible',
    'CV × √count of every figure is 350 to 10,000 (quoted figures give 1,532 to 2,052).',
    check.within('CV × √count', constantsOfCv, [350, 10_000]),
  ),
  check.block(
    'nations-of-units',
    'The nations of a unit group add up to at most its people in the United Kingdom, and to as many if none is withheld, within the rounding of each to 100.',
    (edition) => {
      const [, ...nations] = areaSlugs;
      return edition.observations.occupations.flatMap((code): Finding[] => {
        const uk = employmentOf(edition, 'uk', code)?.count ?? null;
        const counts = nations.flatMap((area) => employmentOf(edition, area, code)?.count ?? []);
        const [sum, gap] = [counts.reduce((all, count) => all + count, 0), 50 * (counts.length + 1)];
        if (uk === null || (sum <= uk + gap && (counts.length < nations.length || sum >= uk - gap))) return [];
        return [
          {
            place: placeOfGroup(edition, 'uk', code),
            message: `the nations of ${code} add up to ${sum}, and the United Kingdom has ${uk}`,
          },
        ];
      });
    },
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
    check.within(`the number of the ${unitGroupCount} unit groups with a figure`, numberWithFigure, [405, unitGroupCount]),
  ),
  check.knownIssue(
    'presentable-count',
    'Of the unit groups of the United Kingdom, 340 to 390 have a figure that can be shown (in 3136 some 45 of 412 are unreliable).',
    check.within(
      'the number of unit groups that can be shown',
      ofUnits((units) => units.filter(({ estimate }) => isPresentable(estimate)).length),
      [340, 390],
    ),
  ),
  check.knownIssue(
    'unit-movement',
    'Of the unit groups with more than 50,000 people, at most 10 % move by more than 15 % on the edition before. Two rolling years share nine months.',
    check.moves(
      (edition, previous) =>
        publishedUnits(edition).flatMap(({ code, count }) => {
          const before = previous && countOf(previous, 'all', code);
          return before === null || before <= 50_000 ? [] : [[placeOfGroup(edition, 'uk', code), count, before]];
        }),
      check.eitherWay(15),
      { share: 0.1 },
    ),
  ),
  check.knownIssue(
    'not-the-period-before',
    'At most half of the figures of the unit groups are those of the edition before (16 occupations in 16 consecutive years: 3 of 240). The answers state their period, so that a file of another one is held back.',
    check.against(
      notRepeated(
        (edition, previous) => {
          if (previous?.observations.closing === edition.observations.closing) return [];
          const pairs = edition.observations.occupations.map((code) => {
            return [employmentOf(edition, 'uk', code)?.count, previous && employmentOf(previous, 'uk', code)?.count] as const;
          });
          return [[`${placeOfRelease(edition.release)} uk`, pairs, previous?.release.name ?? '']];
        },
        { most: 0.5, least: 20 },
      ),
    ),
  ),
  check.knownIssue(
    'expected-figures',
    'Figures agree with other publications of the same survey.',
    ...expectedFigures.flatMap(expectation),
  ),
];
