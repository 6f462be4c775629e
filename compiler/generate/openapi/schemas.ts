// Turns our schemas into the components of the OpenAPI document, in the form that generators of
// clients read without loss.
import { memberDescriptions } from './descriptions.ts';

export type Json = Readonly<Record<string, unknown>>;

/** A schema as JSON Schema: TypeBox marks its schemas with members that JSON leaves out. */
export function plain<Schema = Json>(schema: object): Schema {
  return JSON.parse(JSON.stringify(schema));
}

/** The components that the document uses. Only these are in it. */
export class Components {
  readonly #schemas = new Map<string, Json>();
  readonly #named: Readonly<Record<string, object>>;
  readonly #names = new Map<string, string>();

  constructor(schemasByName: Readonly<Record<string, object>>) {
    this.#named = schemasByName;
    for (const [name, schema] of Object.entries(schemasByName)) {
      const equal = this.#names.get(identity(plain(schema)));
      if (equal !== undefined)
        throw new Error(
          'compiler/generate/openapi/components.ts has two names for one schema: ' +
            `${equal} and ${name}`,
        );
      this.#names.set(identity(plain(schema)), name);
    }
  }

  /** A schema at its place: a reference to its component, or the schema itself if it has none. */
  schema(schema: object): Json {
    return this.#place(plain(schema));
  }

  reference(name: string): Json {
    const schema = this.#named[name];
    if (schema === undefined)
      throw new Error(`compiler/generate/openapi/components.ts has no ${name}`);
    if (!this.#schemas.has(name)) {
      // Set first, so that a schema that holds itself ends.
      this.#schemas.set(name, {});
      this.#schemas.set(name, this.#written(plain(schema)));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Ordered by name. */
  schemas(): Json {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #place(schema: Json): Json {
    const name = this.#names.get(identity(schema));
    if (name === undefined) return this.#written(schema);
    const { description } = schema;
    const reference = this.reference(name);
    // A description beside the reference says what is special here (OpenAPI 3.1 allows that).
    return description === undefined ||
      description === plain(this.#named[name] ?? {})['description']
      ? reference
      : { ...reference, description };
  }

  #written(schema: Json): Json {
    const {
      type,
      enum: values,
      patternProperties,
      additionalProperties,
      properties,
      description,
      ...otherKeywords
    } = withoutTuple(schema);
    const described = description === undefined ? {} : { description };
    // Generators drop the null of an enum that holds it.
    if (Array.isArray(values) && values.includes(null)) {
      const enumSchema = {
        ...otherKeywords,
        type: 'string',
        enum: values.filter((value) => value !== null),
      };
      return { anyOf: [this.#place(enumSchema), { type: 'null' }], ...described };
    }
    const map = valuesOfMap(patternProperties);
    return {
      ...(type === undefined ? {} : { type }),
      ...(values === undefined ? {} : { enum: values }),
      ...described,
      ...Object.fromEntries(
        Object.entries(otherKeywords).map(([name, value]) => [name, this.#nested(value)]),
      ),
      ...(isObject(properties) ? { properties: this.#properties(properties) } : {}),
      // A client must accept members that a later version adds, so no object of the document is
      // closed. Our own tests close them again.
      ...(map === null ? {} : { additionalProperties: this.#place(map) }),
      ...(isObject(additionalProperties)
        ? { additionalProperties: this.#place(additionalProperties) }
        : {}),
    };
  }

  #properties(properties: Json): Json {
    return Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => {
        const placed = this.#place(isObject(schema) ? schema : {});
        const words = memberDescriptions[name];
        return [
          name,
          words === undefined || this.#isDescribed(placed)
            ? placed
            : { ...placed, description: words },
        ];
      }),
    );
  }

  #isDescribed({ description, $ref: reference }: Json): boolean {
    const component =
      typeof reference === 'string'
        ? this.#schemas.get(reference.split('/').at(-1) ?? '')
        : undefined;
    return (description ?? component?.['description']) !== undefined;
  }

  /** The value of a keyword: a schema, several, or neither. */
  #nested(value: unknown): unknown {
    if (Array.isArray(value))
      return value.map((member) => (isObject(member) ? this.#place(member) : member));
    return isObject(value) ? this.#place(value) : value;
  }
}

/**
 * A list of a fixed length would become a tuple in a client, which nobody can make from an array.
 * Its description says how long it is.
 */
function withoutTuple(schema: Json): Json {
  const { minItems, maxItems, ...otherKeywords } = schema;
  return minItems !== undefined && minItems === maxItems ? otherKeywords : schema;
}

/**
 * Equal for schemas that differ in the order of their keywords or in their own description only.
 */
function identity({ description: _, ...schema }: Json): string {
  const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
    a < b ? -1 : 1;
  return JSON.stringify(schema, (_name, value: unknown) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort(byName)) : value,
  );
}

/** The schema of the values if every name matches; TypeBox writes a map as a pattern of names. */
function valuesOfMap(patterns: unknown): Json | null {
  if (!isObject(patterns)) return null;
  const [[pattern, values] = [], ...others] = Object.entries(patterns);
  if (pattern !== '^.*$' || others.length > 0 || !isObject(values))
    throw new Error(
      `a map with the names ${Object.keys(patterns).join(', ')} has no form in the ` +
        'OpenAPI document',
    );
  return values;
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
