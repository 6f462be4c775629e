// Reads workbooks as grids of published texts: .xlsx and .xlsm through exceljs, legacy .xls and
// .ods through @e965/xlsx. Both give the fill of a cell, by which some publishers show the quality
// of the figure, except for .ods.
import type ExcelJS from 'exceljs';
import { type Wanted, tellLookedFor } from '../looked-for.ts';
import { LayoutError, UnreadableFileError, damaged, unreadable } from '../problem.ts';
import { decodeReferences } from './character-references.ts';
import { expectFormat } from './sniff.ts';
import { type PackedMember, type ZipMember, packed, readZip, writeArchive } from './zip.ts';

/** A sheet as published. Rows and columns are counted from 1, as in Excel. */
export interface Sheet {
  readonly name: string;
  readonly rowCount: number;
  /**
   * The text of a cell: numbers in their shortest decimal form, rich text joined, line breaks as
   * LF, an empty text for an empty cell. Every cell of merged ones has their text, which is a
   * label. Throws LayoutError if it is a figure: nobody knows of which cell.
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
 * Opens a workbook. Throws UnreadableFileError if the bytes are not a workbook. `place` names it in
 * messages.
 */
export async function readWorkbook(
  place: string,
  name: string,
  bytes: Uint8Array,
): Promise<Workbook> {
  const format = expectFormat(place, bytes, ['zip', 'xls']);
  let sheets: Sheet[];
  try {
    if (format === 'xls') sheets = await sheetsOfOthers(place, bytes);
    else if (isOpenDocument(bytes))
      sheets = await sheetsOfOthers(
        place,
        writeArchive(await unpackedParts(place, bytes, partsOfOpenDocument)),
      );
    else
      sheets = await sheetsOfXlsx(
        place,
        writeArchive(await unpackedParts(place, bytes, partsOfXlsx)),
      );
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error;
    throw damaged(place, 'workbook', error);
  }
  if (sheets.length === 0) throw noWorkbook(place);
  return { name, sheets };
}

/** The parts that are read. The others, such as pictures and macros, are not even unpacked. */
const partsOfXlsx =
  /^(?:_rels\/\.rels|xl\/(?:workbook|sharedStrings|styles)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/.*\.(?:xml|rels))$/;
const partsOfOpenDocument = /^(?:mimetype|META-INF\/manifest\.xml|styles\.xml|content\.xml)$/;

async function unpackedParts(
  place: string,
  bytes: Uint8Array,
  wanted: RegExp,
): Promise<PackedMember[]> {
  const parts = (await readZip(place, bytes)).filter(({ name }) => wanted.test(name));
  // Stored, because the libraries unpack slowly.
  return Promise.all(
    parts.map(async (part) => ({ ...part.packed, method: 0, bytes: await part.read() })),
  );
}

const relationsOfWorkbook = 'xl/_rels/workbook.xml.rels';

/**
 * The parts of an .xlsx, packed as they lie in it, for a reader of streams, which finds no sheet of
 * an absolute place: openpyxl writes `/xl/worksheets/sheet1.xml`.
 */
export async function partsToStream(place: string, bytes: Uint8Array): Promise<PackedMember[]> {
  const parts = (await readZip(place, bytes)).filter(({ name }) => partsOfXlsx.test(name));
  await Promise.all(parts.map((part) => part.verify()));
  const relative = async ({ read }: ZipMember) =>
    (await read()).toString('utf8').replaceAll(/(\sTarget\s*=\s*["'])\/xl\//g, '$1');
  return Promise.all(
    parts.map(async (part) =>
      part.name === relationsOfWorkbook ? packed(part.name, await relative(part)) : part.packed,
    ),
  );
}

/**
 * The names of the sheets, without reading the cells. Empty for a zip of something else. Throws
 * UnreadableFileError if the bytes are not a workbook or a zip.
 */
export async function sheetNames(place: string, bytes: Uint8Array): Promise<string[]> {
  if (expectFormat(place, bytes, ['zip', 'xls']) === 'xls')
    return (await readWorkbook(place, '', bytes)).sheets.map(({ name }) => name);
  const [member, pattern] = isOpenDocument(bytes)
    ? (['content.xml', /<table:table [^>]*?table:name="([^"]*)"/g] as const)
    : (['xl/workbook.xml', /<(?:\w+:)?sheet [^>]*?name="([^"]*)"/g] as const);
  const found = (await readZip(place, bytes)).find(({ name }) => name === member);
  const text = found === undefined ? '' : (await found.read()).toString('utf8');
  return [...text.matchAll(pattern)].map(([, name = '']) => decodeReferences(name));
}

/**
 * The error for a zip archive of something else. It opens as a workbook without a sheet, which no
 * program can write.
 */
export function noWorkbook(place: string): UnreadableFileError {
  return unreadable(place, 'has no sheet, so it is not a workbook');
}

/**
 * Whether a zip is an .ods workbook: its first member names the format and is not compressed
 * (OpenDocument 1.2, part 3, §3.3).
 */
function isOpenDocument(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  return start.includes('mimetypeapplication/vnd.oasis.opendocument.spreadsheet');
}

export function tellSheets(
  place: string,
  sheets: readonly { readonly name: string }[],
  wanted: readonly Wanted[],
): void {
  tellLookedFor({ place, what: 'sheet', wanted, there: sheets.map(({ name }) => name) });
}

/** A cell's address as Excel writes it: `D86`. */
export function cellAddress(row: number, column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
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

const year = /^(?:19|20)\d\d$/;

/**
 * Whether a text is a figure, or a marker in its place. A year is one only in a row that has other
 * figures: it also heads columns.
 */
function isFigure(texts: Texts, row: number, column: number): boolean {
  const isNumber = (text: string) => /^[-+]?(?:\d[\d,]*\.?\d*|\.\d+)(?:e[-+]?\d+)?%?$/i.test(text);
  const text = texts[row]?.[column]?.trim() ?? '';
  if (year.test(text))
    return (
      texts[row]?.some((other) => other !== undefined && isNumber(other) && !year.test(other)) ??
      false
    );
  return isNumber(text) || /^(?:[^\p{L}\p{N}\s]+|[a-z])$/iu.test(text);
}

/** A range of merged cells, from 1. */
interface Merge {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

type Texts = readonly (readonly (string | undefined)[] | undefined)[];

function gridOf(
  place: string,
  name: string,
  texts: Texts,
  fills: Texts,
  merges: readonly Merge[],
): Sheet {
  // Nearly all sheets have none.
  const mergedFigures = merges.filter(({ top, left }) => isFigure(texts, top, left));
  const isIn = (row: number, column: number) => (merge: Merge) =>
    merge.top <= row && row <= merge.bottom && merge.left <= column && column <= merge.right;
  return {
    name,
    rowCount: Math.max(0, texts.length - 1),
    text(row, column) {
      const text = texts[row]?.[column] ?? '';
      const merge = mergedFigures.length === 0 ? undefined : mergedFigures.find(isIn(row, column));
      if (merge === undefined) return text;
      const range = `${cellAddress(merge.top, merge.left)}:${cellAddress(merge.bottom, merge.right)}`;
      const message = `the cells ${range} are merged and hold "${text}", expected a cell of its own for each figure`;
      const repair =
        'download the file again; if the publisher has merged the cells, ask the publisher which of them the figure belongs to';
      throw new LayoutError([
        { place: `${place} '${name}'!${cellAddress(row, column)}`, message, repair },
      ]);
    },
    fill: (row, column) => fills[row]?.[column] ?? null,
  };
}

function fillOf(fill: ExcelJS.Fill | undefined): string | undefined {
  if (fill === undefined || fill.type !== 'pattern' || fill.pattern === 'none') return undefined;
  // exceljs's types have only ARGB and theme colours, not the Excel palette number.
  const colour: { argb?: string; theme?: number; indexed?: number } = fill.fgColor ?? {};
  return `${fill.pattern}/${colour.indexed ?? colour.argb ?? colour.theme ?? ''}`;
}

async function sheetsOfXlsx(place: string, bytes: Uint8Array): Promise<Sheet[]> {
  // Each of the libraries takes as long to load as a small source to read.
  const { default: library } = await import('exceljs');
  const workbook = new library.Workbook();
  leaveOutAttachments(workbook.xlsx);
  // exceljs declares its own Buffer type, which no Node type satisfies. It reads any ArrayBuffer
  // view.
  await workbook.xlsx.load(bytes as unknown as Parameters<typeof workbook.xlsx.load>[0], {
    ignoreNodes: attachments,
  });
  return workbook.worksheets.map((worksheet) => {
    const texts: (string | undefined)[][] = [];
    const fills: (string | undefined)[][] = [];
    const merges = new Map<ExcelJS.Cell, Merge>();
    worksheet.eachRow({ includeEmpty: false }, (row, rowNumber) => {
      const textsOfRow: (string | undefined)[] = [];
      const fillsOfRow: (string | undefined)[] = [];
      row.eachCell({ includeEmpty: false }, (cell, columnNumber) => {
        textsOfRow[columnNumber] = textOf(cell.value);
        // Its last cell comes last.
        if (cell.isMerged)
          merges.set(cell.master, {
            top: Number(cell.master.row),
            left: Number(cell.master.col),
            bottom: rowNumber,
            right: columnNumber,
          });
        const fill = fillOf(cell.fill);
        if (fill !== undefined) fillsOfRow[columnNumber] = fill;
      });
      texts[rowNumber] = textsOfRow;
      fills[rowNumber] = fillsOfRow;
    });
    return gridOf(place, worksheet.name, texts, fills, [...merges.values()]);
  });
}

/**
 * The elements of a sheet that name comments, drawings and tables, and one of which exceljs would
 * build every cell of its range.
 */
const attachments = [
  'drawing',
  'legacyDrawing',
  'legacyDrawingHF',
  'picture',
  'tableParts',
  'dataValidations',
];

/**
 * The parts of a workbook as exceljs holds them before it joins them. Its types do not have them.
 */
interface Parts {
  worksheetRels: ({ readonly Type: string }[] | undefined)[];
  drawings: object;
  comments: object;
  vmlDrawings: object;
  tables: object;
  definedNames: object;
}

/**
 * Keeps exceljs from joining comments and drawings with their sheets. We read only cells, and it
 * fails if another program has given these parts names or places that Excel does not use.
 */
function leaveOutAttachments(xlsx: ExcelJS.Xlsx): void {
  const joiner = xlsx as ExcelJS.Xlsx & { reconcile(parts: Parts, options: unknown): void };
  const reconcile = joiner.reconcile.bind(joiner);
  joiner.reconcile = (parts, options) => {
    const worksheetRels = parts.worksheetRels.map((relations) =>
      relations?.filter(({ Type }) => Type.endsWith('/hyperlink')),
    );
    // exceljs would build every cell of the range of a name.
    Object.assign(parts, {
      worksheetRels,
      definedNames: [],
      drawings: {},
      comments: {},
      vmlDrawings: {},
      tables: {},
    });
    reconcile(parts, options);
  };
}

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

async function sheetsOfOthers(place: string, bytes: Uint8Array): Promise<Sheet[]> {
  const { read: readOthers, utils } = await import('@e965/xlsx');
  // We read values, never the text that Excel would show: formatting every number takes a quarter
  // of the time.
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
    (workbook.Sheets[name]?.['!data'] ?? []).forEach((row, rowIndex) => {
      const textsOfRow: (string | undefined)[] = [];
      const fillsOfRow: (string | undefined)[] = [];
      row?.forEach((cell, columnIndex) => {
        if (cell === undefined || cell === null) return;
        if (cell.v !== undefined && cell.t !== 'z')
          // Of an error, such as #N/A, the value is a number.
          textsOfRow[columnIndex + 1] =
            cell.t === 'e' ? utils.format_cell(cell) : newlines(String(cell.v));
        const style: { patternType?: string; fgColor?: { rgb?: string } } | undefined = cell.s;
        if (style?.patternType !== undefined && style.patternType !== 'none') {
          fillsOfRow[columnIndex + 1] = `${style.patternType}/${style.fgColor?.rgb ?? ''}`;
        }
      });
      texts[rowIndex + 1] = textsOfRow;
      fills[rowIndex + 1] = fillsOfRow;
    });
    const merges = (workbook.Sheets[name]?.['!merges'] ?? []).map(
      ({ s: from, e: to }): Merge => ({
        top: from.r + 1,
        left: from.c + 1,
        bottom: to.r + 1,
        right: to.c + 1,
      }),
    );
    return gridOf(place, name, texts, fills, merges);
  });
}
