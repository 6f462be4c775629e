// Tells bundles from data directories, and gives the router the catalogue and the files of either.
// It imports little: a command that answers from a data directory starts in half the time without
// zip and the schemas.
import { lstatSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DividedCatalogue, ServingCatalogue } from '#schemas/catalogue.ts';
import { servingOf, servingOfStored } from '#schemas/divided-catalogue.ts';
import { faultOfFile } from '#schemas/document-formats.ts';
import { manifestFile, sealOf, unsealed } from '#schemas/stored-files.ts';
import { catalogueFile } from '../edition/data-directory.ts';
import { sha256 } from '../edition/digest.ts';
import { digestOfContent } from '../edition/listed-content.ts';
import type { Bundle } from './open-bundle.ts';

/**
 * True for a file, and for a folder that a bundle was unpacked into. Any other folder is a data
 * directory.
 */
export function isBundle(path: string): boolean {
  return isPackedBundle(path) || isUnpackedBundle(path);
}

export function isPackedBundle(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

export function isUnpackedBundle(directory: string): boolean {
  return lstatSync(join(directory, manifestFile), { throwIfNoEntry: false }) !== undefined;
}

/** Ten times the largest table of data of the publishers' size. */
const largestTable = 512 * 1024 * 1024;

/**
 * `Files` of server/data/files.ts in a packed bundle, each of which fits into memory. The first
 * read opens the bundle.
 */
export function createBundleFiles(path: string) {
  let opened: Promise<Bundle> | null = null;
  const open = async (): Promise<Bundle> => {
    const { fileSource, openPacked } = await import('./open-bundle.ts');
    return openPacked(fileSource(path));
  };
  const read = async (name: string) => {
    const bundle = await (opened ??= open());
    return bundle.holds(name) ? new Uint8Array(await bundle.read(name)) : null;
  };
  return {
    read,
    async state(name: string) {
      const bytes = await read(name);
      return bytes === null ? null : { bytes: bytes.length, version: '' };
    },
    async stream(name: string, part: { readonly offset: number; readonly length: number } | null) {
      const bytes = await read(name);
      return bytes === null
        ? null
        : new Blob([
            part === null ? bytes : bytes.slice(part.offset, part.offset + part.length),
          ]).stream();
    },
    async digest(name: string) {
      const bytes = await read(name);
      return bytes === null ? null : (digestOfContent(name, bytes, largestTable) ?? '');
    },
  };
}

/**
 * The catalogue of a data directory or a bundle, packed or unpacked. Throws if there is none. A
 * catalogue with its own digest is as it was validated before it was written. Any other is
 * validated here, which takes longer, and its fault is thrown.
 */
export async function catalogueIn(data: string): Promise<ServingCatalogue> {
  if (isPackedBundle(data)) {
    const bytes = await createBundleFiles(data).read(catalogueFile);
    const { parseAlone } = await import('../edition/catalogue.ts');
    return servingOfStored(
      parseAlone(new TextDecoder().decode(bytes ?? undefined), `${data}: ${catalogueFile}`),
    );
  }
  return (
    (await sealedCatalogue(data)) ??
    servingOf((await import('../edition/catalogue.ts')).requireCatalogue(data))
  );
}

/**
 * Null unless the catalogue is there, has the digest that it carries, and is in a format that this
 * code reads.
 */
async function sealedCatalogue(directory: string): Promise<ServingCatalogue | null> {
  const text = await readFile(join(directory, catalogueFile), 'utf8').catch(() => null);
  const parts = text === null ? null : unsealed(text, sealOf.catalogue);
  if (text === null || parts === null || sha256(parts.text) !== parts.sha256) return null;
  const catalogue: DividedCatalogue = JSON.parse(text);
  return faultOfFile('catalogue', catalogue) === null ? servingOfStored(catalogue) : null;
}
