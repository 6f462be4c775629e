// One writer at a time: a lock file names the host and process that hold it. A lock of a dead process is taken over, with a message.
import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { ReportedError } from '#sources/kit/reported-error.ts';

export class LockedError extends ReportedError {}

interface Holder {
  readonly host: string;
  readonly pid: number;
}

// How often to try a lock that vanishes before it is read: its holders come and go, or it is a link to nothing.
const mostTries = 5;

/**
 * Takes the lock of a data directory; the returned function releases it. Throws LockedError while another process holds it, and if the
 * lock file is unreadable: nobody knows its holder then, and a person must remove it.
 * `name` is another file, for a lock around several commands that each take the directory's own lock.
 */
export function lock(directory: string, say: (line: string) => void, name = 'lock'): () => void {
  const file = join(directory, name);
  const mine = join(directory, `${helperPrefix}${process.pid}`);
  // The token distinguishes this lock from a later one with the same process number.
  const text = JSON.stringify({ host: hostname(), pid: process.pid, token: randomUUID() } satisfies Holder & { token: string });
  const descriptor = openSync(mine, 'w');
  try {
    writeSync(descriptor, text);
    // Synced before it gets its name, so that a power cut cannot leave an empty lock.
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  try {
    take(directory, file, mine, say);
  } finally {
    rmSync(mine, { force: true });
  }
  return () => {
    if (textOf(file) === text) rmSync(file, { force: true });
  };
}

function take(directory: string, file: string, mine: string, say: (line: string) => void): void {
  for (let tries = 0; tries < mostTries; tries += 1) {
    // A hard link appears whole or not at all, so nobody reads half a lock.
    if (tryLink(mine, file)) return;
    const holder = readHolder(file);
    if (holder === 'gone') continue;
    if (holder === 'no lock')
      throw new LockedError(`${file}: cannot be read as a lock, so its holder is unknown\n  remove it once no process writes here`);
    if (!isDead(holder))
      throw new LockedError(
        `${directory}: process ${holder.pid} on ${holder.host} is writing here\n  wait for it, or remove ${file} if the process is gone`,
      );
    say(`${directory}: taking over the lock of process ${holder.pid}, which is gone`);
    removeStale(directory, file);
  }
  throw new LockedError(`${directory}: another process took the lock first\n  wait for it, or remove ${file} if the process is gone`);
}

function removeStale(directory: string, file: string): void {
  const stale = join(directory, `${helperPrefix}stale-${process.pid}`);
  rmSync(stale, { recursive: true, force: true });
  try {
    renameSync(file, stale);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  // Two processes may both find the dead one's lock. The later must not remove the lock that the earlier took meanwhile.
  const taken = readHolder(stale);
  if (typeof taken === 'object' && !isDead(taken)) tryLink(stale, file);
  rmSync(stale, { recursive: true, force: true });
}

const helperPrefix = '.lock-';

/** Removes the files that dead processes of this host left while taking a lock. Files of other processes may be in use. */
export function removeLockHelpers(directory: string): void {
  for (const name of readdirSync(directory)) {
    const [, pid] = /^\.lock-(?:stale-)?(\d+)$/.exec(name) ?? [];
    if (pid === undefined) continue;
    const holder = readHolder(join(directory, name));
    const host = typeof holder === 'object' ? holder.host : hostname();
    if (isDead({ host, pid: Number(pid) })) rmSync(join(directory, name), { recursive: true, force: true });
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(file: string): Holder | 'gone' | 'no lock' {
  const text = textOf(file);
  if (text === null) return 'gone';
  try {
    const found: unknown = JSON.parse(text);
    if (
      typeof found === 'object' &&
      found !== null &&
      'host' in found &&
      'pid' in found &&
      typeof found.host === 'string' &&
      typeof found.pid === 'number'
    ) {
      return { host: found.host, pid: found.pid };
    }
  } catch {
    // A lock is JSON.
  }
  return 'no lock';
}

/** Null if there is no such file; an empty text if it cannot be read. */
function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? null : '';
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** A process of another host is never considered dead, because only its own host can know. */
export function isDead({ host, pid }: Holder): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}
