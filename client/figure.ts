// One way to read any figure of any answer: an answer has a figure as a member with its verdict
// beside it, or as an object with its own.
import type { Quality, WithheldReason } from '#schemas/codes.ts';

export interface Figure {
  /** Null, never 0, if the publisher gives none. */
  readonly value: number | null;
  /**
   * What it counts: `gbp_per_year`, `percent`, `people`, `jobs`, `adverts`; null for ranks, scores
   * and other plain numbers.
   */
  readonly unit: string | null;
  /** Null if the answer says nothing of the reliability of its figures. */
  readonly quality: Quality | null;
  /** False: do not show the value as a number. */
  readonly presentable: boolean;
  /** Why there is no value; null if there is one. */
  readonly reason: WithheldReason | null;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * The figure at a name, with dots into the answer: `distribution.median`, `employment.count`,
 * `figures.p90`, `change.percent`, `months.0.adverts`. The name may stop at the object that holds
 * the figure: `workers`. Throws TypeError if the answer has nothing there.
 */
export function figureOf(answer: object, name: string): Figure {
  const path = name.split('.');
  /** From the answer inwards, what holds the next part of the name. */
  const holders: Members[] = [];
  let value: unknown = answer;
  for (const part of path) {
    if (value === null) break;
    if (!isObject(value) || !(part in value))
      throw new TypeError(`the answer has no "${name}": ${known(value)}`);
    holders.push(value);
    value = value[part];
  }
  let last = path[holders.length - 1] ?? '';
  // The contract's own members of pay are figures of `figures` too, with their verdicts.
  const [own] = holders
    .flatMap(({ figures }) =>
      isObject(figures) && isObject(figures[last]) && !path.includes('figures')
        ? [figures[last]]
        : [],
    )
    .slice(-1);
  if (isObject(own)) value = own;
  if (isObject(value)) {
    const inner = Object.keys(value).find((member) => isNumber(Reflect.get(Object(value), member)));
    if (inner === undefined) throw new TypeError(`"${name}" is no figure: ${known(value)}`);
    holders.push(value);
    value = value[inner];
    if (inner !== 'value') last = inner;
  }
  if (last === 'value') last = path[path.lastIndexOf('value') - 1] ?? '';
  if (!isNumber(value)) throw new TypeError(`"${name}" is no figure, but ${JSON.stringify(value)}`);
  const nearest = (member: string): unknown =>
    holders.findLast((holder) => holder[member] !== undefined)?.[member];
  const quality = (nearest('quality') ?? null) as Quality | null;
  const reasonIn = (holder: Members): unknown =>
    path
      .map((part) => at(holder, `${part}Withheld`) ?? at(holder, 'withheldFigures', part))
      .find((found) => found !== undefined) ?? at(holder, 'withheld');
  const reason =
    value === null
      ? holders
          .toReversed()
          .map(reasonIn)
          .find((found) => found !== undefined)
      : undefined;
  return {
    value,
    unit: unitOf(last, path, 'value' in (holders.at(-1) ?? {}), nearest('unit')),
    quality,
    presentable: value !== null && quality !== 'unreliable' && nearest('presentable') !== false,
    reason: (reason ?? null) as WithheldReason | null,
  };
}

/** The reason at a member of a holder, if it is one. */
function at(holder: Members, ...members: readonly string[]): unknown {
  let found: unknown = holder;
  for (const member of [...members, 'reason']) found = isObject(found) ? found[member] : undefined;
  return found;
}

const unitsByName: readonly (readonly [RegExp, string])[] = [
  [/percent$|share$|^coefficientOfVariation$/i, 'percent'],
  [/^jobsThousands$/, 'thousand_jobs'],
  [/^perThousand$/, 'per_thousand'],
  [/^(?:employmentBase|employmentTarget|netChange|replacementDemand|totalRequirement)$/, 'jobs'],
  [/^(?:concentration|ratioToUk|weight)$/, 'ratio'],
  [/^granted$/, 'visas'],
  [/Months$/, 'months'],
  [/Pounds$/, 'gbp'],
  [/Hours$/, 'hours'],
];

function unitOf(
  last: string,
  path: readonly string[],
  isValue: boolean,
  stated: unknown,
): string | null {
  const [, byName] = unitsByName.find(([pattern]) => pattern.test(last)) ?? [];
  if (byName !== undefined) return byName;
  if (typeof stated === 'string' && (isValue || /^(?:mean|median|p\d\d|absolute)$/.test(last)))
    return stated;
  if (/^(?:adverts|absolute)$/.test(last)) return 'adverts';
  if (!/^(?:count|confidenceInterval)$/.test(last)) return null;
  const words = path.join(' ');
  return /employers/i.test(words) ? 'employers' : /vacancies/i.test(words) ? 'vacancies' : 'people';
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}

function isNumber(value: unknown): value is number | null {
  return value === null || typeof value === 'number';
}

function known(value: unknown): string {
  return isObject(value)
    ? `there are ${Object.keys(value).join(', ')}`
    : `${JSON.stringify(value)} holds nothing`;
}
