// Preloaded into a process that is to be killed: it dies before its KILL_BEFORE-th change to the file system, or says at its end how
// many there were. Exact points find what random delays seldom hit: the moment between two renames. Opening a file to read it, as Node
// does for every module, is no change.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const synchronous = ['openSync', 'writeSync', 'writeFileSync', 'renameSync', 'linkSync', 'mkdirSync', 'rmSync', 'rmdirSync'] as const;
const promised = ['open', 'writeFile', 'mkdir'] as const;
const last = Number(process.env['KILL_BEFORE'] ?? 'NaN');
let done = 0;

function counted(within: object, name: string): void {
  const original: unknown = Reflect.get(within, name);
  if (typeof original !== 'function') throw new Error(`node:fs has no ${name}`);
  Reflect.set(within, name, (...given: unknown[]): unknown => {
    const reads = /^open/.test(name) && (given[1] === undefined || given[1] === 'r');
    if (!reads) {
      if (done === last) process.kill(process.pid, 'SIGKILL');
      done += 1;
    }
    return Reflect.apply(original, within, given);
  });
}

for (const name of synchronous) counted(fs, name);
for (const name of promised) counted(fs.promises, name);
syncBuiltinESMExports();
process.once('exit', () => process.stdout.write(`changes ${done}\n`));
