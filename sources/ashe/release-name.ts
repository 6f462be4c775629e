// Reads the names of releases: a year, whether its figures are provisional, and a correction.
import { isDay } from '#sources/kit/release-name.ts';
import type { NamedRelease } from '#sources/kit/release.ts';

/**
 * Reads `2024-provisional`, `2023-revised`, or with the date of a correction notice
 * `2025-provisional-2025-12-19`.
 */
export function readReleaseName(name: string): NamedRelease | null {
  const [, year, kind, corrected = ''] =
    /^(\d{4})-(provisional|revised)(?:-(\d{4}-\d{2}-\d{2}))?$/.exec(name) ?? [];
  if (year === undefined || (corrected !== '' && !isDay(corrected))) return null;
  const provisional = kind === 'provisional';
  return {
    order: [Number(year), provisional ? 0 : 1, corrected],
    year: Number(year),
    provisional,
    released: null,
  };
}
