// Changes a catalogue as if it had been written so, with its records and a new digest.
import { join } from 'node:path';
import { requireCatalogue, storedFilesOf } from '#compiler/edition/catalogue.ts';
import { placeFile } from '#compiler/edition/files.ts';
import {
  type Catalogue,
  type CatalogueSource,
  type Ingest,
  neverLookedAt,
} from '#schemas/catalogue.ts';

/** The catalogue with other members of one of its sources. */
export function withSource(
  catalogue: Catalogue,
  key: string,
  members: Partial<CatalogueSource>,
): Catalogue {
  return {
    ...catalogue,
    sources: catalogue.sources.map((source) =>
      source.key === key ? { ...source, ...members } : source,
    ),
  };
}

/** The catalogue as after a look at a publisher that told this. */
export function withIngest(catalogue: Catalogue, key: string, ingest: Partial<Ingest>): Catalogue {
  return withSource(catalogue, key, { ingest: { ...neverLookedAt, ...ingest } });
}

export function rewriteCatalogue(
  directory: string,
  change: (catalogue: Catalogue) => Catalogue,
): void {
  placeCatalogueIn(directory, change(requireCatalogue(directory)));
}

/** Puts a catalogue with its records into a directory. */
export function placeCatalogueIn(directory: string, catalogue: Catalogue): void {
  for (const [path, bytes] of storedFilesOf(catalogue)) placeFile(join(directory, path), bytes);
}
