// Resolves figures' JSON pointers (RFC 6901) in answers and in their schemas. A step `soc2020=2134`
// is the member of a list with that value.

/** The place and value that a figure's pointer names; null if the answer has no such member. */
export function resolvePointer(
  answer: unknown,
  pointer: string,
): { readonly pointer: string; readonly value: unknown } | null {
  let value = answer;
  let resolved = '';
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    const key = Array.isArray(value) ? memberOf(value, name) : name;
    const selected = key === null ? undefined : memberAt(value, key);
    if (selected === undefined) return null;
    value = selected;
    resolved += `/${escapeStep(String(key))}`;
  }
  return { pointer: resolved, value };
}

function escapeStep(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The place in a list of the member that a step describes, `soc2020=2134` or `area.slug=wales`. */
function memberOf(list: readonly unknown[], step: string): string | null {
  const equals = step.indexOf('=');
  if (equals < 0) return /^\d+$/.test(step) ? step : null;
  const path = step.slice(0, equals).split('.');
  const wanted = step.slice(equals + 1);
  const place = list.findIndex(
    (member) => String(path.reduce<unknown>(memberAt, member)) === wanted,
  );
  return place < 0 ? null : String(place);
}

function memberAt(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/**
 * Every number of an answer with its place, except in the members `leftOut`, which are about the
 * answer, not the occupation.
 */
export function numbersIn(
  answer: unknown,
  leftOut: readonly string[],
): { readonly pointer: string; readonly value: number }[] {
  const numbers: { pointer: string; value: number }[] = [];
  const visit = (value: unknown, pointer: string) => {
    if (typeof value === 'number') numbers.push({ pointer, value });
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (!leftOut.includes(name)) visit(member, `${pointer}/${escapeStep(name)}`);
    }
  };
  visit(answer, '');
  return numbers;
}

/**
 * What the schema of an answer says of the member at a pointer, or else of what holds it; null if
 * the answer cannot have it.
 */
export function descriptionAt(schema: unknown, pointer: string): string | null {
  const describedAs = (part: unknown, steps: readonly string[]): string | null => {
    if (typeof part !== 'object' || part === null) return null;
    const { description = '', anyOf, items, properties, patternProperties } = part as SchemaPart;
    if (anyOf !== undefined)
      return (
        anyOf.map((alternative) => describedAs(alternative, steps)).find((text) => text !== null) ||
        description
      );
    const [step, ...further] = steps;
    if (step === undefined) return description;
    const within = items ?? properties?.[step] ?? Object.values(patternProperties ?? {})[0];
    const furtherDescription = describedAs(within, further);
    return furtherDescription === '' ? description : furtherDescription;
  };
  return describedAs(schema, pointer.split('/').slice(1));
}

interface SchemaPart {
  readonly description?: string;
  readonly anyOf?: readonly unknown[];
  readonly items?: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly patternProperties?: Readonly<Record<string, unknown>>;
}
