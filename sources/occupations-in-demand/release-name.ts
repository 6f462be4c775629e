// Reads the names of releases: years of the method that we read.
import { yearRelease } from '#sources/kit/release-name.ts';
import type { NamedRelease } from '#sources/kit/release.ts';

// In 2025 five indicators replaced seven, and thresholds against history replaced outliers within
// the year.
const firstYear = 2025;

/** Reads `2025`; null for a year of another method. */
export function readReleaseName(name: string): NamedRelease | null {
  return Number(name) >= firstYear ? yearRelease(name) : null;
}
