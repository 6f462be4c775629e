// Where catalogue and editions are read from: the port, and its adapter for workerd's disk service behind two service bindings.

export interface Store {
  /** The text of catalogue.json; null where there is none. */
  catalogue(): Promise<string | null>;
  /** The bytes of a file of an edition; null where it is absent. `path` comes from schemas/document-path.ts and nowhere else. */
  file(edition: string, path: string): Promise<Uint8Array<ArrayBuffer> | null>;
}

/** What a service binding offers. */
export interface Fetcher {
  fetch(url: string, init?: { readonly method: string; readonly headers: Record<string, string> }): Promise<Response>;
}

/**
 * Reads through workerd's disk service, which lists directories and follows symlinks. So it is only ever asked for names composed
 * from checked values, and for the literal /catalogue.json where its root is the whole data directory.
 */
export function createDiskServiceStore({ catalogue, editions }: { catalogue: Fetcher; editions: Fetcher }): Store {
  return {
    async catalogue() {
      const response = await read(catalogue, '/catalogue.json');
      return response === null ? null : response.text();
    },
    async file(edition, path) {
      const response = await read(editions, `/${edition}/${path}`);
      return response === null ? null : new Uint8Array(await response.arrayBuffer());
    },
  };
}

async function read(service: Fetcher, path: string): Promise<Response | null> {
  const response = await service.fetch(`http://disk${path}`);
  if (response.status === 200) return response;
  await response.body?.cancel();
  if (response.status === 404) return null;
  throw new Error(`disk service answered ${response.status} for ${path}`);
}
