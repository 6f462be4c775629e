// Reads bundles/latest.json, which names the newest bundle in its folder.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { faultOfFile } from '#schemas/document-formats.ts';
import { latestFile } from '#schemas/standing/bundle-name.ts';
import { compileSchema, readAs } from '#sources/kit/schema.ts';
import { BundleError, Latest } from './format.ts';

/** The folder of bundles in a data directory. */
export const bundlesFolder = 'bundles';

const validate = compileSchema(Latest);

/** Null if no bundle has been made. Throws BundleError if the file is not what `lmi bundle` writes. */
export function readLatest(folder: string): Latest | null {
  const file = join(folder, latestFile);
  return existsSync(file) ? parseLatest(readFileSync(file, 'utf8'), file) : null;
}

/** Removes the newest bundle if it holds any of these editions. */
export function discardBundleWith(folder: string, editions: readonly string[]): void {
  const latest = readLatest(folder);
  if (latest === null || !latest.editions.some(({ id }) => editions.includes(id))) return;
  rmSync(join(folder, latestFile));
  rmSync(join(folder, latest.file), { force: true });
}

/** Throws BundleError, which names `place`, if the text is not a latest.json. */
export function parseLatest(text: string, place: string): Latest {
  const read = readAs<Latest>(validate, text, (value) => faultOfFile('bundle', value));
  if ('value' in read) return read.value;
  throw new BundleError(`${place}: ${read.fault}${read.repair === undefined ? '' : `\n  ${read.repair}`}`);
}
