// Published JSON: decoded, parsed and held against a schema of what we need of it, so that a changed member is named with its place.
import type { ValidateFunction } from 'ajv';
import { type Static, type TSchema, Type } from 'typebox';
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
  const fault = faultOfShape(value, schema);
  if (fault !== null) throw new LayoutError([{ place, message: fault }]);
  // The line above has proved it.
  return value as Static<Schema>;
}

/** The first fault of a value as one line, or null where it is of the schema. A schema is compiled once. */
export function faultOfShape(value: unknown, schema: TSchema): string | null {
  const validate = compiled.get(schema) ?? compileSchema(schema);
  compiled.set(schema, validate);
  return faultOf(validate, value);
}

/** A value with the members alone that its schema names, in the order of the schema: what nobody asked for must not make another edition. */
export function onlyMembers<Schema extends TSchema>(value: Static<Schema>, schema: Schema): Static<Schema> {
  // The value is of the schema, so that each part of it is what that part of the schema says.
  return pruned(value, schema) as Static<Schema>;
}

function pruned(value: unknown, schema: TSchema): unknown {
  if (Type.IsArray(schema) && Array.isArray(value)) return value.map((item) => pruned(item, schema.items));
  if (!Type.IsObject(schema)) return value;
  const members = new Map(Object.entries(Object(value)));
  const wanted = Object.entries(schema.properties).filter(([name]) => members.has(name));
  return Object.fromEntries(wanted.map(([name, member]) => [name, pruned(members.get(name), member)]));
}
