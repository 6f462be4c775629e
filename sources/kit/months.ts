// The names of the months, as publishers print them.

/** January to December. The first three letters of each are its short name. */
export const monthNames: readonly string[] = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** The number of a month, counted from 1, by its name or its first three letters in any case; null for anything else. */
export function monthNumber(name: string): number | null {
  const folded = name.toLowerCase();
  const at = monthNames.findIndex((month) => folded === month.toLowerCase() || folded === month.slice(0, 3).toLowerCase());
  return at < 0 ? null : at + 1;
}

/** `2026-07` of a year and a month, counted from 1. */
export function isoMonth(year: number | string, month: number): string {
  return `${year}-${String(month).padStart(2, '0')}`;
}
