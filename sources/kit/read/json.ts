// Reads published JSON and validates it against a schema of what we need, so that a message names a changed member with its place.
import { type Static, type TSchema, Type } from 'typebox';
import { compileSchema, faultOf } from '../schema.ts';
import { type LookedFor, isHeard, tellLookedFor } from '../looked-for.ts';
import type { Web } from '../discovery.ts';
import { LayoutError, PageError, damaged } from '../problem.ts';
import { decodeUtf8 } from './delimited.ts';
import { requireWithin } from './limits.ts';
import { expectFormat } from './sniff.ts';

/**
 * Reads a JSON file. `schema` describes the members that we need and allows others. Throws UnreadableFileError if the bytes are not JSON,
 * LayoutError if a needed member is missing or has another type.
 */
export function readJson<Schema extends TSchema>(place: string, bytes: Uint8Array, schema: Schema): Static<Schema> {
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

const [quotationMark, backslash, brace, bracket, endOfObject, endOfList] = [0x22, 0x5c, 0x7b, 0x5b, 0x7d, 0x5d];

/** How many objects and lists of a JSON text lie within each other. What validates or writes a value of a million would fail. */
function depthOf(bytes: Uint8Array): number {
  let [depth, deepest] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quotationMark) {
      for (at += 1; at < bytes.length && bytes[at] !== quotationMark; at += 1) if (bytes[at] === backslash) at += 1;
    } else if (byte === brace || byte === bracket) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (byte === endOfObject || byte === endOfList) depth -= 1;
  }
  return deepest;
}

/** Validates a part of a JSON file against its own schema. Throws LayoutError. */
export function expectShape<Schema extends TSchema>(place: string, value: unknown, schema: Schema): Static<Schema> {
  const fault = faultOfShape(place, value, schema);
  if (fault !== null) throw new LayoutError([{ place, message: fault }]);
  // The line above has proved it.
  return value as Static<Schema>;
}

/** The first fault of a value as one line; null if it matches the schema. */
function faultOfShape(place: string, value: unknown, schema: TSchema): string | null {
  const fault = faultOf(compileSchema(schema), value);
  if (isHeard()) for (const told of lookedForIn(place, value, schema)) tellLookedFor(told);
  return fault;
}

/**
 * The members that a schema requires and those that are there: of an object, of each kind of object in it, and of the items of a list, in
 * one of the items that lack most.
 */
function lookedForIn(place: string, value: unknown, schema: TSchema): LookedFor[] {
  if (Type.IsArray(schema)) {
    if (!Array.isArray(value)) return [shapeOf(place, 'a list', value)];
    const items = value.map((item) => lookedForIn(`${place}[]`, item, schema.items));
    const lacks = (told: readonly LookedFor[]) => told.flatMap(({ wanted }) => wanted).filter(({ found }) => found === null).length;
    return items.reduce((worst, item) => (lacks(item) > lacks(worst) ? item : worst), items[0] ?? []);
  }
  if (!Type.IsObject(schema)) return [];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [shapeOf(place, 'an object', value)];
  const members = new Map<string, unknown>(Object.entries(value));
  const required: readonly string[] = schema.required ?? [];
  const own: LookedFor[] =
    required.length === 0
      ? []
      : [
          {
            place,
            what: 'member',
            // An optional member that is there is read too.
            wanted: Object.keys(schema.properties)
              .filter((name) => required.includes(name) || members.has(name))
              .map((name) => ({ names: [name], found: members.has(name) ? name : null })),
            there: [...members.keys()],
          },
        ];
  const inner = Object.entries(schema.properties).flatMap(([name, member]) =>
    members.has(name) ? lookedForIn(`${place}.${name}`, members.get(name), member) : [],
  );
  return [...own, ...inner];
}

function shapeOf(place: string, wanted: string, value: unknown): LookedFor {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const there = isObject ? Object.keys(value) : [Array.isArray(value) ? 'a list' : JSON.stringify(value)];
  return { place, what: 'shape', wanted: [{ names: [wanted], found: null }], there };
}

/** Whether a value has every member that the schema of an object requires, whatever they hold: how lmi import knows a file. */
export function hasMembersOf({ required }: { readonly required: readonly string[] }, value: unknown): boolean {
  return required.every((name) => Object.hasOwn(Object(value), name));
}

/** A value with only the members of its schema, in the schema's order, so that other members do not make another edition. */
export function onlyMembers<Schema extends TSchema>(value: Static<Schema>, schema: Schema): Static<Schema> {
  // The value matches the schema, so each part of it matches its part of the schema.
  return pruned(value, schema) as Static<Schema>;
}

function pruned(value: unknown, schema: TSchema): unknown {
  if (Type.IsUnion(schema) && typeof value === 'object' && value !== null) {
    const own = schema.anyOf.find((one) => (Array.isArray(value) ? Type.IsArray(one) : Type.IsObject(one)));
    return own === undefined ? value : pruned(value, own);
  }
  if (Type.IsArray(schema) && Array.isArray(value)) return value.map((item) => pruned(item, schema.items));
  if (!Type.IsObject(schema)) return value;
  const members = new Map(Object.entries(Object(value)));
  const wanted = Object.entries(schema.properties).filter(([name]) => members.has(name));
  return Object.fromEntries(wanted.map(([name, member]) => [name, pruned(members.get(name), member)]));
}

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
