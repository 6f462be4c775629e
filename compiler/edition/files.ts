// Reads, lists and writes files. A fault of the file system is one line: the place, whether it
// could not be read or written, and the system's code.
import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { byCodeUnit } from '#schemas/order.ts';
import { UnreadableFileError } from '#sources/kit/problem.ts';

/**
 * A path that any disk can hold and that stays in its folder: no segment begins with a dot, so none
 * leads upwards or is hidden. None is absolute or has a backslash, a colon or a control character.
 * Windows takes paths of up to 260 characters, with those of the folders above.
 */
export const safePath =
  /^(?=.{1,120}$)[A-Za-z0-9][A-Za-z0-9._-]{0,99}(?:\/[A-Za-z0-9][A-Za-z0-9._-]{0,99})*$/;

/**
 * The largest file that is read whole. The largest of ours is a publisher's list of 79 MB. A store
 * that others can write must not fill the memory.
 */
export const largestFile = 500_000_000;

interface FileFault extends Error {
  readonly code: string;
  readonly syscall: string;
  readonly path?: string;
}

// The system calls of node:fs.
const readingCalls: ReadonlySet<string> = new Set([
  'open',
  'read',
  'scandir',
  'opendir',
  'stat',
  'lstat',
  'access',
  'readlink',
  'realpath',
  'statfs',
]);
const writingCalls: ReadonlySet<string> = new Set([
  'write',
  'mkdir',
  'mkdtemp',
  'rename',
  'link',
  'symlink',
  'unlink',
  'rmdir',
  'rm',
  'chmod',
  'copyfile',
  'fsync',
  'ftruncate',
  'utime',
]);

/** True for errors of node:fs. A refused connection or a missing command is not one. */
export function isFileFault(error: unknown): error is FileFault {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return false;
  return (
    typeof error.code === 'string' &&
    typeof error.syscall === 'string' &&
    (readingCalls.has(error.syscall) || writingCalls.has(error.syscall))
  );
}

/**
 * The error with the path of the file, or of the folder that was written. The system names no path
 * when a disk is full while it writes into an open file.
 */
export function withPath(path: string, error: unknown): unknown {
  return isFileFault(error) && error.path === undefined ? Object.assign(error, { path }) : error;
}

/** Writes a file that has no readers yet. A fault names its path. */
export function writeNew(file: string, content: string | Uint8Array): void {
  try {
    writeFileSync(file, content);
  } catch (error) {
    throw withPath(file, error);
  }
}

/**
 * Says "opened" if `open` failed, because the system does not say whether it was for reading or
 * writing.
 */
export function describeFileFault({ path, syscall, code, message }: FileFault): string {
  if (path === undefined) return message;
  return `${path}: cannot be ${refusedAct(syscall, code)} (${code})${repairLine(code)}`;
}

function refusedAct(syscall: string, code: string): 'written' | 'opened' | 'read' {
  if (writingCalls.has(syscall) || code === 'EROFS') return 'written';
  return syscall === 'open' && code !== 'ENOENT' ? 'opened' : 'read';
}

/** A line with the repair for a code of the system; empty if we know none. */
export function repairLine(code: string): string {
  const repair = repairs[code];
  return repair === undefined ? '' : `\n  ${repair}`;
}

const makeRoom = 'make room on the disk, and run it again';
const notThere = 'there is no such file or folder; name another';
const nameFolder = 'it is a file, or lies in one; name a folder';
const allow = 'let this user read and write it, or name another place';

const repairs: Readonly<Record<string, string>> = {
  ENOSPC: makeRoom,
  EDQUOT: makeRoom,
  EEXIST: nameFolder,
  ENOTDIR: nameFolder,
  EISDIR: 'it is a folder; name a file',
  ENOENT: notThere,
  EACCES: allow,
  EPERM: allow,
  EROFS: 'the disk is read-only; name a place on another',
};

/**
 * The result of `read`. Throws UnreadableFileError, which names `place`, if the file system
 * refuses.
 */
export function readOrBlame<Value>(place: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw unreadableFile(place, error);
  }
}

/** The fault of a file that the file system refuses to read. Throws any other error again. */
export function unreadableFile(place: string, error: unknown): UnreadableFileError {
  if (!isFileFault(error)) throw error;
  return new UnreadableFileError({
    place,
    message: `cannot be read (${error.code})`,
    repair:
      error.code === 'ENOENT' ? notThere : 'make it a plain file or folder that this user may read',
  });
}

/**
 * The bytes of a file. Throws UnreadableFileError if they cannot be read, so that it is not
 * mistaken for a fault of writing.
 */
export function readWhole(file: string): Buffer {
  return readOrBlame(file, () => readFileSync(file));
}

/** The bytes of a body. Throws what `tooMuch` makes as soon as they are more than `most`. */
export async function readAtMost(
  body: AsyncIterable<Uint8Array> | null,
  most: number,
  tooMuch: () => Error,
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    if (length > most) throw tooMuch();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * The bytes of a file. Throws what `tooMuch` makes if they are more than `most`, and reads none of
 * them.
 */
export function readFileAtMost(path: string, most: number, tooMuch: () => Error): Buffer {
  if (statSync(path).size > most) throw tooMuch();
  return readFileSync(path);
}

/**
 * Every entry beneath a folder that is not itself a folder, ordered by path. Links are listed and
 * never followed.
 */
export function filesBeneath(directory: string, prefix = ''): { path: string; isFile: boolean }[] {
  return readdirSync(join(directory, prefix), { withFileTypes: true })
    .sort((a, b) => byCodeUnit(a.name, b.name))
    .flatMap((entry) => {
      const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
      return entry.isDirectory()
        ? filesBeneath(directory, path)
        : [{ path, isFile: entry.isFile() }];
    });
}

/** The names in a folder, in order; none if there is no such folder. */
export function namesIn(folder: string): string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(folder).sort(byCodeUnit)
    : [];
}

/** Removes the files and folders in a folder whose names `shouldRemove` picks. */
export function removeIn(folder: string, shouldRemove: (name: string) => boolean): void {
  for (const name of namesIn(folder))
    if (shouldRemove(name)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Writes a file so that a reader sees the old or the new content, never half of either. */
export function writeAtomically(file: string, content: string | Uint8Array, mode = 0o644): void {
  const temporary = `${file}.tmp-${process.pid}`;
  try {
    writeFileSync(temporary, content, { mode, flush: true });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw withPath(file, error);
  }
  syncDirectory(dirname(file));
}

/**
 * Places one of thousands of files, which are synced together. A killed run leaves its temporary
 * file.
 */
export function placeUnsynced(file: string, content: Uint8Array): void {
  const temporary = `${file}.tmp-${process.pid}`;
  mkdirSync(dirname(file), { recursive: true });
  writeNew(temporary, content);
  renameSync(temporary, file);
}

/** Makes the folder if there is none, then writes the file atomically. */
export function placeFile(file: string, content: Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  writeAtomically(file, content);
}

/**
 * The place of a path beneath a folder. Throws what `refuse` makes of it if it is not a plain file,
 * or a folder on the way is none: the bytes would come from where a link points, or go there.
 */
export function plainPlace(
  directory: string,
  path: string,
  refuse: (place: string) => Error,
  mayBeFolder = false,
): string {
  const segments = path.split('/');
  for (const [depth] of segments.entries()) {
    const place = join(directory, ...segments.slice(0, depth + 1));
    const entry = lstatSync(place, { throwIfNoEntry: false });
    if (entry === undefined) break;
    const isLast = depth === segments.length - 1;
    if (!(isLast && entry.isFile()) && !(entry.isDirectory() && (!isLast || mayBeFolder)))
      throw refuse(place);
  }
  return join(directory, path);
}

/** Makes a rename inside a directory last through a power cut. */
export function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
