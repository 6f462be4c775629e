// Checks figures of ASHE alone, against their coefficient and shading, and against other tables
// about the same people.
import { isDeepStrictEqual } from 'node:util';
import { Nearest, type Related } from '#sources/kit/checks-relatives.ts';
import {
  type Agreement,
  type Finding,
  type Rule,
  once,
  onceWithPrevious,
  addUp as sums,
} from '#sources/kit/checks.ts';
import { type Measure, measures, measuresWithZeroes, qualityOfCv } from '#schemas/codes.ts';
import { type PayColumn, isChange, payColumns, payCvColumns } from '#schemas/pay-columns.ts';
import type { PayQuery } from '#schemas/selections/select-pay.ts';
import { bandByShading, jobsColumn } from '../layout.ts';
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
} from './edition.ts';

/** With how many decimals the publisher prints the figures of a unit. */
const decimalsOf = {
  gbp_per_year: 0,
  gbp_per_week: 1,
  gbp_per_hour: 2,
  hours_per_week: 1,
} as const;

/**
 * If there are more implausible coefficients of one kind, the publisher decided to print them: 2023
 * has thousands above 100%, and 855 beside a withheld figure.
 */
const mostFaults = 50;

type OddCell = 'decimals' | 'zero' | 'change' | 'unreliable' | 'unrated' | 'huge' | 'reliable';

/**
 * The cells that are implausible or have no quality, by their fault. All faults are found in one
 * pass, because a release has a million cells.
 */
export const oddCells = once((edition: Edition): Readonly<Record<OddCell, readonly Finding[]>> => {
  const findings: Record<OddCell, Finding[]> = {
    decimals: [],
    zero: [],
    change: [],
    unreliable: [],
    unrated: [],
    huge: [],
    reliable: [],
  };
  for (const table of tablesOf(edition)) {
    const { measure } = table.query;
    const unit = measures.find(({ key }) => key === measure)?.unit ?? 'gbp_per_year';
    for (const [code, row] of table.rows)
      for (const [index, column] of payColumns.entries()) {
        const value = row.variant.values[index] ?? null;
        const cv = cvOf(row, column);
        const add = (fault: OddCell, message: string) =>
          findings[fault].push({ place: placeOfFigure(edition, table, code, column), message });
        if (cv !== null) {
          if (isFiner(cv, 1))
            add(
              'decimals',
              `the coefficient of variation "${cv}" has ${decimals(cv)} decimals, ` +
                'expected at most 1',
            );
          if (cv > 100 && findings.huge.length <= mostFaults)
            add('huge', `the coefficient of variation is ${cv}%, expected at most 100%`);
          else if (cv <= 20 && value === 'x' && findings.reliable.length <= mostFaults)
            add(
              'reliable',
              'the figure is withheld as unreliable, but its coefficient of variation ' +
                `is ${cv}%, expected more than 20%`,
            );
        }
        if (typeof value !== 'number') continue;
        const most = mostDecimals(column, unit);
        if (isFiner(value, most))
          add('decimals', `"${value}" has ${decimals(value)} decimals, expected at most ${most}`);
        if (isChange(column)) {
          const average = figure(row, column === 'medianChangePercent' ? 'median' : 'mean');
          if (average === null)
            add(
              'change',
              `the change is ${value}%, but its figure is withheld, expected an empty cell`,
            );
          else if (value < -80 || value > 400)
            add('change', `the change is ${value}%, expected -80 to 400%`);
          continue;
        }
        // These means include people who had none.
        if (value === 0 && !(column === 'mean' && measuresWithZeroes.includes(measure)))
          add('zero', 'the figure is 0, expected more than 0 or a marker');
        if (cv !== null && cv > 20)
          add(
            'unreliable',
            `the coefficient of variation of a published figure is ${cv}%, expected at most 20%`,
          );
        if (cv === null && row.variant.shading?.[column] === undefined)
          add(
            'unrated',
            'there is no coefficient of variation and no readable shading: the quality is unrated',
          );
      }
  }
  for (const kind of ['huge', 'reliable'] as const)
    if (findings[kind].length > mostFaults) findings[kind] = [];
  return findings;
});

/** With how many decimals the publisher prints a column of a measure in this unit. */
function mostDecimals(column: PayColumn, unit: keyof typeof decimalsOf): number {
  if (isChange(column)) return 1;
  return column === 'jobsThousands' ? 0 : decimalsOf[unit];
}

/**
 * Whether a number has more decimals than the publisher prints. It does not write numbers out,
 * because a release has a million.
 */
function isFiner(value: number, most: number): boolean {
  const scaled = value * 10 ** most;
  return Math.abs(scaled - Math.round(scaled)) > 1e-6;
}

/** How many decimals a number has. Printed figures have no exponents. */
function decimals(value: number): number {
  return String(value).split('.')[1]?.length ?? 0;
}

export function* risingPercentiles(edition: Edition) {
  for (const table of tablesOf(edition))
    for (const [code, row] of table.rows)
      yield {
        place: (name: string) =>
          placeOfFigure(
            edition,
            table,
            code,
            percentiles.find((column) => column === name) ?? 'median',
          ),
        steps: percentiles.map((column) => [column, figure(row, column)] as const),
      };
}

/** Published figures of Table 14 whose shading and coefficient give different bands. */
export function* wrongShading(edition: Edition): Generator<Finding> {
  for (const table of tablesOf(edition, ['uk']))
    for (const [code, row] of table.rows)
      for (const column of payCvColumns) {
        const cv = cvOf(row, column);
        if (cv === null || figure(row, column) === null) continue;
        const shaded = bandByShading(
          row.estimates,
          row.row,
          payColumns.indexOf(column) + jobsColumn,
        );
        const band = qualityOfCv(cv);
        if (shaded === null || shaded === band) continue;
        const message =
          `the shading says ${shaded}, but the coefficient of variation of ${cv}% ` +
          `says ${band}`;
        yield { place: placeOfFigure(edition, table, code, column), message };
      }
}

/**
 * The jobs of every row and their coefficient, each with the one in the first table that counts the
 * same jobs.
 */
export function* jobsOfRows(edition: Edition): Generator<Agreement> {
  const firsts = new Map<string, Table>();
  for (const table of tablesOf(edition, ['uk'])) {
    const { measure, sex, pattern } = table.query;
    // Tables of annual pay count employees in the same job for more than a year, so they have
    // numbers of jobs of their own.
    const counted = `${measure.startsWith('annual')} ${sex} ${pattern}`;
    const first = firsts.get(counted) ?? table;
    firsts.set(counted, first);
    const compared = `compared with ${sheetOf(first.query)}`;
    for (const [code, row] of table.rows) {
      const place = () => placeOfFigure(edition, table, code, 'jobsThousands');
      const other = first.rows.get(code);
      yield {
        place,
        found: cellOf(row, 'jobsThousands'),
        expected: cellOf(other, 'jobsThousands'),
        what: `thousand jobs, ${compared}`,
      };
      yield {
        place,
        found: cvOf(row, 'jobsThousands'),
        expected: cvOf(other, 'jobsThousands'),
        what: `the coefficient of the jobs, ${compared}`,
      };
    }
  }
}

/**
 * In every table with the dimensions `whole`, the figures of a column add up from those of other
 * sheets of its measure, or of other measures.
 */
export function addUp(
  what: string,
  column: PayColumn,
  whole: Partial<PayQuery>,
  parts: readonly Partial<PayQuery>[],
  tolerance: number,
): Rule<Edition> {
  return sums<Edition>(function* (edition) {
    for (const table of tablesOf(edition, ['uk'])) {
      const { query } = table;
      if (!isDeepStrictEqual({ ...query, ...whole }, query)) continue;
      const tables = parts.map((part) => rowsOf(edition, 'uk', { ...query, ...part }));
      for (const [code, row] of table.rows) {
        const figures = tables.map((rows) => figure(rows.get(code), column));
        yield {
          place: () => placeOfFigure(edition, table, code, column),
          what,
          parts: figures,
          whole: figure(row, column),
          tolerance,
        };
      }
    }
  });
}

/** The figures of a group in the other measures, in the same area and sheet. */
type FigureOf = (measure: Measure, column: PayColumn) => number | null;

/** The values that other measures imply for a figure. */
export interface Relation {
  readonly comparedWith: string;
  readonly figure: (figureOf: FigureOf, column: PayColumn) => number | null;
}

const product = (first: number | null, second: number | null) =>
  first === null || second === null ? null : first * second;

/**
 * Two measures multiplied or divided: figures of the same column, or the second of the column `at`.
 */
const relate = (
  measure: string,
  combine: typeof product,
  first: Measure,
  second: Measure,
  secondColumn?: PayColumn,
): Relation => ({
  comparedWith: measure,
  figure: (figureOf, column) =>
    combine(figureOf(first, column), figureOf(second, secondColumn ?? column)),
});
const hourlyByHours = relate(
  'hourly pay by mean hours',
  product,
  'hourly_pay_gross',
  'hours_paid_total',
  'mean',
);
const weeklyByHours = relate(
  'weekly pay by mean hours',
  quotient,
  'weekly_pay_gross',
  'hours_paid_total',
  'mean',
);
const weeklyByHourly = relate(
  'weekly pay by hourly pay',
  quotient,
  'weekly_pay_gross',
  'hourly_pay_gross',
);

export const relations: Partial<Record<Measure, Relation>> = {
  weekly_pay_gross: hourlyByHours,
  weekly_pay_excl_overtime: hourlyByHours,
  basic_pay_incl_other: hourlyByHours,
  hourly_pay_gross: weeklyByHours,
  hourly_pay_excl_overtime: weeklyByHours,
  hours_paid_total: weeklyByHourly,
  hours_paid_basic: weeklyByHourly,
  annual_pay_gross: {
    comparedWith: '52 times weekly pay',
    figure: (figureOf, column) => product(figureOf('weekly_pay_gross', column), 52),
  },
  overtime_pay: relate(
    'overtime hours by hourly pay',
    product,
    'hours_paid_overtime',
    'hourly_pay_excl_overtime',
    'median',
  ),
  hours_paid_overtime: relate(
    'overtime pay by hourly pay',
    quotient,
    'overtime_pay',
    'hourly_pay_excl_overtime',
    'median',
  ),
};

export function figureOfGroup(edition: Edition, { area, query }: Table, code: string): FigureOf {
  return (measure, column) =>
    figure(rowsOf(edition, area, { ...query, measure }).get(code), column);
}

/** A percentile's neighbours; the median beside the mean. */
const neighbours = estimates.map((column): readonly PayColumn[] => {
  const index = percentiles.findIndex((percentile) => percentile === column);
  return index < 0
    ? ['median']
    : [percentiles[index - 1], percentiles[index + 1]].filter((name) => name !== undefined);
});

/**
 * The smallest ratios that the checks report: to all relatives, and to the measures of the same
 * family.
 */
const leastTimes = 4;
const leastOfSiblings = 1.5;

/**
 * The figures that are far from all their relatives, and those of the United Kingdom that are far
 * from the measures of their family.
 */
export const farFigures = onceWithPrevious((edition: Edition, previous: Edition | null) => {
  const far: { relatives: (Related & { readonly measure: Measure })[]; siblings: Related[] } = {
    relatives: [],
    siblings: [],
  };
  const near = new Nearest();
  const past = predecessor(edition, previous);
  for (const table of tablesOf(edition)) {
    const { area, query, rows } = table;
    const { measure } = query;
    const siblings = siblingsOf(measure).map(
      (sibling) => [sibling, rowsOf(edition, area, { ...query, measure: sibling })] as const,
    );
    const before = rowsOf(past, area, query);
    const relation = relations[measure];
    for (const [code, row] of rows)
      for (const [index, column] of estimates.entries()) {
        const value = figure(row, column);
        if (
          value === null ||
          value === 0 ||
          (column === 'mean' && measuresWithZeroes.includes(measure))
        )
          continue;
        near.begin(value);
        for (const [sibling, other] of siblings)
          near.compare(figure(other.get(code), column), sibling);
        if (area === 'uk' && near.times >= leastOfSiblings && near.times < Number.POSITIVE_INFINITY)
          far.siblings.push(near.found(() => placeOfFigure(edition, table, code, column)));
        near.compare(figure(before.get(code), column), `the same figure in ${past?.release.name}`);
        // Most figures have a near relative, and a release has a million figures.
        if (near.times < leastTimes) continue;
        const figureOf = figureOfGroup(edition, table, code);
        if (relation !== undefined)
          near.compare(relation.figure(figureOf, column), relation.comparedWith);
        if (relation === hourlyByHours)
          near.compare(figureOf('annual_pay_gross', column), 'annual pay by 52', 1 / 52);
        for (const other of neighbours[index] ?? []) near.compare(figure(row, other), other);
        if (area !== 'uk')
          near.compare(
            figure(rowsOf(edition, 'uk', query).get(code), column),
            'the United Kingdom',
          );
        if (near.times >= leastTimes && near.times < Number.POSITIVE_INFINITY)
          far.relatives.push({
            measure,
            ...near.found(() => placeOfFigure(edition, table, code, column)),
          });
      }
  }
  return far;
});
