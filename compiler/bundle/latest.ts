// Reads bundles/latest.json, which names the newest bundle in its folder.
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { faultOfFile } from '#schemas/document-formats.ts';
import { bundleName, latestFile, sealed, sealOf } from '#schemas/stored-files.ts';
import { compileSchema, readAs } from '#sources/kit/schema.ts';
import { faultOfSeal } from '../edition/catalogue.ts';
import { sha256 } from '../edition/digest.ts';
import { BundleError, Latest } from './format.ts';

/** The folder of bundles in a data directory. */
export const bundlesFolder = 'bundles';

const validate = compileSchema(Latest);

/** Null if no bundle has been made. Throws BundleError if the file is not what `lmi bundle` writes. */
export function readLatest(folder: string): Latest | null {
  const file = join(folder, latestFile);
  return existsSync(file) ? parseLatest(readFileSync(file, 'utf8'), file, 'lmi bundle makes it again, with its bundle') : null;
}

/** Null also if the file is damaged. The next bundle replaces it. */
export function readableLatest(folder: string): Latest | null {
  try {
    return readLatest(folder);
  } catch (error) {
    if (error instanceof BundleError) return null;
    throw error;
  }
}

/** Removes the newest bundle if it holds any of these editions, or if nobody can know what it holds. */
export function discardBundleWith(folder: string, editions: readonly string[]): void {
  if (!existsSync(join(folder, latestFile))) return;
  const latest = readableLatest(folder);
  if (latest !== null && !latest.editions.some(({ id }) => editions.includes(id))) return;
  rmSync(join(folder, latestFile));
  for (const name of readdirSync(folder)) if (bundleName.test(name)) rmSync(join(folder, name));
}

/** The text of latest.json, with the digest of itself. */
export function latestText({ seal: _before, ...latest }: Latest): string {
  const text = `${JSON.stringify(latest)}\n`;
  return sealed(text, sha256(text), sealOf.latest);
}

/** Throws BundleError, which names `place`, if the text is not a latest.json. `mend`: what repairs a damaged one. */
export function parseLatest(text: string, place: string, mend?: string): Latest {
  const read = readAs<Latest>(validate, text, (value) => faultOfFile('bundle', value));
  const fault = 'value' in read ? faultOfSeal(text, sealOf.latest) : read.fault;
  if ('value' in read && fault === null) return read.value;
  const repair = 'repair' in read ? read.repair : mend;
  throw new BundleError(`${place}: ${fault}${repair === undefined ? '' : `\n  ${repair}`}`);
}
