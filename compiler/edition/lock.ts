// One writer at a time: a folder `lock` holds one file, which a thread of its holder writes every
// three seconds. A lock that has not been written for half a minute is taken over, with a message.
//
// It does not look for the holder's process: a process number says nothing in another container or
// on another machine. Each lock is a file with its own name, so only one process can take it over,
// by one rename.
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ReportedError } from '#sources/kit/reported-error.ts';
import { cannotBeWritten } from './data-directory.ts';
import { namesIn, removeIn } from './files.ts';

export class LockedError extends ReportedError {}

const beatSeconds = 3;
/**
 * Ten beats: a write can wait for seconds on a busy disk. A long computation delays none, because
 * the thread is not the one that computes.
 */
const staleSeconds = 30;

// Writing takes the time from the disk, so machines that share it need not agree on theirs. A file
// that is gone was released or taken over.
const heartbeat = `
const { workerData: { file, text, seconds } } = require('node:worker_threads');
setInterval(() => {
  try {
    require('node:fs').writeFileSync(file, text, { flag: 'r+' });
  } catch (error) {
    if (error.code === 'ENOENT') process.exit();
  }
}, seconds * 1000);`;

/** The files of the locks that this process holds, by their folders. */
const held = new Map<string, string>();

/**
 * Takes the lock of a data directory; the returned function releases it. Throws LockedError while
 * another process holds it. `name` is another folder, for a lock around several commands that each
 * take the directory's own lock.
 */
export function lock(directory: string, say: (line: string) => void, name = 'lock'): () => void {
  const folder = resolve(directory, name);
  const token = randomUUID();
  const text = `process ${process.pid} on ${hostname()}`;
  const wanted = { directory, folder, token, text };
  let isTaken = false;
  while (!isTaken) isTaken = tryToTake(wanted, say);
  removeIn(directory, (left) => left.startsWith(`${name}.tmp-`));
  const file = join(folder, token);
  const thread = new Worker(heartbeat, {
    eval: true,
    workerData: { file, text, seconds: beatSeconds },
    execArgv: [],
  });
  thread.unref();
  held.set(folder, file);
  return () => {
    held.delete(folder);
    void thread.terminate();
    rmSync(file, { force: true });
    // The process that took it over has put a file there.
    attempt(() => rmdirSync(folder), 'ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR');
  };
}

export async function locked<Result>(
  directory: string,
  say: (line: string) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const unlock = lock(directory, say);
  try {
    return await work();
  } finally {
    unlock();
  }
}

/**
 * Throws LockedError if this process took the lock of a directory, and another has taken it over.
 */
export function requireStillHeld(directory: string): void {
  const file = held.get(resolve(directory, 'lock'));
  if (file === undefined || existsSync(file)) return;
  throw new LockedError(
    `${directory}: another process took over the lock, because this one gave no sign of ` +
      `life for ${staleSeconds} seconds; nothing was published\n  ` +
      'run it again',
  );
}

interface WantedLock {
  readonly directory: string;
  /** The folder of the lock, and the name of our file in it. */
  readonly folder: string;
  readonly token: string;
  /** What the file says: which process holds the lock. */
  readonly text: string;
}

/** Tries to take a lock once; false if somebody changed it meanwhile. */
function tryToTake(
  { directory, folder, token, text }: WantedLock,
  say: (line: string) => void,
): boolean {
  const prepared = `${folder}.tmp-${token}`;
  const file = join(folder, token);
  try {
    mkdirSync(prepared);
  } catch (error) {
    throw cannotBeWritten(directory, error);
  }
  try {
    // The holder removes what others have prepared.
    if (!attempt(() => writeFileSync(join(prepared, token), text), 'ENOENT')) return false;
    const now = statSync(join(prepared, token), { throwIfNoEntry: false })?.mtimeMs;
    // A folder takes the place of an empty one or of none.
    if (attempt(() => renameSync(prepared, folder), 'ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'))
      return true;
    if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === false)
      throw new LockedError(
        `${folder}: is no lock, expected a folder, because it is a file or a link\n  ` +
          'remove it once no process writes here',
      );
    const [other = token] = namesIn(folder);
    const theirs = join(folder, other);
    const written = statSync(theirs, { throwIfNoEntry: false })?.mtimeMs;
    if (now === undefined || written === undefined) return false;
    let holder = '';
    if (!attempt(() => (holder = readFileSync(theirs, 'utf8') || 'another process'), 'ENOENT'))
      return false;
    // A time in the future comes from a clock that was set back since.
    const age = Math.abs(now - written) / 1000;
    if (age < staleSeconds)
      throw new LockedError(
        `${directory}: ${holder} is writing here\n  ` +
          'wait for it; if it was killed, run this again in ' +
          `${Math.ceil(staleSeconds - age)} seconds`,
      );
    // No other process must find it old, and take it over too.
    if (
      !attempt(() => utimesSync(theirs, now / 1000, now / 1000), 'ENOENT') ||
      !attempt(() => renameSync(theirs, file), 'ENOENT')
    )
      return false;
    writeFileSync(file, text);
    say(
      `${directory}: taking over the lock of ${holder}, which has given no sign of life ` +
        `for ${staleSeconds} seconds`,
    );
    return true;
  } finally {
    rmSync(prepared, { recursive: true, force: true });
  }
}

/** Whether it succeeded; false if it failed with one of these codes. */
function attempt(act: () => unknown, ...codes: readonly string[]): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && codes.includes(String(error.code)))
      return false;
    throw error;
  }
}
