// Splits a CSV into its records, and keeps the bytes of each. csv-parse gives neither the text of a row that it refuses nor the rows after a
// quotation that never ends, and a list of a survey must come back whole.

/** A row of a CSV. */
export interface CsvRecord {
  /** The line on which it begins, counted from 1. */
  readonly line: number;
  /** As it stands in the file, without its line end. */
  readonly text: string;
  /** Empty after the last row if the file ends without one. */
  readonly lineEnd: string;
  readonly cells: readonly string[];
  /** What is wrong with its quotation marks; null for a sound row. Of a damaged row, `cells` is its text cut at commas. */
  readonly damage: string | null;
}

/** Characters. A quotation that is longer never ends: without a limit, the rest of the file would be one cell. */
const longestRecord = 1_000_000;

/** Give it the text in any pieces, then `end`. RFC 4180, with any line end; a quotation mark inside an unquoted cell is a character. */
export class CsvRecords {
  #text = '';
  #line = 1;

  *push(piece: string): Generator<CsvRecord> {
    yield* this.#take(piece, false);
  }

  *end(): Generator<CsvRecord> {
    yield* this.#take('', true);
  }

  *#take(piece: string, isLast: boolean): Generator<CsvRecord> {
    const text = this.#text + piece;
    let at = 0;
    while (at < text.length) {
      const found = recordAt(text, at, isLast);
      if (found === null) break;
      const { cells, damage, end, next } = found;
      const record = { line: this.#line, text: text.slice(at, end), lineEnd: text.slice(end, next), cells, damage };
      this.#line += linesIn(record.text);
      at = next;
      yield record;
    }
    this.#text = text.slice(at);
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

/** The record that begins here; null if the text ends before it does. */
function recordAt(text: string, from: number, isLast: boolean): FoundRecord | null {
  const isOpen = !isLast && text.length - from < longestRecord;
  const cells: string[] = [];
  let at = from;
  for (;;) {
    const isQuoted = text[at] === '"';
    const cell = isQuoted ? quotedCell : plainCell;
    cell.lastIndex = at;
    const match = cell.exec(text);
    // A mark after the cell is half of a doubled one, so the quotation goes on.
    if (match === null || (isQuoted && text[cell.lastIndex] === '"'))
      return isOpen ? null : damagedAt(text, from, isLast, 'a quotation begins and never ends');
    cells.push(isQuoted ? (match[1] ?? '').replaceAll('""', '"') : match[0]);
    at = cell.lastIndex;
    const next = text[at];
    if (next === ',') at += 1;
    else if (next === '\n' || next === '\r' || next === undefined) {
      // A line feed may follow in the next piece.
      if (isOpen && (next === undefined || (next === '\r' && at + 1 === text.length))) return null;
      return { cells, damage: null, end: at, next: at + (next === undefined ? 0 : lineEndAt(text, at)) };
    } else return damagedAt(text, from, isLast, 'text follows a quotation before the next comma');
  }
}

/** The line alone, so that the next one is read again. */
function damagedAt(text: string, from: number, isLast: boolean, damage: string): FoundRecord | null {
  const lineEnd = /\r\n?|\n/g;
  lineEnd.lastIndex = from;
  const found = lineEnd.exec(text);
  if (found === null && !isLast) return null;
  const end = found?.index ?? text.length;
  return { cells: text.slice(from, end).split(','), damage, end, next: end + (found?.[0].length ?? 0) };
}

function lineEndAt(text: string, at: number): number {
  return text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
}

function linesIn(record: string): number {
  return /[\r\n]/.test(record) ? record.split(/\r\n?|\n/).length : 1;
}
