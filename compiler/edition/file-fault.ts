// Describes a fault of the file system in one line: the place, whether it could not be read or written, and the system's code.
import { readFileSync, writeFileSync } from 'node:fs';
import { UnreadableFileError } from '#sources/kit/problem.ts';

interface FileFault extends Error {
  readonly code: string;
  readonly syscall: string;
  readonly path?: string;
}

const reading: readonly string[] = ['open', 'read', 'scandir', 'opendir', 'stat', 'lstat', 'access', 'readlink', 'realpath', 'statfs'];
const writing: readonly string[] = [
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
];

/** True for errors of node:fs. A refused connection or a missing command is not one. */
export function isFileFault(error: unknown): error is FileFault {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return false;
  return (
    typeof error.code === 'string' &&
    typeof error.syscall === 'string' &&
    (reading.includes(error.syscall) || writing.includes(error.syscall))
  );
}

/** The error with the path of the file. The system names no path when a disk is full while it writes into an open file. */
export function withPath(path: string, error: unknown): unknown {
  return isFileFault(error) && error.path === undefined ? Object.assign(error, { path }) : error;
}

/** Writes a file that nobody reads yet. A fault names its path. */
export function writeNew(file: string, content: string | Uint8Array): void {
  try {
    writeFileSync(file, content);
  } catch (error) {
    throw withPath(file, error);
  }
}

/** Says "opened" if `open` failed, because the system does not say whether it was for reading or writing. */
export function describeFileFault({ path, syscall, code, message }: FileFault): string {
  if (path === undefined) return message;
  const what = writing.includes(syscall) || code === 'EROFS' ? 'written' : syscall === 'open' && code !== 'ENOENT' ? 'opened' : 'read';
  return `${path}: cannot be ${what} (${code})`;
}

/** The result of `read`. Throws UnreadableFileError, which names `place`, if the file system refuses. */
export function readOrBlame<Value>(place: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!isFileFault(error)) throw error;
    throw new UnreadableFileError({
      place,
      message: `cannot be read (${error.code})`,
      repair: 'make it a plain file or folder that this user may read',
    });
  }
}

/** The bytes of a file. Throws UnreadableFileError if they cannot be read, so that nobody takes it for a fault of writing. */
export function readWhole(file: string): Buffer {
  return readOrBlame(file, () => readFileSync(file));
}
