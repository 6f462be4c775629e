// What the printed cells mean: numbers, markers in the places where they may occur, quality by
// shading, and the region of each row of Table 15.
import { type Cell, unknownMarker } from '#sources/kit/cells.ts';
import type { Needs } from '#sources/kit/needs.ts';
import { complainTo } from '#sources/kit/place.ts';
import type { Problem } from '#sources/kit/problem.ts';
import { foldBlanks } from '#sources/kit/read/fold.ts';
import type { Release } from '#sources/kit/release.ts';
import {
  type AreaSlug,
  type Quality,
  areaOf,
  areas,
  measures,
  measuresWithZeroes,
} from '#schemas/codes.ts';
import type { PayVariant } from '#schemas/resources/pay.ts';
import { isChange, payColumns, payCvColumns } from '#schemas/pay-columns.ts';
import { type PayQuery, payQueries, payVariantIndex } from '#schemas/selections/select-pay.ts';
import {
  type PrintedRow,
  type Rows,
  type PrintedSheet,
  bandByShading,
  cells,
  jobsColumn,
  markersIn,
  printedWorkbook,
  sheets,
} from './layout.ts';

/** A printed row with the row of its coefficients, and what answers give. */
export interface PayRow extends SheetPair {
  readonly row: PrintedRow;
  /**
   * Its coefficients, if the row beside it is of the same group. If it is not, the check ab-aligned
   * holds the release back.
   */
  readonly cvRow: PrintedRow | undefined;
  /**
   * Its estimates, their coefficients of variation and, if these are missing, the bands by shading.
   */
  readonly variant: PayVariant;
}

export interface AsheObservations {
  readonly year: number;
  readonly provisional: boolean;
  readonly occupations: readonly string[];
  /** The United Kingdom and, with Table 15, the eleven work regions. */
  readonly areas: readonly AreaSlug[];
  /**
   * By area, then by index in `payQueries`: the rows by group code, with an empty code for all
   * employees. Null if the release has no such table. The United Kingdom has the groups of all
   * levels, a region only the unit groups.
   */
  readonly tables: ReadonlyMap<AreaSlug, readonly (ReadonlyMap<string, PayRow> | null)[]>;
}

/** The code for all employees. */
export const allEmployees = '';

/**
 * The areas that we read from Table 15, in its order: the nine regions of England, then Wales and
 * Scotland.
 */
export const regionSlugs: readonly AreaSlug[] = [
  ...areas.filter(({ code }) => code.startsWith('E12')).map(({ slug }) => slug),
  'wales',
  'scotland',
];

/** The areas of Table 15 and how it names them: its labels start so. */
export const regionNames = regionSlugs.map((slug) => {
  const name = slug === 'east-of-england' ? 'East' : areaOf(slug).name;
  return { slug, name, start: `${name.toLowerCase()},` };
});

/**
 * Rows to observations. Unknown markers, codes and regions are collected in `problems`, each with
 * its cell.
 */
export function reshape(
  release: Release,
  rows: Rows,
  needs: Needs,
  problems: Problem[],
): AsheObservations {
  if (release.year === null)
    throw new RangeError(`the release "${release.name}" has no reference year`);
  const { groups, unitGroups } = needs.get('soc-structure');
  const occupations = unitGroups.map(({ code }) => code);
  const hasRegions = rows.some((sheet) => sheet.table === 15);
  const ownAreas: AreaSlug[] = hasRegions ? ['uk', ...regionSlugs] : ['uk'];
  const tables = new Map(
    ownAreas.map((area) => [area, payQueries.map((): Map<string, PayRow> | null => null)]),
  );
  const complain = complainTo(release, problems);
  const reportFault: ReportFault = (sheet, { row }, index, message, repair) =>
    complain({ table: printedWorkbook(sheet), row }, sheet.columns[index], message, repair);

  for (const pair of pairsOf(rows)) {
    const { estimates } = pair;
    const index = payVariantIndex(queryOf(estimates));
    for (const { row, cvRow, area, code } of rowsOfAreas(pair)) {
      const ofArea = area === null ? undefined : tables.get(area);
      const ofQuery = ofArea?.[index] ?? new Map<string, PayRow>();
      if (area === null || ofArea === undefined)
        reportFault(
          estimates,
          row,
          0,
          `the label "${foldBlanks(row.cells[0] ?? '')}" names no region of Table 15`,
        );
      else if (code !== allEmployees && !groups.has(code))
        reportFault(
          estimates,
          row,
          1,
          `the code "${code}" is not one of the ${groups.size} groups of SOC 2020`,
        );
      else if (ofQuery.has(code))
        reportFault(estimates, row, 1, `the code "${code}" occurs twice for ${areaOf(area).name}`);
      else
        ofArea[index] = ofQuery.set(code, {
          ...pair,
          row,
          cvRow,
          variant: readRow(pair, row, cvRow, reportFault),
        });
    }
  }
  return {
    year: release.year,
    provisional: release.provisional,
    occupations,
    areas: ownAreas,
    tables,
  };
}

export interface SheetPair {
  readonly estimates: PrintedSheet;
  readonly cvs: PrintedSheet;
}

/** Each sheet of estimates with the sheet of its coefficients. */
export function pairsOf(rows: Rows): SheetPair[] {
  const key = ({ table, number, sheet }: PrintedSheet) => `${table} ${number} ${sheet}`;
  const coefficients = new Map(
    rows.filter(({ kind }) => kind === 'b').map((sheet) => [key(sheet), sheet]),
  );
  const pairs: SheetPair[] = [];
  for (const estimates of rows) {
    const cvs = estimates.kind === 'a' ? coefficients.get(key(estimates)) : undefined;
    if (cvs !== undefined) pairs.push({ estimates, cvs });
  }
  return pairs;
}

interface AreaRow extends Pick<PayRow, 'row' | 'cvRow'> {
  /** Null if the label names no region of Table 15. */
  readonly area: AreaSlug | null;
  /** The SOC code; empty for all employees of the country. */
  readonly code: string;
  /** The title of the group. Table 15 prints the region before it. */
  readonly title: string;
}

/**
 * The rows of a pair of sheets with what their labels say, from the top. Table 15 has no totals of
 * regions, and no other column names the region.
 */
export function* rowsOfAreas({ estimates, cvs }: SheetPair): Generator<AreaRow> {
  const same = (text = '', other = '') => text === other || foldBlanks(text) === foldBlanks(other);
  for (const [index, row] of estimates.rows.entries()) {
    const coefficients = cvs.rows[index];
    const cvRow =
      same(row.cells[0], coefficients?.cells[0]) && same(row.cells[1], coefficients?.cells[1])
        ? coefficients
        : undefined;
    const label = foldBlanks(row.cells[0] ?? '');
    const code = foldBlanks(row.cells[1] ?? '');
    if (estimates.table === 14) {
      yield { row, cvRow, area: 'uk', code, title: label };
      continue;
    }
    // Titles have commas too, and "East Midlands" starts with "East".
    const lower = label.toLowerCase();
    const region = regionNames.find(({ start }) => lower.startsWith(start));
    yield {
      row,
      cvRow,
      area: region?.slug ?? null,
      code,
      title: label.slice(region?.start.length ?? 0).trim(),
    };
  }
}

export function queryOf({ number, sheet: name }: PrintedSheet): PayQuery {
  const measure = measures[number - 1];
  const sheet = sheets.find((candidate) => candidate.name === name);
  if (measure === undefined || sheet === undefined)
    throw new RangeError(`there is no measure ${number} or no sheet "${name}"`);
  return { measure: measure.key, sex: sheet.sex, pattern: sheet.pattern };
}

/** Reports a fault of a row's cell. `index` counts the cells from 0. */
type ReportFault = (
  sheet: PrintedSheet,
  row: PrintedRow,
  index: number,
  message: string,
  repair?: string,
) => void;

function readRow(
  { estimates, cvs: coefficients }: SheetPair,
  row: PrintedRow,
  cvRow: PrintedRow | undefined,
  reportFault: ReportFault,
): PayVariant {
  if (isWithheldRow(row) || row.cells.slice(jobsColumn - 1).every((cell) => cell === '')) {
    // The marker in the number of jobs says why the row is empty.
    const jobs = row.cells[jobsColumn - 1] ?? '';
    requireEmpty(estimates, row, jobs, reportFault);
    if (cvRow !== undefined) requireEmpty(coefficients, cvRow, jobs, reportFault);
    return { values: payColumns.map(() => jobs), cvs: payCvColumns.map(() => null) };
  }

  const withoutZeroes = measuresWithZeroes.includes(
    measures[estimates.number - 1]?.key ?? 'annual_pay_gross',
  );
  const read = (sheet: PrintedSheet, sheetRow: PrintedRow) =>
    payColumns.map((column, index): Cell => {
      const cellIndex = index + jobsColumn - 1;
      const text = sheetRow.cells[cellIndex] ?? '';
      const complain = (message: string, repair?: string) =>
        reportFault(sheet, sheetRow, cellIndex, message, repair);
      const cell = cells.read(text, complain, markersIn(sheet.kind, column, withoutZeroes));
      // Only a change can be negative.
      if (typeof cell === 'string' || cell >= 0 || (isChange(column) && sheet.kind === 'a'))
        return cell;
      complain(`found the negative number "${text}", expected 0 or more`);
      return unknownMarker;
    });
  const values = read(estimates, row);
  const cvs =
    cvRow === undefined
      ? []
      : read(coefficients, cvRow).map((cv) => (typeof cv === 'number' ? cv : null));
  const shading: Record<string, Quality> = {};
  payColumns.forEach((column, index) => {
    if (isChange(column) || typeof values[index] !== 'number' || typeof cvs[index] === 'number')
      return;
    const band = bandByShading(estimates, row, index + jobsColumn);
    if (band !== null) shading[column] = band;
  });
  return {
    values,
    cvs: payCvColumns.map((column) => cvs[payColumns.indexOf(column)] ?? null),
    ...(Object.keys(shading).length > 0 ? { shading } : {}),
  };
}

/** Reports each figure of a row that has none by its number of jobs. */
function requireEmpty(
  sheet: PrintedSheet,
  row: PrintedRow,
  jobs: string,
  reportFault: ReportFault,
): void {
  for (const [index, cell] of row.cells.entries())
    if (index >= jobsColumn && cell !== '')
      reportFault(
        sheet,
        row,
        index,
        `found "${cell}", expected an empty cell in a row whose number of jobs is "${jobs}"`,
      );
}

/** Whether the number of jobs is a marker for the whole row. */
export function isWithheldRow(row: PrintedRow): boolean {
  return ['..', ':'].includes(row.cells[jobsColumn - 1] ?? '');
}
