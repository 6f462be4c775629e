// A small data directory in which there is something to decide: the spine published, and of each of its sources a newer release
// that a check holds back.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import type { Catalogue, CatalogueEdition } from '#schemas/catalogue.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { compileInto, releases } from './held-releases.ts';

export * from './held-releases.ts';

/** A directory with both first releases served and both second ones held. */
export async function directoryWithHeld(): Promise<string> {
  const directory = temporaryDirectory();
  const all = await releases();
  await compileInto(directory, [all.structure, all.index]);
  await compileInto(directory, [all.structure2, all.index2]);
  return directory;
}

export function copyOf(directory: string): string {
  const copy = join(temporaryDirectory(), 'data');
  cpSync(directory, copy, { recursive: true });
  return copy;
}

export function catalogueOf(directory: string): Catalogue {
  const found = readCatalogue(directory);
  if (found === null) throw new Error(`${directory} has no catalogue`);
  return found.catalogue;
}

/** The last edition of a source and release in the catalogue's order. */
export function editionOf(directory: string, source: string, release: string): CatalogueEdition {
  const found = catalogueOf(directory).editions.findLast((edition) => edition.source === source && edition.release === release);
  if (found === undefined) throw new Error(`${directory} has no edition of ${source} ${release}`);
  return found;
}

/** Releases that are served, by source. */
export function servedIn(directory: string): Record<string, string[]> {
  const { sources: described, editions } = catalogueOf(directory);
  return Object.fromEntries(
    described.map(({ key, served }) => [key, served.map((id) => editions.find((edition) => edition.id === id)?.release ?? 'unlisted')]),
  );
}
