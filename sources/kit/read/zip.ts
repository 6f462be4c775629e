// Reads the members of a zip archive and checks the length and CRC-32 of each.
import { crc32 } from 'node:zlib';
import { type Entry, fromBuffer } from 'yauzl';
import { UnreadableFileError, messageOf } from '../problem.ts';
import { expectFormat } from './sniff.ts';

export interface ZipMember {
  readonly name: string;
  /** The offset of its local header in the archive. */
  readonly offset: number;
  read(): Promise<Buffer>;
}

/** The files of an archive, in the order of its directory. `place` names the archive in messages. */
export async function readZip(place: string, bytes: Uint8Array): Promise<ZipMember[]> {
  expectFormat(place, bytes, ['zip']);
  const broken = (error: unknown, member?: string) =>
    new UnreadableFileError(
      {
        place: member === undefined ? place : `${place} ${member}`,
        message: `the zip archive is damaged or cut short (${messageOf(error)})`,
        repair: 'download the file again',
      },
      { isCut: true },
    );

  return new Promise((resolve, reject) => {
    fromBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error) return reject(broken(error));
      const members: ZipMember[] = [];
      const read = (entry: Entry) =>
        new Promise<Buffer>((done, failed) => {
          zip.openReadStream(entry, (opening, stream) => {
            if (opening) return failed(broken(opening, entry.fileName));
            const chunks: Buffer[] = [];
            let sum = 0;
            stream.on('data', (chunk: Buffer) => {
              chunks.push(chunk);
              sum = crc32(chunk, sum);
            });
            stream.on('error', (fault) => failed(broken(fault, entry.fileName)));
            stream.on('end', () => {
              if (sum !== entry.crc32) return failed(broken('the checksum does not agree', entry.fileName));
              done(Buffer.concat(chunks));
            });
          });
        });
      zip.on('error', (fault) => reject(broken(fault)));
      zip.on('entry', (entry: Entry) => {
        if (!entry.fileName.endsWith('/'))
          members.push({ name: entry.fileName, offset: entry.relativeOffsetOfLocalHeader, read: () => read(entry) });
        zip.readEntry();
      });
      zip.on('end', () => resolve(members));
      zip.readEntry();
    });
  });
}
