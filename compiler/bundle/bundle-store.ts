// Gives the router the catalogue and the files of a packed bundle, and checks the hash of each as it is read.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Catalogue, DividedCatalogue, ServingCatalogue } from '#schemas/catalogue.ts';
import { faultOfFile } from '#schemas/document-formats.ts';
import { sealOf, unsealed } from '#schemas/stored-files.ts';
import { servingOf } from '#schemas/divided-catalogue.ts';
import { catalogueFile } from '../edition/data-directory.ts';
import { sha256 } from '../edition/digest.ts';
import { isPackedBundle } from './is-bundle.ts';
import type { Bundle } from './open-bundle.ts';

/** The part of `Files` in server/data/files.ts that documents need. The first read opens the bundle. */
export function createBundleFiles(path: string): { read(path: string): Promise<Uint8Array<ArrayBuffer> | null> } {
  let opened: Promise<Bundle> | null = null;
  return {
    async read(name) {
      const { documents, manifest, read } = await (opened ??= open(path));
      const [, edition, file] = /^editions\/([^/]+)\/(.+)$/.exec(name) ?? [];
      const stands = name === catalogueFile || manifest.files.some((listed) => listed.file === name);
      if (stands || edition === undefined) return stands ? new Uint8Array(await read(name)) : null;
      const known = await documents(edition);
      if (known === null || (file !== 'edition.json' && !known.some((document) => document.file === file))) return null;
      return new Uint8Array(await read(name));
    },
  };
}

/** Imported only here: a command that answers from a data directory starts in half the time without tar and the schemas. */
async function open(path: string): Promise<Bundle> {
  const { fileSource, openPacked } = await import('./open-bundle.ts');
  return openPacked(fileSource(path));
}

/**
 * The catalogue of a data directory or a bundle, packed or unpacked. Throws if there is none. A catalogue with its own digest is as it was
 * validated before it was written. Any other is validated here, which takes longer, and its fault is thrown.
 */
export async function catalogueIn(data: string): Promise<ServingCatalogue> {
  if (isPackedBundle(data)) {
    const bytes = await createBundleFiles(data).read(catalogueFile);
    const { parseCatalogue } = await import('../edition/catalogue.ts');
    return servingOf(parseCatalogue(new TextDecoder().decode(bytes ?? undefined), `${data}: ${catalogueFile}`));
  }
  return (await sealedCatalogue(data)) ?? servingOf((await import('../edition/catalogue.ts')).requireCatalogue(data));
}

/** Null unless the catalogue is there, has the digest that it carries, and is in a format that this code reads. */
async function sealedCatalogue(directory: string): Promise<ServingCatalogue | null> {
  const text = await readFile(join(directory, catalogueFile), 'utf8').catch(() => null);
  const parts = text === null ? null : unsealed(text, sealOf.catalogue);
  if (text === null || parts === null || sha256(parts.text) !== parts.sha256) return null;
  const catalogue: Catalogue | DividedCatalogue = JSON.parse(text);
  return faultOfFile('catalogue', catalogue) === null ? servingOf(catalogue) : null;
}
