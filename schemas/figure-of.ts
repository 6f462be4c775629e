// Reads any figure of any answer: its value, its unit, and whether and how it may be shown. The
// client, the pages, /summary and the lists of pay all ask this file.
import type { Quality, QualityBasis, WithheldReason } from './codes.ts';

export interface Figure<Value = number> {
  /** Null, never 0, if the publisher gives none. */
  readonly value: Value | null;
  /**
   * What it counts: `gbp_per_year`, `percent`, `people`, `jobs`, `adverts`; null for ranks, scores,
   * levels and other plain values.
   */
  readonly unit: string | null;
  /** Null if the answer says nothing of the reliability of its figures. */
  readonly quality: Quality | null;
  /** What the quality rests on; null if nothing is said of it. */
  readonly qualityBasis: QualityBasis | null;
  /** False: do not show the value as a number. */
  readonly presentable: boolean;
  /** Why there is no value; null if there is one. */
  readonly reason: WithheldReason | null;
  /** Printed by the publisher in place of the value; null if nothing. */
  readonly marker: string | null;
  /** The reason in a sentence, from the legend of the answer; null if there is a value. */
  readonly explanation: string | null;
  /** What to show beside the value: the publisher's caution, or ours for `acceptable`. */
  readonly caution: string | null;
}

/** Shown beside a figure of acceptable quality if the publisher gives no caution. */
export const cautionOfAcceptable = 'Use with caution: the figure is less certain than others.';

type Members = Readonly<Record<string, unknown>>;

interface Withheld {
  readonly reason: WithheldReason;
  readonly marker: string | null;
}

/**
 * The figure at a path, with dots into the answer: `distribution.median`, `employment.count`,
 * `figures.p90`, `change.percent`, `months.0.adverts`. The path may stop at the object that holds
 * the figure: `workers`. In a summary a key is enough: `annual_pay_median`. Throws TypeError if the
 * answer has nothing there.
 */
export function figureOf(answer: object, path: string): Figure {
  return figureAt(answer, pathOf(answer, path, 'value'), isNumber);
}

/** A figure that is a word, at a path as for `figureOf`: the level of demand or of an indicator. */
export function levelOf<Level extends string = string>(
  answer: object,
  path: string,
): Figure<Level> {
  const isLevel = (value: unknown): value is Level | null => isText(value);
  return figureAt(answer, pathOf(answer, path, 'level'), isLevel);
}

/** The path of a figure. In a summary, its key is the path of its value or level. */
function pathOf(answer: object, name: string, member: 'value' | 'level'): string {
  const figures: unknown = Reflect.get(answer, 'figures');
  if (!Array.isArray(figures)) return name;
  const place = figures.findIndex((figure) => isObject(figure) && figure['key'] === name);
  return place < 0 ? name : `figures.${place}.${member}`;
}

function figureAt<Value>(
  answer: object,
  name: string,
  isValue: (value: unknown) => value is Value | null,
): Figure<Value> {
  const path = name.split('.');
  const { holders, member, value } = findFigure(answer, path, name, isValue);
  const nearest = (key: string): unknown =>
    holders.findLast((holder) => holder[key] !== undefined)?.[key] ?? null;
  const quality = nearest('quality') as Quality | null;
  const withheld = value === null ? withheldIn(holders, path) : null;
  const isPresentable =
    value !== null && quality !== 'unreliable' && nearest('presentable') !== false;
  const isHeldAsValue = 'value' in (holders.at(-1) ?? {});
  return {
    value,
    unit: unitOf(member, path, isHeldAsValue, nearest('unit')),
    quality,
    qualityBasis: nearest('qualityBasis') as QualityBasis | null,
    presentable: isPresentable,
    reason: withheld?.reason ?? null,
    marker: withheld?.marker ?? null,
    explanation: withheld === null ? null : explanationIn(answer, withheld),
    caution: isPresentable ? cautionOf(quality, nearest('caution')) : null,
  };
}

function cautionOf(quality: Quality | null, published: unknown): string | null {
  if (typeof published === 'string') return published;
  return quality === 'acceptable' ? cautionOfAcceptable : null;
}

interface FoundFigure<Value> {
  /** From the answer inwards, the objects that hold the figure. */
  readonly holders: readonly Members[];
  /** The name of the member that says what the figure is; never `value`. */
  readonly member: string;
  readonly value: Value | null;
}

function findFigure<Value>(
  answer: object,
  path: readonly string[],
  name: string,
  isValue: (value: unknown) => value is Value | null,
): FoundFigure<Value> {
  const holders: Members[] = [];
  let value: unknown = answer;
  for (const part of path) {
    if (value === null) break;
    if (!isObject(value) || !(part in value))
      throw new TypeError(`the answer has no "${name}": ${membersOf(value)}`);
    holders.push(value);
    value = value[part];
  }
  let member = path[holders.length - 1] ?? '';
  const verdict = path.includes('figures') ? null : verdictOfPay(holders, member);
  if (verdict !== null) value = verdict;
  if (isObject(value)) {
    const holder: Members = value;
    const inner = Object.keys(holder).find((key) => isValue(holder[key]));
    if (inner === undefined) throw new TypeError(`"${name}" is no figure: ${membersOf(value)}`);
    holders.push(holder);
    value = holder[inner];
    if (inner !== 'value') member = inner;
  }
  if (member === 'value') member = path[path.lastIndexOf('value') - 1] ?? '';
  if (!isValue(value)) throw new TypeError(`"${name}" is no figure, but ${JSON.stringify(value)}`);
  return { holders, member, value };
}

/** The median, mean and percentiles of pay are bare numbers; `figures` has their verdicts. */
function verdictOfPay(holders: readonly Members[], member: string): Members | null {
  for (const { figures } of holders.toReversed()) {
    const figure = isObject(figures) ? figures[member] : undefined;
    if (isObject(figure)) return figure;
  }
  return null;
}

/**
 * Why a figure is null. Its own reason is the nearest: `changeWithheld` for `change.percent`, the
 * entry of `withheldFigures`, or `withheld`.
 */
function withheldIn(holders: readonly Members[], path: readonly string[]): Withheld | null {
  for (const holder of holders.toReversed()) {
    for (const part of path) {
      const byName = holder[`${part}Withheld`];
      if (isWithheld(byName)) return byName;
      const { withheldFigures } = holder;
      const listed = isObject(withheldFigures) ? withheldFigures[part] : undefined;
      if (isWithheld(listed)) return listed;
    }
    if (isWithheld(holder['withheld'])) return holder['withheld'];
  }
  return null;
}

/** The explanation of a reason and marker in an answer's legend; null if it has none. */
export function explanationIn(
  answer: object,
  { reason, marker }: { readonly reason: string; readonly marker: string | null },
): string | null {
  const legend: unknown = Reflect.get(answer, 'withheldLegend');
  if (!Array.isArray(legend)) return null;
  for (const entry of legend) {
    if (isObject(entry) && entry['reason'] === reason && entry['marker'] === marker)
      return String(entry['explanation']);
  }
  return null;
}

const unitsByName: readonly { readonly named: RegExp; readonly unit: string }[] = [
  { named: /percent$|share$|^coefficientOfVariation$/i, unit: 'percent' },
  { named: /^jobsThousands$/, unit: 'thousand_jobs' },
  { named: /^perThousand$/, unit: 'per_thousand' },
  {
    named: /^(?:employmentBase|employmentTarget|netChange|replacementDemand|totalRequirement)$/,
    unit: 'jobs',
  },
  { named: /^(?:concentration|ratioToUk|weight)$/, unit: 'ratio' },
  { named: /^granted$/, unit: 'visas' },
  { named: /Months$/, unit: 'months' },
  { named: /Pounds$/, unit: 'gbp' },
  { named: /Hours$/, unit: 'hours' },
];

function unitOf(
  member: string,
  path: readonly string[],
  isHeldAsValue: boolean,
  stated: unknown,
): string | null {
  const byName = unitsByName.find(({ named: pattern }) => pattern.test(member));
  if (byName !== undefined) return byName.unit;
  const isAmount = isHeldAsValue || /^(?:mean|median|p\d\d|absolute)$/.test(member);
  if (typeof stated === 'string' && isAmount) return stated;
  if (/^(?:adverts|absolute)$/.test(member)) return 'adverts';
  if (!/^(?:count|confidenceInterval)$/.test(member)) return null;
  const words = path.join(' ');
  if (/employers/i.test(words)) return 'employers';
  return /vacancies/i.test(words) ? 'vacancies' : 'people';
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}

function isNumber(value: unknown): value is number | null {
  return value === null || typeof value === 'number';
}

function isText(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function isWithheld(value: unknown): value is Withheld {
  return isObject(value) && 'reason' in value;
}

function membersOf(value: unknown): string {
  return isObject(value)
    ? `there are ${Object.keys(value).join(', ')}`
    : `${JSON.stringify(value)} holds nothing`;
}
