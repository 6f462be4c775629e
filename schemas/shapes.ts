// The building blocks of all schemas.
import { type Static, type TArrayOptions, type TSchema, type TUnsafe, Type } from 'typebox';

/**
 * A closed object, with what it is if its name does not say so. An undeclared member is our fault,
 * and validation refuses it.
 */
export function record<const Properties extends Record<string, TSchema>>(
  ...given: [properties: Properties] | [description: string | undefined, properties: Properties]
) {
  const [properties, description] = given.length === 1 ? given : [given[1], given[0]];
  return Type.Object(properties, {
    additionalProperties: false,
    ...(description === undefined ? {} : { description }),
  });
}

/** A text from a closed list. */
export function oneOf<const Value extends string>(values: readonly Value[], description?: string) {
  return Type.Enum<Value[]>([...values], {
    type: 'string',
    ...(description === undefined ? {} : { description }),
  });
}

/**
 * The schema or null. A plain value gets two types in one schema, which validates several times
 * faster than a choice between schemas: a choice makes an error for each schema that does not fit,
 * and many figures are null.
 */
export function nullable<Schema extends TSchema>(schema: Schema, description?: string) {
  const described = description === undefined ? {} : { description };
  const {
    type,
    enum: values,
    ...otherKeywords
  }: { type?: unknown; enum?: readonly unknown[] } = schema;
  if (type !== 'string' && type !== 'number' && type !== 'integer' && type !== 'boolean')
    return Type.Unsafe<Static<Schema> | null>(Type.Union([schema, Type.Null()], described));
  return Type.Unsafe<Static<Schema> | null>({
    ...otherKeywords,
    type: [type, 'null'],
    ...(values === undefined ? {} : { enum: [...values, null] }),
    ...described,
  });
}

export const Text = Type.String({ minLength: 1 });

export const text = (description: string) => Type.String({ minLength: 1, description });

export const Count = Type.Integer({ minimum: 0 });

export const count = (description: string) => Type.Integer({ minimum: 0, description });

/** A count of what is there at least once. */
export const countFromOne = (description: string) => Type.Integer({ minimum: 1, description });

export const percentage = (description: string) =>
  Type.Number({ minimum: 0, maximum: 100, description });

export const flag = (description: string) => Type.Boolean({ description });

export const Uri = Type.String({ format: 'uri' });

export const Day = Type.String({ format: 'date' });

export const Instant = Type.String({ format: 'date-time' });

export const Soc2020 = Type.String({
  pattern: '^[1-9][0-9]{3}$',
  description: 'SOC 2020 unit group code, four digits.',
});

export const Uuid = Type.String({ format: 'uuid' });

/**
 * A list, with its description or its keywords of JSON Schema. Its type is readonly: a document may
 * share a list with what it was made of.
 */
export function listOf<Item extends TSchema>(item: Item, options: string | TArrayOptions = {}) {
  const keywords = typeof options === 'string' ? { description: options } : options;
  const list = Type.Array(item, keywords);
  return Type.Unsafe<readonly Static<Item>[]>(list) as ReadonlyList<Item>;
}

type ReadonlyList<Item extends TSchema> = TUnsafe<readonly Static<Item>[]> & {
  readonly items: Item;
};

/** A list of exactly this many items. */
export function exactly<Item extends TSchema>(many: number, item: Item, description?: string) {
  return listOf(item, {
    minItems: many,
    maxItems: many,
    ...(description === undefined ? {} : { description }),
  });
}
