// Preloaded into a process that is to be killed: it dies before its KILL_BEFORE-th change to the file system, or says at its end how
// many there were. Exact points find what random delays seldom hit: the moment between two renames. Opening a file to read it, as Node
// does for every module, is no change.
//
// KEEP_BEFORE, as JSON, copies folders before each of several changes instead, and lets the process go on: a process that is killed there
// leaves the same, and one process does for all moments.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

/** Before which changes `folders` are copied, to `into`/CHANGE/PLACE-OF-FOLDER; null: before every one. */
export interface Keeping {
  readonly folders: readonly string[];
  readonly before: readonly number[] | null;
  readonly into: string;
}

const synchronous = ['openSync', 'writeSync', 'writeFileSync', 'renameSync', 'linkSync', 'mkdirSync', 'rmSync', 'rmdirSync'] as const;
const promised = ['open', 'writeFile', 'mkdir'] as const;
const last = Number(process.env['KILL_BEFORE'] ?? 'NaN');
const keeping: Keeping | null = JSON.parse(process.env['KEEP_BEFORE'] ?? 'null');
let done = 0;
let isKeeping = false;

function counted(within: object, name: string): void {
  const original: unknown = Reflect.get(within, name);
  if (typeof original !== 'function') throw new Error(`node:fs has no ${name}`);
  Reflect.set(within, name, (...given: unknown[]): unknown => {
    const reads = /^open/.test(name) && (given[1] === undefined || given[1] === 'r');
    if (!reads && !isKeeping) {
      if (done === last) process.kill(process.pid, 'SIGKILL');
      if (keeping !== null && (keeping.before === null || keeping.before.includes(done))) keep(keeping);
      done += 1;
    }
    return Reflect.apply(original, within, given);
  });
}

function keep({ folders, into }: Keeping): void {
  isKeeping = true;
  for (const [place, folder] of folders.entries()) fs.cpSync(folder, join(into, String(done), String(place)), { recursive: true });
  isKeeping = false;
}

for (const name of synchronous) counted(fs, name);
for (const name of promised) counted(fs.promises, name);
syncBuiltinESMExports();
process.once('exit', () => process.stdout.write(`changes ${done}\n`));
