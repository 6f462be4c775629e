// Wholes and their parts in ASHE: all employees with men and women or full-time and part-time, a group with the groups beneath it. A percentile of
// the whole lies between those of its parts, and a mean is that of its parts, weighted by their jobs.
import type { Related } from '#sources/kit/checks-relatives.ts';
import { type Band, once } from '#sources/kit/checks.ts';
import { type Measure, type Pattern, type Sex, measures } from '#schemas/codes.ts';
import { payColumns, payCvColumns } from '#schemas/pay-columns.ts';
import { round } from '#schemas/round.ts';
import { payQueries, payVariantIndex } from '#schemas/selections/select-pay.ts';
import { type PayRow, allEmployees } from '../reshape.ts';
import { type Edition, placeOfFigure } from './examined-tables.ts';
import { lastDecimal } from './impossible-cells.ts';
import { leastCompared } from './levels.ts';
import { at, columnsOfEstimates, mean, placeOfSame, tableAt } from './relatives-of-figures.ts';

type Split = readonly (readonly [Sex, Pattern])[];

/** The parts of each sex and pattern, of which all have jobs of their own. */
const splits: Readonly<Record<string, readonly Split[]>> = {
  'all all': [
    [
      ['male', 'all'],
      ['female', 'all'],
    ],
    [
      ['all', 'fulltime'],
      ['all', 'parttime'],
    ],
  ],
  'all fulltime': [
    [
      ['male', 'fulltime'],
      ['female', 'fulltime'],
    ],
  ],
  'all parttime': [
    [
      ['male', 'parttime'],
      ['female', 'parttime'],
    ],
  ],
  'male all': [
    [
      ['male', 'fulltime'],
      ['male', 'parttime'],
    ],
  ],
  'female all': [
    [
      ['female', 'fulltime'],
      ['female', 'parttime'],
    ],
  ],
};

/** By place in `payQueries`: the places of the parts of its sex and pattern. */
const placesOfParts = payQueries.map(({ measure, sex, pattern }) =>
  (splits[`${sex} ${pattern}`] ?? []).map((split) => split.map(([of, by]) => payVariantIndex({ measure, sex: of, pattern: by }))),
);

const jobs = payColumns.indexOf('jobsThousands');
const percentileColumns = columnsOfEstimates.filter((column) => column !== mean);

/** One row with the rows of its parts in the same measure. */
interface Whole {
  readonly place: number;
  readonly code: string;
  readonly row: PayRow;
  readonly parts: readonly { readonly place: number; readonly code: string; readonly row: PayRow }[];
  readonly of: string;
}

/** The groups beneath each group, by code. All employees are the whole of the major groups. */
export function groupsBeneath(codes: Iterable<string>): Map<string, string[]> {
  const all = [...codes].filter((code) => code !== allEmployees);
  return Map.groupBy(all, (code) => (code.length === 1 ? allEmployees : code.slice(0, -1)));
}

/** Every row of the United Kingdom whose parts are all there. */
const wholesOf = once((edition: Edition): readonly Whole[] => {
  const tables = edition.observations.tables.get('uk') ?? [];
  const wholes: Whole[] = [];
  for (const [place, table] of tables.entries()) {
    if (table === null) continue;
    const beneath = groupsBeneath(table.keys());
    for (const [code, row] of table) {
      for (const places of placesOfParts[place] ?? []) {
        const parts = places.flatMap((of) => {
          const part = tables[of]?.get(code);
          return part === undefined ? [] : [{ place: of, code, row: part }];
        });
        const [first] = places;
        const of = payQueries[first ?? 0]?.sex === payQueries[place]?.sex ? 'full-time and part-time' : 'men and women';
        if (parts.length === places.length) wholes.push({ place, code, row, parts, of });
      }
      const children = (beneath.get(code) ?? []).flatMap((child) => {
        const part = table.get(child);
        return part === undefined ? [] : [{ place, code: child, row: part }];
      });
      if (children.length > 1) wholes.push({ place, code, row, parts: children, of: 'the groups beneath it' });
    }
  }
  return wholes;
});

/** The percentiles that lie outside those of all their parts, with the nearest of these. */
export function* percentilesOutside(edition: Edition): Generator<Related> {
  for (const { place, code, row, parts, of } of wholesOf(edition, null)) {
    for (const column of percentileColumns) {
      const value = at(row, column);
      if (value === null || value <= 0) continue;
      let [least, most] = [Number.POSITIVE_INFINITY, 0];
      for (const part of parts) {
        const figure = at(part.row, column) ?? 0;
        least = Math.min(least, figure);
        most = Math.max(most, figure);
      }
      // A part that is withheld counts as 0, and nothing is compared.
      if (least === 0 || (value >= least && value <= most)) continue;
      const nearest = value < least ? least : most;
      yield {
        place: () => placeOfFigure(edition, tableAt(edition, 'uk', place), code, payColumns[column] ?? 'median'),
        value,
        nearest,
        of: `the nearest of ${of}`,
        times: value < least ? least / value : value / most,
      };
    }
  }
}

/** Hourly pay of several groups is weighted by their hours. */
const hoursOf: Partial<Record<Measure, Measure>> = { hourly_pay_gross: 'hours_paid_total', hourly_pay_excl_overtime: 'hours_paid_basic' };
/** Jobs are rounded to a thousand, hours to a tenth. */
const [roundingOfJobs, roundingOfHours] = [0.5, 0.05];

// Observed: up to 1.01 of the rounding.
const roundingAllowed = 1.2;

type MeanOfParts = readonly [place: () => string, what: string, found: number, expected: number, tolerance: number];

/** Every mean with the mean of its parts, weighted by their jobs, and how far rounding can make them differ. */
export function* meansOfParts(edition: Edition): Generator<MeanOfParts> {
  const tables = edition.observations.tables.get('uk') ?? [];
  for (const { place, code, row, parts, of } of wholesOf(edition, null)) {
    const [value, measure] = [at(row, mean), payQueries[place]?.measure];
    if (value === null || measure === undefined) continue;
    const hours = hoursOf[measure];
    let [all, sum] = [0, 0];
    const weighed: { readonly figure: number; readonly rounding: number }[] = [];
    for (const part of parts) {
      const [figure, count] = [at(part.row, mean), at(part.row, jobs)];
      const length = hours === undefined ? 1 : at(tables[placeOfSame(part.place, hours)]?.get(part.code), mean);
      if (figure === null || count === null || length === null) break;
      all += count * length;
      sum += count * length * figure;
      weighed.push({ figure, rounding: roundingOfJobs * length + (hours === undefined ? 0 : roundingOfHours * count) });
    }
    if (weighed.length < parts.length || all <= 0) continue;
    const expected = sum / all;
    // The whole and each part are off by half a unit of their last decimal.
    let tolerance = lastDecimal.get(measure) ?? 1;
    for (const { figure, rounding } of weighed) tolerance += (rounding * Math.abs(figure - expected)) / all;
    yield [
      () => placeOfFigure(edition, tableAt(edition, 'uk', place), code, 'mean'),
      `the mean, compared with ${of},`,
      value,
      expected,
      roundingAllowed * tolerance,
    ];
  }
}

type PayCvColumn = (typeof payCvColumns)[number];
type SumOfJobs = readonly [place: () => string, what: string, parts: readonly (number | null)[], whole: number | null, tolerance: number];

/** The jobs of every group with those of the groups beneath it. Each number is rounded to a thousand. */
export function* jobsBeneath(edition: Edition): Generator<SumOfJobs> {
  for (const { place, code, row, parts, of } of wholesOf(edition, null)) {
    if (parts[0]?.place !== place) continue;
    yield [
      () => placeOfFigure(edition, tableAt(edition, 'uk', place), code, 'jobsThousands'),
      `the jobs of ${of}`,
      parts.map((part) => at(part.row, jobs)),
      at(row, jobs),
      roundingOfJobs * (parts.length + 1),
    ];
  }
}

/**
 * The coefficients that are far larger or smaller than others of their measure and column, by the number of jobs: a coefficient falls with the
 * square root of the sample. Each with how many times the median of the column it is, if that lies outside the band.
 */
export function* coefficientsOutside(
  edition: Edition,
  wanted: (measure: Measure, column: PayCvColumn) => boolean,
  [least, most]: Band,
): Generator<[place: () => string, times: number]> {
  const tables = edition.observations.tables.get('uk') ?? [];
  const units = new Set(edition.observations.occupations);
  for (const { key: measure } of measures) {
    for (const [index, column] of payCvColumns.entries()) {
      if (!wanted(measure, column)) continue;
      const found: (readonly [place: number, code: string])[] = [];
      const scales: number[] = [];
      for (const [place, table] of tables.entries()) {
        if (payQueries[place]?.measure !== measure || table === null) continue;
        for (const [code, { cvs, values }] of table) {
          const [cv, count] = [cvs[index], values[jobs]];
          // Those above 100 % have a check of their own.
          if (typeof cv !== 'number' || cv <= 0 || cv > 100 || typeof count !== 'number' || count <= 0 || !units.has(code)) continue;
          found.push([place, code]);
          scales.push(cv * Math.sqrt(count));
        }
      }
      if (scales.length < leastCompared) continue;
      const usual = Float64Array.from(scales).sort()[Math.floor(scales.length / 2)] ?? 1;
      for (const [at, scale] of scales.entries()) {
        if (scale >= least * usual && scale <= most * usual) continue;
        const [place, code] = found[at] ?? [0, ''];
        yield [() => placeOfFigure(edition, tableAt(edition, 'uk', place), code, column), round(scale / usual, 4)];
      }
    }
  }
}
