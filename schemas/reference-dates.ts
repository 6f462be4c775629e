// The days that figures refer to. Answers give them beside the publisher's words for the period, so
// that programs need not read the words.
import type { ReferenceDates } from './figures.ts';
import type { Unit } from './codes.ts';

/**
 * First day of the first and last day of the last period. A period is a year, `2025`, a month,
 * `2025-07`, or a quarter, `2025-Q3`. Throws for any other text, which only a fault in our own code
 * can produce.
 */
export function datesOf(first: string, last = first): ReferenceDates {
  return { from: boundsOf(first).from, to: boundsOf(last).to };
}

function boundsOf(period: string): ReferenceDates {
  const [, year, quarter, month] = /^(\d{4})(?:-Q([1-4])|-(0[1-9]|1[0-2]))?$/.exec(period) ?? [];
  if (year === undefined) throw new RangeError(`"${period}" is no year, month or quarter`);
  const [first, last] =
    month !== undefined
      ? [Number(month), Number(month)]
      : quarter !== undefined
        ? [3 * Number(quarter) - 2, 3 * Number(quarter)]
        : [1, 12];
  // Day 0 of the next month is the last of this one.
  const days = new Date(Date.UTC(Number(year), last, 0)).getUTCDate();
  return { from: `${year}-${twoDigits(first)}-01`, to: `${year}-${twoDigits(last)}-${days}` };
}

const twoDigits = (month: number) => String(month).padStart(2, '0');

/** January to December. The first three letters of each are its short name. */
export const monthNames: readonly string[] =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

const onePeriod = new RegExp(
  [
    /\d{4}-(?:Q[1-4]|(?:0[1-9]|1[0-2])(?!\d))/,
    /\d{4}/,
    /(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?: \d{4})?/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/**
 * The days of a period as publishers print it: `January to December 2024`, `Jul 2025-Jun 2026`,
 * `2020-2035`; null for any other words.
 */
export function printedDates(period: string): ReferenceDates | null {
  const [first, last = first, ...more] = period.match(onePeriod) ?? [];
  if (
    first === undefined ||
    last === undefined ||
    more.length > 0 ||
    !/^(?: ?(?:to|-|–) ?)?$/.test(period.replace(onePeriod, ''))
  )
    return null;
  const year = /\d{4}$/.exec(last)?.[0];
  const month = (text: string) =>
    monthNames.findIndex((name) => name.startsWith(text.slice(0, 3))) + 1;
  const numbered = (text: string) =>
    /^\d/.test(text) ? text : `${/\d{4}$/.exec(text)?.[0] ?? year}-${twoDigits(month(text))}`;
  return datesOf(numbered(first), numbered(last));
}

/** 16 April 2025, from 2025-04-16; anything else as it is. */
export function dayInWords(text: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? [];
  return year === undefined
    ? text
    : `${Number(day)} ${monthNames[Number(month) - 1] ?? ''} ${year}`;
}

/** The months of the dates in words: `July 2025 to June 2026`. */
export function monthsInWords({ from, to }: ReferenceDates): string {
  const monthOf = (day: string) => `${monthNames[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;
  const first = monthOf(from);
  const last = monthOf(to);
  return first === last ? first : `${first} to ${last}`;
}

/**
 * Annual pay is of the tax year that ends in April; all other pay is of a day in April, of which
 * the publisher names only the month.
 */
export function payDates(unit: Unit, year: number): ReferenceDates {
  return unit === 'gbp_per_year'
    ? { from: `${year - 1}-04-06`, to: `${year}-04-05` }
    : { from: `${year}-04-01`, to: `${year}-04-30` };
}
