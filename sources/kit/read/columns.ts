// Finds the columns of a sheet by their headers and reads the rows below. Never by position, because publishers change it.
import { tellLookedFor } from '../looked-for.ts';
import { LayoutError } from '../problem.ts';
import type { Sheet } from './workbook.ts';

/** Our names of a sheet's columns, each with its headers in all editions, as `fold` returns them. */
export type ColumnTable<Name extends string> = Readonly<Record<Name, readonly string[]>>;

/** Every run of white space as one blank, none at the edges. */
export function foldBlanks(header: string): string {
  return header.replace(/\s+/g, ' ').trim();
}

/** Lower-case letters and digits only, for publishers who change blanks, hyphens and underscores between editions. */
export function foldToLetters(header: string): string {
  return header.toLowerCase().replace(/[^a-z0-9]/g, '');
}

// Wider than any sheet read so far. We read no column further right.
const widest = 60;

/**
 * The numbers of the wanted columns, counted from 1. Throws LayoutError with every header that is missing or stands twice, and with all
 * headers of the sheet, so that a person can find a renamed column. `table` is the file that lists the wanted headers.
 */
export function columnsOf<Name extends string>(
  place: string,
  sheet: Sheet,
  headerRow: number,
  wanted: ColumnTable<Name>,
  { fold, table }: { readonly fold: (header: string) => string; readonly table: string },
): Record<Name, number> {
  const headers = Array.from({ length: widest }, (_, index) => sheet.text(headerRow, index + 1));
  const folded = headers.map(fold);
  const names = namesOf(wanted);
  const there = headers.map(foldBlanks).filter((header) => header !== '');
  const headed = (name: Name) => headers.filter((_, index) => wanted[name].includes(folded[index] ?? '')).map(foldBlanks);
  tellLookedFor({
    place: `${place} '${sheet.name}'`,
    what: 'column',
    wanted: names.map((name) => ({ names: wanted[name], found: headed(name).length === 1 ? (headed(name)[0] ?? null) : null })),
    there,
  });
  const faults = names.flatMap((name) => {
    const times = headed(name).length;
    const expected = wanted[name].map((header) => `"${header}"`).join(' or ');
    return times === 1 ? [] : [`${times === 0 ? 'no column is' : `${times} columns are`} headed ${expected}`];
  });
  if (faults.length > 0) {
    throw new LayoutError(
      faults.map((fault) => ({
        place: `${place} '${sheet.name}'!row ${headerRow}`,
        message: `${fault}; found ${there.map((header) => `"${header}"`).join(', ')}`,
        repair: `if the column was renamed, add its new header to the table in ${table}`,
      })),
    );
  }
  return record(names, (name) => folded.findIndex((header) => wanted[name].includes(header)) + 1);
}

/** The first of 20 rows with this header, for sheets with prose above their header. Throws LayoutError if there is none. */
export function headerRowOf(place: string, sheet: Sheet, header: string, fold: (header: string) => string): number {
  for (let row = 1; row <= Math.min(20, sheet.rowCount); row += 1) {
    for (let column = 1; column <= 10; column += 1) if (fold(sheet.text(row, column)) === header) return row;
  }
  const first = Array.from({ length: 10 }, (_, index) => foldBlanks(sheet.text(1, index + 1))).filter((text) => text !== '');
  tellLookedFor({ place: `${place} '${sheet.name}'`, what: 'column', wanted: [{ names: [header], found: null }], there: first });
  throw new LayoutError([{ place: `${place} '${sheet.name}'`, message: `none of the first 20 rows has a column headed "${header}"` }]);
}

/** The rows below a header as texts by our names, with their numbers. Rows that are empty in all these columns are left out. */
export function rowsBelow<Name extends string>(
  sheet: Sheet,
  headerRow: number,
  columns: Readonly<Record<Name, number>>,
): ({ readonly row: number } & Readonly<Record<Name, string>>)[] {
  const names = namesOf(columns);
  const rows: ({ row: number } & Record<Name, string>)[] = [];
  for (let row = headerRow + 1; row <= sheet.rowCount; row += 1) {
    const texts = record(names, (name) => sheet.text(row, columns[name]));
    if (names.some((name) => texts[name] !== '')) rows.push({ row, ...texts });
  }
  return rows;
}

// Object.keys and Object.fromEntries forget the names. Only these two functions restore them.
function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(table) as Name[];
}

function record<Name extends string, Value>(names: readonly Name[], value: (name: Name) => Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>;
}
