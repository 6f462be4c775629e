// The port through which the server reads the catalogue and the documents of editions, and the
// proof of every document: the catalogue has the root of the edition, which proves the list of
// files in edition.json, and the list has the SHA-256 of each document.
import type { EditionRecord, ServingEdition, TitleModelRecord } from '#schemas/catalogue.ts';
import { brokenSeal, listingText, noSeal, type Seal, unsealed } from '#schemas/stored-files.ts';
import { titleModelFile } from '#schemas/standing.ts';
import type { Files } from './files.ts';
import { createCache } from './cache.ts';
import { encodeUtf8, hexDigest, hexOf } from '../http/digest.ts';

export interface Store {
  /** The text of catalogue.json; null if there is none. */
  catalogue(): Promise<string | null>;
  /**
   * A document of a published edition, with the bytes that the edition lists. Throws DamagedFile if
   * the stored bytes are others, or if there are none. `path` comes only from
   * schemas/document-path.ts.
   */
  document(edition: ServingEdition, path: string): Promise<StoredDocument>;
  /**
   * The SHA-256 of a file of an edition in hex, as the edition lists it; undefined if it lists no
   * such file.
   */
  listedDigest(edition: ServingEdition, path: string): Promise<string | undefined>;
  /**
   * What the search has learnt from job titles, with the bytes that the catalogue names. Throws
   * DamagedFile as `document` does.
   */
  titleModel(model: TitleModelRecord): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * The bytes of a file outside the editions, by its path below the data directory; null if it is
   * absent. Nothing proves them.
   */
  outsideEditions(path: string): Promise<Uint8Array<ArrayBuffer> | null>;
}

export interface StoredDocument {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Their SHA-256. */
  readonly digest: ArrayBuffer;
}

/** The digests of an edition's files, by path. */
type Listing = ReadonlyMap<string, string>;

/**
 * Files of all remembered editions together: some 15 MB. All served editions have fewer than half
 * as many.
 */
const mostRememberedFiles = 100_000;

/** The store over these files. It reads the list of an edition once and remembers it. */
export function createProvedStore(
  files: Pick<Files, 'read'>,
  mostFiles = mostRememberedFiles,
): Store {
  // By root. Values and never promises, because workerd forbids one request to wait for another's
  // I/O.
  const listings = createCache<Listing>({ most: mostFiles, size: (listing) => listing.size });
  const listingOf = async (edition: ServingEdition): Promise<Listing> => {
    const known = listings.find(edition.root);
    const listing = known ?? (await readListing(files, edition));
    if (known === undefined) listings.keep(edition.root, listing);
    return listing;
  };
  return {
    async catalogue() {
      const bytes = await files.read('catalogue.json');
      return bytes === null ? null : new TextDecoder().decode(bytes);
    },
    async document(edition, path) {
      const place = `editions/${edition.id}/${path}`;
      const [listing, bytes] = await Promise.all([listingOf(edition), files.read(place)]);
      if (bytes === null) throw missingFile(place);
      return provenBytes(place, bytes, listing.get(path));
    },
    listedDigest: async (edition, path) => (await listingOf(edition)).get(path),
    async titleModel({ id, sha256 }) {
      const place = `editions/${id}/${titleModelFile}`;
      return (await provenBytes(place, await files.read(place), sha256)).bytes;
    },
    outsideEditions: (path) => files.read(path),
  };
}

/**
 * The bytes at a place, if they have this digest. Throws DamagedFile if there are none, or others.
 */
export async function provenBytes(
  place: string,
  bytes: Uint8Array<ArrayBuffer> | null,
  sha256: string | undefined,
): Promise<StoredDocument> {
  if (bytes === null) throw new DamagedFile(place, 'is missing, though the catalogue names it');
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  if (hexOf(digest) !== sha256)
    throw new DamagedFile(place, 'its bytes differ from those published');
  return { bytes, digest };
}

async function readListing(
  files: Pick<Files, 'read'>,
  { id, root }: ServingEdition,
): Promise<Listing> {
  const place = `editions/${id}/edition.json`;
  const bytes = await files.read(place);
  if (bytes === null) throw missingFile(place);
  try {
    const { files: listed }: Pick<EditionRecord, 'files'> = JSON.parse(
      new TextDecoder().decode(bytes),
    );
    // The root proves the shape of the list too.
    if ((await hexDigest(encodeUtf8(listingText(listed)))) === root)
      return new Map(listed.map(({ file, sha256 }) => [file, sha256]));
  } catch {
    // It is not JSON, or has no list.
  }
  throw new DamagedFile(place, 'its list of files differs from the one published');
}

/**
 * A stored file that must not be served: its bytes are not those that were published, or they
 * cannot be had.
 */
export class DamagedFile extends Error {
  /** Its place below the data directory. */
  readonly place: string;
  readonly fault: string;
  /** True if there is nothing, so that it may be elsewhere. */
  readonly isMissing: boolean;

  constructor(place: string, fault: string, missing = false) {
    super(`${place}: ${fault}`);
    this.name = 'DamagedFile';
    this.place = place;
    this.fault = fault;
    this.isMissing = missing;
  }
}

/** It may be elsewhere. */
export const missingFile = (place: string) =>
  new DamagedFile(place, 'is missing, though its edition can be asked for', true);

/** Compares a file with the digest that it carries of itself. Null if nothing is wrong. */
export async function faultOfSeal(text: string, seal: Seal): Promise<string | null> {
  const parts = unsealed(text, seal);
  if (parts === null) return noSeal;
  return (await hexDigest(encodeUtf8(parts.text))) === parts.sha256 ? null : brokenSeal;
}
