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
export const mostUnpacked = 20_000_000_000;

/** Frames compressed at the same time, because Node has four threads. */
const atOnce = 4;

/** Writes pieces of a tar as frames, in order. `write` receives the bytes of the bundle. */
export class FrameWriter {
  readonly #write: (bytes: Uint8Array) => Promise<void>;
  readonly #waiting: Promise<Buffer>[] = [];
  readonly #frames: { packed: number; unpacked: number; sha256: Buffer }[] = [];
  #piece: Buffer[] = [];
  #filled = 0;

  constructor(write: (bytes: Uint8Array) => Promise<void>) {
    this.#write = write;
  }

  async add(bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const part = bytes.subarray(done, done + pieceBytes - this.#filled);
      this.#piece.push(Buffer.from(part));
      this.#filled += part.length;
      done += part.length;
      if (this.#filled === pieceBytes) await this.#cut();
    }
  }

  /** Bytes added so far. */
  get taken(): number {
    return this.#frames.reduce((sum, { unpacked }) => sum + unpacked, this.#filled);
  }

  async end(): Promise<void> {
    if (this.#filled > 0) await this.#cut();
    while (this.#waiting.length > 0) await this.#flush();
    await this.#write(digestsFrame(this.#frames.map(({ sha256 }) => sha256)));
    await this.#write(seekTable(this.#frames));
  }

  async #cut(): Promise<void> {
    const piece = Buffer.concat(this.#piece);
    this.#piece = [];
    this.#filled = 0;
    this.#frames.push({ packed: 0, unpacked: piece.length, sha256: Buffer.alloc(0) });
    this.#waiting.push(compress(piece, { params: { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 } }));
    if (this.#waiting.length >= atOnce) await this.#flush();
  }

  async #flush(): Promise<void> {
    const frame = this.#frames[this.#frames.length - this.#waiting.length];
    const bytes = await this.#waiting.shift();
    if (bytes === undefined || frame === undefined) return;
    frame.packed = bytes.length;
    frame.sha256 = createHash('sha256').update(bytes).digest();
    await this.#write(bytes);
  }
}

function skippableFrame(magic: number, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(magic, 0);
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
}

function digestsFrame(digests: readonly Buffer[]): Buffer {
  return skippableFrame(digestsMagic, Buffer.concat(digests));
}

function seekTable(frames: readonly { readonly packed: number; readonly unpacked: number }[]): Buffer {
  const content = Buffer.alloc(frames.length * 8 + footerBytes);
  for (const [index, { packed, unpacked }] of frames.entries()) {
    content.writeUInt32LE(packed, index * 8);
    content.writeUInt32LE(unpacked, index * 8 + 4);
  }
  content.writeUInt32LE(frames.length, frames.length * 8);
  content.writeUInt32LE(seekTableEnd, frames.length * 8 + 5);
  return skippableFrame(seekTableMagic, content);
}

/** Bytes that can be read at any offset: a file, or a file on a server that serves ranges. */
export interface ByteSource {
  /** Its name in messages. */
  readonly name: string;
  readonly size: number;
  read(offset: number, length: number): Promise<Uint8Array>;
}

interface Frame {
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
  /** Bytes of the tar. */
  readonly length: number;
  readonly count: number;
  /** Bytes of the tar at an offset. Fetched and unpacked frames are kept for a while. */
  read(start: number, length: number): Promise<Buffer>;
  /** Announces that a range will be read from start to end, so that its missing frames are fetched at once. */
  expect(start: number, length: number): void;
  /** The numbers of the frames whose hash is wrong. */
  damaged(): Promise<number[]>;
}

/** Unpacked frames to keep. Two neighbouring files are seldom in more. */
const keptFrames = 4;

/** The most bytes fetched at once and kept until they are unpacked. */
const mostPrefetched = 64 * 1024 * 1024;

export async function openFrames(source: ByteSource): Promise<Frames> {
  const { name } = source;
  const frames = await readIndex(source);
  const unpacked = new Map<number, Buffer>();
  const packed = new Map<number, Uint8Array>();

  let expected = 0;

  /** Fetches a frame and the frames after it, up to an offset of the tar or `mostPrefetched`. */
  const fetchFrames = async (index: number, until: number): Promise<Uint8Array> => {
    const first = frames[index];
    if (first === undefined) throw new BundleError(`${name}: ends before what its manifest lists`);
    let end = index + 1;
    let length = first.packed;
    for (
      let next = frames[end];
      next !== undefined && end * pieceBytes < until && length + next.packed <= mostPrefetched;
      next = frames[end]
    ) {
      length += next.packed;
      end += 1;
    }
    const fetched = await source.read(first.offset, length);
    packed.clear();
    for (const [place, frame] of frames.slice(index, end).entries())
      packed.set(index + place, fetched.subarray(frame.offset - first.offset, frame.offset - first.offset + frame.packed));
    return packed.get(index) ?? fetched;
  };

  const open = async (index: number, until: number): Promise<Buffer> => {
    const known = unpacked.get(index);
    if (known !== undefined) return known;
    const bytes = packed.get(index) ?? (await fetchFrames(index, until));
    const frame = frames[index];
    if (frame === undefined || !isOf(frame, bytes))
      throw new BundleError(`${name}: ${describeFrame(index, frames.length)} is damaged\n  fetch or make the bundle again`);
    let piece: Buffer;
    try {
      piece = await decompress(bytes, { maxOutputLength: frame.unpacked });
    } catch {
      throw new BundleError(`${name}: ${describeFrame(index, frames.length)} cannot be unpacked`);
    }
    if (piece.length !== frame.unpacked) throw new BundleError(`${name}: ${describeFrame(index, frames.length)} has the wrong length`);
    packed.delete(index);
    unpacked.set(index, piece);
    for (const oldest of unpacked.keys()) if (unpacked.size > keptFrames) unpacked.delete(oldest);
    return piece;
  };

  return {
    name,
    length: frames.reduce((sum, frame) => sum + frame.unpacked, 0),
    count: frames.length,
    async read(start, length) {
      const parts: Buffer[] = [];
      for (let at = start; at < start + length; ) {
        const piece = await open(Math.floor(at / pieceBytes), Math.max(start + length, expected));
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
    async damaged() {
      const found: number[] = [];
      for (const [index, frame] of frames.entries()) if (!isOf(frame, await source.read(frame.offset, frame.packed))) found.push(index);
      return found;
    },
  };
}

function isOf(frame: Frame, bytes: Uint8Array): boolean {
  return createHash('sha256').update(bytes).digest().equals(frame.sha256);
}

export function describeFrame(index: number, count: number): string {
  return `part ${index + 1} of ${count}`;
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
  const rest = await source.read(size - tableBytes - digestsBytes, tableBytes + digestsBytes - footerBytes);
  const tail = Buffer.concat([rest, footer]);
  const table = tail.subarray(digestsBytes);
  if ((count - 1) * pieceBytes > mostUnpacked)
    throw new BundleError(`${name}: unpacks to more than ${(count - 1) * pieceBytes} bytes, expected at most ${mostUnpacked}`);
  const frames: Frame[] = [];
  let offset = 0;
  for (let index = 0; index < count; index += 1) {
    const packed = table.readUInt32LE(8 + index * 8);
    const unpacked = table.readUInt32LE(8 + index * 8 + 4);
    const isLast = index === count - 1;
    if (packed > mostPacked || unpacked === 0 || unpacked > pieceBytes || (!isLast && unpacked !== pieceBytes)) throw cut();
    frames.push({ offset, packed, unpacked, sha256: tail.subarray(8 + index * 32, 8 + (index + 1) * 32) });
    offset += packed;
  }
  const isWhole =
    offset === size - tableBytes - digestsBytes &&
    seekTable(frames).equals(table) &&
    digestsFrame(frames.map(({ sha256 }) => sha256)).equals(tail.subarray(0, digestsBytes));
  if (!isWhole) throw cut();
  return frames;
}
