// Reads workbooks as grids of published texts: .xlsx and .xlsm part by part, legacy .xls and .ods
// through @e965/xlsx. A cell comes with its fill, by which some publishers show the quality of a
// figure; an .ods gives no fills.
import type { CellObject, Range, WorkBook } from '@e965/xlsx';
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
   * LF, an empty text for an empty cell. Each of several merged cells gives their text, which is a
   * label. Throws LayoutError if they hold a figure, because it belongs to only one of them.
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
 * Opens a workbook. Hidden sheets are left out and recorded. Throws UnreadableFileError if the
 * bytes are not a workbook. `place` names it in messages.
 */
export async function readWorkbook(
  place: string,
  name: string,
  bytes: Uint8Array,
): Promise<Workbook> {
  const format = expectFormat(place, bytes, ['zip', 'xls']);
  if (format === 'xls') return { name, sheets: await readOldOrOpenSheets(place, bytes) };
  const members = await readZip(place, bytes);
  const content = await openDocumentIn(place, members);
  if (content !== null) {
    const tables = await readOpenTables(place, content);
    return { name, sheets: await readOldOrOpenSheets(place, await repacked(members), tables) };
  }
  const parts = await findParts(place, members);
  if (parts === null) throw noWorkbook(place);
  return { name, sheets: await readXlsxSheets(place, parts) };
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

/** The error for a file without a sheet that a reader of it sees. */
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

/** An archive of these parts, not compressed, because @e965/xlsx unpacks slowly. */
async function repacked(members: readonly ZipMember[]): Promise<Buffer> {
  const parts = members.filter(({ name }) => partsOfOpenDocument.test(name));
  return writeArchive(
    await Promise.all(
      parts.map(async (part) => ({ ...part.packed, method: 0, bytes: await part.read() })),
    ),
  );
}

/** The sheets that a reader of the workbook sees. Records the hidden ones. */
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
 * Whether a cell holds a figure, or a marker in place of one. A year heads columns too, so it
 * counts only in a row with other figures.
 */
function isFigure(texts: Texts, row: number, column: number): boolean {
  const text = textAt(texts, row, column).trim();
  if (!year.test(text)) return isNumber(text) || /^(?:[^\p{L}\p{N}\s]+|[a-z])$/iu.test(text);
  const others = (texts[row] ?? []).filter((other) => typeof other === 'string');
  return others.some((other) => isNumber(other) && !year.test(other));
}

function isNumber(text: string): boolean {
  return /^[-+]?(?:\d[\d,]*(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?%?$/i.test(text);
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

/** The sheet of a grid. Its cells are judged when they are read. */
function sheetOf(place: string, grid: Grid): Sheet {
  const { name, rowCount, texts, fills, merges, repeatsMerged } = grid;
  const placeOfCell = (row: number, column: number) =>
    `${place} '${name}'!${cellAddress(row, column)}`;
  const mergedFigures = merges.filter(({ top, left }) => isFigure(texts, top, left));
  const mergeAt = mergeFinder(merges);
  const longest = limitInForce('characters');
  return {
    name,
    rowCount,
    text(row, column) {
      const merge = mergeAt(row, column);
      if (merge !== undefined && mergedFigures.includes(merge))
        throw mergedFigure(placeOfCell(row, column), merge, textAt(texts, merge.top, merge.left));
      const content =
        merge !== undefined && repeatsMerged
          ? texts[merge.top]?.[merge.left]
          : texts[row]?.[column];
      if (content instanceof CellFault) {
        const { message, repair } = content;
        throw new LayoutError([{ place: placeOfCell(row, column), message, repair }]);
      }
      if (typeof content !== 'string') return '';
      if (content.length > longest)
        requireWithin(placeOfCell(row, column), 'characters', content.length);
      return content;
    },
    fill: (row, column) => fills[row]?.[column] ?? null,
  };
}

/** Finds the merge that a cell belongs to. It keeps those of one row: sheets are read by row. */
function mergeFinder(merges: readonly Merge[]) {
  let mergesOfRow = { row: 0, merges: [] as readonly Merge[] };
  return (row: number, column: number): Merge | undefined => {
    // Nearly all sheets have none.
    if (merges.length === 0) return undefined;
    if (mergesOfRow.row !== row)
      mergesOfRow = {
        row,
        merges: merges.filter(({ top, bottom }) => top <= row && row <= bottom),
      };
    return mergesOfRow.merges.find(({ left, right }) => left <= column && column <= right);
  };
}

function mergedFigure(place: string, merge: Merge, text: string): LayoutError {
  const topLeft = cellAddress(merge.top, merge.left);
  const bottomRight = cellAddress(merge.bottom, merge.right);
  const message =
    `the cells ${topLeft}:${bottomRight} are merged and hold "${text}", expected a cell of ` +
    'its own for each figure';
  const repair = 'ask the publisher which of the cells the figure belongs to';
  return new LayoutError([{ place, message, repair }]);
}

async function readXlsxSheets(place: string, parts: WorkbookParts): Promise<Sheet[]> {
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

/** The sheets of an .xls, or of an .ods, whose tables say more than the library gives. */
async function readOldOrOpenSheets(
  place: string,
  bytes: Uint8Array,
  openTables: readonly OpenTable[] | null = null,
): Promise<Sheet[]> {
  const library = await import('@e965/xlsx');
  const workbook = openWithLibrary(library, place, bytes);
  const countsFrom1904 = workbook.Workbook?.WBProps?.date1904 === true;
  const textOf = (cell: CellObject): string | undefined => {
    if (cell.v === undefined || cell.t === 'z') return undefined;
    // The value of an error, such as #N/A, is a number.
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
    const worksheet = workbook.Sheets[name];
    const { texts, fills } = readCells(worksheet?.['!data'] ?? [], textOf);
    for (const { row, column } of withoutResult) {
      const textsOfRow = texts[row] ?? [];
      textsOfRow[column] = noResult;
      texts[row] = textsOfRow;
    }
    const rowCount = Math.max(0, texts.length - 1);
    const merges = (worksheet?.['!merges'] ?? []).map(mergeOf);
    return sheetOf(place, { name, rowCount, texts, fills, merges, repeatsMerged: false });
  });
}

type Library = typeof import('@e965/xlsx');

function openWithLibrary(library: Library, place: string, bytes: Uint8Array): WorkBook {
  try {
    // We read values, and never the text that Excel would show, which is slow to format.
    return library.read(bytes, {
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
}

/** The texts and fills of the library's cells. Rows and columns are counted from 1. */
function readCells(
  rows: readonly (readonly (CellObject | null | undefined)[] | null | undefined)[],
  textOf: (cell: CellObject) => string | undefined,
): { readonly texts: Contents[]; readonly fills: (string | null)[][] } {
  const texts: Contents[] = [];
  const fills: (string | null)[][] = [];
  rows.forEach((row, rowIndex) => {
    const textsOfRow: Contents = [];
    const fillsOfRow: (string | null)[] = [];
    row?.forEach((cell, columnIndex) => {
      if (cell === undefined || cell === null) return;
      textsOfRow[columnIndex + 1] = textOf(cell);
      const style: { patternType?: string; fgColor?: { rgb?: string } } | undefined = cell.s;
      if (style?.patternType !== undefined && style.patternType !== 'none')
        fillsOfRow[columnIndex + 1] = `${style.patternType}/${style.fgColor?.rgb ?? ''}`;
    });
    texts[rowIndex + 1] = textsOfRow;
    fills[rowIndex + 1] = fillsOfRow;
  });
  return { texts, fills };
}

/** The library counts rows and columns from 0. */
function mergeOf({ s: from, e: to }: Range): Merge {
  return { top: from.r + 1, left: from.c + 1, bottom: to.r + 1, right: to.c + 1 };
}
