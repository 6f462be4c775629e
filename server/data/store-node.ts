// Store and bundles over node:fs, for offline answers in this process (`lmi get`). The worker must not import this file.
import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bundles } from './bundles.ts';
import { noSuchPart, partHeaders, partOf } from './byte-range.ts';
import { proved, type Store } from './store.ts';

/** Reads a data directory as it lies on disk. */
export function createNodeStore(dataDirectory: string): Store {
  return proved({
    async catalogue() {
      const bytes = await read(join(dataDirectory, 'catalogue.json'));
      return bytes === null ? null : new TextDecoder().decode(bytes);
    },
    file: (edition, path) => read(join(dataDirectory, 'editions', edition, path)),
    outside: (path) => read(join(dataDirectory, path)),
  });
}

async function read(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  return readFile(path).catch(absent);
}

/** Null for a missing file; throws any other fault again. */
function absent(error: unknown): null {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null;
  throw error;
}

/** The bundles of a data directory. */
export function createNodeBundles(dataDirectory: string): Bundles {
  return {
    async fetch(name, { method, headers }) {
      const file = await open(join(dataDirectory, 'bundles', name)).catch(absent);
      if (file === null) return null;
      try {
        const { size } = await file.stat();
        if (method === 'HEAD') return new Response(null, { headers: { 'Content-Length': String(size) } });
        const range = headers['Range'];
        if (range === undefined) return new Response(await file.readFile(), { headers: { 'Content-Length': String(size) } });
        const part = partOf(range, size);
        if (part === null) return noSuchPart(size);
        const bytes = new Uint8Array(part.length);
        await file.read(bytes, 0, part.length, part.offset);
        return new Response(bytes, { status: 206, headers: partHeaders(part, size) });
      } finally {
        await file.close();
      }
    },
    async digest(name) {
      const file = await open(join(dataDirectory, 'bundles', name)).catch(absent);
      if (file === null) return null;
      const hash = createHash('sha256');
      // The stream closes the file at its end.
      for await (const part of file.createReadStream()) hash.update(part);
      return hash.digest('hex');
    },
  };
}
