// Opens a store by its name, and reads its catalogue with the records of the editions.
import { join } from 'node:path';
import type { Catalogue } from '#schemas/catalogue.ts';
import { recordsFolder } from '#schemas/divided-catalogue.ts';
import { readOrNull } from '#sources/kit/problem.ts';
import { parseAlone, parseCatalogue, recordFiles } from '../edition/catalogue.ts';
import { catalogueFile, faultOfAddress, makeFolder } from '../edition/data-directory.ts';
import { sha256 } from '../edition/digest.ts';
import { readWhole } from '../edition/files.ts';
import { openDirectoryStore } from './directory-store.ts';
import { openS3Store } from './s3-store.ts';
import { DamagedFileError, type Store, StoreError, requireSafePath } from './store.ts';

/**
 * A folder, or a bucket of an S3 service. `directory` is the data directory to publish or pull. A
 * new store's folder is made.
 */
export function openStore(
  storeName: string,
  directory: string,
  say: (line: string) => void,
  isNew = false,
): Store {
  if (storeName.startsWith('s3://')) return openS3Store(storeName, process.env, { say });
  const fault = faultOfAddress(storeName);
  if (fault !== null) throw new StoreError(fault);
  if (isNew) makeFolder(storeName);
  return openDirectoryStore(storeName, directory, say);
}

export interface StoredCatalogue {
  readonly catalogue: Catalogue;
  readonly bytes: Uint8Array;
  readonly digest: string;
  readonly records: ReadonlyMap<string, Uint8Array>;
}

/**
 * Null if the store has no catalogue. A file of records that is missing or damaged there may be
 * whole in `directory`. Throws CatalogueError if it is not, and if the catalogue is damaged or in
 * another format.
 */
export async function catalogueOf(
  store: Store,
  directory?: string,
): Promise<StoredCatalogue | null> {
  const bytes = await store.read(catalogueFile);
  if (bytes === null) return null;
  const text = new TextDecoder().decode(bytes);
  const place = `${store.name}/${catalogueFile}`;
  const records = new Map<string, Uint8Array>();
  for (const { file, sha256: digest } of recordFiles(parseAlone(text, place))) {
    const path = `${recordsFolder}/${requireSafePath(file, place)}`;
    const storedBytes = await store.read(path, digest).catch((error: unknown) => {
      if (error instanceof DamagedFileError) return null;
      throw error;
    });
    const isWhole = storedBytes !== null && sha256(storedBytes) === digest;
    const here =
      isWhole || directory === undefined
        ? null
        : readOrNull(() => readWhole(join(directory, path)));
    const chosenBytes = here !== null && sha256(here) === digest ? here : storedBytes;
    if (chosenBytes !== null) records.set(file, chosenBytes);
  }
  return {
    catalogue: parseCatalogue(text, place, (file) => records.get(file) ?? null),
    bytes,
    digest: sha256(bytes),
    records,
  };
}
