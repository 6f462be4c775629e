// Reads a large .xlsx row by row, so that no more of it than one row is held as cells. For workbooks that compiler/read/workbook.ts
// would need gigabytes for.
import { Readable } from 'node:stream';
import ExcelJS from 'exceljs';
import { UnreadableFileError, messageOf } from '../problem.ts';
import { expectFormat } from './sniff.ts';
import { textOf } from './workbook.ts';

export interface TakeRow {
  /** Row and columns are counted from 1, as Excel counts them; `texts[0]` is of column A. Empty cells are empty texts, and none follow the last cell. */
  (row: number, texts: string[]): void;
}

/**
 * Hands over the rows of the sheets that `takerOf` wants, in the order of the workbook; a null leaves a sheet unread. Returns the names of
 * all sheets. Throws UnreadableFileError where the bytes are no workbook. `place` names it in messages.
 */
export async function readWorkbookRows(place: string, bytes: Uint8Array, takerOf: (sheet: string) => TakeRow | null): Promise<string[]> {
  expectFormat(place, bytes, ['zip']);
  // The same few thousand texts stand in millions of cells; each is kept once.
  const kept = new Map<string, string>();
  const keep = (text: string): string => {
    const found = kept.get(text);
    if (found !== undefined) return found;
    kept.set(text, text);
    return text;
  };
  const names: string[] = [];
  try {
    const reader = new ExcelJS.stream.xlsx.WorkbookReader(Readable.from(pieces(bytes)), { worksheets: 'emit', sharedStrings: 'cache', hyperlinks: 'ignore', styles: 'ignore' });
    for await (const worksheet of reader) {
      const name = nameOf(worksheet);
      names.push(name);
      const take = takerOf(name);
      if (take === null) continue;
      for await (const row of worksheet) take(row.number, textsOf(row, keep));
    }
  } catch (error) {
    throw new UnreadableFileError({ place, message: `the workbook is damaged or cut short (${messageOf(error)})`, repair: 'download the file again' });
  }
  return names;
}

// As much as a zip reader takes at a time; one piece of 45 MB would be copied again and again.
const pieceSize = 65_536;

function* pieces(bytes: Uint8Array): Generator<Buffer> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let start = 0; start < all.length; start += pieceSize) yield all.subarray(start, start + pieceSize);
}

/** exceljs's types leave out the name that its reader gives a sheet. */
function nameOf(worksheet: object): string {
  const name: unknown = 'name' in worksheet ? worksheet.name : undefined;
  return typeof name === 'string' ? name : '';
}

function textsOf(row: ExcelJS.Row, keep: (text: string) => string): string[] {
  const texts: string[] = [];
  row.eachCell({ includeEmpty: false }, (cell, column) => {
    while (texts.length < column - 1) texts.push('');
    texts.push(keep(textOf(cell.value)));
  });
  return texts;
}
