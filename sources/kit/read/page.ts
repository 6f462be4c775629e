// Reads a publisher's page of JSON for discovery, held against a schema of what is needed of it.
import type { Static, TSchema } from 'typebox';
import { PageError } from '../problem.ts';
import type { Web } from '../source.ts';
import { faultOfShape } from './json.ts';

/**
 * Asks for a page of JSON. `schema` describes the members that are needed and lets others be. `fold` unifies how a page may be written
 * before it is held against the schema. Throws PageError where there is no such page, or one of another shape.
 */
export async function readPage<Schema extends TSchema>(
  web: Web,
  url: string,
  schema: Schema,
  fold: (page: unknown) => unknown = (page) => page,
): Promise<Static<Schema>> {
  const page = fold(await web.json(url));
  const fault = faultOfShape(page, schema);
  if (fault !== null) throw new PageError(`${url}: ${fault}; the publisher has changed its pages`);
  // The line above has proved it.
  return page as Static<Schema>;
}
