// The figures of pay with their cells: every estimate of a unit group, and every coefficient of variation.
import { unknownMarker } from '#sources/kit/cells.ts';
import { cellAddress } from '#sources/kit/read/workbook.ts';
import type { Figure, FigureAnswer, FileCell, ReadFiles } from '#sources/kit/source.ts';
import { type AreaSlug, areaOf } from '#schemas/codes.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import { type Explained, notUnderstood } from '#schemas/figures.ts';
import { judgeFigure, unitOf } from '#schemas/selections/pay-figures.ts';
import type { PayMarkers } from '#schemas/resources/pay.ts';
import { type PayColumn, isChange, payColumns, payCvColumns, payMainColumns } from '#schemas/pay-columns.ts';
import { payVariantIndex } from '#schemas/selections/select-pay.ts';
import { type AsheRow, type AsheRows, type AsheSheet, columnAt, jobsColumn, kindOfZip } from './parse.ts';
import {
  type AreaRow,
  type AsheObservations,
  type PayRow,
  type SheetPair,
  cells,
  isWithheldRow,
  pairsOf,
  queryOf,
  rowsOfAreas,
  sameRow,
} from './reshape.ts';

const meanings: PayMarkers = Object.fromEntries(cells.markers.map(({ printed, ...meaning }) => [printed, meaning]));

/** Ordered by table, measure and sheet, then as printed. */
export function* figures(
  { rows, observations, files }: ReadFiles<AsheRows, AsheObservations>,
  wanted: DocumentPlace = {},
): Generator<Figure> {
  const units = new Set(wanted.soc === undefined ? observations.occupations : [wanted.soc]);
  for (const pair of pairsOf(rows)) {
    const { estimates, cvs } = pair;
    const { match } = kindOfZip(estimates.table);
    const figuresOfRow = sheetFigures(observations, pair, files.find((name) => match.test(name)) ?? '');
    for (const { row, index, area, code } of wanted.soc === undefined
      ? rowsOfAreas(estimates, () => null)
      : rowsOf(wanted.soc, estimates)) {
      if (!units.has(code) || (wanted.area !== undefined && wanted.area !== area)) continue;
      yield* figuresOfRow(area, code, row, sameRow(row, cvs.rows[index]));
    }
  }
}

/** The rows of sheets by group. Whoever asks for the figures of one group asks for those of others next. */
const found = new WeakMap<AsheSheet, ReadonlyMap<string, readonly AreaRow[]>>();

/** The rows of a group, as printed. */
function rowsOf(soc: string, estimates: AsheSheet): readonly AreaRow[] {
  const byCode =
    found.get(estimates) ??
    Map.groupBy(
      rowsOfAreas(estimates, () => null),
      ({ code }) => code,
    );
  found.set(estimates, byCode);
  return byCode.get(soc) ?? [];
}

/** Makes the figures of a row: its estimates, then their coefficients. `file` is the zip that holds both sheets. */
function sheetFigures({ year, tables }: AsheObservations, { estimates, cvs }: SheetPair, file: string) {
  const query = queryOf(estimates);
  const unit = unitOf(query.measure);
  const common = { endpoint: 'pay', period: String(year), series: false, category: null, derived: false };
  const dimensionsOf = (statistic: string) => ({ sex: query.sex, pattern: query.pattern, statistic });
  const dimensions = Object.fromEntries(payColumns.map((column) => [column, dimensionsOf(column)]));
  const cell = (of: AsheSheet, row: AsheRow, column: number): FileCell => {
    const { member, sheet } = of;
    return { file, member, sheet, address: cellAddress(row.row, columnAt(of, column)), printed: row.cells[column - 1] ?? '' };
  };
  /** The cell of a figure. If the number of jobs says why the whole row is empty, its cell follows. */
  const cellsOf = (sheet: AsheSheet, row: AsheRow, column: number) => {
    const own = cell(sheet, row, column);
    return column !== jobsColumn && isWithheldRow(row) ? [own, cell(sheet, row, jobsColumn)] : [own];
  };

  return function* (area: AreaSlug, code: string, row: AsheRow, cvRow: AsheRow | undefined): Generator<Figure> {
    const read = tables.get(area)?.[payVariantIndex(query)]?.get(code);
    if (read === undefined) return;
    const where = { area: areaOf(area), code, year, query };
    const withheldRow = isWithheldRow(row);
    const figure = (column: PayColumn, sheet: AsheSheet, of: AsheRow | undefined, own: OwnOfFigure): Figure => ({
      ...common,
      group: code,
      area: where.area,
      dimensions: dimensions[column] ?? {},
      ...own,
      cells: () => (of === undefined ? [] : cellsOf(sheet, of, jobsColumn + payColumns.indexOf(column))),
      rule: ruleOf(own.withheld, withheldRow),
    });
    for (const [index, column] of payColumns.entries()) {
      yield figure(column, estimates, row, {
        measure: query.measure,
        unit: column === 'jobsThousands' ? 'thousand_jobs' : isChange(column) ? 'percent' : unit,
        ...readEstimate(read, column, index),
        answers: () => answersOf(where, column),
      });
    }
    for (const [index, column] of payCvColumns.entries()) {
      const value = read.cvs[index] ?? null;
      const printed = cvRow?.cells[jobsColumn + payColumns.indexOf(column) - 1] ?? null;
      const withheld = value === null ? withheldCv(printed) : null;
      const answers = () => answersOfCv(where, column);
      const coefficient = { measure: `${query.measure}_cv`, unit: 'percent', coefficientOf: query.measure } as const;
      yield figure(column, cvs, cvRow, { ...coefficient, value, withheld, quality: null, answers });
    }
  };
}

/** The members in which estimates and coefficients differ. */
type OwnOfFigure = Pick<
  Figure,
  'measure' | 'unit' | 'value' | 'withheld' | 'quality' | 'coefficientOfVariation' | 'coefficientOf' | 'answers'
>;

function readEstimate(
  { values, cvs, shading }: PayRow,
  column: PayColumn,
  index: number,
): Omit<OwnOfFigure, 'measure' | 'unit' | 'answers'> {
  const cv = cvs[payCvColumns.findIndex((candidate) => candidate === column)] ?? null;
  const printed = values[index] ?? null;
  if (printed === unknownMarker) return { value: null, withheld: notUnderstood, quality: null, coefficientOfVariation: cv };
  const { value, withheld, quality } = judgeFigure({ printed, cv, shading: shading?.[column] ?? null }, meanings);
  return { value, withheld, quality: isChange(column) ? null : quality, coefficientOfVariation: cv };
}

function ruleOf(withheld: Explained | null, withheldRow: boolean): string {
  if (withheld === null) return 'The number as printed.';
  return withheldRow
    ? 'The marker in place of the number of jobs stands for the whole row.'
    : 'What is printed in place of a number says why there is none.';
}

/** Why there is no coefficient. `printed` is null if the workbook of coefficients has no such row. */
function withheldCv(printed: string | null): Explained {
  return {
    reason: printed === 'x' ? 'unreliable' : 'not-available',
    marker: printed,
    explanation: 'The publisher gives no coefficient of variation here.',
  };
}

interface Where {
  readonly area: ReturnType<typeof areaOf>;
  readonly code: string;
  readonly year: number;
  readonly query: ReturnType<typeof queryOf>;
}

/** Where the contract's own members give a figure, by column. */
const headline: Readonly<Partial<Record<PayColumn, string>>> = {
  mean: '/mean',
  ...Object.fromEntries((['median', 'p10', 'p25', 'p75', 'p90'] as const).map((column) => [column, `/distribution/${column}`])),
};

function answersOf(where: Where, column: PayColumn): FigureAnswer[] {
  const own = headline[column];
  return standing(where, column, [...(own === undefined ? [] : [own]), `/figures/${column}/value`]);
}

function answersOfCv(where: Where, column: PayColumn): FigureAnswer[] {
  return standing(where, column, [`/figures/${column}/coefficientOfVariation`]);
}

/** Where a figure stands: in the answer of its area, in its year's point of the series, and among the regions. */
function standing({ area, code, year, query }: Where, column: PayColumn, pointers: readonly string[]): FigureAnswer[] {
  const shared = { query: { ...query } };
  const ofArea = { soc: code, area: area.slug };
  const region = area.slug === 'uk' ? '/uk' : `/regions/area.slug=${area.slug}`;
  const isMain = payMainColumns.some((main) => main === column);
  return pointers.flatMap((pointer) => [
    { endpoint: 'pay', place: ofArea, ...shared, pointer },
    ...(isMain || isChange(column)
      ? [{ endpoint: 'pay-series', place: ofArea, ...shared, pointer: `/points/year=${year}${pointer}` }]
      : []),
    ...(isMain ? [{ endpoint: 'pay-regions', place: { soc: code }, ...shared, pointer: `${region}${pointer}` }] : []),
  ]);
}
