// The digest of what a stored file holds: of a gzipped table, of the table.
import { isPacked } from '#schemas/stored-tables.ts';
import type { DigestStream } from './files.ts';

/** '' for a gzipped table that does not unpack, or cannot be read to its end. */
export async function digestOfContent(
  path: string,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  digestOf: DigestStream,
): Promise<string> {
  if (!isPacked(path)) return digestOf(body);
  try {
    return await digestOf(body.pipeThrough(new DecompressionStream('gzip')));
  } catch {
    return '';
  }
}
