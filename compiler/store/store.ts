// The port to the store, which keeps state between runs in the layout of a data directory. It needs
// little on purpose: an object store does all of it with conditional writes.
import { ReportedError } from '#sources/kit/reported-error.ts';
import { largestFile, safePath } from '../edition/files.ts';

export class StoreError extends ReportedError {}

export class LostStoreError extends StoreError {
  override readonly kind = 'unreadable';
}

/** Thrown if a file of a store has other bytes than were put, each time it is read. */
export class DamagedFileError extends StoreError {}

export function tooLarge(place: string): StoreError {
  return new StoreError(
    `${place}: has more than ${largestFile} bytes, which no file of a store has; ` +
      'nothing of it was kept',
  );
}

/** A file to put, which is read only then. Its path is relative to the store. */
export interface StoredFile {
  readonly path: string;
  readonly bytes: () => Uint8Array;
  /** Whether other bytes hold the same; of most files none do. */
  readonly isSame?: (storedBytes: Uint8Array) => boolean;
}

export interface Store {
  readonly name: string;
  /**
   * Null if there is no such file. A distant store reads a file again that comes with other bytes
   * than `digest` says. Throws DamagedFileError if it stays so, and StoreError for a file that is
   * larger than `largestFile`.
   */
  read(path: string, digest?: string): Promise<Uint8Array | null>;
  /**
   * Makes an empty place a store by writing the marker. Throws StoreError if it is already a store
   * or holds anything else.
   */
  begin(): Promise<void>;
  /** Paths of the files beneath a folder; none if there is no such folder. */
  list(folder: string): Promise<readonly string[]>;
  /**
   * Puts files that never change, the last one when all others are safe. An existing file with the
   * same bytes stays. Throws StoreError if one has other bytes.
   */
  create(files: readonly StoredFile[]): Promise<void>;
  replace(path: string, bytes: Uint8Array): Promise<void>;
  /**
   * Replaces the catalogue if it still has this digest (null: if there is none); false if somebody
   * else has changed it.
   */
  replaceCatalogue(bytes: Uint8Array, expected: string | null): Promise<boolean>;
  clear(folder: string, keep: readonly string[]): Promise<void>;
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>;
}

/**
 * The marker in every store. Without it, an empty folder mounted by mistake would look like an
 * empty store.
 */
export const marker: StoredFile = {
  path: 'store.json',
  bytes: () => Buffer.from('{"store":"labour-market-information"}\n'),
};

/** Throws StoreError if the place is not a store. */
export async function requireStore(store: Pick<Store, 'name' | 'read'>): Promise<void> {
  for (const file of [marker.path, 'catalogue.json']) if ((await store.read(file)) !== null) return;
  throw new StoreError(
    `${store.name}: is not a store, expected ${marker.path} or catalogue.json; check ` +
      'that it is the right folder, and mounted' +
      `\n  only to start a new store:\n  lmi publish ${store.name} --new-store`,
  );
}

/**
 * Throws StoreError if a place with these names in it is already a store, or holds anything else.
 */
export function requireEmpty(place: string, names: readonly string[]): void {
  if (names.includes(marker.path) || names.includes('catalogue.json'))
    throw new StoreError(`${place}: is already a store\n  leave out --new-store`);
  const [other] = names;
  if (other !== undefined)
    throw new StoreError(`${place}: holds "${other}", expected an empty folder for a new store`);
}

/** Paths come from files that others wrote. */
export function requireSafePath(path: string, place: string): string {
  if (!safePath.test(path))
    throw new StoreError(`${place}: "${path}" is not a valid name in a data directory`);
  return path;
}

/**
 * Does the work for every item, at most `most` at a time, because a request to a distant store
 * mostly waits. After a failure it starts nothing new, and waits for the work under way.
 */
export async function atOnce<Item>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (const item of left) {
      await work(item).catch((error: unknown) => failures.push(error));
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
}
