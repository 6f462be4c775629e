// Describes the rows of declared tables for reviews, traces and comparisons.
import { cellAddress } from './read/addresses.ts';
import type { DescribedRow } from './rows.ts';
import type { AnyRow, AnyRows } from './table-layout.ts';
import { headersOf } from './table-places.ts';

/** Which columns of a table say what a row is. */
export interface NamingColumns<Name extends string = string> {
  /** The columns that name the row; the first that is not blank counts. */
  readonly id?: Name | readonly Name[];
  readonly title?: Name;
  /** The code of the unit group of SOC 2020. */
  readonly occupation?: Name;
}

/** The text of a cell that is empty on purpose. */
const blank = '<blank>';

/** Describes the header of each table, which does not count as a row, and the rows below it. */
export function* describeTableRows(
  rows: AnyRows,
  namingColumns: Readonly<Record<string, NamingColumns | undefined>>,
): Generator<DescribedRow> {
  const headers = headersOf(rows);
  for (const row of rows) {
    const { kind } = row;
    const { id = [], title, occupation } = namingColumns[kind] ?? {};
    const header = headers.get(kind);
    const number = numberOf(row);
    const table = header === undefined || header.sheet === null ? kind : `'${header.sheet}'`;
    const code = textIn(row, occupation);
    yield {
      kind,
      count: kind === 'columns' ? 0 : 1,
      place: number === null ? table : `${table} row ${number}`,
      id:
        (typeof id === 'string' ? [id] : id).map((name) => textIn(row, name)).find(isText) ?? null,
      title: textIn(row, title),
      occupations: code === null ? [] : [code],
      cells: () => {
        const { kind: _, row: __, ...cells } = { row: null, ...row };
        return cells;
      },
      addressOf: (column) => {
        const columnNumber = header?.columns[column];
        const isInSheet = header !== undefined && header.sheet !== null;
        if (!isInSheet || columnNumber === undefined || number === null) return null;
        return cellAddress(number, columnNumber);
      },
    };
  }
}

const isText = (text: string | null): text is string => text !== null;

function textIn(row: AnyRow, column: string | undefined): string | null {
  const text: unknown = column === undefined ? null : Reflect.get(row, column);
  return typeof text === 'string' && text !== blank ? text : null;
}

function numberOf(row: AnyRow): number | null {
  return 'row' in row && typeof row.row === 'number' ? row.row : null;
}
