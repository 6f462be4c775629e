// The plain sample and the real files, compiled: whoever asks first compiles them, and everybody
// after that reads them, in this run and in later ones, until the code or the files change. Tests
// read them; those that write take a copy.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { LockedError, lock } from '#compiler/edition/lock.ts';
import { digestOf, keptFolder as kept, keptOf, mostKept } from './kept.ts';
import { havePublisherFiles, publisherFiles } from './publisher-files.ts';

/**
 * What Node is given to run the command line, with more memory for young objects: it saves a fifth
 * of the time of a compile.
 */
export const keepingCli = [
  '--max-semi-space-size=128',
  fileURLToPath(new URL('compile-keeping-rows.ts', import.meta.url)),
];
/** LMI_TEST_SOURCES names the sources whose tests are to be run, so that no others are compiled. */
const only = process.env['LMI_TEST_SOURCES'];
const chosen = only === undefined ? [] : ['--source', ...only.split(',')];

export function sampleDirectory(): string {
  return compiled('sample', ['compile', '--sample', ...chosen], '');
}

/**
 * Data directory of the compiled real files, or null where they are not there. LMI_TEST_LIVE names
 * one of what was downloaded (make real).
 */
export function liveDirectory(): string | null {
  const downloaded = process.env['LMI_TEST_LIVE'];
  if (downloaded !== undefined) return downloaded;
  return havePublisherFiles
    ? compiled('live', ['compile', '--from', publisherFiles, ...chosen], digestOfRealFiles())
    : null;
}

/**
 * The directory, or why there is none: a compile that failed is not tried again by each of a
 * hundred files.
 */
const found = new Map<string, string | Error>();

function compiled(kind: string, command: readonly string[], digest: string): string {
  const known = found.get(kind);
  if (known instanceof Error) throw known;
  if (known !== undefined) return known;
  const key = createHash('sha256')
    .update(JSON.stringify([process.version, only, digest, digestOfCode()]))
    .digest('hex');
  mkdirSync(kept, { recursive: true });
  const directory = join(kept, `${kind}-${key.slice(0, 16)}`);
  while (!existsSync(directory)) {
    const unlock = lockedFor(kind);
    if (unlock === null) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
      continue;
    }
    const making = `${directory}.making`;
    try {
      // Another may have made it meanwhile.
      if (existsSync(directory)) continue;
      for (const path of keptOf(kind).slice(mostKept - 1))
        rmSync(path, { recursive: true, force: true });
      rmSync(making, { recursive: true, force: true });
      execFileSync(process.execPath, [...keepingCli, ...command, '--data', making], {
        stdio: 'pipe',
      });
      renameSync(making, directory);
    } catch (error) {
      found.set(kind, error instanceof Error ? error : new Error(String(error)));
      throw error;
    } finally {
      rmSync(making, { recursive: true, force: true });
      unlock();
    }
  }
  found.set(kind, directory);
  return directory;
}

/**
 * Whoever has the lock compiles; the others wait until it is done, or begin anew where its process
 * is gone.
 */
function lockedFor(kind: string): (() => void) | null {
  try {
    return lock(kept, () => {}, `making-${kind}`);
  } catch (error) {
    if (error instanceof LockedError) return null;
    throw error;
  }
}

/** All that a compile runs, and more: what the documents hang on is not to be guessed. */
function digestOfCode(): string {
  return digestOf(['{schemas,sources,compiler,server}/**/*', 'package.json', 'package-lock.json']);
}

/** By name, size and date: reading them takes longer than a test. */
function digestOfRealFiles(): string {
  const files = glob.sync('**/*', { cwd: publisherFiles, stats: true });
  const lines = files.map(({ path, stats }) => `${path} ${stats?.size} ${stats?.mtimeMs}`).sort();
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}
