// The port to the place where state is kept between runs. It has the layout of a data directory. What a store must be able to do is
// little on purpose: an object store does all of it with conditional writes.
import { ReportedError } from '#sources/kit/reported-error.ts';

/** Thrown where a store cannot be read or must not be written; the message is the whole account. */
export class StoreError extends ReportedError {}

/** A file that is read only when it is put. Its path is relative to the store. */
export interface StoredFile {
  readonly path: string;
  readonly bytes: () => Uint8Array;
}

export interface Store {
  /** The store as messages name it. */
  readonly name: string;
  /** Null where there is no such file. */
  read(path: string): Promise<Uint8Array | null>;
  /** Makes a place that holds nothing a store, by its marker. Throws StoreError where it is one already, or holds anything else. */
  begin(): Promise<void>;
  /** Paths of the files beneath a folder; none where there is no such folder. */
  list(folder: string): Promise<readonly string[]>;
  /**
   * Puts files that never change, the last one only once all others are safe. One that is there already with the same bytes is
   * left; with other bytes the whole is refused.
   */
  create(files: readonly StoredFile[]): Promise<void>;
  /** Puts a small file in the place of another, in one step. */
  replace(path: string, bytes: Uint8Array): Promise<void>;
  /** Replaces the catalogue where it still has this digest (null: where there is none); false where somebody else has moved it. */
  replaceCatalogue(bytes: Uint8Array, expected: string | null): Promise<boolean>;
  /** Removes what lies beneath a folder, but the files of the names given; null: the folder too. */
  clear(folder: string, keep: readonly string[] | null): Promise<void>;
  /** Does work as the only writer; throws where another is at work. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Lies in every store from its beginning: without it an empty place that was mounted by mistake would pass for a store of nothing. */
export const markerFile = 'store.json';
export const marker = new TextEncoder().encode('{"store":"labour-market-information"}\n');

/** Throws StoreError where the place is no store: nobody has begun one there. */
export async function requireStore(store: Pick<Store, 'name' | 'read'>): Promise<void> {
  for (const file of [markerFile, 'catalogue.json']) if ((await store.read(file)) !== null) return;
  throw new StoreError(
    `${store.name}: is no store, it has neither ${markerFile} nor catalogue.json; look whether it is the right folder, and mounted` +
      `\n  only where a new store is to begin: lmi publish ${store.name} --new-store, or make daily STORE=${store.name} NEW=1`,
  );
}

const safePath = /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;

/**
 * Paths come out of files that others wrote. No segment begins with a dot, so none leads upwards or hides; none is absolute and
 * none holds a backslash, a colon or a control character.
 */
export function requireSafePath(path: string, place: string): string {
  if (!safePath.test(path)) throw new StoreError(`${place}: "${path}" is no name that a data directory can hold`);
  return path;
}
