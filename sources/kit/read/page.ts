// Reads a publisher's page of JSON for discovery and validates it against a schema of what we need.
import type { Static, TSchema } from 'typebox';
import { PageError } from '../problem.ts';
import type { Web } from '../source.ts';
import { faultOfShape } from './json.ts';

/**
 * Asks for a page of JSON. `schema` describes the members that we need and allows others. `fold` unifies different spellings of a page before
 * it is validated. Throws PageError if the page is missing or has another shape.
 */
export async function readPage<Schema extends TSchema>(
  web: Web,
  url: string,
  schema: Schema,
  fold: (page: unknown) => unknown = (page) => page,
): Promise<Static<Schema>> {
  return expectPage(url, fold(await web.json(url)), schema);
}

/** Validates a page that was read. Throws PageError if it has another shape. */
export function expectPage<Schema extends TSchema>(url: string, page: unknown, schema: Schema): Static<Schema> {
  const fault = faultOfShape(url, page, schema);
  if (fault !== null) throw new PageError(`${url}: ${fault}; the publisher has changed its pages`);
  // The line above has proved it.
  return page as Static<Schema>;
}
