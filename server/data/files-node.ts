// Files over node:fs, for offline answers in this process (`lmi get`). The worker must not import
// this file.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { digestOfContent } from './content-digest.ts';
import type { DigestStream, Files } from './files.ts';
import { type Store, createProvedStore } from './store.ts';

const digestOf: DigestStream = async (body) => {
  const hash = createHash('sha256');
  for await (const piece of body) hash.update(piece);
  return hash.digest('hex');
};

/** A data directory on disk. */
export function createNodeFiles(dataDirectory: string): Files {
  const state = async (path: string) => {
    const stats = await stat(join(dataDirectory, path)).catch(absent);
    return stats === null ? null : { bytes: stats.size, version: String(stats.mtimeMs) };
  };
  return {
    read: (path) => readFile(join(dataDirectory, path)).catch(absent),
    state,
    async stream(path, part) {
      if ((await state(path)) === null) return null;
      const range = part === null ? {} : { start: part.offset, end: part.offset + part.length - 1 };
      return Readable.toWeb(createReadStream(join(dataDirectory, path), range));
    },
    async digest(path) {
      if ((await state(path)) === null) return null;
      const body = Readable.toWeb(createReadStream(join(dataDirectory, path)));
      return digestOfContent(path, body as ReadableStream<Uint8Array<ArrayBuffer>>, digestOf);
    },
  };
}

export function createNodeStore(dataDirectory: string): Store {
  return createProvedStore(createNodeFiles(dataDirectory));
}

/** Null for a missing file; throws any other fault again. */
function absent(error: unknown): null {
  if (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ENOENT' || error.code === 'ENOTDIR')
  )
    return null;
  throw error;
}
