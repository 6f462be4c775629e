// Serves a data directory as if one of its held editions were published, for the person who must
// decide about it.
import { folderOf } from '../edition/data-directory.ts';
import type { Catalogue } from '#schemas/catalogue.ts';
import { createNodeFiles } from '#server/data/files-node.ts';
import { createProvedStore, type Store } from '#server/data/store.ts';
import type { Source } from '#sources/kit/source.ts';
import { wasUnderstood } from '../checks.ts';
import { requireCatalogue, servedEditions, storedFilesOf } from '../edition/catalogue.ts';
import { OperationError } from '../edition/operation-error.ts';
import { wordOf } from '../release/outcome.ts';

/**
 * Nothing is changed on disk. Throws OperationError if the edition is not held back, or has no
 * documents.
 */
export function storeWithHeld(directory: string, sources: readonly Source[], id: string): Store {
  const before = requireCatalogue(directory);
  const catalogue = withHeld(before, sources, id);
  const catalogueFiles = storedFilesOf(catalogue);
  const folders = new Map(before.editions.map((edition) => [edition.id, folderOf(edition)]));
  return createProvedStore({
    async read(path) {
      const bytes = catalogueFiles.get(path);
      if (bytes !== undefined) return bytes;
      const [, edition = ''] = /^editions\/([^/]+)\//.exec(path) ?? [];
      return createNodeFiles(directory).read(
        path.replace(/^editions(?=\/)/, folders.get(edition) ?? 'editions'),
      );
    },
  });
}

/** The catalogue as it would be if the edition were accepted; what depends on it stays as it is. */
function withHeld(catalogue: Catalogue, sources: readonly Source[], id: string): Catalogue {
  const held = catalogue.editions.find((edition) => edition.id === id);
  const source = sources.find(({ key }) => key === held?.source);
  if (held === undefined || source === undefined)
    throw new OperationError(
      `--held "${id}": no edition has this id; lmi status lists what is held back`,
    );
  if (held.state !== 'quarantined')
    throw new OperationError(
      `--held ${id}: is ${wordOf(held.state)}, expected an edition that is held back`,
    );
  if (!wasUnderstood(held) || held.pruned)
    throw new OperationError(`--held ${id}: has no documents; lmi review ${id} says why`);
  // The last edition of its release is the one that may be served.
  const others = catalogue.editions.filter((edition) => edition !== held);
  const served = servedEditions(source, [
    ...others.filter(({ pruned }) => !pruned),
    { ...held, state: 'superseded' as const },
  ]).map((edition) => edition.id);
  return {
    ...catalogue,
    sources: catalogue.sources.map((described) =>
      described.key === source.key ? { ...described, served } : described,
    ),
    editions: [...others, held].map((edition) =>
      edition === held || (edition.source === source.key && edition.state === 'served')
        ? { ...edition, state: served.includes(edition.id) ? 'served' : 'superseded' }
        : edition,
    ),
  };
}
