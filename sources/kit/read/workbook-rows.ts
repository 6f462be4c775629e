// Reads a large .xlsx row by row, with only one row in memory as cells. Such a workbook is too
// large for sources/kit/read/workbook.ts.
import { LayoutError } from '../problem.ts';
import { cellAddress } from './addresses.ts';
import { limitInForce, requireWithin } from './limits.ts';
import { expectFormat } from './sniff.ts';
import { readSheetCells } from './workbook-cells.ts';
import { findParts } from './workbook-parts.ts';
import { type Sheet, noWorkbook, readShared, visibleSheets } from './workbook.ts';
import { readZip } from './zip.ts';

/**
 * Takes a row. Rows are counted from 1, as in Excel; `texts[0]` is column A. Empty cells are empty
 * texts; none follow the last cell.
 */
export type TakeRow = (row: number, texts: string[]) => void;

/**
 * Hands over the rows of the sheets that `takerOf` wants, in the order of the workbook. It skips a
 * sheet for which `takerOf` returns null, and hidden sheets, which it reports. Returns the names of
 * the others. Throws UnreadableFileError if the bytes are not a workbook, and LayoutError for a
 * cell of a wanted sheet that cannot be read. `place` names the workbook in messages.
 */
export async function readWorkbookRows(
  place: string,
  bytes: Uint8Array,
  takerOf: (sheet: string) => TakeRow | null,
): Promise<string[]> {
  expectFormat(place, bytes, ['zip']);
  const parts = await findParts(place, await readZip(place, bytes));
  if (parts === null) throw noWorkbook(place);
  const sheets = visibleSheets(place, parts.sheets);
  const shared = await readShared(place, parts);
  // Millions of cells hold the same few thousand texts. Each is kept once.
  const kept = new Map<string, string>();
  const keep = (text: string): string => {
    const keptText = kept.get(text);
    if (keptText !== undefined) return keptText;
    kept.set(text, text);
    return text;
  };
  const longest = limitInForce('characters');
  for (const sheet of sheets) {
    const take = takerOf(sheet.name);
    if (take === null) continue;
    await readSheetCells(place, sheet, shared, (row, cells) => {
      if (cells.length === 0) return;
      const texts: string[] = [];
      for (const { column, content } of cells) {
        if (typeof content !== 'string') {
          const placeOfCell = `${place} '${sheet.name}'!${cellAddress(row, column)}`;
          throw new LayoutError([
            { place: placeOfCell, message: content.message, repair: content.repair },
          ]);
        }
        if (content.length > longest)
          requireWithin(
            `${place} '${sheet.name}'!${cellAddress(row, column)}`,
            'characters',
            content.length,
          );
        while (texts.length < column - 1) texts.push('');
        texts.push(keep(content));
      }
      take(row, texts);
    });
  }
  return sheets.map(({ name }) => name);
}

/** One row as a sheet, for columnsOf. */
export function sheetOfRow(name: string, row: number, texts: readonly string[]): Sheet {
  return {
    name,
    rowCount: row,
    text: (wantedRow, column) => (wantedRow === row ? (texts[column - 1] ?? '') : ''),
    fill: () => null,
  };
}
