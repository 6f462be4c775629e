// Delimited texts (.csv, tab-separated .txt) as sheets, so that columns are found and places are named as in a workbook.
import { parse } from 'csv-parse/sync';
import { UnreadableFileError, messageOf } from '../problem.ts';
import { expectFormat } from './sniff.ts';
import type { Sheet } from './workbook.ts';

export interface DelimitedLayout {
  readonly delimiter: ',' | '\t';
  /** Whether fields may be quoted, as RFC 4180 says; in a file without quoting a quotation mark is a character like any other. */
  readonly quoted: boolean;
}

export const csv: DelimitedLayout = { delimiter: ',', quoted: true };
export const tabSeparated: DelimitedLayout = { delimiter: '\t', quoted: false };

/**
 * Reads a UTF-8 text, with or without a byte order mark. Row 1 is the header; row numbers count records, empty ones too, as a
 * spreadsheet shows them, not lines; empty lines above the header are passed over. Texts are as published, blanks and line breaks included. Throws UnreadableFileError where a quotation never ends, a record
 * has more or fewer fields than the first, or the bytes are not UTF-8.
 */
export function readDelimited(place: string, name: string, bytes: Uint8Array, layout: DelimitedLayout): Sheet {
  expectFormat(place, bytes, ['other'], layout.delimiter === ',' ? 'a CSV text' : 'a tab-separated text');
  const rows = records(place, decodeUtf8(place, bytes), layout);
  return {
    name,
    rowCount: rows.length,
    text: (row, column) => rows[row - 1]?.[column - 1] ?? '',
    fill: () => null,
  };
}

/** The text of UTF-8 bytes, without its byte order mark. Throws UnreadableFileError where they are something else. */
export function decodeUtf8(place: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFileError({
      place,
      message: 'the text is not UTF-8',
      repair: 'download the file again; if the publisher changed the encoding, mend the reader',
    });
  }
}

function records(place: string, text: string, { delimiter, quoted }: DelimitedLayout): string[][] {
  let rows: string[][];
  try {
    rows = parse(text, { delimiter, quote: quoted ? '"' : false, relax_column_count: true });
  } catch (error) {
    throw damaged(place, messageOf(error));
  }
  // An empty line is a row without a cell: left out, it would move the numbers of all that follow.
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
      throw damaged(place, `row ${index + 1} has ${row.length} fields, and the first ${header.length}`);
  }
  return kept;
}

function damaged(place: string, fault: string): UnreadableFileError {
  return new UnreadableFileError({ place, message: `the text is damaged or cut short (${fault})`, repair: 'download the file again' });
}
