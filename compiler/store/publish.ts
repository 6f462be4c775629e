// Brings a data directory to a store: snapshots, editions (each with its record last), and the catalogue last of all and only if
// nobody else has moved it. What is cut off leaves the store serving what it served, and the next run completes it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue, CatalogueEdition } from '#schemas/catalogue.ts';
import { latestFile } from '#schemas/standing/bundle-name.ts';
import type { Latest } from '../bundle/format.ts';
import { bundlesFolder, parseLatest, readLatest } from '../bundle/latest.ts';
import { requireCatalogue } from '../edition/data-directory.ts';
import { sha256 } from '../edition/digest.ts';
import { catalogueFile, parseCatalogue } from '../edition/catalogue.ts';
import { checkRecord, faultOfEdition } from '../edition/fault-of-edition.ts';
import { filesBeneath } from '../edition/files-beneath.ts';
import { lock } from '../edition/lock.ts';
import { shelfOf } from '../edition/shelves.ts';
import { mergedSidecar } from './merged-sidecar.ts';
import { readOrigin, writeOrigin } from './origin.ts';
import { type Store, StoreError, requireSafePath, requireStore } from './store.ts';

export interface PublishOptions {
  readonly store: Store;
  readonly directory: string;
  /** Publish although it is the synthetic sample. */
  readonly sample: boolean;
  /** Begin a new store there, with a new line of history. */
  readonly newStore?: boolean;
  readonly progress: (doing: string) => void;
  readonly say: (line: string) => void;
}

export interface PublishedState {
  readonly state: 'published' | 'unchanged';
  readonly serial: number;
  readonly editions: number;
}

export async function publish(options: PublishOptions): Promise<PublishedState> {
  const { store, directory, say } = options;
  // Before anything is locked: what may not be published must leave no trace.
  const { sample } = requireCatalogue(directory);
  if (sample && !options.sample)
    throw new StoreError(
      `${directory}: holds the synthetic sample, which is no statistics\n  publish it with --sample if that is what you want`,
    );
  if (!options.newStore) await requireStore(store);
  const unlock = lock(directory, say);
  try {
    return await store.exclusively(async () => {
      if (options.newStore) await store.begin();
      return bring(options);
    });
  } finally {
    unlock();
  }
}

async function bring({ store, directory, progress }: PublishOptions): Promise<PublishedState> {
  const bytes = readFileSync(join(directory, catalogueFile));
  const catalogue = requireCatalogue(directory);
  const there = await catalogueOf(store);
  requireOurs(directory, catalogue, sha256(bytes), store.name, there);
  const isThere = there?.digest === sha256(bytes);

  let editions = 0;
  if (!isThere) {
    await bringSnapshots(store, directory, progress);
    for (const edition of catalogue.editions) {
      progress(`${edition.source} ${edition.release}: publishing`);
      if (
        await bringEdition(
          store,
          directory,
          edition,
          there?.catalogue.editions.find(({ id }) => id === edition.id),
        )
      )
        editions += 1;
    }
    if (!(await store.replaceCatalogue(bytes, there?.digest ?? null))) throw movedOn(store.name, directory);
  }
  const { recordsOnly, snapshotsLeft } = readOrigin(directory) ?? { recordsOnly: [], snapshotsLeft: [] };
  writeOrigin(directory, { serial: catalogue.serial, sha256: sha256(bytes), recordsOnly, snapshotsLeft });
  await clearOld(store, catalogue);
  await bringBundle(store, directory, catalogue);
  return { state: isThere ? 'unchanged' : 'published', serial: catalogue.serial, editions };
}

async function catalogueOf(store: Store): Promise<{ catalogue: Catalogue; digest: string } | null> {
  const bytes = await store.read(catalogueFile);
  return bytes === null
    ? null
    : { catalogue: parseCatalogue(new TextDecoder().decode(bytes), `${store.name}/${catalogueFile}`), digest: sha256(bytes) };
}

/** Refuses where the store's catalogue is not the one that the directory's goes back to. */
function requireOurs(
  directory: string,
  { sample, previous }: Catalogue,
  digest: string,
  store: string,
  there: { catalogue: Catalogue; digest: string } | null,
): void {
  if (there === null) return;
  if (there.catalogue.sample !== sample)
    throw new StoreError(
      `${store}: holds ${there.catalogue.sample ? 'the synthetic sample' : 'real data'}, and the other must never lie beside it`,
    );
  const known = [digest, previous, readOrigin(directory)?.sha256];
  if (!known.includes(there.digest)) throw movedOn(store, directory);
}

function movedOn(store: string, directory: string): StoreError {
  return new StoreError(
    `${store}: its catalogue is not the one that ${directory} goes back to, so somebody else has published since\n  pull into an empty --out, and do there again what is missing`,
  );
}

async function bringSnapshots(store: Store, directory: string, progress: (doing: string) => void): Promise<void> {
  const root = join(directory, 'snapshots');
  if (!existsSync(root)) return;
  const listed = new Set(await store.list('snapshots'));
  for (const { path, isFile } of filesBeneath(root)) {
    const name = `snapshots/${path}`;
    const digest = /^[a-z-]+\/([0-9a-f]{64})(?:\.json)?$/.exec(path)?.[1];
    // Half a file of a killed compile bears a temporary name, and is nobody's.
    if (/\.tmp-\d+$/.test(path)) continue;
    if (!isFile || digest === undefined)
      throw new StoreError(`${directory}/${name}: is no plain file with the name of a snapshot or its sidecar`);
    const bytes = readFileSync(join(root, path));
    if (path.endsWith('.json')) {
      const there = await store.read(name);
      if (there !== null && bytes.equals(there)) continue;
      // What another writer has noted there stays, also where it is not known here.
      await store.replace(
        name,
        there === null ? bytes : mergedSidecar(there, `${store.name}/${name}`, bytes, `${directory}/${name}`, digest),
      );
    } else if (!listed.has(name)) {
      progress(`${name}: publishing`);
      if (sha256(bytes) !== digest)
        throw new StoreError(`${directory}/${name}: its bytes do not agree with its name; download the release again`);
      await store.create([{ path: name, bytes: () => bytes }]);
    }
  }
}

/** Brings an edition that the store lacks, checked as a whole before its first byte goes; true where anything was brought. */
async function bringEdition(
  store: Store,
  directory: string,
  edition: CatalogueEdition,
  known: CatalogueEdition | undefined,
): Promise<boolean> {
  const shelf = shelfOf(edition);
  const place = `${shelf}/${edition.id}`;
  const found = await store.read(`${place}/edition.json`);
  if (found !== null) {
    const record = checkRecord(found, edition);
    if (typeof record === 'string')
      throw new StoreError(`${store.name}/${place}/edition.json: ${record}; the store must never have other bytes under an id`);
    // The record comes last, so where it is all is, but for an edition that was pruned there and has been compiled again here.
    if (edition.pruned || known?.pruned !== true) return false;
  }
  const fault = faultOfEdition(directory, shelf, edition, edition.pruned ? 'record' : 'whole');
  if (fault !== null) throw new StoreError(`${directory}/${fault}; nothing of this edition has been published`);
  const local = join(directory, place);
  const record = checkRecord(readFileSync(join(local, 'edition.json')), edition);
  if (typeof record === 'string') throw new StoreError(`${directory}/${place}/edition.json: ${record}`);
  const documents = edition.pruned ? [] : record.files.map(({ file }) => requireSafePath(file, `${directory}/${place}/edition.json`));
  await store.create(
    [...documents, 'edition.json'].map((file) => ({ path: `${place}/${file}`, bytes: () => readFileSync(join(local, file)) })),
  );
  return true;
}

/** Brings the newest bundle, and takes away the one before, which may hold what has been withdrawn since. It follows the catalogue that it is made of. */
async function bringBundle(store: Store, directory: string, { editions }: Catalogue): Promise<void> {
  const folder = join(directory, bundlesFolder);
  const withdrawn = new Set(editions.filter(({ state }) => state === 'withdrawn').map(({ id }) => id));
  const isPublic = (bundle: Latest) => !bundle.editions.some(({ id }) => withdrawn.has(id));
  const latest = readLatest(folder);
  if (latest === null || !isPublic(latest)) {
    const there = await store.read(`${bundlesFolder}/${latestFile}`);
    if (there !== null && !isPublic(parseLatest(new TextDecoder().decode(there), `${store.name}/${bundlesFolder}/${latestFile}`)))
      await store.clear(bundlesFolder, []);
    return;
  }
  await store.create([{ path: `${bundlesFolder}/${latest.file}`, bytes: () => readFileSync(join(folder, latest.file)) }]);
  const text = readFileSync(join(folder, latestFile));
  if (!text.equals((await store.read(`${bundlesFolder}/${latestFile}`)) ?? Buffer.alloc(0)))
    await store.replace(`${bundlesFolder}/${latestFile}`, text);
  await store.clear(bundlesFolder, [latest.file, latestFile]);
}

/** Removes what the catalogue says is no longer there: documents that were pruned, and held copies of what has been published. */
async function clearOld(store: Store, { editions }: Catalogue): Promise<void> {
  for (const edition of editions) {
    if (edition.pruned) await store.clear(`${shelfOf(edition)}/${edition.id}`, ['edition.json']);
    await store.clear(`${shelfOf(edition) === 'editions' ? 'quarantine' : 'editions'}/${edition.id}`, null);
  }
}
