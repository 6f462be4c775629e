// A small data directory in which there is something to decide: the spine published, and of each of its sources a newer release
// that a check holds back. The sources are the real ones with one more check.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import type { ReleaseFiles } from '#compiler/pipeline.ts';
import type { Source } from '#compiler/source.ts';
import type { Catalogue, CatalogueEdition } from '#schemas/catalogue.ts';
import { compileSample, edited, releaseOf, sampleOf, socIndex, socStructure } from '../compiler/spine-releases.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

export const first = 'sample-2025-04-16';
export const second = 'sample-2025-12-03';

/** The source with a check that finds something wrong with its second release. */
function suspicious(source: Source): Source {
  const check = (edition: { release: { name: string } }) => (edition.release.name === second ? [{ place: `${source.key} ${second} 'Sheet'!B2`, message: 'half of it has moved' }] : []);
  return { ...source, checks: [...source.checks, { name: 'movement', severity: 'block', describe: 'The release looks like the one before.', check }] };
}

export const structureSource = suspicious(socStructure);
export const indexSource = suspicious(socIndex);
export const sources: readonly Source[] = [structureSource, indexSource];

/** The files of the second release say "Elected officers" for the unit group 1112. */
export async function releases(): Promise<{ structure: ReleaseFiles; index: ReleaseFiles; structure2: ReleaseFiles; index2: ReleaseFiles }> {
  const [structure, index] = [await sampleOf(socStructure), await sampleOf(socIndex)];
  const renamed = await edited(structure.published, (_, text) => text.replaceAll('Elected officers and representatives', 'Elected officers'));
  return {
    structure: releaseOf(structureSource, first, structure.published),
    index: releaseOf(indexSource, first, index.published),
    structure2: releaseOf(structureSource, second, renamed),
    index2: releaseOf(indexSource, second, await edited(index.published, (_, text) => text)),
  };
}

export const compileInto = (directory: string, given: readonly ReleaseFiles[], options: Parameters<typeof compileSample>[2] = {}) => compileSample(directory, given, { sources, ...options });

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
  return Object.fromEntries(described.map(({ key, served }) => [key, served.map((id) => editions.find((edition) => edition.id === id)?.release ?? 'unlisted')]));
}

export const quiet = { progress: () => {}, say: () => {} };
