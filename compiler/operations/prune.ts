// Removes editions that are no longer served, as each source's `retention` says. Most sources keep
// the served edition and the one that would be served if it were withdrawn. Their entries in the
// catalogue stay, and the publishers' files that the kept editions were made from.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { requireCatalogue } from '../edition/catalogue.ts';
import { removeLeftovers, removeEdition, settleFolders } from '../edition/edition-directory.ts';
import { keptEditions } from '../edition/editions-in-use.ts';
import { filesBeneath } from '../edition/files.ts';
import { CatalogueDraft } from '../edition/catalogue-draft.ts';
import { listedEditions } from '../edition/listed-files.ts';
import { lock } from '../edition/lock.ts';
import type { Source } from '#sources/kit/source.ts';
import { forgetFiles, removeManifest } from '../release/manifests.ts';
import { filesToPrune, removeSnapshot } from '../release/snapshots.ts';
import { orphansOf } from './verify.ts';
import { wordOf } from '../release/outcome.ts';

export interface PruneOptions {
  readonly directory: string;
  readonly sources: readonly Source[];
  readonly dryRun: boolean;
  /** The time, which decides about downloads without an edition. */
  readonly now?: Date;
  readonly say: (line: string) => void;
}

/** Returns what is removed: directories with their numbers of files and bytes. */
export function prune({ directory, sources, dryRun, now = new Date(), say }: PruneOptions) {
  const { sample } = requireCatalogue(directory);
  // A dry run needs neither a lock nor a writable folder.
  const unlock = dryRun ? () => {} : lock(directory, say);
  try {
    const draft = new CatalogueDraft({ directory, sources, sample });
    // A dry run also leaves the leftovers of a killed run.
    if (!dryRun) {
      removeLeftovers(directory);
      settleFolders(directory, draft.editions);
    }
    const toPrune = editionsToPrune(sources, draft.editions);
    const pruned = listedEditions(draft.editions).filter(({ edition }) =>
      toPrune.includes(edition),
    );
    const orphans = orphansOf(directory, draft);
    const snapshots = filesToPrune(directory, sources, draft.editions, now);
    const removed = [
      ...pruned.map(({ edition, place }) => ({
        path: place,
        what: `${edition.source} ${edition.release}, ${wordOf(edition.state)}`,
      })),
      ...orphans.map((path) => ({ path, what: 'no edition that the catalogue keeps' })),
    ]
      .map((place) => ({ ...place, ...sizeOf(join(directory, place.path)) }))
      .filter(({ files }) => files > 0);
    for (const { source, digests } of snapshots) {
      if (digests.length === 0) continue;
      const path = `snapshots/${source}`;
      const sizes = digests.map((digest) => sizeOf(join(directory, path, digest)).bytes);
      removed.push({
        path,
        what: 'files that no edition needs which is kept',
        files: digests.length,
        bytes: sizes.reduce((sum, bytes) => sum + bytes, 0),
      });
    }
    if (dryRun) return { removed };

    // The catalogue is written first: after a kill it must not promise documents that are gone.
    for (const edition of toPrune) draft.put({ ...edition, pruned: true });
    draft.publish(new Map());
    for (const path of [...pruned.map(({ place }) => place), ...orphans]) {
      const [folder, id = ''] = path.split('/');
      removeEdition(directory, folder === 'editions' ? 'editions' : 'quarantine', id);
    }
    for (const { source, digests, releases } of snapshots) {
      // The bytes go first: a manifest that names more than is here is what a pulled directory has.
      for (const digest of digests) removeSnapshot(directory, source, digest);
      for (const release of releases) removeManifest(directory, source, release);
      const forgotten = new Set(digests);
      forgetFiles(directory, source, (digest) => forgotten.has(digest));
    }
    return { removed };
  } finally {
    unlock();
  }
}

/** The editions that are no longer needed. Publishers' files of some are still kept. */
export function editionsToPrune(
  sources: readonly Source[],
  editions: readonly CatalogueEdition[],
): CatalogueEdition[] {
  const kept = keptEditions(sources, editions);
  const isKnown = (edition: CatalogueEdition) => sources.some(({ key }) => key === edition.source);
  return editions.filter((edition) => !kept.has(edition) && !edition.pruned && isKnown(edition));
}

function sizeOf(place: string): { files: number; bytes: number } {
  if (!existsSync(place)) return { files: 0, bytes: 0 };
  if (!statSync(place).isDirectory()) return { files: 1, bytes: statSync(place).size };
  const files = filesBeneath(place).filter(({ isFile }) => isFile);
  return {
    files: files.length,
    bytes: files.reduce((sum, { path }) => sum + statSync(join(place, path)).size, 0),
  };
}
