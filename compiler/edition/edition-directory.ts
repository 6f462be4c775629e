// Writes an edition: documents into a temporary directory, one sync, one rename. An existing
// edition is never touched. The same id with other bytes stops the run.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CatalogueEdition, EditionRecord, InputFile } from '#schemas/catalogue.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { type EditionFolder, folderOf } from './data-directory.ts';
import { digestOfFile, rootHash, sha256 } from './digest.ts';
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

/** Removes what an interrupted run left behind. Only the holder of the lock may call it. */
export function removeLeftovers(directory: string): void {
  for (const folder of folders)
    removeIn(join(directory, folder), (name) => name.startsWith(temporaryPrefix));
  removeIn(directory, (name) => name.startsWith('catalogue.json.tmp-'));
}

/** Collects the documents of one edition on disk and publishes them in one step. */
export class EditionWriter {
  readonly #directory: string;
  readonly #id: string;
  /**
   * Where the edition is made: in `editions`, so that the rename never crosses a file system. No
   * edition has such a name.
   */
  readonly temporary: string;
  readonly #files = new Map<string, InputFile>();
  readonly #folders = new Set<string>();

  constructor(directory: string, id: string) {
    this.#directory = directory;
    this.#id = id;
    this.temporary = join(directory, 'editions', `${temporaryPrefix}${id}`);
    rmSync(this.temporary, { recursive: true, force: true });
    mkdirSync(this.temporary, { recursive: true });
  }

  /** Writes one document. The service gives its body byte for byte as written here. */
  add(path: string, body: string): void {
    if (this.#files.has(path)) throw new Error(`edition ${this.#id}: ${path} was written twice`);
    const bytes = Buffer.from(body);
    const file = join(this.temporary, path);
    const folder = dirname(file);
    if (!this.#folders.has(folder)) mkdirSync(folder, { recursive: true });
    this.#folders.add(folder);
    writeNew(file, bytes);
    this.#list(path, bytes);
  }

  /** Makes a file that something else wrote into the temporary folder one of the edition. */
  addWritten(path: string): void {
    this.#list(path, readWhole(join(this.temporary, path)));
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
   * Publishes the edition in a folder and returns its record, or the existing record with equal
   * bytes. Of an edition that is there, pruned or damaged, only the missing and changed files are
   * replaced: its documents must stay readable meanwhile. Another root under the same id is
   * refused, unless `replace`. `root` and `digest` are those of the catalogue: the root of the
   * documents, for an edition whose record is unreadable, and the SHA-256 of the record.
   */
  publish(
    folder: EditionFolder,
    record: Omit<EditionRecord, 'files' | 'root'>,
    {
      replace = false,
      root = null,
      digest = null,
    }: {
      readonly replace?: boolean;
      readonly root?: string | null;
      readonly digest?: string | null;
    } = {},
  ): EditionRecord {
    const files = [...this.#files.values()].sort((a, b) => byCodeUnit(a.file, b.file));
    const complete: EditionRecord = { ...record, files, root: rootHash(files) };
    const refuse = (error: Error) => {
      this.discard();
      return error;
    };
    const fault = faultOfRecord(complete);
    if (fault !== null)
      throw refuse(
        new Error(`the record of edition ${this.#id} is not valid and was not written: ${fault}`),
      );
    const target = join(this.#directory, folder, this.#id);
    const isDamaged = digest !== null && digestOfFile(join(target, 'edition.json')) !== digest;
    const existing = isDamaged
      ? null
      : readOrNull(() => readRecord(this.#directory, folder, this.#id));
    const known = existing?.root ?? root;
    if (known !== null && known !== complete.root && !replace) {
      const what =
        existing === null ? 'the catalogue names another root' : changedFiles(existing, complete);
      const message = `${record.source} ${record.release}: edition ${this.#id} exists with other bytes (${what})`;
      throw refuse(
        new FormatError(`${message}\n  raise format in sources/${record.source}/source.ts`),
      );
    }
    const text = `${JSON.stringify(complete)}\n`;
    if (known === complete.root && existsSync(target)) {
      this.#mend(target, files);
      if (existing === null) writeAtomically(join(target, 'edition.json'), text);
      this.discard();
      return existing ?? complete;
    }
    rmSync(target, { recursive: true, force: true });
    writeNew(join(this.temporary, 'edition.json'), text);
    placeEdition(this.temporary, target);
    return complete;
  }

  /**
   * Replaces missing and changed files of an edition, each by one rename, and removes files that
   * are not part of it.
   */
  #mend(target: string, files: readonly InputFile[]): void {
    const found = new Map(filesBeneath(target).map((entry) => [entry.path, entry.isFile]));
    const damaged = files.filter(
      ({ file, sha256: digest }) =>
        found.get(file) !== true || digestOfFile(join(target, file)) !== digest,
    );
    if (damaged.length > 0) syncTree(this.temporary);
    for (const name of found.keys())
      if (name !== 'edition.json' && !this.#files.has(name))
        rmSync(join(target, name), { force: true });
    for (const { file } of damaged) {
      const place = join(target, file);
      mkdirSync(dirname(place), { recursive: true });
      if (statSync(place, { throwIfNoEntry: false })?.isDirectory())
        rmSync(place, { recursive: true });
      renameSync(join(this.temporary, file), place);
    }
    for (const folder of new Set(damaged.map(({ file }) => dirname(join(target, file)))))
      syncDirectory(folder);
  }
}

/**
 * Moves a finished temporary directory to the place of its edition, where nothing is, by one
 * rename.
 */
export function placeEdition(temporary: string, target: string): void {
  syncTree(temporary);
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
    removeIn(join(snapshots, source), (name) => !digests.has(name.replace(/\.json$/, '')));
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
