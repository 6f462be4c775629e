// The zip that a bundle is: plain files in one folder, with headers that depend on no machine and
// no time. Any of them is read without the rest.
import { type PassThrough, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { type Entry, RandomAccessReader, fromRandomAccessReaderPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { isFileFault, safePath } from '../edition/files.ts';
import { BundleError, bundleFolder } from './format.ts';

/**
 * Far more than years of editions need. A small file can unpack to hundreds of gigabytes, and fill
 * a disk before its end is compared.
 */
const mostUnpacked = 20_000_000_000;
const mostFiles = 500_000;
const longestDirectory = 100_000_000;

/** A file to pack. Its bytes are read when its turn comes. */
export interface PackedFile {
  readonly file: string;
  readonly bytes: () => Uint8Array;
}

/** The zip of these files, in order. A failure while one is read ends it with that error. */
export function zipOf(files: Iterable<PackedFile>): AsyncIterable<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  zip.on('error', (error: Error) => output.destroy(error));
  // A zip has local times from 1980 on. An earlier one is written as the first of them, in every
  // time zone.
  const plain = {
    mode: 0o100644,
    mtime: new Date(0),
    forceDosTimestamp: true,
    compressionLevel: 6,
  };
  for (const { file, bytes } of files) {
    if (!safePath.test(file)) throw new BundleError(`${file}: is not a valid name in a bundle`);
    zip.addReadStreamLazy(memberNameOf(file), plain, (give) => {
      try {
        give(null, Readable.from([bytes()]));
      } catch (error) {
        give(error, Readable.from([]));
      }
    });
  }
  zip.end();
  return output;
}

function memberNameOf(file: string): string {
  return `${bundleFolder}/${file}`;
}

/** Bytes that can be read at any offset, as those of a file. */
export interface ByteSource {
  readonly name: string;
  readonly size: number;
  read(offset: number, length: number): Promise<Uint8Array>;
}

export interface Zip {
  /** Its files, in order. */
  readonly files: readonly string[];
  /**
   * Throws BundleError for a file that is missing, damaged, or has more than `most` bytes, packed
   * or not.
   */
  read(file: string, most: number): Promise<Buffer>;
}

interface Member {
  readonly file: string;
  readonly packed: number;
  readonly unpacked: number;
  /** Where its header begins, and where the next one does. */
  readonly start: number;
  readonly end: number;
}

/**
 * The directory of a zip. Throws BundleError for anything that `zipOf` does not write: links,
 * devices, encrypted files, names outside the folder.
 */
export async function openZip(source: ByteSource): Promise<Zip> {
  const members = await membersOf(source);
  return {
    files: [...members.keys()],
    async read(file, most) {
      const member = members.get(file);
      if (member === undefined) throw new BundleError(`${source.name}: ${file} is missing`);
      const largest = Math.max(member.packed, member.unpacked);
      if (largest > most)
        throw new BundleError(
          `${source.name}: ${file} has ${largest} bytes, expected at most ${most}; ` +
            'nothing of it is unpacked',
        );
      const bytes = await source.read(member.start, member.end - member.start);
      const header = headerOf(file);
      const isOurs = header.equals(bytes.subarray(0, header.length));
      const content = bytes.subarray(header.length, header.length + member.packed);
      const unpacked = isOurs
        ? await inflate(content, { maxOutputLength: Math.max(1, member.unpacked) }).catch(
            () => null,
          )
        : null;
      if (unpacked === null)
        throw new BundleError(
          `${source.name}: ${file} is damaged\n  fetch or make the bundle again`,
        );
      return unpacked;
    },
  };
}

const inflate = promisify(inflateRaw);

// APPNOTE.TXT, 4.3.7: the header before a file. Its sizes follow its bytes.
const headerBytes = 30;

function headerOf(file: string): Buffer {
  const name = Buffer.from(memberNameOf(file));
  const header = Buffer.alloc(headerBytes);
  header.write('504b030414000808080000002100', 'hex');
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

/**
 * What the directory says of each file that `zipOf` writes: deflated, not encrypted, the first
 * moment of 1980, -rw-r--r--.
 */
const plainEntry = {
  versionMadeBy: 0x33f,
  generalPurposeBitFlag: 0x808,
  compressionMethod: 8,
  lastModFileTime: 0,
  lastModFileDate: 0x21,
  internalFileAttributes: 0,
  externalFileAttributes: 0o100644 * 0x10000,
  fileCommentLength: 0,
} as const satisfies Partial<Entry>;

async function membersOf(source: ByteSource): Promise<Map<string, Member>> {
  const { name } = source;
  const members = new Map<string, Member>();
  let start = 0;
  let unpacked = 0;
  const take = (entry: Entry) => {
    const path = entry.fileNameRaw.toString('latin1');
    const refuse = (fault: string): never => {
      throw new BundleError(
        `${name}: ${JSON.stringify(path.slice(0, 200))} ${fault}; nothing of it is unpacked`,
      );
    };
    const file = path.slice(memberNameOf('').length);
    if (path !== memberNameOf(file) || !safePath.test(file))
      refuse(`is no name in ${bundleFolder}/, so this is not a bundle`);
    if (members.has(file)) refuse('is there twice');
    const isPlain = Object.entries(plainEntry).every(
      ([field, value]) => Reflect.get(entry, field) === value,
    );
    // Other fields can give the file another name. This one has the places beyond 4 GB.
    const isBeyond = entry.extraFields.some(({ id }) => id === 1);
    const isNamedOnce = entry.extraFields.length === Number(isBeyond);
    if (!isPlain || !isNamedOnce || entry.relativeOffsetOfLocalHeader !== start)
      refuse('is a link, a device, encrypted, or has a header that no bundle has');
    // APPNOTE.TXT, 4.3.9: what follows the bytes of a file.
    const descriptorBytes = isBeyond ? 24 : 16;
    const end = start + headerBytes + entry.fileNameLength + entry.compressedSize + descriptorBytes;
    members.set(file, {
      file,
      packed: entry.compressedSize,
      unpacked: entry.uncompressedSize,
      start,
      end,
    });
    start = end;
    unpacked += entry.uncompressedSize;
    if (unpacked > mostUnpacked)
      refuse(
        `and the files before it unpack to ${unpacked} bytes, expected at most ${mostUnpacked}`,
      );
  };
  try {
    const zip = await fromRandomAccessReaderPromise(new Tail(source), source.size, {
      decodeStrings: false,
    });
    if (zip.entryCount > mostFiles)
      throw new BundleError(
        `${name}: holds ${zip.entryCount} files, expected at most ${mostFiles}`,
      );
    for await (const entry of zip.eachEntry()) take(entry);
  } catch (error) {
    if (error instanceof BundleError || isFileFault(error)) throw error;
    throw new BundleError(
      `${name}: is not a bundle, or its end is missing or damaged\n  fetch or make it again`,
    );
  }
  return members;
}

/**
 * The end of a zip for yauzl, which reads a few bytes of the directory at a time. All from its
 * beginning on is fetched at once.
 */
class Tail extends RandomAccessReader {
  readonly #source: ByteSource;
  #start = Number.POSITIVE_INFINITY;
  #bytes = Buffer.alloc(0);

  constructor(source: ByteSource) {
    super();
    this.#source = source;
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    place: number,
    done: (error: Error | null, read?: number) => void,
  ) {
    this.#from(place).then((bytes) => done(null, bytes.copy(target, offset, 0, length)), done);
  }

  async #from(place: number): Promise<Buffer> {
    const { name, size } = this.#source;
    if (place < this.#start) {
      if (size - place > longestDirectory)
        throw new BundleError(
          `${name}: its directory has more than ${longestDirectory} bytes, which that ` +
            'of no bundle has',
        );
      this.#bytes = Buffer.concat([
        await this.#source.read(place, Math.min(this.#start, size) - place),
        this.#bytes,
      ]);
      this.#start = place;
    }
    return this.#bytes.subarray(place - this.#start);
  }
}
