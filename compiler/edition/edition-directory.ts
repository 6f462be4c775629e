// Writes an edition: documents into a temporary folder, one sync, one rename. An existing edition
// is never touched. The same id with other bytes stops the run.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CatalogueEdition, EditionRecord, InputFile } from '#schemas/catalogue.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { type EditionFolder, folderOf } from './data-directory.ts';
import { digestOfFile, rootHash, sha256 } from './digest.ts';
import { faultOfListed } from './listed-content.ts';
import {
  filesBeneath,
  namesIn,
  readWhole,
  removeIn,
  syncDirectory,
  writeAtomically,
  writeNew,
} from './files.ts';
import { UnreadableFileError, readOrNull } from '#sources/kit/problem.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';
import { faultOfRecord, parseRecord } from './edition-record.ts';

/**
 * Thrown if an existing id has other bytes: the code changed its output, and `format` was not
 * raised.
 */
export class FormatError extends ReportedError {}

export const temporaryPrefix = '.tmp-';

const folders: readonly EditionFolder[] = ['editions', 'quarantine'];

/** Removes the leftovers of an interrupted run. Only the holder of the lock may call it. */
export function removeLeftovers(directory: string): void {
  for (const folder of folders)
    removeIn(join(directory, folder), (name) => name.startsWith(temporaryPrefix));
  removeIn(directory, (name) => name.startsWith('catalogue.json.tmp-'));
}

/**
 * Where a process makes the edition of a release: in `editions`, so that the rename never crosses a
 * file system. No edition has such a name. A process makes one edition of a source at a time.
 */
export function temporaryFolder(directory: string, source: string, pid = process.pid): string {
  return join(directory, 'editions', `${temporaryPrefix}${pid}-${source}`);
}

/** Removes the unfinished files of a process that has ended. */
export function removeTemporaryFolders(directory: string, pid: number): void {
  removeIn(join(directory, 'editions'), (name) => name.startsWith(`${temporaryPrefix}${pid}-`));
}

/** Collects the files of one edition in a temporary folder, and ends them with their record. */
export class EditionWriter {
  readonly temporary: string;
  readonly #files = new Map<string, InputFile>();
  readonly #folders = new Set<string>();

  constructor(temporary: string) {
    this.temporary = temporary;
    rmSync(temporary, { recursive: true, force: true });
    mkdirSync(temporary, { recursive: true });
  }

  /** Writes one document. The service gives its body byte for byte as written here. */
  add(path: string, body: string): void {
    if (this.#files.has(path)) throw new Error(`${this.temporary}: ${path} was written twice`);
    const bytes = Buffer.from(body);
    const file = join(this.temporary, path);
    const folder = dirname(file);
    if (!this.#folders.has(folder)) mkdirSync(folder, { recursive: true });
    this.#folders.add(folder);
    writeNew(file, bytes);
    this.#list(path, bytes);
  }

  /**
   * Makes a file that something else wrote into the temporary folder one of the edition. `content`:
   * what a gzipped file holds.
   */
  addWritten(path: string, content?: Pick<InputFile, 'sha256' | 'bytes'>): void {
    if (content === undefined) this.#list(path, readWhole(join(this.temporary, path)));
    else this.#files.set(path, { file: path, sha256: content.sha256, bytes: content.bytes });
  }

  #list(path: string, bytes: Uint8Array): void {
    this.#files.set(path, { file: path, sha256: sha256(bytes), bytes: bytes.length });
  }

  get files(): ReadonlyMap<string, InputFile> {
    return this.#files;
  }

  discard(): void {
    rmSync(this.temporary, { recursive: true, force: true });
  }

  /**
   * Writes the record with the list of the files. Throws, and keeps nothing, if the record is not
   * valid. The catalogue is written only after everything is on the disk (CatalogueDraft.publish).
   */
  finish(record: Omit<EditionRecord, 'files' | 'root'>): EditionRecord {
    const files = [...this.#files.values()].sort((a, b) => byCodeUnit(a.file, b.file));
    const complete: EditionRecord = { ...record, files, root: rootHash(files) };
    const fault = faultOfRecord(complete);
    if (fault !== null) {
      this.discard();
      throw new Error(
        `the record of edition ${record.id} is not valid and was not written: ${fault}`,
      );
    }
    writeNew(join(this.temporary, 'edition.json'), recordText(complete));
    return complete;
  }
}

const recordText = (record: EditionRecord) => `${JSON.stringify(record)}\n`;

interface KnownEdition {
  /** True if other bytes may take the place of those under the same id. */
  readonly replace: boolean;
  /** The root of the documents in the catalogue, for an edition whose record is unreadable. */
  readonly root: string | null;
  /** SHA-256 of the record in the catalogue. */
  readonly digest: string | null;
}

/**
 * Publishes a finished temporary folder in a folder of editions, and returns its record, or the
 * existing record with equal bytes. Of an edition that is there, pruned or damaged, only the
 * missing and changed files are replaced: its documents must stay readable meanwhile. Throws
 * FormatError if the same id has another root, unless it is to be replaced.
 */
export async function publishEdition(
  directory: string,
  folder: EditionFolder,
  { temporary, record }: { readonly temporary: string; readonly record: EditionRecord },
  { replace, root, digest }: KnownEdition,
): Promise<EditionRecord> {
  const { id, source, release } = record;
  const target = join(directory, folder, id);
  const isDamaged = digest !== null && digestOfFile(join(target, 'edition.json')) !== digest;
  const existing = isDamaged ? null : readOrNull(() => readRecord(directory, folder, id));
  const known = existing?.root ?? root;
  if (known !== null && known !== record.root && !replace) {
    rmSync(temporary, { recursive: true, force: true });
    const what =
      existing === null ? 'the catalogue names another root' : changedFiles(existing, record);
    throw new FormatError(
      `${source} ${release}: edition ${id} exists with other bytes (${what})\n  ` +
        `raise the number of ${source} in schemas/document-formats.ts`,
    );
  }
  if (known === record.root && existsSync(target)) {
    await mendEdition(temporary, target, record.files);
    if (existing === null) writeAtomically(join(target, 'edition.json'), recordText(record));
    rmSync(temporary, { recursive: true, force: true });
    return existing ?? record;
  }
  rmSync(target, { recursive: true, force: true });
  renameSynced(temporary, target);
  return record;
}

/**
 * Replaces missing and changed files of an edition, each by one rename, and removes files that are
 * not part of it. The edition may be served, so the new files are on the disk before they take the
 * place of others.
 */
async function mendEdition(
  temporary: string,
  target: string,
  files: readonly InputFile[],
): Promise<void> {
  syncTree(temporary);
  const present = new Map(filesBeneath(target).map((entry) => [entry.path, entry.isFile]));
  const damaged: InputFile[] = [];
  for (const entry of files) {
    const isWhole =
      present.get(entry.file) === true &&
      (await faultOfListed(join(target, entry.file), entry)) === null;
    if (!isWhole) damaged.push(entry);
  }
  const listed = new Set(['edition.json', ...files.map(({ file }) => file)]);
  for (const name of present.keys())
    if (!listed.has(name)) rmSync(join(target, name), { force: true });
  for (const { file } of damaged) {
    const place = join(target, file);
    mkdirSync(dirname(place), { recursive: true });
    if (statSync(place, { throwIfNoEntry: false })?.isDirectory())
      rmSync(place, { recursive: true });
    renameSync(join(temporary, file), place);
  }
  for (const folder of new Set(damaged.map(({ file }) => dirname(join(target, file)))))
    syncDirectory(folder);
}

/**
 * Moves a finished temporary directory to the place of its edition, where nothing is, by one
 * rename.
 */
export function placeEdition(temporary: string, target: string): void {
  syncTree(temporary);
  renameSynced(temporary, target);
}

function renameSynced(temporary: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  renameSync(temporary, target);
  syncDirectory(dirname(target));
}

/**
 * The record of an edition in its folder; null if there is none. Throws UnreadableFileError if it
 * is damaged.
 */
export function readRecord(
  directory: string,
  folder: EditionFolder,
  id: string,
): EditionRecord | null {
  const file = join(directory, folder, id, 'edition.json');
  if (!existsSync(file)) return null;
  const read = parseRecord(readWhole(file));
  if ('fault' in read)
    throw new UnreadableFileError({
      place: file,
      message: `is not a record of an edition: ${read.fault}`,
      repair: 'lmi verify names the repair',
    });
  return read.value;
}

/**
 * Removes every edition except these, every snapshot except those of the digests `inputs`, and
 * every title model except the one with the id. Only the holder of the lock may call it.
 */
export function keepOnly(
  directory: string,
  editions: readonly Pick<CatalogueEdition, 'id'>[],
  inputs: readonly string[],
  titleModel?: string,
): void {
  const ids = new Set([...editions.map(({ id }) => id), titleModel]);
  for (const folder of folders) removeIn(join(directory, folder), (name) => !ids.has(name));
  const snapshots = join(directory, 'snapshots');
  const digests = new Set(inputs);
  for (const source of namesIn(snapshots))
    removeIn(join(snapshots, source), (name) => /^[0-9a-f]{64}$/.test(name) && !digests.has(name));
}

function changedFiles(before: EditionRecord, after: EditionRecord): string {
  const old = new Map(before.files.map((file) => [file.file, file.sha256]));
  const changed = after.files
    .filter((file) => old.get(file.file) !== file.sha256)
    .map((file) => file.file);
  const [first = 'a file is missing'] = changed;
  return changed.length > 1 ? `${first} and ${changed.length - 1} more` : first;
}

/**
 * One sync for a whole tree; thousands of single syncs would take minutes. Only Linux has `sync
 * -f`; every system has `sync`.
 */
export function syncTree(directory: string): void {
  try {
    execFileSync('sync', ['-f', directory], { stdio: 'ignore' });
  } catch {
    execFileSync('sync', { stdio: 'ignore' });
  }
}

type Placed = Pick<CatalogueEdition, 'id' | 'state'>;

/**
 * Moves accepted editions out of quarantine, by one rename each, before the catalogue is written.
 * Until then the router refuses these editions wherever they are. In the other order the catalogue
 * would for a moment promise missing files.
 */
export function moveAccepted(directory: string, editions: readonly Placed[]): void {
  for (const edition of editions)
    if (edition.state !== 'quarantined') move(directory, edition.id, 'quarantine', 'editions');
}

/**
 * Moves every edition to the folder that the catalogue on disk gives it. Only the holder of the
 * lock may call it.
 */
export function settleFolders(directory: string, editions: readonly Placed[]): void {
  for (const edition of editions) {
    const right = folderOf(edition);
    const wrong = right === 'editions' ? 'quarantine' : 'editions';
    move(directory, edition.id, wrong, right);
    removeEdition(directory, wrong, edition.id);
  }
}

/**
 * Removes an edition from a folder. It renames first, so that a kill cannot leave half of it under
 * its name.
 */
export function removeEdition(directory: string, folder: EditionFolder, id: string): void {
  const place = join(directory, folder, id);
  if (!existsSync(place)) return;
  const doomed = join(directory, folder, `${temporaryPrefix}${id}`);
  rmSync(doomed, { recursive: true, force: true });
  renameSync(place, doomed);
  rmSync(doomed, { recursive: true, force: true });
}

function move(directory: string, id: string, from: EditionFolder, to: EditionFolder): void {
  const source = join(directory, from, id);
  const target = join(directory, to, id);
  if (!existsSync(source) || existsSync(target)) return;
  mkdirSync(join(directory, to), { recursive: true });
  renameSync(source, target);
  syncDirectory(join(directory, to));
  syncDirectory(join(directory, from));
}
