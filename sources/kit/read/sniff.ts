// Recognises the format of a downloaded file by its first bytes. Its name is not enough: publishers
// send error pages and cut files.
import { UnreadableFileError, protectedByPassword } from '../problem.ts';

export type FileFormat = 'zip' | 'xls' | 'html' | 'empty' | 'other';

/** The format that the bytes begin with. An .xlsx or .ods workbook is a zip. */
export function sniff(bytes: Uint8Array): FileFormat {
  if (bytes.length === 0) return 'empty';
  const starts = (...expected: number[]) => expected.every((byte, index) => bytes[index] === byte);
  if (starts(0x50, 0x4b, 0x03, 0x04) || starts(0x50, 0x4b, 0x05, 0x06)) return 'zip';
  if (starts(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return 'xls';
  return startsAsHtml(bytes) ? 'html' : 'other';
}

function startsAsHtml(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  const withoutMark = start.replace(/^\xef\xbb\xbf/, '');
  // XHTML begins like any XML.
  const text = withoutMark.replace(/^\s*<\?xml\b[^>]*\?>/i, '').trimStart();
  return /^<(?:!doctype html|(?:html|head|body|title|meta|script)\b|!--)/i.test(text);
}

/**
 * Whether a workbook is encrypted with a password: Excel then packs the whole .xlsx into a file of
 * the old format, as one stream of this name (MS-OFFCRYPTO, 2.3.4.4).
 */
function isEncrypted(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(
    Buffer.from('EncryptedPackage', 'utf16le'),
  );
}

const descriptions: Record<FileFormat, string> = {
  zip: 'a zip archive',
  xls: 'a BIFF workbook',
  html: 'an HTML page',
  empty: 'an empty file',
  other: 'bytes of an unknown format',
};

const anotherFile = 'docs/sources.md says which file to download';

const repairs: Record<FileFormat, string> = {
  zip: anotherFile,
  xls: anotherFile,
  html: 'open the file in a browser to read what the publisher says, then download again',
  empty: 'download the file again',
  other: anotherFile,
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
  const format = sniff(bytes);
  const wanted = expected
    .map((wantedFormat) => (wantedFormat === 'other' ? other : descriptions[wantedFormat]))
    .join(' or ');
  if (format === 'xls' && isEncrypted(bytes)) throw protectedByPassword(place, 'workbook');
  if (!expected.includes(format))
    throw new UnreadableFileError({
      place,
      message: `found ${descriptions[format]}, expected ${wanted}`,
      repair: repairs[format],
    });
  return format;
}
