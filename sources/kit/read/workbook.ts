// Reads workbooks as grids of published texts: .xlsx and .xlsm through exceljs, legacy .xls and .ods through @e965/xlsx, and the cells of both as
// most programs write them through readers of our own. All give the fill
// of a cell, by which some publishers show the quality of the figure, except for .ods.
import { crc32 } from 'node:zlib';
import type ExcelJS from 'exceljs';
import { type Wanted, tellLookedFor } from '../looked-for.ts';
import { LayoutError, UnreadableFileError, messageOf, quoteList } from '../problem.ts';
import { decodeReferences } from './character-references.ts';
import { foldToLetters } from './fold.ts';
import { PartCounter, emptyCount } from './count-workbook.ts';
import { requireWithin } from './limits.ts';
import { expectFormat } from './sniff.ts';
import { type Merged, type Numbered, partedSheet, usualCells } from './usual-sheet.ts';
import { type XlsSheet, usualXls } from './usual-xls.ts';
import { type PackedMember, readZip, writeArchive } from './zip.ts';

/** A sheet as published. Rows and columns are counted from 1, as in Excel. */
export interface Sheet {
  readonly name: string;
  readonly rowCount: number;
  /**
   * The text of a cell: numbers in their shortest decimal form, rich text joined, line breaks as LF, an empty text for an empty cell. Every
   * cell of merged ones has their text, which is a label. Throws LayoutError if it is a figure: nobody knows of which cell.
   */
  text(row: number, column: number): string;
  /** The fill of a cell as `pattern/colour`, for instance `solid/49` (.xlsx, indexed colour) or `solid/00FFFF` (.xls, RGB); null if it has none. */
  fill(row: number, column: number): string | null;
}

export interface Workbook {
  readonly name: string;
  readonly sheets: readonly Sheet[];
}

/** Opens a workbook. Throws UnreadableFileError if the bytes are not a workbook. `place` names it in messages. */
export async function readWorkbook(place: string, name: string, bytes: Uint8Array): Promise<Workbook> {
  const format = expectFormat(place, bytes, ['zip', 'xls']);
  let sheets: Sheet[];
  try {
    if (format === 'xls') sheets = gridsOf(place, usualXls(bytes) ?? (await sheetsOfOthers(bytes)));
    else if (isOpenDocument(bytes))
      sheets = gridsOf(place, await sheetsOfOthers(writeArchive(await partsOf(place, bytes, partsOfOpenDocument))));
    else {
      const parts = await partsOf(place, bytes, partsOfXlsx);
      sheets = (await usualSheets(place, parts)) ?? (await sheetsOfXlsx(place, writeArchive(parts)));
    }
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error;
    throw new UnreadableFileError(
      {
        place,
        message: `the workbook is damaged or cut short (${messageOf(error)})`,
        repair: 'download the file again',
      },
      { isCut: true },
    );
  }
  if (sheets.length === 0) throw noWorkbook(place);
  return { name, sheets };
}

/** The parts that are read. The others, such as pictures and macros, are not even unpacked. */
export const partsOfXlsx =
  /^(?:_rels\/\.rels|xl\/(?:workbook|sharedStrings|styles)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/.*\.(?:xml|rels))$/;
const partsOfOpenDocument = /^(?:mimetype|META-INF\/manifest\.xml|styles\.xml|content\.xml)$/;

/** The parts of a workbook, unpacked and counted. Throws UnreadableFileError if they hold more than the limits allow. */
async function partsOf(place: string, bytes: Uint8Array, wanted: RegExp): Promise<PackedMember[]> {
  const count = emptyCount();
  const parts: PackedMember[] = [];
  for (const { name, packed, readPieces } of await readZip(place, bytes)) {
    if (!wanted.test(name)) continue;
    const counter = new PartCounter(`${place} ${name}`, count);
    const pieces: Buffer[] = [];
    await readPieces((piece) => {
      counter.take(piece);
      pieces.push(piece);
    });
    // Stored, because the library that reads it unpacks slowly.
    parts.push({ ...packed, method: 0, bytes: Buffer.concat(pieces) });
  }
  return parts;
}

/**
 * The names of the sheets, without reading the cells. Empty for a zip of something else. Throws UnreadableFileError if the bytes are not a
 * workbook or a zip.
 */
export async function sheetNames(place: string, bytes: Uint8Array): Promise<string[]> {
  if (expectFormat(place, bytes, ['zip', 'xls']) === 'xls') return (await readWorkbook(place, '', bytes)).sheets.map(({ name }) => name);
  const [member, pattern] = isOpenDocument(bytes)
    ? (['content.xml', /<table:table [^>]*?table:name="([^"]*)"/g] as const)
    : (['xl/workbook.xml', /<(?:\w+:)?sheet [^>]*?name="([^"]*)"/g] as const);
  const found = (await readZip(place, bytes)).find(({ name }) => name === member);
  const text = found === undefined ? '' : (await found.read()).toString('utf8');
  return [...text.matchAll(pattern)].map(([, name = '']) => decodeReferences(name));
}

/** The error for a zip archive of something else. It opens as a workbook without a sheet, which no program can write. */
export function noWorkbook(place: string): UnreadableFileError {
  return new UnreadableFileError({ place, message: 'has no sheet, so it is not a workbook', repair: 'download the file again' });
}

/** Whether a zip is an .ods workbook: its first member names the format and is not compressed (OpenDocument 1.2, part 3, §3.3). */
function isOpenDocument(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  return start.includes('mimetypeapplication/vnd.oasis.opendocument.spreadsheet');
}

/** The sheet with this name. Only letters and digits count, because publishers change case, blanks and signs between editions. */
export function sheetNamed(place: string, workbook: Workbook, name: string): Sheet {
  const found = workbook.sheets.find((sheet) => foldToLetters(sheet.name) === foldToLetters(name));
  tellSheets(place, workbook.sheets, [{ names: [name], found: found?.name ?? null }]);
  if (found === undefined) {
    throw new LayoutError([
      { place, message: `there is no sheet "${name}", found ${quoteList(workbook.sheets.map((sheet) => sheet.name))}` },
    ]);
  }
  return found;
}

/** Tells which sheets of a workbook a reader looked for. */
export function tellSheets(place: string, sheets: readonly { readonly name: string }[], wanted: readonly Wanted[]): void {
  tellLookedFor({ place, what: 'sheet', wanted, there: sheets.map(({ name }) => name) });
}

/** A cell's address as Excel writes it: `D86`. */
export function cellAddress(row: number, column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return `${letters}${row}`;
}

/** The row and column of an address: D86 is row 86, column 4. */
export function parseAddress(address: string): { row: number; column: number } {
  const match = /^([A-Z]+)([1-9][0-9]*)$/.exec(address);
  if (match === null) throw new RangeError(`"${address}" is not a cell address`);
  let column = 0;
  for (const letter of match[1] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(match[2]), column };
}

function lastOf(cells: readonly Merged[]): [row: number, column: number] {
  return [Math.max(...cells.map(({ row }) => row)), Math.max(...cells.map(({ column }) => column))];
}

const year = /^(?:19|20)\d\d$/;

/** Whether a text is a figure, or a marker in its place. A year is one only in a row that has other figures: it also heads columns. */
function isFigure(texts: readonly (readonly (string | undefined)[] | undefined)[], row: number, column: number): boolean {
  const isNumber = (text: string) => /^[-+]?(?:\d[\d,]*\.?\d*|\.\d+)(?:e[-+]?\d+)?%?$/i.test(text);
  const text = texts[row]?.[column]?.trim() ?? '';
  if (year.test(text)) return texts[row]?.some((other) => other !== undefined && isNumber(other) && !year.test(other)) ?? false;
  return isNumber(text) || /^(?:[^\p{L}\p{N}\s]+|[a-z])$/iu.test(text);
}

class Grid implements Sheet {
  readonly name: string;
  readonly rowCount: number;
  readonly #texts: readonly (readonly (string | undefined)[] | undefined)[];
  readonly #fills: readonly (readonly (string | undefined)[] | undefined)[];
  readonly #place: string;
  /** By address: the merged cells that hold a figure. Null in nearly all sheets. */
  readonly #mergedFigures: ReadonlyMap<string, Merged> | null;
  constructor(place: string, name: string, texts: (string | undefined)[][], fills: (string | undefined)[][], merged: readonly Merged[]) {
    this.name = name;
    this.#place = place;
    const figures = merged.filter(({ top, left }) => isFigure(texts, top, left));
    this.#mergedFigures = figures.length === 0 ? null : new Map(figures.map((one) => [cellAddress(one.row, one.column), one]));
    this.rowCount = Math.max(0, texts.length - 1);
    this.#texts = texts;
    this.#fills = fills;
  }
  text(row: number, column: number): string {
    const text = this.#texts[row]?.[column] ?? '';
    const merged = this.#mergedFigures?.get(cellAddress(row, column));
    if (merged === undefined) return text;
    const others = [...(this.#mergedFigures?.values() ?? [])].filter(({ top, left }) => top === merged.top && left === merged.left);
    const range = `${cellAddress(merged.top, merged.left)}:${cellAddress(...lastOf(others))}`;
    throw new LayoutError([
      {
        place: `${this.#place} '${this.name}'!${cellAddress(row, column)}`,
        message: `the cells ${range} are merged and hold "${text}", expected a cell of its own for each figure`,
        repair: 'download the file again; if the publisher has merged the cells, ask the publisher which of them the figure belongs to',
      },
    ]);
  }
  fill(row: number, column: number): string | null {
    return this.#fills[row]?.[column] ?? null;
  }
}

/** What exceljs has read of a workbook, and what its cells name by number. */
async function openXlsx(bytes: Uint8Array): Promise<{ workbook: ExcelJS.Workbook; named: Named }> {
  // Each of the libraries takes as long to load as a small source to read.
  const { default: library } = await import('exceljs');
  const workbook = new library.Workbook();
  const named = leaveOutAttachments(workbook.xlsx);
  // exceljs declares its own Buffer type, which no Node type satisfies. It reads any ArrayBuffer view.
  await workbook.xlsx.load(bytes as unknown as Parameters<typeof workbook.xlsx.load>[0], { ignoreNodes: attachments });
  return { workbook, named };
}

const sheetPart = /^xl\/worksheets\/sheet\d+\.xml$/;

/**
 * Sheets that are written as usual: exceljs reads everything but the rows, which are most of a workbook. In their place each sheet has one cell, which
 * names its part. Null if a sheet is not written so.
 */
async function usualSheets(place: string, parts: readonly PackedMember[]): Promise<Sheet[] | null> {
  const parted = new Map<string, NonNullable<ReturnType<typeof partedSheet>>>();
  const emptied: PackedMember[] = [];
  for (const part of parts) {
    if (!part.name.startsWith('xl/worksheets/') || part.name.endsWith('.rels')) {
      emptied.push(part);
      continue;
    }
    const found = sheetPart.test(part.name) ? partedSheet(Buffer.from(part.bytes).toString()) : null;
    if (found === null) return null;
    parted.set(part.name, found);
    const row = `<row r="1"><c r="A1" t="str"><v>${part.name}</v></c></row>`;
    const bytes = Buffer.from(`${found.head}<sheetData>${row}</sheetData>${found.tail}`);
    emptied.push({ ...part, bytes, length: bytes.length, crc32: crc32(bytes) });
  }
  const { workbook, named } = await openXlsx(writeArchive(emptied));
  const numbered = numberedBy(named);
  const sheets: Sheet[] = [];
  for (const worksheet of workbook.worksheets) {
    const found = parted.get(textOf(worksheet.getCell(1, 1).value));
    const cells = found === undefined ? null : usualCells(found, numbered);
    if (cells === null) return null;
    sheets.push(new Grid(place, worksheet.name, cells.texts, cells.fills, cells.merged));
  }
  return sheets;
}

/** Each shared text and style looked up once. */
function numberedBy({ sharedStrings, styles }: Named): Numbered {
  const texts: ReturnType<Numbered['text']>[] = [];
  const found: ReturnType<Numbered['style']>[] = [];
  return {
    text(number) {
      const known = texts[number];
      if (known !== undefined) return known;
      const value = sharedStrings?.getString(number);
      return value === undefined || value === null
        ? undefined
        : (texts[number] = { text: textOf(value), isRich: typeof value !== 'string' });
    },
    style(number) {
      const known = found[number];
      if (known !== undefined) return known;
      const { fill, numFmt = '' } = (number === 0 ? null : styles?.getStyleModel(number)) ?? {};
      // As exceljs tells dates, from the letters of a format that stand in no brackets and no quotation marks.
      const isDate = /[ymdhMsb]/.test(numFmt.replace(/\[[^\]]*\]/g, '').replace(/"[^"]*"/g, ''));
      return (found[number] = { fill: fillOf(fill), isDate });
    },
  };
}

/** A fill as a sheet gives it. */
function fillOf(fill: ExcelJS.Fill | undefined): string | undefined {
  if (fill === undefined || fill.type !== 'pattern' || fill.pattern === 'none') return undefined;
  // exceljs's types have only ARGB and theme colours, not the Excel palette number.
  const colour: { argb?: string; theme?: number; indexed?: number } = fill.fgColor ?? {};
  return `${fill.pattern}/${colour.indexed ?? colour.argb ?? colour.theme ?? ''}`;
}

/** The sheets as exceljs reads them whole. */
export async function sheetsOfXlsx(place: string, bytes: Uint8Array): Promise<Sheet[]> {
  const { workbook } = await openXlsx(bytes);
  return workbook.worksheets.map((worksheet) => {
    const texts: (string | undefined)[][] = [];
    const fills: (string | undefined)[][] = [];
    const merged: Merged[] = [];
    worksheet.eachRow({ includeEmpty: false }, (row, rowNumber) => {
      const textsOfRow: (string | undefined)[] = [];
      const fillsOfRow: (string | undefined)[] = [];
      row.eachCell({ includeEmpty: false }, (cell, columnNumber) => {
        textsOfRow[columnNumber] = textOf(cell.value);
        if (cell.isMerged)
          merged.push({ row: rowNumber, column: columnNumber, top: Number(cell.master.row), left: Number(cell.master.col) });
        const fill = fillOf(cell.fill);
        if (fill !== undefined) fillsOfRow[columnNumber] = fill;
      });
      texts[rowNumber] = textsOfRow;
      fills[rowNumber] = fillsOfRow;
    });
    return new Grid(place, worksheet.name, texts, fills, merged);
  });
}

/** The elements of a sheet that name comments, drawings and tables, and one of which exceljs would build every cell of its range. */
const attachments = ['drawing', 'legacyDrawing', 'legacyDrawingHF', 'picture', 'tableParts', 'dataValidations'];

/** What cells name by number. */
interface Named {
  sharedStrings?: { getString(number: number): ExcelJS.CellValue | undefined };
  styles?: { getStyleModel(number: number): { readonly fill?: ExcelJS.Fill; readonly numFmt?: string } | null };
}

/** The parts of a workbook as exceljs holds them before it joins them. Its types do not have them. */
interface Parts extends Named {
  worksheetRels: ({ readonly Type: string }[] | undefined)[];
  drawings: object;
  comments: object;
  vmlDrawings: object;
  tables: object;
  definedNames: object;
}

/**
 * Keeps exceljs from joining comments and drawings with their sheets. We read only cells, and it fails if another program has given
 * these parts names or places that Excel does not use. What is returned has, once the workbook is loaded, what exceljs forgets after joining.
 */
function leaveOutAttachments(xlsx: ExcelJS.Xlsx): Named {
  const joiner = xlsx as ExcelJS.Xlsx & { reconcile(parts: Parts, options: unknown): void };
  const reconcile = joiner.reconcile.bind(joiner);
  const named: Named = {};
  joiner.reconcile = (parts, options) => {
    const { sharedStrings, styles } = parts;
    Object.assign(named, { sharedStrings, styles });
    const worksheetRels = parts.worksheetRels.map((relations) => relations?.filter(({ Type }) => Type.endsWith('/hyperlink')));
    // exceljs would build every cell of the range of a name.
    Object.assign(parts, { worksheetRels, definedNames: [], drawings: {}, comments: {}, vmlDrawings: {}, tables: {} });
    reconcile(parts, options);
  };
  return named;
}

/** The text of a cell as a sheet gives it. */
export function textOf(value: ExcelJS.CellValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return newlines(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return value.toISOString();
  if ('richText' in value) return newlines(value.richText.map((run) => run.text).join(''));
  if ('error' in value) return value.error;
  if ('hyperlink' in value) return newlines(String(value.text));
  if ('result' in value) return textOf(value.result);
  return '';
}

function newlines(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** What Excel shows for the code of an error in .xls (MS-XLS 2.5.10). */
const errorTexts: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
};

/** The sheets as @e965/xlsx reads them. */
export async function sheetsOfOthers(bytes: Uint8Array): Promise<XlsSheet[]> {
  const { read: readOthers } = await import('@e965/xlsx');
  // We read values, never the text that Excel would show: formatting every number takes a quarter of the time.
  const workbook = readOthers(bytes, {
    type: 'buffer',
    cellStyles: true,
    cellText: false,
    cellHTML: false,
    cellFormula: false,
    dense: true,
  });
  return workbook.SheetNames.map((name) => {
    const texts: (string | undefined)[][] = [];
    const fills: (string | undefined)[][] = [];
    let cells = 0;
    (workbook.Sheets[name]?.['!data'] ?? []).forEach((row, rowIndex) => {
      cells += row?.length ?? 0;
      const textsOfRow: (string | undefined)[] = [];
      const fillsOfRow: (string | undefined)[] = [];
      row?.forEach((cell, columnIndex) => {
        if (cell === undefined || cell === null) return;
        if (cell.v !== undefined && cell.t !== 'z')
          textsOfRow[columnIndex + 1] =
            cell.t === 'e' ? (errorTexts[Number(cell.v)] ?? cell.w ?? String(cell.v)) : newlines(String(cell.v));
        const style: { patternType?: string; fgColor?: { rgb?: string } } | undefined = cell.s;
        if (style?.patternType !== undefined && style.patternType !== 'none') {
          fillsOfRow[columnIndex + 1] = `${style.patternType}/${style.fgColor?.rgb ?? ''}`;
        }
      });
      texts[rowIndex + 1] = textsOfRow;
      fills[rowIndex + 1] = fillsOfRow;
    });
    return { name, texts, fills, cells, merges: workbook.Sheets[name]?.['!merges'] ?? [] };
  });
}

/** The sheets of a workbook, within the limits. */
function gridsOf(place: string, sheets: readonly XlsSheet[]): Sheet[] {
  let [cells, mergedCells] = [0, 0];
  return sheets.map(({ name, texts, fills, merges, cells: own }) => {
    requireWithin(`${place} '${name}'`, 'rows', Math.max(0, texts.length - 1));
    cells += own;
    requireWithin(`${place} '${name}'`, 'cells', cells);
    const merged = merges.flatMap(({ s: from, e: to }) => {
      const [rowsOf, columnsOf] = [to.r - from.r + 1, to.c - from.c + 1];
      mergedCells += rowsOf * columnsOf;
      requireWithin(`${place} '${name}'`, 'mergedCells', mergedCells);
      return Array.from({ length: rowsOf * columnsOf }, (_, at): Merged => {
        return { row: from.r + 1 + Math.floor(at / columnsOf), column: from.c + 1 + (at % columnsOf), top: from.r + 1, left: from.c + 1 };
      });
    });
    return new Grid(place, name, texts, fills, merged);
  });
}
