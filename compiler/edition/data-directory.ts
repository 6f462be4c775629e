// The folders of data: dist-data/live and dist-data/sample, unless --data names another.
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from '#schemas/catalogue.ts';
import { messageOf } from '#sources/kit/problem.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';
import { CatalogueError, catalogueFile, readCatalogue } from './catalogue.ts';
import { home } from './home.ts';

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

/** The catalogue of a directory that must hold one. */
export function requireCatalogue(directory: string): Catalogue {
  const found = readCatalogue(directory);
  if (found === null && statSync(directory, { throwIfNoEntry: false })?.isFile()) {
    throw new CatalogueError(
      `${directory}: is a file, expected a data directory\n  if it is a packed bundle, lmi unpack ${directory} DIR makes a data directory from it`,
    );
  }
  if (found === null) throw new CatalogueError(`${directory}: no catalogue.json, so no data\n  run lmi compile or lmi sample first`);
  return found.catalogue;
}

/** Thrown if the data directory cannot hold the requested data. */
export class DirectoryError extends ReportedError {}

/** Makes a folder of a data directory if there is none. Throws DirectoryError, which names `directory`. */
export function makeFolder(folder: string, directory = folder): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new DirectoryError(`${directory}: cannot be written (${messageOf(error)})`);
  }
}
