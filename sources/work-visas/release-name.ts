// Reads and writes quarters in names of releases, names of files and cells.
import type { NamedRelease, Release } from '#sources/kit/release.ts';

/** The last month of each quarter, as titles name it. File names have its first three letters. */
const lastMonths = ['March', 'June', 'September', 'December'];

// Every file has the whole series, which begins in 2021 Q1.
const firstYear = 2021;

/**
 * Reads `2026-Q2`, the last quarter of the release. Each release has the whole series, so it
 * replaces the one before.
 */
export function readReleaseName(name: string): NamedRelease | null {
  const [, year, quarter] = /^(\d{4})-Q([1-4])$/.exec(name) ?? [];
  return Number(year) >= firstYear
    ? { order: [Number(year), Number(quarter)], year: null, provisional: false, released: null }
    : null;
}

export const lastQuarterOf = ({ order: [year, quarter] }: Pick<Release, 'order'>) =>
  `${year}-Q${quarter}`;

/** The last month of a quarter, which names a release in the publisher's titles: "June 2026". */
export const monthOf = (quarter: string) =>
  `${lastMonths[Number(quarter.slice(6)) - 1]} ${quarter.slice(0, 4)}`;

/**
 * The last quarter that a file name gives: `-jun-2026` and `-jun-26` are 2026-Q2. Null for other
 * months, which no release has had.
 */
export function quarterOfFileName(name: string): string | null {
  const [, month, year] = /-([a-z]{3})-(?:20)?(\d{2})(?=[.-]|$)/i.exec(name) ?? [];
  const quarter =
    lastMonths.findIndex((last) => last.slice(0, 3).toLowerCase() === month?.toLowerCase()) + 1;
  return quarter === 0 ? null : `20${year}-Q${quarter}`;
}

/** The month of a quarter as file names give it: 2026-Q2 is `jun-2026`. */
export function monthInFileName(quarter: string): string {
  return monthOf(quarter)
    .toLowerCase()
    .replace(/^(...)\w* /, '$1-');
}

/** A printed quarter, "2025 Q3", as the contract writes it: 2025-Q3. Null for anything else. */
export function quarterOfCell(text: string): string | null {
  return /^\d{4} Q[1-4]$/.test(text.trim()) ? text.trim().replace(' ', '-') : null;
}

/** Every quarter from `from` to `to`, both included. */
export function quartersBetween(from: string, to: string): string[] {
  const quarters: string[] = [];
  for (let quarter = from; quarter <= to; quarter = quarterAfter(quarter)) quarters.push(quarter);
  return quarters;
}

function quarterAfter(quarter: string): string {
  const year = Number(quarter.slice(0, 4));
  const part = Number(quarter.slice(6));
  return part === 4 ? `${year + 1}-Q1` : `${year}-Q${part + 1}`;
}
