// The folders of data: dist-data/live and dist-data/sample, unless --data names another, and the
// folders in them.
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { messageOf } from '#sources/kit/problem.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';

// The checkout has TypeScript, the installed package built JavaScript.
export const isCheckout = extname(import.meta.url) === '.ts';

/**
 * The parent folder of data and state: the checkout, or for the package the current folder, because
 * updating a package replaces its folder and would delete the user's files.
 */
export const home = isCheckout ? fileURLToPath(new URL('../..', import.meta.url)) : process.cwd();

export const catalogueFile = 'catalogue.json';

export const defaultDirectories = {
  /** A launcher names that of its service. */
  live: process.env['LMI_DATA'] || join(home, 'dist-data/live'),
  sample: join(home, 'dist-data/sample'),
  bundle: join(home, 'dist-data/bundle'),
} as const;

/** The directory to read: the one named, else real data if there is any, else the sample. */
export function chooseDirectory(givenDirectory: string | undefined): string {
  if (givenDirectory !== undefined) return givenDirectory;
  return existsSync(join(defaultDirectories.live, catalogueFile))
    ? defaultDirectories.live
    : defaultDirectories.sample;
}

/** The folder itself, or the nearest existing folder above it. */
export function nearestFolder(directory: string): string {
  return existsSync(directory) ? directory : nearestFolder(join(directory, '..'));
}

/**
 * Root writes as the owner of a data directory: files of root would stop the next run of that user.
 * Throws DirectoryError if the owner may not read this program.
 */
export function writeAsOwner(directory: string): void {
  if (process.geteuid?.() !== 0) return;
  const { uid, gid } = statSync(nearestFolder(directory));
  if (uid === 0) return;
  try {
    process.setegid?.(gid);
    process.seteuid?.(uid);
    readFileSync(fileURLToPath(import.meta.url));
  } catch {
    throw new DirectoryError(
      `${directory}: belongs to the user ${uid}, who may not read ${home}\n  ` +
        'run it as that user, where that user may read this program',
    );
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

export class DirectoryError extends ReportedError {}

/**
 * Throws DirectoryError if the data at a place are the synthetic sample, unless that is meant.
 * `verb`: what is to be done with them.
 */
export function refuseSample(
  place: string,
  { sample }: { readonly sample: boolean },
  isMeant: boolean,
  verb: string,
): void {
  if (sample && !isMeant)
    throw new DirectoryError(
      `${place}: holds the synthetic sample, which is not statistics\n  ` +
        `${verb} it with --sample if that is what you want`,
    );
}

/**
 * Throws DirectoryError if a directory holds real data and the synthetic sample is to join them, or
 * the other way round.
 */
export function refuseMixture(
  directory: string,
  held: { readonly sample: boolean } | null,
  isSample: boolean,
): void {
  if (held === null || held.sample === isSample) return;
  const [here, given] = isSample
    ? ['real data', 'the synthetic sample']
    : ['the synthetic sample', 'real data'];
  throw new DirectoryError(
    `${directory}: holds ${here}, and ${given} must never be in the same directory\n  ` +
      'choose another --data',
  );
}

/** The fault of a data directory that the file system refuses to change. */
export function cannotBeWritten(directory: string, error: unknown): DirectoryError {
  const isFull =
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ENOSPC' || error.code === 'EDQUOT');
  const repair = isFull
    ? 'make room on the disk'
    : 'make it a folder that this user may write, or name another with --data';
  return new DirectoryError(`${directory}: cannot be written (${messageOf(error)})\n  ${repair}`);
}

/**
 * Makes a folder of a data directory if there is none. Throws DirectoryError, which names
 * `directory`.
 */
export function makeFolder(folder: string, directory = folder): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw cannotBeWritten(directory, error);
  }
}

/** The two folders of editions: `editions` is served, `quarantine` is outside every served root. */
export type EditionFolder = 'editions' | 'quarantine';

export function folderOf({ state }: Pick<CatalogueEdition, 'state'>): EditionFolder {
  return state === 'quarantined' ? 'quarantine' : 'editions';
}

/**
 * How to repair a damaged edition. Served and held editions are compiled again; superseded ones are
 * fetched.
 */
export function repairOfEdition({
  state,
  release,
}: Pick<CatalogueEdition, 'state' | 'release'>): string {
  if (release.startsWith('sample-')) return 'lmi compile --sample makes it again';
  const again =
    'lmi compile makes it again from its snapshots, lmi pull fetches what is missing from a store';
  if (state === 'quarantined') return `${again}, and lmi accept --not removes it`;
  return state === 'served'
    ? again
    : 'lmi pull --all fetches what is missing from a store; else restore it from a backup';
}

/** The fault of an address in place of a folder; null if the name is not an address. */
export function faultOfAddress(location: string): string | null {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(location)) return null;
  return (
    `${location}: is an address, expected a folder or s3://BUCKET/PREFIX\n  ` +
    'data of a server come with the command pull, and nothing is published to one'
  );
}
