// Runs the router in process over a data directory or a bundle. It gives the same answers as over HTTP, without key and limit.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { DocumentPlace } from '#schemas/document-path.ts';
import { type Endpoint, endpoints } from '#schemas/endpoints.ts';
import type { QueryValues } from '#schemas/query-values.ts';
import { offlinePorts } from '#server/offline-ports.ts';
import { checkQuery } from '#server/parameters.ts';
import { createRouter } from '#server/router.ts';
import { createNodeBundles, createNodeStore } from '#server/store-node.ts';
import type { Store } from '#server/store.ts';
import { createBundleStore } from '../bundle/bundle-store.ts';
import { answerCode } from './answer-code.ts';
import { isPackedBundle } from '../bundle/open-bundle.ts';
import { UnreadableFileError } from '#sources/kit/problem.ts';

// A name that no network resolves (RFC 2606). It appears only in the `type` of problems.
const origin = 'http://offline.invalid';

/** Reads a data directory, or a bundle, packed or unpacked. */
export function storeOf(data: string): Store {
  return isPackedBundle(data) ? createBundleStore(data) : createNodeStore(data);
}

/**
 * Answers paths of the API, for instance /v1/occupations/2134/pay?year=2024, from a data directory or a bundle, packed or unpacked.
 * `code` is a part of the entity tags. Rejects with UnreadableFileError if a document that answers the path is missing.
 */
export function answerOffline(data: string, code = answerCode()): (path: string) => Promise<Response> {
  const bundles = isPackedBundle(data) ? {} : { bundles: createNodeBundles(data) };
  const asking = new AsyncLocalStorage<(lost: UnreadableFileError) => void>();
  const store = telling(storeOf(data), data, (lost) => asking.getStore()?.(lost));
  const router = createRouter({ ...offlinePorts, ...bundles, store, answerCode: code, publicUrl: origin });
  return (path) =>
    new Promise((answer, reject) => asking.run(reject, () => void router.fetch(new Request(`${origin}${path}`)).then(answer, reject)));
}

/**
 * A store that reports a missing document through `tell` and never resolves for it. The router would answer 500 with a stack, but a
 * person at a terminal needs the repair.
 */
function telling(store: Store, data: string, tell: (lost: UnreadableFileError) => void): Store {
  return {
    catalogue: () => store.catalogue(),
    async file(edition, path) {
      const bytes = await store.file(edition, path);
      if (bytes !== null) return bytes;
      tell(lostDocument(data, edition, path));
      return new Promise(() => {});
    },
  };
}

/** The error for a missing document of a served edition. */
export function lostDocument(data: string, edition: string, path: string): UnreadableFileError {
  return new UnreadableFileError({
    place: `${data}/editions/${edition}/${path}`,
    message: 'is missing, though its edition is served',
    repair: `lmi verify ${data} names everything that is damaged, and the repair`,
  });
}

/** What an answered path asks for. */
export interface Asked {
  readonly endpoint: Endpoint;
  /** As in the request: an area may be a code. */
  readonly place: DocumentPlace;
  readonly values: QueryValues;
}

/** Null if no endpoint has the path. Throws what the router throws if the query is not valid. */
export function askedBy(path: string): Asked | null {
  const { pathname, searchParams } = new URL(path, origin);
  for (const endpoint of endpoints) {
    const named = new RegExp(`^${endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(pathname);
    if (named === null) continue;
    const values = checkQuery(endpoint, searchParams);
    const area = values.get('area');
    return { endpoint, place: { ...named.groups, ...(typeof area === 'string' ? { area } : {}) }, values };
  }
  return null;
}
