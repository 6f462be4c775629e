// Counts the changes that an operation makes to the file system, and copies folders as they stand
// before some of them: a process that is killed there leaves the same. Exact points find what
// random delays seldom hit: the moment between two renames. Opening a file to read it, as Node does
// for every module, is no change.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

/**
 * Before which changes `folders` are copied, to `into`/CHANGE/PLACE-OF-FOLDER; null: before every
 * one.
 */
interface Keeping {
  readonly folders: readonly string[];
  readonly before: readonly number[] | null;
  readonly into: string;
}

const synchronous = [
  'openSync',
  'writeSync',
  'writeFileSync',
  'renameSync',
  'linkSync',
  'mkdirSync',
  'rmSync',
  'rmdirSync',
] as const;
const promised = ['open', 'writeFile', 'mkdir'] as const;
/** What is done before a change; null: nobody watches. */
let watching: (() => void) | null = null;

function watched(within: object, name: string): void {
  const original: unknown = Reflect.get(within, name);
  if (typeof original !== 'function') throw new Error(`node:fs has no ${name}`);
  Reflect.set(within, name, (...given: unknown[]): unknown => {
    const reads = /^open/.test(name) && (given[1] === undefined || given[1] === 'r');
    if (!reads) watching?.();
    return Reflect.apply(original, within, given);
  });
}

for (const name of synchronous) watched(fs, name);
for (const name of promised) watched(fs.promises, name);
syncBuiltinESMExports();

/** How many changes an operation makes. */
export async function changesOf(
  operation: () => unknown,
  keeping: Keeping | null = null,
): Promise<number> {
  let done = 0;
  const watch = () => {
    watching = null;
    if (keeping !== null && (keeping.before === null || keeping.before.includes(done)))
      for (const [place, folder] of keeping.folders.entries())
        fs.cpSync(folder, keptAt(keeping.into, done, place), { recursive: true });
    done += 1;
    watching = watch;
  };
  watching = watch;
  try {
    await operation();
  } finally {
    watching = null;
  }
  return done;
}

/** A kept folder as it stood before the change. */
export function keptAt(into: string, change: number, place = 0): string {
  return join(into, String(change), String(place));
}
