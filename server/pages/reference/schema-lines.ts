// The members of an answer as lines for people, from the OpenAPI document.
import openApi from '#schemas/openapi.json' with { type: 'json' };

/** The part of a schema of OpenAPI 3.1 that the reference shows. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
}

export interface Line {
  /** The way to the member: `figures.median`, `points[].year`. */
  readonly path: string;
  readonly type: string;
  readonly meaning: string;
}

const schemas: Readonly<Record<string, Schema>> = openApi.components.schemas as Readonly<
  Record<string, Schema>
>;

const nameIn = ({ $ref }: { readonly $ref?: string }) => $ref?.split('/').at(-1);

/** The schema that a reference names, with the description beside the reference. */
function resolved(schema: Schema): Schema {
  const { $ref: _, ...ownKeywords } = schema;
  const name = nameIn(schema);
  return name === undefined ? schema : { ...resolved(schemas[name] ?? {}), ...ownKeywords };
}

/** Without null: the schema, and whether a value can be null. */
function withoutNull(schema: Schema): { readonly schema: Schema; readonly nullable: boolean } {
  const { anyOf = [], type, ...ownKeywords } = schema;
  const [only, ...others] = anyOf.filter((choice) => choice.type !== 'null');
  if (only !== undefined && others.length === 0 && anyOf.length > 1)
    return { schema: { ...resolved(only), ...ownKeywords }, nullable: true };
  if (typeof type !== 'object') return { schema, nullable: false };
  const kinds = type.filter((kind) => kind !== 'null');
  return {
    schema: { ...schema, type: kinds.length === 1 ? (kinds[0] ?? 'any') : kinds },
    nullable: kinds.length < type.length,
  };
}

function typeOf(
  { type, enum: values, format, minimum, maximum, maxLength }: Schema,
  nullable: boolean,
): string {
  const kind =
    values === undefined
      ? (format ?? (typeof type === 'object' ? type.join(' or ') : type) ?? 'any')
      : 'one of the values';
  const range =
    minimum !== undefined && maximum !== undefined && maximum < 2 ** 31 - 1
      ? `, ${minimum} to ${maximum}`
      : '';
  const length = maxLength === undefined ? '' : `, at most ${maxLength} characters`;
  const orNull = nullable ? ', or null' : '';
  return `${kind}${range}${length}${orNull}`;
}

/** Deeper members have a page of their own in the OpenAPI document. */
const deepest = 3;

/**
 * The members of an object, each named shape once: a later one of the same name points to the
 * first.
 */
function linesOf(
  given: Schema,
  path: string,
  depth: number,
  seen: Map<string, string>,
): readonly Line[] {
  const name = nameIn(given) ?? nameIn(given.anyOf?.find(({ $ref }) => $ref !== undefined) ?? {});
  const { schema, nullable } = withoutNull(resolved(given));
  const list =
    schema.type === 'array' && schema.items !== undefined
      ? withoutNull(resolved(schema.items)).schema
      : null;
  const inside = list ?? schema;
  const values = schema.enum?.filter((value) => value !== null);
  const before = inside.properties === undefined || name === undefined ? undefined : seen.get(name);
  const meaning = [
    schema.description ?? '',
    values === undefined || values.length > 14 ? '' : `Values: ${values.join(', ')}.`,
    before === undefined ? '' : `The members are those of ${before}.`,
  ].filter((text) => text !== '');
  const type =
    list === null
      ? typeOf(schema, nullable)
      : `list of ${list.type ?? 'values'}${nullable ? ', or null' : ''}`;
  const here = path === '' ? [] : [{ path, type, meaning: meaning.join(' ') }];
  if (inside.properties === undefined || before !== undefined || depth >= deepest) return here;
  if (name !== undefined && path !== '') seen.set(name, path);
  const stem = `${path}${list === null ? '' : '[]'}`;
  return [
    ...here,
    ...Object.entries(inside.properties).flatMap(([member, memberSchema]) =>
      linesOf(memberSchema, `${stem}${stem && '.'}${member}`, depth + 1, seen),
    ),
  ];
}

/**
 * Paths outside the endpoint table have other methods, and answers that are not JSON. The table has
 * the parameters.
 */
interface Operation {
  readonly get?: {
    readonly description?: string;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<
    Record<string, { readonly schema?: Schema; readonly example?: unknown }>
  >;
}

const operations: Readonly<Record<string, Operation>> = openApi.paths as unknown as Readonly<
  Record<string, Operation>
>;

/** The description, members, example and statuses that the OpenAPI document has for a path. */
export function describe(path: string) {
  const get = operations[path]?.get;
  if (get === undefined) throw new Error(`the OpenAPI document has no path ${path}`);
  const answer = get.responses['200']?.content?.['application/json'];
  const responses: Readonly<Record<string, { readonly description?: string }>> =
    openApi.components.responses;
  return {
    description: get.description ?? '',
    members: answer?.schema === undefined ? [] : linesOf(answer.schema, '', 0, new Map()),
    example: answer?.example,
    statuses: Object.entries(get.responses)
      .filter(([status]) => status !== '200')
      .map(([status, response]) => ({
        status,
        meaning: response.description ?? responses[nameIn(response) ?? '']?.description ?? '',
      })),
  };
}
