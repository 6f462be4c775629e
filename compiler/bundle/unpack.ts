// Unpacks a bundle from a file or a server into a folder, and fetches only what is missing. Every file is compared with its digest
// before it is written. Reading refuses bad names, links and devices.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sha256 } from '../edition/digest.ts';
import { placeEdition, removeLeftovers, temporaryPrefix, removeEdition } from '../edition/edition-directory.ts';
import { readWhole, writeNew, filesBeneath, writeAtomically } from '../edition/files.ts';
import { parseRecord } from '../edition/edition-record.ts';
import { lock } from '../edition/lock.ts';
import { readOrNull } from '#sources/kit/problem.ts';
import { BundleError } from './format.ts';
import { type Bundle, editionOfRecord, plainPlace } from './open-bundle.ts';
import { isUnpackedBundle } from './is-bundle.ts';

export interface Unpacked {
  /** Number of new editions. */
  readonly editions: number;
  readonly files: number;
}

/** Throws BundleError if the folder holds anything other than an unpacked bundle. */
export function requireOwnFolder(directory: string): void {
  if (!existsSync(directory) || isUnpackedBundle(directory)) return;
  const [other] = readdirSync(directory);
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
  const unlock = lock(directory, say);
  try {
    removeLeftovers(directory);
    for (const { file, bytes } of bundle.heads) put(directory, file, bytes);
    let [editions, files] = [0, 0];
    // Everything is read in the order of the bundle, so that no part of it is fetched twice. Only the writing of these waits.
    const beforeEditions: { file: string; bytes: Buffer }[] = [];
    for (const entry of bundle.manifest.files) {
      if (entry.file.startsWith('editions/')) break;
      if (!isThere(directory, entry)) beforeEditions.push({ file: entry.file, bytes: await bundle.read(entry.file) });
    }
    for (const { id } of bundle.manifest.editions) {
      const fetched = await unpackEdition(bundle, directory, id, progress);
      if (fetched > 0) editions += 1;
      files += fetched;
    }
    progress('the files outside the editions');
    // The catalogue first. A server does not read the schemas and tables after it.
    for (const { file, bytes } of beforeEditions) put(directory, file, bytes);
    files += beforeEditions.length;
    for (const entry of bundle.manifest.files) {
      if (editionOfRecord(entry.file) !== null || isThere(directory, entry)) continue;
      put(directory, entry.file, await bundle.read(entry.file));
      files += 1;
    }
    removeOthers(bundle, directory);
    return { editions, files };
  } finally {
    unlock();
  }
}

function put(directory: string, file: string, bytes: Uint8Array): void {
  const place = plainPlace(directory, file);
  mkdirSync(dirname(place), { recursive: true });
  writeAtomically(place, bytes);
}

function isThere(directory: string, { file, sha256: digest }: { readonly file: string; readonly sha256: string }): boolean {
  const place = plainPlace(directory, file);
  return readOrNull(() => sha256(readWhole(place))) === digest;
}

/** Whether every file in the manifest, and every document of its editions, is there with its bytes. */
export function isComplete({ manifest }: Bundle, directory: string): boolean {
  return (
    manifest.files.every((entry) => isThere(directory, entry)) && manifest.editions.every(({ id }) => areDocumentsThere(directory, id))
  );
}

/** Whether every document is there that the record of an edition lists. The record itself was compared with the manifest. */
function areDocumentsThere(directory: string, id: string): boolean {
  const folder = join(directory, 'editions', id);
  const record = parseRecord(readFileSync(join(folder, 'edition.json')));
  return 'value' in record && record.value.files.every((entry) => isThere(folder, entry));
}

/** Returns the number of files written; 0 if the edition is there with all its bytes. */
async function unpackEdition(bundle: Bundle, directory: string, id: string, progress: (doing: string) => void): Promise<number> {
  const record = `editions/${id}/edition.json`;
  const listed = bundle.manifest.files.find(({ file }) => file === record);
  if (listed !== undefined && isThere(directory, listed) && areDocumentsThere(directory, id)) return 0;
  progress(`edition ${id}`);
  bundle.expect(id);
  const documents = (await bundle.documents(id)) ?? [];
  // Not the name under which removeEdition puts a damaged one aside.
  const temporary = join(directory, 'editions', `${temporaryPrefix}unpacked-${id}`);
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true });
  // In the order of the bundle: the record comes before its documents.
  for (const { file } of [{ file: 'edition.json' }, ...documents]) {
    const place = join(temporary, file);
    mkdirSync(dirname(place), { recursive: true });
    writeNew(place, await bundle.read(`editions/${id}/${file}`));
  }
  removeEdition(directory, 'editions', id);
  placeEdition(temporary, join(directory, 'editions', id));
  return documents.length + 1;
}

/** Removes what an earlier bundle left, such as editions withdrawn since. */
function removeOthers(bundle: Bundle, directory: string): void {
  const named = bundle.manifest.files.flatMap(({ file }) => /^editions\/([^/]+)\//.exec(file)?.[1] ?? []);
  const kept = new Set([...bundle.manifest.editions.map(({ id }) => id), ...named]);
  const editions = join(directory, 'editions');
  for (const name of existsSync(editions) ? readdirSync(editions) : []) if (!kept.has(name)) removeEdition(directory, 'editions', name);
  const files = new Set([...bundle.heads.map(({ file }) => file), ...bundle.manifest.files.map(({ file }) => file)]);
  for (const { path } of filesBeneath(directory))
    if (!/^(editions|lock(\.tmp-[^/]*)?)\//.test(path) && !files.has(path)) rmSync(join(directory, path));
}
