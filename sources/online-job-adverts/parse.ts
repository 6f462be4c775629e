// The workbook to rows as published: the figures of Tables 1, 2, 3 and 5, and the lines of its other sheets. It is read as a stream,
// because Table 5 has about six million cells. Table 4 has figures by minor group; no answer needs them, so it is not read.
import { type Wanted, tellLookedFor } from '#sources/kit/looked-for.ts';
import { type PrintedTable, placeOfRelease } from '#sources/kit/place.ts';
import { LayoutError, quoteList } from '#sources/kit/problem.ts';
import { columnsOf, foldToLetters } from '#sources/kit/read/columns.ts';
import { readWorkbookRows, sheetOfRow } from '#sources/kit/read/workbook-rows.ts';
import { cellAddress, tellSheets } from '#sources/kit/read/workbook.ts';
import type { FileKinds, NamedFiles, Release } from '#sources/kit/source.ts';
import type { Limits } from '#sources/kit/read/limits.ts';

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
// Sheets without figures. Tables 6 and 7 name the combined authority and the skills plan of each local authority. A workbook may lack any
// of them.
const lineSheets = ['Cover sheet', 'Table of contents', 'Notes', 'Table 6', 'Table 7'] as const;
export type LineSheet = (typeof lineSheets)[number];

// Headers of periods are texts, Jan-17 and 2017Q1, not dates.
const periodHeader = { months: /^[A-Z][a-z]{2}-\d{2}$/, quarters: /^\d{4}Q[1-4]$/ } as const;

/** A sheet of the workbook. */
export interface SheetRow {
  readonly kind: 'sheet';
  readonly name: string;
}
/** A line of a sheet without figures, cell by cell from column A on. */
export interface LineRow {
  readonly kind: 'line';
  readonly sheet: LineSheet;
  readonly row: number;
  readonly cells: readonly string[];
}
/** The header of a table and the lines above it. */
export interface HeaderRow {
  readonly kind: 'header';
  readonly table: TableName;
  readonly row: number;
  /** The lines above the header. */
  readonly title: readonly string[];
  /** Where the named columns stand, counted from 1. */
  readonly columns: Readonly<Record<string, number>>;
  /** Headers of the periods as printed. The first stands in the column `firstPeriod`, and the others follow it. */
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
export type Row = SheetRow | LineRow | HeaderRow | DataRow;
export type Rows = readonly Row[];

export const files = {
  workbook: {
    match: /^labourdemandbyoccupation.*\.xlsx$/,
    layout: 'documented',
    required: true,
    describe: 'the workbook of labour demand by occupation',
  },
} as const satisfies FileKinds;

// The workbook has 47 MB and unpacks to some 300 MB. Its Table 5 has 134,000 rows and 10 million cells, empty ones included.
export const limits: Partial<Limits> = {
  fileBytes: 150_000_000,
  unpackedBytes: 1_000_000_000,
  memory: 2500,
};

export async function parse(release: Release, { workbook }: NamedFiles<typeof files>): Promise<Rows> {
  const place = `${placeOfRelease(release)} ${workbook.name}`;
  const rows: Row[] = [];
  const readers = new Map<TableName, TableReader>();
  const taken: Wanted[] = [];
  const sheets = await readWorkbookRows(place, workbook.bytes, (sheet) => {
    const isNamed = (name: string) => foldToLetters(name) === foldToLetters(sheet);
    const ofLines = lineSheets.find(isNamed);
    if (ofLines !== undefined) {
      taken.push({ names: [ofLines], found: sheet });
      return (row, cells) => {
        if (cells.some((text) => text.trim() !== '')) rows.push({ kind: 'line', sheet: ofLines, row, cells });
      };
    }
    const table = tableNames.find(isNamed);
    if (table === undefined) return null;
    const reader = tableReader(place, table, rows);
    readers.set(table, reader);
    taken.push({ names: [table], found: sheet });
    return reader.take;
  });
  const missing = tableNames.filter((name) => !readers.has(name));
  tellSheets(
    place,
    sheets.map((name) => ({ name })),
    [...taken, ...missing.map((name) => ({ names: [name], found: null }))],
  );
  if (missing.length > 0)
    throw new LayoutError([{ place, message: `there is no sheet ${quoteList(missing)}, found ${quoteList(sheets)}` }]);
  for (const reader of readers.values()) reader.end();
  return [...sheets.map((name): SheetRow => ({ kind: 'sheet', name })), ...rows];
}

/** The texts of a line in one, without its empty cells. */
export function joined(texts: readonly string[]): string {
  return texts.filter((text) => text.trim() !== '').join(' ');
}

/** A sheet as messages name it: `'Table 5'`. */
export function printed(sheet: TableName | LineSheet): PrintedTable {
  return { printedAs: `'${sheet}'` };
}

export function headerOf(rows: Rows, table: TableName): HeaderRow {
  const found = rows.find((row): row is HeaderRow => row.kind === 'header' && row.table === table);
  if (found === undefined) throw new Error(`online-job-adverts: the rows have no header of ${table}`);
  return found;
}

export function linesOf(rows: Rows, sheet: LineSheet): LineRow[] {
  return rows.filter((row): row is LineRow => row.kind === 'line' && row.sheet === sheet);
}

export function isDataOf(table: TableName) {
  return (row: Row): row is DataRow => row.kind === 'data' && row.table === table;
}

// The header stands in row 5. A longer title must not matter.
const lastHeaderRow = 20;

interface TableReader {
  readonly take: (row: number, texts: string[]) => void;
  /** Throws LayoutError if the table had no header. */
  readonly end: () => void;
}

/** Finds the header among the first rows of a table and keeps the rows below it. */
function tableReader(place: string, table: TableName, rows: Row[]): TableReader {
  const { columns, periods: kind } = layouts[table];
  const wanted = Object.values(columns).map(([header]) => header);
  const above: { row: number; texts: string[] }[] = [];
  let isRead = false;

  const columnsIn = ({ row, texts }: { row: number; texts: string[] }): Record<string, number> =>
    columnsOf<string>(place, sheetOfRow(table, row, texts), row, columns, headers);

  const noHeader = () => {
    columnsIn(above.find(({ texts }) => texts.filter((text) => text.trim() !== '').length > 2) ?? above.at(-1) ?? { row: 0, texts: [] });
    throw new Error(`${place} '${table}': a header was passed over`);
  };

  const readHeader = (row: number, texts: string[]): HeaderRow => {
    const at = columnsIn({ row, texts });
    const named = new Set(Object.values(at));
    const isPeriod = (text: string) => periodHeader[kind].test(text.trim());
    const firstPeriod = texts.findIndex(isPeriod) + 1;
    const unknown = texts.findIndex((text, index) => text.trim() !== '' && !isPeriod(text) && !named.has(index + 1)) + 1;
    const end = texts.findLastIndex((text) => text.trim() !== '') + 1;
    const periods = firstPeriod === 0 ? [] : texts.slice(firstPeriod - 1, end).map((text) => text.trim());
    if (unknown > 0 || periods.length === 0 || !periods.every(isPeriod)) {
      const got = unknown > 0 ? texts[unknown - 1] : (periods.find((text) => !isPeriod(text)) ?? '');
      const expected = `${kind === 'months' ? 'months like Jan-17' : 'quarters like 2017Q1'} side by side after ${quoteList(Object.keys(columns))}`;
      throw new LayoutError([
        {
          place: `${place} '${table}'!${unknown > 0 ? cellAddress(row, unknown) : `row ${row}`}`,
          message: `got the header "${got}", expected ${expected}`,
          repair: 'if a column was added, add it to the table in sources/online-job-adverts/parse.ts',
        },
      ]);
    }
    // Without this the months, of which there is one more in each edition, would seem to be left unread.
    tellLookedFor({
      place: `${place} '${table}'`,
      what: 'column',
      wanted: periods.map((period) => ({ names: [period], found: period })),
      there: [],
    });
    return { kind: 'header', table, row, title: above.map((line) => joined(line.texts)), columns: at, periods, firstPeriod };
  };

  return {
    take(row, texts) {
      if (isRead) {
        if (texts.some((text) => text !== '')) rows.push({ kind: 'data', table, row, cells: texts });
        return;
      }
      const folded = texts.map(foldToLetters);
      isRead = wanted.every((header) => folded.includes(header));
      if (isRead) rows.push(readHeader(row, texts));
      else above.push({ row, texts });
      if (!isRead && row >= lastHeaderRow) noHeader();
    },
    end() {
      if (!isRead) noHeader();
    },
  };
}
