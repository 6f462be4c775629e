// Reads a large .xlsx row by row, with only one row in memory as cells.
// sources/kit/read/workbook.ts would need gigabytes for such a workbook.
import { Readable } from 'node:stream';
import type ExcelJS from 'exceljs';
import { LayoutError, UnreadableFileError, damaged } from '../problem.ts';
import { type Sheet, noWorkbook, partsToStream, textOf } from './workbook.ts';
import { packed, writeArchive } from './zip.ts';

/**
 * Takes a row. Rows are counted from 1, as in Excel; `texts[0]` is column A. Empty cells are empty
 * texts; none follow the last cell.
 */
export type TakeRow = (row: number, texts: string[]) => void;

/**
 * Hands over the rows of the sheets that `takerOf` wants, in the order of the workbook. It skips a
 * sheet for which `takerOf` returns null. Returns the names of all sheets. Throws
 * UnreadableFileError if the bytes are not a workbook. `place` names it in messages.
 */
export async function readWorkbookRows(
  place: string,
  bytes: Uint8Array,
  takerOf: (sheet: string) => TakeRow | null,
): Promise<string[]> {
  // Millions of cells hold the same few thousand texts. Each is kept once.
  const kept = new Map<string, string>();
  const keep = (text: string): string => {
    const found = kept.get(text);
    if (found !== undefined) return found;
    kept.set(text, text);
    return text;
  };
  const names: string[] = [];
  try {
    const { default: library } = await import('exceljs');
    const reader = new library.stream.xlsx.WorkbookReader(
      Readable.from(pieces(await inReadingOrder(place, bytes))),
      {
        worksheets: 'emit',
        sharedStrings: 'cache',
        hyperlinks: 'ignore',
        styles: 'ignore',
      },
    );
    for await (const worksheet of reader) {
      const name = nameOf(worksheet);
      names.push(name);
      const take = takerOf(name);
      if (take === null) continue;
      for await (const row of worksheet) take(row.number, textsOf(row, keep));
    }
  } catch (error) {
    // A fault that a taker throws does not mean a damaged file.
    if (error instanceof UnreadableFileError || error instanceof LayoutError) throw error;
    throw damaged(place, 'workbook', error);
  }
  if (names.length === 0) throw noWorkbook(place);
  return names;
}

/** One row as a sheet, for columnsOf. */
export function sheetOfRow(name: string, row: number, texts: readonly string[]): Sheet {
  return {
    name,
    rowCount: row,
    text: (at, column) => (at === row ? (texts[column - 1] ?? '') : ''),
    fill: () => null,
  };
}

// exceljs must read these before a sheet: without the first two it fails, without the texts it puts
// sheets into temporary files. Many programs write them after the sheets.
const beforeSheets = [
  'xl/workbook.xml',
  'xl/_rels/workbook.xml.rels',
  'xl/sharedStrings.xml',
  'xl/styles.xml',
];

/**
 * For a workbook whose cells hold their texts themselves. A temporary file of a sheet that nobody
 * wants is removed while it is being opened, and on a busy machine that ended the process.
 */
const noTexts = packed(
  'xl/sharedStrings.xml',
  '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>',
);

/** The parts that are read, in another order, and nothing else. */
async function inReadingOrder(place: string, bytes: Uint8Array): Promise<Buffer> {
  const parts = await partsToStream(place, bytes);
  const first = beforeSheets.flatMap((name) => parts.filter((part) => part.name === name));
  const rest = parts.filter((part) => !first.includes(part));
  const lacking = parts.some(({ name }) => name === noTexts.name) ? [] : [noTexts];
  return writeArchive([...lacking, ...first, ...rest]);
}

// A zip reader takes this much at a time. It would copy one piece of 45 MB again and again.
const pieceSize = 65_536;

function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += pieceSize)
    yield bytes.subarray(start, start + pieceSize);
}

/** The name of a sheet, which exceljs's types leave out. */
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
