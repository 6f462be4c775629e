// The folders of data: dist-data/live and dist-data/sample, unless --data names another.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '#sources/kit/problem.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';
import { home } from './home.ts';

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
