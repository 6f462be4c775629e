// The checked query of a request, and the queries that reach every answer of a stored document, by
// the endpoint table.
import type { AnswerRow, QueryParameter } from './endpoints.ts';

export type QueryValue = string | number | boolean | null;

/** Every parameter of the endpoint in the table's order, defaults filled in. */
export type QueryValues = ReadonlyMap<string, QueryValue>;

/**
 * The queries that together reach every answer of one stored document: every value of an
 * enumeration or a boolean; no value, each value and all values of a list; the least, default and
 * greatest value of an integer. Parameters that choose another document (area, year, edition) are
 * left out.
 */
export function queriesOf(endpoint: Pick<AnswerRow, 'query'>): readonly QueryValues[] {
  let queries: QueryValues[] = [new Map()];
  for (const parameter of endpoint.query) {
    const values = valuesOf(parameter);
    if (values.length > 0)
      queries = queries.flatMap((query) =>
        values.map((value) => new Map([...query, [parameter.name, value]])),
      );
  }
  return queries;
}

/** A query as text in an address. */
export function queryText(query: QueryValues): string {
  return new URLSearchParams(
    [...query]
      .filter(([, value]) => value !== null)
      .map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}

function valuesOf(parameter: QueryParameter): readonly QueryValue[] {
  if (parameter.name === 'area') return [];
  switch (parameter.kind) {
    case 'enum':
      return parameter.default === null ? [null, ...parameter.values] : parameter.values;
    case 'list':
      return [null, ...parameter.values, parameter.values.join(',')];
    case 'boolean':
      return [false, true];
    case 'integer':
      return parameter.default === null
        ? []
        : [...new Set([parameter.minimum, parameter.default, parameter.maximum])];
    case 'text':
    case 'occupations':
    case 'group':
    case 'uuid':
      return [];
  }
}

/** The rows of a list that belong to the group asked for, or all. */
export function inGroup<Row extends { readonly soc2020: string }>(
  rows: readonly Row[],
  values: QueryValues,
): readonly Row[] {
  const group = values.get('group');
  return typeof group === 'string' ? rows.filter(({ soc2020 }) => soc2020.startsWith(group)) : rows;
}

/** The most members that a list may have. */
export function limitOf(values: QueryValues): number {
  const limit = values.get('limit');
  if (typeof limit !== 'number')
    throw new Error('the endpoint table does not give the list its limit');
  return limit;
}

/**
 * The value of an enumeration. Throws if the endpoint table allows a value that the selection does
 * not know.
 */
export function memberOf<Value extends string>(
  allowed: readonly Value[],
  values: QueryValues,
  name: string,
): Value {
  const value = allowed.find((candidate) => candidate === values.get(name));
  if (value === undefined)
    throw new Error(
      `the endpoint table allows a value of "${name}" that the selection does not know`,
    );
  return value;
}

/** The values of a query that gives only some: the defaults for all others. */
export function valuesWithDefaults(
  { query }: Pick<AnswerRow, 'query'>,
  given: Readonly<Record<string, string | undefined>>,
): QueryValues {
  const values = new Map<string, QueryValue>();
  for (const parameter of query) {
    const text = given[parameter.name];
    if (text !== undefined) values.set(parameter.name, text);
    else if ('default' in parameter) values.set(parameter.name, parameter.default);
  }
  return values;
}

/**
 * The values of a list, in the order of the endpoint table; none if the query has none. Throws as
 * `memberOf` does.
 */
export function membersOf<Value extends string>(
  allowed: readonly Value[],
  values: QueryValues,
  name: string,
): readonly Value[] {
  const given = values.get(name) ?? null;
  if (given === null) return [];
  const givenValues = String(given).split(',');
  const members = allowed.filter((candidate) => givenValues.includes(candidate));
  if (members.length !== givenValues.length)
    throw new Error(
      `the endpoint table allows a value of "${name}" that the selection does not know`,
    );
  return members;
}
