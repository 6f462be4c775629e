// Reads the cells of a sheet of .xlsx, written as Excel and most programs write them, in less than half the time that exceljs takes. Anything else in
// a sheet is left to exceljs: then there are no cells.
import { columnOf } from './count-workbook.ts';

/** What the cells of a sheet name by number. */
export interface Numbered {
  /** A shared text; undefined if there is none. A rich one stands in pieces in the workbook. */
  text(number: number): { readonly text: string; readonly isRich: boolean } | undefined;
  /** A style: its fill, as a sheet gives it, and whether its numbers are dates. */
  style(number: number): { readonly fill: string | undefined; readonly isDate: boolean };
}

/** A cell of merged ones, and the first of them, which holds their text. */
export interface Merged {
  readonly row: number;
  readonly column: number;
  readonly top: number;
  readonly left: number;
}

/** By row and column, counted from 1. */
export interface Cells {
  readonly texts: (string | undefined)[][];
  readonly fills: (string | undefined)[][];
  readonly merged: Merged[];
}

/** A sheet in three parts: what stands before the cells, the rows, and what stands behind them. Null if it is not written as usual. */
export function partedSheet(xml: string): { readonly head: string; readonly rows: string; readonly tail: string } | null {
  // In a comment or a literal section anything can stand. A sheet with formulas is known before its workbook is opened twice.
  if (xml.includes('<!') || xml.includes('<f>') || xml.includes('<f ')) return null;
  const [start, end] = ['<sheetData>', '</sheetData>'];
  const from = xml.indexOf(start);
  const to = xml.indexOf(end);
  if (from === -1 || to < from || xml.lastIndexOf('<sheetData') !== from || xml.indexOf(end, to + 1) !== -1) return null;
  return { head: xml.slice(0, from), rows: xml.slice(from + start.length, to), tail: xml.slice(to + end.length) };
}

const rowStart = /<row r="([1-9]\d{0,6})"((?: [\w:]+="[^"<>&]*")*) ?(\/?)>/y;
// Without formulas, texts of its own, references, and signs that XML forbids.
const cell =
  /<c r="([A-Z]{1,3})(\d+)"(?: s="(\d+)")?(?: t="(n|s|str|b|e)")?(?:\/>|>(?:<v>([^<>&\u0000-\u0008\u000b-\u001f\ud800-\udfff\ufffe\uffff]*)<\/v>)?<\/c>)/y;
const space = /\s*/y;

/** The cells of a sheet in its three parts. Null if a cell is not written as usual. */
export function usualCells({ head, rows, tail }: NonNullable<ReturnType<typeof partedSheet>>, numbered: Numbered): Cells | null {
  const cells: Cells = { texts: [], fills: [], merged: [] };
  /** The styles of all cells, which a merge keeps, and the cells that links must not name. */
  const styles: (number | undefined)[][] = [];
  const rich = new Set<string>();
  let hasStyledRows = false;
  let at = 0;
  const next = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(rows);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  let above = 0;
  for (next(space); at < rows.length; next(space)) {
    const found = next(rowStart);
    if (found === null) return null;
    const [, number = '', attributes = '', isEmpty] = found;
    const row = Number(number);
    if (row <= above) return null;
    above = row;
    hasStyledRows ||= / s="0*[1-9]/.test(attributes);
    if (isEmpty === '/') continue;
    const texts: (string | undefined)[] = [];
    const fills: (string | undefined)[] = [];
    const stylesOfRow: (number | undefined)[] = [];
    let left = 0;
    for (next(space); !rows.startsWith('</row>', at); next(space)) {
      const match = next(cell);
      if (match === null) return null;
      const [, letters = '', inRow, styled, type, value = ''] = match;
      const column = columnOf(letters);
      if (column <= left || inRow !== number) return null;
      left = column;
      const style = styled === undefined ? 0 : Number(styled);
      // A cell without a style and a value is none.
      if (value === '' && style === 0) continue;
      const { fill, isDate } = numbered.style(style);
      stylesOfRow[column] = style;
      if (value === '') continue;
      if (type === 's') {
        const shared = numbered.text(Number.parseInt(value, 10));
        if (shared === undefined) return null;
        if (shared.isRich) rich.add(`${letters}${number}`);
        texts[column] = shared.text;
      } else if (type === 'str' || type === 'e') texts[column] = value;
      else if (type === 'b') texts[column] = String(Number.parseInt(value, 10) !== 0);
      else if (isDate) return null;
      else texts[column] = String(Number.parseFloat(value));
      if (fill !== undefined) fills[column] = fill;
    }
    at += '</row>'.length;
    styles[row] = stylesOfRow;
    if (texts.length === 0) continue;
    cells.texts[row] = texts;
    cells.fills[row] = fills;
  }
  const isLinked = (address: string, text: string | undefined) => text !== undefined && !rich.has(address);
  for (const { 0: link } of tail.matchAll(/<hyperlink\b[^>]*>/g)) {
    const [, letters = '', row = ''] = / ref="([A-Z]{1,3})(\d+)(?::[A-Z]+\d+)?"/.exec(link) ?? [];
    // exceljs makes a text of the link of its own of a cell that is empty or has a rich text.
    if (link.includes('r:id=') && !isLinked(`${letters}${row}`, cells.texts[Number(row)]?.[columnOf(letters)])) return null;
  }
  return merge(cells, { tail, styles, numbered, hasStyles: hasStyledRows || /<col\b[^>]* style="0*[1-9]/.test(head) }) ? cells : null;
}

/** Gives every cell of merged ones the text of the first. False if that is not written as usual. */
function merge(
  { texts, fills, merged }: Cells,
  {
    tail,
    styles,
    numbered,
    hasStyles,
  }: {
    readonly tail: string;
    readonly styles: readonly (readonly (number | undefined)[] | undefined)[];
    readonly numbered: Numbered;
    /** Whether rows or columns have styles, which cells that are not there would have. */
    readonly hasStyles: boolean;
  },
): boolean {
  const ranges = [...tail.matchAll(/<mergeCell ref="([A-Z]{1,3})([1-9]\d{0,6}):([A-Z]{1,3})([1-9]\d{0,6})" ?\/>/g)];
  if (ranges.length !== tail.split(/<mergeCell\b/).length - 1) return false;
  for (const [, from = '', first, to = '', last] of ranges) {
    const [top, left, bottom, right] = [Number(first), columnOf(from), Number(last), columnOf(to)];
    if (top > bottom || left > right) return false;
    const text = texts[top]?.[left];
    for (let row = top; row <= bottom; row += 1) {
      for (let column = left; column <= right; column += 1) {
        const isFirst = row === top && column === left;
        if (isFirst && (text === undefined || (top === bottom && left === right))) continue;
        merged.push({ row, column, top, left });
        if (isFirst) continue;
        const style = styles[row]?.[column];
        if (style === undefined && hasStyles) return false;
        const { fill } = numbered.style(style ?? 0);
        (texts[row] ??= [])[column] = text ?? '';
        (fills[row] ??= [])[column] = fill;
      }
    }
  }
  return true;
}
