// The paths that some work creates, writes, renames or removes.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const changing = [
  'openSync',
  'writeFileSync',
  'appendFileSync',
  'renameSync',
  'linkSync',
  'symlinkSync',
  'mkdirSync',
  'mkdtempSync',
  'rmSync',
  'rmdirSync',
  'unlinkSync',
  'copyFileSync',
  'truncateSync',
  'utimesSync',
  'createWriteStream',
] as const;
const promised = ['open', 'writeFile', 'appendFile', 'rename', 'mkdir', 'mkdtemp', 'rm', 'rmdir', 'unlink', 'copyFile'] as const;

/** Does the work and lists the paths. Opening a file to read it changes nothing. */
export async function changesToDisk(work: () => Promise<unknown>): Promise<string[]> {
  const paths: string[] = [];
  const restore: (() => void)[] = [];
  const watch = (within: object, name: string) => {
    const original: unknown = Reflect.get(within, name);
    if (typeof original !== 'function') throw new Error(`node:fs has no ${name}`);
    Reflect.set(within, name, (...given: unknown[]): unknown => {
      const reads = /^open/.test(name) && (given[1] === undefined || given[1] === 'r');
      if (!reads && typeof given[0] !== 'number') paths.push(String(given[0]));
      return Reflect.apply(original, within, given);
    });
    restore.push(() => void Reflect.set(within, name, original));
  };
  for (const name of changing) watch(fs, name);
  for (const name of promised) watch(fs.promises, name);
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    for (const undo of restore) undo();
    syncBuiltinESMExports();
  }
  return paths;
}
