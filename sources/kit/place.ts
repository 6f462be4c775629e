// Where something stands in a publisher's file, as every message names it, and the collecting of what is wrong there.
import type { Problem } from './problem.ts';
import { cellAddress } from './read/workbook.ts';
import type { Release } from './release.ts';

/** A sheet, a delimited file or any other table as its publisher prints it. */
export interface PrintedTable {
  /** As messages name it after source and release: `14.7a 'All'`, `employment.csv`. */
  readonly printedAs: string;
  /** By our name of a column where it stands, counted from 1, or its header where cells are not addressed by letters. */
  readonly columns?: Readonly<Record<string, number | string>>;
}

/** `ashe 2024-provisional`: the place of a whole release. */
export function placeOfRelease({ source, name }: Pick<Release, 'source' | 'name'>): string {
  return `${source} ${name}`;
}

/**
 * `ashe 2024-provisional 14.7a 'All'!F231`; without a column `…!row 231`, without a row the table. A column is our name of it, or its
 * number, counted from 1. One that has a header and no number is named by it: `aps-employment 2026-06 employment.csv!row 231 OBS_VALUE`.
 */
export function placeOf(release: Pick<Release, 'source' | 'name'>, table: PrintedTable, row?: number, column?: number | string): string {
  const at = typeof column === 'string' ? (table.columns?.[column] ?? column) : column;
  const address =
    row === undefined ? '' : typeof at === 'number' ? `!${cellAddress(row, at)}` : `!row ${row}${at === undefined ? '' : ` ${at}`}`;
  return `${placeOfRelease(release)} ${table.printedAs}${address}`;
}

/** Says what is wrong with a cell. Always null, so that a reader can return what it says. */
export type Complain = (
  table: PrintedTable,
  row: number | undefined,
  column: number | string | undefined,
  message: string,
  repair?: string,
) => null;

/** Collects what is wrong with a release's cells. `most` is as much as a person can read; the rest of a sheet of faults says nothing more. */
export function complainTo(release: Pick<Release, 'source' | 'name'>, problems: Problem[], most = Number.POSITIVE_INFINITY): Complain {
  return (table, row, column, message, repair) => {
    if (problems.length < most)
      problems.push({ place: placeOf(release, table, row, column), message, ...(repair === undefined ? {} : { repair }) });
    return null;
  };
}
