// Where data lies: dist-data/live and dist-data/sample of the checkout, unless --out or --data names another place.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Catalogue } from '#schemas/catalogue.ts';
import { CatalogueError, catalogueFile, readCatalogue } from './edition/catalogue.ts';

export const defaultDirectories = {
  live: fileURLToPath(new URL('../dist-data/live', import.meta.url)),
  sample: fileURLToPath(new URL('../dist-data/sample', import.meta.url)),
  /** What was pulled from a server. */
  bundle: fileURLToPath(new URL('../dist-data/bundle', import.meta.url)),
} as const;

/** The directory to read: the one named, else real data where there is any, else the sample. */
export function chooseDirectory(named: string | undefined): string {
  if (named !== undefined) return named;
  return existsSync(join(defaultDirectories.live, catalogueFile)) ? defaultDirectories.live : defaultDirectories.sample;
}

/** The catalogue of a directory that must hold one. */
export function requireCatalogue(directory: string): Catalogue {
  const found = readCatalogue(directory);
  if (found === null) throw new CatalogueError(`${directory}: no catalogue.json, so no data; run lmi compile or lmi sample first`);
  return found.catalogue;
}
