// Tables as their publisher prints them, declared once: reading, lmi import, messages, traces and
// the sample use one declaration.
import type { KnownByHand } from './by-hand.ts';
import type { FileCell } from './figures.ts';
import type { PublishedFile } from './named-files.ts';
import { type Complain, type PrintedTable, placeOfRelease } from './place.ts';
import type { Problem } from './problem.ts';
import { type Where, readTables, readZippedTables } from './read-tables.ts';
import type { Release } from './release.ts';
import type { DescribedRow } from './rows.ts';
import {
  type AnyRow,
  type AnyRows,
  type Column,
  type HeaderRow,
  type RowOf,
  type RowsOf,
  type TableLayouts,
  layoutOf,
} from './table-layout.ts';
import { isShownBy, printedHeaders, printedSheetName } from './table-names.ts';
import { type NamingColumns, describeTableRows } from './table-rows.ts';
import {
  type ReadRows,
  type TableOrRow,
  cellInTable,
  complainInTables,
  headersOf,
  placeInTable,
  printedTable,
} from './table-places.ts';

export interface Tables<Layouts extends TableLayouts> {
  readonly layouts: Layouts;
  /**
   * The rows of these tables of one file: sheets of a workbook, or one delimited text. `place`
   * names source and release. Throws LayoutError with every sheet and column that is missing or
   * repeated, and UnreadableFileError.
   */
  read<Kind extends keyof Layouts & string>(
    place: string,
    file: PublishedFile,
    kinds: readonly Kind[],
    where?: Where,
  ): Promise<RowsOf<Pick<Layouts, Kind>>>;
  /**
   * The same of tables that are members of zips. A member may be in any of them. Rows that are not
   * kept are dropped before the next table is read.
   */
  readZips<Kind extends keyof Layouts & string>(
    place: string,
    zips: readonly (PublishedFile | null)[],
    kinds: readonly Kind[],
    isKept?: (row: RowsOf<Pick<Layouts, Kind>>[number]) => boolean,
  ): Promise<RowsOf<Pick<Layouts, Kind>>>;
  /** Reads these tables from a release's only file, by our name of the file. */
  parser<const File extends string, Kind extends keyof Layouts & string>(
    file: File,
    kinds: readonly Kind[],
    where?: Where,
  ): (
    release: Pick<Release, 'source' | 'name'>,
    files: Readonly<Record<File, PublishedFile>>,
  ) => Promise<RowsOf<Pick<Layouts, Kind>>>;
  rowsOf<Kind extends keyof Layouts & string>(rows: AnyRows, kind: Kind): RowOf<Layouts, Kind>[];
  /** A table's header; undefined if the release has no such table. */
  header<Kind extends keyof Layouts & string>(
    rows: AnyRows,
    kind: Kind,
  ): HeaderRow<Kind, Column<Layouts[Kind]>> | undefined;
  /**
   * The table as messages name it, with its columns: `'Sheet'`, `member.csv`, and `workbook.xls
   * 'Sheet'` of a release with several files.
   */
  printedTable(rows: AnyRows, kind: keyof Layouts & string): PrintedTable;
  /** What the rows are. `namingColumns` says which columns of each table name a row. */
  describeRows(
    namingColumns: {
      readonly [Kind in keyof Layouts & string]?: NamingColumns<Column<Layouts[Kind]>>;
    },
  ): (rows: AnyRows) => Iterable<DescribedRow>;
  /** The place of a table, of its row, or of the row's cell, in messages. */
  placeOf(
    edition: ReadRows,
    where: TableOrRow<keyof Layouts & string>,
    column?: string | number,
  ): string;
  /** Collects faults at such places. */
  complainTo(
    release: Pick<Release, 'source' | 'name'>,
    rows: AnyRows,
    problems: Problem[],
  ): Complain<TableOrRow<keyof Layouts & string>>;
  /**
   * A cell as traces name it. `column` is our name, or an index among the columns across, counted
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

/**
 * The tables of a source. `file` is where they are declared, for a message:
 * `sources/onet/layout.ts`.
 */
export function tables<const Layouts extends TableLayouts>(
  file: string,
  layouts: Layouts,
): Tables<Layouts> {
  const declared = { file, layouts };
  type Kind = keyof Layouts & string;
  const read = async <Wanted extends Kind>(
    place: string,
    publishedFile: PublishedFile,
    kinds: readonly Wanted[],
    where?: Where,
  ) => typed<Pick<Layouts, Wanted>>(await readTables(declared, place, publishedFile, kinds, where));
  return {
    layouts,
    read,
    parser: (name, kinds, where) => (release, files) =>
      read(placeOfRelease(release), files[name], kinds, where),
    readZips: <Wanted extends Kind>(
      place: string,
      zips: readonly (PublishedFile | null)[],
      kinds: readonly Wanted[],
      isKept: (row: RowsOf<Pick<Layouts, Wanted>>[number]) => boolean = () => true,
    ) =>
      readZippedTables(declared, place, zips, kinds, (rows) =>
        typed<Pick<Layouts, Wanted>>(rows).filter(isKept),
      ),
    rowsOf: <Wanted extends Kind>(rows: AnyRows, kind: Wanted) =>
      rows.filter((row) => row.kind === kind) as RowOf<Layouts, Wanted>[],
    header: <Wanted extends Kind>(rows: AnyRows, kind: Wanted) =>
      headersOf(rows).get(kind) as HeaderRow<Wanted, Column<Layouts[Wanted]>> | undefined,
    printedTable: (rows, kind) => printedTable(declared, rows, kind),
    describeRows: (namingColumns) => (rows) => describeTableRows(rows, namingColumns),
    placeOf: (edition, where, column) => placeInTable(declared, edition, where, column),
    complainTo: (release, rows, problems) =>
      complainInTables(declared, { release, rows }, problems),
    cell: cellInTable,
    shows:
      (...kinds) =>
      (opened) =>
        kinds.every((kind) => isShownBy(opened, layoutOf(declared, kind))),
    sheet: (kind) => printedSheetName(layoutOf(declared, kind)),
    headed: (kind) => printedHeaders(layoutOf(declared, kind)),
    headers: (kind) => Object.values(printedHeaders(layoutOf(declared, kind))),
  };
}

/**
 * The rows by the type of their layouts. Reading has given each row all the columns of its kind.
 */
function typed<Layouts extends TableLayouts>(rows: readonly AnyRow[]): RowsOf<Layouts> {
  return rows as RowsOf<Layouts>;
}
