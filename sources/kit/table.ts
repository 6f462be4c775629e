// Tables as their publisher prints them, declared once: reading, lmi import, messages, traces and
// the sample use one declaration.
import type { KnownByHand } from './by-hand.ts';
import type { FileCell } from './figures.ts';
import { type Wanted, tellLookedFor } from './looked-for.ts';
import type { PublishedFile } from './named-files.ts';
import { type PrintedTable, complainTo, placeOf, placeOfRelease } from './place.ts';
import { LayoutError, type Problem, quoteList } from './problem.ts';
import { cellAddress } from './read/addresses.ts';
import { foldBlanks, foldToLetters } from './read/fold.ts';
import { columnsOf, headerRowFor, lastHeaderRow } from './read/columns.ts';
import { dayShown } from './read/cell-contents.ts';
import { readDelimited } from './read/delimited.ts';
import { readWorkbookRows } from './read/workbook-rows.ts';
import { type Sheet, readWorkbook } from './read/workbook.ts';
import { readZip } from './read/zip.ts';
import type { Release } from './release.ts';

export interface TableLayout {
  /**
   * The sheet's name, in all its spellings; left out for a delimited text. Only letters and digits
   * count. A name with a star at its end is that of every sheet that begins so: of one that ends in
   * a version.
   */
  readonly sheet?: string | readonly string[];
  /**
   * The name of a CSV text within a zip, in all its spellings. A star stands for any part of a
   * name.
   */
  readonly member?: string | readonly string[];
  /** True if a workbook may lack the sheet, or a zip the text. */
  readonly optional?: true;
  /**
   * Our name of a column → its header as published, in all its spellings, that of the sample first.
   * Only letters and digits count. Left out for a sheet of prose, or without headers: each line is
   * then a row, and its `text` the cells that are not empty with tabs between them.
   */
  readonly columns?: Readonly<Record<string, string | readonly string[]>>;
  /** What stands side by side to the end of the header: a column for each month. */
  readonly across?: { readonly match: RegExp; readonly describe: string };
  /** A text that ends the table, in any cell of a row: "End of table". */
  readonly end?: RegExp;
}

export type TableLayouts = Readonly<Record<string, TableLayout>>;
type Column<Layout extends TableLayout> = Layout extends { readonly columns: infer Columns }
  ? keyof Columns & string
  : 'text';

/** The header of a table, and where it was found. Rows and columns are counted from 1. */
export interface HeaderRow<Kind extends string = string, Name extends string = string> {
  readonly kind: 'columns';
  readonly of: Kind;
  readonly file: string;
  /** The file within a zip; null if the file is not a zip. */
  readonly member: string | null;
  /** Null for a delimited text. */
  readonly sheet: string | null;
  readonly row: number;
  /** The lines above the header, without empty ones. */
  readonly above: readonly string[];
  /** All headers as printed, from the first column on. */
  readonly headers: readonly string[];
  readonly columns: Readonly<Record<Name, number>>;
  /**
   * The columns that stand side by side: the first, and the headers from there on. Left out if the
   * layout declares none.
   */
  readonly across?: { readonly from: number; readonly headers: readonly string[] };
}

/**
 * A row below the header: its texts by our names of the columns, and what stands across. Rows that
 * are empty in all of them are left out.
 */
export type RowOf<Layouts extends TableLayouts, Kind extends keyof Layouts & string> = {
  [Of in Kind]: { readonly kind: Of; readonly row: number } & {
    readonly [Name in Column<Layouts[Of]>]: string;
  } & (Layouts[Of] extends {
      readonly across: unknown;
    }
      ? { readonly across: readonly string[] }
      : unknown);
}[Kind];

/** The rows of a source's tables: each table's header, then its rows. */
export type TableRow<Layouts extends TableLayouts> = RowOf<Layouts, keyof Layouts & string>;
export type RowsOf<Layouts extends TableLayouts> = readonly (
  | TableRow<Layouts>
  | { [Kind in keyof Layouts & string]: HeaderRow<Kind, Column<Layouts[Kind]>> }[keyof Layouts &
      string]
)[];

/**
 * Any row, for what does not depend on the source. A source may have rows beside those of its
 * tables.
 */
interface AnyRow {
  readonly kind: string;
}
type AnyRows = readonly AnyRow[];

interface Where {
  /** The file within a zip, whose bytes are given. */
  readonly member?: string;
  /** True for a workbook too large to hold: it is read row by row. */
  readonly streamed?: boolean;
}

type Found = Pick<HeaderRow, 'file' | 'member'> & { readonly isText: boolean };

interface ReadRows {
  readonly release: Pick<Release, 'source' | 'name'>;
  readonly rows: AnyRows;
}

type TableOrRow<Layouts> =
  | (keyof Layouts & string)
  | { readonly kind: keyof Layouts & string; readonly row: number };

/**
 * Reports a fault of a cell, a row or a table. Always returns null, so that a reader can return its
 * result.
 */
export type Complain<Layouts> = (
  at: TableOrRow<Layouts>,
  column: string | number | undefined,
  message: string,
  repair?: string,
) => null;

export interface Tables<Layouts extends TableLayouts> {
  readonly layouts: Layouts;
  /**
   * The rows of these tables of one file: sheets of a workbook, or one delimited text. `place`
   * names source and release. Throws LayoutError with every sheet and column that is missing or
   * stands twice, and UnreadableFileError.
   */
  read<Kind extends keyof Layouts & string>(
    place: string,
    file: PublishedFile,
    kinds: readonly Kind[],
    where?: Where,
  ): Promise<RowsOf<Pick<Layouts, Kind>>>;
  /**
   * The same of tables that are members of zips. A member may be in any of them. `keep` says what
   * is kept of a table before the next one is read.
   */
  readZips<Kind extends keyof Layouts & string, Kept = RowsOf<Pick<Layouts, Kind>>[number]>(
    place: string,
    zips: readonly (PublishedFile | null)[],
    kinds: readonly Kind[],
    keep?: (rows: RowsOf<Pick<Layouts, Kind>>, kind: Kind) => Iterable<Kept>,
  ): Promise<readonly Kept[]>;
  /** What reads these tables of a release's only file, by our name of the file. */
  parser<const File extends string, Kind extends keyof Layouts & string>(
    file: File,
    kinds: readonly Kind[],
    where?: Where,
  ): (
    release: Pick<Release, 'source' | 'name'>,
    files: Readonly<Record<File, PublishedFile>>,
  ) => Promise<RowsOf<Pick<Layouts, Kind>>>;
  of<Kind extends keyof Layouts & string>(rows: AnyRows, kind: Kind): RowOf<Layouts, Kind>[];
  /** A table's header; undefined if the release has no such table. */
  header<Kind extends keyof Layouts & string>(
    rows: AnyRows,
    kind: Kind,
  ): HeaderRow<Kind, Column<Layouts[Kind]>> | undefined;
  /**
   * The table as messages name it, with its columns: `'Sheet'`, `member.csv`, and `workbook.xls
   * 'Sheet'` of a release with several files.
   */
  printed(rows: AnyRows, kind: keyof Layouts & string): PrintedTable;
  /** The place of a table, of its row, or of the row's cell, in messages. */
  at(edition: ReadRows, at: TableOrRow<Layouts>, column?: string | number): string;
  /** Collects faults at such places. */
  complainTo(
    release: Pick<Release, 'source' | 'name'>,
    rows: AnyRows,
    problems: Problem[],
  ): Complain<Layouts>;
  /**
   * A cell as traces name it. `column` is our name, or the place among what stands across, counted
   * from 0.
   */
  cell<Kind extends keyof Layouts & string>(
    rows: AnyRows,
    row: RowOf<Layouts, Kind>,
    column: Column<Layouts[Kind]> | number,
  ): FileCell;
  /**
   * How lmi import knows a file with these tables: by their sheets, their members, or the headers
   * of a delimited text.
   */
  shows(...kinds: (keyof Layouts & string)[]): KnownByHand['shows'];
  /**
   * The name of a sheet, as the sample prints it; without the star of a name that only begins so.
   */
  sheet(kind: keyof Layouts & string): string;
  /** The header of each column by our name of it, as the sample prints it. */
  headed<Kind extends keyof Layouts & string>(
    kind: Kind,
  ): Readonly<Record<Column<Layouts[Kind]>, string>>;
  /** The same in the order of the layout. */
  headers(kind: keyof Layouts & string): string[];
}

const spellings = (names: string | readonly string[] = []): readonly string[] =>
  typeof names === 'string' ? [names] : names;

/**
 * The tables of a source. `file` is where they are declared, for a message:
 * `sources/onet/layout.ts`.
 */
export function tables<const Layouts extends TableLayouts>(
  file: string,
  layouts: Layouts,
): Tables<Layouts> {
  const headings = { fold: foldToLetters, table: file };
  const layoutOf = (kind: string): TableLayout => {
    const layout = layouts[kind];
    if (layout === undefined) throw new RangeError(`"${kind}" is no table of ${file}`);
    return layout;
  };
  const wanted = ({ columns }: TableLayout) =>
    Object.fromEntries(
      Object.entries(columns ?? {}).map(([name, names]) => [
        name,
        spellings(names).map(foldBlanks),
      ]),
    );

  const headed = (kind: string): Record<string, string> =>
    Object.fromEntries(
      Object.entries(layoutOf(kind).columns ?? {}).map(([name, names]) => [
        name,
        spellings(names)[0] ?? '',
      ]),
    );

  const seen = new WeakMap<AnyRows, ReadonlyMap<string, HeaderRow>>();
  /** The headers of all tables. They are looked for once: a release can have a million rows. */
  const headersOf = (rows: AnyRows): ReadonlyMap<string, HeaderRow> => {
    const isHeader = (row: AnyRow): row is HeaderRow => row.kind === 'columns' && 'of' in row;
    const known = seen.get(rows) ?? new Map(rows.filter(isHeader).map((row) => [row.of, row]));
    seen.set(rows, known);
    return known;
  };

  const readHeader = (place: string, kind: string, sheet: Sheet, found: Found): HeaderRow => {
    const layout = layoutOf(kind);
    const row = headerRowFor(sheet, wanted(layout), headings.fold);
    const columns = columnsOf(place, sheet, row, wanted(layout), headings);
    const headers = textsOf(sheet, row);
    const above = Array.from({ length: row - 1 }, (_, index) =>
      textsOf(sheet, index + 1)
        .filter((text) => text !== '')
        .join(' '),
    );
    return {
      kind: 'columns',
      of: kind,
      file: found.file,
      member: found.member,
      sheet: found.isText ? null : sheet.name,
      row,
      above: above.filter((line) => line !== ''),
      headers,
      columns,
      ...(layout.across === undefined
        ? {}
        : { across: acrossOf(place, sheet.name, row, headers, columns, layout.across) }),
    };
  };

  const acrossOf = (
    place: string,
    sheet: string,
    row: number,
    headers: readonly string[],
    columns: Readonly<Record<string, number>>,
    { match, describe }: NonNullable<TableLayout['across']>,
  ) => {
    const own = new Set(Object.values(columns));
    const from = headers.findIndex((text) => match.test(text)) + 1;
    const found = from === 0 ? [] : headers.slice(from - 1);
    const unknown =
      headers.findIndex((text, index) => text !== '' && !match.test(text) && !own.has(index + 1)) +
      1;
    if (unknown > 0 || found.length === 0 || !found.every((text) => match.test(text))) {
      const got =
        unknown > 0 ? headers[unknown - 1] : (found.find((text) => !match.test(text)) ?? '');
      const day = dayShown(got ?? '');
      const header = day === null ? `the header "${got}"` : `${day}, formatted as a date`;
      const message = `got ${header}, expected ${describe} side by side after ${quoteList(Object.keys(columns))}`;
      const repair =
        day === null
          ? `if a column was added, add it to the table in ${file}`
          : `if the publisher now writes these headers as dates, let \`across\` in ${file} take them`;
      throw new LayoutError([
        {
          place: `${place} '${sheet}'!${unknown > 0 ? cellAddress(row, unknown) : `row ${row}`}`,
          message,
          repair,
        },
      ]);
    }
    // Without this, one more month in each release would seem to be left unread.
    const known = found.map((text) => ({ names: [text], found: text }));
    tellLookedFor({ place: `${place} '${sheet}'`, what: 'column', wanted: known, there: [] });
    return { from, headers: found };
  };

  const readerOf = ({ of: kind, columns, across }: HeaderRow, rows: AnyRow[]) => {
    const named = Object.entries(columns);
    const { end } = layoutOf(kind);
    let ended = false;
    return (sheet: Sheet, row: number): void => {
      if (ended) return;
      const texts = named.map(([name, column]): [string, string] => [
        name,
        sheet.text(row, column),
      ]);
      const periods = across?.headers.map((_, index) => sheet.text(row, across.from + index)) ?? [];
      const printed = [...texts.map(([, text]) => text), ...periods];
      ended = end !== undefined && printed.some((text) => end.test(text.trim()));
      if (ended || printed.every((text) => text === '')) return;
      const made = {
        kind,
        row,
        ...Object.fromEntries(texts),
        ...(across === undefined ? {} : { across: periods }),
      };
      rows.push(made);
    };
  };

  /** Takes the header and the rows below it; gives what takes further rows. */
  const takeTable = (place: string, kind: string, sheet: Sheet, found: Found, rows: AnyRow[]) => {
    const own = readHeader(place, kind, sheet, found);
    rows.push(own);
    const take = readerOf(own, rows);
    for (let row = own.row + 1; row <= sheet.rowCount; row += 1) take(sheet, row);
    return take;
  };

  const readSheet = (place: string, kind: string, sheet: Sheet, found: Found): AnyRow[] => {
    const rows: AnyRow[] = [];
    if (layoutOf(kind).columns === undefined)
      for (let row = 1; row <= sheet.rowCount; row += 1)
        rows.push(...lineOf(kind, row, textsOf(sheet, row)));
    else takeTable(place, kind, sheet, found, rows);
    return rows;
  };

  const isNamed = (kind: string, name: string) => {
    const folded = foldToLetters(name);
    return spellings(layoutOf(kind).sheet).some((sheet) =>
      sheet.endsWith('*')
        ? folded.startsWith(foldToLetters(sheet))
        : folded === foldToLetters(sheet),
    );
  };

  /** Tells what was looked for in a workbook or a zip, and throws if some of it is missing. */
  const requireAll = (
    place: string,
    what: 'sheet' | 'member',
    wanted: readonly Wanted[],
    there: readonly string[],
  ) => {
    tellLookedFor({ place, what, wanted, there });
    const missing = wanted
      .filter(({ found }) => found === null)
      .map(({ names }) => names.map((name) => `"${name}"`).join(' or '));
    const messageOf = (names: string) =>
      what === 'sheet' ? `there is no sheet ${names}` : `the zips hold no ${names}, or several`;
    const repair = `if the ${what === 'sheet' ? 'sheet' : 'file'} was renamed, add its new name to the table in ${file}`;
    if (missing.length > 0)
      throw new LayoutError(
        missing.map((names) => ({
          place,
          message: `${messageOf(names)}, found ${quoteList(there)}`,
          repair,
        })),
      );
  };

  const requireSheets = (place: string, there: readonly string[], kinds: readonly string[]) => {
    const found = (kind: string) => there.find((name) => isNamed(kind, name)) ?? null;
    const due = kinds.filter((kind) => found(kind) !== null || layoutOf(kind).optional !== true);
    const wanted = due.map((kind) => ({
      names: spellings(layoutOf(kind).sheet),
      found: found(kind),
    }));
    requireAll(place, 'sheet', wanted, there);
  };

  const readStreamed = async (
    at: string,
    given: PublishedFile,
    kinds: readonly string[],
    member: string | null,
  ) => {
    const rows: AnyRow[] = [];
    const ends: (() => void)[] = [];
    const names = await readWorkbookRows(at, given.bytes, (name) => {
      const kind = kinds.find((one) => isNamed(one, name));
      if (kind === undefined) return null;
      if (layoutOf(kind).columns === undefined)
        return (row, texts) => {
          rows.push(...lineOf(kind, row, texts));
        };
      // The header is looked for among the first rows.
      const first: string[][] = [];
      let take: ReturnType<typeof readerOf> | null = null;
      const begin = () => {
        const top: Sheet = {
          name,
          rowCount: first.length,
          text: (row, column) => first[row - 1]?.[column - 1] ?? '',
          fill: () => null,
        };
        take = takeTable(at, kind, top, { file: given.name, member, isText: false }, rows);
      };
      ends.push(() => {
        if (take === null) begin();
      });
      return (row, texts) => {
        if (take === null && row > lastHeaderRow) begin();
        if (take === null) first[row - 1] = texts;
        else
          take(
            { name, rowCount: row, text: (_, column) => texts[column - 1] ?? '', fill: () => null },
            row,
          );
      };
    });
    requireSheets(at, names, kinds);
    for (const end of ends) end();
    return rows;
  };

  const printed = (rows: AnyRows, kind: string): PrintedTable => {
    const headers = headersOf(rows);
    const own = headers.get(kind);
    const file =
      new Set([...headers.values()].map((header) => header.file)).size > 1 ? `${own?.file} ` : '';
    if (own === undefined) return { printedAs: `'${spellings(layoutOf(kind).sheet ?? kind)[0]}'` };
    return {
      printedAs: own.sheet === null ? (own.member ?? own.file) : `${file}'${own.sheet}'`,
      columns: own.columns,
    };
  };
  const tableAndRow = (
    rows: AnyRows,
    at: TableOrRow<Layouts>,
  ): [PrintedTable, number | undefined] =>
    typeof at === 'string' ? [printed(rows, at), undefined] : [printed(rows, at.kind), at.row];

  return {
    layouts,
    async read(place, given, kinds, { member, streamed = false } = {}) {
      const at = `${place} ${member ?? given.name}`;
      const found = { file: given.name, member: member ?? null };
      let rows: AnyRow[];
      const [only] = kinds;
      if (only !== undefined && layoutOf(only).sheet === undefined) {
        const sheet = readDelimited(at, member ?? given.name, given.bytes);
        rows = readSheet(place, only, sheet, { ...found, isText: true });
      } else if (streamed) rows = await readStreamed(at, given, kinds, found.member);
      else {
        const { sheets } = await readWorkbook(at, given.name, given.bytes);
        requireSheets(
          at,
          sheets.map(({ name }) => name),
          kinds,
        );
        rows = kinds.flatMap((kind) => {
          const sheet = sheets.find(({ name }) => isNamed(kind, name));
          return sheet === undefined ? [] : readSheet(at, kind, sheet, { ...found, isText: false });
        });
      }
      // The layouts give each kind its columns, and readerOf gives each row all of them.
      return rows as never;
    },
    parser(file, kinds, where) {
      return (release, files) => this.read(placeOfRelease(release), files[file], kinds, where);
    },
    async readZips(place, zips, kinds, keep) {
      const members: { name: string; zip: string; read(): Promise<Uint8Array> }[] = [];
      for (const zip of zips)
        if (zip !== null)
          for (const { name, read } of await readZip(`${place} ${zip.name}`, zip.bytes))
            members.push({ name, zip: zip.name, read });
      const chosen = kinds.map((kind) => {
        const names = spellings(layoutOf(kind).member);
        const all = names.flatMap((wanted) =>
          members.filter(({ name }) => isCalled(name.slice(name.lastIndexOf('/') + 1), wanted)),
        );
        const [first, another] = all.filter(({ zip }) => zip === all[0]?.zip);
        return {
          kind,
          names,
          found: another === undefined ? first : undefined,
          isDue: all.length > 0 || layoutOf(kind).optional !== true,
        };
      });
      const wanted = chosen
        .filter(({ isDue }) => isDue)
        .map((one) => ({ names: one.names, found: one.found?.name ?? null }));
      requireAll(
        place,
        'member',
        wanted,
        members.map(({ name }) => name),
      );
      const rows: AnyRow[] = [];
      // One member is read at a time, so that its bytes, fields and texts are freed before the
      // next.
      for (const one of chosen) {
        if (one.found === undefined) continue;
        const { name, zip, read } = one.found;
        const sheet = readDelimited(`${place} ${name}`, name, await read());
        const all = readSheet(place, one.kind, sheet, { file: zip, member: name, isText: true });
        for (const row of keep === undefined
          ? all
          : (keep(all as never, one.kind) as Iterable<AnyRow>))
          rows.push(row);
      }
      return rows as never;
    },
    of: (rows, kind) => rows.filter((row) => row.kind === kind) as never,
    header: (rows, kind) => headersOf(rows).get(kind) as never,
    printed,
    at: ({ release, rows }, at, column) => placeOf(release, ...tableAndRow(rows, at), column),
    complainTo: (release, rows, problems) => {
      const complain = complainTo(release, problems, mostFaults);
      return (at, column, message, repair) =>
        complain(...tableAndRow(rows, at), column, message, repair);
    },
    cell(rows, row, column) {
      const own = headersOf(rows).get(row.kind);
      const at =
        typeof column === 'number'
          ? (own?.across?.from ?? 1) + column
          : (own?.columns[column] ?? 0);
      const texts: Readonly<Record<string, unknown>> = row;
      const printed =
        typeof column === 'number' ? (texts['across'] as readonly string[])[column] : texts[column];
      const address =
        own?.sheet == null
          ? `row ${row.row} ${own?.headers[at - 1] ?? column}`
          : cellAddress(row.row, at);
      return {
        file: own?.file ?? '',
        member: own?.member ?? null,
        sheet: own?.sheet ?? null,
        address,
        printed: String(printed ?? ''),
      };
    },
    shows:
      (...kinds) =>
      (opened) => {
        return kinds.every((kind) => {
          const { sheet, member, columns, optional } = layoutOf(kind);
          if (sheet !== undefined)
            return optional === true || opened.sheets.some((name) => isNamed(kind, name));
          if (member !== undefined)
            return spellings(member).some((name) =>
              opened.members.some((one) => isCalled(one, name)),
            );
          return Object.values(columns ?? {}).every((names) =>
            spellings(names).some((name) => opened.headers.includes(foldToLetters(name))),
          );
        });
      },
    sheet: (kind) => (spellings(layoutOf(kind).sheet)[0] ?? '').replace(/ ?\*$/, ''),
    headed: (kind) => headed(kind) as never,
    headers: (kind) => Object.values(headed(kind)),
  };
}

function isCalled(name: string, wanted: string): boolean {
  const [start = '', end] = wanted.split('*');
  return end === undefined ? name === wanted : name.startsWith(start) && name.endsWith(end);
}

/** A line of a sheet without headers; none if it is empty. */
function lineOf(kind: string, row: number, texts: readonly string[]): AnyRow[] {
  const text = texts.filter((one) => one !== '').join('\t');
  return text === '' ? [] : [{ kind, row, text } as AnyRow];
}

/** The texts of a row, with blanks folded, up to its last. */
function textsOf(sheet: Sheet, row: number): string[] {
  const texts: string[] = [];
  for (let column = 1; column <= widest; column += 1)
    texts.push(foldBlanks(sheet.text(row, column)));
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1);
}

// As many as a person can read. More faults of a release say nothing new.
const mostFaults = 200;

// A month a column since 2017 makes 120 columns, and twelve more each year.
const widest = 400;
