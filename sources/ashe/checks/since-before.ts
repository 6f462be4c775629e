// Compares ASHE with the edition before: the levels of columns and of occupations, figures that
// have not changed, and printed changes.
import type { RepeatedTable } from '#sources/kit/checks-relatives.ts';
import { middleOf, onceWithPrevious } from '#sources/kit/checks.ts';
import { placeOf } from '#sources/kit/place.ts';
import { type Measure, measuresWithZeroes } from '#schemas/codes.ts';
import { payColumns } from '#schemas/pay-columns.ts';
import { round } from '#schemas/round.ts';
import type { PayQuery } from '#schemas/selections/select-pay.ts';
import type { PayRow } from '../reshape.ts';
import {
  type Edition,
  estimates,
  figure,
  placeOfFigure,
  quotient,
  rowsOf,
  sheetOf,
  tablesOf,
  yearBefore,
} from './edition.ts';
import { type Relation, figureOfGroup } from './figures.ts';

// Fewer than 20 groups do not give a level of a column.
export const leastCompared = 20;

/**
 * The level of each column: the median over the unit groups of a figure divided by the value that
 * other measures imply.
 */
export const levelsBeside = (measure: Measure, relation: Relation) => (edition: Edition) =>
  tablesOf(edition, ['uk'])
    .filter(({ query }) => query.measure === measure)
    .flatMap((table) =>
      estimates.map((column): [place: string, level: number | null] => {
        const times = edition.observations.occupations.flatMap(
          (code) =>
            quotient(
              figure(table.rows.get(code), column),
              relation.figure(figureOfGroup(edition, table, code), column),
            ) ?? [],
        );
        const level = times.length < leastCompared ? undefined : middleOf(times);
        return [
          `${placeOf(edition.release, sheetOf(table.query))} ${column}`,
          level === undefined ? null : round(level, 3),
        ];
      }),
    );

export function* columnsOfBefore(
  edition: Edition,
  previous: Edition | null,
): Generator<RepeatedTable> {
  const before = yearBefore(edition, previous);
  if (before === null) return;
  for (const { query, rows } of tablesOf(edition, ['uk']))
    for (const column of payColumns) {
      const then = rowsOf(before, 'uk', query);
      const pairs = edition.observations.occupations.map(
        (code) => [figure(rows.get(code), column), figure(then.get(code), column)] as const,
      );
      // Many means of overtime are 0 in every year.
      const compared = pairs.filter(([now, old]) => now !== 0 || old !== 0);
      yield {
        place: `${placeOf(edition.release, sheetOf(query))} ${column}`,
        pairs: compared,
        since: before.release.name,
      };
    }
}

const averages = ['median', 'mean'] as const;

/**
 * The printed change divided by the change since the edition before: above 1 if the earlier figure
 * was revised downwards.
 */
function revisionOf(
  now: PayRow | undefined,
  then: PayRow | undefined,
  average: (typeof averages)[number],
): number | null {
  const change = figure(now, `${average}ChangePercent`);
  const publishedRatio = quotient(figure(now, average), figure(then, average));
  return change === null || change <= -100 || publishedRatio === null
    ? null
    : (1 + change / 100) / publishedRatio;
}

// Fewer than five figures do not give a level of an occupation.
const leastOfOccupation = 5;

/**
 * The jobs of each unit group by those of the year before, or its printed changes by those since
 * then: the medians over all sheets.
 */
export function occupationsSinceBefore(wanted: 'jobs' | 'changes') {
  return function* (
    edition: Edition,
    previous: Edition | null,
  ): Generator<[place: () => string, level: number]> {
    const before = yearBefore(edition, previous);
    const tables = before === null ? [] : tablesOf(edition, ['uk']);
    const [first] = tables;
    if (first === undefined) return;
    for (const code of edition.observations.occupations) {
      const times = tables.flatMap(({ rows, query }) => {
        const row = rows.get(code);
        const old = rowsOf(before, 'uk', query).get(code);
        if (wanted === 'jobs')
          return quotient(figure(row, 'jobsThousands'), figure(old, 'jobsThousands')) ?? [];
        return measuresWithZeroes.includes(query.measure)
          ? []
          : averages.flatMap((average) => revisionOf(row, old, average) ?? []);
      });
      const level = times.length < leastOfOccupation ? undefined : middleOf(times);
      const column = wanted === 'jobs' ? 'jobsThousands' : 'medianChangePercent';
      if (level !== undefined)
        yield [() => placeOfFigure(edition, first, code, column), round(level, 3)];
    }
  };
}

/** Measures of the same people: a revision of the year before moves them alike. */
const revisedAlike: Partial<Record<Measure, readonly Measure[]>> = {
  weekly_pay_gross: [
    'weekly_pay_excl_overtime',
    'basic_pay_incl_other',
    'hourly_pay_gross',
    'annual_pay_gross',
  ],
  weekly_pay_excl_overtime: [
    'weekly_pay_gross',
    'basic_pay_incl_other',
    'hourly_pay_excl_overtime',
  ],
  basic_pay_incl_other: [
    'weekly_pay_gross',
    'weekly_pay_excl_overtime',
    'hourly_pay_excl_overtime',
  ],
  hourly_pay_gross: ['hourly_pay_excl_overtime', 'weekly_pay_gross'],
  hourly_pay_excl_overtime: ['hourly_pay_gross', 'weekly_pay_excl_overtime'],
  annual_pay_gross: ['weekly_pay_gross', 'hourly_pay_gross'],
  hours_paid_total: ['hours_paid_basic'],
  hours_paid_basic: ['hours_paid_total'],
};

interface TracedChange {
  readonly place: () => string;
  readonly printed: number;
  readonly expected: number;
  /**
   * How many times the figure of the year before that the printed change leads to is the expected
   * one, or the other way round.
   */
  readonly times: number;
}

/**
 * The printed changes of pay and hours, each with the change since the edition before, or with what
 * the revision of the same figures in other measures, or of the other average, makes of it:
 * whichever is nearest.
 */
export const tracedChanges = onceWithPrevious(
  (edition: Edition, previous: Edition | null): readonly TracedChange[] => {
    const before = yearBefore(edition, previous);
    if (before === null) return [];
    const tables = tablesOf(edition, ['uk']).filter(
      ({ query }) => !measuresWithZeroes.includes(query.measure),
    );
    return tables.flatMap((table) => {
      const { query, rows } = table;
      const pairOf = (asked: PayQuery) =>
        [rowsOf(edition, 'uk', asked), rowsOf(before, 'uk', asked)] as const;
      const [, then] = pairOf(query);
      const alike = (revisedAlike[query.measure] ?? []).map((measure) =>
        pairOf({ ...query, measure }),
      );
      return [...rows].flatMap(([code, row]) =>
        averages.flatMap((average): TracedChange[] => {
          const column = `${average}ChangePercent` as const;
          const printed = figure(row, column);
          const revision = revisionOf(row, then.get(code), average);
          if (printed === null || revision === null) return [];
          const others = [
            1,
            revisionOf(row, then.get(code), average === 'median' ? 'mean' : 'median') ?? 1,
            ...alike.map(([now, old]) => revisionOf(now.get(code), old.get(code), average) ?? 1),
          ];
          const apart = others.map((other) => Math.max(revision / other, other / revision));
          const times = Math.min(...apart);
          const expected =
            100 * (((1 + printed / 100) / revision) * (others[apart.indexOf(times)] ?? 1) - 1);
          return [
            { place: () => placeOfFigure(edition, table, code, column), printed, expected, times },
          ];
        }),
      );
    });
  },
);
