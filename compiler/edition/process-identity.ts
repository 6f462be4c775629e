// Which process holds a lock, told so that it cannot be taken for another: process numbers are given out again after a restart, and every
// container counts its own.
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process. What is missing or null was not known where it was written: locks of earlier versions name host and number only. */
export interface ProcessIdentity {
  readonly host: string;
  readonly pid: number;
  /** The boot of its kernel. Two processes with the same boot run on one kernel, whatever containers they are in. */
  readonly boot?: string | null;
  /** When it started, in the kernel's own count. */
  readonly started?: string | null;
  /** The namespace in which its number counts. */
  readonly namespace?: string | null;
}

/** Null if `read` fails: a file that this system does not have, or a process that is not there. */
function known(read: () => string): string | null {
  try {
    return read().trim() || null;
  } catch {
    return null;
  }
}

let boot: string | null | undefined;

/** Linux and macOS have a random name for each boot. */
function bootOf(): string | null {
  boot ??=
    process.platform === 'darwin'
      ? known(() => execFileSync('sysctl', ['-n', 'kern.bootsessionuuid'], { encoding: 'utf8' }))
      : known(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'));
  return boot;
}

/** Linux: ticks since the boot. Its name, which stands before, may hold blanks and brackets. macOS: the time of day, to the second. */
function startOf(pid: number): string | null {
  if (process.platform === 'darwin') return known(() => execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }));
  return known(() => readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ')[19] ?? '');
}

/** Null where there are no namespaces: macOS. */
const namespaceOf = (): string | null => known(() => readlinkSync('/proc/self/ns/pid'));

export function thisProcess(): ProcessIdentity {
  return { host: hostname(), pid: process.pid, boot: bootOf(), started: startOf(process.pid), namespace: namespaceOf() };
}

/** What a text names as a process; null if it names none. */
export function identityIn(value: unknown): ProcessIdentity | null {
  if (typeof value !== 'object' || value === null || !('host' in value) || !('pid' in value)) return null;
  const { host, pid, ...rest } = value;
  if (typeof host !== 'string' || typeof pid !== 'number') return null;
  const text = (name: string): string | null => {
    const found: unknown = Reflect.get(rest, name);
    return typeof found === 'string' ? found : null;
  };
  return { host, pid, boot: text('boot'), started: text('started'), namespace: text('namespace') };
}

/** Whether it runs on this kernel; null if one of the two boots is not known. */
export function isOfThisKernel({ boot: other = null }: ProcessIdentity): boolean | null {
  const own = bootOf();
  return own === null || other === null ? null : own === other;
}

/** True only if the process is certainly gone. In doubt it lives: a lock that a person must remove is better than two writers. */
export function isDead(holder: ProcessIdentity): boolean {
  const { host, pid, started = null, namespace = null } = holder;
  const kernel = isOfThisKernel(holder);
  // This host has booted since. A process of another host is never considered dead, because only its own kernel can know.
  if (kernel !== true && host !== hostname()) return false;
  if (kernel === false) return true;
  // Its number counts in another namespace, and says nothing here.
  if (namespace !== null && namespace !== namespaceOf()) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
  if (started !== null) return startOf(pid) !== started;
  // An earlier version wrote it. Our own number was then another process's before a restart: this version notes its start.
  return pid === process.pid;
}
