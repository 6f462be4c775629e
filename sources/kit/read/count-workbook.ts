// Counts what the XML of a workbook asks for, piece by piece, before a library reads it. The libraries build every cell of a merge, every
// repeated cell, and a list as long as the highest number of a row: 16 kB of XML can ask for gigabytes.
import { UnreadableFileError } from '../problem.ts';
import { decodeReferences } from './character-references.ts';
import { Gauge } from './limits.ts';

/** What all sheets of a workbook hold together. */
export interface WorkbookCount {
  cells: number;
  mergedCells: number;
  sharedStrings: number;
  elements: number;
}

export function emptyCount(): WorkbookCount {
  return { cells: 0, mergedCells: 0, sharedStrings: 0, elements: 0 };
}

// Excel's own last column, XFD. The width of columns may be stated up to it, whatever stands in them.
const lastColumnOfExcel = 16_384;

const [tab, lineFeed, carriageReturn, blank] = [0x09, 0x0a, 0x0d, 0x20];
const [quotationMark, apostrophe, slash, colon, greater, exclamation, question] = [0x22, 0x27, 0x2f, 0x3a, 0x3e, 0x21, 0x3f];
const lastOfAscii = 0x7f;

/** Counts the elements of one part of a workbook. Throws UnreadableFileError at the first that passes a limit. */
export class PartCounter {
  readonly #place: string;
  readonly #gauge: Gauge;
  readonly #count: WorkbookCount;
  /** The end of the last piece, if an element is cut there. */
  #rest = '';
  /** What ends the comment, the instruction or the section that the last piece was in. */
  #skipUntil: string | null = null;
  #depth = 0;
  /** The row and the column of .xlsx, and of OpenDocument, where rows and cells are repeated. */
  #row = 0;
  #rows = 0;
  #column = 0;
  #rowsRepeated = 1;

  /** `place` is of the workbook and the part. `count` is what the parts before it hold. */
  constructor(place: string, count: WorkbookCount) {
    this.#place = place;
    this.#gauge = new Gauge(place);
    this.#count = count;
  }

  take(piece: Buffer): void {
    const text = this.#rest + piece.toString('latin1');
    const read = this.#read(text);
    this.#rest = text.slice(read);
    // A tag of a workbook has some hundred characters.
    this.#gauge.require('fieldLength', this.#rest.length);
  }

  /** Reads whole tags and returns how much of the text they are. */
  #read(text: string): number {
    let at = 0;
    for (;;) {
      if (this.#skipUntil !== null) {
        const end = text.indexOf(this.#skipUntil, at);
        if (end === -1) return Math.max(at, text.length - this.#skipUntil.length + 1);
        at = end + this.#skipUntil.length;
        this.#skipUntil = null;
      }
      const start = text.indexOf('<', at);
      if (start === -1) return text.length;
      const first = text.charCodeAt(start + 1);
      if (first === exclamation || first === question) {
        // The longest beginning, <![CDATA[, decides what it is.
        if (text.length < start + 9) return start;
        this.#skipUntil = this.#endOf(text, start);
        at = start + 2;
        continue;
      }
      const end = tagEnd(text, start + 1);
      if (end === -1) return start;
      if (first === slash) this.#depth -= 1;
      else this.#open(text, start + 1, end);
      at = end + 1;
    }
  }

  #endOf(text: string, start: number): string {
    if (text.startsWith('<?', start)) return '?>';
    if (text.startsWith('<!--', start)) return '-->';
    if (text.startsWith('<![CDATA[', start)) return ']]>';
    throw this.#noWorkbook('declares a document type, from which a few letters can make a text of gigabytes');
  }

  #noWorkbook(what: string): UnreadableFileError {
    const message = `${what}; no program that saves workbooks does so`;
    return new UnreadableFileError({ place: this.#place, message, repair: 'download the file again' });
  }

  #open(text: string, start: number, end: number): void {
    const isEmpty = text.charCodeAt(end - 1) === slash;
    if (!isEmpty) this.#depth += 1;
    this.#gauge.require('xmlDepth', this.#depth);
    this.#count.elements += 1;
    this.#gauge.require('elements', this.#count.elements);
    let from = start;
    let nameEnd = start;
    for (; nameEnd < end; nameEnd += 1) {
      const code = text.charCodeAt(nameEnd);
      if (code === colon) from = nameEnd + 1;
      else if (code === blank || code === slash || code === lineFeed || code === carriageReturn || code === tab) break;
      // A reader of OpenDocument knows Chinese names of rows and cells too.
      else if (code > lastOfAscii) throw this.#noWorkbook('has an element whose name is not in Latin letters');
    }
    const attributes = () => text.slice(nameEnd, end);
    // Most elements of a sheet are cells and their values.
    switch (nameEnd - from === 1 ? text[from] : text.slice(from, nameEnd)) {
      case 'c':
        this.#cell(text.startsWith(' r="', nameEnd) ? text.slice(nameEnd + 4, nameEnd + 14) : attribute(attributes(), 'r'));
        break;
      case 'row':
        this.#startRow(whole(attribute(attributes(), 'r')) ?? this.#row + 1);
        break;
      case 'si':
        this.#count.sharedStrings += 1;
        this.#gauge.require('sharedStrings', this.#count.sharedStrings);
        break;
      case 'mergeCell':
        this.#merge(areaOf(attribute(attributes(), 'ref') ?? ''));
        break;
      case 'col': {
        const last = whole(attribute(attributes(), 'max')) ?? 0;
        if (last > lastColumnOfExcel) this.#gauge.require('columns', last);
        break;
      }
      case 'table':
        this.#row = 0;
        this.#rowsRepeated = 1;
        break;
      case 'table-row':
        this.#startRepeatedRow(attributes());
        break;
      case 'table-cell':
      case 'covered-table-cell':
        this.#openDocumentCell(attributes(), isEmpty);
        break;
      case 's':
        // Blanks in a text of OpenDocument.
        this.#gauge.require('fieldLength', whole(attribute(attributes(), 'c')) ?? 0);
        break;
    }
  }

  #startRow(row: number): void {
    this.#row = row;
    this.#rows += 1;
    this.#column = 0;
    this.#gauge.require('rows', Math.max(row, this.#rows));
  }

  #cell(address: string | undefined): void {
    this.#column = address === undefined ? this.#column + 1 : columnOf(address);
    this.#gauge.require('columns', this.#column);
    this.#addCells(1);
  }

  #addCells(cells: number): void {
    this.#count.cells += cells;
    this.#gauge.require('cells', this.#count.cells);
  }

  #merge(cells: number): void {
    this.#count.mergedCells += cells;
    this.#gauge.require('mergedCells', this.#count.mergedCells);
  }

  #startRepeatedRow(attributes: string): void {
    if (/[^\x00-\x7f]/.test(attributes)) throw this.#noWorkbook('has a row whose attributes are not in Latin letters');
    this.#row += this.#rowsRepeated;
    this.#column = 0;
    this.#rowsRepeated = whole(attribute(attributes, 'number-rows-repeated')) ?? 1;
  }

  #openDocumentCell(attributes: string, isEmpty: boolean): void {
    const number = (name: string) => whole(attribute(attributes, name)) ?? 1;
    const repeated = number('number-columns-repeated');
    this.#column += repeated;
    const merged = number('number-rows-spanned') * number('number-columns-spanned');
    if (merged > 1) this.#merge(merged);
    // Programs fill a sheet to its last row and column with empty cells, which nobody builds.
    if (isEmpty && !attributes.includes('value-type')) return;
    this.#gauge.require('columns', this.#column);
    this.#gauge.require('rows', this.#row + this.#rowsRepeated - 1);
    this.#addCells(repeated * this.#rowsRepeated);
  }
}

/** Where a tag ends: the place of its `>`; -1 if the text ends before. An attribute may hold that sign too. */
function tagEnd(text: string, from: number): number {
  let quote = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === greater) return at;
    else if (code === quotationMark || code === apostrophe) quote = code;
  }
  return -1;
}

const patterns = new Map<string, RegExp>();

/** An attribute of an element, whatever the prefix of its name. */
function attribute(attributes: string, name: string): string | undefined {
  const pattern = patterns.get(name) ?? new RegExp(`\\s(?:[\\w-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
  patterns.set(name, pattern);
  const [, double, single] = pattern.exec(attributes) ?? [];
  const value = double ?? single;
  return value?.includes('&') === true ? decodeReferences(value) : value;
}

/** The number that a library would read; undefined if it would read none. */
function whole(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  // One library reads 1e9 as a thousand million and another as 1.
  const read = [Number.parseInt(value, 10), Number(value)].filter((number) => !Number.isNaN(number));
  return read.length === 0 ? undefined : Math.max(...read);
}

/** The number of the column of an address: 3 of `C17`. */
export function columnOf(address: string): number {
  let column = 0;
  for (let at = 0; at < address.length; at += 1) {
    const code = address.charCodeAt(at);
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  return column;
}

/** How many cells a range has: 6 for `A1:B3`. */
function areaOf(range: string): number {
  const [, left = '', top = '', right = left, bottom = top] = /^\$?([A-Z]+)\$?(\d+)(?::\$?([A-Z]+)\$?(\d+))?/i.exec(range.trim()) ?? [];
  const side = (a: number, b: number) => Math.abs(a - b) + 1;
  return side(columnOf(left.toUpperCase()), columnOf(right.toUpperCase())) * side(Number(top), Number(bottom));
}
