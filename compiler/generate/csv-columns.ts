// Generates the columns of answers as CSV from their schemas in the OpenAPI document, so that the server looks into no schema.
import { type Endpoint, endpoints } from '#schemas/endpoints.ts';

/** The part of a JSON Schema that says which columns it has. */
interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
  readonly type?: string | readonly string[];
}

/** The part of the OpenAPI document that has the schema of an answer. */
interface Described {
  readonly get: { readonly responses: { readonly 200: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> } } };
}

export interface DescribedAnswers {
  readonly paths: Readonly<Record<string, Described>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The columns of an answer: those that every row repeats from the answer, then those of the row. A dot leads into an object. */
export interface CsvColumns {
  readonly answer: readonly string[];
  readonly row: readonly string[];
}

/** By the id of the endpoint. */
export function csvColumns(document: DescribedAnswers): Readonly<Record<string, CsvColumns>> {
  const resolved = (schema: Schema): Schema => resolve(schema, document.components.schemas);
  return Object.fromEntries(
    endpoints.flatMap(({ id, path, csv }) => (csv === null ? [] : [[id, columnsOf(id, csv, document.paths[path], resolved)]])),
  );
}

type Resolved = (schema: Schema) => Schema;

function columnsOf(id: string, csv: NonNullable<Endpoint['csv']>, described: Described | undefined, resolved: Resolved): CsvColumns {
  const schema = described?.get.responses[200].content['application/json']?.schema;
  if (schema === undefined) throw new Error(`the OpenAPI document has no list for the endpoint ${id}`);
  const member = (name: string) => resolved(schema).properties?.[name] ?? {};
  const rows = csv.rows.length === 0 ? [schema] : csv.rows.map(member);
  const answer = csv.with.flatMap((name) => columnsIn(member(name), [name], resolved));
  // Rows of two members have columns in common.
  const every = new Set(rows.flatMap((list) => columnsIn(resolved(list).items ?? list, [], resolved)));
  const row = [...every].filter((name) => csv.only?.test(name) ?? true);
  const twice = row.filter((name) => answer.includes(name));
  if (twice.length > 0) throw new Error(`the answer of ${id} and its rows both have ${twice.join(', ')}: name it in neither or in one`);
  return { answer, row };
}

function columnsIn(schema: Schema, path: readonly string[], resolved: Resolved): string[] {
  const { properties } = resolved(schema);
  if (properties === undefined) return [path.join('.')];
  return Object.entries(properties).flatMap(([name, member]) => {
    const { additionalProperties: entry } = resolved(member);
    if (typeof entry !== 'object' || resolved(entry).properties === undefined) return columnsIn(member, [...path, name], resolved);
    // A map of reasons by the name of the figure beside it that is null.
    return Object.entries(properties).flatMap(([figure, { type }]) =>
      Array.isArray(type) && type.includes('null') ? columnsIn(entry, [...path, name, figure], resolved) : [],
    );
  });
}

/** The schema itself in place of a reference, and of a value that may be null. */
function resolve(schema: Schema, named: DescribedAnswers['components']['schemas']): Schema {
  const { $ref, anyOf } = schema;
  if ($ref !== undefined) return resolve(named[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}, named);
  const [only, ...others] = anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return only !== undefined && others.length === 0 ? resolve(only, named) : schema;
}
