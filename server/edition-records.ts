// Reads the records of all editions: of the source of a pinned edition that the catalogue does not list, and for /v1/meta/editions and the feed.
// Nothing is remembered, so the memory of a server does not grow with the years.
import type { Catalogue, CatalogueEdition, DividedCatalogue, SourceRecords } from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { editionsOf, recordsFolder } from '#schemas/standing/divided-catalogue.ts';
import { DamagedFile } from './damaged-file.ts';
import { isDigest } from './hex-digest.ts';
import type { Store } from './store.ts';

/** Every known edition of these sources, in the order they were added. */
export type ReadEditions = (sources: readonly SourceKey[]) => Promise<readonly CatalogueEdition[]>;

/** Throws DamagedFile if a file of records is missing or has other bytes than the catalogue says. */
export function createEditionReader(catalogue: Catalogue | DividedCatalogue, store: Pick<Store, 'outside'>): ReadEditions {
  if (!('axes' in catalogue)) return async (sources) => catalogue.editions.filter(({ source }) => sources.includes(source));
  return async (sources) => {
    const files = catalogue.sources.flatMap(({ key, records }) => (records !== null && sources.includes(key) ? [records] : []));
    return editionsOf(
      await Promise.all(
        files.map(async ({ file, sha256 }): Promise<SourceRecords> => {
          const place = `${recordsFolder}/${file}`;
          const bytes = await store.outside(place);
          if (bytes === null) throw new DamagedFile(place, 'is missing, though the catalogue names it');
          if (!isDigest(await crypto.subtle.digest('SHA-256', bytes), sha256))
            throw new DamagedFile(place, 'its bytes differ from those published');
          return JSON.parse(new TextDecoder().decode(bytes));
        }),
      ),
    );
  };
}
