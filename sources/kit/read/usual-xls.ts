// Reads the cells of a legacy .xls workbook (BIFF8), written as Excel writes statistics: numbers and shared texts, in a tenth of the time that the
// library takes, which makes several objects of each cell. Anything else in a workbook is left to the library: then there are no sheets.

/** A sheet. Texts and fills are by row and column, counted from 1. */
export interface XlsSheet {
  readonly name: string;
  readonly texts: (string | undefined)[][];
  readonly fills: (string | undefined)[][];
  /** How many cells its rows have, up to the last one of each that is written, empty ones too. */
  readonly cells: number;
  /** The ranges of merged cells, as their first and last cells, counted from 0. */
  readonly merges: readonly {
    readonly s: { readonly r: number; readonly c: number };
    readonly e: { readonly r: number; readonly c: number };
  }[];
}

/** The types of records that are read (MS-XLS 2.3). */
const types = {
  eof: 0x0a,
  continued: 0x3c,
  boundSheet: 0x85,
  palette: 0x92,
  mulRk: 0xbd,
  mulBlank: 0xbe,
  xf: 0xe0,
  mergeCells: 0xe5,
  sst: 0xfc,
  labelSst: 0xfd,
  blank: 0x201,
  number: 0x203,
  rk: 0x27e,
  bof: 0x809,
};
/** In a sheet: formulas and their results, errors, texts of their own, comments, and another stream within it. An encrypted book is left to the library too. */
const unusualRecords = new Set([
  0x06, 0x206, 0x406, 0x207, 0x07, 0x205, 0x05, 0x204, 0x04, 0xd6, 0x1c, 0x02, 0x03, 0x221, 0x4bc, 0x2f, 0x809,
]);

/** The sheets of a workbook; null if it is not written as usual, or is damaged. */
export function usualXls(bytes: Uint8Array): XlsSheet[] | null {
  try {
    const stream = workbookStream(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return stream === null ? null : sheetsOf(stream);
  } catch (error) {
    // What lies beyond the end of the bytes: the library says what is wrong with them.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const [freeSector, endOfChain, lastSector] = [0xffff_ffff, 0xffff_fffe, 0xffff_fffa];

/** The stream "Workbook" of a compound file (MS-CFB). Null if it is not there once, or lies among the small streams. */
function workbookStream(file: Buffer): Buffer | null {
  const size = 1 << file.readUInt16LE(30);
  if (size !== 512 && size !== 4096) return null;
  const sector = (number: number) => {
    const start = (number + 1) * size;
    if (start + size > file.length) throw new RangeError('beyond the end');
    return file.subarray(start, start + size);
  };
  const tables: number[] = [];
  for (let at = 76; at < 512; at += 4) tables.push(file.readUInt32LE(at));
  let more = file.readUInt32LE(68);
  const lists = file.readUInt32LE(72);
  // No more lists than the file has room for: a damaged one may lead to itself.
  if (lists * size > file.length) return null;
  for (let left = lists; left > 0; left -= 1) {
    const list = sector(more);
    for (let at = 0; at < size - 4; at += 4) tables.push(list.readUInt32LE(at));
    more = list.readUInt32LE(size - 4);
  }
  const used = tables.filter((number) => number < lastSector);
  if (used.length !== file.readUInt32LE(44)) return null;
  const table = Buffer.concat(used.map(sector));
  const chain = (start: number): Buffer | null => {
    const parts: Buffer[] = [];
    for (let number = start; number !== endOfChain; number = table.readUInt32LE(number * 4)) {
      if (number >= lastSector || number === freeSector || parts.length * size > file.length) return null;
      parts.push(sector(number));
    }
    return Buffer.concat(parts);
  };
  const directory = chain(file.readUInt32LE(48));
  if (directory === null) return null;
  const streams: { readonly start: number; readonly length: number }[] = [];
  for (let at = 0; at < directory.length; at += 128) {
    const nameLength = directory.readUInt16LE(at + 64);
    const name = nameLength < 2 ? '' : directory.toString('utf16le', at, at + Math.min(nameLength, 64) - 2).toLowerCase();
    if (name === 'encryption' || name === 'book') return null;
    if (name === 'workbook') streams.push({ start: directory.readUInt32LE(at + 116), length: directory.readUInt32LE(at + 120) });
  }
  const [stream, ...others] = streams;
  if (stream === undefined || others.length > 0 || stream.length < file.readUInt32LE(56)) return null;
  const all = chain(stream.start);
  return all === null || all.length < stream.length ? null : all.subarray(0, stream.length);
}

interface Book {
  readonly sheets: { readonly at: number; readonly name: string }[];
  readonly texts: readonly string[];
  /** By style. */
  readonly fills: readonly (string | undefined)[];
}

function sheetsOf(stream: Buffer): XlsSheet[] | null {
  const book = readBook(stream);
  if (book === null || book.sheets.length === 0) return null;
  if (new Set(book.sheets.map(({ name }) => name)).size < book.sheets.length) return null;
  const sheets: XlsSheet[] = [];
  let before = 0;
  for (const { at, name } of book.sheets) {
    // The library lists sheets in the order in which they lie.
    if (at <= before) return null;
    before = at;
    const sheet = readSheet(stream, at, name, book);
    if (sheet === null) return null;
    sheets.push(sheet);
  }
  return sheets;
}

/** Whether a stream of records of BIFF8 begins here. `kind`: 5 is the workbook's own, 16 a worksheet (MS-XLS 2.4.21). */
function begins(stream: Buffer, at: number, kind: number): boolean {
  return stream.readUInt16LE(at) === types.bof && stream.readUInt16LE(at + 4) === 0x600 && stream.readUInt16LE(at + 6) === kind;
}

/** The workbook's own records. */
function readBook(stream: Buffer): Book | null {
  if (!begins(stream, 0, 5)) return null;
  const sheets: { at: number; name: string }[] = [];
  const styles: { readonly pattern: number; readonly colour: number }[] = [];
  let palette: string[] | null = null;
  let texts: string[] | null = [];
  for (let at = 4 + stream.readUInt16LE(2); ; ) {
    const [type, start, end] = [stream.readUInt16LE(at), at + 4, at + 4 + stream.readUInt16LE(at + 2)];
    if (end > stream.length || unusualRecords.has(type)) return null;
    at = end;
    if (type === types.eof) break;
    if (type === types.boundSheet) {
      // Charts, macros and a sheet without a name are left to the library.
      const [kind, length, isWide] = [stream.readUInt8(start + 5), stream.readUInt8(start + 6), stream.readUInt8(start + 7) & 1];
      if (kind !== 0 || length === 0) return null;
      sheets.push({ at: stream.readUInt32LE(start), name: textAt(stream, start + 8, length, isWide) });
    } else if (type === types.xf) {
      styles.push({ pattern: stream.readUInt32LE(start + 14) >>> 26, colour: stream.readUInt16LE(start + 18) & 0x7f });
    } else if (type === types.palette) {
      palette = Array.from({ length: stream.readUInt16LE(start) }, (_, place) =>
        stream.toString('hex', start + 2 + 4 * place, start + 5 + 4 * place).toUpperCase(),
      );
    } else if (type === types.sst) {
      const pieces = [stream.subarray(start, end)];
      while (stream.readUInt16LE(at) === types.continued) {
        const next = at + 4 + stream.readUInt16LE(at + 2);
        if (next > stream.length) return null;
        pieces.push(stream.subarray(at + 4, next));
        at = next;
      }
      texts = sharedTexts(pieces);
      if (texts === null) return null;
    }
  }
  const fills: (string | undefined)[] = [];
  for (const { pattern, colour } of styles) {
    const name = patterns[pattern];
    const rgb = (colour >= 8 && colour < 64 ? palette?.[colour - 8] : undefined) ?? usualColour(colour);
    if (name !== undefined && rgb === undefined) return null;
    fills.push(name === undefined ? undefined : `${name}/${rgb}`);
  }
  return { sheets, texts, fills };
}

/** By number, from 1 (MS-XLS 2.5.129). 0 is none. */
const patterns: readonly (string | undefined)[] = [
  undefined,
  ...'solid mediumGray darkGray lightGray darkHorizontal darkVertical darkDown darkUp darkGrid darkTrellis'.split(' '),
  ...'lightHorizontal lightVertical lightDown lightUp lightGrid lightTrellis gray125 gray0625'.split(' '),
];

/** The colours of a workbook without a palette, from number 8 (MS-XLS 2.5.161). Those of numbers 0 to 7 are the first eight. */
const usualPalette = (
  '000000 FFFFFF FF0000 00FF00 0000FF FFFF00 FF00FF 00FFFF 800000 008000 000080 808000 800080 008080 C0C0C0 808080 ' +
  '9999FF 993366 FFFFCC CCFFFF 660066 FF8080 0066CC CCCCFF 000080 FF00FF FFFF00 00FFFF 800080 800000 008080 0000FF ' +
  '00CCFF CCFFFF CCFFCC FFFF99 99CCFF FF99CC CC99FF FFCC99 3366FF 33CCCC 99CC00 FFCC00 FF9900 FF6600 666699 969696 ' +
  '003366 339966 003300 333300 993300 993366 333399 333333'
).split(' ');

/** Undefined for the colours of the screen, except those of its text and its ground. */
function usualColour(number: number): string | undefined {
  if (number === 64) return '000000';
  if (number === 65) return 'FFFFFF';
  return usualPalette[number < 8 ? number : number - 8];
}

function textAt(bytes: Buffer, at: number, length: number, isWide: number): string {
  const end = at + (isWide ? 2 * length : length);
  if (end > bytes.length) throw new RangeError('beyond the end');
  return bytes.toString(isWide ? 'utf16le' : 'latin1', at, end);
}

/**
 * The shared texts. They lie in several records one after the other. Where a record ends within a text, the next begins with the width of
 * its characters; where it ends between the other parts of a text, the next goes on without one (MS-XLS 2.5.293).
 */
function sharedTexts(pieces: readonly Buffer[]): string[] | null {
  let piece = 0;
  let at = 0;
  const bytes = () => pieces[piece] ?? Buffer.alloc(0);
  /** Goes to the next record if this one has no more bytes. */
  const settle = () => {
    while (at >= bytes().length && piece < pieces.length) {
      at -= bytes().length;
      piece += 1;
    }
  };
  const take = (length: number): number => {
    settle();
    // A number is never cut.
    if (at + length > bytes().length) throw new RangeError('beyond the end');
    const value = bytes().readUIntLE(at, length);
    at += length;
    return value;
  };
  take(4);
  const count = take(4);
  const texts: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const length = take(2);
    const flags = take(1);
    const runs = flags & 8 ? take(2) : 0;
    const further = flags & 4 ? take(4) : 0;
    let isWide = flags & 1;
    let text = '';
    while (text.length < length) {
      if (at === bytes().length) {
        settle();
        isWide = take(1) & 1;
      }
      const here = Math.min(length - text.length, Math.floor((bytes().length - at) / (isWide ? 2 : 1)));
      if (here === 0) return null;
      text += textAt(bytes(), at, here, isWide);
      at += isWide ? 2 * here : here;
    }
    at += 4 * runs + further;
    texts.push(text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);
  }
  return texts;
}

/** The number in four bytes (MS-XLS 2.5.217): of 30 bits, an integer or the front of a double, and perhaps a hundredth of it. */
function rkAt(stream: Buffer, at: number): number {
  const bits = stream.readInt32LE(at);
  double.writeInt32LE(bits & ~3, 4);
  const number = bits & 2 ? bits >> 2 : double.readDoubleLE(0);
  return bits & 1 ? number / 100 : number;
}
const double = Buffer.alloc(8);

function readSheet(stream: Buffer, from: number, name: string, { texts: shared, fills: fillOf }: Book): XlsSheet | null {
  if (!begins(stream, from, 16)) return null;
  const texts: (string | undefined)[][] = [];
  const fills: (string | undefined)[][] = [];
  const merges: XlsSheet['merges'][number][] = [];
  /** By row, the number of its cells. */
  const widths: number[] = [];
  const put = (row: number, column: number, style: number, text: string | undefined) => {
    const textsOfRow = (texts[row + 1] ??= []);
    const fillsOfRow = (fills[row + 1] ??= []);
    if (text !== undefined) textsOfRow[column + 1] = text;
    const fill = fillOf[style];
    if (fill !== undefined) fillsOfRow[column + 1] = fill;
    widths[row] = Math.max(widths[row] ?? 0, column + 1);
  };
  for (let at = from + 4 + stream.readUInt16LE(from + 2); ; ) {
    const [type, start, end] = [stream.readUInt16LE(at), at + 4, at + 4 + stream.readUInt16LE(at + 2)];
    if (end > stream.length || unusualRecords.has(type)) return null;
    at = end;
    if (type === types.eof) return { name, texts, fills, cells: widths.reduce((sum, width) => sum + width, 0), merges };
    if (type === types.labelSst) {
      const text = shared[stream.readUInt32LE(start + 6)];
      if (text === undefined) return null;
      put(stream.readUInt16LE(start), stream.readUInt16LE(start + 2), stream.readUInt16LE(start + 4), text);
    } else if (type === types.number) {
      const number = stream.readDoubleLE(start + 6);
      put(stream.readUInt16LE(start), stream.readUInt16LE(start + 2), stream.readUInt16LE(start + 4), String(number));
    } else if (type === types.rk) {
      put(stream.readUInt16LE(start), stream.readUInt16LE(start + 2), stream.readUInt16LE(start + 4), String(rkAt(stream, start + 6)));
    } else if (type === types.blank) {
      put(stream.readUInt16LE(start), stream.readUInt16LE(start + 2), stream.readUInt16LE(start + 4), undefined);
    } else if (type === types.mulBlank) {
      const [row, first, last] = [stream.readUInt16LE(start), stream.readUInt16LE(start + 2), stream.readUInt16LE(end - 2)];
      if (end - start !== 6 + 2 * (last - first + 1)) return null;
      for (let column = first; column <= last; column += 1)
        put(row, column, stream.readUInt16LE(start + 4 + 2 * (column - first)), undefined);
    } else if (type === types.mulRk) {
      const [row, first, last] = [stream.readUInt16LE(start), stream.readUInt16LE(start + 2), stream.readUInt16LE(end - 2)];
      if (end - start !== 6 + 6 * (last - first + 1)) return null;
      for (let column = first, one = start + 4; column <= last; column += 1, one += 6)
        put(row, column, stream.readUInt16LE(one), String(rkAt(stream, one + 2)));
    } else if (type === types.mergeCells) {
      for (let left = stream.readUInt16LE(start), one = start + 2; left > 0; left -= 1, one += 8) {
        const [top, bottom, first, last] = [0, 2, 4, 6].map((place) => stream.readUInt16LE(one + place)) as [
          number,
          number,
          number,
          number,
        ];
        merges.push({ s: { r: top, c: first }, e: { r: bottom, c: last } });
      }
    }
  }
}
