// Compares every document with its edition. The catalogue has the root of the edition, which proves the list of files in edition.json, and
// the list has the SHA-256 of each document.
import type { ServingEdition } from '#schemas/catalogue.ts';
import { listingText } from '#schemas/edition-listing.ts';
import { titleModelFile } from '#schemas/standing/title-model-of.ts';
import { createCache } from './cache.ts';
import { DamagedFile } from './damaged-file.ts';
import { encodeUtf8 } from './encode.ts';
import { hexDigest, isDigest } from './hex-digest.ts';
import type { Files, Store } from './store.ts';

/** The digests of an edition's files, by path. */
type Listing = ReadonlyMap<string, string>;

/** Files of all remembered editions together: some 15 MB. All served editions have fewer than half as many. */
const mostListed = 100_000;

/** The store over these files. It reads the list of an edition once and remembers it. */
export function proved(files: Files, most = mostListed): Store {
  // By root. Values and never promises, because workerd forbids one request to wait for another's I/O.
  const listings = createCache<Listing>({ most, size: (listing) => listing.size });
  return {
    catalogue: () => files.catalogue(),
    async document(edition, path) {
      const place = `editions/${edition.id}/${path}`;
      const known = listings.find(edition.root);
      const [listing, bytes] = await Promise.all([known ?? readListing(files, edition), files.file(edition.id, path)]);
      if (known === undefined) listings.keep(edition.root, listing);
      if (bytes === null) throw new DamagedFile(place, 'is missing, though its edition can be asked for', true);
      const digest = await crypto.subtle.digest('SHA-256', bytes);
      if (!isDigest(digest, listing.get(path))) throw new DamagedFile(place, 'its bytes differ from those published');
      return { bytes, digest };
    },
    async titleModel({ id, sha256 }) {
      const place = `editions/${id}/${titleModelFile}`;
      const bytes = await files.file(id, titleModelFile);
      if (bytes === null) throw new DamagedFile(place, 'is missing, though the catalogue names it');
      if (!isDigest(await crypto.subtle.digest('SHA-256', bytes), sha256))
        throw new DamagedFile(place, 'its bytes differ from those published');
      return bytes;
    },
    outside: (path) => files.outside(path),
  };
}

async function readListing(files: Files, { id, root }: ServingEdition): Promise<Listing> {
  const place = `editions/${id}/edition.json`;
  const bytes = await files.file(id, 'edition.json');
  if (bytes === null) throw new DamagedFile(place, 'is missing, though its edition can be asked for', true);
  const listed = listedIn(bytes);
  if (listed === null || (await hexDigest(encodeUtf8(listingText(listed)))) !== root)
    throw new DamagedFile(place, 'its list of files differs from the one published');
  return new Map(listed.map(({ file, sha256 }) => [file, sha256]));
}

/** The files that a record lists; null if it is not JSON or has no such list. No schema library runs in the worker. */
function listedIn(record: Uint8Array): readonly { readonly file: string; readonly sha256: string }[] | null {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(record));
  } catch {
    return null;
  }
  const files: unknown = typeof value === 'object' && value !== null && 'files' in value ? value.files : null;
  return Array.isArray(files) && files.every(isListed) ? files : null;
}

function isListed(entry: unknown): entry is { readonly file: string; readonly sha256: string } {
  if (typeof entry !== 'object' || entry === null || !('file' in entry) || !('sha256' in entry)) return false;
  return typeof entry.file === 'string' && typeof entry.sha256 === 'string';
}
