// Reads the members of a zip archive, within limits, and checks the length and CRC-32 of each.
import { crc32 } from 'node:zlib';
import { type Entry, type ZipFile, fromBuffer } from 'yauzl';
import { UnreadableFileError, damaged, protectedByPassword } from '../problem.ts';
import { requireWithin } from './limits.ts';
import { expectFormat } from './sniff.ts';

export interface ZipMember {
  readonly name: string;
  /** Its bytes as stored in the archive. */
  readonly packed: PackedMember;
  /**
   * Rejects with UnreadableFileError if its length or its checksum is not what the directory says.
   */
  read(): Promise<Buffer>;
  /** The same piece by piece. Rejects with what `take` throws. */
  readPieces(take: (piece: Buffer) => void): Promise<void>;
}

export interface PackedMember {
  readonly name: string;
  /** 0: stored; 8: deflated (APPNOTE.TXT, 4.4.5). */
  readonly method: number;
  readonly bytes: Uint8Array;
  readonly crc32: number;
  /** Its length when it is unpacked. */
  readonly length: number;
}

export function packed(name: string, text: string): PackedMember {
  const bytes = Buffer.from(text, 'utf8');
  return { name, method: 0, bytes, crc32: crc32(bytes), length: bytes.length };
}

/**
 * What operating systems and open programs leave in a folder that is packed: macOS, Windows, and
 * the locks of Microsoft Office and LibreOffice.
 */
const leftBehind = /^(?:\._.*|~\$.*|\.~lock\..*|thumbs\.db|desktop\.ini|\.ds_store)$/i;

function isLeftBehind(name: string): boolean {
  const folders = name.split('/');
  const file = folders.pop() ?? '';
  return folders.includes('__MACOSX') || leftBehind.test(file);
}

/** An opened archive. `place` names it in messages. */
interface Archive {
  readonly place: string;
  readonly bytes: Buffer;
  readonly zip: ZipFile;
}

/**
 * The files of an archive, in the order of its directory, without those that no person has put
 * there (`__MACOSX/`, `Thumbs.db`). `place` names the archive in messages.
 * Throws UnreadableFileError for an archive of more members or bytes than the limits allow, and for
 * members of one name. A member never unpacks to more than the directory says, and the directory
 * never says more than the limit.
 */
export async function readZip(place: string, bytes: Uint8Array): Promise<ZipMember[]> {
  expectFormat(place, bytes, ['zip']);
  const archive = await openArchive(
    place,
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  );
  const entries = await listEntries(archive);
  refuseRepeatedNames(place, entries);
  const files = entries.filter(
    ({ fileName }) => !fileName.endsWith('/') && !isLeftBehind(fileName),
  );
  return files.map((entry) => memberOf(archive, entry));
}

function openArchive(place: string, bytes: Buffer): Promise<Archive> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error) reject(brokenArchive(place, error));
      else resolve({ place, bytes, zip });
    });
  });
}

function brokenArchive(place: string, error: unknown): UnreadableFileError {
  return error instanceof UnreadableFileError ? error : damaged(place, 'zip archive', error);
}

/** The entries of the directory, as far as the limits allow. */
function listEntries({ place, zip }: Archive): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    let unpackedBytes = 0;
    zip.on('error', (error) => reject(brokenArchive(place, error)));
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      unpackedBytes += entry.uncompressedSize;
      try {
        requireWithin(place, 'members', entries.length);
        requireWithin(place, 'unpackedBytes', unpackedBytes);
      } catch (error) {
        return reject(error);
      }
      zip.readEntry();
    });
    zip.on('end', () => resolve(entries));
    zip.readEntry();
  });
}

function refuseRepeatedNames(place: string, entries: readonly Entry[]): void {
  const names = new Set<string>();
  for (const { fileName } of entries) {
    if (names.has(fileName))
      throw new UnreadableFileError({
        place,
        message: `two members of the zip archive are named "${fileName}"`,
        repair: 'ask the publisher which of them is meant',
      });
    names.add(fileName);
  }
}

function memberOf(archive: Archive, entry: Entry): ZipMember {
  const { bytes } = archive;
  return {
    name: entry.fileName,
    packed: {
      name: entry.fileName,
      method: entry.compressionMethod,
      bytes: bytes.subarray(startOf(bytes, entry), endOf(bytes, entry)),
      crc32: entry.crc32,
      length: entry.uncompressedSize,
    },
    async read() {
      const pieces: Buffer[] = [];
      await readEntry(archive, entry, (piece) => pieces.push(piece));
      return Buffer.concat(pieces);
    },
    readPieces: (take) => readEntry(archive, entry, take),
  };
}

/** Unpacks a member piece by piece, and compares its checksum at the end. */
function readEntry(
  { place, zip }: Archive,
  entry: Entry,
  take: (piece: Buffer) => void,
): Promise<void> {
  const placeOfMember = `${place} ${entry.fileName}`;
  return new Promise((resolve, reject) => {
    if (entry.isEncrypted()) return reject(protectedByPassword(placeOfMember, 'file'));
    zip.openReadStream(entry, (openingError, stream) => {
      if (openingError) return reject(brokenArchive(placeOfMember, openingError));
      let sum = 0;
      stream.on('data', (piece: Buffer) => {
        sum = crc32(piece, sum);
        try {
          take(piece);
        } catch (error) {
          stream.destroy();
          reject(error);
        }
      });
      stream.on('error', (error) => reject(brokenArchive(placeOfMember, error)));
      stream.on('end', () => {
        if (sum === entry.crc32) resolve();
        else reject(brokenArchive(placeOfMember, 'the checksum does not agree'));
      });
    });
  });
}

// The fixed part of a member's header, and the offsets of the lengths of its name and of its extra
// field (APPNOTE.TXT, 4.3.7).
const headerLength = 30;
const nameLengthAt = 26;
const extraLengthAt = 28;

function startOf(all: Buffer, { relativeOffsetOfLocalHeader: offset }: Entry): number {
  if (offset + headerLength > all.length) return all.length;
  return (
    offset +
    headerLength +
    all.readUInt16LE(offset + nameLengthAt) +
    all.readUInt16LE(offset + extraLengthAt)
  );
}

function endOf(all: Buffer, entry: Entry): number {
  return startOf(all, entry) + entry.compressedSize;
}

/**
 * An archive of the members, in order, with headers of our own. Other readers of zip archives trust
 * what ours has not looked at: lengths in the headers of members, and members that no directory
 * lists.
 */
export function writeArchive(members: readonly PackedMember[]): Buffer {
  const parts: Uint8Array[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, method, bytes, crc32: sum, length } of members) {
    const nameBytes = Buffer.from(name, 'utf8');
    // Version 2.0, names in UTF-8, no time.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(0x21_0000, 6);
    common.writeUInt32LE(sum, 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const offsetField = Buffer.alloc(14);
    offsetField.writeUInt32LE(offset, 10);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), common, nameBytes, bytes);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, offsetField, nameBytes);
    offset += 4 + common.length + nameBytes.length + bytes.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}
