// The catalogue of a store, with the records of its editions.
import type { Catalogue } from '#schemas/catalogue.ts';
import { recordsFolder } from '#schemas/standing/divided-catalogue.ts';
import { parseAlone, parseCatalogue, recordFiles } from '../edition/catalogue.ts';
import { catalogueFile } from '../edition/data-directory.ts';
import { sha256 } from '../edition/digest.ts';
import { type Store, requireSafePath } from './store.ts';

export interface StoredCatalogue {
  readonly catalogue: Catalogue;
  /** Of catalogue.json. */
  readonly bytes: Uint8Array;
  readonly digest: string;
  /** The bytes of the files of records, by name. */
  readonly records: ReadonlyMap<string, Uint8Array>;
}

/** Null if the store has no catalogue. Throws CatalogueError if it, or a file of records, is missing, damaged or in another format. */
export async function catalogueOf(store: Store): Promise<StoredCatalogue | null> {
  const bytes = await store.read(catalogueFile);
  if (bytes === null) return null;
  const [text, place] = [new TextDecoder().decode(bytes), `${store.name}/${catalogueFile}`];
  const records = new Map<string, Uint8Array>();
  for (const { file, sha256: digest } of recordFiles(parseAlone(text, place))) {
    const read = await store.read(`${recordsFolder}/${requireSafePath(file, place)}`, digest);
    if (read !== null) records.set(file, read);
  }
  return { catalogue: parseCatalogue(text, place, (file) => records.get(file) ?? null), bytes, digest: sha256(bytes), records };
}
