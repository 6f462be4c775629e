// Tells in a fraction of the time whether a body is valid, for the hundred thousand answers of a release. It validates by a schema that
// accepts the same bodies, and does not look again at a part that the answer before had too. It does not say what is wrong.
import { createAjv } from '#sources/kit/schema.ts';

/** Tells whether a body is valid. */
export interface QuickValidator {
  isValid(body: unknown): boolean;
  /** Forgets which parts were valid. Call it before parts that were looked at may have changed. */
  forget(): void;
}

type Schema = Readonly<Record<string, unknown>>;

/** Parts that answers share, such as a provenance, are objects. Numbers and texts are looked at in less time than it takes to know them again. */
const sharedPart = 'sharedPart';

const validators = new WeakMap<object, QuickValidator>();

/** A validator that accepts what `schema` accepts. A process makes one of each schema. */
export function quickValidator(schema: object): QuickValidator {
  const validator = validators.get(schema) ?? made(schema);
  validators.set(schema, validator);
  return validator;
}

/** TypeBox's marks are left out, as compileSchema does. */
function made(schema: object): QuickValidator {
  const ajv = createAjv();
  const memories: Memory[] = [];
  ajv.addKeyword({
    keyword: sharedPart,
    schemaType: 'object',
    errors: false,
    compile(part: object) {
      const validate = ajv.compile(part);
      const memory = new Memory();
      memories.push(memory);
      return (body: unknown) => {
        if (memory.has(body)) return true;
        if (!validate(body)) return false;
        memory.add(body);
        return true;
      };
    },
  });
  const validate = ajv.compile(quicker(JSON.parse(JSON.stringify(schema))));
  return {
    isValid: (body) => validate(body),
    forget() {
      for (const memory of memories) memory.clear();
    },
  };
}

/** Bodies that were valid by a part of a schema: those that selections share, which they freeze, and of the others the last one. */
class Memory {
  readonly #shared = new Set<unknown>();
  #last: unknown = undefined;
  has(body: unknown): boolean {
    return (body === this.#last && body !== undefined) || this.#shared.has(body);
  }
  add(body: unknown): void {
    if (Object.isFrozen(body)) this.#shared.add(body);
    else this.#last = body;
  }
  clear(): void {
    this.#shared.clear();
    this.#last = undefined;
  }
}

/** A schema that accepts the same. Parts of a keyword that is not named here stay as they are. */
function quicker(schema: Schema): Schema {
  const { description: _, ...own } = schema;
  const { properties, patternProperties, items, anyOf } = own;
  const inner = {
    ...own,
    ...(isSchema(properties) ? { properties: ofMembers(properties, quickerMember) } : {}),
    ...(isSchema(patternProperties) ? { patternProperties: ofMembers(patternProperties, quicker) } : {}),
    ...(isSchema(items) ? { items: quickerMember(items) } : {}),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map(quicker) } : {}),
  };
  return notEmpty(closedByNumber(inner));
}

function quickerMember(schema: Schema): Schema {
  return schema['type'] === 'object' ? { [sharedPart]: quicker(schema) } : quicker(schema);
}

/** An object that must have all its members and no others has as many as they are. To count them is quicker than to compare names. */
function closedByNumber(schema: Schema): Schema {
  const { additionalProperties, ...rest } = schema;
  const { properties, patternProperties, required } = schema;
  if (additionalProperties !== false || !isSchema(properties) || patternProperties !== undefined || !Array.isArray(required)) return schema;
  const names = Object.keys(properties);
  return names.every((name) => required.includes(name)) ? { ...rest, maxProperties: names.length } : schema;
}

/** A text of at least one character is one that is not empty. The length is counted in characters, from the first to the last. */
function notEmpty(schema: Schema): Schema {
  const { minLength, ...rest } = schema;
  return minLength === 1 && rest['not'] === undefined ? { ...rest, not: { const: '' } } : schema;
}

function ofMembers(schemas: Schema, change: (schema: Schema) => Schema): Schema {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, isSchema(schema) ? change(schema) : schema]));
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
