// Published JSON: decoded, parsed and held against a schema of what we need of it, so that a changed member is named with its place.
import type { ValidateFunction } from 'ajv';
import type { Static, TSchema } from 'typebox';
import { compileSchema, faultOf } from '../schema.ts';
import { LayoutError, UnreadableFileError, messageOf } from '../problem.ts';
import { decodeUtf8 } from './delimited.ts';
import { expectFormat } from './sniff.ts';

const compiled = new WeakMap<TSchema, ValidateFunction>();

/**
 * Reads a JSON file. `schema` describes the members that are needed and lets others be. Throws UnreadableFileError where the bytes are
 * no JSON, LayoutError where a needed member is missing or of another kind.
 */
export function readJson<Schema extends TSchema>(place: string, bytes: Uint8Array, schema: Schema): Static<Schema> {
  expectFormat(place, bytes, ['other'], 'a JSON text');
  const text = decodeUtf8(place, bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UnreadableFileError({
      place,
      message: `the JSON is damaged or cut short (${messageOf(error)})`,
      repair: 'download the file again',
    });
  }
  return expectShape(place, value, schema);
}

/** A part of what a JSON file holds, held against a schema of its own. Throws LayoutError. */
export function expectShape<Schema extends TSchema>(place: string, value: unknown, schema: Schema): Static<Schema> {
  const validate = compiled.get(schema) ?? compileSchema(schema);
  compiled.set(schema, validate);
  const fault = faultOf(validate, value);
  if (fault !== null) throw new LayoutError([{ place, message: fault }]);
  // The lines above have proved it.
  return value as Static<Schema>;
}
