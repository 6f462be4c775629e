// Reads the cells of a sheet of an .xlsx, row by row.
import { LayoutError, UnreadableFileError, brokenWorkbook } from '../problem.ts';
import { cellAddress, parseAddress } from './addresses.ts';
import { type CellFault, dateText, noResult } from './cell-contents.ts';
import type { SheetPart } from './workbook-parts.ts';
import type { CellStyle } from './workbook-styles.ts';
import { joinRuns, printedText } from './workbook-texts.ts';
import { type Attributes, xmlReader } from './xml.ts';

/** A cell that is not empty. Columns are counted from 1. */
export interface ReadCell {
  readonly column: number;
  readonly content: string | CellFault;
  readonly fill: string | null;
}

/** A range of merged cells, from 1. */
export interface Merge {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** What the cells of a workbook share. */
export interface SharedByCells {
  readonly texts: readonly string[];
  readonly styles: readonly CellStyle[];
  readonly countsFrom1904: boolean;
}

// As many as Excel has.
const lastRow = 1_048_576;
const lastColumn = 16_384;

type TakeRow = (row: number, cells: readonly ReadCell[]) => void;

/**
 * Hands over the rows of a sheet from the top, and returns its merged cells. `takeRow` gets no row
 * twice. Throws UnreadableFileError for cells that no program could place or read.
 */
export async function readSheetCells(
  place: string,
  { name, part }: SheetPart,
  shared: SharedByCells,
  takeRow: TakeRow,
): Promise<Merge[]> {
  const sheet = new OpenSheet(`${place} '${name}'`, shared, takeRow);
  const reader = xmlReader('worksheet', {
    open: (element, attributes) => sheet.open(element, attributes),
    text: (text) => sheet.text(text),
    close: (element) => sheet.close(element),
  });
  try {
    await part.readPieces((piece) => reader.take(piece));
    reader.end();
  } catch (error) {
    // A fault that the taker throws does not mean a damaged workbook.
    if (error instanceof UnreadableFileError || error instanceof LayoutError) throw error;
    throw brokenWorkbook(place, `has a part that cannot be read, ${part.name}`, error);
  }
  if (!sheet.hasCells) throw brokenWorkbook(place, `has a sheet without cells, ${part.name}`);
  return sheet.merges;
}

/** A sheet that is being read: its merged cells so far, and the row and the cell that are open. */
class OpenSheet {
  readonly merges: Merge[] = [];
  hasCells = false;
  readonly #place: string;
  readonly #shared: SharedByCells;
  readonly #takeRow: TakeRow;
  readonly #joined = joinRuns();
  #row = 0;
  #column = 0;
  #cells: ReadCell[] = [];
  #cell: OpenCell | null = null;
  #isValue = false;

  constructor(place: string, shared: SharedByCells, takeRow: TakeRow) {
    this.#place = place;
    this.#shared = shared;
    this.#takeRow = takeRow;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#cell !== null) this.#openInCell(this.#cell, name);
    else if (name === 'c') this.#openCell(attributes);
    else if (name === 'row') this.#openRow(attributes);
    else if (name === 'sheetData') this.hasCells = true;
    else if (name === 'mergeCell') this.merges.push(...mergeOf(attributes['ref'] ?? ''));
  }

  text(text: string): void {
    if (this.#cell === null) return;
    if (this.#isValue) this.#cell.value += text;
    else this.#joined.text(text);
  }

  close(name: string): void {
    if (name === 'v') this.#isValue = false;
    else if (name === 'row') this.#takeRow(this.#row, this.#cells);
    else if (name === 'c' && this.#cell !== null) {
      this.#closeCell(this.#cell);
      this.#cell = null;
    } else if (this.#cell !== null) this.#joined.close(name);
  }

  #openRow({ r }: Attributes): void {
    const next = r === undefined ? this.#row + 1 : Number(r);
    if (!(next > this.#row && next <= lastRow))
      throw this.#refusal(
        `row ${r ?? next}`,
        `follows row ${this.#row}, expected a later one up to ${lastRow}`,
      );
    this.#row = next;
    this.#column = 0;
    this.#cells = [];
  }

  #openCell({ r, t = 'n', s = '' }: Attributes): void {
    const next = { row: this.#row, column: this.#column + 1 };
    const address = r === undefined ? next : addressOf(r);
    const isNext =
      address !== null &&
      address.row === this.#row &&
      address.column > this.#column &&
      address.column <= lastColumn;
    if (!isNext)
      throw this.#refusal(
        r ?? cellAddress(next.row, next.column),
        `follows ${cellAddress(this.#row, this.#column)} in row ${this.#row}`,
      );
    this.#column = address.column;
    this.#cell = { type: t, style: s === '' ? 0 : Number(s), value: null, hasFormula: false };
    this.#joined.begin();
  }

  #openInCell(cell: OpenCell, name: string): void {
    if (name === 'f') cell.hasFormula = true;
    else if (name === 'v') {
      cell.value = '';
      this.#isValue = true;
    } else this.#joined.open(name);
  }

  #closeCell(cell: OpenCell): void {
    const style = this.#shared.styles[cell.style];
    const content = this.#contentOf(cell, style?.isDate === true);
    if (content !== null)
      this.#cells.push({ column: this.#column, content, fill: style?.fill ?? null });
  }

  /** Null for an empty cell. */
  #contentOf({ type, value, hasFormula }: OpenCell, isDate: boolean): ReadCell['content'] | null {
    const printed = value ?? '';
    if (type === 'inlineStr') return emptyAsNull(this.#joined.end());
    if (hasFormula && (value === null || (printed === '' && type !== 'str'))) return noResult;
    if (printed === '') return null;
    if (type === 's') return this.#sharedText(printed);
    if (type === 'str') return emptyAsNull(printedText(printed));
    if (type === 'e' || type === 'd') return printed;
    if (type === 'b') return String(printed !== '0' && printed !== 'false');
    return this.#numberOrDate(printed, isDate);
  }

  #sharedText(printed: string): string {
    const { texts } = this.#shared;
    const text = texts[Number(printed)];
    if (text === undefined)
      throw this.#refusal(
        cellAddress(this.#row, this.#column),
        `holds text ${printed} of the workbook, which has ${texts.length} texts`,
      );
    return text;
  }

  #numberOrDate(printed: string, isDate: boolean): ReadCell['content'] {
    if (!/^\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?\s*$/i.test(printed))
      throw this.#refusal(
        cellAddress(this.#row, this.#column),
        `holds "${printed}", expected a number`,
      );
    const number = Number(printed);
    return isDate ? dateText(number, this.#shared.countsFrom1904) : String(number);
  }

  #refusal(address: string, message: string): UnreadableFileError {
    return brokenWorkbook(`${this.#place}!${address}`, message);
  }
}

interface OpenCell {
  /**
   * `s`: a shared text; `str` and `inlineStr`: its own; `n`, `b`, `e`, `d` (ISO/IEC 29500-1,
   * 18.18.11).
   */
  readonly type: string;
  readonly style: number;
  value: string | null;
  hasFormula: boolean;
}

const emptyAsNull = (text: string) => (text === '' ? null : text);

function addressOf(address: string): { row: number; column: number } | null {
  try {
    return parseAddress(address);
  } catch {
    return null;
  }
}

function mergeOf(range: string): Merge[] {
  const [from = '', to = from] = range.split(':');
  const first = addressOf(from);
  const last = addressOf(to);
  if (first === null || last === null) return [];
  return [{ top: first.row, left: first.column, bottom: last.row, right: last.column }];
}
