// Which editions are held back still: quarantined, and not made good by anything published since.
import type { CatalogueEdition } from '../catalogue.ts';
import { isPublished } from './is-published.ts';
import { newestFirst } from './newest-first.ts';

/**
 * The editions of one source that a check holds back, newest first: of each release the newest try alone, since that is the one a
 * person would accept. `editions` are the source's, in the order they were added.
 */
export function heldBack(editions: readonly CatalogueEdition[]): CatalogueEdition[] {
  const held = new Set(
    editions.filter(
      (edition, place) => edition.state === 'quarantined' && isNewestTry(edition, place, editions) && !isMadeGood(edition, place, editions),
    ),
  );
  return newestFirst(editions).filter((edition) => held.has(edition));
}

function isNewestTry({ release }: CatalogueEdition, place: number, editions: readonly CatalogueEdition[]): boolean {
  return !editions.slice(place + 1).some((edition) => edition.state === 'quarantined' && edition.release === release);
}

/** Where in doubt an edition stays listed: a held release that nobody hears of is worse than one that is told of twice. */
function isMadeGood(held: CatalogueEdition, place: number, editions: readonly CatalogueEdition[]): boolean {
  const earlier = new Set(editions.slice(0, place).map(filesOf));
  return editions.some((edition, at) => {
    if (!isPublished(edition)) return false;
    // The same release in files that are new since, or in the very files that were held. An older file set that was merely compiled again
    // because another source changed says nothing about the files that were held.
    if (edition.release === held.release) return at > place && !earlier.has(filesOf(edition));
    // A release that replaces the held one altogether, as far as both state their day.
    return edition.year === held.year && edition.released !== null && held.released !== null && edition.released > held.released;
  });
}

function filesOf({ release, inputs }: CatalogueEdition): string {
  return JSON.stringify([release, inputs.map(({ sha256 }) => sha256)]);
}
