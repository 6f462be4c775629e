// Compares a bundle, packed or unpacked, with its manifest, byte for byte, and names every
// difference.
import { basename } from 'node:path';
import { bundleName } from '#schemas/stored-files.ts';
import { digestOfFile } from '../edition/digest.ts';
import type { Verification } from './verify.ts';
import { isPackedBundle } from '../bundle/bundle-store.ts';
import { BundleError, type Signature } from '../bundle/format.ts';
import { type Bundle, openBundle } from '../bundle/open-bundle.ts';
import { faultOfSigner, fingerprint } from '../bundle/signature.ts';
import { isPassing } from '../bundle/unpack.ts';

/**
 * Finds every fault of a bundle. The bundle must be signed with `publicKey`, in base64; null: any
 * signature is accepted, or none. A fault in the manifest or the index is the only one, because
 * nothing else can be read; there is no root then.
 */
export async function verifyBundle(
  path: string,
  publicKey: string | null,
): Promise<Verification & { readonly root: string | null; readonly signature: Signature | null }> {
  const faults: string[] = [];
  const attempt = <Value>(read: () => Promise<Value>): Promise<Value | null> =>
    read().catch((error: unknown) => {
      if (!(error instanceof BundleError)) throw error;
      faults.push(error.message);
      return null;
    });
  const bundle = await attempt(() => openBundle(path));
  if (bundle === null)
    return { faults, remarks: [], editions: 0, files: 0, root: null, signature: null };

  const { manifest, signature } = bundle;
  const known = new Set([...bundle.heads, ...manifest.files].map(({ file }) => file));
  for (const { file } of manifest.files) await attempt(() => bundle.read(file));
  faults.push(...straysOf(bundle, known), ...faultOfBundleName(path));
  const faultOfKey = publicKey === null ? null : faultOfSigner(bundle, publicKey);
  if (faultOfKey !== null) faults.push(faultOfKey);
  const remarks =
    publicKey === null && signature !== null
      ? [
          `signed with the key ${fingerprint(signature.publicKey)}; --key FILE checks ` +
            'it against a key you know',
        ]
      : [];
  return {
    faults,
    remarks,
    editions: bundle.editions.length,
    files: known.size,
    root: bundle.root,
    signature,
  };
}

function straysOf({ name, present }: Bundle, known: ReadonlySet<string>): string[] {
  return present()
    .filter(({ path }) => !known.has(path) && !isPassing(path))
    .map(({ path, isFile }) => {
      const fault = isFile
        ? 'is not a file of this bundle'
        : 'is a link or not a plain file, and not part of this bundle';
      return `${name}/${path}: ${fault}`;
    });
}

/**
 * A byte between the files of a zip is in none of them. The name of a packed bundle has the digest
 * of all its bytes.
 */
function faultOfBundleName(path: string): string[] {
  const digest = bundleName.exec(basename(path))?.[1];
  if (digest === undefined || !isPackedBundle(path) || digestOfFile(path)?.startsWith(digest))
    return [];
  return [`${path}: its bytes differ from those that it is named after\n  fetch or make it again`];
}
