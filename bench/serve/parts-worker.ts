// A worker that does the first steps of an answer, up to the one that its setting PART names, so that each step can be measured. It serves
// documents that are answered as they are stored.
import { endpoints } from '#schemas/endpoints.ts';
import { asTheyAre } from '#server/coding.ts';
import { createEndpointAnswerer } from '#server/endpoint.ts';
import { createKeyFormat } from '#server/key-format.ts';
import { createKeys, hashOfKey } from '#server/keys.ts';
import { createMemoryLimits } from '#server/limits.ts';
import { createLiveKeys } from '#server/live-keys.ts';
import { offlinePorts } from '#server/offline-ports.ts';
import { createCatalogueReader } from '#server/published.ts';
import { createRouter } from '#server/router.ts';
import { type Fetcher, createDiskServiceStore } from '#server/store-disk.ts';
import { visitOf } from '#server/visit.ts';
import type { Part } from './parts.ts';

interface Env {
  readonly PART: Part;
  readonly CATALOGUE: Fetcher;
  readonly EDITIONS: Fetcher;
  /** The keys that are live, separated by blanks. */
  readonly KEYS: string;
}

type Answer = (request: Request) => Promise<Response> | Response;

const perMinute = 1_000_000;
const publicUrl = 'http://localhost';

async function answerOf({ PART, CATALOGUE, EDITIONS, KEYS }: Env): Promise<Answer> {
  const store = createDiskServiceStore({ catalogue: CATALOGUE, editions: EDITIONS });
  const readCatalogue = createCatalogueReader(store);
  const published = async () => {
    const known = (await readCatalogue())?.published;
    if (known === undefined || known === null) throw new Error('nothing is published');
    return known;
  };
  const ports = { ...offlinePorts, store, answerCode: 'bench', publicUrl };
  switch (PART) {
    case 'nothing but the platform':
      return ({ url }) => EDITIONS.fetch(url);
    case 'reading the file whole':
      return async ({ url }) => new Response(await (await EDITIONS.fetch(url)).arrayBuffer());
    case 'catalogue, and digest of the file':
      return async ({ url }) => {
        const [, id = '', ...path] = new URL(url).pathname.split('/');
        const edition = (await published()).edition(id);
        if (edition === undefined) throw new Error(`there is no edition ${id}`);
        return new Response((await store.document(edition, path.join('/'))).bytes);
      };
    case 'choosing, entity tag and headers of the answer': {
      const { answer } = createEndpointAnswerer(ports);
      const byPath = new Map(endpoints.map((endpoint) => [endpoint.path, endpoint]));
      return async (request) => {
        const { params, path, query, search } = visitOf(request, asTheyAre, () => {});
        const [, , , soc = '', name = ''] = path.split('/');
        const endpoint = byPath.get(`/v1/occupations/{soc}/${name}`);
        if (endpoint === undefined) throw new Error(`${path} is no endpoint`);
        return answer(endpoint, { request, params: { ...params, soc }, query, search, accepted: asTheyAre }, await published());
      };
    }
    case 'route and headers of every answer':
      return createRouter(ports).fetch;
    case 'limit': {
      const keys = { check: async () => ({ state: 'live', holder: { account: 'bench', perMinute } }) as const };
      return createRouter({ ...ports, keys, limits: createMemoryLimits() }).fetch;
    }
    case 'key': {
      const live = createLiveKeys();
      for (const key of KEYS.split(' ')) live.remember(await hashOfKey(key), { account: key, perMinute });
      const format = createKeyFormat({ current: 'bench', previous: null, account: 'bench' });
      const storage = {
        account: () => {
          throw new Error('a key is not remembered');
        },
        index: { put: async () => {}, remove: async () => {}, list: async () => [] },
      };
      return createRouter({ ...ports, keys: createKeys(format, storage, live), limits: createMemoryLimits() }).fetch;
    }
  }
}

let answer: Answer | null = null;

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    answer ??= await answerOf(env);
    return answer(request);
  },
};
