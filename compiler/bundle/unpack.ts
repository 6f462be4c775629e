// Unpacks a bundle from a file or a server into a folder, and fetches only what is missing. Every file is compared with its digest
// before it is written. Reading refuses bad names, links and devices.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { digestOfFile } from '../edition/digest.ts';
import { placeEdition, removeLeftovers, temporaryPrefix, removeEdition } from '../edition/edition-directory.ts';
import { filesBeneath, namesIn, placeFile, writeNew } from '../edition/files.ts';
import { locked } from '../edition/lock.ts';
import { parseRecord } from '../edition/edition-record.ts';
import { isUnpackedBundle } from './bundle-store.ts';
import { BundleError } from './format.ts';
import { type Bundle, plainPlaceIn, recordOf } from './open-bundle.ts';

export interface Unpacked {
  readonly editions: number;
  readonly files: number;
}

/** Throws BundleError if the folder holds anything other than an unpacked bundle. */
export function requireOwnFolder(directory: string): void {
  if (isUnpackedBundle(directory)) return;
  const [other] = namesIn(directory);
  if (other !== undefined)
    throw new BundleError(`${directory}: holds "${other}", expected an empty folder or one that a bundle was unpacked into`);
}

/**
 * Makes the folder equal to the bundle. The manifest comes first, so that an interrupted run can be seen and repeated. The editions come
 * before the catalogue, so that a server of the folder keeps answering. Files that are no longer listed go last.
 */
export async function unpackInto(
  bundle: Bundle,
  directory: string,
  { progress, say }: { readonly progress: (doing: string) => void; readonly say: (line: string) => void },
): Promise<Unpacked> {
  requireOwnFolder(directory);
  mkdirSync(directory, { recursive: true });
  return locked(directory, say, async () => {
    removeLeftovers(directory);
    for (const { file, bytes } of bundle.heads) put(directory, file, bytes);
    const missing = bundle.manifest.files.filter((entry) => !isThere(directory, entry));
    const isRecord = new Set(bundle.editions.map(recordOf));
    // Everything is read in the order of the bundle, so that no part of it is fetched twice. Only the writing of these waits.
    const before = missing.filter(({ file }) => file < 'editions/');
    const waiting: { file: string; bytes: Buffer }[] = [];
    for (const { file } of before) waiting.push({ file, bytes: await bundle.read(file) });
    let [editions, files] = [0, 0];
    for (const id of bundle.editions) {
      if (!missing.some(({ file }) => file === recordOf(id)) && areDocumentsThere(directory, id)) continue;
      progress(`edition ${id}`);
      files += await unpackEdition(bundle, directory, id);
      editions += 1;
    }
    progress('the files outside the editions');
    // The catalogue first. A server does not read the schemas and tables after it.
    for (const { file, bytes } of waiting) put(directory, file, bytes);
    const after = missing.filter(({ file }) => file > 'editions/' && !isRecord.has(file));
    const isAfter = new Set(after.map(({ file }) => file));
    bundle.expect((file) => isAfter.has(file));
    for (const { file } of after) put(directory, file, await bundle.read(file));
    removeOthers(bundle, directory);
    return { editions, files: files + before.length + after.length };
  });
}

function put(directory: string, file: string, bytes: Uint8Array): void {
  placeFile(plainPlaceIn(directory, file), bytes);
}

function isThere(directory: string, { file, sha256: digest }: { readonly file: string; readonly sha256: string }): boolean {
  return digestOfFile(plainPlaceIn(directory, file)) === digest;
}

/** Whether every file in the manifest, and every document of its editions, is there with its bytes. */
export function isComplete({ manifest, editions }: Bundle, directory: string): boolean {
  return manifest.files.every((entry) => isThere(directory, entry)) && editions.every((id) => areDocumentsThere(directory, id));
}

/** Whether every document is there that the record of an edition lists. The record itself was compared with the manifest. */
function areDocumentsThere(directory: string, id: string): boolean {
  const folder = join(directory, 'editions', id);
  const record = parseRecord(readFileSync(join(folder, 'edition.json')));
  return 'value' in record && record.value.files.every((entry) => isThere(folder, entry));
}

/** Returns the number of files written. */
async function unpackEdition(bundle: Bundle, directory: string, id: string): Promise<number> {
  bundle.expect((file) => file.startsWith(`editions/${id}/`));
  // Not the name under which removeEdition puts a damaged one aside.
  const temporary = join(directory, 'editions', `${temporaryPrefix}unpacked-${id}`);
  rmSync(temporary, { recursive: true, force: true });
  // In the order of the bundle: the record comes before its documents.
  const files = [recordOf(id), ...(await bundle.documents(id)).map(({ file }) => file)];
  for (const file of files) {
    const place = join(temporary, file.slice(`editions/${id}/`.length));
    mkdirSync(dirname(place), { recursive: true });
    writeNew(place, await bundle.read(file));
  }
  removeEdition(directory, 'editions', id);
  placeEdition(temporary, join(directory, 'editions', id));
  return files.length;
}

/** Removes what an earlier bundle left, such as editions withdrawn since. */
function removeOthers(bundle: Bundle, directory: string): void {
  const files = new Set([...bundle.heads, ...bundle.manifest.files].map(({ file }) => file));
  const kept = new Set([...files].flatMap((file) => /^editions\/([^/]+)\//.exec(file)?.[1] ?? []));
  for (const name of namesIn(join(directory, 'editions'))) if (!kept.has(name)) removeEdition(directory, 'editions', name);
  for (const { path } of filesBeneath(directory))
    if (!/^(editions|lock(\.tmp-[^/]*)?)\//.test(path) && !files.has(path)) rmSync(join(directory, path));
}
