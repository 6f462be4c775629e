// Finds the columns of a sheet by their headers, and never by position, because publishers change
// it.
import { recordLookup } from '../lookups.ts';
import { LayoutError } from '../problem.ts';
import { foldBlanks } from './fold.ts';
import type { Sheet } from './workbook.ts';

/**
 * Our names of a sheet's columns, each with its headers in all editions. They are compared as
 * `fold` returns them.
 */
export type ColumnTable<Name extends string> = Readonly<Record<Name, readonly string[]>>;

// Wider than any sheet read so far. We read no column further right.
const widest = 400;

/**
 * The numbers of the wanted columns, counted from 1. Throws LayoutError with every header that is
 * missing or repeated, and with all headers of the sheet, so that a person can find a renamed
 * column. `table` is the file that lists the wanted headers.
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
  const printedHeaders = headers.map(foldBlanks).filter((header) => header !== '');
  const columnsHeaded = (name: Name) => {
    const spellings = wanted[name].map(fold);
    const columns: number[] = [];
    for (const [index, header] of folded.entries())
      if (header !== '' && spellings.includes(header)) columns.push(index + 1);
    return columns;
  };
  const headersFound = (name: Name) =>
    columnsHeaded(name).map((column) => foldBlanks(headers[column - 1] ?? ''));
  recordLookup({
    place: `${place} '${sheet.name}'`,
    what: 'column',
    wanted: names.map((name) => ({
      names: wanted[name],
      foundName: headersFound(name).length === 1 ? (headersFound(name)[0] ?? null) : null,
    })),
    present: printedHeaders,
  });
  const faults: string[] = [];
  for (const name of names) {
    const count = columnsHeaded(name).length;
    const expected = wanted[name].map((header) => `"${header}"`).join(' or ');
    if (count === 0) faults.push(`no column is headed ${expected}`);
    if (count > 1) faults.push(`${count} columns are headed ${expected}`);
  }
  if (faults.length > 0) {
    throw new LayoutError(
      faults.map((fault) => ({
        place: `${place} '${sheet.name}'!row ${headerRow}`,
        message: `${fault}; found ${printedHeaders.map((header) => `"${header}"`).join(', ')}`,
        repair: `if the column was renamed, add its new header to the table in ${table}`,
      })),
    );
  }
  return record(names, (name) => columnsHeaded(name)[0] ?? 0);
}

// Far more than the prose above any header seen.
export const lastHeaderRow = 20;

/**
 * The row with most of the wanted headers among the first 20, the first of several; 1 if no row has
 * any, so that columnsOf names what is missing.
 */
export function headerRowFor<Name extends string>(
  sheet: Sheet,
  wanted: ColumnTable<Name>,
  fold: (header: string) => string,
): number {
  const names = namesOf(wanted);
  const matchesByRow = Array.from(
    { length: Math.min(lastHeaderRow, sheet.rowCount) },
    (_, index) => {
      const texts = new Set(
        Array.from({ length: widest }, (__, column) => fold(sheet.text(index + 1, column + 1))),
      );
      return names.filter((name) => wanted[name].some((header) => texts.has(fold(header)))).length;
    },
  );
  const most = Math.max(0, ...matchesByRow);
  return most === 0 ? 1 : matchesByRow.indexOf(most) + 1;
}

// Object.keys and Object.fromEntries forget the names. Only these two functions restore them.
function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(table) as Name[];
}

function record<Name extends string, Value>(
  names: readonly Name[],
  value: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>;
}
