// Reads the names of releases: the numbers of versions.
import type { NamedRelease } from '#sources/kit/release.ts';

/** Reads `1.1.0`, the number of a version. */
export function readReleaseName(name: string): NamedRelease | null {
  const match = /^(\d+)\.(\d+)\.(\d+)$/.exec(name);
  if (match === null) return null;
  return { order: match.slice(1).map(Number), year: null, provisional: false, released: null };
}
