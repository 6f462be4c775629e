// What the file system refuses, in one line for people: the place, whether it was to be read or written, and the system's own code.
import { readFileSync } from 'node:fs';
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

/** True for what node:fs throws. A refused connection or a command that is not there is none. */
export function isFileFault(error: unknown): error is FileFault {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return false;
  return (
    typeof error.code === 'string' &&
    typeof error.syscall === 'string' &&
    (reading.includes(error.syscall) || writing.includes(error.syscall))
  );
}

/** A file is opened to be read and to be written alike, and the system does not say for which. */
export function describeFileFault({ path, syscall, code, message }: FileFault): string {
  if (path === undefined) return message;
  const what = writing.includes(syscall) || code === 'EROFS' ? 'written' : syscall === 'open' && code !== 'ENOENT' ? 'opened' : 'read';
  return `${path}: cannot be ${what} (${code})`;
}

/** What `read` gives of a place; UnreadableFileError where the file system refuses. */
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

/** The bytes of a file. Throws UnreadableFileError where they cannot be read, so that nobody takes it for a fault of our own writing. */
export function readWhole(file: string): Buffer {
  return readOrBlame(file, () => readFileSync(file));
}
