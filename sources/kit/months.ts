// The names of the months, as publishers print them.
import { monthNames } from '#schemas/reference-dates.ts';

/**
 * The number of a month, counted from 1, by its name or its first three letters in any case; null
 * for anything else.
 */
export function monthNumber(name: string): number | null {
  const folded = name.toLowerCase();
  const monthIndex = monthNames.findIndex(
    (month) => folded === month.toLowerCase() || folded === month.slice(0, 3).toLowerCase(),
  );
  return monthIndex < 0 ? null : monthIndex + 1;
}

/** `2026-07` of a year and a month, counted from 1. */
export function isoMonth(year: number | string, month: number): string {
  return `${year}-${String(month).padStart(2, '0')}`;
}
