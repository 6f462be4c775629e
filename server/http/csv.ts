// Answers that are lists, as CSV (RFC 4180), for clients that prefer it to JSON.
import { guardedCsvLine } from '#schemas/csv-line.ts';
import type { Endpoint } from '#schemas/endpoints.ts';
import openApi from '#schemas/openapi.json' with { type: 'json' };
import { encodeUtf8 } from './digest.ts';

export const csvType = 'text/csv; charset=utf-8; header=present';

/** Whether the answer of the endpoint is a list, and Accept gives text/csv a higher weight than application/json (RFC 9110 §12.5.1). */
export function prefersCsv({ csv }: Pick<Endpoint, 'csv'>, accept: string | null): boolean {
  if (csv === null || accept === null) return false;
  const weights = new Map<string, number>();
  for (const member of accept.toLowerCase().split(',')) {
    const [range = '', ...parameters] = member.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    // A member that is not well formed counts as if it were not there.
    if (/^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight)) weights.set(range, Number(weight));
  }
  const weightOf = (type: string): number => weights.get(type) ?? weights.get(type.replace(/\/.*/, '/*')) ?? weights.get('*/*') ?? 0;
  return weightOf('text/csv') > weightOf('application/json');
}

/** The part of a JSON Schema that says which columns it has. */
interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
  readonly type?: string | readonly string[];
}

/** The part of the OpenAPI document that has the schema of an answer. */
interface Described {
  readonly get: { readonly responses: { readonly 200: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> } } };
}

interface Column {
  readonly name: string;
  /** The members that lead from the row to the cell; the first says whether from the answer or from its row. */
  readonly path: readonly string[];
  readonly of: 'answer' | 'row';
}

/**
 * The bytes of a JSON answer as CSV. The columns are those of the schema, whatever the values are: the members of an object inside a row are columns with a
 * dot, a list is JSON in its cell, and null is an empty cell. Texts are guarded against being read as formulas.
 */
export function csvOf(endpoint: Endpoint, json: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const answer: unknown = JSON.parse(new TextDecoder().decode(json));
  const columns = columnsOf(endpoint);
  const lines = [
    columns.map(({ name }) => name),
    ...rowsOf(endpoint, answer).map((row) => columns.map((column) => cellOf(column, answer, row))),
  ];
  return encodeUtf8(lines.map((line) => `${guardedCsvLine(line, { raw: false })}\r\n`).join(''));
}

function rowsOf({ id, csv }: Endpoint, answer: unknown): unknown[] {
  if (csv === null) throw new Error(`the answer of the endpoint ${id} is no list`);
  return csv.rows.length === 0 ? [answer].flat() : csv.rows.flatMap((member) => valueAt(answer, [member]));
}

const known = new Map<string, readonly Column[]>();

function columnsOf({ id, path, csv }: Endpoint): readonly Column[] {
  const kept = known.get(id);
  if (kept !== undefined) return kept;
  const paths: Readonly<Record<string, Described>> = openApi.paths;
  const schema = paths[path]?.get.responses[200].content['application/json']?.schema;
  if (csv === null || schema === undefined) throw new Error(`schemas/openapi.json has no list for the endpoint ${id}`);
  const member = (name: string) => resolved(schema).properties?.[name] ?? {};
  const rows = csv.rows.length === 0 ? [schema] : csv.rows.map(member);
  const all = [
    ...csv.with.flatMap((name) => columnsIn(member(name), [name], 'answer')),
    ...rows.flatMap((list) => columnsIn(resolved(list).items ?? list, [], 'row')),
  ];
  // Rows of two members have columns in common.
  const columns = [...new Map(all.map((column) => [column.name, column])).values()];
  known.set(id, columns);
  return columns;
}

function columnsIn(schema: Schema, path: readonly string[], of: Column['of']): Column[] {
  const { properties } = resolved(schema);
  if (properties === undefined) return [{ name: path.join('.'), path, of }];
  return Object.entries(properties).flatMap(([name, member]) => {
    const { additionalProperties: entry } = resolved(member);
    if (typeof entry !== 'object' || resolved(entry).properties === undefined) return columnsIn(member, [...path, name], of);
    // A map of reasons by the name of the figure beside it that is null.
    return Object.entries(properties).flatMap(([figure, { type }]) =>
      Array.isArray(type) && type.includes('null') ? columnsIn(entry, [...path, name, figure], of) : [],
    );
  });
}

/** The schema itself in place of a reference, and of a value that may be null. */
function resolved(schema: Schema): Schema {
  const { $ref, anyOf } = schema;
  const schemas: Readonly<Record<string, Schema>> = openApi.components.schemas;
  if ($ref !== undefined) return resolved(schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {});
  const [only, ...others] = anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return only !== undefined && others.length === 0 ? resolved(only) : schema;
}

function cellOf({ path, of }: Column, answer: unknown, row: unknown): string | number | boolean | null {
  const value = valueAt(of === 'answer' ? answer : row, path);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return value === null || value === undefined || Object.keys(value).length === 0 ? null : JSON.stringify(value);
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((of, name) => (typeof of === 'object' && of !== null ? Reflect.get(of, name) : null), value);
}
