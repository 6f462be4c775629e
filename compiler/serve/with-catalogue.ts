// Answers by another catalogue than the one that is stored.
import type { Catalogue } from '#schemas/catalogue.ts';
import type { Store } from '#server/data/store.ts';
import { storedFilesOf } from '../edition/catalogue.ts';
import { catalogueFile } from '../edition/data-directory.ts';

/** The store with another catalogue than its own. */
export function withCatalogue(store: Store, catalogue: Catalogue): Store {
  const files = storedFilesOf(catalogue);
  const text = new TextDecoder().decode(files.get(catalogueFile));
  return {
    ...store,
    catalogue: async () => text,
    outsideEditions: async (path) => files.get(path) ?? store.outsideEditions(path),
  };
}
