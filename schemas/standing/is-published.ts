// Whether an edition is published. It stands apart from the schema of the catalogue, since the worker carries this and no schema library.
import type { CatalogueEdition } from '../catalogue.ts';

/** True for an edition that answers requests, by itself or where a request names it; false for one that is held back or withdrawn. */
export function isPublished({ state }: Pick<CatalogueEdition, 'state'>): boolean {
  return state === 'served' || state === 'superseded';
}
