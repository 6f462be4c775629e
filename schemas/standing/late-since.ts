// Whether an announced release is late.
import type { CatalogueEdition } from '../catalogue.ts';
import { dayOf } from './newest-first.ts';

/**
 * The announced day if it has passed without a release; else null. `arrived` is what `newestDay` gives. Days are in UTC. Announced days are
 * in UK time, which ends a day at most an hour earlier.
 */
export function lateSince(announced: string | null, arrived: string | null, today: string): string | null {
  if (announced === null || today <= announced) return null;
  return arrived !== null && arrived >= announced ? null : announced;
}

/**
 * The day of the newest release, or null. A release that is held back is not late. `editions` are the source's, in the order they were added.
 * A later edition of a release, compiled again because another source changed, is not a new release.
 */
export function newestDay(editions: readonly CatalogueEdition[]): string | null {
  const firsts = new Map<string, CatalogueEdition>();
  for (const edition of editions) if (!firsts.has(edition.release)) firsts.set(edition.release, edition);
  return [...firsts.values()].reduce<string | null>((newest, edition) => {
    const day = dayOf(edition, editions);
    return newest === null || day > newest ? day : newest;
  }, null);
}
