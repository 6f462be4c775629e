// Files through workerd's disk service, which lists directories and follows symlinks: names must be
// made of checked values.
import { digestOfContent } from './content-digest.ts';
import type { DigestStream, Files } from './files.ts';
import { DamagedFile } from './store.ts';

/** The part of a service binding that the server uses. */
export interface Fetcher {
  fetch(
    url: string,
    init?: { readonly method: string; readonly headers: Record<string, string> },
  ): Promise<Response>;
}

/** The root of the service is the data directory, because the catalogue is replaced by a rename. */
export function createDiskFiles(service: Fetcher, digestOf: DigestStream): Files {
  const ask = async (
    path: string,
    method = 'GET',
    headers: Record<string, string> = {},
  ): Promise<Response | null> => {
    const response = await service.fetch(`http://disk/${path}`, { method, headers });
    if (response.status === 200 || response.status === 206) return response;
    await response.body?.cancel();
    if (response.status === 404) return null;
    throw new DamagedFile(path, `cannot be read (the disk service answers ${response.status})`);
  };
  return {
    async read(path) {
      const response = await ask(path);
      return response === null ? null : new Uint8Array(await response.arrayBuffer());
    },
    async state(path) {
      const headers = (await ask(path, 'HEAD'))?.headers;
      if (headers === undefined) return null;
      return {
        bytes: Number(headers.get('Content-Length')),
        version: headers.get('Last-Modified') ?? '',
      };
    },
    async stream(path, part) {
      const range =
        part === null ? {} : { Range: `bytes=${part.offset}-${part.offset + part.length - 1}` };
      return (await ask(path, 'GET', range))?.body ?? null;
    },
    async digest(path) {
      const body = (await ask(path))?.body;
      return body ? digestOfContent(path, body, digestOf) : null;
    },
  };
}
