// The visa workbook to rows as published: the sheet of grants, by quarter, nationality, route, industry and occupation. Written from what
// programs that read these files rely on; of the series only a sibling, of certificates of sponsorship, has been seen.
import { LayoutError, UnreadableFileError, quoteList } from '#sources/kit/problem.ts';
import { columnsOf, foldBlanks, foldToLetters } from '#sources/kit/read/columns.ts';
import { cellAddress, readWorkbook } from '#sources/kit/read/workbook.ts';
import { type TakeRow, readWorkbookRows, sheetOfRow } from '#sources/kit/read/workbook-rows.ts';
import type { PublishedFile, Release } from '#sources/kit/source.ts';
import { lastQuarterOf, quarterOfFileName } from './release-name.ts';

/** The sheet of grants, letters and digits alone; that of applications, 'Data_Occ_D01', differs from it in one header. */
const sheetName = 'dataoccd02';

/** The columns that are read, each with its header in lower case. */
const columns = {
  year: ['year'],
  quarter: ['quarter'],
  nationality: ['nationality'],
  route: ['visa type subgroup'],
  industry: ['industry'],
  major: ['occ. major group'],
  subMajor: ['occ. sub-major group'],
  minor: ['occ. minor group'],
  unit: ['occ. unit group'],
  granted: ['grants'],
} as const;

export type Column = keyof typeof columns;

/** The sheet, with its header as printed and where its columns stand, counted from 1. */
export interface SheetRow {
  readonly kind: 'sheet';
  readonly sheet: string;
  readonly headerRow: number;
  readonly header: readonly string[];
  readonly columns: Readonly<Record<Column, number>>;
  /** What stands above the header: a title and notes. */
  readonly prose: readonly string[];
  /** The row that says "End of table"; null where the sheet stops without it. */
  readonly end: number | null;
}

export type GrantRow = { readonly kind: 'grant'; readonly row: number } & Readonly<Record<Column, string>>;

export type Row = SheetRow | GrantRow;
export type Rows = readonly Row[];

export async function parse(release: Release, files: readonly PublishedFile[]): Promise<Rows> {
  const [file] = files;
  if (file === undefined) throw new UnreadableFileError({ place: `work-visas ${release.name}`, message: 'there is no workbook' });
  const place = `work-visas ${release.name} ${file.name}`;
  const [named, expected] = [quarterOfFileName(file.name), lastQuarterOf(release)];
  if (named !== expected)
    throw new UnreadableFileError({
      place,
      message: `the file names ${named ?? 'no quarter'}, its release ${expected}`,
      repair: 'put it with its own release',
    });
  const reader = new GrantsReader(place);
  const sheets = await readRows(place, file, (sheet) => (foldToLetters(sheet) === sheetName ? reader.takerOf(sheet) : null));
  if (!sheets.some((sheet) => foldToLetters(sheet) === sheetName)) {
    throw new LayoutError([{ place, message: `there is no sheet "Data_Occ_D02", found ${quoteList(sheets)}` }]);
  }
  return reader.rows();
}

/** The place of a cell in a message: `work-visas 2026-Q2 'Data_Occ_D02'!L5`. */
export function placeOf(release: Pick<Release, 'name'>, sheet: SheetRow | undefined, row?: number, column?: Column): string {
  const at = column === undefined ? undefined : sheet?.columns[column];
  const address = row === undefined ? '' : at === undefined ? `!row ${row}` : `!${cellAddress(row, at)}`;
  return `work-visas ${release.name} '${sheet?.sheet ?? ''}'${address}`;
}

export function sheetOf(rows: Rows): SheetRow | undefined {
  return rows.find((row): row is SheetRow => row.kind === 'sheet');
}

export function isGrant(row: Row): row is GrantRow {
  return row.kind === 'grant';
}

/** The rows of the sheets that are wanted. The series has changed between .xlsx, which is streamed for its size, and .ods. */
async function readRows(place: string, file: PublishedFile, takerOf: (sheet: string) => TakeRow | null): Promise<string[]> {
  if (!/\.ods$/i.test(file.name)) return readWorkbookRows(place, file.bytes, takerOf);
  const { sheets } = await readWorkbook(place, file.name, file.bytes);
  for (const sheet of sheets) {
    const take = takerOf(sheet.name);
    if (take !== null)
      for (let row = 1; row <= sheet.rowCount; row += 1)
        take(
          row,
          Array.from({ length: widest }, (_, index) => sheet.text(row, index + 1)),
        );
  }
  return sheets.map(({ name }) => name);
}

// Twelve columns are known, and fourteen of the older classification; what stands further right would be a layout of its own.
const widest = 20;
/** The header stands in row 2 or 4 of the files known. */
const searchedForHeader = 20;

class GrantsReader {
  readonly #place: string;
  readonly #grants: GrantRow[] = [];
  readonly #prose: string[] = [];
  #header: { readonly row: number; readonly texts: readonly string[]; readonly columns: Record<Column, number> } | null = null;
  #sheet = '';
  #end: number | null = null;

  constructor(place: string) {
    this.#place = place;
  }

  takerOf(sheet: string): TakeRow {
    this.#sheet = sheet;
    return (row, texts) => this.#take(row, texts);
  }

  rows(): Rows {
    if (this.#header === null) {
      throw new LayoutError([
        { place: `${this.#place} '${this.#sheet}'`, message: `none of the first ${searchedForHeader} rows begins with the header "Year"` },
      ]);
    }
    const { row: headerRow, texts: header, columns: at } = this.#header;
    return [{ kind: 'sheet', sheet: this.#sheet, headerRow, header, columns: at, prose: this.#prose, end: this.#end }, ...this.#grants];
  }

  #takeHeader(row: number, texts: readonly string[]): void {
    const at = columnsOf(this.#place, sheetOfRow(this.#sheet, row, texts), row, columns, {
      fold: (text) => foldBlanks(text).toLowerCase(),
      table: 'sources/work-visas/parse.ts',
    });
    this.#header = { row, columns: at, texts: texts.map(foldBlanks).filter((text) => text !== '') };
  }

  #take(row: number, texts: readonly string[]): void {
    const [first = ''] = texts;
    if (this.#header === null) {
      if (row <= searchedForHeader && first.trim() === 'Year') this.#takeHeader(row, texts);
      else if (row <= searchedForHeader && first.trim() !== '') this.#prose.push(first);
      return;
    }
    if (/^end of (table|data)/i.test(first.trim())) {
      this.#end = row;
      return;
    }
    const { columns: at } = this.#header;
    const text = (column: Column) => (texts[at[column] - 1] ?? '').trim();
    if (texts.every((cell) => cell.trim() === '')) return;
    this.#grants.push({
      kind: 'grant',
      row,
      year: text('year'),
      quarter: text('quarter'),
      nationality: text('nationality'),
      route: text('route'),
      industry: text('industry'),
      major: text('major'),
      subMajor: text('subMajor'),
      minor: text('minor'),
      unit: text('unit'),
      granted: text('granted'),
    });
  }
}
