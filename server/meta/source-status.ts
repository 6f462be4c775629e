// The state of a source in one word.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import type { SourceStatus } from '#schemas/resources/meta.ts';

/** The status of a source with these editions. */
export function sourceStatus(editions: readonly CatalogueEdition[]): SourceStatus {
  if (editions.length === 0) return 'not-configured';
  if (editions.some(({ state }) => state === 'served')) return 'served';
  return editions.some(({ state }) => state === 'quarantined') ? 'held-back' : 'withdrawn';
}
