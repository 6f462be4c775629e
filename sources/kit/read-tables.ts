// Reads declared tables: finds the sheets and members by their names and the columns by their
// headers, and gives the header of each table and the rows below it.
import { type WantedName, recordLookup } from './lookups.ts';
import type { PublishedFile } from './named-files.ts';
import { LayoutError, quoteList } from './problem.ts';
import { cellAddress } from './read/addresses.ts';
import { dayShown } from './read/cell-contents.ts';
import { columnsOf, headerRowFor, lastHeaderRow } from './read/columns.ts';
import { readDelimited } from './read/delimited.ts';
import { foldBlanks, foldToLetters } from './read/fold.ts';
import { readWorkbookRows } from './read/workbook-rows.ts';
import { type Sheet, readWorkbook } from './read/workbook.ts';
import { readZip } from './read/zip.ts';
import {
  type AnyRow,
  type DeclaredTables,
  type HeaderRow,
  type TableLayout,
  layoutOf,
  spellings,
} from './table-layout.ts';
import { isCalled, isSheetOf } from './table-names.ts';

/** Where in a file the tables are, and how the file is read. */
export interface Where {
  /** The file within a zip, whose bytes are given. */
  readonly member?: string;
  /** True for a workbook too large to hold: it is read row by row. */
  readonly streamed?: boolean;
}

/** The file in which a table is. */
type TableFile = Pick<HeaderRow, 'file' | 'member'> & { readonly isText: boolean };

/** A declared table, and where its sheet or text is. `place` names it in messages. */
interface FoundTable {
  readonly declared: DeclaredTables;
  readonly kind: string;
  readonly place: string;
  readonly in: TableFile;
}

/** Takes one row of a sheet. */
type TakeRow = (sheet: Sheet, row: number) => void;

// One column per month since 2017 makes 120 columns, and twelve more each year.
const widest = 400;

/**
 * The rows of the tables of one file: sheets of a workbook, or one delimited text. `place` names
 * source and release. Throws LayoutError with every sheet and column that is missing or
 * repeated, and UnreadableFileError.
 */
export async function readTables(
  declared: DeclaredTables,
  place: string,
  file: PublishedFile,
  kinds: readonly string[],
  { member, streamed = false }: Where = {},
): Promise<AnyRow[]> {
  const placeOfFile = `${place} ${member ?? file.name}`;
  const tableFile = { file: file.name, member: member ?? null };
  const [first] = kinds;
  if (first !== undefined && layoutOf(declared, first).sheet === undefined) {
    const sheet = readDelimited(placeOfFile, member ?? file.name, file.bytes);
    return readSheet({ declared, kind: first, place, in: { ...tableFile, isText: true } }, sheet);
  }
  const inWorkbook = { ...tableFile, isText: false };
  if (streamed) return readStreamed(declared, placeOfFile, file, kinds, inWorkbook);
  const { sheets } = await readWorkbook(placeOfFile, file.name, file.bytes);
  const names = sheets.map(({ name }) => name);
  requireSheets(declared, placeOfFile, names, kinds);
  const rows: AnyRow[] = [];
  for (const kind of kinds) {
    const sheet = sheets.find(({ name }) => isSheetOf(layoutOf(declared, kind), name));
    if (sheet === undefined) continue;
    const table = { declared, kind, place: placeOfFile, in: inWorkbook };
    for (const row of readSheet(table, sheet)) rows.push(row);
  }
  return rows;
}

/**
 * Reads tables that are members of zips. A member may be in any of them. `keep` says what is kept
 * of a table. The remainder is freed before the next one is read.
 */
export async function readZippedTables<Kept>(
  declared: DeclaredTables,
  place: string,
  zips: readonly (PublishedFile | null)[],
  kinds: readonly string[],
  keep: (rows: AnyRow[]) => Iterable<Kept>,
): Promise<Kept[]> {
  const members: Member[] = [];
  for (const zip of zips) {
    if (zip === null) continue;
    for (const { name, read } of await readZip(`${place} ${zip.name}`, zip.bytes))
      members.push({ name, zip: zip.name, read });
  }
  const chosen = kinds.map((kind) => chooseMember(declared, members, kind));
  const wanted = chosen
    .filter(({ isDue }) => isDue)
    .map(({ names, member }) => ({ names, foundName: member?.name ?? null }));
  const memberNames = members.map(({ name }) => name);
  requireAll(declared, place, 'member', wanted, memberNames);
  const rows: Kept[] = [];
  // One member is read at a time, so that its bytes, fields and texts are freed before the next.
  for (const { kind, member } of chosen) {
    if (member === undefined) continue;
    const sheet = readDelimited(`${place} ${member.name}`, member.name, await member.read());
    const tableFile = { file: member.zip, member: member.name, isText: true };
    const all = readSheet({ declared, kind, place, in: tableFile }, sheet);
    for (const row of keep(all)) rows.push(row);
  }
  return rows;
}

interface Member {
  readonly name: string;
  readonly zip: string;
  read(): Promise<Uint8Array>;
}

/** The member of the first zip that has the table; undefined if none has it, or one has several. */
function chooseMember(declared: DeclaredTables, members: readonly Member[], kind: string) {
  const layout = layoutOf(declared, kind);
  const names = spellings(layout.member);
  const all = names.flatMap((wanted) =>
    members.filter(({ name }) => isCalled(name.slice(name.lastIndexOf('/') + 1), wanted)),
  );
  const inFirstZip = all.filter(({ zip }) => zip === all[0]?.zip);
  return {
    kind,
    names,
    member: inFirstZip.length > 1 ? undefined : inFirstZip[0],
    isDue: all.length > 0 || layout.optional !== true,
  };
}

/** Reads a workbook row by row. The sheets that are not declared are passed over. */
async function readStreamed(
  declared: DeclaredTables,
  place: string,
  file: PublishedFile,
  kinds: readonly string[],
  tableFile: TableFile,
): Promise<AnyRow[]> {
  const rows: AnyRow[] = [];
  const ends: (() => void)[] = [];
  const names = await readWorkbookRows(place, file.bytes, (name) => {
    const kind = kinds.find((wanted) => isSheetOf(layoutOf(declared, wanted), name));
    if (kind === undefined) return null;
    if (layoutOf(declared, kind).columns === undefined)
      return (row, texts) => {
        addLine(rows, kind, row, texts);
      };
    const table = { declared, kind, place, in: tableFile };
    const { take, end } = streamedTable(table, name, rows);
    ends.push(end);
    return take;
  });
  requireSheets(declared, place, names, kinds);
  for (const end of ends) end();
  return rows;
}

/** Takes the rows of a sheet as they come, and looks for the header among the first. */
function streamedTable(table: FoundTable, name: string, rows: AnyRow[]) {
  const firstRows: string[][] = [];
  let takeRow: TakeRow | null = null;
  const begin = (): TakeRow => {
    const top: Sheet = {
      name,
      rowCount: firstRows.length,
      text: (row, column) => firstRows[row - 1]?.[column - 1] ?? '',
      fill: () => null,
    };
    takeRow = takeTable(table, top, rows);
    return takeRow;
  };
  const take = (row: number, texts: string[]): void => {
    if (takeRow === null && row <= lastHeaderRow) {
      firstRows[row - 1] = texts;
      return;
    }
    const text = (_: number, column: number) => texts[column - 1] ?? '';
    (takeRow ?? begin())({ name, rowCount: row, text, fill: () => null }, row);
  };
  const end = (): void => {
    if (takeRow === null) begin();
  };
  return { take, end };
}

function readSheet(table: FoundTable, sheet: Sheet): AnyRow[] {
  const rows: AnyRow[] = [];
  if (layoutOf(table.declared, table.kind).columns !== undefined) takeTable(table, sheet, rows);
  else
    for (let row = 1; row <= sheet.rowCount; row += 1)
      addLine(rows, table.kind, row, textsOf(sheet, row));
  return rows;
}

/** Takes the header and the rows below it; returns what takes further rows. */
function takeTable(table: FoundTable, sheet: Sheet, rows: AnyRow[]): TakeRow {
  const header = readHeader(table, sheet);
  rows.push(header);
  const take = rowTaker(header, layoutOf(table.declared, table.kind).end, rows);
  for (let row = header.row + 1; row <= sheet.rowCount; row += 1) take(sheet, row);
  return take;
}

/** Adds to `rows` each row below the header that is not empty, up to the end of the table. */
function rowTaker(
  { of: kind, columns, across }: HeaderRow,
  end: RegExp | undefined,
  rows: AnyRow[],
): TakeRow {
  const namedColumns = Object.entries(columns);
  let hasEnded = false;
  return (sheet, row) => {
    if (hasEnded) return;
    const texts = namedColumns.map(([name, column]): [string, string] => [
      name,
      sheet.text(row, column),
    ]);
    const periods = across?.headers.map((_, index) => sheet.text(row, across.from + index)) ?? [];
    const cells = [...texts.map(([, text]) => text), ...periods];
    hasEnded = end !== undefined && cells.some((text) => end.test(text.trim()));
    if (hasEnded || cells.every((text) => text === '')) return;
    const read = {
      kind,
      row,
      ...Object.fromEntries(texts),
      ...(across === undefined ? {} : { across: periods }),
    };
    rows.push(read);
  };
}

function readHeader({ declared, kind, place, in: tableFile }: FoundTable, sheet: Sheet): HeaderRow {
  const layout = layoutOf(declared, kind);
  const row = headerRowFor(sheet, wantedHeaders(layout), foldToLetters);
  const columns = columnsOf(place, sheet, row, wantedHeaders(layout), {
    fold: foldToLetters,
    table: declared.file,
  });
  const headers = textsOf(sheet, row);
  const above = Array.from({ length: row - 1 }, (_, index) =>
    textsOf(sheet, index + 1)
      .filter((text) => text !== '')
      .join(' '),
  );
  const header: HeaderRow = {
    kind: 'columns',
    of: kind,
    file: tableFile.file,
    member: tableFile.member,
    sheet: tableFile.isText ? null : sheet.name,
    row,
    above: above.filter((line) => line !== ''),
    headers,
    columns,
  };
  if (layout.across === undefined) return header;
  const placeOfSheet = `${place} '${sheet.name}'`;
  return { ...header, across: readAcross(declared, placeOfSheet, header, layout.across) };
}

/** The headers of each column in all their spellings. */
function wantedHeaders({ columns = {} }: TableLayout): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, headers]) => [name, spellings(headers).map(foldBlanks)]),
  );
}

/**
 * The columns side by side to the end of the header. Throws LayoutError if one of them has another
 * header, or if there is any other column that the layout does not declare.
 */
function readAcross(
  { file }: DeclaredTables,
  place: string,
  { row, headers, columns }: HeaderRow,
  { match, describe }: NonNullable<TableLayout['across']>,
): NonNullable<HeaderRow['across']> {
  const declaredColumns = new Set(Object.values(columns));
  const from = headers.findIndex((text) => match.test(text)) + 1;
  const acrossHeaders = from === 0 ? [] : headers.slice(from - 1);
  const isUnknown = (text: string, index: number) =>
    text !== '' && !match.test(text) && !declaredColumns.has(index + 1);
  const unknown = headers.findIndex(isUnknown) + 1;
  const odd = acrossHeaders.find((text) => !match.test(text));
  if (unknown > 0 || acrossHeaders.length === 0 || odd !== undefined) {
    const got = unknown > 0 ? (headers[unknown - 1] ?? '') : (odd ?? '');
    const day = dayShown(got);
    const header = day === null ? `the header "${got}"` : `${day}, formatted as a date`;
    throw new LayoutError([
      {
        place: `${place}!${unknown > 0 ? cellAddress(row, unknown) : `row ${row}`}`,
        message:
          `got ${header}, expected ${describe} side by side after ` +
          `${quoteList(Object.keys(columns))}`,
        repair:
          day === null
            ? `if a column was added, add it to the table in ${file}`
            : 'if the publisher now writes these headers as dates, let `across` in ' +
              `${file} take them`,
      },
    ]);
  }
  // Otherwise the new month of each release would look like an unread column.
  const wanted = acrossHeaders.map((text) => ({ names: [text], foundName: text }));
  recordLookup({ place, what: 'column', wanted, present: [] });
  return { from, headers: acrossHeaders };
}

function requireSheets(
  declared: DeclaredTables,
  place: string,
  sheetNames: readonly string[],
  kinds: readonly string[],
): void {
  const wanted: WantedName[] = [];
  for (const kind of kinds) {
    const layout = layoutOf(declared, kind);
    const sheetName = sheetNames.find((name) => isSheetOf(layout, name)) ?? null;
    if (sheetName !== null || layout.optional !== true)
      wanted.push({ names: spellings(layout.sheet), foundName: sheetName });
  }
  requireAll(declared, place, 'sheet', wanted, sheetNames);
}

/** Records what was looked for in a workbook or a zip, and throws if some of it is missing. */
function requireAll(
  { file }: DeclaredTables,
  place: string,
  what: 'sheet' | 'member',
  wanted: readonly WantedName[],
  foundNames: readonly string[],
): void {
  recordLookup({ place, what, wanted, present: foundNames });
  const missing = wanted
    .filter(({ foundName }) => foundName === null)
    .map(({ names }) => names.map((name) => `"${name}"`).join(' or '));
  if (missing.length === 0) return;
  const messageOf = (names: string) =>
    what === 'sheet' ? `there is no sheet ${names}` : `the zips hold no ${names}, or several`;
  const repair =
    `if the ${what === 'sheet' ? 'sheet' : 'file'} was renamed, add its new name to the ` +
    `table in ${file}`;
  throw new LayoutError(
    missing.map((names) => ({
      place,
      message: `${messageOf(names)}, found ${quoteList(foundNames)}`,
      repair,
    })),
  );
}

/** Adds a line of a sheet without headers to the rows, if it is not empty. */
function addLine(rows: AnyRow[], kind: string, row: number, texts: readonly string[]): void {
  const text = texts.filter((cell) => cell !== '').join('\t');
  const line = { kind, row, text };
  if (text !== '') rows.push(line);
}

/** The texts of a row, with blanks folded, up to its last. */
function textsOf(sheet: Sheet, row: number): string[] {
  const texts: string[] = [];
  for (let column = 1; column <= widest; column += 1)
    texts.push(foldBlanks(sheet.text(row, column)));
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1);
}
