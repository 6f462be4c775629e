// Finds the stored page at a path: of the editions that are served, and made by this code. Where there is none, or a damaged one, the page is
// made when it is asked for.
import type { ServingCatalogue } from '#schemas/catalogue.ts';
import { brokenSeal, unsealed } from '#schemas/catalogue-seal.ts';
import {
  type PageList,
  fileOfStoredPage,
  pageListFile,
  pageSetDigits,
  pageSetText,
  pagesFolder,
  readStoredPage,
} from '#schemas/standing/page-sets.ts';
import { encodeUtf8 } from './encode.ts';
import { hexDigest, isDigest } from './hex-digest.ts';
import { logError } from './log-error.ts';
import type { Store } from './store.ts';

/** The title and the body of a page. */
export type StoredPage = ReturnType<typeof readStoredPage>;

export interface StoredPages {
  /** The page at a path on a service at this address; null if it is not stored whole. */
  find(catalogue: ServingCatalogue, path: string, address: string): Promise<StoredPage | null>;
}

/** The digests of a set's pages, by file. */
type Listing = ReadonlyMap<string, string>;

/** Pages are stored a few seconds after their catalogue. Until then nobody asks the store for each page that it lacks. */
const lookAgainAfterMilliseconds = 10_000;

/** `code`: the digest of the code that makes pages; null if none is to be looked for. */
export function createStoredPages(store: Store, code: string | null, now: () => number = Date.now): StoredPages {
  // Values and never promises, because workerd forbids one request to wait for another's I/O.
  let known: {
    readonly catalogue: ServingCatalogue;
    readonly place: string;
    readonly listing: Listing | null;
    readonly readAt: number;
  } | null = null;

  const setOf = async (catalogue: ServingCatalogue, of: string): Promise<NonNullable<typeof known>> => {
    const age = known === null ? 0 : now() - known.readAt;
    if (known?.catalogue === catalogue && (known.listing !== null || (age >= 0 && age < lookAgainAfterMilliseconds))) return known;
    const set = (await hexDigest(encodeUtf8(pageSetText(catalogue, of)))).slice(0, pageSetDigits);
    const place = `${pagesFolder}/${set}`;
    known = { catalogue, place, listing: await readList(store, place), readAt: now() };
    return known;
  };

  return {
    async find(catalogue, path, address) {
      if (code === null) return null;
      try {
        const { place, listing } = await setOf(catalogue, code);
        const file = fileOfStoredPage(path);
        const digest = listing?.get(file);
        if (digest === undefined) return null;
        const bytes = await store.outside(`${place}/${file}`);
        if (bytes !== null && isDigest(await crypto.subtle.digest('SHA-256', bytes), digest))
          return readStoredPage(new TextDecoder().decode(bytes), address);
        logError(
          `${place}/${file}`,
          `${bytes === null ? 'is missing' : 'its bytes differ from those written'}, so the page is made now\n  ${repair}`,
        );
      } catch (error) {
        logError('a stored page cannot be read, so the page is made now', error);
      }
      return null;
    },
  };
}

/** For the operator. */
const repair = 'lmi compile makes the stored pages again';

/** The list of a set; null if there is no such set, or if the list is damaged. */
async function readList(store: Store, place: string): Promise<Listing | null> {
  const bytes = await store.outside(`${place}/${pageListFile}`);
  if (bytes === null) return null;
  const parts = unsealed(new TextDecoder().decode(bytes));
  if (parts === null || (await hexDigest(encodeUtf8(parts.text))) !== parts.sha256) {
    logError(`${place}/${pageListFile}`, `${brokenSeal}, so its pages are made when they are asked for\n  ${repair}`);
    return null;
  }
  const { files }: PageList = JSON.parse(parts.text);
  return new Map(files.map(({ file, sha256 }) => [file, sha256]));
}
