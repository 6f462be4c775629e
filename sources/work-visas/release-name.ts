// Reads and writes quarters as they stand in names of releases, names of files and cells.
import type { NamedRelease, Release } from '#sources/kit/source.ts';

/** The last month of each quarter, as titles name it. File names have its first three letters. */
const lastMonths = ['March', 'June', 'September', 'December'];

// Every file has the whole series, which begins in 2021 Q1.
const firstYear = 2021;

/** Reads `2026-Q2`, the last quarter of the release. Each release has the whole series, so it replaces the one before. */
export function readReleaseName(name: string): NamedRelease | null {
  const match = /^(\d{4})-Q([1-4])$/.exec(name);
  if (match === null || Number(match[1]) < firstYear) return null;
  return { order: [Number(match[1]), Number(match[2])], year: null, provisional: false, released: null };
}

/** The last quarter of a release. */
export function lastQuarterOf({ order: [year, quarter] }: Pick<Release, 'order'>): string {
  return `${year}-Q${quarter}`;
}

/** The month that names a release in the publisher's titles: "June 2026". */
export function monthOfRelease({ order: [year, quarter] }: Pick<Release, 'order'>): string {
  const month = lastMonths[Number(quarter) - 1];
  if (month === undefined) throw new RangeError(`"${quarter}" is no quarter: the release was not named by readReleaseName`);
  return `${month} ${year}`;
}

/**
 * The last quarter that a file name gives: `-jun-2026` and `-jun-26`, which some names of the series have, are 2026-Q2. Null for other
 * months, which no release has had.
 */
export function quarterOfFileName(name: string): string | null {
  const match = /-([a-z]{3})-(\d{2}|\d{4})(?=[.-]|$)/i.exec(name);
  const quarter = lastMonths.findIndex((month) => month.slice(0, 3).toLowerCase() === match?.[1]?.toLowerCase()) + 1;
  const year = match?.[2] ?? '';
  return quarter === 0 ? null : `${year.length === 2 ? '20' : ''}${year}-Q${quarter}`;
}

/** The month of a quarter as file names give it: 2026-Q2 is `jun-2026`. */
export function monthInFileName(quarter: string): string {
  return `${lastMonths[Number(quarter.slice(6)) - 1]?.slice(0, 3).toLowerCase()}-${quarter.slice(0, 4)}`;
}

/** A printed quarter, "2025 Q3", as the contract writes it: 2025-Q3. Null for anything else. */
export function quarterOfCell(text: string): string | null {
  const match = /^(\d{4}) Q([1-4])$/.exec(text.trim());
  return match === null ? null : `${match[1]}-Q${match[2]}`;
}

/** Every quarter from `from` to `to`, both included. */
export function quartersBetween(from: string, to: string): string[] {
  const quarters: string[] = [];
  for (let quarter = from; quarter <= to; quarter = next(quarter)) quarters.push(quarter);
  return quarters;
}

function next(quarter: string): string {
  const [year, part] = [Number(quarter.slice(0, 4)), Number(quarter.slice(6))];
  return part === 4 ? `${year + 1}-Q1` : `${year}-Q${part + 1}`;
}
