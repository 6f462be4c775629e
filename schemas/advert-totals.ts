// Totals of adverts over a year and the comparison of two years.
import type { Explained } from './figures.ts';
import { datesOf, monthsInWords } from './reference-dates.ts';
import { round } from './round.ts';
import { withheldAs } from './withheld-legend.ts';

/** Printed by the publisher in place of a figure. */
export const suppressedMarker = '[x]';

/** Quarters in an answer: three years. */
export const shownQuarters = 12;
/** Quarters of an occupation that the list of an area needs: two years. */
export const comparedQuarters = 8;

/** In every answer about adverts, because the survey of employers counts vacancies. */
export const advertCoverage = {
  population: 'new online job adverts',
  includesSelfEmployed: null,
  description:
    'Adverts that appeared in the period. One vacancy can have several adverts or none, ' +
    'so this is not a count of vacancies or jobs.',
} as const;

/**
 * A month or quarter: its count, the publisher's marker, or null if the table has no row for it.
 */
export type Cell = number | typeof suppressedMarker | null;

/** The meaning of the marker. */
export const isSuppressed = withheldAs(
  'suppressed-by-publisher',
  'The publisher suppresses figures whose data are not good enough. It prints small figures.',
  suppressedMarker,
);
const notListed = withheldAs(
  'not-listed',
  "The publisher's table has no row for this occupation in this area.",
);
/** Why an area has no figures for any occupation. */
export const areaNotListed = withheldAs(
  'not-listed',
  "The publisher's table has no row for this area. There may still be adverts in the area.",
);

/** Why a cell is null; null if it is a count. */
export function withheldCell(cell: Cell): Explained | null {
  if (cell === null) return notListed;
  return cell === suppressedMarker ? isSuppressed : null;
}

export function countOf(cell: Cell): number | null {
  return typeof cell === 'number' ? cell : null;
}

export interface Total {
  readonly adverts: number | null;
  /** The numbers of parts with a count and with the marker. Both are 0 if the table has no row. */
  readonly published: number;
  readonly suppressed: number;
  readonly withheld: Explained | null;
}

/** The sum of the published counts of a period; null only if there are none. */
export function totalOf(cells: readonly Cell[]): Total {
  const counts = cells.filter((cell) => typeof cell === 'number');
  const adverts = counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
  const suppressed = cells.filter((cell) => cell === suppressedMarker).length;
  return {
    adverts,
    published: counts.length,
    suppressed,
    withheld: adverts === null ? withheldCell(suppressed > 0 ? suppressedMarker : null) : null,
  };
}

export type Parts = 'months' | 'quarters';
export const partsOfYear: Readonly<Record<Parts, number>> = { months: 12, quarters: 4 };

/**
 * Three quarters of a year. With fewer months in common, the seasons of two years differ too much
 * for a comparison, and a total stands for too little of the year.
 */
export const fewestParts: Readonly<Record<Parts, number>> = { months: 9, quarters: 3 };
// A change in percent of a handful of adverts says nothing.
const fewestAdverts = 30;

export interface Comparison {
  readonly change: Readonly<
    Record<'current' | 'prior' | 'absolute' | 'percent' | 'months', number>
  > | null;
  readonly changeWithheld: Explained | null;
}

/** The items that a list ranks, and the words for the others. */
const scopeOfOthers = {
  occupations: 'for another occupation of the area',
  'local areas': 'for the occupation in another area',
} as const;
type RankedItems = keyof typeof scopeOfOthers;

function incomplete(parts: Parts, among: RankedItems = 'occupations'): Explained {
  const fewest = `fewer than ${fewestParts[parts]}`;
  const explanation =
    `Too few ${parts} are published. A total has no rank if it has ${fewest} ${parts}, ` +
    `or lacks one that is published ${scopeOfOthers[among]}.` +
    (among === 'occupations' ? ` Years with ${fewest} ${parts} in common are not compared.` : '');
  return withheldAs('incomplete-period', explanation);
}

const tooFewBefore = withheldAs(
  'below-threshold',
  `The year before has fewer than ${fewestAdverts} adverts to compare.`,
);

/**
 * The number of places at which at least one list has a count: the most parts that a total of the
 * area can have.
 */
export function mostPublished(lists: Iterable<readonly Cell[] | null>): number {
  const published = new Set<number>();
  for (const cells of lists)
    cells?.forEach((cell, place) => (typeof cell === 'number' ? published.add(place) : null));
  return published.size;
}

/**
 * Why a total is not ranked; null if it is. Only totals of the same parts can be compared: those of
 * all parts that are published for some occupation of the area, which are `most`. A part that is
 * published for none is missing in all of them. The same holds for the totals of one occupation in
 * all local areas.
 */
export function whyUnranked(
  { published, withheld }: Total,
  parts: Parts,
  most: number,
  among: RankedItems = 'occupations',
): Explained | null {
  if (withheld !== null) return withheld;
  return published < Math.max(most, fewestParts[parts]) ? incomplete(parts, among) : null;
}

/** Why a total is not ranked in a local area, where an occupation without an advert has no rank. */
export function whyUnrankedLocally(total: Total, most: number): Explained | null {
  const withheld = whyUnranked(total, 'quarters', most);
  return withheld === null && total.adverts === 0
    ? withheldAs('not-applicable', 'Occupations without an advert in the area are not ranked.')
    : withheld;
}

/**
 * Compares two years over the months (quarters) that are published in both. Both lists start in the
 * same season.
 */
export function compareYears(
  latest: readonly Cell[],
  prior: readonly Cell[],
  parts: Parts,
): Comparison {
  let compared = 0;
  let current = 0;
  let before = 0;
  latest.forEach((cell, place) => {
    const priorCell = prior[place];
    if (typeof cell !== 'number' || typeof priorCell !== 'number') return;
    compared += 1;
    current += cell;
    before += priorCell;
  });
  const withheld = (changeWithheld: Explained): Comparison => ({ change: null, changeWithheld });
  if (latest.every((cell) => cell === null)) return withheld(notListed);
  if (compared < fewestParts[parts]) return withheld(incomplete(parts));
  if (before < fewestAdverts) return withheld(tooFewBefore);
  const absolute = current - before;
  const months = (compared * 12) / partsOfYear[parts];
  return {
    change: {
      current,
      prior: before,
      absolute,
      percent: round((100 * absolute) / before, 1),
      months,
    },
    changeWithheld: null,
  };
}

/** The latest year of the months or quarters, in words and days. */
export function latestYear(names: readonly string[], parts: Parts) {
  const referenceDates = datesOf(names.at(-partsOfYear[parts]) ?? '', names.at(-1) ?? '');
  return { period: monthsInWords(referenceDates), referenceDates };
}

/** The latest year, and the year before. */
export function twoYears(names: readonly string[], parts: Parts) {
  const { period: priorPeriod, referenceDates: priorReferenceDates } = latestYear(
    names.slice(0, -partsOfYear[parts]),
    parts,
  );
  return { ...latestYear(names, parts), priorPeriod, priorReferenceDates };
}
