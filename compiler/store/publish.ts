// Publishes a data directory to a store: snapshots, editions (each with its record last), then the
// catalogue, only if nobody else has changed it. After an interrupted run the store serves the old
// editions, and the next run completes it.
import { catalogueFile, refuseSample } from '../edition/data-directory.ts';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Catalogue } from '#schemas/catalogue.ts';
import { recordsFolder } from '#schemas/divided-catalogue.ts';
import { latestFile, logoFile } from '#schemas/stored-files.ts';
import { sources } from '#sources/index.ts';
import {
  type Latest,
  bundlesFolder,
  parseLatest,
  readLatest,
  readableLatest,
} from '../bundle/latest.ts';
import { recordFilesIn, requireCatalogue } from '../edition/catalogue.ts';
import { digestOfFile, sha256 } from '../edition/digest.ts';
import { isListed } from '../edition/listed-content.ts';
import { checkRecord, faultOfTitleModel, placeOfTitleModel } from '../edition/edition-record.ts';
import { filesBeneath } from '../edition/files.ts';
import {
  type ListedEdition,
  type WholeEdition,
  listedEditions,
  snapshotsOf,
  wholeEdition,
} from '../edition/listed-files.ts';
import { locked } from '../edition/lock.ts';
import { keptLogo } from '../edition/logo.ts';
import { readOrigin, writeOrigin } from '../edition/origin.ts';
import {
  type SnapshotPath,
  keptManifests,
  manifestWithout,
  mergedManifest,
  parseManifest,
  parseSnapshotPath,
} from '../release/manifests.ts';
import type { ShowProgress } from '../release/run.ts';
import { isWholeSnapshot, neededSnapshots, originalOf } from '../release/snapshots.ts';
import { count, number } from '../report/report.ts';
import { type StoredCatalogue, catalogueOf } from './stored-catalogue.ts';
import {
  DamagedFileError,
  type Store,
  StoreError,
  requireSafePath,
  requireStore,
} from './store.ts';

export interface PublishOptions {
  readonly store: Store;
  readonly directory: string;
  readonly sample: boolean;
  readonly newStore?: boolean;
  /**
   * Compare every file of the store with the one here, and put back what is damaged or missing
   * there.
   */
  readonly repair?: boolean;
  readonly progress: ShowProgress;
  /** For a log: a line when the copying of an edition begins, and one when it ends. */
  readonly note?: (line: string) => void;
  readonly say: (line: string) => void;
}

export interface Published {
  readonly state: 'published' | 'unchanged';
  readonly serial: number;
  readonly editions: number;
  /** The files that a repair has put back in the store. */
  readonly repaired: readonly string[];
}

export async function publish(options: PublishOptions): Promise<Published> {
  const { store, directory, say } = options;
  // Before any lock, so that a refused run leaves no trace.
  refuseSample(directory, requireCatalogue(directory), options.sample, 'publish');
  if (!options.newStore) await requireStore(store);
  return locked(directory, say, () =>
    store.exclusively(async () => {
      if (options.newStore) await store.begin();
      return publishLocked(options);
    }),
  );
}

async function publishLocked({
  store,
  directory,
  repair = false,
  progress,
  note = () => {},
}: PublishOptions): Promise<Published> {
  const bytes = readFileSync(join(directory, catalogueFile));
  const digest = sha256(bytes);
  const catalogue = requireCatalogue(directory);
  const storedCatalogue = await catalogueOf(store, directory);
  requireOurs(directory, catalogue, digest, store.name, storedCatalogue);
  const repaired =
    repair && storedCatalogue !== null
      ? await repairStore(store, directory, storedCatalogue, progress)
      : [];
  const isPublished = storedCatalogue?.digest === digest;
  let editions = 0;
  if (!isPublished) {
    await putSnapshots(store, directory, { progress, note });
    const editionsHere = listedEditions(catalogue.editions);
    editions = await sendEditions(
      { store, directory, progress, note },
      editionsHere,
      storedCatalogue,
    );
    await putTitleModel(store, directory, catalogue);
    await createRecords(store, directory);
    if (!(await store.replaceCatalogue(bytes, storedCatalogue?.digest ?? null)))
      throw movedOn(store.name, directory);
  }
  writeOrigin(directory, {
    recordsOnly: [],
    snapshotsLeft: [],
    ...readOrigin(directory),
    serial: catalogue.serial,
    sha256: digest,
  });
  const logo = keptLogo(directory);
  if (logo !== null) await putIfOther(store, logoFile, logo);
  await clearEditions(store, catalogue, storedCatalogue);
  await clearSnapshots(store, directory, catalogue);
  // A worker that has just read the catalogue before still looks for its records.
  await store.clear(recordsFolder, [
    ...recordFilesIn(directory).map(({ file }) => file),
    ...(storedCatalogue?.records.keys() ?? []),
  ]);
  await putBundle(store, directory, catalogue);
  return {
    state: isPublished ? 'unchanged' : 'published',
    serial: catalogue.serial,
    editions,
    repaired,
  };
}

/** Publishes the editions that the store lacks, and returns how many they were. */
async function sendEditions(
  {
    store,
    directory,
    progress,
    note,
  }: Required<Pick<PublishOptions, 'store' | 'directory' | 'progress' | 'note'>>,
  editions: readonly ListedEdition[],
  storedCatalogue: StoredCatalogue | null,
): Promise<number> {
  const prunedInStore = new Set(
    storedCatalogue?.catalogue.editions.filter(({ pruned }) => pruned).map(({ id }) => id),
  );
  let sent = 0;
  for (const [done, listedEdition] of editions.entries()) {
    const { source, release, id } = listedEdition.edition;
    const place = `${source} ${release}`;
    progress(`${place}: copying`, { done, of: editions.length, what: 'editions' });
    const isSent = await sendEdition(store, directory, listedEdition, {
      wasPruned: prunedInStore.has(id),
      begin: (files) => note(`${place}: copying ${count(files, 'file')}`),
    });
    if (!isSent) continue;
    sent += 1;
    note(`${place}: copied`);
  }
  return sent;
}

async function putTitleModel(
  store: Store,
  directory: string,
  { titleModel }: Catalogue,
): Promise<void> {
  const fault = faultOfTitleModel(directory, titleModel);
  if (fault !== null) throw new StoreError(`${directory}/${fault}`);
  if (titleModel === null) return;
  const path = placeOfTitleModel(titleModel);
  await putIfOther(store, path, readFileSync(join(directory, path)));
}

/** Puts the files of records. Their names have their digests, so none replaces another. */
async function createRecords(store: Store, directory: string): Promise<void> {
  const paths = recordFilesIn(directory).map(({ file }) => `${recordsFolder}/${file}`);
  await store.create(
    paths.map((path) => ({ path, bytes: () => readFileSync(join(directory, path)) })),
  );
}

/**
 * Removes editions that were pruned, and the copies of those that were accepted or compiled since.
 */
async function clearEditions(
  store: Store,
  { editions, titleModel }: Catalogue,
  storedCatalogue: StoredCatalogue | null,
): Promise<void> {
  const models = [titleModel, storedCatalogue?.catalogue.titleModel].flatMap(
    (model) => model?.id ?? [],
  );
  const listed = listedEditions(editions);
  for (const folder of ['editions', 'quarantine']) {
    const kept = listed
      .filter(({ place }) => dirname(place) === folder)
      .map(({ edition }) => edition.id);
    await store.clear(folder, [...kept, ...models]);
  }
}

/** Throws StoreError if the directory's catalogue did not start from the store's. */
function requireOurs(
  directory: string,
  { sample, previous }: Catalogue,
  digest: string,
  store: string,
  storedCatalogue: StoredCatalogue | null,
): void {
  if (storedCatalogue === null) return;
  if (storedCatalogue.catalogue.sample !== sample)
    throw new StoreError(
      `${store}: holds ` +
        `${storedCatalogue.catalogue.sample ? 'the synthetic sample' : 'real data'}, and ` +
        'the two must never be in the same store',
    );
  if (![digest, previous, readOrigin(directory)?.sha256].includes(storedCatalogue.digest))
    throw movedOn(store, directory);
}

function movedOn(store: string, directory: string): StoreError {
  return new StoreError(
    `${store}: somebody else has published since ${directory} was last pulled or published\n  ` +
      'pull into an empty --data, and repeat your changes there',
  );
}

async function putIfOther(store: Store, path: string, bytes: Uint8Array): Promise<void> {
  const storedBytes = await store.read(path);
  if (storedBytes === null || !Buffer.from(bytes).equals(storedBytes))
    await store.replace(path, bytes);
}

async function putSnapshots(
  store: Store,
  directory: string,
  { progress, note }: Required<Pick<PublishOptions, 'progress' | 'note'>>,
): Promise<void> {
  const root = join(directory, 'snapshots');
  if (!existsSync(root)) return;
  const known = new Set(await store.list('snapshots'));
  const files = filesBeneath(root);
  let copied = 0;
  for (const [done, { path, isFile }] of files.entries()) {
    const name = `snapshots/${path}`;
    // A killed compile leaves an unfinished file with a temporary name.
    if (/\.tmp-\d+$/.test(path)) continue;
    const snapshot = isFile ? parseSnapshotPath(name) : null;
    if (snapshot === null)
      throw new StoreError(
        `${directory}/${name}: is not a plain file with the name of a snapshot or of a release`,
      );
    const bytes = readFileSync(join(root, path));
    if (snapshot.release !== null) {
      await putManifest(store, name, { bytes, place: `${directory}/${name}` }, snapshot);
      continue;
    }
    if (known.has(name)) continue;
    if (copied === 0) note("publishers' files: copying begins");
    copied += 1;
    progress(`${name}: copying`, { done, of: files.length, what: "publishers' files" });
    if (originalOf(bytes, snapshot.digest) === null)
      throw new StoreError(
        `${directory}/${name}: its hash differs from its name\n  ` +
          `lmi update --source ${snapshot.source} downloads it again, if its publisher still ` +
          'has it',
      );
    await store.create([{ path: name, bytes: () => bytes }]);
  }
  if (copied > 0) note(`publishers' files: ${number(copied)} copied`);
}

/** Puts a manifest into the store. What other writers have noted in it stays. */
async function putManifest(
  store: Store,
  path: string,
  local: { readonly bytes: Buffer; readonly place: string },
  release: { readonly source: string; readonly release: string },
): Promise<void> {
  const storedBytes = await store.read(path);
  if (storedBytes === null) return store.replace(path, local.bytes);
  if (local.bytes.equals(storedBytes)) return;
  const stored = { bytes: storedBytes, place: `${store.name}/${path}` };
  await store.replace(path, mergedManifest(release, stored, local));
}

/**
 * Puts back the store's editions, snapshots and bundle that differ from their digests, as far as
 * they are whole here. The catalogue and the records say which bytes are right, so nothing gets
 * other bytes than were published.
 */
async function repairStore(
  store: Store,
  directory: string,
  { catalogue, records }: StoredCatalogue,
  progress: ShowProgress,
): Promise<string[]> {
  const repaired: string[] = [];
  const mend = async (
    path: string,
    bytes: Uint8Array,
    isSame = (storedBytes: Uint8Array) => Buffer.from(bytes).equals(storedBytes),
  ) => {
    const storedBytes = await store.read(path).catch((error: unknown) => {
      if (error instanceof DamagedFileError) return new Uint8Array();
      throw error;
    });
    if (storedBytes !== null && isSame(storedBytes)) return;
    await store.replace(path, bytes);
    repaired.push(`${path} (${storedBytes === null ? 'was missing' : 'was damaged'})`);
  };
  const mendFromHere = (path: string, isSame?: (storedBytes: Uint8Array) => boolean) =>
    mend(path, readFileSync(join(directory, path)), isSame);
  for (const listedEdition of listedEditions(catalogue.editions)) {
    const { source, release } = listedEdition.edition;
    progress(`${source} ${release}: comparing`);
    const here = await wholeEdition(directory, listedEdition);
    if (typeof here !== 'string')
      for (const entry of here.files)
        await mendFromHere(entry.file, (bytes) => isListed(entry, bytes));
  }
  for (const [file, whole] of records) await mend(`${recordsFolder}/${file}`, whole);
  // The store may hold a snapshot packed, and this machine not, or the other way round.
  for (const { path } of snapshotsOf(directory, catalogue.editions))
    if (isWholeSnapshot(join(directory, path)))
      await mendFromHere(path, (storedBytes) => originalOf(storedBytes, basename(path)) !== null);
  const latest = readableLatest(join(directory, bundlesFolder));
  const bundle = `${bundlesFolder}/${latest?.file}`;
  if (latest !== null && digestOfFile(join(directory, bundle)) === latest.sha256)
    await mendFromHere(bundle);
  return repaired;
}

/**
 * Publishes an edition that the store lacks, after checking the whole of it. True if anything was
 * written.
 */
async function sendEdition(
  store: Store,
  directory: string,
  listed: ListedEdition,
  { wasPruned, begin }: { readonly wasPruned: boolean; readonly begin: (files: number) => void },
): Promise<boolean> {
  const { edition, place, extent } = listed;
  const path = `${place}/edition.json`;
  const storedBytes = await store.read(path);
  if (storedBytes !== null) {
    const { record: _digest, ...documentsOnly } = edition;
    const fault = checkRecord(storedBytes, documentsOnly);
    if (typeof fault === 'string')
      throw new StoreError(
        `${store.name}/${path}: ${fault}; an id in the store must never get other bytes\n  ` +
          'if it is damaged: lmi publish --repair',
      );
    // The record comes last, so an edition with a record is complete, except one that was pruned
    // there and compiled again here.
    if (extent === 'record' || !wasPruned) {
      if (typeof checkRecord(storedBytes, edition) !== 'string') return false;
      // The same documents under a record that was damaged, or that other code has written again.
      const { bytes } = await requireWhole(directory, { ...listed, extent: 'record' });
      await store.replace(path, bytes);
      return true;
    }
  }
  const { files } = await requireWhole(directory, listed);
  begin(files.length);
  await store.create(
    files.map((entry) => ({
      path: requireSafePath(entry.file, `${directory}/${path}`),
      bytes: () => readFileSync(join(directory, entry.file)),
      isSame: (bytes) => isListed(entry, bytes),
    })),
  );
  return true;
}

async function requireWhole(directory: string, listed: ListedEdition): Promise<WholeEdition> {
  const here = await wholeEdition(directory, listed);
  if (typeof here === 'string')
    throw new StoreError(
      `${directory}/${here}; nothing of this edition was published\n  lmi verify names the repair`,
    );
  return here;
}

/** Drops the files of these digests from a manifest of the store, as pruning has done here. */
async function forgetInStore(
  store: Store,
  { source, release }: { readonly source: string; readonly release: string },
  isRemoved: (digest: string) => boolean,
): Promise<void> {
  const path = `snapshots/${source}/${release}.json`;
  const bytes = await store.read(path);
  if (bytes === null) return;
  const manifest = parseManifest(bytes, `${store.name}/${path}`, source, release);
  const left = manifestWithout(manifest, isRemoved);
  if (left !== null && !Buffer.from(bytes).equals(left)) await store.replace(path, left);
}

/**
 * Publishes the newest bundle after the catalogue, and removes the one before, which may hold an
 * edition that was withdrawn since.
 */
async function putBundle(store: Store, directory: string, { editions }: Catalogue): Promise<void> {
  const folder = join(directory, bundlesFolder);
  const withdrawn = new Set(
    editions.filter(({ state }) => state === 'withdrawn').map(({ id }) => id),
  );
  const isPublic = (bundle: Latest) => !bundle.editions.some(({ id }) => withdrawn.has(id));
  const latest = readLatest(folder);
  const latestPath = `${bundlesFolder}/${latestFile}`;
  const place = `${store.name}/${bundlesFolder}/${latestFile}`;
  if (latest !== null && isPublic(latest)) {
    await store.create([
      {
        path: `${bundlesFolder}/${latest.file}`,
        bytes: () => readFileSync(join(folder, latest.file)),
      },
    ]);
    await putIfOther(store, latestPath, readFileSync(join(folder, latestFile)));
    return store.clear(bundlesFolder, [latest.file, latestFile]);
  }
  const storedBytes = await store.read(latestPath);
  if (storedBytes === null) return;
  const repair = 'lmi bundle, and then lmi publish, replace it';
  const stored = parseLatest(new TextDecoder().decode(storedBytes), place, repair);
  if (!isPublic(stored)) await store.clear(bundlesFolder, []);
}

/**
 * Removes the snapshots and manifests that were pruned here: no kept edition needs them, and no
 * manifest here names them. A pull brings every manifest of the store, so a source without any
 * manifest here was not pulled, and its snapshots stay.
 */
async function clearSnapshots(
  store: Store,
  directory: string,
  { editions }: Catalogue,
): Promise<void> {
  const needed = neededSnapshots(directory, sources, editions);
  const storedFiles: (SnapshotPath & { readonly name: string })[] = [];
  for (const path of await store.list('snapshots')) {
    const snapshot = parseSnapshotPath(path);
    if (snapshot !== null) storedFiles.push({ name: basename(path), ...snapshot });
  }
  for (const [source, filesOfSource] of Map.groupBy(storedFiles, (file) => file.source)) {
    let isUnread = false;
    const manifests = keptManifests(directory, source, () => {
      isUnread = true;
    });
    // A manifest that cannot be read may name any of them.
    if (manifests.length === 0 || isUnread) continue;
    const releases = new Set(manifests.map(({ release }) => release));
    const namedDigests = new Set(
      manifests.flatMap(({ files }) => files.map((file) => file.sha256)),
    );
    const isKept = (digest: string) =>
      namedDigests.has(digest) || needed.has(`${source}/${digest}`);
    const kept = filesOfSource
      .filter(({ digest, release }) => (digest === null ? releases.has(release) : isKept(digest)))
      .map(({ name }) => name);
    if (kept.length === filesOfSource.length) continue;
    await store.clear(`snapshots/${source}`, kept);
    for (const { name, release } of filesOfSource)
      if (release !== null && kept.includes(name))
        await forgetInStore(store, { source, release }, (digest) => !isKept(digest));
  }
}
