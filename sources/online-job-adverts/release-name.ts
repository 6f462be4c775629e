// Reads the names of releases: the last month of the series, and a correction.
import { isDay } from '#sources/kit/release-name.ts';
import type { NamedRelease } from '#sources/kit/release.ts';

/**
 * Reads `2026-07`, the last month of the series, or after a correction `2026-07-2026-09-02` with
 * its date.
 */
export function readReleaseName(name: string): NamedRelease | null {
  const [, month, corrected = ''] =
    /^(\d{4}-(?:0[1-9]|1[0-2]))(?:-(\d{4}-\d{2}-\d{2}))?$/.exec(name) ?? [];
  if (month === undefined || (corrected !== '' && !isDay(corrected))) return null;
  return { order: [month, corrected], year: null, provisional: false, released: null };
}

/** The last month that a release of this name covers. */
export function lastMonthOf(name: string): string {
  return name.replace(/^sample-/, '').slice(0, 7);
}
