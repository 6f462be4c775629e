// Whether an announced release has failed to come.
import type { CatalogueEdition } from '../catalogue.ts';
import { dayOf } from './newest-first.ts';

/**
 * The announced day, where it is over and nothing has come; else null. What came and is held back has come: the publisher is not late.
 * `editions` are the source's, in the order they were added. Days are UTC's; the announced ones are the United Kingdom's and end at
 * most an hour earlier.
 */
export function lateSince(announced: string | null, editions: readonly CatalogueEdition[], today: string): string | null {
  if (announced === null || today <= announced) return null;
  return editions.some((edition) => dayOf(firstOf(edition.release, editions) ?? edition, editions) >= announced) ? null : announced;
}

/** The edition with which a release first came. Compiled again, because another source changed, it is no new release. */
function firstOf(release: string, editions: readonly CatalogueEdition[]): CatalogueEdition | undefined {
  return editions.find((edition) => edition.release === release);
}
