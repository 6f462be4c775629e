// The digest and size of a file's content, as the list of an edition's files gives them.
// Of a gzipped table these are those of the table before it was packed, because the packed bytes
// belong to the version of the compressor.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, gunzipSync } from 'node:zlib';
import type { InputFile } from '#schemas/catalogue.ts';
import { isPacked } from '#schemas/stored-tables.ts';
import { digestOfFile, sha256 } from './digest.ts';

/** RFC 1952 §2.3: deflated, no name, no time, of Unix, on every machine. */
export const gzipHeader = Buffer.from('1f8b0800000000000003', 'hex');

/**
 * The digest of what a file of an edition holds, by its path and its bytes; null if it is gzipped
 * and does not unpack. Nothing is unpacked beyond `most` bytes.
 */
export function digestOfContent(path: string, bytes: Uint8Array, most: number): string | null {
  if (!isPacked(path)) return sha256(bytes);
  if (!gzipHeader.equals(bytes.subarray(0, gzipHeader.length))) return null;
  try {
    return sha256(gunzipSync(bytes, { maxOutputLength: Math.max(1, most) }));
  } catch {
    // Damaged, cut, or larger than was listed.
    return null;
  }
}

/** Whether bytes are those of a file that an edition or a bundle lists. */
export function isListed({ file, sha256: digest, bytes: size }: InputFile, bytes: Uint8Array) {
  return digestOfContent(file, bytes, size) === digest;
}

/**
 * The digest of what the file at a place holds, as `digestOfContent` gives it; null too if it is
 * not there or cannot be read. A table is large when unpacked, so it is never in memory whole.
 */
export async function digestAt(
  place: string,
  { file, bytes: size }: Omit<InputFile, 'sha256'>,
): Promise<string | null> {
  if (!isPacked(file)) return digestOfFile(place);
  try {
    return await digestOfPacked(place, size);
  } catch {
    return null;
  }
}

const pieceBytes = 1 << 18;

/** Throws if the file is damaged, cut, or holds more than `most` bytes. */
async function digestOfPacked(place: string, most: number): Promise<string | null> {
  const hash = createHash('sha256');
  let isHeader = true;
  let unpackedBytes = 0;
  async function* withOurHeader(pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      if (isHeader && !gzipHeader.equals(piece.subarray(0, gzipHeader.length)))
        throw new Error('is not gzipped as the tables of an edition are');
      isHeader = false;
      yield piece;
    }
  }
  await pipeline(
    createReadStream(place, { highWaterMark: pieceBytes }),
    withOurHeader,
    createGunzip({ chunkSize: pieceBytes }),
    async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) {
        unpackedBytes += piece.length;
        if (unpackedBytes > most) throw new Error(`holds more than ${most} bytes`);
        hash.update(piece);
      }
    },
  );
  return hash.digest('hex');
}
