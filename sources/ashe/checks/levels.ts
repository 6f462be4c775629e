// The levels of whole tables of ASHE: how many times the figures of a column are those of the year before, or another figure of the same
// people. Sheets in another unit, of another year or of another measure lie far off.
import { middleOf, once } from '#sources/kit/checks.ts';
import { placeOf } from '#sources/kit/place.ts';
import type { Measure } from '#schemas/codes.ts';
import { payColumns } from '#schemas/pay-columns.ts';
import { round } from '#schemas/round.ts';
import { payQueries, payVariantIndex } from '#schemas/selections/select-pay.ts';
import { allEmployees } from '../reshape.ts';
import { type Edition, placeOfFigure, predecessor, sheetOf, tablesOf, yearBefore } from './examined-tables.ts';
import {
  at,
  columnsOfEstimates,
  groupsOf,
  mean,
  meansWithZeroes,
  median,
  placeOfSame,
  product,
  quotient,
  tableAt,
  weeksOfYear,
} from './relatives-of-figures.ts';

// Fewer than 20 groups make no level.
export const leastCompared = 20;

type Level = readonly [place: string, level: number | null];
/** The figure that a figure of a column is compared with; null if it is not published. */
type Other = (code: string, column: number) => number | null;

/** Each table's level by column: the median over the unit groups of how many times one figure is another. */
function levelsOf(edition: Edition, wanted: readonly Measure[], otherOf: (place: number) => Other): Level[] {
  const { occupations } = edition.observations;
  return tablesOf(edition, ['uk']).flatMap(({ query, rows }) => {
    if (!wanted.includes(query.measure)) return [];
    const sheet = placeOf(edition.release, sheetOf(query, 14));
    const other = otherOf(payVariantIndex(query));
    return columnsOfEstimates.map((column): Level => {
      const times: number[] = [];
      for (const code of occupations) {
        const ratio = quotient(at(rows.get(code), column), other(code, column));
        if (ratio !== null) times.push(ratio);
      }
      const level = times.length < leastCompared ? undefined : middleOf(times);
      return [`${sheet} ${payColumns[column]}`, level === undefined ? null : round(level, 3)];
    });
  });
}

/** How many times the figures of each table and column are those of the edition before. */
export function levelsSinceBefore(wanted: readonly Measure[]): (edition: Edition, previous: Edition | null) => Level[] {
  return (edition, previous) => {
    const before = predecessor(edition, previous)?.observations.tables.get('uk');
    if (before === undefined) return [];
    return levelsOf(edition, wanted, (place) => (code, column) => at(before[place]?.get(code), column));
  };
}

const jobs = payColumns.indexOf('jobsThousands');

// Fewer than five figures make no level of an occupation.
const leastOfOccupation = 5;

/** How many times the figures of each unit group are those of the edition before: the median over all sheets and columns of some measures. */
export function occupationsSinceBefore(wanted: readonly Measure[]) {
  return function* (edition: Edition, previous: Edition | null): Generator<[place: () => string, level: number]> {
    const before = predecessor(edition, previous)?.observations.tables.get('uk');
    if (before === undefined) return;
    const tables = tablesOf(edition, ['uk']).filter(({ query }) => wanted.includes(query.measure));
    const [first] = tables;
    if (first === undefined) return;
    const compared = tables.map(({ query, rows }) => ({
      rows,
      old: before[payVariantIndex(query)],
      columns: columnsOfEstimates.filter((column) => column !== mean || !meansWithZeroes.includes(query.measure)),
    }));
    for (const code of edition.observations.occupations) {
      const times: number[] = [];
      for (const { rows, old, columns } of compared) {
        const [row, then] = [rows.get(code), old?.get(code)];
        if (row === undefined || then === undefined) continue;
        for (const column of columns) {
          const ratio = quotient(at(row, column), at(then, column));
          if (ratio !== null && ratio > 0) times.push(ratio);
        }
      }
      const level = times.length < leastOfOccupation ? undefined : middleOf(times);
      if (level !== undefined) yield [() => placeOfFigure(edition, first, code, 'median'), round(level, 3)];
    }
  };
}

interface GroupSinceBefore {
  readonly what: 'jobs' | 'changes';
  readonly place: () => string;
  readonly level: number;
}

/**
 * How many times the jobs of each unit group are those of the year before, and how many times its printed changes are those that its figures show
 * since the year before: the medians over all sheets. Rows that are those of another group in every sheet lie far off.
 */
export const sameGroupsAsBefore = once((edition: Edition, previous: Edition | null): readonly GroupSinceBefore[] => {
  const levels: GroupSinceBefore[] = [];
  const past = yearBefore(edition, previous);
  if (past === null) return levels;
  for (const { area, code, rows, before } of groupsOf(edition, past, ['uk'])) {
    if (code.length < 4 || code === allEmployees) continue;
    const found: Record<'jobs' | 'changes', number[]> = { jobs: [], changes: [] };
    for (const [place, { measure }] of payQueries.entries()) {
      const [row, then] = [rows[place], before[place]];
      const times = quotient(at(row, jobs), at(then, jobs));
      if (times !== null && times > 0) found.jobs.push(times);
      if (meansWithZeroes.includes(measure)) continue;
      for (const average of [median, mean]) {
        const [own, printed] = [quotient(at(row, average), at(then, average)), at(row, average + 1)];
        if (own !== null && own > 0 && printed !== null) found.changes.push((1 + printed / 100) / own);
      }
    }
    for (const what of ['jobs', 'changes'] as const) {
      const level = found[what].length < leastOfOccupation ? undefined : middleOf(found[what]);
      const column = what === 'jobs' ? 'jobsThousands' : 'medianChangePercent';
      if (level === undefined) continue;
      levels.push({ what, place: () => placeOfFigure(edition, tableAt(edition, area, 0), code, column), level: round(level, 3) });
    }
  }
  return levels;
});

/** How many times the figures of each table and column are another figure of the same people. */
function levelsBeside(
  wanted: readonly Measure[],
  other: (figure: (measure: Measure, column?: number) => number | null) => number | null,
): (edition: Edition) => Level[] {
  return (edition) => {
    const tables = edition.observations.tables.get('uk') ?? [];
    return levelsOf(
      edition,
      wanted,
      (place) => (code, column) => other((measure, of = column) => at(tables[placeOfSame(place, measure)]?.get(code), of)),
    );
  };
}

export const beside = {
  hourlyByHours: levelsBeside(['weekly_pay_gross'], (figure) => product(figure('hourly_pay_gross'), figure('hours_paid_total', mean))),
  weeks: levelsBeside(['annual_pay_gross'], (figure) => product(figure('weekly_pay_gross'), weeksOfYear)),
  overtime: levelsBeside(['overtime_pay'], (figure) => product(figure('hours_paid_overtime'), figure('hourly_pay_excl_overtime', median))),
  withOvertime: [
    levelsBeside(['weekly_pay_excl_overtime'], (figure) => figure('weekly_pay_gross')),
    levelsBeside(['basic_pay_incl_other'], (figure) => figure('weekly_pay_excl_overtime')),
    levelsBeside(['hourly_pay_excl_overtime'], (figure) => figure('hourly_pay_gross')),
    levelsBeside(['hours_paid_basic'], (figure) => figure('hours_paid_total')),
  ],
};

/** Every column with its figures of the year before. */
export function* columnsOfBefore(
  edition: Edition,
  previous: Edition | null,
): Generator<[place: string, pairs: (readonly [number | null, number | null])[], since: string]> {
  const before = yearBefore(edition, previous);
  const then = before?.observations.tables.get('uk');
  if (before === null || then === undefined) return;
  for (const table of tablesOf(edition, ['uk'])) {
    const [old, sheet] = [then[payVariantIndex(table.query)], placeOf(edition.release, sheetOf(table.query, 14))];
    for (const [column, name] of payColumns.entries()) {
      const pairs = edition.observations.occupations.map((code) => [at(table.rows.get(code), column), at(old?.get(code), column)] as const);
      // Many means of overtime are 0 in every year.
      yield [`${sheet} ${name}`, pairs.filter(([now, past]) => now !== 0 || past !== 0), before.release.name];
    }
  }
}
