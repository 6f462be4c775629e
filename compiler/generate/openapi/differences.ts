// What differs between two OpenAPI documents, for the changelog: paths, parameters, statuses, headers and the members of bodies. Names of
// components, descriptions and examples do not count, because no answer depends on them.
import { createHash } from 'node:crypto';
import { type Json, isObject } from './schemas.ts';

export interface Difference {
  readonly kind: 'added' | 'changed' | 'removed';
  /** Of an operation: a parameter, a status, a header or a member. Empty: the operation itself. */
  readonly what: string;
  /** If it has changed: before and after. */
  readonly from?: string;
  readonly to?: string;
  /** The operations that differ in the same way. */
  readonly of: readonly string[];
}

/** What a document says of an operation, part by part: "GET /v1/visas" → "200 .occupations[].granted" → "integer". */
type Facts = ReadonlyMap<string, ReadonlyMap<string, string>>;

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'];

export function factsOf(document: Json): Facts {
  const facts = new Map<string, Map<string, string>>();
  for (const [path, item] of entriesOf(document['paths'])) {
    for (const [method, operation] of entriesOf(item)) {
      if (methods.includes(method)) facts.set(`${method.toUpperCase()} ${path}`, factsOfOperation(document, operation));
    }
  }
  return facts;
}

function factsOfOperation(document: Json, operation: Json): Map<string, string> {
  const facts = new Map([['', operation['deprecated'] === true ? 'deprecated' : '']]);
  const parameters = operation['parameters'];
  for (const one of Array.isArray(parameters) ? parameters : []) {
    const { name, in: place, schema, required, deprecated } = resolve(document, one);
    const more = [...(required === true ? ['required'] : []), ...(deprecated === true ? ['deprecated'] : [])];
    facts.set(`parameter ${String(name)} (${String(place)})`, [typeOf(document, schema, true), ...more].join(', '));
  }
  addBody(document, operation['requestBody'], 'request', facts);
  for (const [status, response] of entriesOf(operation['responses'])) {
    const { headers, ...rest } = resolve(document, response);
    facts.set(status, '');
    for (const [name] of entriesOf(headers)) facts.set(`${status} header ${name}`, '');
    // All problems have one body, which would be repeated for every status.
    if (Number(status) < 400) addBody(document, rest, status, facts);
    else for (const kind of kindsOf(document, rest)) facts.set(`${status} problem ${kind}`, '');
  }
  return facts;
}

function kindsOf(document: Json, response: Json): string[] {
  return entriesOf(response['content']).flatMap(([, media]) => entriesOf(resolve(document, media)['examples']).map(([kind]) => kind));
}

function addBody(document: Json, body: unknown, place: string, facts: Map<string, string>): void {
  const contents = entriesOf(resolve(document, body)['content']);
  if (contents.length === 0) return;
  facts.set(`${place} body`, contents.map(([type]) => type).join(', '));
  for (const [, media] of contents) addMembers(document, media['schema'], `${place} `, facts);
}

/** The members of a schema, each with its type: ".a", ".list[]", ".map{}". */
function addMembers(document: Json, schema: unknown, place: string, facts: Map<string, string>): void {
  const { anyOf, properties, required, items, additionalProperties, patternProperties } = resolve(document, schema);
  for (const one of Array.isArray(anyOf) ? anyOf : []) addMembers(document, one, place, facts);
  const names = Array.isArray(required) ? required : [];
  for (const [name, member] of entriesOf(properties)) {
    const at = `${place}.${name}`;
    facts.set(at, `${typeOf(document, member)}${names.includes(name) ? '' : ', optional'}`);
    addMembers(document, member, at, facts);
  }
  if (isObject(items)) addMembers(document, items, `${place}[]`, facts);
  for (const values of [additionalProperties, ...entriesOf(patternProperties).map(([, value]) => value)])
    if (isObject(values)) addMembers(document, values, `${place}{}`, facts);
}

/** Type, allowed values and form of a schema in words; null is the last of its types. `ranges`: with its bounds and its default. */
function typeOf(document: Json, schema: unknown, ranges = false): string {
  const {
    type,
    enum: values,
    anyOf,
    items,
    additionalProperties,
    patternProperties,
    format,
    minimum,
    maximum,
    ...rest
  } = resolve(document, schema);
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map((one) => typeOf(document, one)))].sort(nullLast).join(' or ');
  if (Array.isArray(values))
    return values
      .map((value) => (value === null ? 'null' : JSON.stringify(value)))
      .sort(nullLast)
      .join(' or ');
  if (Array.isArray(type))
    return type
      .map((one) => typeOf(document, { ...rest, type: one, format: one === 'null' ? undefined : format }))
      .sort(nullLast)
      .join(' or ');
  if (isObject(items)) return `array of ${typeOf(document, items)}`;
  if (isObject(additionalProperties) || isObject(patternProperties)) return 'map';
  const bounds = ranges && (minimum !== undefined || maximum !== undefined) ? ` ${String(minimum)} to ${String(maximum)}` : '';
  const fallback = ranges && rest['default'] !== undefined ? `, default ${String(rest['default'])}` : '';
  return `${String(type ?? 'any')}${typeof format === 'string' ? ` (${format})` : ''}${bounds}${fallback}`;
}

function nullLast(a: string, b: string): number {
  return Number(a === 'null') - Number(b === 'null');
}

/** The differences, equal ones of several operations together. A part of something that is new or gone is not told again. */
export function differencesOf(before: Facts, after: Facts): Difference[] {
  const found = new Map<string, { readonly difference: Omit<Difference, 'of'>; readonly of: string[] }>();
  const tell = (operation: string, difference: Omit<Difference, 'of'>): void => {
    const key = JSON.stringify(difference);
    const entry = found.get(key) ?? { difference, of: [] };
    entry.of.push(operation);
    found.set(key, entry);
  };
  for (const operation of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(operation) ?? none, after.get(operation) ?? none];
    const within = (all: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>, what: string): boolean =>
      parentsOf(what).some((parent) => all.has(parent) && !other.has(parent));
    for (const [what, to] of now) {
      const from = old.get(what);
      if (from === undefined) {
        if (!within(now, old, what)) tell(operation, { kind: 'added', what });
      } else if (from !== to) tell(operation, { kind: 'changed', what, from, to });
    }
    for (const what of old.keys()) if (!now.has(what) && !within(old, now, what)) tell(operation, { kind: 'removed', what });
  }
  return [...found.values()].map(({ difference, of }) => ({ ...difference, of }));
}

const none: ReadonlyMap<string, string> = new Map();

/** "200 .a[].b" is a part of "200 .a", of "200" and of the operation, "". */
function parentsOf(what: string): string[] {
  if (what === '') return [];
  const [first = '', member] = what.split(/ (?=\.|body|header|problem)/);
  const names = (member ?? '').split('.').slice(1, -1);
  const members = names.map((_, place) => `${first} .${names.slice(0, place + 1).join('.')}`);
  return ['', ...(member === undefined ? [] : [first]), ...members, ...members.map((one) => one.replace(/(\[\]|\{\})+$/, ''))];
}

/** Equal for documents without differences. */
export function digestOf(facts: Facts): string {
  const listed = [...facts].map(([operation, parts]) => [operation, [...parts].sort(byName)] as const).sort(byName);
  return createHash('sha256').update(JSON.stringify(listed)).digest('hex');
}

function byName([a]: readonly [string, ...unknown[]], [b]: readonly [string, ...unknown[]]): number {
  return a < b ? -1 : Number(a > b);
}

function resolve(document: Json, value: unknown): Json {
  if (!isObject(value)) return {};
  const { $ref: reference } = value;
  if (typeof reference !== 'string') return value;
  const target = reference
    .slice(2)
    .split('/')
    .reduce<unknown>((inside, name) => (isObject(inside) ? inside[name.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined), document);
  const { $ref: _, ...beside } = value;
  return { ...resolve(document, target), ...beside };
}

function entriesOf(value: unknown): [string, Json][] {
  return isObject(value) ? Object.entries(value).map(([name, member]) => [name, isObject(member) ? member : {}]) : [];
}
