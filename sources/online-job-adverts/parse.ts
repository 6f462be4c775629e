// The workbook's notes and Tables 1, 2, 3 and 5 to rows as published. It is read as a stream: Table 5 alone has some six million cells.
import { LayoutError, UnreadableFileError, quoteList } from '#sources/kit/problem.ts';
import { columnsOf, foldToLetters } from '#sources/kit/read/columns.ts';
import { readWorkbookRows, sheetOfRow } from '#sources/kit/read/workbook-rows.ts';
import { cellAddress } from '#sources/kit/read/workbook.ts';
import type { PublishedFile, Release } from '#sources/kit/source.ts';

// Our name of a column → its header reduced to lower-case letters and digits. The order of columns has changed between editions.
const layouts = {
  'Table 1': { periods: 'months', columns: { country: ['country'] } },
  'Table 2': {
    periods: 'months',
    columns: { region: ['region'], itl2: ['itl2'], district: ['localauthoritydistrict'], code: ['localauthoritycode'] },
  },
  'Table 3': { periods: 'months', columns: { region: ['region'], soc: ['soc4digitcode'], label: ['soc4digitlabel'] } },
  'Table 5': {
    periods: 'quarters',
    columns: {
      region: ['region'],
      itl2: ['itl2'],
      district: ['localauthoritydistrict'],
      soc: ['soc4digitcode'],
      label: ['soc4digitlabel'],
      code: ['localauthoritycode'],
    },
  },
} as const;

export type TableName = keyof typeof layouts;
export const tableNames = Object.keys(layouts) as readonly TableName[];

const headers = { fold: foldToLetters, table: 'sources/online-job-adverts/parse.ts' };
const coverSheet = 'cover sheet';

// Headers of periods are texts, Jan-17 and 2017Q1, and no dates.
const periodHeader = { months: /^[A-Z][a-z]{2}-\d{2}$/, quarters: /^\d{4}Q[1-4]$/ } as const;

/** A line of the cover sheet. */
export interface NoteRow {
  readonly kind: 'note';
  readonly row: number;
  readonly text: string;
}
/** What stands above the figures of a table. */
export interface HeaderRow {
  readonly kind: 'header';
  readonly table: TableName;
  readonly row: number;
  /** The lines above the header. */
  readonly title: readonly string[];
  /** Where the named columns stand, counted from 1. */
  readonly columns: Readonly<Record<string, number>>;
  /** Headers of the periods as printed; the first of them stands in the column `firstPeriod`, the others follow. */
  readonly periods: readonly string[];
  readonly firstPeriod: number;
}
/** A row beneath a header, cell by cell from column A on. */
export interface DataRow {
  readonly kind: 'data';
  readonly table: TableName;
  readonly row: number;
  readonly cells: readonly string[];
}
export type Row = NoteRow | HeaderRow | DataRow;
export type Rows = readonly Row[];

export async function parse(release: Release, files: readonly PublishedFile[]): Promise<Rows> {
  const [file] = files;
  if (file === undefined) throw new UnreadableFileError({ place: `online-job-adverts ${release.name}`, message: 'there is no workbook' });
  const place = `online-job-adverts ${release.name} ${file.name}`;
  const rows: Row[] = [];
  const readers = new Map<TableName, TableReader>();
  const sheets = await readWorkbookRows(place, file.bytes, (sheet) => {
    if (foldToLetters(sheet) === foldToLetters(coverSheet)) {
      return (row, texts) => {
        const text = texts
          .filter((cell) => cell.trim() !== '')
          .join(' ')
          .trim();
        if (text !== '') rows.push({ kind: 'note', row, text });
      };
    }
    const table = tableNames.find((name) => foldToLetters(name) === foldToLetters(sheet));
    if (table === undefined) return null;
    const reader = new TableReader(place, table, rows);
    readers.set(table, reader);
    return (row, texts) => reader.take(row, texts);
  });
  const missing = tableNames.filter((name) => !readers.has(name));
  if (missing.length > 0)
    throw new LayoutError([{ place, message: `there is no sheet ${quoteList(missing)}, found ${quoteList(sheets)}` }]);
  for (const reader of readers.values()) reader.end();
  return rows;
}

/** The place of a cell in a message: `online-job-adverts 2026-07 'Table 5'!AR20906`; without a column, of the row. */
export function placeOf(release: Release, table: TableName, row: number, column?: number): string {
  return `online-job-adverts ${release.name} '${table}'!${column === undefined ? `row ${row}` : cellAddress(row, column)}`;
}

export function headerOf(rows: Rows, table: TableName): HeaderRow {
  const found = rows.find((row): row is HeaderRow => row.kind === 'header' && row.table === table);
  if (found === undefined) throw new Error(`online-job-adverts: the rows have no header of ${table}`);
  return found;
}

export function isDataOf(table: TableName) {
  return (row: Row): row is DataRow => row.kind === 'data' && row.table === table;
}

// The header stands in row 5; a title of one line more or less must not matter.
const lastHeaderRow = 20;

/** Finds the header among the first rows of a table and keeps what stands beneath it. */
class TableReader {
  readonly #place: string;
  readonly #table: TableName;
  readonly #rows: Row[];
  readonly #above: { row: number; texts: string[] }[] = [];
  #width = 0;

  constructor(place: string, table: TableName, rows: Row[]) {
    this.#place = place;
    this.#table = table;
    this.#rows = rows;
  }

  take(row: number, texts: string[]): void {
    if (this.#width > 0) {
      if (texts.some((text) => text !== '')) this.#rows.push({ kind: 'data', table: this.#table, row, cells: texts });
      return;
    }
    this.#above.push({ row, texts });
    const wanted = Object.values(layouts[this.#table].columns).map(([header]) => header);
    const folded = texts.map(foldToLetters);
    if (wanted.every((header) => folded.includes(header))) this.#readHeader(row, texts);
    else if (row >= lastHeaderRow) this.#noHeader();
  }

  end(): void {
    if (this.#width === 0) this.#noHeader();
  }

  #readHeader(row: number, texts: string[]): void {
    const { columns, periods: kind } = layouts[this.#table];
    const at: Record<string, number> = columnsOf<string>(this.#place, sheetOfRow(this.#table, row, texts), row, columns, headers);
    const named = new Set(Object.values(at));
    const isPeriod = (text: string) => periodHeader[kind].test(text.trim());
    const firstPeriod = texts.findIndex(isPeriod) + 1;
    const unknown = texts.flatMap((text, index) =>
      text.trim() === '' || isPeriod(text) || named.has(index + 1) ? [] : [{ text, column: index + 1 }],
    );
    const end = texts.findLastIndex((text) => text.trim() !== '') + 1;
    const periods = firstPeriod === 0 ? [] : texts.slice(firstPeriod - 1, end).map((text) => text.trim());
    if (unknown.length > 0 || periods.length === 0 || !periods.every(isPeriod)) {
      const [fault] = unknown;
      throw new LayoutError([
        {
          place: `${this.#place} '${this.#table}'!${fault === undefined ? `row ${row}` : cellAddress(row, fault.column)}`,
          message: `got the header "${fault?.text ?? periods.find((text) => !isPeriod(text)) ?? ''}", expected ${kind === 'months' ? 'months like Jan-17' : 'quarters like 2017Q1'} side by side after ${quoteList(Object.keys(columns))}`,
          repair: 'if a column was added, add it to the table in sources/online-job-adverts/parse.ts',
        },
      ]);
    }
    const title = this.#above.slice(0, -1).map((above) => above.texts.filter((text) => text.trim() !== '').join(' '));
    this.#width = texts.length;
    this.#rows.push({ kind: 'header', table: this.#table, row, title, columns: at, periods, firstPeriod });
  }

  #noHeader(): never {
    const last = this.#above.find(({ texts }) => texts.filter((text) => text.trim() !== '').length > 2) ?? this.#above.at(-1);
    columnsOf<string>(
      this.#place,
      sheetOfRow(this.#table, last?.row ?? 0, last?.texts ?? []),
      last?.row ?? 0,
      layouts[this.#table].columns,
      headers,
    );
    throw new Error(`${this.#place} '${this.#table}': a header was passed over`);
  }
}
