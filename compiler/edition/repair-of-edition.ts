// What a person can do about a damaged edition.
import type { CatalogueEdition } from '#schemas/catalogue.ts';

/** How to repair a damaged edition. Served and held editions are compiled again; superseded ones are fetched. */
export function repairOfEdition({ state, release }: Pick<CatalogueEdition, 'state' | 'release'>): string {
  if (release.startsWith('sample-')) return 'lmi compile --sample makes it again';
  const again = 'lmi compile makes it again from its snapshots, lmi pull fetches what is missing from a store';
  if (state === 'quarantined') return `${again}, and lmi accept --not removes it`;
  return state === 'served' ? again : 'lmi pull --all fetches what is missing from a store; else restore it from a backup';
}
