// Reads the names of releases: the month in which the survey year ends.
import type { NamedRelease } from '#sources/kit/release.ts';

/** The first period by SOC 2020 ends in December 2021. */
const firstClosing = '2021-12';

/**
 * Reads `2026-06`, the month in which the year described ends, or `2026-06-r2` for revised figures
 * of the same period.
 */
export function readReleaseName(name: string): NamedRelease | null {
  const match = /^(\d{4}-(?:03|06|09|12))(?:-r([1-9]\d*))?$/.exec(name);
  const closing = match?.[1];
  if (closing === undefined || closing < firstClosing) return null;
  return {
    order: [closing, Number(match?.[2] ?? '0')],
    year: null,
    provisional: false,
    released: null,
  };
}
