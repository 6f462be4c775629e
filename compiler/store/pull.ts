// Fetches state from a store: the catalogue, every record, the documents that a request can reach, and the snapshots that compiling needs. Every file is checked
// against its hash, and the catalogue comes last, so an interrupted pull can simply be repeated.
import { type EditionFolder, folderOf } from '../edition/data-directory.ts';
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Catalogue, CatalogueEdition, EditionRecord } from '#schemas/catalogue.ts';
import { recordsFolder } from '#schemas/divided-catalogue.ts';
import { logoFile, logoRecordFile, readLogoRecord } from '#schemas/stored-files.ts';
import { sha256 } from '../edition/digest.ts';
import { placeCatalogue, readCatalogueAlone, requireUnchanged } from '../edition/catalogue.ts';
import { placeEdition, removeLeftovers, temporaryPrefix, settleFolders } from '../edition/edition-directory.ts';
import { editionsInUse, pinnableEditions, withNeeds } from '../edition/editions-in-use.ts';
import { type Extent, checkRecord, isTitleModelWhole, placeOfTitleModel } from '../edition/edition-record.ts';
import { readWhole, writeNew, writeAtomically } from '../edition/files.ts';
import { lock } from '../edition/lock.ts';
import { logoFiles } from '../edition/logo.ts';
import { readOrNull } from '#sources/kit/problem.ts';
import type { Source } from '#sources/kit/source.ts';
import { isWhole } from '../release/snapshots.ts';
import { originalOf } from '../release/stored-snapshot.ts';
import { atOnce } from './at-once.ts';
import { mergedSidecar } from './merged-sidecar.ts';
import { type Origin, readOrigin, writeOrigin } from './origin.ts';
import { type StoredCatalogue, catalogueOf } from './stored-catalogue.ts';
import { type Store, StoreError, requireSafePath, requireStore } from './store.ts';

export interface PullOptions {
  readonly store: Store;
  readonly directory: string;
  readonly sources: readonly Source[];
  /** Every document and snapshot, also of editions that compiling does not need. */
  readonly all: boolean;
  readonly progress: (doing: string) => void;
  readonly say: (line: string) => void;
}

/** `empty`: the store is new and holds nothing yet. `ahead`: the directory has what the store has, and its own changes. */
export interface Pulled {
  readonly state: 'pulled' | 'unchanged' | 'ahead' | 'empty';
  readonly serial: number | null;
  readonly editions: number;
  readonly files: number;
}

export async function pull(options: PullOptions): Promise<Pulled> {
  const { store, directory, say } = options;
  const there = await catalogueOf(store, directory);
  if (there === null) await requireStore(store, directory);
  if (there === null) return { state: 'empty', serial: null, editions: 0, files: 0 };
  const { catalogue, digest } = there;
  refuseLinks(directory);
  mkdirSync(join(directory, 'editions'), { recursive: true });
  const unlock = lock(directory, say);
  try {
    removeLeftovers(directory);
    const origin = readOrigin(directory);
    const moved = compareWith(catalogue, digest, directory, store.name, origin);
    if (moved === 'ahead') return { state: 'ahead', serial: catalogue.serial, editions: 0, files: 0 };
    return await fetchState(options, there, moved);
  } finally {
    unlock();
  }
}

/** Throws StoreError if a folder that a pull writes into is a link: the files would go where the link points. */
function refuseLinks(directory: string): void {
  const places = ['editions', 'quarantine', 'snapshots', recordsFolder, dirname(logoFile)].flatMap((shelf) => {
    const folder = join(directory, shelf);
    const isFolder = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
    return [folder, ...(isFolder ? readdirSync(folder).map((name) => join(folder, name)) : [])];
  });
  const link = places.find((place) => lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink());
  if (link !== undefined)
    throw new StoreError(
      `${link}: is a link, and a pull writes only into plain folders\n  put the folder itself in its place, or choose another --data`,
    );
}

/**
 * The store's catalogue is the same as the directory's, an earlier one ('ahead'), or a later one. If both have changed, nobody knows
 * which is right: it throws StoreError, and nothing is touched.
 */
function compareWith(
  catalogue: Catalogue,
  digest: string,
  directory: string,
  store: string,
  origin: Origin | null,
): 'same' | 'ahead' | 'later' {
  const held = readCatalogueAlone(directory);
  if (held === null) return 'later';
  if (held.digest === digest) return 'same';
  if (held.catalogue.sample !== catalogue.sample) {
    throw new StoreError(
      `${directory}: holds ${held.catalogue.sample ? 'the synthetic sample' : 'real data'}, but ${store} holds the other\n  choose another --data`,
    );
  }
  // The origin is written before the catalogue, so a lower serial than the origin's comes from an interrupted pull.
  const isUntouched = origin !== null && (held.digest === origin.sha256 || held.catalogue.serial <= origin.serial);
  if (isUntouched || held.digest === catalogue.previous) return 'later';
  if (origin?.sha256 === digest || held.catalogue.previous === digest) return 'ahead';
  throw new StoreError(
    `${directory}: has changes that ${store} lacks, and the store has changed since (serial ${catalogue.serial})\n  pull into an empty --data, and repeat your changes there`,
  );
}

async function fetchState(
  options: PullOptions,
  { catalogue, bytes, digest, records }: StoredCatalogue,
  moved: 'same' | 'later',
): Promise<Pulled> {
  const { store, directory, sources, all, progress } = options;
  const before = readCatalogueAlone(directory);
  const inUse = editionsInUse(sources, catalogue.editions);
  // A pin answers with the documents as they are, so their snapshots can stay in the store.
  const wanted = new Set(all ? catalogue.editions : [...inUse, ...pinnableEditions(sources, catalogue.editions)]);
  const recordsOnly: string[] = [];
  let [editions, files] = [0, 0];
  for (const edition of catalogue.editions) {
    const extent: Extent = wanted.has(edition) && !edition.pruned ? 'whole' : 'record';
    progress(`${edition.source} ${edition.release}: fetching`);
    const fetched = await fetchEdition(store, directory, edition, extent);
    if (fetched > 0) editions += 1;
    files += fetched;
    if (extent === 'record' && !edition.pruned && !isHeld(directory, folderOf(edition), edition, 'whole')) recordsOnly.push(edition.id);
  }
  files += await fetchSnapshots(store, directory, all ? catalogue.editions : withNeeds(inUse, catalogue.editions));
  files += await fetchTitleModel(store, directory, catalogue);
  files += await fetchLogo(store, directory);
  const snapshots = new Set(catalogue.editions.flatMap(({ source, inputs }) => inputs.map((input) => `${source}/${input.sha256}`)));
  const snapshotsLeft = [...snapshots].filter((snapshot) => !existsSync(join(directory, 'snapshots', snapshot)));
  writeOrigin(directory, { serial: catalogue.serial, sha256: digest, recordsOnly, snapshotsLeft });
  requireUnchanged(directory, before?.digest ?? null);
  files += placeCatalogue(directory, { text: bytes, records }, before);
  settleFolders(directory, catalogue.editions);
  return { state: moved === 'same' && files === 0 ? 'unchanged' : 'pulled', serial: catalogue.serial, editions, files };
}

const documentsAtOnce = 24;

/** Fetches an edition unless it is here; returns the number of files. */
async function fetchEdition(store: Store, directory: string, edition: CatalogueEdition, extent: Extent): Promise<number> {
  const shelf = folderOf(edition);
  if (isHeld(directory, shelf, edition, extent)) return 0;
  const place = `${shelf}/${edition.id}`;
  const bytes = await required(store, `${place}/edition.json`);
  const record = checkRecord(bytes, edition);
  if (typeof record === 'string')
    throw new StoreError(`${store.name}/${place}/edition.json: ${record}; nothing of it was kept\n  ${mendStore}`);
  const temporary = join(directory, 'editions', `${temporaryPrefix}${edition.id}`);
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true });
  writeNew(join(temporary, 'edition.json'), bytes);
  const documents = extent === 'whole' ? record.files : [];
  await atOnce(documents, documentsAtOnce, async (file) => {
    writeDocument(
      join(temporary, requireSafePath(file.file, `${store.name}/${place}/edition.json`)),
      await requiredWith(store, `${place}/${file.file}`, file.sha256),
    );
  });
  mkdirSync(join(directory, shelf), { recursive: true });
  if (recordIn(directory, shelf, edition) === null) rmSync(join(directory, place, 'edition.json'), { recursive: true, force: true });
  placeEdition(temporary, join(directory, shelf, edition.id));
  return documents.length + 1;
}

/** Fetches the model of job titles unless it is here; returns the number of files. */
async function fetchTitleModel(store: Store, directory: string, { titleModel }: Catalogue): Promise<number> {
  if (titleModel === null || isTitleModelWhole(directory, titleModel)) return 0;
  const place = placeOfTitleModel(titleModel);
  const bytes = await requiredWith(store, place, titleModel.sha256);
  mkdirSync(dirname(join(directory, place)), { recursive: true });
  writeAtomically(join(directory, place), bytes);
  return 1;
}

/** Fetches the logo of the store, unless there is one here; returns the number of files. */
async function fetchLogo(store: Store, directory: string): Promise<number> {
  if (logoFiles(directory).length > 0) return 0;
  const [logo, record] = [await store.read(logoFile), await store.read(logoRecordFile)];
  if (logo === null || record === null || readLogoRecord(new TextDecoder().decode(record))?.sha256 !== sha256(logo)) return 0;
  mkdirSync(dirname(join(directory, logoFile)), { recursive: true });
  writeAtomically(join(directory, logoFile), logo);
  writeAtomically(join(directory, logoRecordFile), record);
  return 2;
}

/** True if the wanted part of the edition is on its shelf, with its bytes. */
function isHeld(directory: string, shelf: EditionFolder, edition: CatalogueEdition, extent: Extent): boolean {
  const record = recordIn(directory, shelf, edition);
  if (record === null) return false;
  return (
    extent === 'record' ||
    record.files.every(
      ({ file, sha256: digest }) => readOrNull(() => sha256(readWhole(join(directory, shelf, edition.id, file)))) === digest,
    )
  );
}

/** The record on the shelf; null if it is missing or damaged, so that it is fetched. */
function recordIn(directory: string, shelf: EditionFolder, edition: CatalogueEdition): EditionRecord | null {
  const bytes = readOrNull(() => readWhole(join(directory, shelf, edition.id, 'edition.json')));
  const record = bytes === null ? null : checkRecord(bytes, edition);
  return typeof record === 'string' ? null : record;
}

function writeDocument(file: string, bytes: Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  writeNew(file, bytes);
}

/** Fetches every sidecar, because sidecars say which releases are held, and the snapshots of `editions`. */
async function fetchSnapshots(store: Store, directory: string, editions: readonly CatalogueEdition[]): Promise<number> {
  const wanted = new Set(editions.flatMap(({ source, inputs }) => inputs.map((input) => `snapshots/${source}/${input.sha256}`)));
  let files = 0;
  for (const path of await store.list('snapshots')) {
    const name = /^snapshots\/[a-z-]+\/([0-9a-f]{64})(\.json)?$/.exec(path);
    if (name === null) throw new StoreError(`${store.name}/${path}: is not the name of a snapshot or its sidecar`);
    const target = join(directory, path);
    const isSidecar = name[2] !== undefined;
    if (!isSidecar && (!wanted.has(path) || isWhole(target))) continue;
    const bytes = await required(store, path);
    if (!isSidecar && originalOf(bytes, name[1] ?? '') === null) throw differs(store, path);
    // The sidecar here and the sidecar in the store may each know of arrivals that the other does not.
    const known = isSidecar && existsSync(target) ? readFileSync(target) : null;
    const content =
      known === null || known.equals(bytes) ? bytes : mergedSidecar(known, target, bytes, `${store.name}/${path}`, name[1] ?? '');
    if (known?.equals(content)) continue;
    mkdirSync(dirname(target), { recursive: true });
    writeAtomically(target, content);
    files += 1;
  }
  return files;
}

const mendStore = 'lmi publish --repair puts it back, from a data directory that has it';

async function required(store: Store, path: string, digest?: string): Promise<Uint8Array> {
  const bytes = await store.read(path, digest);
  if (bytes === null) throw new StoreError(`${store.name}/${path}: is missing\n  ${mendStore}`);
  return bytes;
}

async function requiredWith(store: Store, path: string, digest: string): Promise<Uint8Array> {
  const bytes = await required(store, path, digest);
  if (sha256(bytes) !== digest) throw differs(store, path);
  return bytes;
}

function differs(store: Store, path: string): StoreError {
  return new StoreError(`${store.name}/${path}: its bytes differ from those published; nothing of it was kept\n  ${mendStore}`);
}
