// Reads delimited texts (.csv, tab-separated .txt) as sheets, so that columns are found and places are named as in a workbook.
import { constants } from 'node:buffer';
import { UnreadableFileError, messageOf } from '../problem.ts';
import { Gauge } from './limits.ts';
import { expectFormat } from './sniff.ts';
import type { Sheet } from './workbook.ts';

export interface DelimitedLayout {
  readonly delimiter: ',' | '\t';
  /** Whether fields may be quoted (RFC 4180). If not, a quotation mark is a character like any other. */
  readonly quoted: boolean;
}

export const csv: DelimitedLayout = { delimiter: ',', quoted: true };
export const tabSeparated: DelimitedLayout = { delimiter: '\t', quoted: false };

/**
 * Reads a UTF-8 text, with or without a byte order mark. Row 1 is the header; empty lines above it are skipped. Row numbers count records,
 * empty ones too, as a spreadsheet shows them. Texts are as published, with blanks and line breaks. Throws UnreadableFileError if a
 * quotation never ends, a record has more or fewer fields than the first, or the bytes are not UTF-8.
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

/** The text of UTF-8 bytes, without its byte order mark. Throws UnreadableFileError for other bytes, and for a byte of value 0. */
export function decodeUtf8(place: string, bytes: Uint8Array): string {
  const zero = bytes.indexOf(0);
  if (zero !== -1)
    throw new UnreadableFileError({
      place,
      message: `byte ${zero + 1} has the value 0, which no text has`,
      repair: 'download the file again',
    });
  if (bytes.length > constants.MAX_STRING_LENGTH)
    throw new UnreadableFileError({ place, message: `has ${bytes.length} bytes, and a text at most ${constants.MAX_STRING_LENGTH}` });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFileError({
      place,
      message: 'the text is not UTF-8',
      repair: 'download the file again; if the publisher changed the encoding, change the reader',
    });
  }
}

const [lineFeed, carriageReturn, quotationMark] = [0x0a, 0x0d, 0x22];

// A record of millions of fields must not be kept to its end.
const fieldsBetweenLooks = 10_000;

/**
 * The records of a text (RFC 4180; any line end). It is our own, because csv-parse takes five times as long over the data sets of demand,
 * which have ten million fields. Throws Error for a quotation that never ends, and for a quotation mark elsewhere than around a field.
 */
function scan(place: string, text: string, delimiter: string, quoted: boolean): string[][] {
  const [between, quote] = [delimiter.charCodeAt(0), quoted ? quotationMark : Number.NaN];
  const gauge = new Gauge(place);
  const rows: string[][] = [];
  let record: string[] = [];
  let at = 0;
  let [began, longest, fields] = [0, 0, 0];
  while (at < text.length) {
    if (text.charCodeAt(at) === quote) {
      let field = '';
      for (let from = at + 1; ; from = at + 1) {
        const end = text.indexOf('"', from);
        if (end === -1) throw new Error(`a quotation in record ${rows.length + 1} never ends`);
        field += text.slice(from, end);
        at = end + 1;
        if (text.charCodeAt(at) !== quote) break;
        field += '"';
      }
      if (field.length > longest) longest = field.length;
      record.push(field);
    } else {
      const from = at;
      for (; at < text.length; at += 1) {
        const code = text.charCodeAt(at);
        if (code === between || code === lineFeed || code === carriageReturn) break;
        if (code === quote) throw new Error(`a quotation mark stands within a field of record ${rows.length + 1}`);
      }
      if (at - from > longest) longest = at - from;
      record.push(text.slice(from, at));
    }
    const next = text.charCodeAt(at);
    if (next === between) {
      at += 1;
      if (record.length % fieldsBetweenLooks === 0) gauge.require('columns', record.length);
      if (at < text.length) continue;
      record.push('');
    } else if (next === carriageReturn && text.charCodeAt(at + 1) === lineFeed) at += 2;
    else if (next === carriageReturn || next === lineFeed) at += 1;
    else if (at < text.length) throw new Error(`text follows a quotation in record ${rows.length + 1}`);
    rows.push(record);
    fields += record.length;
    gauge.require('rows', rows.length);
    gauge.require('cells', fields);
    gauge.require('columns', record.length);
    gauge.require('fieldLength', longest);
    gauge.require('recordLength', at - began);
    record = [];
    began = at;
  }
  return rows;
}

function records(place: string, text: string, { delimiter, quoted }: DelimitedLayout): string[][] {
  let rows: string[][];
  try {
    rows = scan(place, text, delimiter, quoted);
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error;
    throw damaged(place, messageOf(error));
  }
  // An empty line is a row without cells. Without it the numbers of all later rows would change.
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
  return new UnreadableFileError(
    { place, message: `the text is damaged or cut short (${fault})`, repair: 'download the file again' },
    { isCut: true },
  );
}
