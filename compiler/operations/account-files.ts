// Finds damage in the files of accounts that SQLite does not tell: it leaves out every record of a
// write-ahead log from the first damaged one on, and what was written last is gone without a word.
// The keys in it then count as unknown.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOrNull } from '#sources/kit/problem.ts';
import { readOrBlame, filesBeneath } from '../edition/files.ts';

// The format of the log: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
const headerBytes = 32;
const frameHeaderBytes = 24;
/** With checksums over words of this byte order. */
const magics = { little: 0x377f0682, big: 0x377f0683 } as const;

/** The logs of accounts with damage, each with what was found. `folder` is that of the accounts. */
export function damagedLogs(folder: string): { readonly file: string; readonly fault: string }[] {
  if (!existsSync(folder)) return [];
  return filesBeneath(folder)
    .filter(({ path, isFile }) => isFile && path.endsWith('.sqlite-wal'))
    .flatMap(({ path }) => {
      const file = join(folder, path);
      const bytes = readOrNull(() => readOrBlame(file, () => readFileSync(file)));
      const fault = bytes === null ? 'cannot be read' : faultOfLog(bytes);
      return fault === null ? [] : [{ file, fault }];
    });
}

/**
 * Why SQLite leaves out records of a write-ahead log that were written whole; null if it reads all.
 */
export function faultOfLog(log: Buffer): string | null {
  if (log.length === 0) return null;
  if (log.length < headerBytes)
    return `has ${log.length} bytes, expected a header of ${headerBytes}`;
  const magic = log.readUInt32BE(0);
  if (magic !== magics.little && magic !== magics.big)
    return 'does not begin like a write-ahead log';
  const order = magic === magics.big ? 'big' : 'little';
  const start = checksum(log.subarray(0, 24), [0, 0], order);
  if (!isChecksum(log, 24, start)) return 'its header is damaged, so SQLite reads nothing of it';

  const frameBytes = frameHeaderBytes + log.readUInt32BE(8);
  const frames = Math.floor((log.length - headerBytes) / frameBytes);
  let sum = start;
  for (let frame = 0; frame < frames; frame += 1) {
    const at = headerBytes + frame * frameBytes;
    const head = log.subarray(at, at + 8);
    sum = checksum(
      log.subarray(at + frameHeaderBytes, at + frameBytes),
      checksum(head, sum, order),
      order,
    );
    if (hasSalt(log, at) && isChecksum(log, at + 16, sum)) continue;
    // Records of an earlier use of the file have another salt, and are left over.
    const lost =
      Array.from({ length: frames - frame }, (_, place) =>
        hasSalt(log, at + place * frameBytes),
      ).lastIndexOf(true) + 1;
    return lost === 0
      ? null
      : `record ${frame + 1} is damaged or was cut short, so SQLite leaves out ${lost === 1 ? 'it' : `it and ${lost - 1} after it`}`;
  }
  return (log.length - headerBytes) % frameBytes === 0 ? null : 'ends in the middle of a record';
}

function hasSalt(log: Buffer, frame: number): boolean {
  return log.subarray(frame + 8, frame + 16).equals(log.subarray(16, 24));
}

type Sum = readonly [number, number];

function checksum(bytes: Buffer, [first, second]: Sum, order: keyof typeof magics): Sum {
  let one = first;
  let two = second;
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + wordAt(bytes, at, order) + two) >>> 0;
    two = (two + wordAt(bytes, at + 4, order) + one) >>> 0;
  }
  return [one, two];
}

function wordAt(bytes: Buffer, at: number, order: keyof typeof magics): number {
  return order === 'big' ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
}

function isChecksum(log: Buffer, at: number, [one, two]: Sum): boolean {
  return log.readUInt32BE(at) === one && log.readUInt32BE(at + 4) === two;
}
