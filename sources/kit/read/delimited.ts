// Reads delimited texts (.csv, tab-separated .txt) as sheets, so that columns are found and places
// are named as in a workbook.
import { constants } from 'node:buffer';
import { parse } from 'csv-parse/sync';
import { UnreadableFileError, damaged } from '../problem.ts';
import { limitInForce, requireWithin } from './limits.ts';
import { expectFormat } from './sniff.ts';
import type { Sheet } from './workbook.ts';

/**
 * Reads a UTF-8 text, with or without a byte order mark. If its first line has a tab, tabs separate
 * its fields, and a quotation mark is a character like any other; else it is a CSV, whose fields
 * may be quoted (RFC 4180). Row 1 is the header; empty lines above it are skipped. Row numbers
 * count records, empty ones too, as a spreadsheet shows them. Texts are as published, with blanks
 * and line breaks. Throws UnreadableFileError if a quotation never ends, a record has more or fewer
 * fields than the first, or the bytes are not UTF-8.
 */
export function readDelimited(place: string, name: string, bytes: Uint8Array): Sheet {
  const end = bytes.indexOf(0x0a);
  const isTabbed = bytes.subarray(0, end < 0 ? bytes.length : end).includes(0x09);
  expectFormat(place, bytes, ['other'], isTabbed ? 'a tab-separated text' : 'a CSV text');
  refuseSeparatorLine(place, bytes);
  decodeUtf8(place, bytes);
  const rows = records(place, bytes, isTabbed);
  const longest = limitInForce('characters');
  return {
    name,
    rowCount: rows.length,
    text(row, column) {
      const text = rows[row - 1]?.[column - 1] ?? '';
      if (text.length > longest)
        requireWithin(`${place} row ${row}, field ${column}`, 'characters', text.length);
      return text;
    },
    fill: () => null,
  };
}

/**
 * Throws UnreadableFileError for a text that begins with `sep=,`, a line that names the separator
 * for Excel. It would be taken for the header.
 */
export function refuseSeparatorLine(place: string, bytes: Uint8Array): void {
  const start = Buffer.from(bytes.subarray(0, 64)).toString('utf8');
  const [, line] = /^\uFEFF?("?sep=[^\r\n]{0,3})(?:[\r\n]|$)/i.exec(start) ?? [];
  if (line === undefined) return;
  throw new UnreadableFileError({
    place,
    message: `begins with the line ${line}, which is for Excel alone, expected the header`,
    repair: 'delete the first line of the file, and leave the others as they are',
  });
}

/**
 * The text of UTF-8 bytes, without its byte order mark. Throws UnreadableFileError for other bytes,
 * and for a byte of value 0.
 */
export function decodeUtf8(place: string, bytes: Uint8Array): string {
  const zero = bytes.indexOf(0);
  if (zero !== -1)
    throw new UnreadableFileError({
      place,
      message: `byte ${zero + 1} has the value 0, which no text in UTF-8 has`,
      repair: 'if the publisher changed the encoding, change the reader',
    });
  if (bytes.length > constants.MAX_STRING_LENGTH)
    throw new UnreadableFileError({
      place,
      message: `has ${bytes.length} bytes, and a text at most ${constants.MAX_STRING_LENGTH}`,
    });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFileError({
      place,
      message: 'the text is not UTF-8',
      repair: 'if the publisher changed the encoding, change the reader',
    });
  }
}

// The largest record seen has 4,657 bytes, in ESCO.
const mostBytesOfRecord = 1_000_000;

function records(place: string, bytes: Uint8Array, isTabbed: boolean): string[][] {
  let rows: string[][];
  try {
    rows = parse(bytes, {
      delimiter: isTabbed ? '\t' : ',',
      quote: isTabbed ? null : '"',
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      bom: true,
      max_record_size: mostBytesOfRecord,
    });
  } catch (error) {
    throw damaged(place, 'text', error);
  }
  // An empty line counts as a row, so that the later rows keep their numbers.
  const isEmpty = (row: readonly string[]) => row.length === 1 && row[0] === '';
  const kept = rows.slice(
    Math.max(
      0,
      rows.findIndex((row) => !isEmpty(row)),
    ),
  );
  const [header = []] = kept;
  for (const [index, row] of kept.entries()) {
    if (row.length !== header.length && !isEmpty(row))
      throw damaged(
        place,
        'text',
        `row ${index + 1} has ${row.length} fields, and the first ${header.length}`,
      );
  }
  return kept;
}
