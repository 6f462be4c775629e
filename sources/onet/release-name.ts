// Reads the names of releases: the numbers of databases.
import type { NamedRelease } from '#sources/kit/release.ts';

/** Reads `30.2`, the number of a database. */
export function readReleaseName(name: string): NamedRelease | null {
  const match = /^(\d{2})\.(\d{1,2})$/.exec(name);
  if (match === null) return null;
  return { order: match.slice(1).map(Number), year: null, provisional: false, released: null };
}
