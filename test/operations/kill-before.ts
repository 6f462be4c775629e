// Preloaded into a process that is to be killed: it dies before its KILL_BEFORE-th change to the file system, or says at its end how
// many there were. Exact points find what random delays seldom hit: the moment between two renames.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const changing = ['openSync', 'writeSync', 'writeFileSync', 'renameSync', 'linkSync', 'mkdirSync', 'rmSync'] as const;
const last = Number(process.env['KILL_BEFORE'] ?? 'NaN');
let done = 0;

for (const name of changing) {
  const original: unknown = Reflect.get(fs, name);
  if (typeof original !== 'function') throw new Error(`node:fs has no ${name}`);
  Reflect.set(fs, name, (...given: unknown[]): unknown => {
    if (done === last) process.kill(process.pid, 'SIGKILL');
    done += 1;
    return Reflect.apply(original, fs, given);
  });
}
syncBuiltinESMExports();
process.once('exit', () => process.stdout.write(`changes ${done}\n`));
