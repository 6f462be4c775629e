// Volume 2's workbook to rows as published: the index entries, the ISCO-08 structure, the abbreviations and the publisher's notes on the file.
import { type PrintedTable, placeOfRelease } from '#sources/kit/place.ts';
import { LayoutError, quoteList } from '#sources/kit/problem.ts';
import { columnsOf, foldToLetters, headerRowFor, rowsBelow } from '#sources/kit/read/columns.ts';
import { type Sheet, type Workbook, readWorkbook, tellSheets } from '#sources/kit/read/workbook.ts';
import { dayInFileName } from '#sources/kit/release-name.ts';
import type { FileKinds, NamedFiles, Release } from '#sources/kit/source.ts';
import type { Limits } from '#sources/kit/read/limits.ts';

export const files = {
  workbook: {
    // The order of the date changed in 2026. In that year version 14 was issued again, as v2.
    match: /^soc2020volume2thecodingindexexcel(\d{8})(?:v(\d+))?\.xlsx$/,
    layout: 'verified',
    required: true,
    day: dayInFileName,
    describe: 'the workbook of the coding index',
  },
} as const satisfies FileKinds;

// The coding index takes most memory of all workbooks that are read whole: 560 MB.
export const limits: Partial<Limits> = { memory: 1800 };

// Our name of a column → its header, of which only the letters and digits count. Versions differ in blanks, line breaks, hyphens and
// underscores, and V13 moves columns, so we rely neither on the exact spelling nor on the position.
const indexColumns = {
  id: ['UNIQUE ID'],
  marker: ['D'],
  soc2010: ['SOC_2010'],
  soc2020: ['SOC_2020'],
  extension: ['SOC_2020_ext'],
  inverted: ['INDEXOCC'],
  additional: ['ADD'],
  industry: ['IND'],
  see: ['SEE'],
  isco08: ['ISCO-08 code based on SOC2020'],
  version: ['VERSNO'],
  unitGroupTitle: ['SOC2020_unit_group_title'],
  natural: ['INDEXOCC_-_natural_word_order'],
} as const;

const abbreviationColumns = { short: ['Abbreviation'], long: ['Meaning'] } as const;

// Names of the sheets as published, V12's first. Only their letters and digits count. V13 calls the first sheet INFO. The name of the index may end in a version.
const sheetNames = {
  information: ['Information', 'INFO'],
  specification: ['FILE SPEC'],
  index: ['SOC2020 coding index'],
  abbreviations: ['Abbreviations'],
  isco: ['ISCO-08 framework'],
} as const;

const headers = { fold: foldToLetters, table: 'sources/soc-index/parse.ts' };

export type SheetKind = keyof typeof sheetNames;
export type IndexColumn = keyof typeof indexColumns;

/** Where a sheet's columns stand, counted from 1. */
export interface ColumnsRow {
  readonly kind: 'columns';
  readonly of: SheetKind;
  readonly sheet: string;
  readonly columns: Readonly<Record<string, number>>;
}
/** A line of prose about the file itself, from the first two sheets. */
export interface NoteRow {
  readonly kind: 'information' | 'specification';
  readonly row: number;
  readonly text: string;
}
export type EntryRow = { readonly kind: 'index'; readonly row: number } & Readonly<Record<IndexColumn, string>>;
export interface AbbreviationRow {
  readonly kind: 'abbreviations';
  readonly row: number;
  readonly short: string;
  readonly long: string;
}
export interface IscoRow {
  readonly kind: 'isco';
  readonly row: number;
  readonly code: string;
  readonly title: string;
}
export type Row = ColumnsRow | NoteRow | EntryRow | AbbreviationRow | IscoRow;
export type Rows = readonly Row[];

export async function parse(release: Release, { workbook: file }: NamedFiles<typeof files>): Promise<Rows> {
  const place = placeOfRelease(release);
  const workbook = await readWorkbook(`${place} ${file.name}`, file.name, file.bytes);
  const sheet = (kind: SheetKind) => sheetOf(`${place} ${file.name}`, workbook, kind);
  const [information, specification, index] = [sheet('information'), sheet('specification'), sheet('index')];
  const [abbreviations, isco] = [sheet('abbreviations'), sheet('isco')];
  const indexHeader = headerRowFor(index, indexColumns, headers.fold);
  const indexAt = columnsOf(place, index, indexHeader, indexColumns, headers);
  const abbreviationHeader = headerRowFor(abbreviations, abbreviationColumns, headers.fold);
  const abbreviationAt = columnsOf(place, abbreviations, abbreviationHeader, abbreviationColumns, headers);
  const iscoAt = iscoColumns(`${place} ${file.name}`, isco);
  return [
    ...notesOf('information', information),
    ...notesOf('specification', specification),
    { kind: 'columns', of: 'index', sheet: index.name, columns: indexAt },
    ...rowsBelow(index, indexHeader, indexAt).map((row): EntryRow => ({ kind: 'index', ...row })),
    { kind: 'columns', of: 'abbreviations', sheet: abbreviations.name, columns: abbreviationAt },
    ...rowsBelow(abbreviations, abbreviationHeader, abbreviationAt).map((row): AbbreviationRow => ({ kind: 'abbreviations', ...row })),
    { kind: 'columns', of: 'isco', sheet: isco.name, columns: iscoAt },
    ...iscoRows(isco, iscoAt),
  ];
}

/** The sheet of the index as messages name it, with the columns that were found: `'SOC2020 coding index'`. */
export function printed(rows: Rows): PrintedTable {
  const index = rows.find((row) => row.kind === 'columns' && row.of === 'index');
  return index?.kind === 'columns' ? { printedAs: `'${index.sheet}'`, columns: index.columns } : { printedAs: "''" };
}

/** The entries of the index. */
export function entriesIn(rows: Rows): EntryRow[] {
  return rows.filter((row) => row.kind === 'index');
}

function sheetOf(place: string, workbook: Workbook, kind: SheetKind): Sheet {
  const names: readonly string[] = sheetNames[kind];
  const wanted = names.map(foldToLetters);
  const folded = (sheet: Sheet) => foldToLetters(sheet.name);
  const found =
    workbook.sheets.find((sheet) => wanted.includes(folded(sheet))) ??
    (kind === 'index' ? workbook.sheets.find((sheet) => wanted.some((name) => folded(sheet).startsWith(name))) : undefined);
  tellSheets(place, workbook.sheets, [{ names, found: found?.name ?? null }]);
  if (found !== undefined) return found;
  const expected = names.map((name) => `"${name}"`).join(' or ');
  throw new LayoutError([
    { place, message: `there is no sheet ${expected}, found ${quoteList(workbook.sheets.map((sheet) => sheet.name))}` },
  ]);
}

/** The lines of a sheet of prose: what stands in the column with most text. */
function notesOf(kind: NoteRow['kind'], sheet: Sheet): NoteRow[] {
  const [column = 1] = columnsBy(sheet, (text) => text.length);
  const rows: NoteRow[] = [];
  for (let row = 1; row <= sheet.rowCount; row++) {
    const text = sheet.text(row, column);
    if (text !== '') rows.push({ kind, row, text });
  }
  return rows;
}

const isIscoCode = (text: string) => /^\s*\d{1,4}\s*$/.test(text);

/**
 * The ISCO-08 structure has no header row, under a few lines of prose. Its codes stand in the column that has most of them, and the titles in the next column
 * with texts. Throws LayoutError if there are no such columns.
 */
function iscoColumns(place: string, sheet: Sheet): { readonly code: number; readonly title: number } {
  const [code] = columnsBy(sheet, (text) => Number(isIscoCode(text)));
  const title = columnsBy(sheet, (text) => Number(/\p{L}/u.test(text))).find((column) => code !== undefined && column > code);
  if (code === undefined || title === undefined)
    throw new LayoutError([{ place: `${place} '${sheet.name}'`, message: 'no column has codes of ISCO-08 with titles on their right' }]);
  return { code, title };
}

// The sheets without headers have three columns.
const widestProse = 10;

/** The columns whose cells weigh something, the heaviest first. */
function columnsBy(sheet: Sheet, weigh: (text: string) => number): number[] {
  const weights = Array.from({ length: widestProse }, (_, index) => {
    let weight = 0;
    for (let row = 1; row <= sheet.rowCount; row += 1) weight += weigh(sheet.text(row, index + 1));
    return { column: index + 1, weight };
  });
  return weights
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.column - b.column)
    .map(({ column }) => column);
}

function iscoRows(sheet: Sheet, at: ReturnType<typeof iscoColumns>): IscoRow[] {
  return rowsBelow(sheet, 0, at)
    .filter(({ code }) => isIscoCode(code))
    .map((row): IscoRow => ({ kind: 'isco', ...row }));
}
