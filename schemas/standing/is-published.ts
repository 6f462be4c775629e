// Whether an edition is published. It is not in catalogue.ts, because the worker carries this and no schema library.
import type { CatalogueEdition } from '../catalogue.ts';

/** True for an edition that answers requests, by default or if a request names it; false for one that is held back or withdrawn. */
export function isPublished({ state }: Pick<CatalogueEdition, 'state'>): boolean {
  return state === 'served' || state === 'superseded';
}
