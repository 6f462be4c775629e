// The folders of data: dist-data/live and dist-data/sample, unless --data names another, and the folders in them.
import { existsSync, mkdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { messageOf } from '#sources/kit/problem.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';

// The checkout has TypeScript, the installed package built JavaScript.
const isCheckout = extname(import.meta.url) === '.ts';

/**
 * The parent folder of data and state: the checkout, or for the package the current folder, because updating a package replaces its folder and
 * would delete the user's files.
 */
export const home = isCheckout ? fileURLToPath(new URL('../..', import.meta.url)) : process.cwd();

export const catalogueFile = 'catalogue.json';

export const defaultDirectories = {
  live: join(home, 'dist-data/live'),
  sample: join(home, 'dist-data/sample'),
  /** What was pulled from a server. */
  bundle: join(home, 'dist-data/bundle'),
} as const;

/** The directory to read: the one named, else real data if there is any, else the sample. */
export function chooseDirectory(named: string | undefined): string {
  if (named !== undefined) return named;
  return existsSync(join(defaultDirectories.live, catalogueFile)) ? defaultDirectories.live : defaultDirectories.sample;
}

/** For the commands that a message names; empty for the directory that they take by themselves. */
export function dataOption(directory: string): string {
  return directory === defaultDirectories.live ? '' : ` --data ${directory}`;
}

/** Thrown if the data directory cannot hold the requested data. */
export class DirectoryError extends ReportedError {}

/** Throws DirectoryError if the data at a place are the synthetic sample, unless that is meant. `verb`: what is to be done with them. */
export function refuseSample(place: string, { sample }: { readonly sample: boolean }, isMeant: boolean, verb: string): void {
  if (sample && !isMeant)
    throw new DirectoryError(
      `${place}: holds the synthetic sample, which is not statistics\n  ${verb} it with --sample if that is what you want`,
    );
}

/** The fault of a data directory that the file system refuses to change. */
export function cannotBeWritten(directory: string, error: unknown): DirectoryError {
  const isFull = error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
  const repair = isFull ? 'make room on the disk' : 'make it a folder that this user may write, or name another with --data';
  return new DirectoryError(`${directory}: cannot be written (${messageOf(error)})\n  ${repair}`);
}

/** Makes a folder of a data directory if there is none. Throws DirectoryError, which names `directory`. */
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

/** How to repair a damaged edition. Served and held editions are compiled again; superseded ones are fetched. */
export function repairOfEdition({ state, release }: Pick<CatalogueEdition, 'state' | 'release'>): string {
  if (release.startsWith('sample-')) return 'lmi compile --sample makes it again';
  const again = 'lmi compile makes it again from its snapshots, lmi pull fetches what is missing from a store';
  if (state === 'quarantined') return `${again}, and lmi accept --not removes it`;
  return state === 'served' ? again : 'lmi pull --all fetches what is missing from a store; else restore it from a backup';
}
