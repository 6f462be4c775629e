// What ONS prints: workbooks of tables with occupations down and categories across. The headers are
// not standardised. Each cell is read with its fill, because these workbooks show the caution only
// by shading.
import { markedCells } from '#sources/kit/cells.ts';
import { placeOfRelease } from '#sources/kit/place.ts';
import { type WantedName, recordLookup } from '#sources/kit/lookups.ts';
import { LayoutError, quoteList } from '#sources/kit/problem.ts';
import type { OpenedFile } from '#sources/kit/by-hand.ts';
import type { FileKinds, NamedFiles, PublishedFile } from '#sources/kit/named-files.ts';
import { foldBlanks, foldMarks } from '#sources/kit/read/fold.ts';
import type { Release } from '#sources/kit/release.ts';
import { fillOfLetter, letterOfFill } from '#sources/kit/read/fills.ts';
import {
  type Sheet,
  type Workbook,
  readWorkbook,
  recordSheets,
} from '#sources/kit/read/workbook.ts';
import sectionList from './data/sections.json' with { type: 'json' };

/**
 * Sections A to S of the Standard Industrial Classification 2007. The workbook abbreviates their
 * titles and leaves out T and U.
 */
export const sections: readonly { readonly code: string; readonly title: string }[] = sectionList;

/** `4 C  Manufacturing`: an ordinal, the section's letter, two blanks and a short title. */
const sectionHeader = /^\d+ ([A-S]) +\S/;
const ageHeader =
  /^(?:\d{1,2} )?(?:aged? )?(?:\d{2} ?(?:-|–|to) ?\d{2}|\d{2} ?\+|\d{2} and (?:over|above)|under \d{2})$/i;
const isAgeBand = (header: string) => ageHeader.test(foldMarks(header));

const occupationLabel = /^[1-9]\d{3} \S/;

/**
 * The kinds of table. A row with at least `least` headers of a kind is the header of a table of
 * this kind.
 */
const kinds = [
  { kind: 'industry', isHeader: (header: string) => sectionHeader.test(header), least: 2 },
  { kind: 'age', isHeader: isAgeBand, least: 3 },
  {
    kind: 'qualification',
    isHeader: (header: string) =>
      /\bqualifications?\b|\bdegree\b|\bGCSE\b|\bA.?levels?\b/i.test(header),
    least: 3,
  },
] as const;

export type TableKind = (typeof kinds)[number]['kind'];
export const tableKinds: readonly TableKind[] = kinds.map(({ kind }) => kind);

export interface TableRow {
  readonly row: number;
  readonly label: string;
  readonly cells: readonly string[];
  /**
   * The fill of each cell, one character each: a blank for none, `a` for the first of the table's
   * palette.
   */
  readonly fills: string;
}

/** A printed table: occupations down, categories across. */
export interface Table {
  readonly kind: TableKind;
  readonly file: string;
  readonly sheet: string;
  /**
   * The lines above the table: publisher, survey, period, weights. Each is the first text of its
   * row, and above the labels or left of them.
   */
  readonly about: readonly string[];
  readonly headerRow: number;
  readonly labelColumn: number;
  readonly columns: readonly { readonly column: number; readonly header: string }[];
  readonly palette: readonly string[];
  readonly rows: readonly TableRow[];
}

export type Rows = readonly Table[];

/**
 * Whether a cell is shaded; `index` counts the table's columns from 0. Shading is a pattern: a
 * solid fill is the sheet's background.
 */
export function isShadedAt(table: Table, row: TableRow, index: number): boolean {
  return fillOfLetter(table.palette, row.fills, index)?.startsWith('lightGray/') ?? false;
}

/** The tables' cells and markers, as the notes below the tables explain them. */
export const cells = markedCells({
  number: /^[1-9]\d*$/,
  expected: 'a whole number above 0',
  markers: {
    '*': [
      'unreliable',
      'The publisher withholds the figure: the sample is too small for a reliable estimate.',
    ],
    '-': [
      'no-figures-reported',
      'The publisher has no figures to report: nobody in its sample belongs to this ' +
        'group. Other people may belong to it.',
    ],
  },
  repair:
    'add it to the markers in sources/aps-workforce/layout.ts once the notes below the ' +
    "workbook's table have been read",
});

/** A sheet as messages name it: `'2024'`. */
export function printedSheetOf({ sheet }: Pick<Table, 'sheet'>): string {
  return `'${sheet}'`;
}

export const files = {
  byIndustry: {
    match: /^employmentby4digitsoc1digitindustry.*\.xlsx$/i,
    layout: 'verified',
    describe: 'the workbook by industry section',
  },
  // Table 3501. We do not know the name of its file, so any other workbook of the release counts as
  // it.
  byAgeAndQualification: {
    match: /^(?!employmentby4digitsoc1digitindustry).+\.xlsx$/i,
    layout: 'documented',
    optional: true,
    describe: 'the workbook by age and highest qualification',
  },
} as const satisfies FileKinds;

export async function parse(
  release: Release,
  { byIndustry, byAgeAndQualification }: NamedFiles<typeof files>,
): Promise<Rows> {
  return [
    ...(await tablesIn(release, byIndustry, ['industry'])),
    ...(byAgeAndQualification === null
      ? []
      : await tablesIn(release, byAgeAndQualification, ['age', 'qualification'])),
  ];
}

async function tablesIn(
  release: Release,
  file: PublishedFile,
  wanted: readonly TableKind[],
): Promise<Table[]> {
  const place = `${placeOfRelease(release)} ${file.name}`;
  const workbook = await readWorkbook(place, file.name, file.bytes);
  const tablesByKind = wanted.map((kind) => ({ kind, tables: tablesOf(workbook, kind) }));
  recordSheets(
    place,
    workbook.sheets,
    tablesByKind.flatMap(({ kind, tables }): WantedName[] => {
      const names = [`a sheet with a table by ${kind}`];
      return tables.length === 0
        ? [{ names, foundName: null }]
        : tables.map(({ sheet }) => ({ names, foundName: sheet }));
    }),
  );
  const tables = tablesByKind.flatMap((sheet) => sheet.tables);
  for (const table of tables) recordColumns(`${place} '${table.sheet}'`, table);
  const absent = tablesByKind.filter((sheet) => sheet.tables.length === 0);
  const printedHeaders = quoteList(
    workbook.sheets.map((sheet) => `${sheet.name}: ${headersFor(sheet)}`),
  );
  const repair =
    'if the headers were renamed, change how they are recognised in ' +
    'sources/aps-workforce/layout.ts';
  if (absent.length > 0)
    throw new LayoutError(
      absent.map(({ kind }) => ({
        place,
        message: `no sheet has a table by ${kind}, found ${printedHeaders}`,
        repair,
      })),
    );
  return tables;
}

/** Records the columns of a table. Throws LayoutError if one is repeated. */
function recordColumns(place: string, table: Table): void {
  const tableHeaders = table.columns.map(({ header }) => header);
  const headersByCategory = Map.groupBy(tableHeaders, (header, index) =>
    categoryOf(table, header, index),
  );
  headersByCategory.delete(null);
  const wantedName = (name: string, foundHeaders: readonly string[] = []): WantedName => ({
    names: [name],
    foundName: foundHeaders.length === 1 ? (foundHeaders[0] ?? null) : null,
  });
  const wanted =
    table.kind === 'industry'
      ? sections.map(({ code, title }) =>
          wantedName(`${code}  ${title}`, headersByCategory.get(code)),
        )
      : [...headersByCategory].map(([category, headersOfCategory]) =>
          wantedName(category ?? '', headersOfCategory),
        );
  recordLookup({ place, what: 'column', wanted, present: tableHeaders });
  const doubled = [...headersByCategory.values()].filter(
    (headersOfCategory) => headersOfCategory.length > 1,
  );
  if (doubled.length === 0) return;
  const twice = doubled.map(
    (headersOfCategory) =>
      `${headersOfCategory.length} columns are headed "${headersOfCategory[0]}", found ` +
      `${quoteList(tableHeaders)}`,
  );
  throw new LayoutError(
    twice.map((message) => ({ place: `${place}!row ${table.headerRow}`, message })),
  );
}

// The workbook by industry has 215 kB. A workbook of another source may be too large to open.
const mostBytes = 5_000_000;

export async function hasTable(
  { name, bytes, sheets }: OpenedFile,
  kind: TableKind,
): Promise<boolean> {
  if (sheets.length === 0 || bytes.length > mostBytes) return false;
  return tablesOf(await readWorkbook(name, name, bytes), kind).length > 0;
}

// Far more than the prose above any table seen.
const lastHeaderRow = 25;
const widest = 60;

const between = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

function headersOf(sheet: Sheet, row: number): { column: number; header: string }[] {
  return between(1, widest)
    .map((column) => ({ column, header: foldBlanks(sheet.text(row, column)) }))
    .filter(({ header }) => header !== '');
}

/** The headers of a sheet for a message: the texts above its first occupation. */
function headersFor(sheet: Sheet): string {
  const first = firstOccupation(sheet, 1);
  const headers = first === null ? [] : headersOf(sheet, first.row - 1).map(({ header }) => header);
  return headers.length === 0 ? 'no occupations' : headers.slice(0, 4).join(', ');
}

function tablesOf(workbook: Workbook, kind: TableKind): Table[] {
  const { isHeader, least } = kinds.find((candidate) => candidate.kind === kind) ?? kinds[0];
  return workbook.sheets.flatMap((sheet) => {
    for (let row = 1; row <= Math.min(lastHeaderRow, sheet.rowCount); row += 1) {
      const headers = headersOf(sheet, row);
      if (headers.filter(({ header }) => isHeader(header)).length >= least)
        return readTable(workbook.name, sheet, kind, row);
    }
    return [];
  });
}

/** The table below a header; none if no occupation follows. */
function readTable(file: string, sheet: Sheet, kind: TableKind, headerRow: number): Table[] {
  const labelColumn = firstOccupation(sheet, headerRow + 1)?.column;
  if (labelColumn === undefined) return [];
  const columns = headersOf(sheet, headerRow).filter(({ column }) => column > labelColumn);
  const palette: string[] = [];
  const rows: TableRow[] = [];
  for (let row = headerRow + 1; row <= sheet.rowCount; row += 1) {
    const label = sheet.text(row, labelColumn);
    const cells = columns.map(({ column }) => sheet.text(row, column));
    // Prose follows the table, in column A only, after an empty row.
    if (cells.every((cell) => cell === '')) continue;
    rows.push({
      row,
      label,
      cells,
      fills: columns.map(({ column }) => letterOfFill(sheet.fill(row, column), palette)).join(''),
    });
  }
  // The name of the variable, above the categories, is further right.
  const firstText = (row: number) =>
    between(1, labelColumn).flatMap((column) => foldBlanks(sheet.text(row, column)) || [])[0] ?? [];
  const about = between(1, headerRow - 1).flatMap(firstText);
  return [{ kind, file, sheet: sheet.name, about, headerRow, labelColumn, columns, palette, rows }];
}

/**
 * The row and column of the first occupation. Its column holds code and title. It is not column A,
 * which names the variable in a cell merged over all rows.
 */
function firstOccupation(sheet: Sheet, from: number): { row: number; column: number } | null {
  for (let row = from; row <= Math.min(lastHeaderRow + 1, sheet.rowCount); row += 1) {
    for (let column = 1; column <= 5; column += 1)
      if (occupationLabel.test(sheet.text(row, column))) return { row, column };
  }
  return null;
}

export const everybody = 'all';

/**
 * What a column counts, by its header: a section by its letter, a band of ages, a level of
 * qualification, or everybody. Null for a remark.
 */
export function categoryOf(
  { kind, rows }: Pick<Table, 'kind' | 'rows'>,
  header: string,
  index: number,
): string | null {
  if (/^(?:\d{1,2} )?(?:all|total)\b/i.test(header)) return everybody;
  if (kind === 'industry') return sectionHeader.exec(header)?.[1] ?? null;
  const withoutOrdinal = (text: string) =>
    text.replace(/^\d{1,2} (?=\D|\d{2} ?(?:-|–|to|\+|and))/, '');
  if (kind === 'age')
    return isAgeBand(header) ? withoutOrdinal(foldMarks(header)).replace(/^aged? /i, '') : null;
  // Only a level of qualification has cells with a number or a single sign.
  return rows.some(({ cells: texts }) => /^(?:\d+|\W)$/.test(texts[index] ?? ''))
    ? withoutOrdinal(header)
    : null;
}
