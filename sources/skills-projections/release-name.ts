// Reads the names of releases: base and target year, and a revision.
import { isDay } from '#sources/kit/release-name.ts';
import type { NamedRelease, Release } from '#sources/kit/release.ts';

/**
 * Reads `2020-2035`, base and target year; `2020-2035-revised` after every file was replaced; and
 * `2020-2035-revised-2024-08-05` with the day of the revision from the publisher's page.
 */
export function readReleaseName(name: string): NamedRelease | null {
  const match = /^(\d{4})-(\d{4})(-revised)?(?:-(\d{4}-\d{2}-\d{2}))?$/.exec(name);
  if (match === null) return null;
  const [, base = '', target = '', revised = '', day = ''] = match;
  if (Number(target) <= Number(base) || (day !== '' && (revised === '' || !isDay(day))))
    return null;
  // Projections for another period replace these. Only one answer is served, and it states its
  // years.
  return {
    order: [Number(base), Number(target), revised === '' ? 0 : 1, day],
    year: null,
    provisional: false,
    released: day === '' ? null : day,
  };
}

/** Base and target year of a release, from its order. */
export function yearsOf({ order }: Pick<Release, 'order'>): {
  baseYear: number;
  targetYear: number;
} {
  const [baseYear, targetYear] = order;
  if (typeof baseYear !== 'number' || typeof targetYear !== 'number')
    throw new RangeError('the release was not named by readReleaseName');
  return { baseYear, targetYear };
}
