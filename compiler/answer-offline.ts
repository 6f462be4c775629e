// The router in process over a data directory: the same answers as over HTTP, with no key and no limit.
import { offlinePorts } from '#server/offline-ports.ts';
import { createRouter } from '#server/router.ts';
import { createNodeStore } from '#server/store-node.ts';

// A name that no network resolves (RFC 2606); it only stands in the problems' `type`.
const origin = 'http://offline.invalid';

/** Answers paths of the API, for instance /v1/occupations/2134/pay?year=2024. */
export function answerOffline(directory: string): (path: string) => Promise<Response> {
  const router = createRouter({ ...offlinePorts, store: createNodeStore(directory), publicUrl: origin });
  return (path) => router.fetch(new Request(`${origin}${path}`));
}
