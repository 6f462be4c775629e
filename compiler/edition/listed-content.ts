// The digest and size of a file's content, as the list of an edition's files gives them.
// Of a gzipped table these are those of the table before it was packed, because the packed bytes
// belong to the version of the compressor.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, gunzipSync } from 'node:zlib';
import type { InputFile } from '#schemas/catalogue.ts';
import { isPacked } from '#schemas/stored-tables.ts';
import { type Problem, UnreadableFileError } from '#sources/kit/problem.ts';
import { readDigest, sha256 } from './digest.ts';
import { unreadableFile } from './files.ts';

/** RFC 1952 §2.3: deflated, no name, no time, of Unix, on every machine. */
export const gzipHeader = Buffer.from('1f8b0800000000000003', 'hex');

/**
 * The digest of what a file of an edition holds, by its path and its bytes; null if it is gzipped
 * and does not unpack. Nothing is unpacked beyond `most` bytes.
 */
export function digestOfContent(path: string, bytes: Uint8Array, most: number): string | null {
  if (!isPacked(path)) return sha256(bytes);
  if (!gzipHeader.equals(bytes.subarray(0, gzipHeader.length))) return null;
  const options = { maxOutputLength: Math.max(1, most), rejectGarbageAfterEnd: true };
  try {
    return sha256(gunzipSync(bytes, options));
  } catch {
    // Damaged, cut, followed by other bytes, or larger than was listed.
    return null;
  }
}

/** Whether bytes are those of a file that an edition or a bundle lists. */
export function isListed({ file, sha256: digest, bytes: size }: InputFile, bytes: Uint8Array) {
  return digestOfContent(file, bytes, size) === digest;
}

/** Why a file is not the one that is listed. `repair`: if it is not to write the file again. */
export type FaultOfContent = Omit<Problem, 'place'>;

/**
 * Why the file at a place does not hold what an edition or a bundle lists; null if it does. A table
 * is large when unpacked, so it is never in memory whole.
 */
export async function faultOfListed(
  place: string,
  { file, sha256: digest, bytes: size }: InputFile,
): Promise<FaultOfContent | null> {
  try {
    const actual = isPacked(file) ? await digestOfPacked(place, size) : readDigest(place);
    return actual === digest ? null : { message: 'its bytes differ from those published' };
  } catch (error) {
    if (error instanceof PackedError) return { message: error.message };
    const { problem } = error instanceof UnreadableFileError ? error : unreadableFile(place, error);
    const { place: _, ...fault } = problem;
    return fault;
  }
}

const pieceBytes = 1 << 18;

/** Thrown if a file is there and can be read, but is not the gzipped table that is listed. */
class PackedError extends Error {}

/** Throws PackedError if the file is damaged, cut, or holds more than `most` bytes. */
async function digestOfPacked(place: string, most: number): Promise<string> {
  const hash = createHash('sha256');
  let isHeader = true;
  let unpackedBytes = 0;
  async function* withOurHeader(pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      const header = piece.subarray(0, gzipHeader.length);
      if (isHeader && !gzipHeader.subarray(0, header.length).equals(header))
        throw new PackedError('is not gzipped as the tables of an edition are');
      isHeader = false;
      yield piece;
    }
  }
  try {
    await pipeline(
      createReadStream(place, { highWaterMark: pieceBytes }),
      withOurHeader,
      createGunzip({ chunkSize: pieceBytes, rejectGarbageAfterEnd: true }),
      async (pieces: AsyncIterable<Buffer>) => {
        for await (const piece of pieces) {
          unpackedBytes += piece.length;
          if (unpackedBytes > most)
            throw new PackedError('unpacks to more bytes than were published');
          hash.update(piece);
        }
      },
    );
  } catch (error) {
    throw gzipFault(error) ?? error;
  }
  return hash.digest('hex');
}

/** What the decompressor says, in words; null for any other error. */
function gzipFault(error: unknown): PackedError | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  if (error.code === 'Z_BUF_ERROR') return new PackedError('is cut off');
  if (error.code === 'Z_DATA_ERROR') return new PackedError(`is damaged (${error.message})`);
  if (error.code === 'ERR_TRAILING_JUNK_AFTER_STREAM_END')
    return new PackedError('has bytes after its end');
  return null;
}
