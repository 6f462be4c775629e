// Recognises the format of a downloaded file by its first bytes. Its name is not enough: publishers
// send error pages and cut files.
import { unreadable } from '../problem.ts';

export type FileFormat = 'zip' | 'xls' | 'html' | 'empty' | 'other';

/** The format that the bytes begin with. An .xlsx or .ods workbook is a zip. */
export function sniff(bytes: Uint8Array): FileFormat {
  if (bytes.length === 0) return 'empty';
  const starts = (...expected: number[]) => expected.every((byte, place) => bytes[place] === byte);
  if (starts(0x50, 0x4b, 0x03, 0x04) || starts(0x50, 0x4b, 0x05, 0x06)) return 'zip';
  if (starts(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return 'xls';
  const text = Buffer.from(bytes.subarray(0, 512))
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .toLowerCase();
  return /^<(!doctype html|html|head|body|!--)/.test(text) ? 'html' : 'other';
}

const described: Record<FileFormat, string> = {
  zip: 'a zip archive',
  xls: 'a BIFF workbook',
  html: 'an HTML page',
  empty: 'an empty file',
  other: 'bytes of an unknown format',
};

/**
 * Throws UnreadableFileError unless the file begins like one of the expected formats. `other`
 * describes the format 'other' in the message.
 */
export function expectFormat(
  place: string,
  bytes: Uint8Array,
  expected: readonly FileFormat[],
  other = 'a text',
): FileFormat {
  const found = sniff(bytes);
  const wanted = expected
    .map((format) => (format === 'other' ? other : described[format]))
    .join(' or ');
  if (!expected.includes(found))
    throw unreadable(place, `found ${described[found]}, expected ${wanted}`);
  return found;
}
