// What must be true of a release before it is served. Only parts of real answers have been seen, so
// bounds come from them and from ONS's ad hoc table 3136 of the same survey. layout.ts finds every
// column; reshape.ts refuses unknown statuses, areas, codes and labels.
import * as check from '#sources/kit/checks.ts';
import { titleChecks } from '#sources/kit/checks-titles.ts';
import type { Check } from '#sources/kit/checks.ts';
import { placeOfRelease } from '#sources/kit/place.ts';
import type { Examined } from '#sources/kit/release.ts';
import { round } from '#schemas/round.ts';
// Figures read in parts of answers, each with its interval if that was there; those of 2026-03 are
// quoted by a user of the service. The publisher may revise them.
import anchors from './data/anchors.json' with { type: 'json' };
import {
  type Row,
  type Rows,
  answersIn,
  areaSlugs,
  layout,
  queries,
  rowsExpected,
} from './layout.ts';
import {
  type EmploymentObservations,
  type Who,
  codeOf,
  coefficientOfVariation,
  total,
} from './reshape.ts';

type Edition = Examined<Rows, EmploymentObservations>;

/** `aps-employment 2026-06 uk 2134 female`, for findings about more than one cell. */
function placeOfGroup({ release }: Edition, who: Who, code: string): string {
  const [area, part] = areaSlugs.some((slug) => slug === who) ? [who, ''] : ['uk', ` ${who}`];
  return `${placeOfRelease(release)} ${area} ${code === total ? 'Total' : code}${part}`;
}

/** The number of people; null if it is withheld. */
const countOf = ({ observations: { tables } }: Edition, who: Who, code: string) =>
  tables.get(who)?.get(code)?.count ?? null;

/**
 * How far the sum of these parts of a group is outside its people in the United Kingdom. A withheld
 * part may be of any size.
 */
const addUp = (what: string, parts: readonly Who[], band: check.Band) =>
  check.within<Edition>(
    `the sum of ${what} less the whole`,
    (edition) =>
      [total, ...edition.observations.occupations].map((code) => {
        const whole = countOf(edition, 'uk', code);
        const counts = parts.flatMap((part) => countOf(edition, part, code) ?? []);
        const beyond = whole === null ? null : counts.reduce((sum, count) => sum + count, -whole);
        return [
          placeOfGroup(edition, 'uk', code),
          beyond !== null && counts.length < parts.length ? Math.max(0, beyond) : beyond,
        ];
      }),
    band,
    { unit: 'people' },
  );

/** CV × √count of every figure, by area and part. */
function* constantsOfCv(edition: Edition): Generator<[place: () => string, constant: number]> {
  for (const [who, estimates] of edition.observations.tables)
    for (const [code, { count, interval }] of estimates) {
      const cv =
        count === null || count === 0 || interval === null
          ? null
          : coefficientOfVariation(count, interval);
      if (cv !== null && count !== null)
        yield [() => placeOfGroup(edition, who, code), round(cv * Math.sqrt(count))];
    }
}

/** The series of a row. Each series has every occupation once. */
function seriesOf(row: Row): string {
  return [row.kind, row.geography, row.sex, row.hours, row.status, row.measures].join(' | ');
}

const labelOf = (code: string | null) => (code === total ? 'Total' : (code ?? ''));

export const checks: readonly Check<Rows, EmploymentObservations>[] = [
  ...titleChecks<Rows, EmploymentObservations>((edition) =>
    queries.map(({ name }) =>
      layout.rowsOf(edition.rows, name).map((row) => ({
        place: () => layout.placeOf(edition, row, 'occupation'),
        code: codeOf(row.occupation) ?? '',
        title: row.occupation.slice(7),
      })),
    ),
  ),
  check.block(
    'rows-complete',
    'Each answer has as many rows as the query asks for (4,130, 2,478, 2,478 and ' +
      '3,304), and as many as the answer states.',
    check.agree((edition) =>
      queries.flatMap((query) => {
        const rows = layout.rowsOf(edition.rows, query.name);
        const place = layout.placeOf(edition, query.name);
        const stated = new Set(rows.map((row) => row.recordCount));
        // Otherwise the service has cut the answer.
        return [
          {
            place,
            found: `${rows.length}`,
            expected: `${rowsExpected(query)}`,
            what: 'the rows, as asked for',
          },
          {
            place,
            found: `${rows.length}`,
            expected: [...stated].join(' or '),
            what: 'the rows, as the answer states',
          },
        ];
      }),
    ),
  ),
  check.block(
    'one-period',
    'All answers are of one period, and it is the period in the name of the release.',
    check.agree((edition) => {
      const expected =
        `${edition.release.name.replace('sample-', '').slice(0, 7)} ` +
        `(${edition.observations.period})`;
      return answersIn(edition.rows).map((row) => ({
        place: () => layout.placeOf(edition, row, 'date'),
        found: `${row.date} (${row.period})`,
        expected,
      }));
    }),
  ),
  check.block(
    'units-complete',
    'Each area, category and measure has every unit group once and one total.',
    check.unique('figure', (edition) =>
      answersIn(edition.rows).map((row) => [
        () => layout.placeOf(edition, row),
        `${seriesOf(row)} | ${labelOf(codeOf(row.occupation))}`,
      ]),
    ),
    check.complete(
      'rows',
      ({ release, rows, observations }) =>
        [...Map.groupBy(answersIn(rows), seriesOf)].map(([series, ofSeries]) => {
          const labelsInAnswer = new Set(ofSeries.map((row) => labelOf(codeOf(row.occupation))));
          return {
            place: `${placeOfRelease(release)} ${series}`,
            found: labelsInAnswer,
            expected: [total, ...observations.occupations].map(labelOf),
          };
        }),
      { open: true },
    ),
  ),
  check.block(
    'labels',
    'The measure is "Count", and both sexes together are called "All persons".',
    check.agree(function* (edition) {
      for (const row of answersIn(edition.rows)) {
        const placeOf = (column: 'measure' | 'sex') => () => layout.placeOf(edition, row, column);
        yield { place: placeOf('measure'), found: row.measure, expected: 'Count' };
        if (row.kind === 'employment')
          yield { place: placeOf('sex'), found: row.sex, expected: 'All persons' };
      }
    }),
  ),
  check.block(
    'total-plausible',
    "The United Kingdom's total is published, and is 30 to 37 million. A total outside " +
      'has another unit, measure or population.',
    // 31.90, 32.39, 32.73 and 32.70 million in 2021 to 2024, without two small sections of industry
    // and people who state none (3136).
    check.within(
      "the United Kingdom's total",
      (edition) => [[placeOfGroup(edition, 'uk', total), countOf(edition, 'uk', total)]],
      [30_000_000, 37_000_000],
      { required: true },
    ),
  ),
  check.block(
    'units-add-up',
    "The unit groups make 95 to 101% of the United Kingdom's total. The rest is " +
      'withheld or states no occupation.',
    check.within(
      'the share of the unit groups',
      (edition) => {
        const units = edition.observations.occupations.reduce(
          (sum, code) => sum + (countOf(edition, 'uk', code) ?? 0),
          0,
        );
        return [
          [
            placeOfGroup(edition, 'uk', total),
            check.percentOf(units, countOf(edition, 'uk', total)),
          ],
        ];
      },
      [95, 101],
      { unit: '%' },
    ),
  ),
  check.block(
    'cv-law',
    'CV × √count of every figure is 350 to 10,000: a count and its interval belong ' +
      'together (quoted figures give 1,532 to 2,052).',
    check.within('CV × √count', constantsOfCv, [350, 10_000]),
  ),
  check.block(
    'nations-add-up',
    'The nations of a group add up to its people in the United Kingdom, and to at most ' +
      'as many if one is withheld, within 250 for rounding.',
    addUp('the nations', areaSlugs.slice(1), check.eitherWay(250)),
  ),
  check.block(
    'parts-below-whole',
    'Women and men add up to the whole, full-time and part-time add up to it, employees ' +
      'and self-employed do not exceed it, each within 200.',
    // Each figure is rounded to 100 by itself, so a whole and its two parts can differ by 150.
    // Family workers count neither as self-employed nor as employees.
    addUp('women and men', ['female', 'male'], check.eitherWay(200)),
    addUp('part-time and full-time', ['partTime', 'fullTime'], check.eitherWay(200)),
    addUp('self-employed and employees', ['selfEmployed', 'employees'], check.atMost(200)),
  ),
  check.knownIssue(
    'expected-figures',
    'Figures equal those read in parts of real answers.',
    check.agree(function* (edition) {
      for (const { release, who, group, count, interval } of anchors) {
        if (release !== edition.release.name) continue;
        const estimate = edition.observations.tables.get(who as Who)?.get(group);
        const place = placeOfGroup(edition, who as Who, group);
        yield { place, found: estimate?.count, expected: count, what: 'the count' };
        if (interval !== undefined)
          yield { place, found: estimate?.interval, expected: interval, what: 'the interval' };
      }
    }),
  ),
];
