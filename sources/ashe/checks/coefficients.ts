// How large the coefficients of variation of ASHE can be beside one another. The coefficient of a product or of a sum is at most what those
// of its parts give. The coefficient of a percentile is near what its neighbours, other measures, other sheets and the percentiles beside it give.
import { once } from '#sources/kit/checks.ts';
import type { Finding } from '#sources/kit/source.ts';
import { type Measure, measures } from '#schemas/codes.ts';
import { payColumns, payCvColumns } from '#schemas/pay-columns.ts';
import { round } from '#schemas/round.ts';
import { payQueries } from '#schemas/selections/select-pay.ts';
import type { PayRow } from '../reshape.ts';
import { type Edition, placeOfFigure } from './examined-tables.ts';
import { products } from './identities.ts';
import { lastDecimal } from './impossible-cells.ts';
import { sumsOfMeasures } from './looks.ts';
import { type Rows, at, groupsOf, mean, percentiles, placeOfSame, sameOf, siblingsOf, tableAt } from './relatives-of-figures.ts';

const cvOfMean = payCvColumns.indexOf('mean');

/** A mean with its coefficient, and by how much that is rounded at most: from 10 % on it is a whole number. */
interface Mean {
  readonly figure: number | null;
  readonly cv: number;
  readonly half: number;
}

function meanOf(row: PayRow | undefined): Mean | null {
  const cv = row?.cvs[cvOfMean] ?? null;
  return cv === null ? null : { figure: at(row, mean), cv, half: cv < 10 ? 0.05 : 0.5 };
}

/** The most that the coefficient of a mean can be, in percent. */
type Bound = readonly [measure: Measure, most: number, of: string];

/** Weekly pay is hourly pay by hours, so no coefficient of the three is larger than the other two together. */
function* boundsOfProduct(rows: Rows, place: number, { weekly, hourly, hours }: (typeof products)[number]): Generator<Bound> {
  const all = [weekly, hourly, hours].map((measure) => ({ measure, of: meanOf(sameOf(rows, place, measure)) }));
  for (const { measure } of all) {
    const others = all.filter((other) => other.measure !== measure);
    const parts = others.flatMap(({ of }) => (of === null ? [] : [of.cv + of.half]));
    if (parts.length === 2) yield [measure, (parts[0] ?? 0) + (parts[1] ?? 0), others.map((other) => other.measure).join(' and ')];
  }
}

/** A part or the whole of a sum errs by at most what the other two err together. Overtime may be withheld: it is the rest. */
function* boundsOfSum(rows: Rows, place: number, { whole, parts: [basic, overtime] }: (typeof sumsOfMeasures)[number]): Generator<Bound> {
  const [all, own, rest] = [whole, basic, overtime].map((measure) => meanOf(sameOf(rows, place, measure)));
  if (!all || !own || !rest || all.figure === null || own.figure === null) return;
  // The figures are rounded to a tenth.
  const errorOf = ({ cv, half }: Mean, figure: number) => (cv + half) * (figure + 0.1);
  const errorOfRest = errorOf(rest, rest.figure ?? all.figure - own.figure);
  if (all.figure > 0) yield [whole, (errorOf(own, own.figure) + errorOfRest) / (all.figure - 0.05), `${basic} and ${overtime}`];
  if (own.figure > 0) yield [basic, (errorOf(all, all.figure) + errorOfRest) / (own.figure - 0.05), `${whole} and ${overtime}`];
}

/** The places in `payQueries` of products and sums, with the bounds of their coefficients. */
const bounded = payQueries.flatMap(({ measure }, place) => [
  ...products
    .filter(({ weekly }) => weekly === measure)
    .map((product) => [place, (rows: Rows) => boundsOfProduct(rows, place, product)] as const),
  ...sumsOfMeasures.filter(({ whole }) => whole === measure).map((sum) => [place, (rows: Rows) => boundsOfSum(rows, place, sum)] as const),
]);

// Observed at most 0.997 of it.
const boundAllowed = 1.02;

/** The coefficients of means that are larger than those of the other two of a product or a sum allow. */
export function* coefficientsTooLarge(edition: Edition): Generator<Finding> {
  for (const { area, code, rows } of groupsOf(edition, null, ['uk'])) {
    for (const [place, boundsOf] of bounded) {
      for (const [measure, most, of] of boundsOf(rows)) {
        const own = meanOf(sameOf(rows, place, measure));
        if (own === null || own.cv - own.half <= most * boundAllowed) continue;
        yield {
          place: placeOfFigure(edition, tableAt(edition, area, placeOfSame(place, measure)), code, 'mean'),
          message: `the coefficient of the mean is ${own.cv} %, expected at most ${round(most, 1)} %, which those of ${of} give together`,
          times: own.cv / most,
        };
      }
    }
  }
}

const [valuesOf, cvsOf] = [percentiles.map((name) => payColumns.indexOf(name)), percentiles.map((name) => payCvColumns.indexOf(name))];
const sharesBelow = percentiles.map((name) => (name === 'median' ? 0.5 : Number(name.slice(1)) / 100));
const [jobs, cvOfJobs] = [payColumns.indexOf('jobsThousands'), payCvColumns.indexOf('jobsThousands')];

/** Measures of the same work, whose coefficients rise and fall together. */
const likeMeasures = new Map<Measure, readonly Measure[]>(
  measures.map(({ key }) => [
    key,
    key === 'overtime_pay' ? ['hours_paid_overtime'] : key === 'hours_paid_overtime' ? ['overtime_pay'] : siblingsOf(key),
  ]),
);

/** By place in `payQueries`: the sheets of the same measure that count a part of the same jobs, or more. */
const sheetsBeside = payQueries.map(({ measure, sex, pattern }) =>
  payQueries.flatMap((other, place) => {
    const isBeside =
      other.measure === measure &&
      ((other.sex === sex && (other.pattern === 'all') !== (pattern === 'all')) ||
        (other.pattern === pattern && (other.sex === 'all') !== (sex === 'all')));
    return isBeside ? [place] : [];
  }),
);
/** Sheets that share fewer jobs say little about each other. */
const leastShared = 0.75;

/** Coefficients are compared by their logarithms. Smaller ones than this count as large as it, because their rounding is coarse. */
const leastCv = 0.4;
const logOf = (cv: number | null | undefined) => (cv === null || cv === undefined ? Number.NaN : Math.log(Math.max(cv, leastCv)));

/** The logarithms of a row's coefficients, by place in `percentiles`. What is not printed is NaN, here and in all that is computed of it. */
type Logs = readonly number[];

const nothing: Logs = percentiles.map(() => Number.NaN);
const logsOf = (row: PayRow | undefined): Logs => (row === undefined ? nothing : cvsOf.map((column) => logOf(row.cvs[column])));

/** The mean of the neighbours of a percentile; of one if the other is not printed. */
function besideOf(logs: Logs, column: number): number {
  const [left, right] = [logs[column - 1] ?? Number.NaN, logs[column + 1] ?? Number.NaN];
  return Number.isNaN(left) ? right : Number.isNaN(right) ? left : (left + right) / 2;
}

/** How far a coefficient follows the difference of its neighbours from those of the other table. */
const followed = 0.5;

/** What the same coefficient in another table gives, moved by half of what the neighbours differ. */
function byOther(own: Logs, other: Logs, column: number): number {
  const same = other[column] ?? Number.NaN;
  if (Number.isNaN(same)) return same;
  const left = (own[column - 1] ?? Number.NaN) - (other[column - 1] ?? Number.NaN);
  const right = (own[column + 1] ?? Number.NaN) - (other[column + 1] ?? Number.NaN);
  const apart = Number.isNaN(left) ? right : Number.isNaN(right) ? left : (left + right) / 2;
  return Number.isNaN(apart) ? same : same + followed * apart;
}

/** A percentile of a row; 0 if it is withheld, or there is no such column. */
const figureIn = (row: PayRow, column: number) => at(row, valuesOf[column] ?? -1) ?? 0;

// In the published tables the coefficients are 0.9 of what this formula gives.
const usualOfDistance = 0.9;

/**
 * What the distance of the percentiles beside it gives: the number of jobs below a percentile is as uncertain as that number of jobs is, and
 * the percentile moves by as much as lies between.
 */
function byDistance(row: PayRow, column: number, measure: Measure): number {
  const [value, below, above] = [figureIn(row, column), figureIn(row, column - 1), figureIn(row, column + 1)];
  const uncertain = row.cvs[cvOfJobs] ?? null;
  if (value === 0 || below === 0 || above === 0 || uncertain === null) return Number.NaN;
  const [least, share] = [lastDecimal.get(measure) ?? 1, sharesBelow[column] ?? 0];
  const left = Math.max(least, value - below) / (share - (sharesBelow[column - 1] ?? 0));
  const right = Math.max(least, above - value) / ((sharesBelow[column + 1] ?? 1) - share);
  return logOf((usualOfDistance * uncertain * Math.sqrt(share * left * right)) / value);
}

export interface ExpectedCoefficient {
  readonly measure: Measure;
  readonly place: () => string;
  readonly value: number;
  readonly expected: number;
  /** How far apart they are, in the spread of what leads to the expected one and a fifth, both of logarithms. */
  readonly apart: number;
}

/** Fewer say too little of how far they usually differ. */
const leastExpectations = 3;
const leastSpread = 0.2;
/** The least distance that any check asks about. */
const leastApart = 1.2;

/** The coefficients of percentiles of unit groups that are far from what other cells give. */
export const unexpectedCoefficients = once((edition: Edition): readonly ExpectedCoefficient[] => {
  const found: ExpectedCoefficient[] = [];
  const units = new Set(edition.observations.occupations);
  for (const { area, code, rows } of groupsOf(edition, null, ['uk'])) {
    if (!units.has(code)) continue;
    const logs = rows.map(logsOf);
    for (const [place, row] of rows.entries()) {
      const [measure, own] = [payQueries[place]?.measure, logs[place]];
      if (row === undefined || measure === undefined || own === undefined) continue;
      const others = [...(likeMeasures.get(measure) ?? []).map((like) => placeOfSame(place, like)), ...mostShared(rows, place)].map(
        (other) => logs[other] ?? nothing,
      );
      for (const [column, log] of own.entries()) {
        if (Number.isNaN(log)) continue;
        let [given, sum, squares] = [0, 0, 0];
        for (let at = -2; at < others.length; at += 1) {
          const other =
            at === -2 ? besideOf(own, column) : at === -1 ? byDistance(row, column, measure) : byOther(own, others[at] ?? nothing, column);
          if (Number.isNaN(other)) continue;
          given += 1;
          sum += other;
          squares += other * other;
        }
        if (given < leastExpectations) continue;
        const expected = sum / given;
        const spread = Math.sqrt(Math.max(0, squares / given - expected ** 2));
        const apart = Math.abs(log - expected) / (leastSpread + spread);
        if (apart < leastApart) continue;
        const name = percentiles[column] ?? 'median';
        const value = row.cvs[cvsOf[column] ?? -1] ?? 0;
        const where = () => placeOfFigure(edition, tableAt(edition, area, place), code, name);
        found.push({ measure, place: where, value, expected: Math.exp(expected), apart });
      }
    }
  }
  return found;
});

/** The place of the sheet that shares the most jobs with the one at `place`, if they share enough. */
function mostShared(rows: Rows, place: number): readonly number[] {
  const own = at(rows[place], jobs);
  if (own === null) return [];
  let [found, most]: [readonly number[], number] = [[], leastShared];
  for (const other of sheetsBeside[place] ?? []) {
    const count = at(rows[other], jobs);
    if (count === null || count <= 0) continue;
    const share = Math.min(own, count) / Math.max(own, count);
    if (share >= most) [found, most] = [[other], share];
  }
  return found;
}
