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
 * A column is our name for it, or its number, counted from 1; one that the table lacks is named. A
 * text names a thing that is in no table, `ST0072 v1.0`.
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
  const address =
    row === undefined
      ? ''
      : typeof columnNumber === 'number'
        ? `!${cellAddress(row, columnNumber)}`
        : `!row ${row}${columnNumber === undefined ? '' : ` ${columnNumber}`}`;
  return `${placeOfRelease(release)} ${printedAs}${address}`;
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

/**
 * Collects at most `most` faults of a release's cells, as many as a person can read. More faults of
 * a sheet add nothing.
 */
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
