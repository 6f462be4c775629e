// How a source declares the tables that its publisher prints, and the rows that reading them gives.

export interface TableLayout {
  /**
   * The sheet's name, in all its spellings; left out for a delimited text. Only letters and digits
   * count. A star at the end stands for any text, such as a version.
   */
  readonly sheet?: string | readonly string[];
  /**
   * The name of a CSV text within a zip, in all its spellings. A star matches any part of a name.
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
  /** Columns side by side to the end of the header: a column for each month. */
  readonly across?: { readonly match: RegExp; readonly describe: string };
  /** A text that ends the table, in any cell of a row: "End of table". */
  readonly end?: RegExp;
}

export type TableLayouts = Readonly<Record<string, TableLayout>>;
export type Column<Layout extends TableLayout> = Layout extends { readonly columns: infer Columns }
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
   * The columns side by side: the first, and the headers from there on. Left out if the layout
   * declares none.
   */
  readonly across?: { readonly from: number; readonly headers: readonly string[] };
}

/**
 * A row below the header: its texts by our names of the columns, and the columns across. Rows that
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
 * Any row, for code that does not depend on the source. A source may have rows beside those of its
 * tables.
 */
export interface AnyRow {
  readonly kind: string;
}
export type AnyRows = readonly AnyRow[];

/** The tables of a source, and the file that declares them: `sources/onet/layout.ts`. */
export interface DeclaredTables {
  readonly file: string;
  readonly layouts: TableLayouts;
}

export function layoutOf({ file, layouts }: DeclaredTables, kind: string): TableLayout {
  const layout = layouts[kind];
  if (layout === undefined) throw new RangeError(`"${kind}" is no table of ${file}`);
  return layout;
}

/** The names of a sheet, a member or a column, in all their spellings. */
export function spellings(names: string | readonly string[] = []): readonly string[] {
  return typeof names === 'string' ? [names] : names;
}
