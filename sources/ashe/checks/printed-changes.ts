// The changes that ASHE prints beside the median and the mean: each leads back to the year before, and is like those of other measures.
import { once } from '#sources/kit/checks.ts';
import { round } from '#schemas/round.ts';
import type { Measure } from '#schemas/codes.ts';
import { payQueries, payVariantIndex } from '#schemas/selections/select-pay.ts';
import { placeOf } from '#sources/kit/place.ts';
import type { Finding } from '#sources/kit/source.ts';
import { type Edition, placeOfFigure, sheetOf, tablesOf, yearBefore } from './examined-tables.ts';
import { leastCompared } from './levels.ts';
import { at, groupsOf, mean, median, placeOfSame, quotient, sameOf, tableAt } from './relatives-of-figures.ts';

/** Tables whose two printed changes fit each other's figures better than their own: the columns are swapped. */
export function swappedChanges(edition: Edition, previous: Edition | null): Finding[] {
  const before = yearBefore(edition, previous)?.observations.tables.get('uk');
  if (before === undefined) return [];
  return tablesOf(edition, ['uk']).flatMap((table): Finding[] => {
    let [compared, own, crossed] = [0, 0, 0];
    const old = before[payVariantIndex(table.query)];
    for (const [code, row] of table.rows) {
      const change = (column: number) => quotient(at(row, column), at(old?.get(code), column));
      const [ofMedian, ofMean] = [change(median), change(mean)];
      const [printedMedian, printedMean] = [at(row, median + 1), at(row, mean + 1)];
      if (ofMedian === null || ofMean === null || printedMedian === null || printedMean === null) continue;
      compared += 1;
      // A single group that has been revised by much must not decide.
      const apart = (print: number, times: number) => Math.min(10, Math.abs(print - 100 * (times - 1)));
      own += apart(printedMedian, ofMedian) + apart(printedMean, ofMean);
      crossed += apart(printedMean, ofMedian) + apart(printedMedian, ofMean);
    }
    if (compared < leastCompared || own <= mostCrossed * crossed) return [];
    const message = `the printed changes of ${compared} groups fit the other column as well as their own (${round(own / crossed, 2)}), expected at most ${mostCrossed}`;
    return [{ place: placeOf(edition.release, sheetOf(table.query, 14)), message }];
  });
}

// 0.09 to 0.66 in the tables of 2023 and 2024; 1.5 or more if the columns are swapped.
const mostCrossed = 0.85;

/** A printed change with the nearest of its relatives: its own figures, the change of the other average, of the other measures. */
export interface RelatedChange {
  readonly place: () => string;
  readonly measure: Measure;
  readonly printed: number;
  readonly nearest: number;
  /** Whether the year before has the figure that it is a change of. Then `unexpectedChanges` knows more of it. */
  readonly isTraced: boolean;
  /** Points apart for each ten points and the smaller of both: a change of 60 may be 70 sooner than one of 0 may be 10. */
  readonly apart: number;
}

const likeChanges: Partial<Record<Measure, readonly Measure[]>> = {
  weekly_pay_gross: ['weekly_pay_excl_overtime', 'basic_pay_incl_other', 'hourly_pay_gross', 'annual_pay_gross'],
  weekly_pay_excl_overtime: ['weekly_pay_gross', 'basic_pay_incl_other', 'hourly_pay_excl_overtime'],
  basic_pay_incl_other: ['weekly_pay_gross', 'weekly_pay_excl_overtime', 'hourly_pay_excl_overtime'],
  overtime_pay: ['hours_paid_overtime'],
  hourly_pay_gross: ['hourly_pay_excl_overtime', 'weekly_pay_gross'],
  hourly_pay_excl_overtime: ['hourly_pay_gross', 'weekly_pay_excl_overtime'],
  annual_pay_gross: ['weekly_pay_gross', 'hourly_pay_gross'],
  hours_paid_total: ['hours_paid_basic'],
  hours_paid_basic: ['hours_paid_total'],
  hours_paid_overtime: ['overtime_pay'],
};

const leastApart = 0.5;

/** The printed changes of the United Kingdom that lie far from all that they can be compared with. */
export const farChanges = once((edition: Edition, previous: Edition | null): readonly RelatedChange[] => {
  const far: RelatedChange[] = [];
  const past = yearBefore(edition, previous);
  // Without it, a change of incentive pay has nothing to be compared with.
  if (past === null) return far;
  for (const { area, code, rows, before } of groupsOf(edition, past, ['uk'])) {
    for (const [place, row] of rows.entries()) {
      const query = payQueries[place];
      if (row === undefined || query === undefined) continue;
      for (const average of [median, mean]) {
        const print = at(row, average + 1);
        if (print === null) continue;
        let [apart, nearest] = [Number.POSITIVE_INFINITY, 0];
        const compare = (other: number | null) => {
          if (other === null) return;
          const distance = Math.abs(print - other) / (10 + Math.min(Math.abs(print), Math.abs(other)));
          if (distance < apart) [apart, nearest] = [distance, other];
        };
        for (const other of likeChanges[query.measure] ?? []) compare(at(sameOf(rows, place, other), average + 1));
        if (apart < leastApart) continue;
        const own = quotient(at(row, average), at(before[place], average));
        compare(own === null ? null : 100 * (own - 1));
        compare(at(row, (average === median ? mean : median) + 1));
        if (apart < leastApart || apart === Number.POSITIVE_INFINITY) continue;
        const table = tableAt(edition, area, place);
        const column = average === median ? 'medianChangePercent' : 'meanChangePercent';
        far.push({
          place: () => placeOfFigure(edition, table, code, column),
          measure: query.measure,
          printed: print,
          nearest,
          isTraced: own !== null,
          apart,
        });
      }
    }
  }
  return far;
});

/** A printed change with the one that it is expected to be. */
export interface ExpectedChange {
  readonly place: () => string;
  readonly measure: Measure;
  readonly of: 'median' | 'mean';
  readonly printed: number;
  readonly expected: number;
  /** How many times the figure of the year before that the printed change leads to is the one that the expected change leads to, or the other way round. */
  readonly times: number;
}

/** The least factor that any check asks about. */
const leastTimes = 1.05;

/**
 * The printed changes of the United Kingdom that do not lead back to the edition before. A change is computed from the figure of the year before
 * as it was revised. A revision moves the figures of the same people alike, in other measures and in the other average.
 */
export const unexpectedChanges = once((edition: Edition, previous: Edition | null): readonly ExpectedChange[] => {
  const found: ExpectedChange[] = [];
  const past = yearBefore(edition, previous);
  if (past === null) return found;
  for (const { area, code, rows, before } of groupsOf(edition, past, ['uk'])) {
    /** How many times the printed change is that since the edition before: above 1 if the figure before was revised downwards. */
    const revision = (place: number, average: number): number | null => {
      const print = at(rows[place], average + 1);
      const own = quotient(at(rows[place], average), at(before[place], average));
      return print === null || print <= -100 || own === null || own <= 0 ? null : (1 + print / 100) / own;
    };
    for (const [place, query] of payQueries.entries()) {
      for (const [average, other] of [[median, mean] as const, [mean, median] as const]) {
        const own = revision(place, average);
        if (own === null) continue;
        let [times, nearest] = [Math.max(own, 1 / own), 1];
        const compare = (revised: number | null) => {
          if (revised === null) return;
          const apart = Math.max(own / revised, revised / own);
          if (apart < times) [times, nearest] = [apart, revised];
        };
        for (const like of likeChanges[query.measure] ?? []) compare(revision(placeOfSame(place, like), average));
        if (times < leastTimes) continue;
        compare(revision(place, other));
        if (times < leastTimes) continue;
        const printed = at(rows[place], average + 1) ?? 0;
        found.push({
          place: () =>
            placeOfFigure(edition, tableAt(edition, area, place), code, average === median ? 'medianChangePercent' : 'meanChangePercent'),
          measure: query.measure,
          of: average === median ? 'median' : 'mean',
          printed,
          expected: 100 * (((1 + printed / 100) / own) * nearest - 1),
          times,
        });
      }
    }
  }
  return found;
});

/** Changes printed beside a figure that is withheld. */
export function* changesWithoutFigures(edition: Edition): Generator<Finding> {
  for (const table of tablesOf(edition))
    for (const [code, row] of table.rows)
      for (const [place, column] of [[median, 'medianChangePercent'] as const, [mean, 'meanChangePercent'] as const]) {
        const [figure, change] = [row.values[place], row.values[place + 1]];
        if (typeof change !== 'number' || typeof figure === 'number') continue;
        const message = `the change is ${change} %, but its figure is "${figure}", expected an empty cell`;
        yield { place: placeOfFigure(edition, table, code, column), message };
      }
}
