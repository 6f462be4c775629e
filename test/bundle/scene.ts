// A bundle of the spine and nothing else, small enough to be made, damaged and unpacked in every test.
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Latest } from '#compiler/bundle/latest.ts';
import { type BundleOptions, makeBundle } from '#compiler/bundle/make-bundle.ts';
import { filesBeneath } from '#compiler/edition/files.ts';
import { LockedError } from '#compiler/edition/lock.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { keptFolder, keptOf, mostKept } from '../kept.ts';
import { quiet } from '../operations/held-releases.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

export { quiet } from '../operations/held-releases.ts';

export interface MadeBundle {
  readonly path: string;
  readonly latest: Latest;
}

/** A bundle of a data directory: of the sample where none is named. */
export async function bundleOf(options: Partial<BundleOptions> = {}): Promise<MadeBundle> {
  const folder = options.folder ?? temporaryDirectory();
  const make = () =>
    makeBundle({
      directory: options.directory ?? sampleDirectory(),
      folder,
      all: false,
      sample: true,
      signWith: null,
      ...quiet,
      ...options,
    });
  const made = make();
  // Tests in the other process bundle the shared sample too, and its lock lets one in at a time.
  const { latest } = await (options.directory === undefined ? made.catch((error: unknown) => afterTheOther(error, make)) : made);
  return { path: join(folder, latest.file), latest };
}

async function afterTheOther<Made>(error: unknown, make: () => Promise<Made>): Promise<Made> {
  if (!(error instanceof LockedError)) throw error;
  await setTimeout(500);
  return make().catch((again: unknown) => afterTheOther(again, make));
}

/** The whole sample packed: made once and kept beside it, in this run and in later ones. Tests only read it. */
export function packedSample(): Promise<MadeBundle> {
  const folder = join(keptFolder, `packed-${basename(sampleDirectory())}`);
  mkdirSync(folder, { recursive: true });
  for (const path of keptOf('packed')
    .filter((other) => other !== folder)
    .slice(mostKept - 1))
    rmSync(path, { recursive: true, force: true });
  return bundleOf({ folder });
}

/** A pair of keys as files. */
export function keyPair(): { readonly privateKey: string; readonly publicKey: string } {
  const folder = temporaryDirectory();
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  writeFileSync(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(join(folder, 'key.pub'), publicKey.export({ type: 'spki', format: 'pem' }));
  return { privateKey: join(folder, 'key.pem'), publicKey: join(folder, 'key.pub') };
}

/** A copy of a file with its bytes changed. */
export function altered(path: string, change: (bytes: Buffer) => Buffer): string {
  const copy = join(temporaryDirectory(), 'altered.tar.zst');
  writeFileSync(copy, change(readFileSync(path)));
  return copy;
}

/** Every file of a folder with its text. */
export function contentsOf(directory: string): Map<string, string> {
  return new Map(filesBeneath(directory).map(({ path }) => [path, readFileSync(join(directory, path), 'latin1')]));
}

export function bundlesIn(folder: string): string[] {
  return readdirSync(folder).sort();
}
