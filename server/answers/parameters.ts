// Checks the query and the path of a request against the endpoint table. Faults of the query are
// 400 with all of them named; a wrong value in the path is 404.
import { areas } from '#schemas/codes.ts';
import type { Endpoint, QueryParameter } from '#schemas/endpoints.ts';
import type { QueryValue, QueryValues } from '#schemas/query-values.ts';
import { type ParameterFault, quoted, Refusal, wrongPathValue } from '../http/problem.ts';
import { editDistance } from '../search/edit-distance.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import type { ResolveLocalArea } from './local-areas.ts';
import { decodePathValue } from '../http/address.ts';

/** A row of the endpoint table, or a path that takes no parameters. */
type QueriedPath = Pick<Endpoint, 'path' | 'query'>;

/** A query can hold thousands of unknown parameters; an answer names only these many. */
const mostUnknownNamed = 10;

/**
 * The checked values of a query. Throws the 400, which lists all faults. `occupations`: the codes
 * that exist; null for answers that read no edition.
 */
export function checkQuery(
  endpoint: QueriedPath,
  search: URLSearchParams,
  occupations: ReadonlySet<string> | null = null,
): QueryValues {
  const unknown = unknownNames(endpoint, search);
  const faults = unknown.slice(0, mostUnknownNamed).map((name) => unknownParameter(endpoint, name));
  const values = new Map<string, QueryValue>();
  for (const parameter of endpoint.query) {
    const checked = checkParameter(parameter, search.getAll(parameter.name), occupations);
    if ('fault' in checked) faults.push(checked.fault);
    else values.set(parameter.name, checked.value);
  }
  if (faults.length === 0) return values;
  throw invalidParameters(faults, unknown.length);
}

/**
 * The 400. `unknownCount`: how many parameters are unknown, those without a fault of their own too.
 */
function invalidParameters(faults: ParameterFault[], unknownCount: number): Refusal {
  const [first, ...others] = faults;
  if (first !== undefined && others.length === 0)
    return new Refusal('invalid-parameters', first.detail, { errors: faults });
  const unnamedCount = Math.max(0, unknownCount - mostUnknownNamed);
  const sentences = [`${faults.length + unnamedCount} parameters are not valid.`];
  if (unnamedCount > 0)
    sentences.push(
      `\`errors\` names the first ${mostUnknownNamed} of ${unknownCount} that are unknown.`,
    );
  return new Refusal('invalid-parameters', sentences.join(' '), { errors: faults });
}

function unknownNames({ query }: QueriedPath, search: URLSearchParams): string[] {
  const isKnown = (name: string): boolean => query.some((parameter) => parameter.name === name);
  return [...new Set(search.keys())].filter((name) => !isKnown(name));
}

function unknownParameter({ path, query }: QueriedPath, name: string): ParameterFault {
  const known = query.map((parameter) => parameter.name);
  return {
    parameter: name,
    code: 'unknown-parameter',
    detail:
      known.length === 0
        ? `${quoted(name)} is not a parameter: ${path} takes none.`
        : `${quoted(name)} is not a parameter of ${path}.`,
    allowed: known,
    ...nearestOf(name, known),
  };
}

const unitGroupCode = /^[1-9][0-9]{3}$/;

/** The value of a parameter, or what is wrong with it. */
type CheckedParameter = { readonly value: QueryValue } | { readonly fault: ParameterFault };

function checkParameter(
  parameter: QueryParameter,
  given: readonly string[],
  occupations: ReadonlySet<string> | null,
): CheckedParameter {
  const [text] = given;
  if (text === undefined) {
    return 'required' in parameter
      ? faultOf(parameter, 'missing', `"${parameter.name}" is required: ${parameter.describe}`)
      : { value: parameter.default };
  }
  // Refused, because clients and servers disagree whether the first or the last counts.
  if (given.length > 1)
    return faultOf(
      parameter,
      'repeated',
      `"${parameter.name}" is given ${given.length} times; give it once.`,
    );
  switch (parameter.kind) {
    case 'enum':
      return checkChoice(
        parameter,
        parameter.values,
        parameter.name === 'area' ? slugOf(text) : text,
        (value) => value,
      );
    case 'list':
      return checkChoices(parameter, text);
    case 'boolean':
      return checkChoice(parameter, ['true', 'false'], text, (value) => value === 'true');
    case 'integer':
      return checkInteger(parameter, text);
    case 'text':
      return checkText(parameter, text);
    case 'occupations':
      return checkOccupations(parameter, text, occupations);
    case 'group':
      return checkGroup(parameter, text, occupations);
    case 'uuid':
      return checkUuid(parameter, text);
  }
}

/**
 * The slug of an area that is given by its code; any other text unchanged. So an area has one
 * answer and one ETag.
 */
function slugOf(text: string): string {
  return areas.find(({ code }) => code === text)?.slug ?? text;
}

function faultOf(
  parameter: QueryParameter,
  code: string,
  detail: string,
  more: Omit<ParameterFault, 'parameter' | 'code' | 'detail'> = {},
): CheckedParameter {
  return { fault: { parameter: parameter.name, code, detail, ...more } };
}

function checkChoice(
  parameter: QueryParameter,
  allowed: readonly string[],
  text: string,
  toValue: (text: string) => QueryValue,
): CheckedParameter {
  if (allowed.includes(text)) return { value: toValue(text) };
  return faultOf(
    parameter,
    'not-allowed',
    `"${parameter.name}" is ${quoted(text)}, expected one of ${allowed.join(', ')}.`,
    {
      allowed: [...allowed],
      ...nearestOf(text, allowed),
    },
  );
}

/**
 * Several values with commas between them, in the order of the endpoint table, so that one choice
 * has one answer and one ETag.
 */
function checkChoices(
  parameter: QueryParameter & { kind: 'list' },
  text: string,
): CheckedParameter {
  const { name, values } = parameter;
  const given = text.split(',');
  const wrong = given.find((value) => !values.includes(value));
  if (wrong !== undefined)
    return faultOf(
      parameter,
      'not-allowed',
      `"${name}" has ${quoted(wrong)}, expected one or more of ${values.join(', ')}, ` +
        'with commas between them.',
      { allowed: [...values], ...nearestOf(wrong, values) },
    );
  const twice = given.find((value, place) => given.indexOf(value) !== place);
  if (twice !== undefined)
    return faultOf(parameter, 'not-allowed', `"${name}" has ${twice} twice; give it once.`, {
      allowed: [...values],
    });
  return { value: values.filter((value) => given.includes(value)).join(',') };
}

/**
 * A decimal integer with an optional sign. A literal "+" in a query arrives as a blank, so a blank
 * counts as a sign.
 */
const signedDecimal = /^[-+ ]?[0-9]+$/;
const int32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };

function checkInteger(
  parameter: QueryParameter & { kind: 'integer' },
  text: string,
): CheckedParameter {
  const { name, minimum, maximum } = parameter;
  const bounds = { minimum, maximum };
  // Adding 0 makes -0 zero: the sign of a zero must not reach the answer or its ETag.
  const value = Number(text) + 0;
  const isWithin = minimum <= value && value <= maximum;
  if (!signedDecimal.test(text)) {
    const trimmed = text.trim();
    const nearest = isWithin && signedDecimal.test(trimmed) ? { nearest: trimmed } : {};
    return faultOf(
      parameter,
      'not-an-integer',
      `"${name}" is ${quoted(text)}, expected a decimal integer.`,
      { ...bounds, ...nearest },
    );
  }
  if (value < int32.minimum || value > int32.maximum)
    return faultOf(
      parameter,
      'not-32-bit',
      `"${name}" is ${quoted(text)}, expected an integer of 32 bits.`,
      bounds,
    );
  if (!isWithin)
    return faultOf(
      parameter,
      'out-of-range',
      `"${name}" is ${value}, expected ${minimum} to ${maximum}.`,
      bounds,
    );
  return { value };
}

function checkText(parameter: QueryParameter & { kind: 'text' }, text: string): CheckedParameter {
  const { name, maxLength } = parameter;
  if (text.trim() === '')
    return faultOf(
      parameter,
      'empty',
      `"${name}" is empty, expected at least one character that is not a blank.`,
    );
  const length = [...text].length;
  if (length > maxLength)
    return faultOf(
      parameter,
      'too-long',
      `"${name}" has ${length} characters, expected at most ${maxLength}.`,
    );
  return { value: text };
}

function checkGroup(
  parameter: QueryParameter,
  text: string,
  occupations: ReadonlySet<string> | null,
): CheckedParameter {
  const isGroup =
    /^[1-9][0-9]{0,2}$/.test(text) &&
    (occupations === null || [...occupations].some((code) => code.startsWith(text)));
  if (isGroup) return { value: text };
  return faultOf(
    parameter,
    'not-a-group',
    `"${parameter.name}" is ${quoted(text)}, expected the one to three digits of a ` +
      'group of SOC 2020, such as 223.',
  );
}

/** Codes with commas between them, each once. */
function checkOccupations(
  parameter: QueryParameter & { kind: 'occupations' },
  text: string,
  occupations: ReadonlySet<string> | null,
): CheckedParameter {
  const { name, maximum } = parameter;
  const given = text.split(',');
  const isCode = (code: string) =>
    unitGroupCode.test(code) && (occupations === null || occupations.has(code));
  const wrong = given.find((code, place) => !isCode(code) || given.indexOf(code) !== place);
  if (wrong !== undefined)
    return faultOf(
      parameter,
      'not-unit-groups',
      `"${name}" has ${quoted(wrong)}, expected different SOC 2020 unit group codes ` +
        'with commas between, such as 2134,2231. /v1/occupations lists them.',
    );
  if (given.length > maximum)
    return faultOf(
      parameter,
      'too-long',
      `"${name}" has ${given.length} codes, expected at most ${maximum}.`,
    );
  return { value: text };
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function checkUuid(parameter: QueryParameter, text: string): CheckedParameter {
  // Upper case is accepted on input (RFC 9562 §4), but the catalogue has lower case.
  const value = text.toLowerCase();
  if (uuidPattern.test(value)) return { value };
  const expected = 'expected a uuid as /v1/meta/editions lists them.';
  const detail = `"${parameter.name}" is ${quoted(text)}, ${expected}`;
  return faultOf(
    parameter,
    'not-a-uuid',
    detail,
    uuidPattern.test(value.trim()) ? { nearest: value.trim() } : {},
  );
}

const longestMistyped = 40;

/** The allowed value that is nearest to the given one, if it is near enough. */
function nearestOf(given: string, allowed: readonly string[]): Pick<ParameterFault, 'nearest'> {
  const lower = given.trim().toLowerCase();
  // A long value is not a typing error, and measuring it would cost more than an answer.
  if (given.length > longestMistyped) return {};
  // The name of another area is not a typing error either: a client that takes the suggestion would
  // show figures of the wrong area.
  if (areas.some(({ slug }) => slug === lower) && !allowed.includes(lower)) return {};
  let nearest: string | null = null;
  let least = Infinity;
  for (const candidate of allowed) {
    // With more than a third of the letters wrong, a suggestion is a guess.
    const farthest = Math.ceil(candidate.length / 3);
    const distance = editDistance(lower, candidate.toLowerCase(), farthest);
    if (distance > farthest || distance >= least) continue;
    nearest = candidate;
    least = distance;
  }
  return nearest === null ? {} : { nearest };
}

/** The occupations and areas that a path can name. */
interface ServedPlaces {
  readonly occupations: ReadonlySet<string>;
  /** Called only for a path with a local area. */
  readonly localAreas: () => Promise<ResolveLocalArea>;
}

/**
 * The decoded and checked values of a path. `given` holds them as the router matched them, still
 * percent-encoded.
 */
export async function checkPath(
  endpoint: Endpoint,
  given: Readonly<Record<string, string>>,
  { occupations, localAreas }: ServedPlaces,
): Promise<DocumentPlace> {
  const place: { soc?: string; area?: string } = {};
  for (const parameter of endpoint.pathParameters) {
    const encoded = given[parameter.name] ?? '';
    const value = decodePathValue(encoded);
    // Any name of an area becomes its slug, so that one area has one answer and one ETag.
    place[parameter.name] =
      parameter.kind === 'occupation'
        ? checkOccupationInPath(value, encoded, occupations)
        : (await localAreas())(value ?? encoded);
  }
  return place;
}

function checkOccupationInPath(
  value: string | null,
  encoded: string,
  occupations: ReadonlySet<string>,
): string {
  if (value === null || !unitGroupCode.test(value)) {
    const detail =
      `${quoted(value ?? encoded)} is not a SOC 2020 unit group code, expected four ` +
      'digits such as 2134. /v1/occupations lists them.';
    const trimmed = value?.trim();
    const nearest = trimmed !== undefined && occupations.has(trimmed) ? trimmed : undefined;
    throw new Refusal('unknown-occupation', detail, wrongPathValue('soc', detail, nearest));
  }
  if (!occupations.has(value))
    throw new Refusal(
      'unknown-occupation',
      `No SOC 2020 unit group has the code ${value}. /v1/occupations lists all of them.`,
    );
  return value;
}
