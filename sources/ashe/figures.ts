// The figures of pay with their cells: every estimate of a unit group, with its coefficient of
// variation. What they mean, and how many there are.
import { unknownMarker } from '#sources/kit/cells.ts';
import {
  type Figure,
  type FigureAnswer,
  type FileCell,
  type Meanings,
  asPrinted,
  inPlaceOfNumber,
} from '#sources/kit/figures.ts';
import { cellAddress } from '#sources/kit/read/addresses.ts';
import type { ReadFiles } from '#sources/kit/release.ts';
import {
  type AreaSlug,
  areaOf,
  measures,
  patterns,
  rankedMeasures,
  sexes,
} from '#schemas/codes.ts';
import type { Explained } from '#schemas/figures.ts';
import { notUnderstood } from '#schemas/withheld-legend.ts';
import {
  type PayColumn,
  isChange,
  payColumns,
  payCvColumns,
  payMainColumns,
} from '#schemas/pay-columns.ts';
import type { PayVariant } from '#schemas/resources/pay.ts';
import { payDates } from '#schemas/reference-dates.ts';
import { type PayQuery, judgeFigure, payVariantIndex } from '#schemas/selections/select-pay.ts';
import {
  type PrintedRow,
  type Rows,
  type PrintedSheet,
  explanations,
  jobsColumn,
} from './layout.ts';
import { type AsheObservations, type PayRow, isWithheldRow, pairsOf, queryOf } from './reshape.ts';

/**
 * What is printed of a measure: its estimates in the measure's own unit, their changes and the jobs
 * behind them.
 */
const kinds = {
  estimate: { unit: null, meaning: (title: string) => `The ${title} of employees on adult rates.` },
  change: {
    unit: 'percent',
    meaning: (title: string) =>
      `The change of the ${title} on the year before, as the publisher prints it.`,
  },
  jobs: {
    unit: 'thousand_jobs',
    meaning: (title: string) =>
      `The jobs, in thousands, that the figures of the ${title} rest on. Indicative only.`,
  },
} as const;

function kindOf(column: PayColumn): keyof typeof kinds {
  if (column === 'jobsThousands') return 'jobs';
  return isChange(column) ? 'change' : 'estimate';
}

/** Where the contract's own members give a figure, beside `figures`. */
const headline: Readonly<Partial<Record<PayColumn, string>>> = {
  mean: '/mean',
  ...Object.fromEntries(
    (['median', 'p10', 'p25', 'p75', 'p90'] as const).map((column) => [
      column,
      `/distribution/${column}`,
    ]),
  ),
};

export const meanings: Meanings<AsheObservations> = {
  dimensions: {
    sex: { meaning: 'Whose pay it is: of all employees, of men, or of women.', values: sexes },
    pattern: {
      meaning: 'The working pattern: all employees, full-time or part-time.',
      values: patterns,
    },
    statistic: {
      meaning:
        'What is given of the measure: median, mean, a percentile (p10 to p90), the ' +
        'change of median or mean on the year before as the publisher prints it, or the ' +
        'number of jobs behind the row.',
      values: payColumns,
    },
  },
  measures: measures.flatMap(({ key, unit: unitOfMeasure, title }) =>
    Object.values(kinds).map(({ unit, meaning }) => ({
      measure: key,
      unit: unit ?? unitOfMeasure,
      meaning: meaning(title),
    })),
  ),
  // Jobs and changes are of the measure's own period.
  dates: ({ measure, period }) =>
    payDates(measures.find(({ key }) => key === measure)?.unit ?? 'gbp_per_week', Number(period)),
};

/** Ordered by table, measure and sheet, then as printed. */
export function* figures({
  rows,
  observations,
}: ReadFiles<Rows, AsheObservations>): Generator<Figure> {
  const units = new Set(observations.occupations);
  for (const { estimates } of pairsOf(rows)) {
    const query = queryOf(estimates);
    for (const [area, tables] of observations.tables) {
      if ((area === 'uk') !== (estimates.table === 14)) continue;
      for (const [code, row] of tables[payVariantIndex(query)] ?? [])
        if (units.has(code)) yield* figuresOf({ year: observations.year, query, area, code, row });
    }
  }
}

/** A row of a table, and what it is of. */
interface PaidGroup {
  readonly year: number;
  readonly query: PayQuery;
  readonly area: AreaSlug;
  readonly code: string;
  readonly row: PayRow;
}

const isRanked = ({ measure }: PayQuery) => rankedMeasures.some((ranked) => ranked === measure);

/**
 * Where a figure appears: in the answer of its area, in its year's point of the series, among the
 * regions, and in the list of its area.
 */
function answersOf({ year, query, area, code }: PaidGroup, column: PayColumn): FigureAnswer[] {
  const place = { soc: code, area };
  const region = area === 'uk' ? '/uk' : `/regions/area.slug=${area}`;
  const isMain = payMainColumns.some((main) => main === column);
  const own = headline[column];
  const inFigures = `/figures/${column}/value`;
  const answers: FigureAnswer[] = [];
  for (const pointer of own === undefined ? [inFigures] : [own, inFigures]) {
    answers.push({ endpoint: 'pay', place, query: { ...query }, pointer });
    if (isMain || isChange(column)) {
      const inSeries = `/points/year=${year}${pointer}`;
      answers.push({ endpoint: 'pay-series', place, query: { ...query }, pointer: inSeries });
    }
    if (isMain)
      answers.push({
        endpoint: 'pay-regions',
        place: { soc: code },
        query: { ...query },
        pointer: `${region}${pointer}`,
      });
  }
  if (isRanked(query) && column === 'median')
    answers.push({
      endpoint: 'pay-list',
      place: { area },
      query: { ...query },
      pointer: `/occupations/soc2020=${code}/median/value`,
    });
  return answers;
}

function* figuresOf(group: PaidGroup): Generator<Figure> {
  const { year, query, area: slug, code, row } = group;
  const { measure, sex, pattern } = query;
  const area = areaOf(slug);
  const unitOfMeasure = measures.find(({ key }) => key === measure)?.unit ?? '';
  const table = slug === 'uk' ? 'uk' : 'region';
  const listed = isRanked(query) ? ' listed' : '';
  for (const [index, column] of payColumns.entries()) {
    const cellNumber = index + jobsColumn;
    const { value, withheld, quality, coefficientOfVariation } = readEstimate(
      row.variant,
      column,
      index,
    );
    const coefficientCell = () =>
      row.cvRow === undefined ? null : cellOf(row.cvs, row.cvRow, cellNumber);
    const figure: Figure = {
      endpoint: 'pay',
      group: code,
      area,
      period: String(year),
      series: false,
      dimensions: { sex, pattern, statistic: column },
      measure,
      unit: kinds[kindOf(column)].unit ?? unitOfMeasure,
      value,
      category: null,
      withheld,
      quality,
      coefficientOfVariation,
      derived: false,
      cells: () => cellsOf(row, cellNumber),
      rule: ruleOf(withheld, isWithheldRow(row.row)),
      answers: () => answersOf(group, column),
      answered: `${table} ${column}${listed}`,
    };
    // With a million figures, a conditional member in the literal takes longer than all others.
    yield cvIndexes.has(column) ? { ...figure, coefficientCell } : figure;
  }
}

const cvIndexes: ReadonlyMap<PayColumn, number> = new Map(
  payCvColumns.map((column, index) => [column, index]),
);

function cellOf(
  { file, member, sheet, columns }: PrintedSheet,
  { row, cells: printed }: PrintedRow,
  cellNumber: number,
): FileCell {
  return {
    file,
    member,
    sheet,
    address: cellAddress(row, columns[cellNumber - 1] ?? cellNumber),
    printed: printed[cellNumber - 1] ?? '',
  };
}

/**
 * The cell of a figure. `cellNumber` counts the cells of the row from 1. The cell of the number of
 * jobs follows if it says why the whole row is empty.
 */
function cellsOf({ estimates, row }: PayRow, cellNumber: number): FileCell[] {
  const cells = [cellOf(estimates, row, cellNumber)];
  if (cellNumber !== jobsColumn && isWithheldRow(row))
    cells.push(cellOf(estimates, row, jobsColumn));
  return cells;
}

function readEstimate({ values, cvs, shading }: PayVariant, column: PayColumn, index: number) {
  const coefficientOfVariation = cvs[cvIndexes.get(column) ?? -1] ?? null;
  const printed = values[index] ?? null;
  if (printed === unknownMarker)
    return { value: null, withheld: notUnderstood, quality: null, coefficientOfVariation };
  const judged = judgeFigure(
    { printed, cv: coefficientOfVariation, shading: shading?.[column] ?? null },
    explanations,
  );
  return { ...judged, quality: isChange(column) ? null : judged.quality, coefficientOfVariation };
}

function ruleOf(withheld: Explained | null, withheldRow: boolean): string {
  if (withheld === null) return asPrinted;
  return withheldRow
    ? 'The marker in place of the number of jobs stands for the whole row.'
    : inPlaceOfNumber;
}
