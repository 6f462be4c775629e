// Judges answers by the published OpenAPI document and nothing else, as a client would that has
// read nothing but that.
import { readFileSync } from 'node:fs';
import type { ValidateFunction } from 'ajv';
import { createAjv, faultOf } from '#sources/kit/schema.ts';

type Reference = { readonly $ref: string };
type Header = { readonly schema: object; readonly required?: false };
interface Described {
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: Readonly<
    Record<
      string,
      { readonly schema: object; readonly examples?: Readonly<Record<string, Reference>> }
    >
  >;
}

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      { readonly get: { readonly responses: Readonly<Record<string, Described | Reference>> } }
    >
  >;
  readonly components: {
    readonly responses: Readonly<Record<string, Described>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly schemas: object;
  };
}

const document: Document = JSON.parse(
  readFileSync(new URL('../../schemas/openapi.json', import.meta.url), 'utf8'),
);
const { paths, components } = document;
const { responses: shared, headers } = components;

const ajv = createAjv();
ajv.addVocabulary(['components']);
ajv.addSchema(
  { $id: 'openapi.json', components: { schemas: closed(components.schemas) } },
  'openapi.json',
);

/** The statuses that the document has for the path. */
export function documentedStatuses(path: string): number[] {
  return Object.keys(paths[path]?.get.responses ?? {}).map(Number);
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Empty for HEAD. */
  readonly text: string;
}

/**
 * What is wrong with an answer of the path, written as in the endpoint table; null where it is as
 * documented. `method` HEAD has no body.
 */
export function faultOfAnswer(
  path: string,
  { status, headers: given, text }: Answer,
  method = 'GET',
): string | null {
  const responses = paths[path]?.get.responses[status];
  if (responses === undefined) return `the status ${status} is not documented of ${path}`;
  const { headers: promised = {}, content } = described(responses);
  for (const name of Object.keys(promised)) {
    const fault = faultOfHeader(name, given.get(name));
    if (fault !== null) return fault;
  }
  if (content === undefined) return text === '' ? null : `the status ${status} has a body`;
  const type = given.get('Content-Type') ?? 'none';
  const media = content[type];
  if (media === undefined)
    return `the content type is ${type}, expected ${Object.keys(content).join(' or ')}`;
  if (method === 'HEAD') return text === '' ? null : 'HEAD has a body';
  const body: unknown = JSON.parse(text);
  return (
    faultOf(validator(media.schema), body) ??
    (media.examples === undefined ? null : faultOfKind(body, Object.keys(media.examples)))
  );
}

/** A kind of problem that the document does not have at this place. */
function faultOfKind(body: unknown, kinds: readonly string[]): string | null {
  const type = typeof body === 'object' && body !== null && 'type' in body ? String(body.type) : '';
  const kind = type.split('/').at(-1) ?? '';
  return kinds.includes(kind) ? null : `the problem is ${kind}, expected ${kinds.join(' or ')}`;
}

/**
 * The document's objects are open, so that clients accept what later versions add. Here a member
 * too many is a fault: the service answers what the document says and nothing else.
 */
function closed<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(closed) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const members: Readonly<Record<string, unknown>> = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, closed(member)]),
  );
  const isOpen =
    members['type'] === 'object' && 'properties' in members && !('additionalProperties' in members);
  return (isOpen ? { ...members, additionalProperties: false } : members) as Value;
}

/** Whether a body is a problem as the document describes it. */
export function faultOfProblem(body: unknown): string | null {
  return faultOf(validator({ $ref: '#/components/schemas/ProblemDetails' }), body);
}

function described(entry: Described | Reference): Described {
  if (!('$ref' in entry)) return entry;
  const found = shared[lastOf(entry)];
  if (found === undefined) throw new Error(`${entry.$ref} is not in the document`);
  return found;
}

function lastOf({ $ref }: Reference): string {
  return $ref.split('/').at(-1) ?? '';
}

function faultOfHeader(name: string, value: string | null): string | null {
  const header = headers[name];
  if (header === undefined) return `the header ${name} is promised and not described`;
  if (value === null) return header.required === false ? null : `the header ${name} is missing`;
  const typed =
    /^-?\d+$/.test(value) && 'type' in header.schema && header.schema.type === 'integer'
      ? Number(value)
      : value;
  const fault = faultOf(
    compiled(`header ${name}`, () => ajv.compile(header.schema)),
    typed,
  );
  return fault === null ? null : `the header ${name} is "${value}": ${fault}`;
}

const validators = new Map<string, ValidateFunction>();

function validator(schema: object): ValidateFunction {
  const text = JSON.stringify(closed(schema));
  return compiled(text, () => ajv.compile(JSON.parse(text.replaceAll('"#/', '"openapi.json#/'))));
}

function compiled(name: string, compile: () => ValidateFunction): ValidateFunction {
  const found = validators.get(name) ?? compile();
  validators.set(name, found);
  return found;
}
