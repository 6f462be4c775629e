// Reads workbooks as grids of published texts: .xlsx and .xlsm part by part, legacy .xls and .ods
// through @e965/xlsx. Both give the fill of a cell, by which some publishers show the quality of
// the figure, except for .ods.
import type { CellObject, WorkBook } from '@e965/xlsx';
import { type WantedName, recordLookup } from '../lookups.ts';
import {
  LayoutError,
  UnreadableFileError,
  damaged,
  messageOf,
  protectedByPassword,
  quoteList,
} from '../problem.ts';
import { cellAddress } from './addresses.ts';
import { CellFault, dateText, noResult } from './cell-contents.ts';
import { type OpenTable, readOpenTables } from './open-document.ts';
import { limitInForce, requireWithin } from './limits.ts';
import { expectFormat } from './sniff.ts';
import { type Merge, type SharedByCells, readSheetCells } from './workbook-cells.ts';
import { type WorkbookParts, findParts } from './workbook-parts.ts';
import { isDateFormat, readStyles } from './workbook-styles.ts';
import { printedText, readTexts } from './workbook-texts.ts';
import { type ZipMember, readZip, writeArchive } from './zip.ts';

/** A sheet as published. Rows and columns are counted from 1, as in Excel. */
export interface Sheet {
  readonly name: string;
  readonly rowCount: number;
  /**
   * The text of a cell: numbers in their shortest decimal form, rich text joined, line breaks as
   * LF, an empty text for an empty cell. Every cell of merged ones has their text, which is a
   * label. Throws LayoutError if it is a figure, because its cell is unknown.
   */
  text(row: number, column: number): string;
  /**
   * The fill of a cell as `pattern/colour`, for instance `solid/49` (.xlsx, indexed colour) or
   * `solid/00FFFF` (.xls, RGB); null if it has none.
   */
  fill(row: number, column: number): string | null;
}

export interface Workbook {
  readonly name: string;
  readonly sheets: readonly Sheet[];
}

/**
 * Opens a workbook. Hidden sheets are left out and told. Throws UnreadableFileError if the bytes
 * are not a workbook. `place` names it in messages.
 */
export async function readWorkbook(
  place: string,
  name: string,
  bytes: Uint8Array,
): Promise<Workbook> {
  const format = expectFormat(place, bytes, ['zip', 'xls']);
  if (format === 'xls') return { name, sheets: await sheetsOfOthers(place, bytes) };
  const members = await readZip(place, bytes);
  const content = await openDocumentIn(place, members);
  if (content !== null) {
    const tables = await readOpenTables(place, content);
    return { name, sheets: await sheetsOfOthers(place, await repacked(members), tables) };
  }
  const parts = await findParts(place, members);
  if (parts === null) throw noWorkbook(place);
  return { name, sheets: await sheetsOfXlsx(place, parts) };
}

/**
 * The names of the sheets, without reading the cells. Empty for a zip of something else. Throws
 * UnreadableFileError if the bytes are not a workbook or a zip.
 */
export async function sheetNames(place: string, bytes: Uint8Array): Promise<string[]> {
  if (expectFormat(place, bytes, ['zip', 'xls']) === 'xls')
    return (await readWorkbook(place, '', bytes)).sheets.map(({ name }) => name);
  const members = await readZip(place, bytes);
  const content = await openDocumentIn(place, members);
  const sheets =
    content === null
      ? (await findParts(place, members))?.sheets
      : await readOpenTables(place, content);
  return (sheets ?? []).filter(({ isHidden }) => !isHidden).map(({ name }) => name);
}

/** The error for a file without a sheet that a person sees. */
export function noWorkbook(place: string, hidden: readonly string[] = []): UnreadableFileError {
  const problem =
    hidden.length === 0
      ? {
          place,
          message: 'has no sheet, so it is not a workbook',
          repair: 'docs/sources.md says which file to download',
        }
      : {
          place,
          message: `all its sheets are hidden: ${quoteList(hidden)}`,
          repair: 'ask the publisher which sheet is meant to be read',
        };
  return new UnreadableFileError(problem);
}

/** The content of an .ods workbook, or of another document of its kind; null for another zip. */
async function openDocumentIn(
  place: string,
  members: readonly ZipMember[],
): Promise<ZipMember | null> {
  const manifest = members.find(({ name }) => name === 'META-INF/manifest.xml');
  // OpenDocument 1.2, part 3, §4.8.1.
  if (manifest !== undefined && (await manifest.read()).includes('encryption-data'))
    throw protectedByPassword(place, 'workbook');
  return members.find(({ name }) => name === 'content.xml') ?? null;
}

/** The parts that are read. The others, such as pictures, are not even unpacked. */
const partsOfOpenDocument = /^(?:mimetype|META-INF\/manifest\.xml|styles\.xml|content\.xml)$/;

/** Stored, because @e965/xlsx unpacks slowly. */
async function repacked(members: readonly ZipMember[]): Promise<Buffer> {
  const parts = members.filter(({ name }) => partsOfOpenDocument.test(name));
  return writeArchive(
    await Promise.all(
      parts.map(async (part) => ({ ...part.packed, method: 0, bytes: await part.read() })),
    ),
  );
}

/** The sheets that a person sees. Tells the others. */
export function visibleSheets<Sheet extends { readonly name: string; readonly isHidden: boolean }>(
  place: string,
  sheets: readonly Sheet[],
): Sheet[] {
  const hidden = sheets.filter(({ isHidden }) => isHidden).map(({ name }) => name);
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  if (visible.length === 0) throw noWorkbook(place, hidden);
  if (hidden.length > 0) recordLookup({ place, what: 'hidden sheet', wanted: [], present: hidden });
  return visible;
}

export function recordSheets(
  place: string,
  sheets: readonly { readonly name: string }[],
  wanted: readonly WantedName[],
): void {
  recordLookup({ place, what: 'sheet', wanted, present: sheets.map(({ name }) => name) });
}

const year = /^(?:19|20)\d\d$/;

/**
 * Whether a text is a figure, or a marker in its place. A year is one only in a row that has other
 * figures: it also heads columns.
 */
function isFigure(texts: Texts, row: number, column: number): boolean {
  const isNumber = (text: string) =>
    /^[-+]?(?:\d[\d,]*(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?%?$/i.test(text);
  const text = textAt(texts, row, column).trim();
  if (year.test(text))
    return (
      texts[row]?.some(
        (other) => typeof other === 'string' && isNumber(other) && !year.test(other),
      ) ?? false
    );
  return isNumber(text) || /^(?:[^\p{L}\p{N}\s]+|[a-z])$/iu.test(text);
}

type Contents = (string | CellFault | undefined)[];
type Texts = readonly (Readonly<Contents> | undefined)[];
type Fills = readonly (readonly (string | null)[] | undefined)[];

/** What a cell holds as a text; empty if it is empty or cannot be read. */
function textAt(texts: Texts, row: number, column: number): string {
  const content = texts[row]?.[column];
  return typeof content === 'string' ? content : '';
}

interface Grid {
  readonly name: string;
  readonly rowCount: number;
  readonly texts: Texts;
  readonly fills: Fills;
  readonly merges: readonly Merge[];
  /** True if every cell of merged ones has their text, and not only the first. */
  readonly repeatsMerged: boolean;
}

function sheetOf(place: string, grid: Grid): Sheet {
  const { name, rowCount, texts, fills, merges, repeatsMerged } = grid;
  const refuse = (row: number, column: number, message: string, repair: string): never => {
    const placeOfCell = `${place} '${name}'!${cellAddress(row, column)}`;
    throw new LayoutError([{ place: placeOfCell, message, repair }]);
  };
  // Nearly all sheets have none.
  const mergedFigures = merges.filter(({ top, left }) => isFigure(texts, top, left));
  let mergesOfRow = { row: 0, merges: [] as readonly Merge[] };
  /** The merge that a cell belongs to. Sheets are read row by row. */
  const mergeAt = (row: number, column: number) => {
    if (merges.length === 0) return undefined;
    if (mergesOfRow.row !== row)
      mergesOfRow = {
        row,
        merges: merges.filter(({ top, bottom }) => top <= row && row <= bottom),
      };
    return mergesOfRow.merges.find(({ left, right }) => left <= column && column <= right);
  };
  const longest = limitInForce('characters');
  return {
    name,
    rowCount,
    text(row, column) {
      const merge = mergeAt(row, column);
      if (merge !== undefined && mergedFigures.includes(merge)) {
        const topLeft = cellAddress(merge.top, merge.left);
        const bottomRight = cellAddress(merge.bottom, merge.right);
        refuse(
          row,
          column,
          `the cells ${topLeft}:${bottomRight} are merged and hold ` +
            `"${textAt(texts, merge.top, merge.left)}", expected a cell of its own for ` +
            'each figure',
          'ask the publisher which of the cells the figure belongs to',
        );
      }
      const content =
        merge !== undefined && repeatsMerged
          ? texts[merge.top]?.[merge.left]
          : texts[row]?.[column];
      if (content instanceof CellFault) refuse(row, column, content.message, content.repair);
      if (typeof content !== 'string') return '';
      if (content.length > longest)
        requireWithin(
          `${place} '${name}'!${cellAddress(row, column)}`,
          'characters',
          content.length,
        );
      return content;
    },
    fill: (row, column) => fills[row]?.[column] ?? null,
  };
}

async function sheetsOfXlsx(place: string, parts: WorkbookParts): Promise<Sheet[]> {
  const shared = await readShared(place, parts);
  const sheets: Sheet[] = [];
  for (const part of visibleSheets(place, parts.sheets)) {
    const texts: Contents[] = [];
    const fills: (string | null)[][] = [];
    let lastRow = 0;
    let lastFilledRow = 0;
    const merges = await readSheetCells(place, part, shared, (row, cells) => {
      lastRow = row;
      if (cells.length === 0) return;
      lastFilledRow = row;
      const textsOfRow: Contents = [];
      const fillsOfRow: (string | null)[] = [];
      for (const { column, content, fill } of cells) {
        textsOfRow[column] = content;
        fillsOfRow[column] = fill;
      }
      texts[row] = textsOfRow;
      fills[row] = fillsOfRow;
    });
    // A merge can reach to the end of a sheet that has few rows.
    const lastMerged = Math.min(lastRow, Math.max(0, ...merges.map(({ bottom }) => bottom)));
    const rowCount = Math.max(lastFilledRow, lastMerged);
    sheets.push(
      sheetOf(place, { name: part.name, rowCount, texts, fills, merges, repeatsMerged: true }),
    );
  }
  return sheets;
}

/** What the cells of a workbook share. */
export async function readShared(place: string, parts: WorkbookParts): Promise<SharedByCells> {
  return {
    texts: await readTexts(place, parts.texts),
    styles: await readStyles(place, parts.styles),
    countsFrom1904: parts.countsFrom1904,
  };
}

async function sheetsOfOthers(
  place: string,
  bytes: Uint8Array,
  openTables: readonly OpenTable[] | null = null,
): Promise<Sheet[]> {
  const library = await import('@e965/xlsx');
  let workbook: WorkBook;
  try {
    // We read values, never the text that Excel would show: formatting every number takes a quarter
    // of the time.
    workbook = library.read(bytes, {
      type: 'buffer',
      cellStyles: true,
      cellText: false,
      cellHTML: false,
      cellFormula: false,
      dense: true,
    });
  } catch (error) {
    if (/password/i.test(messageOf(error))) throw protectedByPassword(place, 'workbook');
    throw damaged(place, 'workbook', error);
  }
  const countsFrom1904 = workbook.Workbook?.WBProps?.date1904 === true;
  const textOf = (cell: CellObject): string | undefined => {
    if (cell.v === undefined || cell.t === 'z') return undefined;
    // Of an error, such as #N/A, the value is a number.
    if (cell.t === 'e') return library.utils.format_cell(cell);
    if (typeof cell.v === 'number' && isDateFormat(String(cell.z ?? '')))
      return dateText(cell.v, countsFrom1904);
    return typeof cell.v === 'string' ? printedText(cell.v) : String(cell.v);
  };
  const namedSheets = workbook.SheetNames.map((name, index) => ({
    name,
    isHidden:
      openTables?.[index]?.isHidden ?? (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0,
    // An .xls holds a result for each formula.
    withoutResult: openTables?.[index]?.withoutResult ?? [],
  }));
  return visibleSheets(place, namedSheets).map(({ name, withoutResult }) => {
    const texts: Contents[] = [];
    const fills: (string | null)[][] = [];
    (workbook.Sheets[name]?.['!data'] ?? []).forEach((row, rowIndex) => {
      const textsOfRow: Contents = [];
      const fillsOfRow: (string | null)[] = [];
      row?.forEach((cell, columnIndex) => {
        if (cell === undefined || cell === null) return;
        textsOfRow[columnIndex + 1] = textOf(cell);
        const style: { patternType?: string; fgColor?: { rgb?: string } } | undefined = cell.s;
        if (style?.patternType !== undefined && style.patternType !== 'none') {
          fillsOfRow[columnIndex + 1] = `${style.patternType}/${style.fgColor?.rgb ?? ''}`;
        }
      });
      texts[rowIndex + 1] = textsOfRow;
      fills[rowIndex + 1] = fillsOfRow;
    });
    for (const { row, column } of withoutResult) {
      const textsOfRow = texts[row] ?? [];
      textsOfRow[column] = noResult;
      texts[row] = textsOfRow;
    }
    const merges = (workbook.Sheets[name]?.['!merges'] ?? []).map(
      ({ s: from, e: to }): Merge => ({
        top: from.r + 1,
        left: from.c + 1,
        bottom: to.r + 1,
        right: to.c + 1,
      }),
    );
    const rowCount = Math.max(0, texts.length - 1);
    return sheetOf(place, { name, rowCount, texts, fills, merges, repeatsMerged: false });
  });
}
