// A store that is a folder, on this machine or on a disk that several machines mount. It refuses
// all links.
import { existsSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import {
  filesBeneath,
  largestFile,
  namesIn,
  placeFile,
  placeUnsynced,
  plainPlace,
  readFileAtMost,
  removeIn,
} from '../edition/files.ts';
import { dirname, join, resolve } from 'node:path';
import { sha256 } from '../edition/digest.ts';
import { removeLeftovers, syncTree } from '../edition/edition-directory.ts';
import { locked, requireStillHeld } from '../edition/lock.ts';
import {
  type Store,
  StoreError,
  type StoredFile,
  marker,
  requireEmpty,
  requireSafePath,
  tooLarge,
} from './store.ts';

/** Names in the folder of a new disk, and the lock of starting a store. */
const ofEveryFolder = /^(lost\+found|lock(\.tmp-.*)?)$/;

const unfinished = /\.tmp-\d+$/;

/** Removes the unfinished files of a killed writer. */
function removeUnfinished(folder: string): void {
  if (!existsSync(folder)) return;
  for (const { path } of filesBeneath(folder))
    if (unfinished.test(path)) rmSync(join(folder, path));
}

/**
 * Opens an existing folder: making it here would turn a mistyped name into an empty store. `data`
 * is the directory to publish or pull, which must be another folder.
 */
export function openDirectoryStore(
  directory: string,
  data: string,
  say: (line: string) => void,
): Store {
  if (resolve(directory) === resolve(data))
    throw new StoreError(
      `${directory}: is the data directory itself, expected another folder for the store`,
    );
  if (!existsSync(directory) || !lstatSync(join(directory, '.')).isDirectory())
    throw new StoreError(
      `${directory}: is not a folder\n  ` +
        'only to start a new store there:\n  ' +
        `lmi publish ${directory} --new-store`,
    );

  const placeOf = (path: string, mayBeFolder = false): string =>
    plainPlace(
      directory,
      requireSafePath(path, directory),
      (place) =>
        new StoreError(`${place}: is a link or not a plain file, so it is not read or written`),
      mayBeFolder,
    );

  const put = ({ path, bytes, isSame }: StoredFile): void => {
    const place = placeOf(path);
    const content = bytes();
    if (existsSync(place)) {
      const storedBytes = readFileSync(place);
      if (!storedBytes.equals(content) && isSame?.(storedBytes) !== true)
        throw new StoreError(
          `${place}: exists with other bytes, but a published file never changes`,
        );
      return;
    }
    placeUnsynced(place, content);
  };

  return {
    name: directory,

    async read(path) {
      const place = placeOf(path);
      return existsSync(place) ? readFileAtMost(place, largestFile, () => tooLarge(place)) : null;
    },

    async begin() {
      requireEmpty(
        directory,
        namesIn(directory).filter((name) => !ofEveryFolder.test(name)),
      );
      placeFile(join(directory, marker.path), marker.bytes());
    },

    async list(folder) {
      const place = placeOf(folder, true);
      if (!existsSync(place)) return [];
      const files = filesBeneath(place);
      for (const { path, isFile } of files)
        if (!isFile) throw new StoreError(`${place}/${path}: is a link or not a plain file`);
      return files.map(({ path }) => `${folder}/${path}`).filter((path) => !unfinished.test(path));
    },

    async create(files) {
      const last = files.at(-1);
      if (last === undefined) return;
      removeUnfinished(dirname(placeOf(last.path)));
      for (const file of files.slice(0, -1)) put(file);
      // One sync for all files: single syncs would take minutes for an edition of thousands.
      if (files.length > 1) syncTree(directory);
      put(last);
      syncTree(dirname(placeOf(last.path)));
    },

    async replace(path, bytes) {
      placeFile(placeOf(path), bytes);
    },

    // `exclusively` keeps others from writing between the comparison and the rename.
    async replaceCatalogue(bytes, expected) {
      const place = placeOf('catalogue.json');
      requireStillHeld(directory);
      const storedDigest = existsSync(place) ? sha256(readFileSync(place)) : null;
      if (storedDigest !== expected) return false;
      syncTree(directory);
      placeFile(place, bytes);
      return true;
    },

    async clear(folder, keep) {
      removeIn(placeOf(folder, true), (name) => !keep.includes(name));
    },

    exclusively: (work) =>
      locked(directory, say, () => {
        removeLeftovers(directory);
        return work();
      }),
  };
}
