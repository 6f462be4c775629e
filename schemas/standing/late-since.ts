// Whether an announced release is late.
import type { CatalogueEdition } from '../catalogue.ts';
import { dayOf } from './newest-first.ts';

/**
 * The announced day if it has passed without a release; else null. A release that is held back is not late. `editions` are the source's,
 * in the order they were added. Days are in UTC. Announced days are in UK time, which ends a day at most an hour earlier.
 */
export function lateSince(announced: string | null, editions: readonly CatalogueEdition[], today: string): string | null {
  if (announced === null || today <= announced) return null;
  return editions.some((edition) => dayOf(firstOf(edition.release, editions) ?? edition, editions) >= announced) ? null : announced;
}

/** The first edition of a release. A later edition, compiled again because another source changed, is not a new release. */
function firstOf(release: string, editions: readonly CatalogueEdition[]): CatalogueEdition | undefined {
  return editions.find((edition) => edition.release === release);
}
