// The figures of pay with their cells: every estimate of a unit group, with its coefficient of variation. What they mean, and how many there are.
import { countFigures, unknownMarker } from '#sources/kit/cells.ts';
import { cellAddress } from '#sources/kit/read/workbook.ts';
import type { Figure, FigureAnswer, FigureCount, FileCell, Meanings, ReadFiles } from '#sources/kit/source.ts';
import { areaOf, measures, patterns, sexes } from '#schemas/codes.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import { type Explained, notUnderstood } from '#schemas/figures.ts';
import { type PayColumn, isChange, payColumns, payCvColumns, payMainColumns } from '#schemas/pay-columns.ts';
import type { PayMarkers } from '#schemas/resources/pay.ts';
import { judgeFigure } from '#schemas/selections/pay-figures.ts';
import { payVariantIndex } from '#schemas/selections/select-pay.ts';
import { type AsheRow, type AsheRows, type AsheSheet, cells, jobsColumn } from './layout.ts';
import {
  type AreaRow,
  type AsheObservations,
  type PayRow,
  type SheetPair,
  isWithheldRow,
  pairsOf,
  queryOf,
  rowsOfAreas,
} from './reshape.ts';

/** What is printed of a measure: its estimates in the measure's own unit, their changes and the jobs behind them. */
const kinds = {
  estimate: { unit: null, meaning: (title: string) => `The ${title} of employees on adult rates.` },
  change: { unit: 'percent', meaning: (title: string) => `The change of the ${title} on the year before, as the publisher prints it.` },
  jobs: {
    unit: 'thousand_jobs',
    meaning: (title: string) => `The jobs, in thousands, that the figures of the ${title} rest on. Indicative only.`,
  },
} as const;

function kindOf(column: PayColumn): keyof typeof kinds {
  if (column === 'jobsThousands') return 'jobs';
  return isChange(column) ? 'change' : 'estimate';
}

/** Where the contract's own members give a figure, beside `figures`. */
const headline: Readonly<Partial<Record<PayColumn, string>>> = {
  mean: '/mean',
  ...Object.fromEntries((['median', 'p10', 'p25', 'p75', 'p90'] as const).map((column) => [column, `/distribution/${column}`])),
};

export const meanings: Meanings<AsheObservations> = {
  cutBy: ['release', 'measure', 'area'],
  dimensions: {
    sex: { meaning: 'Whose pay it is: of all employees, of men, or of women.', values: sexes },
    pattern: { meaning: 'The working pattern: all employees, full-time or part-time.', values: patterns },
    statistic: {
      meaning:
        'What is given of the measure: median, mean, a percentile (p10 to p90), the change of median or mean on the year before as the publisher prints it, or the number of jobs behind the row.',
      values: payColumns,
    },
  },
  measures: measures.flatMap(({ key, unit: own, title }) =>
    Object.values(kinds).map(({ unit, meaning }) => ({ measure: key, unit: unit ?? own, meaning: meaning(title) })),
  ),
};

const explanations: PayMarkers = Object.fromEntries(cells.markers.map(({ printed, ...meaning }) => [printed, meaning]));

/** How many figures of unit groups are published in all areas, and how many are withheld, by reason. */
export function count({ occupations, tables }: AsheObservations): FigureCount {
  function* reasons() {
    for (const table of [...tables.values()].flat())
      for (const code of occupations) for (const value of table?.get(code)?.values ?? []) yield cells.withheld(value)?.reason;
  }
  return countFigures(reasons());
}

/** Ordered by table, measure and sheet, then as printed. */
export function* figures({ rows, observations }: ReadFiles<AsheRows, AsheObservations>, wanted: DocumentPlace = {}): Generator<Figure> {
  const units = new Set(wanted.soc === undefined ? observations.occupations : [wanted.soc]);
  for (const pair of pairsOf(rows)) {
    const figuresOfRow = sheetFigures(observations, pair);
    for (const row of rowsOfAreas(pair))
      if (units.has(row.code) && (wanted.area === undefined || wanted.area === row.area)) yield* figuresOfRow(row);
  }
}

/** Makes the figures of a row. */
function sheetFigures({ year, tables }: AsheObservations, { estimates, cvs }: SheetPair) {
  const query = queryOf(estimates);
  const place = payVariantIndex(query);
  const measureUnit = measures[estimates.number - 1]?.unit ?? '';
  const common = { endpoint: 'pay', measure: query.measure, period: String(year), series: false, category: null, derived: false };
  const dimensions = Object.fromEntries(
    payColumns.map((statistic) => [statistic, { sex: query.sex, pattern: query.pattern, statistic } as Record<string, string>]),
  );

  return function* ({ area: slug, code, row, cvRow }: AreaRow): Generator<Figure> {
    const read = slug === null ? undefined : tables.get(slug)?.[place]?.get(code);
    if (slug === null || read === undefined) return;
    const area = areaOf(slug);
    const region = slug === 'uk' ? '/uk' : `/regions/area.slug=${slug}`;

    /** Where a figure stands: in the answer of its area, in its year's point of the series, and among the regions. */
    const answersOf = (column: PayColumn, pointers: readonly string[]): FigureAnswer[] => {
      const ofArea = { place: { soc: code, area: slug }, query: { ...query } };
      const isMain = payMainColumns.some((main) => main === column);
      return pointers.flatMap((pointer) => [
        { endpoint: 'pay', ...ofArea, pointer },
        ...(isMain || isChange(column) ? [{ endpoint: 'pay-series', ...ofArea, pointer: `/points/year=${year}${pointer}` }] : []),
        ...(isMain ? [{ endpoint: 'pay-regions', ...ofArea, place: { soc: code }, pointer: `${region}${pointer}` }] : []),
      ]);
    };
    for (const [index, column] of payColumns.entries()) {
      const at = index + jobsColumn;
      const own = headline[column];
      const pointers = [...(own === undefined ? [] : [own]), `/figures/${column}/value`];
      const { value, withheld, quality, coefficientOfVariation } = readEstimate(read, column, index);
      yield {
        ...common,
        group: code,
        area,
        dimensions: dimensions[column] ?? {},
        unit: kinds[kindOf(column)].unit ?? measureUnit,
        value,
        withheld,
        quality,
        coefficientOfVariation,
        ...(withCv.has(column) ? { coefficientCell: () => (cvRow === undefined ? null : cellOf(cvs, cvRow, at)) } : {}),
        cells: () => cellsOf(estimates, row, at),
        rule: ruleOf(withheld, isWithheldRow(row)),
        answers: () => answersOf(column, pointers),
        answered: `${slug === 'uk' ? 'uk' : 'region'} ${column}`,
      };
    }
  };
}

const withCv: ReadonlySet<PayColumn> = new Set(payCvColumns);

function cellOf({ file, member, sheet, columns }: AsheSheet, { row, cells: printed }: AsheRow, place: number): FileCell {
  return { file, member, sheet, address: cellAddress(row, columns[place - 1] ?? place), printed: printed[place - 1] ?? '' };
}

/** The cell of a figure, by its place in a row. If the number of jobs says why the whole row is empty, its cell follows. */
function cellsOf(sheet: AsheSheet, row: AsheRow, place: number): FileCell[] {
  const places = place !== jobsColumn && isWithheldRow(row) ? [place, jobsColumn] : [place];
  return places.map((at) => cellOf(sheet, row, at));
}

function readEstimate({ values, cvs, shading }: PayRow, column: PayColumn, index: number) {
  const cv = cvs[payCvColumns.findIndex((candidate) => candidate === column)] ?? null;
  const printed = values[index] ?? null;
  if (printed === unknownMarker) return { value: null, withheld: notUnderstood, quality: null, coefficientOfVariation: cv };
  const { value, withheld, quality } = judgeFigure({ printed, cv, shading: shading?.[column] ?? null }, explanations);
  return { value, withheld, quality: isChange(column) ? null : quality, coefficientOfVariation: cv };
}

function ruleOf(withheld: Explained | null, withheldRow: boolean): string {
  if (withheld === null) return 'The number as printed.';
  return withheldRow
    ? 'The marker in place of the number of jobs stands for the whole row.'
    : 'What is printed in place of a number says why there is none.';
}
