// Stored documents that were proved and parsed: the one cache of the answers. An edition never
// changes, so what was proved once stays true.
import type { ServingEdition } from '#schemas/catalogue.ts';
import { createCache } from '../data/cache.ts';
import type { Store, StoredDocument } from '../data/store.ts';

/** A process on Cloudflare's network has 128 MB for everything. */
const mostBytes = 20_000_000;

/** Bytes of memory that a parsed document takes for each of its bytes. */
const timesParsed = 4;

/** A larger one, such as the title index, would push out all others, and is used once. */
const largestKept = mostBytes / 10;

export interface ProvedDocument extends StoredDocument {
  /** The value of the bytes, parsed at first use. Nobody changes it. */
  readonly json: () => unknown;
}

type ReadDocument = (edition: ServingEdition, path: string) => Promise<ProvedDocument>;

/** Reads documents of one store. It remembers values and never promises, as workerd requires. */
export function createDocuments(store: Store): ReadDocument {
  const sizeOf = ({ bytes }: StoredDocument): number => timesParsed * bytes.length;
  const documents = createCache<ProvedDocument>({ most: mostBytes, size: sizeOf });
  return async (edition, path) => {
    // The root proves the list of the edition, and the list every byte of the document.
    const key = `${edition.root} ${path}`;
    const known = documents.find(key);
    if (known !== undefined) return known;
    const document = parsedOnce(await store.document(edition, path));
    if (sizeOf(document) <= largestKept) documents.keep(key, document);
    return document;
  };
}

/** The compiler validated the document against its schema before publication. */
function parsedOnce({ bytes, digest }: StoredDocument): ProvedDocument {
  let parsed: { readonly value: unknown } | null = null;
  return {
    bytes,
    digest,
    json() {
      parsed ??= { value: JSON.parse(new TextDecoder().decode(bytes)) };
      return parsed.value;
    },
  };
}
