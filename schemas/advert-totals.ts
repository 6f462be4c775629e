// Totals of adverts over a year and the comparison of two years. Pure, and free of any library: documents and selections share it.
import type { Withheld } from './figures.ts';
import { round } from './round.ts';

/** What the publisher prints in place of a figure. */
export const suppressedMarker = '[x]';

/** How many quarters an answer shows: three years. */
export const shownQuarters = 12;
/** How many quarters of an occupation the list of an area needs: two years. */
export const comparedQuarters = 8;

/** Stands in every answer about adverts, because the survey of employers counts vacancies. */
export const advertCoverage = {
  population: 'new online job adverts',
  description: 'Adverts that appeared in the period. One vacancy can have several adverts or none, so they are no count of vacancies or of jobs.',
} as const;

/** A month or quarter: its count, the publisher's marker, or null where the table has no row for it. */
export type Cell = number | typeof suppressedMarker | null;

const suppressed: Withheld = {
  reason: 'suppressed-by-publisher',
  marker: suppressedMarker,
  explanation: 'The publisher suppresses figures whose data are not good enough; small ones it prints.',
};
const notListed: Withheld = { reason: 'not-listed', marker: null, explanation: "The publisher's table has no row for this occupation in this area." };

/** Why a cell is null; null where it is a count. */
export function withheldCell(cell: Cell): Withheld | null {
  if (cell === null) return notListed;
  return cell === suppressedMarker ? suppressed : null;
}

export function countOf(cell: Cell): number | null {
  return typeof cell === 'number' ? cell : null;
}

export interface Total {
  readonly adverts: number | null;
  readonly suppressed: number;
  readonly withheld: Withheld | null;
}

/** The sum of what is published of a period; null only where nothing is. */
export function totalOf(cells: readonly Cell[]): Total {
  const counts = cells.filter((cell) => typeof cell === 'number');
  const adverts = counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
  return { adverts, suppressed: cells.length - counts.length, withheld: adverts === null ? withheldCell(cells.find((cell) => cell === suppressedMarker) ?? null) : null };
}

export type Parts = 'months' | 'quarters';

// Three quarters of a year: with less in common, the seasons of the two years differ too much to be set side by side.
const fewestPairs: Readonly<Record<Parts, number>> = { months: 9, quarters: 3 };
// A change of a handful of adverts is no percentage worth showing.
const fewestAdverts = 30;

export interface Comparison {
  readonly change: { readonly absolute: number; readonly percent: number; readonly compared: number } | null;
  readonly changeWithheld: Withheld | null;
}

/** Two years set side by side over the months (quarters) that are published in both. Both lists start in the same season. */
export function compareYears(latest: readonly Cell[], prior: readonly Cell[], parts: Parts): Comparison {
  let [compared, now, then] = [0, 0, 0];
  latest.forEach((cell, place) => {
    const before = prior[place];
    if (typeof cell !== 'number' || typeof before !== 'number') return;
    compared += 1;
    now += cell;
    then += before;
  });
  const withheld = (explanation: string): Comparison => ({ change: null, changeWithheld: { reason: 'below-threshold', marker: null, explanation } });
  if (compared < fewestPairs[parts]) return withheld(`${compared} ${parts} are published in both years, and fewer than ${fewestPairs[parts]} are not compared.`);
  if (then < fewestAdverts) return withheld(`Fewer than ${fewestAdverts} adverts of the year before can be compared.`);
  return { change: { absolute: now - then, percent: round((100 * (now - then)) / then, 1), compared }, changeWithheld: null };
}

/** What every answer about adverts says of its quality: the publisher tells nothing. */
export function qualityOfTotal({ adverts }: Total): { quality: 'unrated'; qualityBasis: null; presentable: boolean } {
  return { quality: 'unrated', qualityBasis: null, presentable: adverts !== null };
}

/** What a total leaves out and a change compares, where the two years are not whole. */
export function unequalYears(latest: Total, prior: Total, comparison: Comparison, parts: Parts): string[] {
  const whole = parts === 'months' ? 'twelve' : 'four';
  const notices: string[] = [];
  if (latest.suppressed > 0 && latest.adverts !== null) notices.push(`The total leaves out ${latest.suppressed} of the latest ${whole} ${parts}, of which no figure is published.`);
  if (comparison.change !== null && (latest.suppressed > 0 || prior.suppressed > 0)) {
    notices.push(`The change compares the ${comparison.change.compared} ${parts} that are published in both years, and so is not the difference of the two totals.`);
  }
  if (comparison.changeWithheld !== null) notices.push(`No change is given. ${comparison.changeWithheld.explanation}`);
  return notices;
}
