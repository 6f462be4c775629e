// One writer at a time: a lock file names the process that holds it. A lock of a dead process is taken over, with a message.
//
// The holder keeps a file of its own locked by SQLite for as long as it lives, and the kernel frees that lock when it dies, in whatever way.
// So another process of the same kernel knows for certain, in another container too, on Linux and on macOS. Node has no flock. Processes of
// another machine are never taken for dead.
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ReportedError } from '#sources/kit/reported-error.ts';
import { type ProcessIdentity, identityIn, isDead, isOfThisKernel, thisProcess } from './process-identity.ts';

export class LockedError extends ReportedError {}

interface Holder extends ProcessIdentity {
  /** Distinguishes this lock from a later one, and names the file that its holder keeps locked; null if an earlier version wrote it. */
  readonly token: string | null;
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
  const holder = { ...thisProcess(), token: randomUUID() } satisfies Holder;
  const text = JSON.stringify(holder);
  const die = live(lifeFile(directory, holder));
  // Processes of two containers can have one number.
  const mine = join(directory, `${helperPrefix}${holder.pid}-${holder.token}`);
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
  } catch (error) {
    die();
    throw error;
  } finally {
    rmSync(mine, { force: true });
  }
  return () => {
    if (textOf(file) === text) rmSync(file, { force: true });
    die();
  };
}

function lifeFile(directory: string, { pid, token }: Pick<Holder, 'pid' | 'token'>): string {
  return join(directory, `${helperPrefix}live-${pid}-${token}`);
}

// Without a journal, which would be a second file.
const exclusively = 'PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE';

/** The connections that keep this process's locks. One that nobody refers to any more would be closed with its lock. */
const kept = new Set<object>();

/** Locks a file until the returned function removes it, or this process dies. Node before 22.15 has no SQLite and locks nothing. */
function live(file: string): () => void {
  const sqlite = process.getBuiltinModule?.('node:sqlite');
  if (sqlite === undefined) return () => {};
  const database = new sqlite.DatabaseSync(file);
  database.exec(exclusively);
  kept.add(database);
  return () => {
    rmSync(file, { force: true });
    kept.delete(database);
    database.close();
  };
}

/** Whether the process that keeps a file locked is alive; null if there is no such file, or nobody can know. Nothing is written. */
function isKeptLocked(file: string): boolean | null {
  const sqlite = process.getBuiltinModule?.('node:sqlite');
  if (sqlite === undefined || !existsSync(file)) return null;
  let database: InstanceType<typeof sqlite.DatabaseSync> | null = null;
  try {
    database = new sqlite.DatabaseSync(file);
    database.exec(exclusively);
    return false;
  } catch (error) {
    // SQLITE_BUSY. Any other fault says nothing.
    return error instanceof Error && 'errcode' in error && error.errcode === 5 ? true : null;
  } finally {
    database?.close();
  }
}

/** True only if the holder is certainly gone. */
function isGone(directory: string, holder: Holder): boolean {
  // The kernel answers for all its containers. Of another kernel's locks it knows nothing.
  const isAlive = isOfThisKernel(holder) === true && holder.token !== null ? isKeptLocked(lifeFile(directory, holder)) : null;
  return isAlive === null ? isDead(holder) : !isAlive;
}

function take(directory: string, file: string, mine: string, say: (line: string) => void): void {
  for (let tries = 0; tries < mostTries; tries += 1) {
    // A hard link appears whole or not at all, so nobody reads half a lock.
    if (tryLink(mine, file)) return;
    const holder = readHolder(file);
    if (holder === 'gone') continue;
    if (holder === 'no lock')
      throw new LockedError(`${file}: cannot be read as a lock, so its holder is unknown\n  remove it once no process writes here`);
    if (!isGone(directory, holder))
      throw new LockedError(
        `${directory}: process ${holder.pid} on ${holder.host} is writing here\n  wait for it, or remove ${file} if the process is gone`,
      );
    say(`${directory}: taking over the lock of process ${holder.pid}, which is gone`);
    removeStale(directory, file, `${helperPrefix}stale-${process.pid}-${randomUUID()}`);
    rmSync(lifeFile(directory, holder), { force: true });
  }
  throw new LockedError(`${directory}: another process took the lock first\n  wait for it, or remove ${file} if the process is gone`);
}

function removeStale(directory: string, file: string, name: string): void {
  const stale = join(directory, name);
  try {
    renameSync(file, stale);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  // Two processes may both find the dead one's lock. The later must not remove the lock that the earlier took meanwhile.
  const taken = readHolder(stale);
  if (typeof taken === 'object' && !isGone(directory, taken)) tryLink(stale, file);
  rmSync(stale, { recursive: true, force: true });
}

const helperPrefix = '.lock-';

/** Removes the files that dead processes left while taking or holding a lock. Files of other processes may be in use. */
export function removeLockHelpers(directory: string): void {
  for (const name of readdirSync(directory)) {
    const file = join(directory, name);
    const [, kind, pid] = /^\.lock-(stale-|live-)?(\d+)(?:-[0-9a-f-]+)?$/.exec(name) ?? [];
    if (pid === undefined) continue;
    const holder = readHolder(file);
    const { host } = thisProcess();
    const isLeft =
      kind === 'live-'
        ? isKeptLocked(file) === false
        : typeof holder === 'object'
          ? isGone(directory, holder)
          : isDead({ host, pid: Number(pid) }) && Number(pid) !== process.pid;
    if (isLeft) rmSync(file, { recursive: true, force: true });
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
    const identity = identityIn(found);
    const token: unknown = Reflect.get(Object(found), 'token');
    // The token is part of a file's name.
    if (identity !== null) return { ...identity, token: typeof token === 'string' && /^[0-9a-f-]{36}$/.test(token) ? token : null };
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
