// What is deprecated in the endpoint table, and since when. The router turns it into headers, the OpenAPI document into `deprecated`.
import type { Deprecation, Endpoint } from './endpoints.ts';

type Deprecated = Pick<Endpoint, 'deprecated' | 'query'>;

/** All deprecations of a row. */
export function deprecationsOf({ deprecated, query }: Deprecated): Deprecation[] {
  return [deprecated, ...query.map((parameter) => parameter.deprecated ?? null)].flatMap((one) => one ?? []);
}

/** The deprecations that concern a request: the row's own, and those of the parameters that it has. */
export function deprecationsOfRequest(row: Deprecated, search: { has(name: string): boolean }): Deprecation[] {
  return deprecationsOf({ deprecated: row.deprecated, query: row.query.filter(({ name }) => search.has(name)) });
}
