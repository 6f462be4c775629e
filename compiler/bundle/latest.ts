// bundles/latest.json, which names the newest bundle in its folder. It has no time in it.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { faultOfFile } from '#schemas/document-formats.ts';
import { Uuid, nullable, record } from '#schemas/shapes.ts';
import { bundleName, latestFile, sealed, sealOf } from '#schemas/stored-files.ts';
import { compileSchema, readAs } from '#sources/kit/schema.ts';
import { faultOfSeal } from '../edition/catalogue.ts';
import { sha256 } from '../edition/digest.ts';
import { removeIn } from '../edition/files.ts';
import { BundleError, Manifest, Sha256, Signature } from './format.ts';

export const bundlesFolder = 'bundles';

export const Latest = record('The newest bundle. It has no time in it.', {
  format: Type.Integer({ minimum: 1, description: 'Format of the bundle.' }),
  file: Type.String({ pattern: bundleName.source }),
  bytes: Type.Integer({ minimum: 1, description: 'Bytes of the bundle.' }),
  sha256: Sha256,
  root: { ...Sha256, description: 'SHA-256 of manifest.json in the bundle.' },
  sample: Type.Boolean({
    description: 'True if everything is synthetic and nothing is a statistic.',
  }),
  contents: Manifest.properties.contents,
  publicKey: nullable(
    Signature.properties.publicKey,
    'Public key of its signature; null if it is not signed.',
  ),
  madeOf: {
    ...Sha256,
    description: 'Digest of the inputs. The bundle need not be made again while it is unchanged.',
  },
  editions: Type.Array(
    record({
      id: { ...Uuid, description: 'Id of the edition.' },
      source: Type.String({ description: 'Key of its source.' }),
      release: Type.String({ description: 'Short name of its release.' }),
      root: { ...Sha256, description: 'One hash over all files of the edition.' },
    }),
    { description: 'The editions in the bundle.' },
  ),
  [sealOf.latest]: Type.Optional({
    ...Sha256,
    description: 'SHA-256 of this file without this member, which is its last.',
  }),
});
export type Latest = Static<typeof Latest>;

const validate = compileSchema(Latest);

/**
 * Null if no bundle has been made. Throws BundleError if the file is not what `lmi bundle` writes.
 */
export function readLatest(folder: string): Latest | null {
  const file = join(folder, latestFile);
  return existsSync(file)
    ? parseLatest(readFileSync(file, 'utf8'), file, 'lmi bundle makes it again, with its bundle')
    : null;
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

/** Removes the newest bundle if it holds any of these editions, or if its content is unknown. */
export function discardBundleWith(folder: string, editions: readonly string[]): void {
  if (!existsSync(join(folder, latestFile))) return;
  const latest = readableLatest(folder);
  if (latest !== null && !latest.editions.some(({ id }) => editions.includes(id))) return;
  rmSync(join(folder, latestFile));
  removeIn(folder, (name) => bundleName.test(name));
}

/** The text of latest.json, with the digest of itself. */
export function latestText({ seal: _before, ...latest }: Latest): string {
  const text = `${JSON.stringify(latest)}\n`;
  return sealed(text, sha256(text), sealOf.latest);
}

/**
 * Throws BundleError, which names `place`, if the text is not a latest.json. `mend`: the command
 * that repairs a damaged one.
 */
export function parseLatest(text: string, place: string, mend?: string): Latest {
  const read = readAs<Latest>(validate, text, (value) => faultOfFile('bundle', value));
  const fault = 'value' in read ? faultOfSeal(text, sealOf.latest) : read.fault;
  if ('value' in read && fault === null) return read.value;
  const repair = 'repair' in read ? read.repair : mend;
  throw new BundleError(`${place}: ${fault}${repair === undefined ? '' : `\n  ${repair}`}`);
}
