// A store that is a folder: on this machine, or on a disk that several of them mount. Links are refused, whatever they lead to.
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { sha256 } from '../edition/digest.ts';
import { removeLeftovers, syncTree } from '../edition/edition-directory.ts';
import { filesBeneath } from '../edition/files-beneath.ts';
import { lock } from '../edition/lock.ts';
import { writeAtomically } from '../edition/write-atomically.ts';
import { type Store, StoreError, type StoredFile, marker, markerFile, requireSafePath } from './store.ts';

/** What a new disk has, and the lock under which a store is begun. */
const ofEveryFolder = /^(lost\+found|lock|\.lock-.*)$/;

const unfinished = /\.tmp-\d+$/;

/** Removes the files that a killed writer had not finished. */
function removeUnfinished(folder: string): void {
  if (!existsSync(folder)) return;
  for (const { path } of filesBeneath(folder)) if (unfinished.test(path)) rmSync(join(folder, path));
}

/**
 * Opens a folder that exists: one that is made in passing would turn a mistyped name into an empty store. `beside` is the data
 * directory that it is to be brought into agreement with, and must be another.
 */
export function openDirectoryStore(directory: string, beside: string, say: (line: string) => void): Store {
  if (resolve(directory) === resolve(beside))
    throw new StoreError(`${directory}: is the data directory itself, expected another folder for the store`);
  if (!existsSync(directory) || !lstatSync(join(directory, '.')).isDirectory())
    throw new StoreError(`${directory}: is no folder; make it first if it is to be a new store`);

  /** The place of a path on disk; every folder on the way to it must be one and no link. */
  const placeOf = (path: string): string => {
    const segments = requireSafePath(path, directory).split('/');
    segments.forEach((_, depth) => {
      const place = join(directory, ...segments.slice(0, depth + 1));
      const entry = lstatSync(place, { throwIfNoEntry: false });
      if (entry === undefined) return;
      const isLast = depth === segments.length - 1;
      if (entry.isSymbolicLink() || !(entry.isDirectory() || (isLast && entry.isFile())))
        throw new StoreError(`${place}: is a link or no plain file, and nothing is read or written through it`);
    });
    return join(directory, ...segments);
  };

  const put = ({ path, bytes }: StoredFile): void => {
    const place = placeOf(path);
    const content = bytes();
    if (existsSync(place)) {
      if (!readFileSync(place).equals(content))
        throw new StoreError(`${place}: lies there with other bytes, and a file that is published never changes`);
      return;
    }
    mkdirSync(dirname(place), { recursive: true });
    const temporary = `${place}.tmp-${process.pid}`;
    writeFileSync(temporary, content);
    renameSync(temporary, place);
  };

  return {
    name: directory,

    async read(path) {
      const place = placeOf(path);
      return existsSync(place) ? readFileSync(place) : null;
    },

    async begin() {
      if (existsSync(join(directory, markerFile)) || existsSync(join(directory, 'catalogue.json')))
        throw new StoreError(`${directory}: is a store already; leave out --new-store`);
      const [other] = readdirSync(directory).filter((name) => !ofEveryFolder.test(name));
      if (other !== undefined) throw new StoreError(`${directory}: holds "${other}", expected an empty folder for a new store`);
      writeAtomically(join(directory, markerFile), marker);
    },

    async list(folder) {
      const place = placeOf(folder);
      if (!existsSync(place)) return [];
      const files = filesBeneath(place);
      for (const { path, isFile } of files) if (!isFile) throw new StoreError(`${place}/${path}: is a link or no plain file`);
      return files.map(({ path }) => `${folder}/${path}`).filter((path) => !unfinished.test(path));
    },

    async create(files) {
      const last = files.at(-1);
      if (last === undefined) return;
      removeUnfinished(dirname(placeOf(last.path)));
      for (const file of files.slice(0, -1)) put(file);
      // One sync for all: each by itself would take minutes for an edition of thousands.
      if (files.length > 1) syncTree(directory);
      put(last);
      syncTree(dirname(placeOf(last.path)));
    },

    async replace(path, bytes) {
      const place = placeOf(path);
      mkdirSync(dirname(place), { recursive: true });
      writeAtomically(place, bytes);
    },

    // Between the comparison and the rename nobody else writes: that is what `exclusively` is for.
    async replaceCatalogue(bytes, expected) {
      const place = placeOf('catalogue.json');
      const found = existsSync(place) ? sha256(readFileSync(place)) : null;
      if (found !== expected) return false;
      syncTree(directory);
      writeAtomically(place, bytes);
      return true;
    },

    async clear(folder, keep) {
      const place = placeOf(folder);
      if (!existsSync(place)) return;
      for (const name of readdirSync(place)) if (!(keep ?? []).includes(name)) rmSync(join(place, name), { recursive: true, force: true });
      if (keep === null) rmdirSync(place);
    },

    async exclusively(work) {
      const unlock = lock(directory, say);
      try {
        removeLeftovers(directory);
        return await work();
      } finally {
        unlock();
      }
    },
  };
}
