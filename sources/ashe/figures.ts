// The figures of pay with the cells that they stand in: every estimate of a unit group, and every coefficient of variation.
import { cellAddress } from '#sources/kit/read/workbook.ts';
import type { Figure, FigureAnswer, FileCell, ReadFiles } from '#sources/kit/source.ts';
import { type AreaSlug, areaOf } from '#schemas/codes.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import { type Withheld, notUnderstood } from '#schemas/figures.ts';
import { judgeMedian, unitOf } from '#schemas/selections/pay-median.ts';
import type { PayMarkers } from '#schemas/resources/pay.ts';
import { type PayColumn, payColumns, payCvColumns, payVariantIndex } from '#schemas/selections/select-pay.ts';
import { type AsheRow, type AsheRows, type AsheSheet, jobsColumn, zipNames } from './parse.ts';
import { type AsheObservations, type PayRow, markers, queryOf, rowMarkers, rowsOfAreas, sameRow, sheetKey } from './reshape.ts';

const meanings: PayMarkers = Object.fromEntries(markers.map(({ printed, reason, explanation }) => [printed, { reason, explanation }]));

/** Ordered by table, measure and sheet, and in these as printed. */
export function* figures(
  { release, rows, observations, files }: ReadFiles<AsheRows, AsheObservations>,
  wanted: DocumentPlace = {},
): Generator<Figure> {
  const units = new Set(wanted.soc === undefined ? observations.occupations : [wanted.soc]);
  const coefficients = new Map(rows.filter(({ kind }) => kind === 'b').map((sheet) => [sheetKey(sheet), sheet]));
  for (const estimates of rows) {
    const cvs = coefficients.get(sheetKey(estimates));
    if (estimates.kind !== 'a' || cvs === undefined) continue;
    const sheet = sheetFigures(observations, { estimates, cvs, file: files.find((name) => zipNames[estimates.table].test(name)) ?? '' });
    for (const { row, index, area, code } of rowsOfAreas(release, estimates, [])) {
      if (!units.has(code) || (wanted.area !== undefined && wanted.area !== area)) continue;
      yield* sheet(area, code, row, sameRow(row, cvs.rows[index]));
    }
  }
}

interface Sheets {
  readonly estimates: AsheSheet;
  readonly cvs: AsheSheet;
  /** The zip that both are in. */
  readonly file: string;
}

/** Makes the figures of a row: its estimates, then their coefficients. */
function sheetFigures({ year, tables }: AsheObservations, { estimates, cvs, file }: Sheets) {
  const query = queryOf(estimates);
  const unit = unitOf(query.measure);
  const common = { endpoint: 'pay', period: String(year), series: false, category: null, derived: false };
  const dimensionsOf = (statistic: string) => ({ sex: query.sex, pattern: query.pattern, statistic });
  const dimensions = Object.fromEntries(payColumns.map((column) => [column, dimensionsOf(column)]));
  const cell = (sheet: AsheSheet, row: AsheRow, column: number): FileCell => ({
    file,
    member: sheet.member,
    sheet: sheet.sheet,
    address: cellAddress(row.row, column),
    printed: row.cells[column - 1] ?? '',
  });
  /** Where the number of jobs says why a row is empty, its cell is the telling one beside the empty one. */
  const cellsOf = (sheet: AsheSheet, row: AsheRow, column: number) => {
    const own = cell(sheet, row, column);
    return column !== jobsColumn && rowMarkers.includes(row.cells[jobsColumn - 1] ?? '') ? [own, cell(sheet, row, jobsColumn)] : [own];
  };

  return function* (area: AreaSlug, code: string, row: AsheRow, cvRow: AsheRow | undefined): Generator<Figure> {
    const read = tables.get(area)?.[payVariantIndex(query)]?.get(code);
    if (read === undefined) return;
    const where = { area: areaOf(area), code, year, query };
    const isWithheldRow = rowMarkers.includes(row.cells[jobsColumn - 1] ?? '');
    for (const [index, column] of payColumns.entries()) {
      const { value, withheld, quality } = readEstimate(read, column, index);
      yield {
        ...common,
        group: code,
        area: where.area,
        dimensions: dimensions[column] ?? {},
        measure: query.measure,
        unit: column === 'jobsThousands' ? 'thousand_jobs' : isChange(column) ? 'percent' : unit,
        value,
        withheld,
        quality,
        cells: () => cellsOf(estimates, row, jobsColumn + index),
        rule: ruleOf(withheld, isWithheldRow),
        answers: () => answersOf(where, column),
      };
    }
    for (const [index, column] of payCvColumns.entries()) {
      const cvColumn = jobsColumn + payColumns.indexOf(column);
      const value = read.cvs[index] ?? null;
      const withheld = value === null ? withheldCv(cvRow?.cells[cvColumn - 1] ?? null) : null;
      yield {
        ...common,
        group: code,
        area: where.area,
        dimensions: dimensions[column] ?? {},
        measure: `${query.measure}_cv`,
        unit: 'percent',
        value,
        withheld,
        quality: null,
        cells: () => (cvRow === undefined ? [] : cellsOf(cvs, cvRow, cvColumn)),
        rule: ruleOf(withheld, isWithheldRow),
        answers: () => answersOfCv(where, column),
      };
    }
  };
}

function isChange(column: PayColumn): boolean {
  return column === 'medianPercent' || column === 'meanPercent';
}

function readEstimate({ values, cvs, shading }: PayRow, column: PayColumn, index: number): Pick<Figure, 'value' | 'withheld' | 'quality'> {
  const cv = cvs[payCvColumns.findIndex((candidate) => candidate === column)] ?? null;
  // The verdict on a median is one on any estimate; a change on the year before has no coefficient and no shading.
  const printed = values[index] ?? null;
  if (typeof printed === 'string' && meanings[printed] === undefined) return { value: null, withheld: notUnderstood, quality: null };
  const { median: value, withheld, quality } = judgeMedian({ printed, cv, shading: shading?.[column] ?? null }, meanings);
  return { value, withheld, quality: isChange(column) ? null : quality };
}

function ruleOf(withheld: Withheld | null, isWithheldRow: boolean): string {
  if (withheld === null) return 'The number as printed.';
  return isWithheldRow
    ? 'The marker in place of the number of jobs stands for the whole row.'
    : 'What is printed in place of a number says why there is none.';
}

/** Why there is no coefficient; `printed` is null where the workbook of coefficients has no such row. */
function withheldCv(printed: string | null): Withheld {
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

const inDistribution: readonly PayColumn[] = ['median', 'p10', 'p25', 'p75', 'p90'];

function answersOf(where: Where, column: PayColumn): FigureAnswer[] {
  const pointers = isChange(column)
    ? [`/change/${column}`]
    : column === 'jobsThousands' || column === 'mean'
      ? [`/${column}`]
      : [`/percentiles/${column}`];
  const shared = inDistribution.includes(column) ? [`/distribution/${column}`] : [];
  const ofPoint = isChange(column) ? pointers : column === 'median' || column === 'mean' ? [`/${column}`, ...shared] : shared;
  return standing(where, { pay: [...shared, ...pointers], point: ofPoint, region: column === 'median' ? '/median' : null });
}

function answersOfCv(where: Where, column: PayColumn): FigureAnswer[] {
  const pointer = `/coefficientOfVariation/${column}`;
  return standing(where, {
    pay: [pointer],
    point: column === 'median' || column === 'mean' ? [pointer] : [],
    region: column === 'median' ? pointer : null,
  });
}

/** Where a figure stands in the answer of its area, in its year's point of the series, and among the regions. */
function standing(
  { area, code, year, query }: Where,
  at: { readonly pay: readonly string[]; readonly point: readonly string[]; readonly region: string | null },
): FigureAnswer[] {
  const shared = { query: { ...query } };
  const ofArea = { soc: code, area: area.slug };
  const region = area.slug === 'uk' ? '/uk' : `/regions/area.slug=${area.slug}`;
  return [
    ...at.pay.map((pointer) => ({ endpoint: 'pay', place: ofArea, ...shared, pointer })),
    ...at.point.map((pointer) => ({ endpoint: 'pay-series', place: ofArea, ...shared, pointer: `/points/year=${year}${pointer}` })),
    ...(at.region === null ? [] : [{ endpoint: 'pay-regions', place: { soc: code }, ...shared, pointer: `${region}${at.region}` }]),
  ];
}
