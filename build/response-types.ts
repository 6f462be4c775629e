// Writes the types of the answers as text, without the schema library. The client's package has
// them in place of two modules of schemas/.
import { components } from '#compiler/generate/openapi/components.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { ProblemDetails } from '#schemas/problem.ts';
import { responses } from '#schemas/resources/by-name.ts';

/** The part of JSON Schema that the answers use. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
}

/**
 * The declarations of schemas/response-types: the answers of the client's functions, and what
 * several of them share.
 */
export function responseTypes(): string {
  const shared = sharedTypes();
  const typeOf = typesWith(shared);
  const names = [...new Set(endpoints.map(({ response }) => response))].toSorted();
  const members = names.map(
    (name) =>
      `${documented(plain(responses[name]), '  ')}  readonly ${name}: ` +
      `${typeOf(plain(responses[name]), '  ')};`,
  );
  const answers = `export interface Responses {\n${members.join('\n')}\n}\n`;
  return `${[...shared].map(([text, name]) => `type ${name} = ${text};\n`).join('')}\n${answers}`;
}

/** The declarations of schemas/problem. */
export function problemTypes(): string {
  return `export type ProblemDetails = ${typesWith(new Map())(plain(ProblemDetails), '')};\n`;
}

/**
 * The components of the API by their type as text, the smaller ones first, so that the larger ones
 * name them.
 */
function sharedTypes(): ReadonlyMap<string, string> {
  const inFull = typesWith(new Map());
  const schemas = Object.entries(components)
    .map(([name, schema]) => ({ name, schema: plain(schema) }))
    .toSorted((a, b) => inFull(a.schema, '').length - inFull(b.schema, '').length);
  const shared = new Map<string, string>();
  for (const { name, schema } of schemas) {
    const text = typesWith(shared)(schema, '');
    // Two components can have one type, and then the first name stands for both.
    if (!/^\w+$/.test(text)) shared.set(text, name);
  }
  return shared;
}

/**
 * Gives a schema as a type, with the names of types that are shared. Throws if it says something
 * that this cannot write.
 */
function typesWith(
  shared: ReadonlyMap<string, string>,
): (schema: Schema, indent: string) => string {
  const typeOf = (schema: Schema, indent: string): string =>
    shared.get(written(schema, '')) ?? written(schema, indent);

  const written = (schema: Schema, indent: string): string => {
    const { type, anyOf, items, properties, patternProperties } = schema;
    if ('const' in schema) return JSON.stringify(schema.const);
    if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
    if (anyOf !== undefined) return union(anyOf.map((alternative) => typeOf(alternative, indent)));
    if (typeof type !== 'string' && type !== undefined)
      return union(type.map((typeName) => typeOf({ ...schema, type: typeName }, indent)));
    if (type === 'string' || type === 'number' || type === 'boolean' || type === 'null')
      return type;
    if (type === 'integer') return 'number';
    if (type === 'array' && items !== undefined) return `ReadonlyArray<${typeOf(items, indent)}>`;
    if (type === 'object' && patternProperties !== undefined)
      return (
        '{ [name: string]: ' +
        `${union(Object.values(patternProperties).map((value) => typeOf(value, indent)))} }`
      );
    if (type === 'object' && properties !== undefined)
      return objectOf(properties, schema.required ?? [], indent);
    throw new Error(
      `a schema of the answers has no type here: ${JSON.stringify(schema).slice(0, 200)}`,
    );
  };

  const objectOf = (
    properties: Readonly<Record<string, Schema>>,
    required: readonly string[],
    indent: string,
  ): string => {
    const inner = `${indent}  `;
    const members = Object.entries(properties).map(([name, schema]) => {
      const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
      return (
        `${documented(schema, inner)}${inner}${key}${required.includes(name) ? '' : '?'}: ` +
        `${typeOf(schema, inner)};`
      );
    });
    return `{\n${members.join('\n')}\n${indent}}`;
  };

  return typeOf;
}

function documented({ description }: Schema, indent: string): string {
  return description === undefined
    ? ''
    : `${indent}/** ${description.replaceAll('*/', '* /')} */\n`;
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

/** A schema without the members of the library, which JSON leaves out. */
function plain(schema: object): Schema {
  return JSON.parse(JSON.stringify(schema));
}
