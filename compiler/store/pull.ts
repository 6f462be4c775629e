// Pulls from a store: the catalogue, the record of every edition that is kept, the
// documents that a request can reach, and the snapshots that compiling needs. Every file is checked
// against its hash, and the catalogue comes last, so an interrupted pull can simply be repeated.
import type { ShowProgress } from '../release/run.ts';
import { count } from '../report/report.ts';
import { folderOf } from '../edition/data-directory.ts';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Catalogue, CatalogueEdition } from '#schemas/catalogue.ts';
import { recordsFolder } from '#schemas/divided-catalogue.ts';
import { logoFile } from '#schemas/stored-files.ts';
import { isPacked } from '#schemas/stored-tables.ts';
import type { Source } from '#sources/kit/source.ts';
import { placeCatalogue, readCatalogueAlone, requireUnchanged } from '../edition/catalogue.ts';
import { sha256 } from '../edition/digest.ts';
import { isListed } from '../edition/listed-content.ts';
import {
  placeEdition,
  removeLeftovers,
  temporaryPrefix,
  removeEdition,
  settleFolders,
} from '../edition/edition-directory.ts';
import { editionsInUse, pinnableEditions, withNeeds } from '../edition/editions-in-use.ts';
import { checkRecord, faultOfTitleModel, placeOfTitleModel } from '../edition/edition-record.ts';
import { placeFile, plainPlace, writeNew } from '../edition/files.ts';
import {
  type ListedEdition,
  type ListedFile,
  listedEditions,
  snapshotsOf,
  wholeEdition,
} from '../edition/listed-files.ts';
import { locked } from '../edition/lock.ts';
import { keptLogo } from '../edition/logo.ts';
import { type Origin, readOrigin, writeOrigin } from '../edition/origin.ts';
import { mergedManifest, parseSnapshotPath } from '../release/manifests.ts';
import { isWholeSnapshot, originalOf } from '../release/snapshots.ts';
import { type StoredCatalogue, catalogueOf } from './stored-catalogue.ts';
import { type Store, StoreError, atOnce, requireSafePath, requireStore } from './store.ts';

export interface PullOptions {
  readonly store: Store;
  readonly directory: string;
  readonly sources: readonly Source[];
  readonly all: boolean;
  /** Take a catalogue that is older than the one held. */
  readonly older?: boolean;
  /** What to do instead, if the store must hold real data. Without it the sample is fetched too. */
  readonly repairOfSample?: string;
  readonly progress: ShowProgress;
  /** For a log: a line for each edition that was fetched. */
  readonly note?: (line: string) => void;
  readonly say: (line: string) => void;
}

/**
 * `empty`: the store is new and holds nothing yet. `ahead`: the directory has what the store has,
 * and its own changes.
 */
export interface Pulled {
  readonly state: 'pulled' | 'unchanged' | 'ahead' | 'empty';
  readonly serial: number | null;
  readonly editions: number;
  readonly files: number;
}

export async function pull(options: PullOptions): Promise<Pulled> {
  const { store, directory, say } = options;
  const storedCatalogue = await catalogueOf(store, directory);
  if (storedCatalogue === null) {
    await requireStore(store);
    return { state: 'empty', serial: null, editions: 0, files: 0 };
  }
  if (options.repairOfSample !== undefined && storedCatalogue.catalogue.sample)
    throw new StoreError(
      `${store.name}: holds the synthetic sample, which is not statistics; nothing of it was ` +
        `fetched\n  ${options.repairOfSample}`,
    );
  refuseLinks(directory, options.sources);
  mkdirSync(join(directory, 'editions'), { recursive: true });
  return locked(directory, say, async () => {
    removeLeftovers(directory);
    const origin = readOrigin(directory);
    const comparison = compareWith(storedCatalogue, directory, store.name, origin);
    if (comparison === 'later' && !options.older)
      refuseOlder(storedCatalogue, directory, store.name);
    if (comparison === 'ahead') {
      const { serial } = storedCatalogue.catalogue;
      return { state: comparison, serial, editions: 0, files: 0 };
    }
    return fetchState(options, storedCatalogue, comparison);
  });
}

/**
 * Throws StoreError if a folder that a pull writes into is a link: the files would go where the
 * link points.
 */
function refuseLinks(directory: string, sources: readonly Source[]): void {
  const snapshots = sources.map(({ key }) => `snapshots/${key}`);
  const refuse = (place: string) =>
    new StoreError(
      `${place}: is a link, and a pull writes only into plain folders\n  ` +
        'put the folder itself in its place, or choose another --data',
    );
  for (const folder of ['editions', 'quarantine', recordsFolder, dirname(logoFile), ...snapshots])
    plainPlace(directory, folder, refuse, true);
}

/**
 * The store's catalogue is the same as the directory's, an earlier one ('ahead'), or a later one.
 * If both have changed, it throws StoreError and touches nothing, because either may be right.
 */
function compareWith(
  { catalogue, digest }: StoredCatalogue,
  directory: string,
  store: string,
  origin: Origin | null,
): 'same' | 'ahead' | 'later' {
  const held = readCatalogueAlone(directory);
  if (held === null) return 'later';
  if (held.digest === digest) return 'same';
  if (held.catalogue.sample !== catalogue.sample) {
    const kindOf = ({ sample }: { readonly sample: boolean }) =>
      sample ? 'the synthetic sample' : 'real data';
    throw new StoreError(
      `${directory}: holds ${kindOf(held.catalogue)}, and ${store} ${kindOf(catalogue)}\n  ` +
        'choose another --data',
    );
  }
  // The origin is written before the catalogue, so a lower serial than the origin's comes from an
  // interrupted pull.
  const isUntouched =
    origin !== null && (held.digest === origin.sha256 || held.catalogue.serial <= origin.serial);
  if (isUntouched || held.digest === catalogue.previous) return 'later';
  if (origin?.sha256 === digest || held.catalogue.previous === digest) return 'ahead';
  throw new StoreError(
    `${directory}: has changes that ${store} lacks, and the store has changed since ` +
      `(serial ${catalogue.serial})\n  ` +
      'pull into an empty --data, and repeat your changes there',
  );
}

/** A store that was restored from a backup, or an old copy, could bring withdrawn figures back. */
function refuseOlder({ catalogue }: StoredCatalogue, directory: string, store: string): void {
  const held = readCatalogueAlone(directory)?.catalogue.serial ?? 0;
  if (catalogue.serial >= held) return;
  throw new StoreError(
    `${store}: holds catalogue ${catalogue.serial}, which is older than catalogue ` +
      `${held} in ${directory}; nothing of it was kept\n  ` +
      'take the older one with lmi pull --older, if that is meant',
  );
}

async function fetchState(
  options: PullOptions,
  { catalogue, bytes, digest, records }: StoredCatalogue,
  comparison: 'same' | 'later',
): Promise<Pulled> {
  const { store, directory, sources, all } = options;
  const before = readCatalogueAlone(directory);
  const inUse = editionsInUse(sources, catalogue.editions);
  // A pin answers with the documents as they are, so their snapshots can stay in the store.
  const wanted = new Set(
    all ? catalogue.editions : [...inUse, ...pinnableEditions(sources, catalogue.editions)],
  );
  const { editions, documents, recordsOnly } = await fetchEditions(options, catalogue, wanted);
  let files = documents;
  const keep = (path: string, content: Uint8Array): void => {
    placeFile(join(directory, path), content);
    files += 1;
  };
  const editionsToCompile = all ? catalogue.editions : withNeeds(inUse, catalogue.editions);
  const neededSnapshots = snapshotsOf(directory, editionsToCompile);
  await fetchSnapshots(store, directory, neededSnapshots, keep);
  const { titleModel } = catalogue;
  if (titleModel !== null && faultOfTitleModel(directory, titleModel) !== null) {
    const path = placeOfTitleModel(titleModel);
    keep(path, await required(store, path, titleModel.sha256));
  }
  const logo = keptLogo(directory) === null ? await store.read(logoFile) : null;
  if (logo !== null) keep(logoFile, logo);
  writeOrigin(directory, {
    serial: catalogue.serial,
    sha256: digest,
    recordsOnly,
    snapshotsLeft: snapshotsLeftOf(directory, catalogue),
  });
  requireUnchanged(directory, before?.digest ?? null);
  files += placeCatalogue(directory, { text: bytes, records }, before);
  settleFolders(directory, catalogue.editions);
  return {
    state: comparison === 'same' && files === 0 ? 'unchanged' : 'pulled',
    serial: catalogue.serial,
    editions,
    files,
  };
}

interface FetchedEditions {
  /** How many editions were fetched, and how many files. */
  readonly editions: number;
  readonly documents: number;
  /** Ids of editions whose documents stay in the store. */
  readonly recordsOnly: string[];
}

/** Fetches the wanted editions whole, and the records of all others. */
async function fetchEditions(
  { store, directory, progress, note = () => {} }: PullOptions,
  catalogue: Catalogue,
  wanted: ReadonlySet<CatalogueEdition>,
): Promise<FetchedEditions> {
  const recordsOnly: string[] = [];
  let editions = 0;
  let documents = 0;
  const allListed = listedEditions(catalogue.editions);
  for (const [done, listed] of allListed.entries()) {
    const { edition } = listed;
    const place = `${edition.source} ${edition.release}`;
    progress(`${place}: fetching`, { done, of: allListed.length, what: 'editions' });
    const isWanted = wanted.has(edition);
    const files = await fetchEdition(
      store,
      directory,
      isWanted ? listed : { ...listed, extent: 'record' },
    );
    documents += files;
    if (files > 0) {
      editions += 1;
      note(`${place}: ${count(files, 'file')} fetched`);
    }
    if (!isWanted && typeof (await wholeEdition(directory, listed)) === 'string')
      recordsOnly.push(edition.id);
  }
  return { editions, documents, recordsOnly };
}

/** The snapshots of a catalogue that are not here, as source and digest. */
function snapshotsLeftOf(directory: string, { editions }: Catalogue): string[] {
  const listed = editions.filter(({ pruned }) => !pruned);
  return snapshotsOf(directory, listed)
    .filter(({ path }) => !existsSync(join(directory, path)))
    .map(({ path }) => path.slice('snapshots/'.length));
}

const documentsAtOnce = 24;

/** Fetches an edition unless it is here whole; returns the number of files. */
async function fetchEdition(
  store: Store,
  directory: string,
  listed: ListedEdition,
): Promise<number> {
  if (typeof (await wholeEdition(directory, listed)) !== 'string') return 0;
  const { edition, place, extent } = listed;
  const bytes = await required(store, `${place}/edition.json`);
  const record = checkRecord(bytes, edition);
  if (typeof record === 'string')
    throw new StoreError(
      `${store.name}/${place}/edition.json: ${record}; nothing of it was kept\n  ${repairOfStore}`,
    );
  // Not the name under which removeEdition puts a damaged one aside.
  const temporary = join(directory, 'editions', `${temporaryPrefix}pulled-${edition.id}`);
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true });
  writeNew(join(temporary, 'edition.json'), bytes);
  const documents = extent === 'whole' ? record.files : [];
  await atOnce(documents, documentsAtOnce, async (entry) => {
    const { file } = entry;
    const document = join(temporary, requireSafePath(file, `${store.name}/${place}/edition.json`));
    const content = await required(
      store,
      `${place}/${file}`,
      isPacked(file) ? undefined : entry.sha256,
    );
    if (isPacked(file) && !isListed(entry, content)) throw differs(store, `${place}/${file}`);
    mkdirSync(dirname(document), { recursive: true });
    writeNew(document, content);
  });
  removeEdition(directory, folderOf(edition), edition.id);
  placeEdition(temporary, join(directory, place));
  return documents.length + 1;
}

/**
 * Fetches the manifest of every release, because manifests say which releases are held, and the
 * snapshots that are needed.
 */
async function fetchSnapshots(
  store: Store,
  directory: string,
  needed: readonly ListedFile[],
  keep: (path: string, content: Uint8Array) => void,
): Promise<void> {
  const wanted = new Set(needed.map(({ path }) => path));
  for (const path of await store.list('snapshots')) {
    const snapshot = parseSnapshotPath(path);
    if (snapshot === null)
      throw new StoreError(`${store.name}/${path}: is not the name of a snapshot or of a release`);
    const { source, digest, release } = snapshot;
    const target = join(directory, path);
    if (digest !== null && (!wanted.has(path) || isWholeSnapshot(target))) continue;
    const bytes = await required(store, path);
    if (digest !== null) {
      if (originalOf(bytes, digest) === null) throw differs(store, path);
      keep(path, bytes);
      continue;
    }
    const known = existsSync(target) ? readFileSync(target) : null;
    const storedFile = { bytes, place: `${store.name}/${path}` };
    const content =
      known === null || known.equals(bytes)
        ? bytes
        : mergedManifest({ source, release }, { bytes: known, place: target }, storedFile);
    if (!known?.equals(content)) keep(path, content);
  }
}

const repairOfStore = 'lmi publish --repair puts it back, from a data directory that has it';

/** The bytes of a file that the store must have. `digest`: what they must have, if it is known. */
async function required(store: Store, path: string, digest?: string): Promise<Uint8Array> {
  const bytes = await store.read(path, digest);
  if (bytes === null) throw new StoreError(`${store.name}/${path}: is missing\n  ${repairOfStore}`);
  if (digest !== undefined && sha256(bytes) !== digest) throw differs(store, path);
  return bytes;
}

function differs(store: Store, path: string): StoreError {
  return new StoreError(
    `${store.name}/${path}: its bytes differ from those published; nothing of it was kept\n  ` +
      `${repairOfStore}`,
  );
}
