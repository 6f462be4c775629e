// The functions that sources write their checks with. A source's checks.ts reads like a
// specification: `check.block('name', 'What is true.', rule)`, with the numbers in the rule and the
// reason for them in a comment.
import type { Severity } from '#schemas/catalogue.ts';
import { round } from '#schemas/round.ts';
import { placeOfRelease } from './place.ts';
import { quoteList } from './problem.ts';
import type { Examined } from './release.ts';

export interface Finding {
  readonly place: string;
  readonly message: string;
  /**
   * The ratio of a figure to what it is compared with. Many findings with the same ratio have one
   * cause.
   */
  readonly times?: number;
}

/** A check. The list of checks is the specification of quality. */
export interface Check<Rows, Observations> {
  readonly name: string;
  readonly severity: Severity;
  readonly describe: string;
  /** True if it needs the edition before. The others run once. */
  readonly compares?: boolean;
  /**
   * `previous` is the edition that this one would replace or follow: an edition of the same release
   * with other content, the provisional edition of its year for a revised release, or an edition of
   * an older release. Null for the first edition, and if the files of the previous one are missing.
   */
  check(
    edition: Examined<Rows, Observations>,
    previous: Examined<Rows, Observations> | null,
  ): readonly Finding[];
}

/**
 * Looks for faults in an edition. `previous` is the edition before; null for the first one, and if
 * its files are missing.
 */
export type Rule<Edition> = (edition: Edition, previous: Edition | null) => Iterable<Finding>;

export type Look<Edition, Seen> = (edition: Edition, previous: Edition | null) => Iterable<Seen>;

/** A place for a message; a function if there are too many places to write all of them out. */
export type Place = string | (() => string);

export type Published = number | null | undefined;

const makerOf =
  (severity: Severity, compares = false) =>
  <Rows, Observations>(
    name: string,
    describe: string,
    ...rules: readonly Rule<Examined<Rows, Observations>>[]
  ): Check<Rows, Observations> => ({
    name,
    severity,
    describe,
    compares,
    check: (edition, previous) =>
      rules.flatMap((rule) => [...rule(edition, compares ? previous : untouchable(name))]),
  });

/**
 * Given as the edition before to a check that does not say that it compares. Such a check would
 * find nothing, so looking at this value is an error.
 */
function untouchable<Edition extends object>(check: string): Edition {
  return new Proxy({} as Edition, {
    get: () => {
      throw new TypeError(
        `the check "${check}" looks at the edition before: declare it with check.comparing`,
      );
    },
  });
}

/** A check that holds a release back. The edition before stays served. */
export const block = makerOf('block');
/** A check whose findings do not hold a release back. They are listed among its known issues. */
export const knownIssue = makerOf('known-issue');
/** A check that reports what a person may want to know. */
export const info = makerOf('info');

/** The same for checks with a rule that looks at the edition before. */
export const comparing = {
  block: makerOf('block', true),
  knownIssue: makerOf('known-issue', true),
  info: makerOf('info', true),
};

/** The least and the most that a number may be. */
export type Band = readonly [least: number, most: number];
export const atLeast = (least: number): Band => [least, Number.POSITIVE_INFINITY];
export const atMost = (most: number): Band => [Number.NEGATIVE_INFINITY, most];
export const exactly = (number: number): Band => [number, number];
export const eitherWay = (most: number): Band => [-most, most];

/** `32 to 35`, `at least 300 jobs`, `412`. */
function bandText(band: Band, unit = ''): string {
  const [least, most] = band.map((end) => (Number.isFinite(end) ? round(end, 3) : end)) as [
    number,
    number,
  ];
  if (least === most) return withUnit(least, unit);
  if (most === Number.POSITIVE_INFINITY) return `at least ${withUnit(least, unit)}`;
  return (
    `${least === Number.NEGATIVE_INFINITY ? 'at most' : `${least} to`} ` + `${withUnit(most, unit)}`
  );
}

/** Binary fractions are inexact in their last digit. That must not decide. */
const lastDigit = 1e-9;

function contains([least, most]: Band, value: number): boolean {
  return value >= least - lastDigit && value <= most + lastDigit;
}

export function written(place: Place): string {
  return typeof place === 'string' ? place : place();
}

/** One finding for each thing with a `fault`, which is null for a sound one. */
export function each<Edition, Seen>(
  look: Look<Edition, Seen>,
  place: (seen: Seen, edition: Edition) => Place,
  fault: (seen: Seen, edition: Edition) => string | null,
): Rule<Edition> {
  return function* (edition, previous) {
    for (const seen of look(edition, previous)) {
      const message = fault(seen, edition);
      if (message !== null) yield { place: written(place(seen, edition)), message };
    }
  };
}

function withUnit(value: number, unit: string): string {
  return unit === '' || unit === '%' ? `${value}${unit}` : `${value} ${unit}`;
}

/**
 * Every number is within the band. `what` names the number with its article: "the number of rows".
 * A missing number is a finding only if it is `required`. `unit` is for instance `%` or `thousand
 * jobs`.
 */
export function within<Edition>(
  what: string,
  look: Look<Edition, readonly [place: Place, value: Published]>,
  band: Band,
  { unit = '', required = false }: { readonly unit?: string; readonly required?: boolean } = {},
): Rule<Edition> {
  return each(
    look,
    ([place]) => place,
    ([, value = null]) => {
      if (value === null ? !required : contains(band, value)) return null;
      return (
        `${what} is ${value === null ? 'missing' : withUnit(value, unit)}, expected ` +
        `${bandText(band, unit)}`
      );
    },
  );
}

/** A value of a whole release, for a rule about it. */
export function ofRelease<Rows, Observations, Value>(
  read: (
    edition: Examined<Rows, Observations>,
    previous: Examined<Rows, Observations> | null,
  ) => Value,
): Look<Examined<Rows, Observations>, readonly [place: string, value: Value]> {
  return (edition, previous) => [[placeOfRelease(edition.release), read(edition, previous)]];
}

/** One finding for the release as a whole, if it has a `fault`. */
export function whole<Rows, Observations>(
  fault: (
    edition: Examined<Rows, Observations>,
    previous: Examined<Rows, Observations> | null,
  ) => string | null,
): Rule<Examined<Rows, Observations>> {
  return (edition, previous) => {
    const message = fault(edition, previous);
    return message === null ? [] : [{ place: placeOfRelease(edition.release), message }];
  };
}

/** A value and what it must be. */
export interface Agreement {
  readonly place: Place;
  readonly found: string | Published;
  readonly expected: string | number | null;
  /** Names the value if the place does not. */
  readonly what?: string;
}

/** Every value is as expected: labels, counts, and cells that a person has read. */
export function agree<Edition>(look: Look<Edition, Agreement>): Rule<Edition> {
  const shown = (value: string | number | null) => (value === null ? 'nothing' : `"${value}"`);
  return each(
    look,
    ({ place }) => place,
    ({ found, expected, what }) => {
      const actual = found ?? null;
      if (actual === expected) return null;
      const difference = `found ${shown(actual)}, expected ${shown(expected)}`;
      return what === undefined ? difference : `${what}: ${difference}`;
    },
  );
}

/** Applies the rule only to editions that it is meant for. */
export function onlyIf<Edition>(
  isMeant: (edition: Edition) => boolean,
  rule: Rule<Edition>,
): Rule<Edition> {
  return (edition, previous) => (isMeant(edition) ? rule(edition, previous) : []);
}

/** The real releases with these names still give the values that a person has read in them. */
export function anchors<Rows, Observations>(
  releases: readonly string[],
  describe: string,
  look: Parameters<typeof agree<Examined<Rows, Observations>>>[0],
): Check<Rows, Observations> {
  return block(
    'anchors',
    describe,
    onlyIf(({ release }) => releases.includes(release.name), agree(look)),
  );
}

/** Applies the rule only to real releases: a sample is smaller on purpose. */
export function notInSample<Rows, Observations>(rule: Rule<Examined<Rows, Observations>>) {
  return onlyIf(({ release }) => !release.sample, rule);
}

/** The members of an axis and what they must be. */
export interface Membership {
  readonly place: Place;
  readonly found: Iterable<string>;
  readonly expected: Iterable<string>;
}

/**
 * Every expected member of an axis occurs once. Other members are allowed only if `open`. `what`
 * names the members: "unit groups".
 */
export function complete<Edition>(
  what: string,
  look: Look<Edition, Membership>,
  { open = false }: { readonly open?: boolean } = {},
): Rule<Edition> {
  return function* (edition, previous) {
    for (const { place, found, expected } of look(edition, previous)) {
      const members = [...found];
      const distinct = new Set(members);
      const wanted = new Set(expected);
      const missing = [...wanted].filter((member) => !distinct.has(member));
      const surplus = open ? [] : [...distinct].filter((member) => !wanted.has(member));
      const twice =
        distinct.size === members.length
          ? []
          : [...distinct].filter(
              (member) => members.indexOf(member) !== members.lastIndexOf(member),
            );
      const fault = (message: string): Finding => ({
        place: written(place),
        message: `the ${what} ${message}`,
      });
      if (missing.length > 0)
        yield fault(`lack ${quoteList(missing)}, expected all ${wanted.size}`);
      if (surplus.length > 0)
        yield fault(`have ${quoteList(surplus)}, expected only the ${wanted.size} known`);
      if (twice.length > 0)
        yield fault(`have ${quoteList(twice)} more than once, expected each once`);
    }
  };
}

/** No key occurs twice. `what` names the key: "code". */
export function unique<Edition>(
  what: string,
  look: Look<Edition, readonly [place: Place, key: string]>,
): Rule<Edition> {
  return function* (edition, previous) {
    const first = new Map<string, Place>();
    for (const [place, key] of look(edition, previous)) {
      const before = first.get(key);
      if (before === undefined) first.set(key, place);
      else
        yield {
          place: written(place),
          message: `the ${what} "${key}" occurs twice, first at ${written(before)}`,
        };
    }
  };
}

/**
 * No value is below the value before it, for instance percentiles and ordered codes. Withheld
 * values are skipped.
 */
export function rising<Edition>(
  look: Look<
    Edition,
    {
      readonly place: (name: string) => string;
      readonly steps: readonly (readonly [name: string, value: Published])[];
    }
  >,
): Rule<Edition> {
  return function* (edition, previous) {
    for (const { place, steps } of look(edition, previous)) {
      let below: readonly [name: string, value: number] | null = null;
      for (const [name, value = null] of steps) {
        if (value === null) continue;
        if (below !== null && value < below[1])
          yield {
            place: place(name),
            message: `${name} is ${value}, below ${below[0]} with ${below[1]}`,
          };
        below = [name, value];
      }
    }
  };
}

/** Parts and their whole. */
export interface PartsOfWhole {
  readonly place: Place;
  /** Names the parts: "men and women". */
  readonly what: string;
  readonly parts: readonly Published[];
  readonly whole: Published;
  /** Leaves room for rounding. */
  readonly tolerance: number;
}

/** Parts add up to their whole. Nothing is compared if one of them is withheld. */
export function addUp<Edition>(look: Look<Edition, PartsOfWhole>, unit = ''): Rule<Edition> {
  return each(
    look,
    ({ place }) => place,
    ({ what, parts, whole, tolerance }) => {
      const published = parts.filter((part) => part !== null && part !== undefined);
      if (whole === null || whole === undefined || published.length < parts.length) return null;
      const sum = published.reduce((total, part) => total + part, 0);
      if (Math.abs(sum - whole) <= tolerance + lastDigit) return null;
      return (
        `${what} add up to ${withUnit(round(sum, 3), unit)}, expected ${round(whole, 3)} ` +
        `within ${round(tolerance, 3)}`
      );
    },
  );
}

/** A number and what it must nearly be. */
export interface Approximation {
  readonly place: Place;
  /** Names the number: "the net change". */
  readonly what: string;
  readonly found: Published;
  readonly expected: Published;
  readonly tolerance: number;
}

/**
 * Every number is the expected one within the tolerance, in the same unit: an identity of a row, or
 * a figure that others have quoted. A missing number is a finding, unless none is expected.
 * Messages show numbers to `decimals`.
 */
export function near<Edition>(
  look: Look<Edition, Approximation>,
  { unit = '', decimals = 3 }: { readonly unit?: string; readonly decimals?: number } = {},
): Rule<Edition> {
  return each(
    look,
    ({ place }) => place,
    ({ what, found, expected, tolerance }) => {
      if (expected === null || expected === undefined || Number.isNaN(expected)) return null;
      const number = isMissing(found) || !Number.isFinite(found) ? null : found;
      if (number !== null && Math.abs(number - expected) <= tolerance * (1 + 1e-9)) return null;
      const shown = number === null ? 'missing' : withUnit(round(number, decimals), unit);
      return (
        `${what} is ${shown}, expected ${round(expected, decimals)} within ` +
        `${round(tolerance, decimals)}`
      );
    },
  );
}

/** A part in percent of its whole, to `decimals`; null if there is no whole. */
export function percentOf(part: number, whole: Published, decimals = 1): number | null {
  return whole === null || whole === undefined || whole === 0
    ? null
    : round((100 * part) / whole, decimals);
}

/** The median of some numbers, the upper one of two; undefined if there are none. */
export function middleOf(values: readonly number[]): number | undefined {
  return Float64Array.from(values).sort()[Math.floor(values.length / 2)];
}

/** Computes something of an edition once for several checks. */
export function once<Edition extends object, Value>(
  compute: (edition: Edition) => Value,
): (edition: Edition) => Value {
  const values = new WeakMap<Edition, { readonly value: Value }>();
  return (edition) => {
    const computed = values.get(edition) ?? { value: compute(edition) };
    values.set(edition, computed);
    return computed.value;
  };
}

/** The same for a comparison: computes it once alone and once with each edition before. */
export function onceWithPrevious<Edition extends object, Value>(
  compute: (edition: Edition, previous: Edition | null) => Value,
): (edition: Edition, previous: Edition | null) => Value {
  const alone = once((edition: Edition) => compute(edition, null));
  const compared = once((edition: Edition) =>
    once((previous: Edition) => compute(edition, previous)),
  );
  return (edition, previous) => (previous === null ? alone(edition) : compared(edition)(previous));
}

/** Applies the rule only if there is an edition before. */
export function against<Edition>(
  rule: (edition: Edition, previous: Edition) => Iterable<Finding>,
): Rule<Edition> {
  return (edition, previous) => (previous === null ? [] : rule(edition, previous));
}

/** Values by their keys, and what they are: "labels". */
type Valued = readonly [what: string, values: Iterable<readonly [key: string, value: string]>];

/** At most the share `most` (0 to 1) of the keys in both editions has another value now. */
export function kept<Rows, Observations>(
  look: (edition: Examined<Rows, Observations>) => Iterable<Valued>,
  most: number,
): Rule<Examined<Rows, Observations>> {
  return against(function* (edition, previous) {
    const before = new Map(look(previous));
    for (const [what, values] of look(edition)) {
      const known = new Map(before.get(what));
      const changed = [] as string[];
      for (const [key, value] of values) {
        const old = known.get(key) ?? value;
        if (old !== value) changed.push(`${key}: ${old} → ${value}`);
      }
      if (changed.length <= most * known.size) continue;
      const message =
        `${changed.length} of ${known.size} ${what} have changed since ` +
        `${previous.release.name}, as ${quoteList(changed.slice(0, 3))}`;
      yield { place: placeOfRelease(edition.release), message };
    }
  });
}

const isMissing = (value: Published): value is null | undefined =>
  value === null || value === undefined;

/** A figure now and in the edition before. */
export interface NowAndBefore {
  readonly place: Place;
  readonly now: Published;
  readonly before: Published;
}

/** Figures move by a percentage within the band since the edition before. */
export function moves<Rows, Observations>(
  look: Look<Examined<Rows, Observations>, NowAndBefore>,
  band: Band,
  { unit = '' }: { readonly unit?: string } = {},
): Rule<Examined<Rows, Observations>> {
  return function* (edition, previous) {
    for (const { place, now, before } of look(edition, previous)) {
      if (isMissing(now) || isMissing(before) || before === 0) continue;
      // Judge the exact change and show the rounded one: 15.04% lies beyond 15%.
      const change = 100 * (now / before - 1);
      if (contains(band, change)) continue;
      const message =
        `${withUnit(now, unit)} after ${before} in ${previous?.release.name}: ` +
        `${round(change, 1)}%, expected ${bandText(band, '%')}`;
      yield { place: written(place), message, times: now / before };
    }
  };
}

/** The rule's findings, if there are more than `most`: a few are usual. */
export function moreThan<Edition>(most: number, rule: Rule<Edition>): Rule<Edition> {
  return (edition, previous) => {
    const findings = [...rule(edition, previous)];
    return findings.length > most ? findings : [];
  };
}

/**
 * At least the share `least` (0 to 1) passes. The message names the others. `what` completes "3 of
 * 50 …": "profiles have no route".
 */
export function mostAre<Rows, Observations>(
  what: string,
  look: Look<Examined<Rows, Observations>, readonly [name: string, isWell: boolean]>,
  least: number,
  place: (edition: Examined<Rows, Observations>) => string = ({ release }) =>
    placeOfRelease(release),
): Rule<Examined<Rows, Observations>> {
  return (edition, previous) => {
    const looked = [...look(edition, previous)];
    const wrong = looked.filter(([, isWell]) => !isWell).map(([name]) => name);
    if (looked.length - wrong.length >= least * looked.length) return [];
    return [
      {
        place: place(edition),
        message: `${wrong.length} of ${looked.length} ${what}: ${quoteList(wrong)}`,
      },
    ];
  };
}
