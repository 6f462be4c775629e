// Publishes a data directory to a store: snapshots, editions (each with its record last), then the catalogue, only if nobody else has
// changed it. After an interrupted run the store serves the old editions, and the next run completes it.
import { type EditionFolder, folderOf, catalogueFile } from '../edition/data-directory.ts';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Catalogue, CatalogueEdition } from '#schemas/catalogue.ts';
import { latestFile } from '#schemas/stored-files.ts';
import { recordsFolder } from '#schemas/divided-catalogue.ts';
import type { Latest } from '../bundle/format.ts';
import { bundlesFolder, parseLatest, readLatest, readableLatest } from '../bundle/latest.ts';
import { isWhole, keptSidecars } from '../release/snapshots.ts';
import { originalOf } from '../release/stored-snapshot.ts';
import { sha256 } from '../edition/digest.ts';
import { recordFilesIn, requireCatalogue } from '../edition/catalogue.ts';
import { checkRecord, faultOfEdition, isTitleModelWhole, placeOfTitleModel } from '../edition/edition-record.ts';
import { filesBeneath } from '../edition/files.ts';
import { lock } from '../edition/lock.ts';
import { logoFiles } from '../edition/logo.ts';
import { mergedSidecar } from './merged-sidecar.ts';
import { readOrigin, writeOrigin } from './origin.ts';
import { type StoredCatalogue, catalogueOf } from './stored-catalogue.ts';
import { neededSnapshots } from '../release/prunable-snapshots.ts';
import { sources } from '#sources/index.ts';
import { DamagedFileError, type Store, StoreError, requireSafePath, requireStore } from './store.ts';

export interface PublishOptions {
  readonly store: Store;
  readonly directory: string;
  /** Publish even if it is the synthetic sample. */
  readonly sample: boolean;
  /** Start a new store there, with a new history. */
  readonly newStore?: boolean;
  /** Compare every file of the store with the one here, and put back what is damaged or missing there. */
  readonly repair?: boolean;
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
  // Before any lock, so that a refused run leaves no trace.
  const { sample } = requireCatalogue(directory);
  if (sample && !options.sample)
    throw new StoreError(
      `${directory}: holds the synthetic sample, which is not statistics\n  publish it with --sample if that is what you want`,
    );
  if (!options.newStore) await requireStore(store, directory);
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

async function bring(options: PublishOptions): Promise<PublishedState> {
  const { store, directory, progress } = options;
  const bytes = readFileSync(join(directory, catalogueFile));
  const catalogue = requireCatalogue(directory);
  const there = await catalogueOf(store, directory);
  requireOurs(directory, catalogue, sha256(bytes), store.name, there);
  if (options.repair && there !== null) await repairStore(store, directory, there, progress);
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
    await bringTitleModel(store, directory, catalogue);
    await bringRecords(store, directory);
    if (!(await store.replaceCatalogue(bytes, there?.digest ?? null))) throw movedOn(store.name, directory);
  }
  const { recordsOnly, snapshotsLeft } = readOrigin(directory) ?? { recordsOnly: [], snapshotsLeft: [] };
  writeOrigin(directory, { serial: catalogue.serial, sha256: sha256(bytes), recordsOnly, snapshotsLeft });
  await bringLogo(store, directory);
  await clearOld(store, catalogue);
  await clearSnapshots(store, directory, catalogue);
  // A worker that has just read the catalogue before still looks for its records.
  await store.clear(recordsFolder, [...recordFilesIn(directory).map(({ file }) => file), ...(there?.records.keys() ?? [])]);
  await bringBundle(store, directory, catalogue);
  return { state: isThere ? 'unchanged' : 'published', serial: catalogue.serial, editions };
}

/** Publishes the records of the editions. Their names have their digests, so those of the catalogue before stay as they are. */
async function bringRecords(store: Store, directory: string): Promise<void> {
  const path = (file: string) => `${recordsFolder}/${file}`;
  await store.create(
    recordFilesIn(directory).map(({ file }) => ({ path: path(file), bytes: () => readFileSync(join(directory, path(file))) })),
  );
}

/** Throws StoreError if the directory's catalogue did not start from the store's. */
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
      `${store}: holds ${there.catalogue.sample ? 'the synthetic sample' : 'real data'}, and the two must never be in the same store`,
    );
  const known = [digest, previous, readOrigin(directory)?.sha256];
  if (!known.includes(there.digest)) throw movedOn(store, directory);
}

function movedOn(store: string, directory: string): StoreError {
  return new StoreError(
    `${store}: somebody else has published since ${directory} was last pulled or published\n  pull into an empty --data, and repeat your changes there`,
  );
}

async function bringSnapshots(store: Store, directory: string, progress: (doing: string) => void): Promise<void> {
  const root = join(directory, 'snapshots');
  if (!existsSync(root)) return;
  const listed = new Set(await store.list('snapshots'));
  for (const { path, isFile } of filesBeneath(root)) {
    const name = `snapshots/${path}`;
    const digest = /^[a-z-]+\/([0-9a-f]{64})(?:\.json)?$/.exec(path)?.[1];
    // A killed compile leaves an unfinished file with a temporary name.
    if (/\.tmp-\d+$/.test(path)) continue;
    if (!isFile || digest === undefined)
      throw new StoreError(`${directory}/${name}: is not a plain file with the name of a snapshot or its sidecar`);
    const bytes = readFileSync(join(root, path));
    if (path.endsWith('.json')) {
      const there = await store.read(name);
      if (there !== null && bytes.equals(there)) continue;
      // The notes of other writers stay, even if they are unknown here.
      await store.replace(
        name,
        there === null ? bytes : mergedSidecar(there, `${store.name}/${name}`, bytes, `${directory}/${name}`, digest),
      );
    } else if (!listed.has(name)) {
      progress(`${name}: publishing`);
      if (originalOf(bytes, digest) === null)
        throw new StoreError(
          `${directory}/${name}: its hash differs from its name\n  lmi update --source ${path.split('/')[0]} downloads it again, if its publisher still has it`,
        );
      await store.create([{ path: name, bytes: () => bytes }]);
    }
  }
}

/**
 * Puts back the store's editions, snapshots and bundle that differ from their digests, as far as they are whole here. The catalogue and the
 * records say which bytes are right, so nothing gets other bytes than were published.
 */
async function repairStore(
  store: Store,
  directory: string,
  { catalogue, records }: StoredCatalogue,
  progress: (doing: string) => void,
): Promise<void> {
  const { editions } = catalogue;
  const mend = async (
    path: string,
    bytes: Uint8Array,
    isSame = (there: Uint8Array): boolean => Buffer.from(bytes).equals(there),
  ): Promise<void> => {
    const there = await store.read(path).catch((error: unknown) => {
      if (error instanceof DamagedFileError) return new Uint8Array();
      throw error;
    });
    if (there !== null && isSame(there)) return;
    progress(`${store.name}/${path}: ${there === null ? 'is missing' : 'is damaged'}, put back`);
    await store.replace(path, bytes);
  };
  for (const edition of editions) {
    const shelf = folderOf(edition);
    if (faultOfEdition(directory, edition, edition.pruned ? 'record' : 'whole') !== null) continue;
    const local = join(directory, shelf, edition.id);
    const bytes = readFileSync(join(local, 'edition.json'));
    const record = checkRecord(bytes, edition);
    if (typeof record === 'string') continue;
    for (const { file } of edition.pruned ? [] : record.files)
      await mend(`${shelf}/${edition.id}/${file}`, readFileSync(join(local, file)));
    await mend(`${shelf}/${edition.id}/edition.json`, bytes);
  }
  for (const [file, whole] of records) await mend(`${recordsFolder}/${file}`, whole);
  const inputs = new Set(editions.flatMap(({ source, inputs: of }) => of.map(({ sha256: digest }) => `snapshots/${source}/${digest}`)));
  // The store may hold it packed, and this machine not, or the other way round.
  for (const path of inputs)
    if (isWhole(join(directory, path)))
      await mend(path, readFileSync(join(directory, path)), (there) => originalOf(there, basename(path)) !== null);
  const folder = join(directory, bundlesFolder);
  const latest = readableLatest(folder);
  const bundle = latest === null || !existsSync(join(folder, latest.file)) ? null : readFileSync(join(folder, latest.file));
  if (latest !== null && bundle !== null && sha256(bundle) === latest.sha256) await mend(`${bundlesFolder}/${latest.file}`, bundle);
}

/** Publishes an edition that the store lacks. It checks the whole edition first. True if anything was written. */
async function bringEdition(
  store: Store,
  directory: string,
  edition: CatalogueEdition,
  known: CatalogueEdition | undefined,
): Promise<boolean> {
  const shelf = folderOf(edition);
  const place = `${shelf}/${edition.id}`;
  const found = await store.read(`${place}/edition.json`);
  const { record: _digest, ...documentsOnly } = edition;
  if (found !== null) {
    const record = checkRecord(found, documentsOnly);
    if (typeof record === 'string')
      throw new StoreError(
        `${store.name}/${place}/edition.json: ${record}; an id in the store must never get other bytes\n  if it is damaged: lmi publish --repair`,
      );
    // The record comes last, so an edition with a record is complete, except one that was pruned there and compiled again here.
    if (edition.pruned || known?.pruned !== true) {
      // The same documents under a record that was damaged, or that other code has written again.
      const isSame = typeof checkRecord(found, edition) !== 'string';
      if (!isSame) await store.replace(`${place}/edition.json`, wholeRecord(directory, shelf, edition));
      return !isSame;
    }
  }
  const fault = faultOfEdition(directory, edition, edition.pruned ? 'record' : 'whole');
  if (fault !== null) throw new StoreError(`${directory}/${fault}; nothing of this edition was published`);
  const local = join(directory, place);
  const record = checkRecord(readFileSync(join(local, 'edition.json')), edition);
  if (typeof record === 'string') throw new StoreError(`${directory}/${place}/edition.json: ${record}`);
  const documents = edition.pruned ? [] : record.files.map(({ file }) => requireSafePath(file, `${directory}/${place}/edition.json`));
  await store.create(
    [...documents, 'edition.json'].map((file) => ({ path: `${place}/${file}`, bytes: () => readFileSync(join(local, file)) })),
  );
  return true;
}

/** The bytes of an edition.json that is as published. */
function wholeRecord(directory: string, shelf: EditionFolder, edition: CatalogueEdition): Uint8Array {
  const fault = faultOfEdition(directory, edition, 'record');
  if (fault !== null) throw new StoreError(`${directory}/${fault}; nothing of this edition was published`);
  return readFileSync(join(directory, shelf, edition.id, 'edition.json'));
}

/** Publishes the model of job titles, unless the store has it. */
async function bringTitleModel(store: Store, directory: string, { titleModel }: Catalogue): Promise<void> {
  if (titleModel === null) return;
  const path = placeOfTitleModel(titleModel);
  if (!isTitleModelWhole(directory, titleModel))
    throw new StoreError(`${directory}/${path}: is missing or damaged\n  lmi compile learns it again`);
  const bytes = readFileSync(join(directory, path));
  const there = await store.read(path);
  if (there === null) await store.create([{ path, bytes: () => bytes }]);
  else if (!bytes.equals(there)) await store.replace(path, bytes);
}

/** Publishes the logo that the operator has supplied. The record comes last. */
async function bringLogo(store: Store, directory: string): Promise<void> {
  for (const { path, bytes } of logoFiles(directory)) {
    const there = await store.read(path);
    if (there === null || !Buffer.from(bytes).equals(there)) await store.replace(path, bytes);
  }
}

/** Publishes the newest bundle after the catalogue, and removes the one before, which may hold an edition that was withdrawn since. */
async function bringBundle(store: Store, directory: string, { editions }: Catalogue): Promise<void> {
  const folder = join(directory, bundlesFolder);
  const withdrawn = new Set(editions.filter(({ state }) => state === 'withdrawn').map(({ id }) => id));
  const isPublic = (bundle: Latest) => !bundle.editions.some(({ id }) => withdrawn.has(id));
  const latest = readLatest(folder);
  if (latest === null || !isPublic(latest)) {
    const there = await store.read(`${bundlesFolder}/${latestFile}`);
    if (
      there !== null &&
      !isPublic(
        parseLatest(
          new TextDecoder().decode(there),
          `${store.name}/${bundlesFolder}/${latestFile}`,
          'lmi bundle, and then lmi publish, replace it',
        ),
      )
    )
      await store.clear(bundlesFolder, []);
    return;
  }
  await store.create([{ path: `${bundlesFolder}/${latest.file}`, bytes: () => readFileSync(join(folder, latest.file)) }]);
  const text = readFileSync(join(folder, latestFile));
  if (!text.equals((await store.read(`${bundlesFolder}/${latestFile}`)) ?? Buffer.alloc(0)))
    await store.replace(`${bundlesFolder}/${latestFile}`, text);
  await store.clear(bundlesFolder, [latest.file, latestFile]);
}

/** Removes documents that were pruned, and the quarantined copies of editions that were published. */
async function clearOld(store: Store, { editions }: Catalogue): Promise<void> {
  for (const edition of editions) {
    if (edition.pruned) await store.clear(`${folderOf(edition)}/${edition.id}`, ['edition.json']);
    await store.clear(`${folderOf(edition) === 'editions' ? 'quarantine' : 'editions'}/${edition.id}`, null);
  }
}

/**
 * Removes the snapshots that were pruned here: no kept edition needs them, and their sidecar is gone. A pull brings every sidecar of the store,
 * so a source without any sidecar here was not pulled, and its snapshots stay.
 */
async function clearSnapshots(store: Store, directory: string, { editions }: Catalogue): Promise<void> {
  const needed = neededSnapshots(sources, editions);
  const names = (await store.list('snapshots')).flatMap((path) => {
    const [, source, name, digest] = /^snapshots\/([a-z-]+)\/(([0-9a-f]{64})(?:\.json)?)$/.exec(path) ?? [];
    return source === undefined || name === undefined || digest === undefined ? [] : [{ source, name, digest }];
  });
  for (const [source, own] of Map.groupBy(names, (of) => of.source)) {
    const known = new Set(keptSidecars(directory, source).map(({ sha256: digest }) => digest));
    const kept = own.filter(({ digest }) => known.has(digest) || needed.has(`${source}/${digest}`));
    if (known.size > 0 && kept.length < own.length)
      await store.clear(
        `snapshots/${source}`,
        kept.map(({ name }) => name),
      );
  }
}
