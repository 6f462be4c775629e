// The editions that are still held back: quarantined, and not made good by a later publication.
import type { CatalogueEdition } from '../catalogue.ts';
import { isPublished } from './is-published.ts';
import { newestFirst } from './newest-first.ts';

/**
 * The editions of one source that a check holds back and nobody has dismissed, newest first. Each release has only its newest try, which is the one to accept.
 * `editions` are the source's, in the order they were added.
 */
export function heldBack(editions: readonly CatalogueEdition[]): CatalogueEdition[] {
  const held = new Set(
    editions.filter(
      (edition, place) =>
        edition.state === 'quarantined' &&
        edition.dismissed === undefined &&
        isNewestTry(edition, place, editions) &&
        !isMadeGood(edition, place, editions),
    ),
  );
  return newestFirst(editions).filter((edition) => held.has(edition));
}

function isNewestTry({ release }: CatalogueEdition, place: number, editions: readonly CatalogueEdition[]): boolean {
  return !editions.slice(place + 1).some((edition) => edition.state === 'quarantined' && edition.release === release);
}

/** In doubt an edition stays listed: a held release that nobody knows about is worse than one that is listed twice. */
function isMadeGood(held: CatalogueEdition, place: number, editions: readonly CatalogueEdition[]): boolean {
  const earlier = new Set(editions.slice(0, place).map(filesOf));
  return editions.some((edition, at) => {
    if (!isPublished(edition)) return false;
    // The same release, in newer files or in the same files. An older file set that was only compiled again because another source
    // changed says nothing about the held files.
    if (edition.release === held.release) return at > place && !earlier.has(filesOf(edition));
    // A later release that replaces the held one, if both state their day.
    return edition.year === held.year && edition.released !== null && held.released !== null && edition.released > held.released;
  });
}

function filesOf({ release, inputs }: CatalogueEdition): string {
  return JSON.stringify([release, inputs.map(({ sha256 }) => sha256)]);
}
