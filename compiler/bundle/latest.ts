// bundles/latest.json: which bundle is the newest of those that lie beside it.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { latestFile } from '#schemas/standing/bundle-name.ts';
import { compileSchema, faultOf } from '#sources/kit/schema.ts';
import { BundleError, Latest, bundleFormat } from './format.ts';

/** Where the bundles of a data directory lie. */
export const bundlesFolder = 'bundles';

const validate = compileSchema(Latest);

/** Null where no bundle has been made. Throws BundleError where the file is not what `lmi bundle` writes. */
export function readLatest(folder: string): Latest | null {
  const file = join(folder, latestFile);
  return existsSync(file) ? parseLatest(readFileSync(file, 'utf8'), file) : null;
}

/** Removes the newest bundle where it holds any of these editions. */
export function discardBundleWith(folder: string, editions: readonly string[]): void {
  const latest = readLatest(folder);
  if (latest === null || !latest.editions.some(({ id }) => editions.includes(id))) return;
  rmSync(join(folder, latestFile));
  rmSync(join(folder, latest.file), { force: true });
}

/** `place` begins the message where the text is none. */
export function parseLatest(text: string, place: string): Latest {
  let latest: unknown;
  try {
    latest = JSON.parse(text);
  } catch {
    throw new BundleError(`${place}: is not JSON`);
  }
  const format: unknown = typeof latest === 'object' && latest !== null && 'format' in latest ? latest.format : undefined;
  if (typeof format === 'number' && format > bundleFormat)
    throw new BundleError(`${place}: is of format ${format}, and this version reads up to ${bundleFormat}; use a later one`);
  const fault = faultOf(validate, latest);
  if (fault !== null) throw new BundleError(`${place}: ${fault}`);
  return latest as Latest;
}
