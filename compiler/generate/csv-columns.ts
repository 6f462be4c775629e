// Generates the columns of answers as CSV from their schemas, so that the server looks into no
// schema.
import { type CsvForm, endpoints } from '#schemas/endpoints.ts';
import { responses } from '#schemas/resources/by-name.ts';
import { plain } from './openapi/schemas.ts';

/** The part of a schema that says which columns it has. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
}

/**
 * The columns of an answer: those that every row repeats from the answer, then those of the row. A
 * dot leads into an object.
 */
type CsvColumns = Readonly<Record<'answer' | 'row', readonly string[]>>;

/** By the id of the endpoint. */
export function csvColumns(): Readonly<Record<string, CsvColumns>> {
  const columns: Record<string, CsvColumns> = {};
  for (const { id, csv, response } of endpoints)
    if (csv !== null) columns[id] = csvColumnsOf(id, csv, plain(responses[response]));
  return columns;
}

function csvColumnsOf(id: string, csv: CsvForm, schema: Schema): CsvColumns {
  const member = (name: string): Schema => schema.properties?.[name] ?? {};
  const rows = csv.rows.length === 0 ? [schema] : csv.rows.map(member);
  const answer = csv.with.flatMap((name) => columnsIn(member(name), [name]));
  // Rows of two members have columns in common.
  const every = new Set(rows.flatMap((list) => columnsIn(withoutNull(list).items ?? list, [])));
  const row = [...every].filter((name) => csv.only?.test(name) ?? true);
  const twice = row.filter((name) => answer.includes(name));
  if (twice.length > 0)
    throw new Error(
      `the answer of ${id} and its rows both have ${twice.join(', ')}: name it in ` +
        'neither or in one',
    );
  return { answer, row };
}

function columnsIn(schema: Schema, path: readonly string[]): string[] {
  const { properties } = withoutNull(schema);
  if (properties === undefined) return [path.join('.')];
  return Object.entries(properties).flatMap(([name, member]) => {
    const [entry] = Object.values(withoutNull(member).patternProperties ?? {});
    if (entry?.properties === undefined) return columnsIn(member, [...path, name]);
    // A map of reasons by the name of the figure beside it that is null.
    return Object.entries(properties).flatMap(([figure, { type, enum: words }]) =>
      Array.isArray(type) && type.includes('null') && words === undefined
        ? columnsIn(entry, [...path, name, figure])
        : [],
    );
  });
}

/** The schema of a value that may be null. */
function withoutNull(schema: Schema): Schema {
  const [only, ...others] = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return only !== undefined && others.length === 0 ? only : schema;
}
