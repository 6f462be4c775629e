// A bundle of the spine and nothing else, small enough to be made, damaged and unpacked in every
// test.
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Latest } from '#compiler/bundle/latest.ts';
import { type BundleOptions, makeBundle } from '#compiler/bundle/make-bundle.ts';
import { quiet } from '../operations/held-releases.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

export { quiet } from '../operations/held-releases.ts';

export interface MadeBundle {
  readonly path: string;
  readonly latest: Latest;
}

export async function bundleOf(
  options: Partial<BundleOptions> & Pick<BundleOptions, 'directory'>,
): Promise<MadeBundle> {
  const folder = options.folder ?? temporaryDirectory();
  const { latest } = await makeBundle({
    folder,
    all: false,
    sample: true,
    signWith: null,
    ...quiet,
    ...options,
  });
  return { path: join(folder, latest.file), latest };
}

export function keyPair(): { readonly privateKey: string; readonly publicKey: string } {
  const folder = temporaryDirectory();
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  writeFileSync(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(join(folder, 'key.pub'), publicKey.export({ type: 'spki', format: 'pem' }));
  return { privateKey: join(folder, 'key.pem'), publicKey: join(folder, 'key.pub') };
}

export function altered(path: string, change: (bytes: Buffer) => Buffer): string {
  const copy = join(temporaryDirectory(), basename(path));
  writeFileSync(copy, change(readFileSync(path)));
  return copy;
}

export function bundlesIn(folder: string): string[] {
  return readdirSync(folder).sort();
}
