// Writes an edition: documents into a temporary directory, one sync, one rename. An existing edition is never touched. The same id
// with other bytes stops the run.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFile } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CatalogueEdition, EditionRecord, InputFile } from '#schemas/catalogue.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { rootHash, sha256 } from './digest.ts';
import { readWhole, withPath, writeNew, filesBeneath, syncDirectory, writeAtomically } from './files.ts';
import { UnreadableFileError, readOrNull } from '#sources/kit/problem.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';
import { faultOfRecord, parseRecord } from './edition-record.ts';

/** The two folders of editions: `editions` is served, `quarantine` is outside every served root. */
export type EditionFolder = 'editions' | 'quarantine';

/** Thrown if an existing id has other bytes: the code changed its output, and `format` was not raised. */
export class FormatError extends ReportedError {}

export const temporaryPrefix = '.tmp-';

/** Removes what an interrupted run left behind. Only the holder of the lock may call it. */
export function removeLeftovers(directory: string): void {
  for (const shelf of ['editions', 'quarantine'] satisfies EditionFolder[]) {
    const path = join(directory, shelf);
    if (!existsSync(path)) continue;
    for (const name of readdirSync(path)) if (name.startsWith(temporaryPrefix)) rmSync(join(path, name), { recursive: true, force: true });
  }
  for (const name of readdirSync(directory))
    if (name.startsWith('catalogue.json.tmp-')) rmSync(join(directory, name), { recursive: true, force: true });
}

// Enough to keep Node's four file threads busy, and few enough that waiting documents take little memory.
const mostAtOnce = 64;
// Then it waits until half of them are written: to wait for every single one costs more than to write it.
const goOnAt = 32;

/** Collects the documents of one edition on disk and publishes them in one step. */
export class EditionWriter {
  readonly #directory: string;
  readonly #id: string;
  readonly #temporary: string;
  readonly #files: InputFile[] = [];
  readonly #made = new Set<string>();
  readonly #folders = new Set<string>();
  /** How many files are being written. */
  #writing = 0;
  /** Who waits until no more than so many are being written. */
  #waiting: { readonly most: number; readonly goOn: () => void } | null = null;
  /** Why a file could not be written; thrown at the end of the writing. */
  #failure: { readonly error: unknown } | null = null;

  constructor(directory: string, id: string) {
    this.#directory = directory;
    this.#id = id;
    // In `editions`, so that the rename never crosses a file system. No edition has such a name.
    this.#temporary = join(directory, 'editions', `${temporaryPrefix}${id}`);
    rmSync(this.#temporary, { recursive: true, force: true });
    mkdirSync(this.#temporary, { recursive: true });
  }

  /**
   * Writes one document. The service gives its body byte for byte as written here. Opening a file takes as long as making a document,
   * so files are written while the next documents are made. Resolves when there is room for another.
   */
  async add(path: string, body: string): Promise<void> {
    if (this.#made.has(path)) throw new Error(`edition ${this.#id}: ${path} was written twice`);
    this.#made.add(path);
    const bytes = Buffer.from(body);
    this.#files.push({ file: path, sha256: sha256(bytes), bytes: bytes.length });
    const file = join(this.#temporary, path);
    this.#makeFolder(dirname(file));
    this.#writing += 1;
    // With a promise for each of its steps, a small file takes three times as long.
    writeFile(file, bytes, (error) => {
      if (error !== null) this.#failure ??= { error: withPath(file, error) };
      this.#writing -= 1;
      if (this.#waiting !== null && this.#writing <= this.#waiting.most) this.#waiting.goOn();
    });
    if (this.#writing >= mostAtOnce) await this.#written(goOnAt);
  }

  /** Resolves when no more than `most` files are being written. */
  async #written(most: number): Promise<void> {
    if (this.#writing <= most) return;
    await new Promise<void>((goOn) => {
      this.#waiting = { most, goOn };
    });
    this.#waiting = null;
  }

  #makeFolder(folder: string): void {
    if (this.#folders.has(folder)) return;
    mkdirSync(folder, { recursive: true });
    this.#folders.add(folder);
  }

  /** The folder in which the edition is made. A file that something else writes there is a file of the edition once it is added. */
  get folder(): string {
    return this.#temporary;
  }

  addWritten(path: string): void {
    const bytes = readWhole(join(this.#temporary, path));
    this.#made.add(path);
    this.#files.push({ file: path, sha256: sha256(bytes), bytes: bytes.length });
  }

  has(path: string): boolean {
    return this.#made.has(path);
  }

  get paths(): readonly string[] {
    return [...this.#made];
  }

  async discard(): Promise<void> {
    await this.#written(0);
    rmSync(this.#temporary, { recursive: true, force: true });
  }

  /**
   * Publishes the edition on a shelf and returns its record, or the existing record with equal bytes. A pruned edition has only its
   * record, and its documents are put back. In a damaged edition the missing and changed files are replaced. Another root under the
   * same id is refused, unless `replace`. `root` and `digest` are those of the catalogue: the root of the documents, for an edition whose record
   * is unreadable, and the SHA-256 of the record.
   */
  async publish(
    shelf: EditionFolder,
    record: Omit<EditionRecord, 'files' | 'root'>,
    {
      pruned = false,
      replace = false,
      root = null,
      digest = null,
    }: { readonly pruned?: boolean; readonly replace?: boolean; readonly root?: string | null; readonly digest?: string | null } = {},
  ): Promise<EditionRecord> {
    await this.#written(0);
    if (this.#failure !== null) throw this.#failure.error;
    const files = this.#files.sort((a, b) => byCodeUnit(a.file, b.file));
    const complete: EditionRecord = { ...record, files, root: rootHash(files) };
    const fault = faultOfRecord(complete);
    if (fault !== null) {
      await this.discard();
      throw new Error(`the record of edition ${this.#id} is not valid and was not written: ${fault}`);
    }
    const target = join(this.#directory, shelf, this.#id);
    const damaged = digest !== null && digestOf(join(target, 'edition.json')) !== digest;
    const existing = damaged ? null : readOrNull(() => readRecord(this.#directory, shelf, this.#id));
    if (existing !== null && existing.root === complete.root) {
      if (pruned) placeEdition(this.#temporary, target);
      else this.#mend(target, files);
      await this.discard();
      return existing;
    }
    const known = existing?.root ?? root;
    if (known !== null && known !== complete.root && !replace) {
      await this.discard();
      throw new FormatError(
        `${record.source} ${record.release}: edition ${this.#id} exists with other bytes (${existing === null ? 'the catalogue names another root' : differences(existing, complete)})\n  raise format in sources/${record.source}/source.ts`,
      );
    }
    writeNew(join(this.#temporary, 'edition.json'), `${JSON.stringify(complete)}\n`);
    if (known === complete.root && existsSync(target)) {
      // Only its record is unreadable. Its documents must stay readable meanwhile.
      this.#mend(target, files);
      writeAtomically(join(target, 'edition.json'), `${JSON.stringify(complete)}\n`);
      await this.discard();
      return complete;
    }
    rmSync(target, { recursive: true, force: true });
    placeEdition(this.#temporary, target);
    return complete;
  }

  /** Replaces missing and changed files of an edition, each by one rename, and removes files that are not part of it. */
  #mend(target: string, files: readonly InputFile[]): void {
    const found = new Map(filesBeneath(target).map((entry) => [entry.path, entry.isFile]));
    const damaged = files.filter(({ file, sha256: digest }) => found.get(file) !== true || digestOf(join(target, file)) !== digest);
    if (damaged.length > 0) syncTree(this.#temporary);
    for (const name of found.keys()) if (name !== 'edition.json' && !this.#made.has(name)) rmSync(join(target, name), { force: true });
    for (const { file } of damaged) {
      const place = join(target, file);
      mkdirSync(dirname(place), { recursive: true });
      if (statSync(place, { throwIfNoEntry: false })?.isDirectory()) rmSync(place, { recursive: true });
      renameSync(join(this.#temporary, file), place);
    }
    for (const folder of new Set(damaged.map(({ file }) => dirname(join(target, file))))) syncDirectory(folder);
  }
}

/** Null if the file cannot be read. */
function digestOf(file: string): string | null {
  return readOrNull(() => sha256(readWhole(file)));
}

/**
 * Moves a finished temporary directory to the place of its edition by one rename. If only the record is there, it takes one rename for
 * each folder of documents. That can be interrupted, so it is only for editions whose documents nobody reads before the catalogue says
 * that they are there. An existing record never moves.
 */
export function placeEdition(temporary: string, target: string): void {
  syncTree(temporary);
  mkdirSync(dirname(target), { recursive: true });
  if (existsSync(target)) {
    for (const name of readdirSync(temporary)) {
      if (name === 'edition.json' && existsSync(join(target, name))) continue;
      rmSync(join(target, name), { recursive: true, force: true });
      renameSync(join(temporary, name), join(target, name));
    }
    rmSync(temporary, { recursive: true, force: true });
    syncDirectory(target);
  } else {
    renameSync(temporary, target);
  }
  syncDirectory(dirname(target));
}

/** The record of an edition on a shelf; null if there is none. Throws UnreadableFileError if it is damaged. */
export function readRecord(directory: string, shelf: EditionFolder, id: string): EditionRecord | null {
  const file = join(directory, shelf, id, 'edition.json');
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

/** Removes every edition and snapshot except those of `editions`, and every title model except the one with the id. Only the holder of the lock may call it. */
export function keepOnly(
  directory: string,
  editions: readonly Pick<CatalogueEdition, 'id' | 'source' | 'inputs'>[],
  titleModel?: string,
): void {
  const ids = new Set([...editions.map(({ id }) => id), titleModel]);
  for (const shelf of ['editions', 'quarantine'] satisfies EditionFolder[]) removeOthers(join(directory, shelf), (name) => ids.has(name));
  const snapshots = join(directory, 'snapshots');
  for (const source of existsSync(snapshots) ? readdirSync(snapshots) : []) {
    const digests = new Set(
      editions.filter((edition) => edition.source === source).flatMap(({ inputs }) => inputs.map((input) => input.sha256)),
    );
    removeOthers(join(snapshots, source), (name) => digests.has(name.replace(/\.json$/, '')));
  }
}

function removeOthers(directory: string, isKept: (name: string) => boolean): void {
  for (const name of existsSync(directory) ? readdirSync(directory) : [])
    if (!isKept(name)) rmSync(join(directory, name), { recursive: true, force: true });
}

function differences(before: EditionRecord, after: EditionRecord): string {
  const old = new Map(before.files.map((file) => [file.file, file.sha256]));
  const changed = after.files.filter((file) => old.get(file.file) !== file.sha256).map((file) => file.file);
  const [first = 'a file is missing'] = changed;
  return changed.length > 1 ? `${first} and ${changed.length - 1} more` : first;
}

/** One sync for a whole tree; thousands of single syncs would take minutes. Only Linux has `sync -f`; every system has `sync`. */
export function syncTree(directory: string): void {
  try {
    execFileSync('sync', ['-f', directory], { stdio: 'ignore' });
  } catch {
    execFileSync('sync', { stdio: 'ignore' });
  }
}

type Placed = Pick<CatalogueEdition, 'id' | 'state'>;

export function folderOf({ state }: Pick<CatalogueEdition, 'state'>): EditionFolder {
  return state === 'quarantined' ? 'quarantine' : 'editions';
}

/**
 * Moves accepted editions out of quarantine, by one rename each, before the catalogue is written. Until then the router refuses these
 * editions wherever they are. In the other order the catalogue would for a moment promise missing files.
 */
export function moveAccepted(directory: string, editions: readonly Placed[]): void {
  for (const edition of editions) if (edition.state !== 'quarantined') move(directory, edition.id, 'quarantine', 'editions');
}

/** Moves every edition to the shelf that the catalogue on disk gives it. Only the holder of the lock may call it. */
export function settleFolders(directory: string, editions: readonly Placed[]): void {
  for (const edition of editions) {
    const [right, wrong]: readonly [EditionFolder, EditionFolder] =
      folderOf(edition) === 'editions' ? ['editions', 'quarantine'] : ['quarantine', 'editions'];
    move(directory, edition.id, wrong, right);
    removeEdition(directory, wrong, edition.id);
  }
}

/** Removes an edition from a shelf. It renames first, so that a kill cannot leave half of it under its name. */
export function removeEdition(directory: string, shelf: EditionFolder, id: string): void {
  const place = join(directory, shelf, id);
  if (!existsSync(place)) return;
  const doomed = join(directory, shelf, `${temporaryPrefix}${id}`);
  rmSync(doomed, { recursive: true, force: true });
  renameSync(place, doomed);
  rmSync(doomed, { recursive: true, force: true });
}

function move(directory: string, id: string, from: EditionFolder, to: EditionFolder): void {
  const [source, target] = [join(directory, from, id), join(directory, to, id)];
  if (!existsSync(source) || existsSync(target)) return;
  mkdirSync(join(directory, to), { recursive: true });
  renameSync(source, target);
  syncDirectory(join(directory, to));
  syncDirectory(join(directory, from));
}
