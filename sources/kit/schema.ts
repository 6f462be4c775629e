// JSON Schema at build time: validates values and JSON texts, and reports a fault in one line.
import { Ajv, type ValidateFunction } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { quoteList } from './problem.ts';

// ajv-formats is CommonJS; under Node's module rules its function is the default's `default`.
const addFormats = addFormatsModule.default;

/** A strict validator: an unknown keyword or format in a schema is a fault. */
export function createAjv(): Ajv {
  const ajv = new Ajv({ strict: true, allowUnionTypes: true, allErrors: false, verbose: true });
  addFormats(ajv);
  return ajv;
}

const ajv = createAjv();
const compiled = new WeakMap<object, ValidateFunction>();

/** Whether a body is valid. `errors` are those of the last body. */
export interface Validate {
  (body: unknown): boolean;
  errors?: ValidateFunction['errors'];
}

/**
 * A validator that compiles its schema when it first has a body: compiling takes longer than most
 * validating, and most processes need few of the schemas. A process compiles each schema once.
 */
export function compileSchema(schema: object): Validate {
  const validate: Validate = (body) => {
    const validateCompiled = compiledOf(schema);
    const isValid = validateCompiled(body);
    validate.errors = validateCompiled.errors ?? null;
    return isValid;
  };
  return validate;
}

/** TypeBox marks its schemas with members that are not JSON Schema; JSON leaves them out. */
function compiledOf(schema: object): ValidateFunction {
  const validate = compiled.get(schema) ?? ajv.compile(JSON.parse(JSON.stringify(schema)));
  compiled.set(schema, validate);
  return validate;
}

/** The first fault of a body as one line; null if it is valid. */
export function faultOf(validate: Validate, body: unknown): string | null {
  if (validate(body)) return null;
  const [error] = validate.errors ?? [];
  if (error === undefined) return 'is not valid';
  const allowed =
    'additionalProperty' in error.params ? ` "${String(error.params['additionalProperty'])}"` : '';
  // They include the new name of a renamed member.
  const membersFound =
    error.keyword === 'required' ? `, found ${quoteList(Object.keys(Object(error.data)))}` : '';
  return (
    `${error.instancePath === '' ? 'the body' : error.instancePath} ` +
    `${error.message ?? 'is not valid'}${allowed}${membersFound}`
  );
}

/**
 * The value of a JSON text that matches the schema, or its fault in one line. `faultOfFormat` comes
 * first: for a text in another format, the number and the repair say more than the schema.
 */
export function readAs<Value>(
  schema: Validate,
  text: string | Uint8Array,
  faultOfFormat: (
    value: unknown,
  ) => { readonly message: string; readonly repair: string } | null = () => null,
): { readonly value: Value } | { readonly fault: string; readonly repair?: string } {
  let value: unknown;
  try {
    value = JSON.parse(typeof text === 'string' ? text : new TextDecoder().decode(text));
  } catch {
    return { fault: 'is not JSON' };
  }
  const other = faultOfFormat(value);
  if (other !== null) return { fault: other.message, repair: other.repair };
  const fault = faultOf(schema, value);
  return fault === null ? { value: value as Value } : { fault };
}
