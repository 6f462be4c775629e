// Answers that are lists, as CSV (RFC 4180).
import csvColumns from '#schemas/csv-columns.json' with { type: 'json' };
import { guardedCsvLine } from '#schemas/csv-line.ts';
import type { AnswerRow } from '#schemas/endpoints.ts';
import { encodeUtf8 } from '../http/digest.ts';

export const csvType = 'text/csv; charset=utf-8; header=present';

/**
 * By the id of the endpoint: the columns that every row repeats from the answer, then those of the
 * row. A dot leads into an object.
 */
const columns: Readonly<
  Record<string, { readonly answer: readonly string[]; readonly row: readonly string[] }>
> = csvColumns;

/**
 * The bytes of a JSON answer as CSV. The columns are those of the schema, whatever the values are:
 * the members of an object inside a row are columns with a dot, a list is JSON in its cell, and
 * null is an empty cell. Texts are guarded against being read as formulas.
 */
export function csvOf(
  { id, csv }: AnswerRow,
  json: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  const columnsOfEndpoint = columns[id];
  if (csv === null || columnsOfEndpoint === undefined)
    throw new Error(`schemas/csv-columns.json has no list for the endpoint ${id}`);
  const answer: unknown = JSON.parse(new TextDecoder().decode(json));
  const rows: unknown[] =
    csv.rows.length === 0 ? [answer].flat() : csv.rows.flatMap((member) => valueAt(answer, member));
  const repeated = columnsOfEndpoint.answer.map((name) => cellOf(valueAt(answer, name)));
  const lines = [
    [...columnsOfEndpoint.answer, ...columnsOfEndpoint.row],
    ...rows.map((row) => [
      ...repeated,
      ...columnsOfEndpoint.row.map((name) => cellOf(valueAt(row, name))),
    ]),
  ];
  return encodeUtf8(lines.map((line) => `${guardedCsvLine(line)}\r\n`).join(''));
}

function cellOf(value: unknown): string | number | boolean | null {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  return value === null || value === undefined || Object.keys(value).length === 0
    ? null
    : JSON.stringify(value);
}

function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (parent, name) =>
        typeof parent === 'object' && parent !== null ? Reflect.get(parent, name) : null,
      value,
    );
}
