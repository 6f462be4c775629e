// Splits a CSV into its records, and keeps the bytes of each. csv-parse gives neither the text of a
// row that it refuses nor the rows after a quotation that never ends, and a list of a survey must
// come back whole.

/** A row of a CSV. */
export interface CsvRecord {
  /** The line on which it begins, counted from 1. */
  readonly line: number;
  /** As it stands in the file, without its line end. */
  readonly text: string;
  /** Empty after the last row if the file ends without one. */
  readonly lineEnd: string;
  readonly cells: readonly string[];
  /**
   * What is wrong with its quotation marks; null for a sound row. Of a damaged row, `cells` is its
   * text cut at commas.
   */
  readonly damage: string | null;
}

/**
 * Characters. A quotation that is longer never ends: without a limit, the rest of the file would be
 * one cell.
 */
const longestRecord = 1_000_000;

/**
 * The records of a text: RFC 4180, with any line end; a quotation mark inside an unquoted cell is a
 * character.
 */
export function* csvRecords(text: string): Generator<CsvRecord> {
  let line = 1;
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at, at + longestRecord);
    const { cells, damage, end, next } = firstRecordIn(rest);
    const record = {
      line,
      text: rest.slice(0, end),
      lineEnd: rest.slice(end, next),
      cells,
      damage,
    };
    line += 1 + (record.text.match(/\r\n?|\n/g)?.length ?? 0);
    at += next;
    yield record;
  }
}

interface FoundRecord {
  readonly cells: string[];
  readonly damage: string | null;
  /** Where its text ends, and where the next record begins. */
  readonly end: number;
  readonly next: number;
}

// Sticky, and written so that a failed match costs no more than its length.
const quotedCell = /"([^"]*(?:""[^"]*)*)"/y;
const plainCell = /[^,\r\n]*/y;

/** The record with which a text begins. */
function firstRecordIn(text: string): FoundRecord {
  const cells: string[] = [];
  for (let at = 0; ; at += 1) {
    const isQuoted = text[at] === '"';
    const cell = isQuoted ? quotedCell : plainCell;
    cell.lastIndex = at;
    const match = cell.exec(text);
    // A mark after the cell is half of a doubled one, so the quotation goes on.
    if (match === null || (isQuoted && text[cell.lastIndex] === '"'))
      return damagedIn(text, 'a quotation begins and never ends');
    cells.push(isQuoted ? (match[1] ?? '').replaceAll('""', '"') : match[0]);
    at = cell.lastIndex;
    const next = text[at];
    if (next === undefined) return { cells, damage: null, end: at, next: at };
    if (next === '\n' || next === '\r')
      return { cells, damage: null, end: at, next: at + (text.startsWith('\r\n', at) ? 2 : 1) };
    if (next !== ',') return damagedIn(text, 'text follows a quotation before the next comma');
  }
}

/** The first line alone, so that the next one is read again. */
function damagedIn(text: string, damage: string): FoundRecord {
  const found = /\r\n?|\n/.exec(text);
  const end = found?.index ?? text.length;
  return {
    cells: text.slice(0, end).split(','),
    damage,
    end,
    next: end + (found?.[0].length ?? 0),
  };
}
