// Reads published JSON and validates it against a schema of what we need, so that a message names a
// changed member with its place.
import { type Static, type TSchema, Type } from 'typebox';
import { compileSchema, faultOf } from '../schema.ts';
import { isRecordedInFull, recordLookup } from '../lookups.ts';
import type { Web } from '../discovery.ts';
import { LayoutError, PageError, damaged } from '../problem.ts';
import { decodeUtf8 } from './delimited.ts';
import { limitInForce, requireWithin } from './limits.ts';
import { expectFormat } from './sniff.ts';

/**
 * Reads a JSON file. `schema` describes the members that we need and allows others. Throws
 * UnreadableFileError if the bytes are not JSON, LayoutError if a needed member is missing or has
 * another type.
 */
export function readJson<Schema extends TSchema>(
  place: string,
  bytes: Uint8Array,
  schema: Schema,
): Static<Schema> {
  expectFormat(place, bytes, ['other'], 'a JSON text');
  requireWithin(place, 'jsonDepth', depthOf(bytes));
  const text = decodeUtf8(place, bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw damaged(place, 'JSON', error);
  }
  return expectShape(place, value, schema);
}

const quotationMark = 0x22;
const backslash = 0x5c;
const brace = 0x7b;
const bracket = 0x5b;
const endOfObject = 0x7d;
const endOfList = 0x5d;

/** How deeply objects and lists are nested. Code that walks a value a million deep would fail. */
function depthOf(bytes: Uint8Array): number {
  let depth = 0;
  let deepest = 0;
  for (let position = 0; position < bytes.length; position += 1) {
    const byte = bytes[position];
    if (byte === quotationMark) {
      for (
        position += 1;
        position < bytes.length && bytes[position] !== quotationMark;
        position += 1
      )
        if (bytes[position] === backslash) position += 1;
    } else if (byte === brace || byte === bracket) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (byte === endOfObject || byte === endOfList) depth -= 1;
  }
  return deepest;
}

/** Validates a part of a JSON file against its own schema. Throws LayoutError. */
export function expectShape<Schema extends TSchema>(
  place: string,
  value: unknown,
  schema: Schema,
): Static<Schema> {
  const fault = faultOfShape(place, value, schema);
  if (fault !== null) throw new LayoutError([{ place, message: fault }]);
  const longest = limitInForce('characters');
  for (const { pointer, text } of textsOf(value, schema))
    if (text.length > longest) requireWithin(`${place} ${pointer}`, 'characters', text.length);
  // faultOfShape has proved it.
  return value as Static<Schema>;
}

/** The texts of a value that its schema names, each with its JSON pointer (RFC 6901). */
function* textsOf(
  value: unknown,
  schema: TSchema,
  pointer = '',
): Generator<{ readonly pointer: string; readonly text: string }> {
  if (typeof value === 'string') yield { pointer, text: value };
  if (typeof value !== 'object' || value === null) return;
  const shape = partOf(schema, value);
  if (Type.IsArray(shape) && Array.isArray(value))
    for (const [index, item] of value.entries())
      yield* textsOf(item, shape.items, `${pointer}/${index}`);
  if (Type.IsObject(shape)) {
    const members = new Map(Object.entries(value));
    for (const [name, member] of Object.entries(shape.properties))
      yield* textsOf(members.get(name), member, `${pointer}/${name}`);
  }
}

/** The schema of a list or an object, out of a union with others. */
function partOf(schema: TSchema, value: object): TSchema | undefined {
  if (!Type.IsUnion(schema)) return schema;
  return schema.anyOf.find((part) =>
    Array.isArray(value) ? Type.IsArray(part) : Type.IsObject(part),
  );
}

/** The first fault of a value as one line; null if it matches the schema. */
function faultOfShape(place: string, value: unknown, schema: TSchema): string | null {
  const fault = faultOf(compileSchema(schema), value);
  if (isRecordedInFull()) recordMembers(place, value, schema);
  return fault;
}

/**
 * Records the members that an object, or the first object of a list, must have, and those that it
 * has. A fault names members further in.
 */
function recordMembers(place: string, value: unknown, schema: TSchema): void {
  const isList = Type.IsArray(schema);
  const objectSchema = isList ? schema.items : schema;
  const memberNames = Object.keys(Object(isList && Array.isArray(value) ? value[0] : value));
  if (isList !== Array.isArray(value) && (isList || Type.IsObject(objectSchema)))
    recordLookup({
      place,
      what: 'shape',
      wanted: [{ names: [isList ? 'a list' : 'an object'], foundName: null }],
      present: memberNames,
    });
  else if (Type.IsObject(objectSchema)) {
    const wanted = Object.keys(objectSchema.properties).filter(
      (name) => objectSchema.required?.includes(name) || memberNames.includes(name),
    );
    recordLookup({
      place,
      what: 'member',
      wanted: wanted.map((name) => ({
        names: [name],
        foundName: memberNames.includes(name) ? name : null,
      })),
      present: memberNames,
    });
  }
}

/**
 * Whether a value has every member that the schema of an object requires, whatever it holds.
 * `lmi import` recognises files by it.
 */
export function hasMembersOf(
  { required }: { readonly required: readonly string[] },
  value: unknown,
): boolean {
  return required.every((name) => Object.hasOwn(Object(value), name));
}

/**
 * A value with only the members of its schema, in the schema's order, so that other members do not
 * make another edition.
 */
export function onlyMembers<Schema extends TSchema>(
  value: Static<Schema>,
  schema: Schema,
): Static<Schema> {
  // The value matches the schema, so each part of it matches its part of the schema.
  return pruned(value, schema) as Static<Schema>;
}

function pruned(value: unknown, schema: TSchema): unknown {
  if (Type.IsUnion(schema) && typeof value === 'object' && value !== null) {
    const matchingPart = partOf(schema, value);
    return matchingPart === undefined ? value : pruned(value, matchingPart);
  }
  if (Type.IsArray(schema) && Array.isArray(value))
    return value.map((item) => pruned(item, schema.items));
  if (!Type.IsObject(schema)) return value;
  const members = new Map(Object.entries(Object(value)));
  const wanted = Object.entries(schema.properties).filter(([name]) => members.has(name));
  return Object.fromEntries(
    wanted.map(([name, member]) => [name, pruned(members.get(name), member)]),
  );
}

/**
 * Asks for a page of JSON. `schema` describes the members that we need and allows others. `fold`
 * unifies different spellings of a page before it is validated. Throws PageError if the page is
 * missing or has another shape.
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
export function expectPage<Schema extends TSchema>(
  url: string,
  page: unknown,
  schema: Schema,
): Static<Schema> {
  const fault = faultOfShape(url, page, schema);
  if (fault !== null) throw new PageError(`${url}: ${fault}; the publisher has changed its pages`);
  // faultOfShape has proved it.
  return page as Static<Schema>;
}
