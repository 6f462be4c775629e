// The vocabulary of checks. A source's checks.ts reads as a page of specification: `block('name', 'What is true.', rule)`, with the
// numbers in the rule and the reason for them beside it. What every publication's rules have in common is written here once.
import type { Severity } from '#schemas/catalogue.ts';
import { round } from '#schemas/round.ts';
import { quoteList } from './problem.ts';
import type { Check, Examined, Finding } from './source.ts';

/** What is looked for in an edition. `previous` is the edition before, null for the first one and wherever it is not at hand. */
export type Rule<Edition> = (edition: Edition, previous: Edition | null) => Iterable<Finding>;

/** What a rule looks at, one after another. */
export type Look<Edition, Seen> = (edition: Edition, previous: Edition | null) => Iterable<Seen>;

type AnyExamined = Examined<unknown, unknown>;
type Maker = <Edition extends AnyExamined>(
  name: string,
  describe: string,
  ...rules: readonly Rule<Edition>[]
) => Check<Edition['rows'], Edition['observations']>;

const makerOf =
  (severity: Severity): Maker =>
  <Edition extends AnyExamined>(name: string, describe: string, ...rules: readonly Rule<Edition>[]) => ({
    name,
    severity,
    describe,
    // A source's own name for what it has examined is the type that Examined makes of its rows and observations.
    check: (edition, previous) => rules.flatMap((rule) => [...rule(edition as Edition, previous as Edition | null)]),
  });

/** A check that holds a release back: the edition before stays served. */
export const block = makerOf('block');
/** A check that a release is published in spite of, listed among its known issues. */
export const knownIssue = makerOf('known-issue');
/** A check that tells what a person may want to know. */
export const info = makerOf('info');

/** The least and the most that a number may be. */
export type Band = readonly [least: number, most: number];
export const atLeast = (least: number): Band => [least, Number.POSITIVE_INFINITY];
export const atMost = (most: number): Band => [Number.NEGATIVE_INFINITY, most];
export const exactly = (number: number): Band => [number, number];

function contains([least, most]: Band, value: number): boolean {
  return value >= least && value <= most;
}

/** `32 to 35`, `at least 300`, `412`. */
export function bandText([least, most]: Band, unit = ''): string {
  const end = unit === '' ? '' : ` ${unit}`;
  if (least === most) return `${least}${end}`;
  if (most === Number.POSITIVE_INFINITY) return `at least ${least}${end}`;
  return least === Number.NEGATIVE_INFINITY ? `at most ${most}${end}` : `${least} to ${most}${end}`;
}

/** A number with its place and what it counts: "the number of rows". Null where there is none, which other rules judge. */
export interface Measured {
  readonly place: string;
  readonly what: string;
  readonly value: number | null;
  /** `%`, `thousand jobs`. */
  readonly unit?: string;
}

/** Every number lies within the band. */
export function within<Edition>(look: Look<Edition, Measured>, band: Band): Rule<Edition> {
  return function* (edition, previous) {
    for (const { place, what, value, unit = '' } of look(edition, previous)) {
      if (value === null || contains(band, value)) continue;
      yield { place, message: `${what} is ${value}${unit === '' ? '' : ` ${unit}`}, expected ${bandText(band, unit)}` };
    }
  };
}

/** What stands somewhere, and what ought to. */
export interface Compared {
  readonly place: string;
  /** What is compared, where the place does not say it. */
  readonly what?: string;
  /** Undefined where nothing stands there. */
  readonly found: string | number | null | undefined;
  readonly expected: string | number | null;
}

/** Everything is as expected: labels, and cells that were read by eye. */
export function agree<Edition>(look: Look<Edition, Compared>): Rule<Edition> {
  const shown = (value: Compared['found']) => (value === undefined || value === null ? 'nothing' : `"${value}"`);
  return function* (edition, previous) {
    for (const { place, what, found, expected } of look(edition, previous)) {
      if (found !== expected)
        yield { place, message: `${what === undefined ? '' : `${what}: `}found ${shown(found)}, expected ${shown(expected)}` };
    }
  };
}

/** The rule of releases of these names alone, for figures that were read in one publication. It says nothing of a sample. */
export function inReleases<Edition extends AnyExamined>(names: readonly string[], rule: Rule<Edition>): Rule<Edition> {
  return (edition, previous) => (!edition.release.sample && names.includes(edition.release.name) ? rule(edition, previous) : []);
}

/** The rule of real releases alone: a sample is smaller on purpose. */
export function notInSample<Edition extends AnyExamined>(rule: Rule<Edition>): Rule<Edition> {
  return (edition, previous) => (edition.release.sample ? [] : rule(edition, previous));
}

/** Members of an axis: what is there, in any order, and what has to be. */
export interface Axis {
  readonly place: string;
  /** What the members are: "unit groups". */
  readonly what: string;
  readonly found: Iterable<string>;
  readonly expected: Iterable<string>;
  /** True where further members do no harm. */
  readonly open?: boolean;
}

/** Every expected member is there, each once, and none beside. */
export function complete<Edition>(look: Look<Edition, Axis>): Rule<Edition> {
  return function* (edition, previous) {
    for (const { place, what, found, expected, open = false } of look(edition, previous)) {
      const members = [...found];
      const [there, wanted] = [new Set(members), new Set(expected)];
      const missing = [...wanted].filter((member) => !there.has(member));
      const surplus = open ? [] : [...there].filter((member) => !wanted.has(member));
      const twice = members.filter((member, at) => members.indexOf(member) !== at);
      if (missing.length > 0) yield { place, message: `the ${what} lack ${quoteList(missing)}` };
      if (surplus.length > 0) yield { place, message: `the ${what} have ${quoteList(surplus)}, which is not expected` };
      if (twice.length > 0) yield { place, message: `the ${what} have ${quoteList([...new Set(twice)])} more than once` };
    }
  };
}

/** No key stands twice. */
export function unique<Edition>(what: string, look: Look<Edition, { readonly place: string; readonly key: string }>): Rule<Edition> {
  return function* (edition, previous) {
    const first = new Map<string, string>();
    for (const { place, key } of look(edition, previous)) {
      const before = first.get(key);
      if (before === undefined) first.set(key, place);
      else yield { place, message: `the ${what} "${key}" stands twice, first at ${before}` };
    }
  };
}

/** Values that may only rise, with their names: percentiles. */
export interface Ladder {
  readonly steps: readonly { readonly name: string; readonly value: number | null; readonly place: () => string }[];
}

/** No value is below one before it. Withheld ones between them are passed over. */
export function rising<Edition>(look: Look<Edition, Ladder>): Rule<Edition> {
  return function* (edition, previous) {
    for (const { steps } of look(edition, previous)) {
      let below: { readonly name: string; readonly value: number } | null = null;
      for (const { name, value, place } of steps) {
        if (value === null) continue;
        if (below !== null && value < below.value)
          yield { place: place(), message: `${name} is ${value}, below ${below.name} with ${below.value}` };
        below = { name, value };
      }
    }
  };
}

/** Parts and the whole that they make. */
export interface Sum {
  readonly place: string;
  /** "men and women". */
  readonly what: string;
  readonly parts: readonly (number | null | undefined)[];
  readonly whole: number | null | undefined;
  /** By how much the sum may miss the whole, either way: rounding, or parts of no known place. */
  readonly tolerance: number;
  readonly unit?: string;
  /** Decimals of numbers in messages. */
  readonly decimals?: number;
}

/** Parts add up to their whole within the tolerance. Where one is withheld nothing can be said. */
export function addUp<Edition>(look: Look<Edition, Sum>): Rule<Edition> {
  return function* (edition, previous) {
    for (const { place, what, parts, whole, tolerance, unit, decimals = 3 } of look(edition, previous)) {
      const published = parts.filter((part) => part !== null && part !== undefined);
      if (whole === null || whole === undefined || published.length < parts.length) continue;
      const sum = published.reduce((total, part) => total + part, 0);
      // Binary fractions miss by their last digit.
      if (Math.abs(sum - whole) <= tolerance + 1e-9) continue;
      const end = unit === undefined ? '' : ` ${unit}`;
      yield {
        place,
        message: `${what} add up to ${round(sum, decimals)}${end}, expected ${round(whole, decimals)} within ${round(tolerance, decimals)}`,
      };
    }
  };
}

/** How much larger a number is than another, in percent to one decimal. */
export function percentChange(now: number, before: number): number {
  return round(100 * (now / before - 1), 1);
}

/** The middle of some numbers, the upper one of two; undefined where there is none. */
export function middleOf(values: readonly number[]): number | undefined {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** The rule against the edition before; it says nothing where there is none. */
export function against<Edition>(rule: (edition: Edition, previous: Edition) => Iterable<Finding>): Rule<Edition> {
  return (edition, previous) => (previous === null ? [] : rule(edition, previous));
}

/** A figure in two editions, or in two periods of one. */
export interface Movement {
  readonly place: string;
  /** What has moved, where the place does not say it. */
  readonly what?: string;
  readonly now: number | null | undefined;
  readonly before: number | null | undefined;
  /** Where the earlier figure stands: the name of a release, or a period. */
  readonly in: string;
}

/**
 * Figures move by a percentage within the band. With `share`, so many of them may move beyond it (0.05 is a twentieth), as single figures
 * do; where more do, all that did are told.
 */
export function moves<Edition>(look: Look<Edition, Movement>, band: Band, { share = 0 }: { readonly share?: number } = {}): Rule<Edition> {
  return (edition, previous) => {
    let compared = 0;
    const beyond: Finding[] = [];
    for (const { place, what, now, before, in: where } of look(edition, previous)) {
      if (now === null || now === undefined || before === null || before === undefined || before === 0) continue;
      compared += 1;
      const change = percentChange(now, before);
      if (contains(band, change)) continue;
      beyond.push({
        place,
        message: `${what === undefined ? '' : `${what}: `}${now} after ${before} in ${where}: ${change} %, expected ${bandText(band, '%')}`,
      });
    }
    return beyond.length > compared * share ? beyond : [];
  };
}

/** The band of `percent` either way. */
export const eitherWay = (percent: number): Band => [-percent, percent];

/** The rule's findings where there are more of them than `most`: a few of their kind are usual. */
export function moreThan<Edition>(most: number, rule: Rule<Edition>): Rule<Edition> {
  return (edition, previous) => {
    const findings = [...rule(edition, previous)];
    return findings.length > most ? findings : [];
  };
}

/** At least the share `least` of what is looked at (0 to 1) is well; names those that are not. `are` ends the sentence "3 of 50 profiles are not …". */
export function mostAre<Edition>(
  place: (edition: Edition) => string,
  what: string,
  look: Look<Edition, readonly [name: string, isWell: boolean]>,
  least: number,
): Rule<Edition> {
  return (edition, previous) => {
    const looked = [...look(edition, previous)];
    const wrong = looked.filter(([, isWell]) => !isWell).map(([name]) => name);
    if (looked.length - wrong.length >= least * looked.length) return [];
    return [{ place: place(edition), message: `${wrong.length} of ${looked.length} ${what}: ${quoteList(wrong)}` }];
  };
}

/** An exception that a person has written down: a correction, a known difference, another spelling. */
export interface Exception {
  readonly place: string;
  /** "the correction to 15-1252.00". */
  readonly what: string;
  /** False once nothing in the release matches it. */
  readonly matches: boolean;
  /** Where it is written down: a file of the source. */
  readonly file: string;
}

/** Exceptions expire: one that no longer matches anything is itself reported. */
export function stillMatch<Edition>(look: Look<Edition, Exception>): Rule<Edition> {
  return function* (edition, previous) {
    for (const { place, what, matches, file } of look(edition, previous)) {
      if (!matches) yield { place, message: `${what} matches nothing any more: take it out of ${file}` };
    }
  };
}
