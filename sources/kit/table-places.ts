// Where the rows of declared tables are in the publisher's file: places for messages, and cells for
// traces.
import type { FileCell } from './figures.ts';
import {
  type Complain,
  type PlaceInTable,
  type PrintedTable,
  complainTo,
  placeOf,
} from './place.ts';
import type { Problem } from './problem.ts';
import { cellAddress } from './read/addresses.ts';
import type { Release } from './release.ts';
import {
  type AnyRow,
  type AnyRows,
  type DeclaredTables,
  type HeaderRow,
  layoutOf,
  spellings,
} from './table-layout.ts';

/** A table by its name, or one of its rows. */
export type TableOrRow<Kind extends string> = Kind | { readonly kind: Kind; readonly row: number };

export interface ReadRows {
  readonly release: Pick<Release, 'source' | 'name'>;
  readonly rows: AnyRows;
}

// As many as a person can read.
const mostFaults = 200;

const knownHeaders = new WeakMap<AnyRows, ReadonlyMap<string, HeaderRow>>();

/** The headers of all tables by kind. A release can have a million rows: it is searched once. */
export function headersOf(rows: AnyRows): ReadonlyMap<string, HeaderRow> {
  const isHeader = (row: AnyRow): row is HeaderRow => row.kind === 'columns' && 'of' in row;
  const known = knownHeaders.get(rows);
  if (known !== undefined) return known;
  const headers = new Map(rows.filter(isHeader).map((row) => [row.of, row]));
  knownHeaders.set(rows, headers);
  return headers;
}

/**
 * The table as messages name it, with its columns: `'Sheet'`, `member.csv`, and `workbook.xls
 * 'Sheet'` of a release with several files.
 */
export function printedTable(declared: DeclaredTables, rows: AnyRows, kind: string): PrintedTable {
  const headers = headersOf(rows);
  const header = headers.get(kind);
  if (header === undefined)
    return { printedAs: `'${spellings(layoutOf(declared, kind).sheet ?? kind)[0]}'` };
  const { file, member, sheet, columns } = header;
  if (sheet === null) return { printedAs: member ?? file, columns };
  const hasSeveralFiles = new Set([...headers.values()].map((other) => other.file)).size > 1;
  return { printedAs: `${hasSeveralFiles ? `${file} ` : ''}'${sheet}'`, columns };
}

function inTable(declared: DeclaredTables, rows: AnyRows, where: TableOrRow<string>): PlaceInTable {
  if (typeof where === 'string') return { table: printedTable(declared, rows, where) };
  return { table: printedTable(declared, rows, where.kind), row: where.row };
}

/** The place of a table, of its row, or of the row's cell, in messages. */
export function placeInTable(
  declared: DeclaredTables,
  { release, rows }: ReadRows,
  where: TableOrRow<string>,
  column?: string | number,
): string {
  const { table, row } = inTable(declared, rows, where);
  return placeOf(release, table, row, column);
}

/** Collects faults at such places, as many as a person can read. */
export function complainInTables(
  declared: DeclaredTables,
  { release, rows }: ReadRows,
  problems: Problem[],
): Complain<TableOrRow<string>> {
  const complain = complainTo(release, problems, mostFaults);
  return (where, column, message, repair) =>
    complain(inTable(declared, rows, where), column, message, repair);
}

/**
 * A cell as traces name it. `column` is our name, or an index among the columns across, counted
 * from 0.
 */
export function cellInTable(
  rows: AnyRows,
  row: { readonly kind: string; readonly row: number; readonly across?: readonly string[] },
  column: string | number,
): FileCell {
  const header = headersOf(rows).get(row.kind);
  const number =
    typeof column === 'number'
      ? (header?.across?.from ?? 1) + column
      : (header?.columns[column] ?? 0);
  const isOfSheet = header !== undefined && header.sheet !== null;
  const text: unknown =
    typeof column === 'number' ? row.across?.[column] : Reflect.get(row, column);
  return {
    file: header?.file ?? '',
    member: header?.member ?? null,
    sheet: header?.sheet ?? null,
    address: isOfSheet
      ? cellAddress(row.row, number)
      : `row ${row.row} ${header?.headers[number - 1] ?? column}`,
    printed: String(text ?? ''),
  };
}
