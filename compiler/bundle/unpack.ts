// Unpacks a bundle into a folder, and reads only what is missing there. Every file is compared with
// its digest before it is written. Reading refuses bad names, links and devices.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { InputFile } from '#schemas/catalogue.ts';
import { catalogueFile } from '../edition/data-directory.ts';
import { faultOfListed } from '../edition/listed-content.ts';
import { syncTree } from '../edition/edition-directory.ts';
import { filesBeneath, namesIn, placeFile, placeUnsynced, removeIn } from '../edition/files.ts';
import { locked } from '../edition/lock.ts';
import { isUnpackedBundle } from './bundle-store.ts';
import { BundleError } from './format.ts';
import { type Bundle, plainPlaceIn } from './open-bundle.ts';

export interface Unpacked {
  readonly editions: number;
  readonly files: number;
}

/** In the folder of an unpacked bundle: the bundle that a server is sending. */
export const downloadsFolder = 'downloads';

/** Whether a file is there only while a command runs, or because one was cut. */
export function isPassing(path: string): boolean {
  return new RegExp(`^(lock(\\.tmp-[^/]*)?|${downloadsFolder})/`).test(path);
}

/** Throws BundleError if the folder holds anything other than an unpacked bundle. */
export function requireOwnFolder(directory: string): void {
  if (isUnpackedBundle(directory)) return;
  const other = namesIn(directory).find((name) => !isPassing(`${name}/`));
  if (other !== undefined)
    throw new BundleError(
      `${directory}: holds "${other}", expected an empty folder or one that a bundle ` +
        'was unpacked into',
    );
}

/**
 * Makes the folder equal to the bundle. The manifest comes first, so that an interrupted run can be
 * seen and repeated. The catalogue comes after all other files, so that a server of the folder
 * keeps answering. Files that are no longer listed go last.
 */
export async function unpackInto(
  bundle: Bundle,
  directory: string,
  {
    progress,
    say,
  }: { readonly progress: (doing: string) => void; readonly say: (line: string) => void },
): Promise<Unpacked> {
  requireOwnFolder(directory);
  mkdirSync(directory, { recursive: true });
  return locked(directory, say, async () => {
    for (const { file, bytes } of bundle.heads) placeFile(plainPlaceIn(directory, file), bytes);
    const missing: string[] = [];
    for (const entry of bundle.manifest.files)
      if (!(await isUnpacked(directory, entry))) missing.push(entry.file);
    const editions = new Set<string>();
    let catalogue: Buffer | null = null;
    for (const file of missing) {
      const id = editionOf(file);
      if (id !== null && editions.size < editions.add(id).size) progress(`edition ${id}`);
      const bytes = await bundle.read(file);
      if (file === catalogueFile) catalogue = bytes;
      else placeUnsynced(plainPlaceIn(directory, file), bytes);
    }
    syncTree(directory);
    if (catalogue !== null) placeFile(plainPlaceIn(directory, catalogueFile), catalogue);
    removeOthers(bundle, directory);
    return {
      editions: bundle.editions.filter((id) => editions.has(id)).length,
      files: missing.length,
    };
  });
}

async function isUnpacked(directory: string, entry: InputFile): Promise<boolean> {
  return (await faultOfListed(plainPlaceIn(directory, entry.file), entry)) === null;
}

/** Whether every file in the manifest is there with its bytes. */
export async function isComplete({ manifest }: Bundle, directory: string): Promise<boolean> {
  for (const entry of manifest.files) if (!(await isUnpacked(directory, entry))) return false;
  return true;
}

/** Removes what an earlier bundle or a killed run left, such as editions withdrawn since. */
function removeOthers(bundle: Bundle, directory: string): void {
  const files = new Set([...bundle.heads, ...bundle.manifest.files].map(({ file }) => file));
  const editions = new Set([...files].map(editionOf));
  removeIn(join(directory, 'editions'), (name) => !editions.has(name));
  for (const { path } of filesBeneath(directory))
    if (!isPassing(path) && !files.has(path)) rmSync(join(directory, path));
}

function editionOf(file: string): string | null {
  return /^editions\/([^/]+)\//.exec(file)?.[1] ?? null;
}
