// The packing of a bundle: the tar is cut into pieces of equal size, each its own zstd frame, so that any part can be read, on disk or
// over HTTP, without the rest. Two skippable frames at the end, which every zstd program ignores, hold the SHA-256 of each frame, and
// the seek table of zstd's seekable format, version 0.1.0 (contrib/seekable_format).
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { createHash } from 'node:crypto';
import { BundleError } from './format.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Large enough to compress almost as well as one frame, small enough to read one answer in milliseconds. */
export const pieceBytes = 4 * 1024 * 1024;

/** The bundle of the real editions is then as small as `zstd -12` makes the same tree, and it is made in seconds. */
const level = 12;

// Skippable frames have the magic numbers 184D2A50 to 184D2A5F (RFC 8878 §3.1.2); the seek table's is fixed by its format.
const digestsMagic = 0x184d2a50;
const seekTableMagic = 0x184d2a5e;
const seekTableEnd = 0x8f92eab1;
const footerBytes = 9;
const mostFrames = 100_000;

/** The largest packed piece: what cannot be compressed grows by a 256th and some bytes (ZSTD_COMPRESSBOUND in zstd.h). */
const mostPacked = pieceBytes + pieceBytes / 256 + 1024;

/** Many times a full sample. A small file can unpack to hundreds of gigabytes, and fill a disk before its end is compared. */
const mostUnpacked = 20_000_000_000;

/** Frames compressed at the same time, because Node has four threads. */
const atOnce = 4;

/** Writes a tar as frames, in order. Returns its bytes before they were packed. */
export async function writeFrames(tar: AsyncIterable<Uint8Array>, write: (bytes: Uint8Array) => Promise<void>): Promise<number> {
  const frames: Pick<Frame, 'packed' | 'unpacked' | 'sha256'>[] = [];
  const packing: Promise<{ readonly bytes: Buffer; readonly unpacked: number }>[] = [];
  const flush = async (most: number) => {
    for (const { bytes, unpacked } of await Promise.all(packing.splice(0, packing.length - most))) {
      frames.push({ packed: bytes.length, unpacked, sha256: createHash('sha256').update(bytes).digest() });
      await write(bytes);
    }
  };
  const params = { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 };
  for await (const piece of piecesOf(tar)) {
    packing.push(compress(piece, { params }).then((bytes) => ({ bytes, unpacked: piece.length })));
    if (packing.length === atOnce) await flush(atOnce - 1);
  }
  await flush(0);
  await write(tables(frames));
  return frames.reduce((sum, { unpacked }) => sum + unpacked, 0);
}

async function* piecesOf(tar: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let [parts, filled]: [Uint8Array[], number] = [[], 0];
  for await (const bytes of tar) {
    for (let done = 0; done < bytes.length; ) {
      const part = bytes.subarray(done, done + pieceBytes - filled);
      parts.push(part);
      filled += part.length;
      done += part.length;
      if (filled < pieceBytes) continue;
      yield Buffer.concat(parts);
      [parts, filled] = [[], 0];
    }
  }
  if (filled > 0) yield Buffer.concat(parts);
}

/** The two skippable frames at the end: the digests, and the seek table. */
function tables(frames: readonly Pick<Frame, 'packed' | 'unpacked' | 'sha256'>[]): Buffer {
  const seekTable = Buffer.alloc(frames.length * 8 + footerBytes);
  for (const [index, { packed, unpacked }] of frames.entries()) {
    seekTable.writeUInt32LE(packed, index * 8);
    seekTable.writeUInt32LE(unpacked, index * 8 + 4);
  }
  seekTable.writeUInt32LE(frames.length, frames.length * 8);
  seekTable.writeUInt32LE(seekTableEnd, frames.length * 8 + 5);
  const skippable = (magic: number, content: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32LE(magic, 0);
    head.writeUInt32LE(content.length, 4);
    return [head, content];
  };
  return Buffer.concat([
    ...skippable(digestsMagic, Buffer.concat(frames.map(({ sha256 }) => sha256))),
    ...skippable(seekTableMagic, seekTable),
  ]);
}

/** Bytes that can be read at any offset: a file, or a file on a server that serves ranges. */
export interface ByteSource {
  readonly name: string;
  readonly size: number;
  read(offset: number, length: number): Promise<Uint8Array>;
}

interface Frame {
  readonly number: number;
  /** Its start and length in the bundle. */
  readonly offset: number;
  readonly packed: number;
  /** Its length in the tar. It starts there at its number times `pieceBytes`. */
  readonly unpacked: number;
  readonly sha256: Buffer;
}

/** The tar inside a bundle, read frame by frame. */
export interface Frames {
  readonly name: string;
  readonly length: number;
  read(start: number, length: number): Promise<Buffer>;
  /** Announces that a range will be read from start to end, so that its missing frames are fetched at once. */
  expect(start: number, length: number): void;
}

/** Unpacked frames to keep. Two neighbouring files are seldom in more. */
const keptFrames = 4;

/** The most bytes fetched at once and kept until they are unpacked. */
const mostPrefetched = 64 * 1024 * 1024;

export async function openFrames(source: ByteSource): Promise<Frames> {
  const { name } = source;
  const frames = await readIndex(source);
  // The last ones, the damaged too, so that a damaged frame is read once however many files are in it.
  const pieces = new Map<number, Promise<Buffer>>();
  const fetched = new Map<number, Uint8Array>();
  let expected = 0;

  /** A frame as packed. Frames after it, up to an offset of the tar or `mostPrefetched`, are fetched with it. */
  const packedFrame = async (wanted: Frame, until: number): Promise<Uint8Array> => {
    const known = fetched.get(wanted.number);
    fetched.delete(wanted.number);
    if (known !== undefined) return known;
    let length = wanted.packed;
    const following = [];
    for (const next of frames.slice(wanted.number + 1)) {
      if (next.number * pieceBytes >= until || length + next.packed > mostPrefetched) break;
      following.push(next);
      length += next.packed;
    }
    const bytes = await source.read(wanted.offset, length);
    const partOf = ({ offset, packed }: Frame) => bytes.subarray(offset - wanted.offset, offset - wanted.offset + packed);
    fetched.clear();
    for (const next of following) fetched.set(next.number, partOf(next));
    return partOf(wanted);
  };

  const unpack = async (frame: Frame, until: number): Promise<Buffer> => {
    const bytes = await packedFrame(frame, until);
    const part = `${name}: part ${frame.number + 1} of ${frames.length}`;
    if (!createHash('sha256').update(bytes).digest().equals(frame.sha256))
      throw new BundleError(`${part} is damaged\n  fetch or make the bundle again`);
    const piece = await decompress(bytes, { maxOutputLength: frame.unpacked }).catch(() => null);
    if (piece?.length !== frame.unpacked) throw new BundleError(`${part} does not unpack to ${frame.unpacked} bytes`);
    return piece;
  };

  const pieceAt = (number: number, until: number): Promise<Buffer> => {
    const [known, frame] = [pieces.get(number), frames[number]];
    if (known !== undefined) return known;
    if (frame === undefined) throw new BundleError(`${name}: ends before what its manifest lists`);
    const piece = unpack(frame, until);
    pieces.set(number, piece);
    for (const oldest of pieces.keys()) if (pieces.size > keptFrames) pieces.delete(oldest);
    return piece;
  };

  return {
    name,
    length: frames.reduce((sum, frame) => sum + frame.unpacked, 0),
    async read(start, length) {
      const parts: Buffer[] = [];
      for (let at = start; at < start + length; ) {
        const piece = await pieceAt(Math.floor(at / pieceBytes), Math.max(start + length, expected));
        const from = at % pieceBytes;
        const part = piece.subarray(from, from + start + length - at);
        if (part.length === 0) throw new BundleError(`${name}: ends before what its manifest lists`);
        parts.push(part);
        at += part.length;
      }
      return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
    },
    expect(start, length) {
      expected = start + length;
    },
  };
}

/** The places of the frames. Every byte of both tables has only one valid value, so any change is found. */
async function readIndex(source: ByteSource): Promise<Frame[]> {
  const { name, size } = source;
  const cut = () => new BundleError(`${name}: is not a bundle, or its end is missing or damaged\n  fetch or make it again`);
  const footer = Buffer.from(await source.read(Math.max(0, size - footerBytes), Math.min(size, footerBytes)));
  if (footer.length < footerBytes || footer.readUInt32LE(5) !== seekTableEnd || footer.readUInt8(4) !== 0) throw cut();
  const count = footer.readUInt32LE(0);
  const tableBytes = 8 + count * 8 + footerBytes;
  const digestsBytes = 8 + count * 32;
  if (count === 0 || count > mostFrames || tableBytes + digestsBytes > size) throw cut();
  if ((count - 1) * pieceBytes > mostUnpacked)
    throw new BundleError(`${name}: unpacks to more than ${(count - 1) * pieceBytes} bytes, expected at most ${mostUnpacked}`);
  const beforeFooter = await source.read(size - tableBytes - digestsBytes, tableBytes + digestsBytes - footerBytes);
  const tail = Buffer.concat([beforeFooter, footer]);
  let offset = 0;
  const frames = Array.from({ length: count }, (_, number): Frame => {
    const entry = digestsBytes + 8 + number * 8;
    const [packed, unpacked] = [tail.readUInt32LE(entry), tail.readUInt32LE(entry + 4)];
    const isLast = number === count - 1;
    if (packed > mostPacked || unpacked === 0 || unpacked > pieceBytes || (!isLast && unpacked !== pieceBytes)) throw cut();
    offset += packed;
    return { number, offset: offset - packed, packed, unpacked, sha256: tail.subarray(8 + number * 32, 8 + (number + 1) * 32) };
  });
  if (offset !== size - tableBytes - digestsBytes || !tables(frames).equals(tail)) throw cut();
  return frames;
}
