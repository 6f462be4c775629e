// The store over workerd's disk service, behind two service bindings.
import { DamagedFile, proved, type Store } from './store.ts';

/** The part of a service binding that the server uses. */
export interface Fetcher {
  fetch(url: string, init?: { readonly method: string; readonly headers: Record<string, string> }): Promise<Response>;
}

/**
 * Reads through workerd's disk service, which lists directories and follows symlinks. So this asks only for names made of checked
 * values. The root of the catalogue's service is the whole data directory.
 */
export function createDiskServiceStore({ catalogue, editions }: { catalogue: Fetcher; editions: Fetcher }): Store {
  return proved({
    async catalogue() {
      const response = await read(catalogue, '/catalogue.json', 'catalogue.json');
      return response === null ? null : response.text();
    },
    async file(edition, path) {
      const response = await read(editions, `/${edition}/${path}`, `editions/${edition}/${path}`);
      return response === null ? null : new Uint8Array(await response.arrayBuffer());
    },
    async outside(path) {
      const response = await read(catalogue, `/${path}`, path);
      return response === null ? null : new Uint8Array(await response.arrayBuffer());
    },
  });
}

async function read(service: Fetcher, path: string, place: string): Promise<Response | null> {
  const response = await service.fetch(`http://disk${path}`);
  if (response.status === 200) return response;
  await response.body?.cancel();
  if (response.status === 404) return null;
  throw new DamagedFile(place, `cannot be read (the disk service answers ${response.status})`);
}
