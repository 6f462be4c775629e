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

/**
 * Hands over the rows of a sheet from the top, and returns its merged cells. `takeRow` gets no row
 * twice. Throws UnreadableFileError for cells that no program could place or read.
 */
export async function readSheetCells(
  place: string,
  { name: sheet, part }: SheetPart,
  { texts, styles, countsFrom1904 }: SharedByCells,
  takeRow: (row: number, cells: readonly ReadCell[]) => void,
): Promise<Merge[]> {
  const merges: Merge[] = [];
  const joined = joinRuns();
  let hasCells = false;
  let row = 0;
  let column = 0;
  let cells: ReadCell[] = [];
  let cell: OpenCell | null = null;
  let isValue = false;

  const refuse: (address: string, message: string) => never = (address, message) => {
    throw brokenWorkbook(`${place} '${sheet}'!${address}`, message);
  };

  const openRow = ({ r }: Attributes) => {
    const next = r === undefined ? row + 1 : Number(r);
    if (!(next > row && next <= lastRow))
      refuse(`row ${r ?? next}`, `follows row ${row}, expected a later one up to ${lastRow}`);
    row = next;
    column = 0;
    cells = [];
  };

  const openCell = ({ r, t = 'n', s = '' }: Attributes) => {
    const cellPlace = r === undefined ? { row, column: column + 1 } : addressOf(r);
    if (
      cellPlace === null ||
      cellPlace.row !== row ||
      cellPlace.column <= column ||
      cellPlace.column > lastColumn
    )
      refuse(
        r ?? cellAddress(row, column + 1),
        `follows ${cellAddress(row, column)} in row ${row}`,
      );
    else column = cellPlace.column;
    cell = { type: t, style: s === '' ? 0 : Number(s), value: null, hasFormula: false };
    joined.begin();
  };

  const closeCell = (closed: OpenCell) => {
    const style = styles[closed.style];
    const content = contentOf(closed, style?.isDate === true);
    if (content !== null) cells.push({ column, content, fill: style?.fill ?? null });
  };

  const contentOf = ({ type, value, hasFormula }: OpenCell, isDate: boolean) => {
    const printed = value ?? '';
    if (type === 'inlineStr') return emptyAsNull(joined.end());
    if (hasFormula && (value === null || (printed === '' && type !== 'str'))) return noResult;
    if (printed === '') return null;
    if (type === 's') return texts[textNumber(printed)] ?? null;
    if (type === 'str') return emptyAsNull(printedText(printed));
    if (type === 'e') return printed;
    if (type === 'b') return String(printed !== '0' && printed !== 'false');
    if (type === 'd') return printed;
    const number = /^\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?\s*$/i.test(printed)
      ? Number(printed)
      : refuse(cellAddress(row, column), `holds "${printed}", expected a number`);
    return isDate ? dateText(number, countsFrom1904) : String(number);
  };

  const textNumber = (printed: string): number => {
    const number = Number(printed);
    if (texts[number] === undefined)
      refuse(
        cellAddress(row, column),
        `holds text ${printed} of the workbook, which has ${texts.length} texts`,
      );
    return number;
  };

  const reader = xmlReader('worksheet', {
    open(name, attributes) {
      if (cell !== null) {
        if (name === 'f') cell.hasFormula = true;
        else if (name === 'v') {
          cell.value = '';
          isValue = true;
        } else joined.open(name);
      } else if (name === 'c') openCell(attributes);
      else if (name === 'row') openRow(attributes);
      else if (name === 'sheetData') hasCells = true;
      else if (name === 'mergeCell') merges.push(...mergeOf(attributes['ref'] ?? ''));
    },
    text(text) {
      if (cell === null) return;
      if (isValue) cell.value += text;
      else joined.text(text);
    },
    close(name) {
      if (name === 'v') isValue = false;
      else if (name === 'row') takeRow(row, cells);
      else if (name === 'c' && cell !== null) {
        closeCell(cell);
        cell = null;
      } else if (cell !== null) joined.close(name);
    },
  });
  try {
    await part.readPieces((piece) => reader.take(piece));
    reader.end();
  } catch (error) {
    // A fault that the taker throws does not mean a damaged workbook.
    if (error instanceof UnreadableFileError || error instanceof LayoutError) throw error;
    throw brokenWorkbook(place, `has a part that cannot be read, ${part.name}`, error);
  }
  if (!hasCells) throw brokenWorkbook(place, `has a sheet without cells, ${part.name}`);
  return merges;
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
