// The store over node:fs, for answering offline in process (`lmi get`). The worker must not import this file.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Store } from './store.ts';

/** Reads a data directory as it lies on disk. */
export function createNodeStore(dataDirectory: string): Store {
  return {
    async catalogue() {
      const bytes = await read(join(dataDirectory, 'catalogue.json'));
      return bytes === null ? null : new TextDecoder().decode(bytes);
    },
    file: (edition, path) => read(join(dataDirectory, 'editions', edition, path)),
  };
}

async function read(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null;
    throw error;
  }
}
