// What several tables of ASHE say of the same people: jobs, sums of means, figures that differ little from one measure to the next.
import { Nearest, type Related } from '#sources/kit/checks-relatives.ts';
import { once } from '#sources/kit/checks.ts';
import { type Measure, measuresWithZeroes } from '#schemas/codes.ts';
import type { PayColumn } from '#schemas/pay-columns.ts';
import type { PayQuery } from '#schemas/selections/select-pay.ts';
import { regionSlugs } from '../reshape.ts';
import {
  type Edition,
  type Table,
  cellOf,
  cvOf,
  estimates,
  figure,
  percentiles,
  placeOfFigure,
  predecessor,
  quotient,
  rowsOf,
  sheetOf,
  siblingsOf,
  tablesOf,
} from './examined-tables.ts';

type Place = () => string;

/** Tables of annual pay count employees in the same job for more than a year, so they have numbers of jobs of their own. */
const annualMeasures: readonly Measure[] = ['annual_pay_gross', 'annual_pay_incentive'];

/** The jobs of every row and their coefficient, each with the one in the first table that counts the same jobs. */
export function* jobsOfRows(
  edition: Edition,
): Generator<[place: Place, found: number | string | null, expected: number | string | null, what: string]> {
  for (const table of tablesOf(edition, ['uk'])) {
    const query: PayQuery = {
      ...table.query,
      measure: annualMeasures.includes(table.query.measure) ? 'annual_pay_gross' : 'weekly_pay_gross',
    };
    const model = rowsOf(edition, 'uk', query);
    const compared = `compared with ${sheetOf(query, 14).printedAs}`;
    for (const [code, row] of table.rows) {
      const [place, other] = [() => placeOfFigure(edition, table, code, 'jobsThousands'), model.get(code)];
      yield [place, cellOf(row, 'jobsThousands') ?? null, cellOf(other, 'jobsThousands') ?? null, `thousand jobs, ${compared}`];
      yield [place, cvOf(row, 'jobsThousands'), cvOf(other, 'jobsThousands'), `the coefficient of the jobs, ${compared}`];
    }
  }
}

type Sum = [place: Place, what: string, parts: (number | null)[], whole: number | null, tolerance: number];

/** Parts of every table, in the same column: other sheets of its measure, or the same sheet of other measures. */
function* sumsOf(
  edition: Edition,
  isWhole: (query: PayQuery) => boolean,
  parts: readonly Partial<PayQuery>[],
  column: PayColumn,
  { what, tolerance }: { readonly what: string; readonly tolerance: number },
): Generator<Sum> {
  for (const table of tablesOf(edition, ['uk']).filter(({ query }) => isWhole(query))) {
    const tables = parts.map((of) => rowsOf(edition, 'uk', { ...table.query, ...of }));
    for (const [code, row] of table.rows) {
      const figures = tables.map((rows) => figure(rows.get(code), column));
      yield [() => placeOfFigure(edition, table, code, column), what, figures, figure(row, column), tolerance];
    }
  }
}

/** The jobs of men and women, and of full-time and part-time employees, with those of all. */
export function* sumsOfJobs(edition: Edition): Generator<Sum> {
  const ofAll = ({ sex, pattern }: PayQuery) => sex === 'all' && pattern === 'all';
  // Each number is rounded to a thousand. Observed: two parts miss their sum by 1.
  const by = (what: string, parts: readonly Partial<PayQuery>[]) => sumsOf(edition, ofAll, parts, 'jobsThousands', { what, tolerance: 2 });
  yield* by('men and women', [{ sex: 'male' }, { sex: 'female' }]);
  yield* by('full-time and part-time', [{ pattern: 'fulltime' }, { pattern: 'parttime' }]);
}

/** The means that are the sum of those of two other measures. */
export function* sumsOfMeans(edition: Edition): Generator<Sum> {
  const sums: readonly (readonly [whole: Measure, ...parts: Measure[]])[] = [
    ['hours_paid_total', 'hours_paid_basic', 'hours_paid_overtime'],
    ['weekly_pay_gross', 'weekly_pay_excl_overtime', 'overtime_pay'],
  ];
  for (const [whole, ...parts] of sums)
    yield* sumsOf(
      edition,
      ({ measure }) => measure === whole,
      parts.map((measure) => ({ measure })),
      'mean',
      // Three means, each rounded to 0.1, can miss by 0.15; 0.1 has been observed.
      { what: parts.join(' and '), tolerance: 0.15 },
    );
}

/** The figures of a group in the other measures, in the same area and sheet. */
type Beside = (measure: Measure, column: PayColumn) => number | null;

/** What other measures make of a figure. */
export interface Relation {
  readonly of: string;
  readonly figure: (beside: Beside, column: PayColumn) => number | null;
}

const product = (a: number | null, b: number | null) => (a === null || b === null ? null : a * b);
const hourlyByHours: Relation = {
  of: 'hourly pay by mean hours',
  figure: (beside, column) => product(beside('hourly_pay_gross', column), beside('hours_paid_total', 'mean')),
};
const weeklyByHours: Relation = {
  of: 'weekly pay by mean hours',
  figure: (beside, column) => quotient(beside('weekly_pay_gross', column), beside('hours_paid_total', 'mean')),
};
const weeklyByHourly: Relation = {
  of: 'weekly pay by hourly pay',
  figure: (beside, column) => quotient(beside('weekly_pay_gross', column), beside('hourly_pay_gross', column)),
};

export const relations: Partial<Record<Measure, Relation>> = {
  weekly_pay_gross: hourlyByHours,
  weekly_pay_excl_overtime: hourlyByHours,
  basic_pay_incl_other: hourlyByHours,
  hourly_pay_gross: weeklyByHours,
  hourly_pay_excl_overtime: weeklyByHours,
  hours_paid_total: weeklyByHourly,
  hours_paid_basic: weeklyByHourly,
  annual_pay_gross: { of: '52 times weekly pay', figure: (beside, column) => product(beside('weekly_pay_gross', column), 52) },
  overtime_pay: {
    of: 'overtime hours by hourly pay',
    figure: (beside, column) => product(beside('hours_paid_overtime', column), beside('hourly_pay_excl_overtime', 'median')),
  },
  hours_paid_overtime: {
    of: 'overtime pay by hourly pay',
    figure: (beside, column) => quotient(beside('overtime_pay', column), beside('hourly_pay_excl_overtime', 'median')),
  },
};

export function besideOf(edition: Edition, { area, query }: Table, code: string): Beside {
  return (measure, column) => figure(rowsOf(edition, area, { ...query, measure }).get(code), column);
}

/** A percentile's neighbours; the median beside the mean. */
function neighboursOf(column: (typeof estimates)[number]): readonly PayColumn[] {
  const place = percentiles.findIndex((percentile) => percentile === column);
  return place < 0 ? ['median'] : [percentiles[place - 1], percentiles[place + 1]].filter((name) => name !== undefined);
}
const neighbours = estimates.map(neighboursOf);

interface RelatedFigure extends Related {
  readonly measure: Measure;
}

/** The least factor that a check asks about. */
const leastTimes = 4;

/** The figures that lie far from all their relatives. */
export const farFigures = once((edition: Edition, previous: Edition | null): readonly RelatedFigure[] => {
  const [far, near]: [RelatedFigure[], Nearest] = [[], new Nearest()];
  const past = predecessor(edition, previous);
  for (const table of tablesOf(edition)) {
    const { area, query, rows } = table;
    const { measure } = query;
    const siblings = siblingsOf(measure).map((sibling) => [sibling, rowsOf(edition, area, { ...query, measure: sibling })] as const);
    const before = rowsOf(past, area, query);
    const relation = relations[measure];
    for (const [code, row] of rows)
      for (const [index, column] of estimates.entries()) {
        const value = figure(row, column);
        if (value === null || value === 0 || (column === 'mean' && measuresWithZeroes.includes(measure))) continue;
        near.begin(value);
        for (const [sibling, other] of siblings) near.beside(figure(other.get(code), column), sibling);
        near.beside(figure(before.get(code), column), `the same figure in ${past?.release.name}`);
        // Most figures have a near relative, and a million figures are to be looked at.
        if (near.times < leastTimes) continue;
        const beside = besideOf(edition, table, code);
        if (relation !== undefined) near.beside(relation.figure(beside, column), relation.of);
        if (relation === hourlyByHours) near.beside(beside('annual_pay_gross', column), 'annual pay by 52', 1 / 52);
        for (const other of neighbours[index] ?? []) near.beside(figure(row, other), other);
        if (area !== 'uk') near.beside(figure(rowsOf(edition, 'uk', query).get(code), column), 'the United Kingdom');
        if (near.times < leastTimes || near.times === Number.POSITIVE_INFINITY) continue;
        const place = () => placeOfFigure(edition, table, code, column);
        far.push({ measure, place, value, nearest: near.nearest, of: near.of, times: near.times });
      }
  }
  return far;
});

/** The figures of the United Kingdom that have siblings, with the nearest of these. */
export function* figuresBesideSiblings(edition: Edition): Generator<Related> {
  const near = new Nearest();
  for (const table of tablesOf(edition, ['uk'])) {
    const siblings = siblingsOf(table.query.measure).map(
      (measure) => [measure, rowsOf(edition, 'uk', { ...table.query, measure })] as const,
    );
    for (const [code, row] of siblings.length === 0 ? [] : table.rows)
      for (const column of estimates) {
        const value = figure(row, column);
        if (value === null || value === 0) continue;
        near.begin(value);
        for (const [measure, rows] of siblings) near.beside(figure(rows.get(code), column), measure);
        if (near.times === Number.POSITIVE_INFINITY) continue;
        yield { place: () => placeOfFigure(edition, table, code, column), value, nearest: near.nearest, of: near.of, times: near.times };
      }
  }
}

/** The medians and means of every area of Table 15, each with the same figure of the United Kingdom. */
export function* averagesOfAreas(edition: Edition): Generator<Related> {
  const near = new Nearest();
  for (const table of tablesOf(edition, regionSlugs).filter(({ query }) => !measuresWithZeroes.includes(query.measure))) {
    const uk = rowsOf(edition, 'uk', table.query);
    for (const [code, row] of table.rows)
      for (const column of ['median', 'mean'] as const) {
        const value = figure(row, column);
        if (value === null || value === 0) continue;
        near.begin(value);
        near.beside(figure(uk.get(code), column), 'the United Kingdom');
        if (near.times === Number.POSITIVE_INFINITY) continue;
        yield { place: () => placeOfFigure(edition, table, code, column), value, nearest: near.nearest, of: near.of, times: near.times };
      }
  }
}

/** The jobs of every unit group of the United Kingdom with those of the areas of Table 15 that are published. */
export function* jobsOfAreas(edition: Edition) {
  if (edition.observations.areas.length === 1) return;
  for (const table of tablesOf(edition, ['uk'])) {
    const ofAreas = regionSlugs.map((area) => rowsOf(edition, area, table.query));
    for (const code of edition.observations.occupations) {
      const uk = figure(table.rows.get(code), 'jobsThousands');
      const parts = ofAreas.flatMap((rows) => figure(rows.get(code), 'jobsThousands') ?? []);
      const sum = parts.reduce((total, jobs) => total + jobs, 0);
      if (uk !== null && parts.length > 0)
        yield { place: () => placeOfFigure(edition, table, code, 'jobsThousands'), uk, count: parts.length, sum };
    }
  }
}
