// One writer at a time: a lock file with the host and process that hold it. A dead process's lock is taken over, and said.
import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

export class LockedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'LockedError';
  }
}

interface Holder {
  readonly host: string;
  readonly pid: number;
}

/**
 * Takes the lock of a data directory; the returned function gives it back. Throws LockedError while another process holds it.
 * `name` is another file for a lock that is held around several commands, each of which takes the directory's own.
 */
export function lock(directory: string, say: (line: string) => void, name = 'lock'): () => void {
  const file = join(directory, name);
  const mine = join(directory, `.lock-${process.pid}`);
  const descriptor = openSync(mine, 'w');
  writeSync(descriptor, JSON.stringify({ host: hostname(), pid: process.pid } satisfies Holder));
  closeSync(descriptor);
  try {
    // A hard link appears whole or not at all, so nobody ever reads half a lock.
    if (!tryLink(mine, file)) {
      const holder = readHolder(file);
      if (holder !== null && !isDead(holder)) {
        throw new LockedError(`${directory}: process ${holder.pid} on ${holder.host} is writing here; wait for it, or remove ${file} if it is gone`);
      }
      say(`${directory}: taking over the lock of process ${holder?.pid ?? 'unknown'}, which is gone`);
      const stale = join(directory, `.lock-stale-${process.pid}`);
      renameSync(file, stale);
      // Two processes may both have found the dead one's lock; the later must not throw away the lock that the earlier has taken since.
      const taken = readHolder(stale);
      if (taken !== null && !isDead(taken)) tryLink(stale, file);
      rmSync(stale);
      if (!tryLink(mine, file)) throw new LockedError(`${directory}: another process took the lock first`);
    }
  } finally {
    rmSync(mine, { force: true });
  }
  return () => rmSync(file, { force: true });
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(file: string): Holder | null {
  try {
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof found === 'object' && found !== null && 'host' in found && 'pid' in found && typeof found.host === 'string' && typeof found.pid === 'number') {
      return { host: found.host, pid: found.pid };
    }
    return null;
  } catch {
    return null;
  }
}

/** A process of another host is never taken for dead: only its own host can know. */
function isDead({ host, pid }: Holder): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
