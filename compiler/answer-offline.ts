// The router in process over a data directory: the same answers as over HTTP, with no key and no limit.
import { unlimitedClients } from '#server/client-limits.ts';
import { everyKey } from '#server/keys.ts';
import { unlimited } from '#server/limits.ts';
import { createRouter } from '#server/router.ts';
import { createNodeStore } from '#server/store-node.ts';

// A name that no network resolves (RFC 2606); it only stands in the problems' `type`.
const origin = 'http://offline.invalid';

/** Answers paths of the API, for instance /v1/occupations/2134/pay?year=2024. */
export function answerOffline(directory: string): (path: string) => Promise<Response> {
  const router = createRouter({ store: createNodeStore(directory), keys: everyKey, limits: unlimited, clients: unlimitedClients, administration: null, publicUrl: origin });
  return (path) => router.fetch(new Request(`${origin}${path}`));
}
