// Places in a publisher's file, as messages name them, and the collector of faults.
import type { Problem } from './problem.ts';
import { cellAddress } from './read/addresses.ts';
import type { Release } from './release.ts';

/** A sheet, a delimited file or any other table as its publisher prints it. */
export interface PrintedTable {
  /** Its name in messages, after source and release: `14.7a 'All'`, `employment.csv`. */
  readonly printedAs: string;
  /** Our name of a column → its number, counted from 1. */
  readonly columns?: Readonly<Record<string, number>>;
}

/** `ashe 2024-provisional`: the place of a whole release. */
export function placeOfRelease({ source, name }: Pick<Release, 'source' | 'name'>): string {
  return `${source} ${name}`;
}

/**
 * `ashe 2024-provisional 14.7a 'All'!F231`; without a column `…!row 231`, without a row the table.
 * `column` is our name of a column, or its number, counted from 1. A name that the table lacks is
 * printed as it is. `table` may be the name of something that is in no table: `ST0072 v1.0`.
 */
export function placeOf(
  release: Pick<Release, 'source' | 'name'>,
  table: PrintedTable | string,
  row?: number,
  column?: number | string,
): string {
  const { printedAs, columns }: PrintedTable =
    typeof table === 'string' ? { printedAs: table } : table;
  const columnNumber = typeof column === 'string' ? (columns?.[column] ?? column) : column;
  return `${placeOfRelease(release)} ${printedAs}${addressInTable(row, columnNumber)}`;
}

function addressInTable(row: number | undefined, column: number | string | undefined): string {
  if (row === undefined) return '';
  if (typeof column === 'number') return `!${cellAddress(row, column)}`;
  return column === undefined ? `!row ${row}` : `!row ${row} ${column}`;
}

/** A table, or one of its rows, counted from 1. */
export interface PlaceInTable {
  readonly table: PrintedTable | string;
  readonly row?: number | undefined;
}

/**
 * Reports a fault at a place, or in a column of it. Always returns null, so that a reader can
 * return its result.
 */
export type Complain<Place> = (
  where: Place,
  column: number | string | undefined,
  message: string,
  repair?: string,
) => null;

/** Collects the faults of a release's cells in `problems`, at most `most`. */
export function complainTo(
  release: Pick<Release, 'source' | 'name'>,
  problems: Problem[],
  most = Number.POSITIVE_INFINITY,
): Complain<PlaceInTable> {
  return ({ table, row }, column, message, repair) => {
    if (problems.length < most)
      problems.push({
        place: placeOf(release, table, row, column),
        message,
        ...(repair === undefined ? {} : { repair }),
      });
    return null;
  };
}
