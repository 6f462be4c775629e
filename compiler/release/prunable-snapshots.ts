// Which of the publishers' files are no longer needed: neither by an edition that is kept, nor to ask the publisher whether anything has changed.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { keptEditions, withNeeds } from '../edition/editions-in-use.ts';
import { keptDownloads, keptSidecars } from './snapshots.ts';
import type { Source } from '#sources/kit/source.ts';

// A download without an edition is a harvest without news, or a release that waits for another source or for a person.
const keptDays = 7;

/** The snapshots that the editions need which pruning keeps, as source and digest. */
export function neededSnapshots(sources: readonly Source[], editions: readonly CatalogueEdition[]): Set<string> {
  const kept = withNeeds(keptEditions(sources, editions), editions);
  return new Set(kept.flatMap(({ source, inputs }) => inputs.map(({ sha256 }) => `${source}/${sha256}`)));
}

/**
 * Digests by source. A file that came by hand and has no edition stays: nobody could download it again. So does the last download from each
 * address, which the publisher is asked about.
 */
export function snapshotsToPrune(
  directory: string,
  sources: readonly Source[],
  editions: readonly CatalogueEdition[],
  now: Date,
): Map<string, string[]> {
  const needed = neededSnapshots(sources, editions);
  const used = new Set(editions.flatMap(({ source, inputs }) => inputs.map(({ sha256 }) => `${source}/${sha256}`)));
  const since = now.getTime() - keptDays * 86_400_000;
  const going = new Map<string, string[]>();
  for (const { key } of sources) {
    const newest = new Set([...keptDownloads(directory, key).values()].map(({ sha256 }) => sha256));
    const digests = keptSidecars(directory, key).flatMap(({ sha256, arrivals }) => {
      const name = `${key}/${sha256}`;
      if (needed.has(name) || newest.has(sha256)) return [];
      const isOld = arrivals.every(({ at, download }) => download !== null && Date.parse(at) < since);
      return used.has(name) || isOld ? [sha256] : [];
    });
    if (digests.length > 0) going.set(key, digests.sort(byCodeUnit));
  }
  return going;
}
