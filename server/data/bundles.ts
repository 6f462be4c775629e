// The port that reads bundles.
import type { Fetcher } from './store-disk.ts';

/** The port that reads bundles. */
export interface Bundles {
  /** 200 or 206 with the file or the part that `Range` asks for, 416 if there is no such part; null if there is no such file. */
  fetch(
    name: string,
    request: { readonly method: 'GET' | 'HEAD'; readonly headers: Readonly<Record<string, string>> },
  ): Promise<Response | null>;
  /** The SHA-256 of a file, which is read as a stream; null if there is no such file. */
  digest(name: string): Promise<string | null>;
}

/** The SHA-256 of a stream, in hex. Each runtime has its own way. */
export type DigestStream = (body: ReadableStream) => Promise<string>;

/** Reads through workerd's disk service over the whole data directory. It asks only for names of bundles. */
export function createDiskServiceBundles(data: Fetcher, digestOf: DigestStream): Bundles {
  const fetch: Bundles['fetch'] = async (name, { method, headers }) => {
    const response = await data.fetch(`http://disk/bundles/${name}`, { method, headers: { ...headers } });
    if (response.status === 200 || response.status === 206 || response.status === 416) return response;
    await response.body?.cancel();
    if (response.status === 404) return null;
    throw new Error(`disk service answered ${response.status} for /bundles/${name}`);
  };
  return {
    fetch,
    async digest(name) {
      const body = (await fetch(name, { method: 'GET', headers: {} }))?.body;
      return body ? digestOf(body) : null;
    },
  };
}

/** For a service without bundles. */
export const noBundles: Bundles = { fetch: async () => null, digest: async () => null };
