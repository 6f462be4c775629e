// Makes a data directory of this version's formats from one of the format before: every kept
// release is compiled again from its files, and what people decided and what is known of every
// edition is carried over. The old directory stays as it is.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { fileFormats } from '#schemas/document-formats.ts';
import { logoFile } from '#schemas/stored-files.ts';
import { readOrNull } from '#sources/kit/problem.ts';
import type { Source } from '#sources/kit/source.ts';
import { CatalogueError } from '../edition/catalogue.ts';
import { catalogueFile, makeFolder } from '../edition/data-directory.ts';
import { syncTree } from '../edition/edition-directory.ts';
import { namesIn, placeFile, placeUnsynced, readWhole } from '../edition/files.ts';
import type { CompileOptions } from '../release/run.ts';
import { isDigest, noteFiles } from '../release/manifests.ts';
import { type FoundReleases, releasesKept } from '../release/releases.ts';
import { isWholeSnapshot, originalOf } from '../release/snapshots.ts';
import { oldInputsOf, readOldCatalogue, readOldReleases } from './format-6.ts';

export interface UpgradeOptions {
  readonly from: string;
  readonly into: string;
  readonly sources: readonly Source[];
  readonly say: (line: string) => void;
}

export interface Upgrade extends FoundReleases {
  readonly sample: boolean;
  readonly base: NonNullable<CompileOptions['base']>;
}

/**
 * Copies the publishers' files, and gives what a compile needs to do the rest. A killed upgrade is
 * simply run again. Throws CatalogueError if the new directory has a catalogue, or if the old one
 * cannot be read.
 */
export function prepareUpgrade({ from, into, sources, say }: UpgradeOptions): Upgrade {
  const { catalogue: old, digest } = readOldCatalogue(from);
  if (existsSync(join(into, catalogueFile)))
    throw new CatalogueError(
      `${into}: has a ${catalogueFile} already, expected a new folder\n  name another with --into`,
    );
  makeFolder(into);
  for (const { key } of sources) copySnapshots(from, into, key, say);
  syncTree(into);
  const logo = readOrNull(() => readWhole(join(from, logoFile)));
  if (logo !== null) placeFile(join(into, logoFile), logo);
  const catalogue = withoutDocuments(old);
  return {
    ...releasesKept(into, sources, {
      editions: catalogue.editions,
      inputsOf: (edition) => oldInputsOf(from, edition),
    }),
    sample: old.sample,
    base: { catalogue, digest },
  };
}

/** The snapshots of a source with the manifests of its releases. */
function copySnapshots(
  from: string,
  into: string,
  source: SourceKey,
  say: (line: string) => void,
): void {
  const folder = join('snapshots', source);
  for (const name of namesIn(join(from, folder)).filter(isDigest)) {
    const target = join(into, folder, name);
    if (isWholeSnapshot(target)) continue;
    const place = join(from, folder, name);
    const bytes = readOrNull(() => readWhole(place));
    if (bytes === null || originalOf(bytes, name) === null) {
      say(`${place}: cannot be read, or its hash differs from its name; it is left out`);
      continue;
    }
    placeUnsynced(target, bytes);
  }
  for (const { name, released, files } of readOldReleases(from, source, say))
    noteFiles(into, { source, name, released }, files);
}

/** The catalogue in which every edition is known and has to be compiled again. */
function withoutDocuments(old: Catalogue): Catalogue {
  return {
    ...old,
    version: fileFormats.catalogue,
    titleModel: null,
    editions: old.editions.map(({ record: _record, ...edition }) => ({
      ...edition,
      pruned: true,
      code: null,
    })),
  };
}
