// Reads the members of a zip archive, within limits, and checks the length and CRC-32 of each.
import { crc32 } from 'node:zlib';
import { type Entry, fromBuffer } from 'yauzl';
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

/**
 * The files of an archive, in the order of its directory, without those that no person has put
 * there (`__MACOSX/`, `Thumbs.db`). `place` names the archive in messages.
 * Throws UnreadableFileError for an archive of more members or bytes than the limits allow, and for
 * members of one name. A member never unpacks to more than the directory says, and the directory
 * never says more than the limit.
 */
export async function readZip(place: string, bytes: Uint8Array): Promise<ZipMember[]> {
  expectFormat(place, bytes, ['zip']);
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const broken = (error: unknown, member?: string) =>
    error instanceof UnreadableFileError
      ? error
      : damaged(member === undefined ? place : `${place} ${member}`, 'zip archive', error);

  return new Promise((resolve, reject) => {
    fromBuffer(all, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error) return reject(broken(error));
      const entries: Entry[] = [];
      let unpacked = 0;
      const readPieces = (entry: Entry, take: (piece: Buffer) => void) =>
        new Promise<void>((done, failed) => {
          if (entry.isEncrypted())
            return failed(protectedByPassword(`${place} ${entry.fileName}`, 'file'));
          zip.openReadStream(entry, (opening, stream) => {
            if (opening) return failed(broken(opening, entry.fileName));
            let sum = 0;
            stream.on('data', (piece: Buffer) => {
              sum = crc32(piece, sum);
              try {
                take(piece);
              } catch (thrown) {
                stream.destroy();
                failed(thrown);
              }
            });
            stream.on('error', (thrown) => failed(broken(thrown, entry.fileName)));
            stream.on('end', () => {
              if (sum !== entry.crc32)
                return failed(broken('the checksum does not agree', entry.fileName));
              done();
            });
          });
        });
      const memberOf = (entry: Entry): ZipMember => ({
        name: entry.fileName,
        packed: {
          name: entry.fileName,
          method: entry.compressionMethod,
          bytes: all.subarray(startOf(all, entry), endOf(all, entry)),
          crc32: entry.crc32,
          length: entry.uncompressedSize,
        },
        async read() {
          const pieces: Buffer[] = [];
          await readPieces(entry, (piece) => pieces.push(piece));
          return Buffer.concat(pieces);
        },
        readPieces: (take) => readPieces(entry, take),
      });
      zip.on('error', (thrown) => reject(broken(thrown)));
      zip.on('entry', (entry: Entry) => {
        try {
          entries.push(entry);
          unpacked += entry.uncompressedSize;
          requireWithin(place, 'members', entries.length);
          requireWithin(place, 'unpackedBytes', unpacked);
        } catch (thrown) {
          return reject(thrown);
        }
        zip.readEntry();
      });
      zip.on('end', () => {
        const seen = new Set<string>();
        const twice = entries.find(({ fileName }) => seen.size === seen.add(fileName).size);
        if (twice !== undefined)
          return reject(
            new UnreadableFileError({
              place,
              message: `two members of the zip archive are named "${twice.fileName}"`,
              repair: 'ask the publisher which of them is meant',
            }),
          );
        const files = entries.filter(
          ({ fileName }) => !fileName.endsWith('/') && !isLeftBehind(fileName),
        );
        resolve(files.map(memberOf));
      });
      zip.readEntry();
    });
  });
}

// The fixed part of a member's header, and the places of the lengths of its name and of its extra
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
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), common, nameBytes, bytes);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, place, nameBytes);
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
