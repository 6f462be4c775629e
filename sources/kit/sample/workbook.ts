// Writes the synthetic releases: .xlsx workbooks of texts, numbers and fills, and zip archives, the same bytes on every run.
//
// It writes the parts of an .xlsx as text. exceljs's writer takes fourteen times as long for ASHE's two million cells and puts the time
// into the file; @e965/xlsx writes no fills. The readers of sources/kit/read prove that the result is a workbook.
import { ZipFile } from 'yazl';

/** The value of a cell: a text, a number, or nothing. */
export type SampleValue = string | number | null;

/** A cell and its fill, if it has one, as the reader names it: `solid/49` (indexed colour), `lightGray/9`, `solid/FF00FFFF` (ARGB). */
export type SampleCell = SampleValue | { readonly value: SampleValue; readonly fill: string };

/** A sheet: its rows from row 1, each with its cells from column A. An empty list is an empty row. */
export interface SampleSheet {
  readonly name: string;
  readonly rows: Iterable<readonly SampleCell[]>;
}

export interface SampleMember {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** An .xlsx workbook of the sheets, in order. */
export async function writeWorkbook(sheets: readonly SampleSheet[]): Promise<Buffer> {
  const texts = new Numbering();
  const fills = new Numbering();
  const worksheets = sheets.map((sheet) => worksheet(sheet, texts, fills));
  const parts: SampleMember[] = [
    part('[Content_Types].xml', contentTypes(sheets.length)),
    part('_rels/.rels', relationships([`${office}/officeDocument`, 'xl/workbook.xml'])),
    part('xl/workbook.xml', workbook(sheets.map((sheet) => sheet.name))),
    part(
      'xl/_rels/workbook.xml.rels',
      relationships(
        ...sheets.map((_, index): [string, string] => [`${office}/worksheet`, `worksheets/sheet${index + 1}.xml`]),
        [`${office}/styles`, 'styles.xml'],
        [`${office}/sharedStrings`, 'sharedStrings.xml'],
      ),
    ),
    part('xl/styles.xml', styles(fills.values)),
    part('xl/sharedStrings.xml', sharedStrings(texts.values)),
    ...worksheets.map((bytes, index) => ({ name: `xl/worksheets/sheet${index + 1}.xml`, bytes })),
  ];
  return archive(parts);
}

/** A zip archive of the members, in order. They are stored, not compressed, because a workbook is compressed already. */
export async function writeZip(members: readonly SampleMember[]): Promise<Buffer> {
  return archive(members.map((member) => ({ ...member, stored: true })));
}

/** A zip archive of the members, in order, each compressed unless it is `stored`. */
export async function archive(members: readonly (SampleMember & { readonly stored?: boolean })[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, bytes, stored = false } of members) {
    // A zip without the extended timestamp holds local time, so local noon gives the same bytes in every time zone.
    // Level 1 takes a third of the time of level 6, and a sample lives for seconds.
    zip.addBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), name, {
      mtime: new Date(2024, 0, 1, 12),
      forceDosTimestamp: true,
      ...(stored ? { compress: false } : { compress: true, compressionLevel: 1 }),
    });
  }
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** Numbers distinct texts in the order of their first use. */
class Numbering {
  readonly #places = new Map<string, number>();
  get values(): string[] {
    return [...this.#places.keys()];
  }
  of(value: string): number {
    const known = this.#places.get(value);
    if (known !== undefined) return known;
    this.#places.set(value, this.#places.size);
    return this.#places.size - 1;
  }
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageFormat = 'http://schemas.openxmlformats.org/package/2006';
const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

function part(name: string, text: string): SampleMember {
  return { name, bytes: Buffer.from(`${declaration}${text}`) };
}

// Rows become bytes in pieces of this many characters. As one text, a sheet of millions of cells would be in memory several times.
const pieceLength = 1_000_000;

function worksheet({ rows }: SampleSheet, texts: Numbering, fills: Numbering): Buffer {
  const pieces: Buffer[] = [];
  let text = `${declaration}<worksheet xmlns="${spreadsheet}"><sheetData>`;
  let rowNumber = 0;
  for (const cells of rows) {
    rowNumber += 1;
    if (cells.length === 0) continue;
    let line = `<row r="${rowNumber}">`;
    cells.forEach((cell, index) => {
      if (cell === null) return;
      const { value, fill } = typeof cell === 'object' ? cell : { value: cell, fill: null };
      // Style 0 has no fill.
      const start = `<c r="${columnLetters(index + 1)}${rowNumber}"${fill === null ? '' : ` s="${fills.of(fill) + 1}"`}`;
      if (value === null) line += `${start}/>`;
      else if (typeof value === 'number') line += `${start}><v>${value}</v></c>`;
      else line += `${start} t="s"><v>${texts.of(value)}</v></c>`;
    });
    text += `${line}</row>`;
    if (text.length < pieceLength) continue;
    pieces.push(Buffer.from(text));
    text = '';
  }
  pieces.push(Buffer.from(`${text}</sheetData></worksheet>`));
  return Buffer.concat(pieces);
}

const letters: string[] = [];

function columnLetters(column: number): string {
  const known = letters[column];
  if (known !== undefined) return known;
  const last = String.fromCharCode(65 + ((column - 1) % 26));
  const name = column > 26 ? columnLetters(Math.floor((column - 1) / 26)) + last : last;
  letters[column] = name;
  return name;
}

function contentTypes(sheetCount: number): string {
  const worksheets = Array.from(
    { length: sheetCount },
    (_, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${contentType}.worksheet+xml"/>`,
  );
  return (
    `<Types xmlns="${packageFormat}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/>` +
    `<Override PartName="/xl/sharedStrings.xml" ContentType="${contentType}.sharedStrings+xml"/>` +
    `${worksheets.join('')}</Types>`
  );
}

function relationships(...targets: readonly (readonly [type: string, target: string])[]): string {
  const list = targets.map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${type}" Target="${target}"/>`);
  return `<Relationships xmlns="${packageFormat}/relationships">${list.join('')}</Relationships>`;
}

function workbook(names: readonly string[]): string {
  const sheets = names.map((name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`);
  return `<workbook xmlns="${spreadsheet}" xmlns:r="${office}"><sheets>${sheets.join('')}</sheets></workbook>`;
}

/** One cell style for each fill. The format reserves the first two fills: `none` and `gray125`. */
function styles(fills: readonly string[]): string {
  const patterns = fills.map((fill) => {
    const [pattern, colour = ''] = fill.split('/');
    const attribute = /^[0-9A-F]{8}$/.test(colour) ? `rgb="${colour}"` : `indexed="${colour}"`;
    return `<fill><patternFill patternType="${pattern}"><fgColor ${attribute}/><bgColor indexed="64"/></patternFill></fill>`;
  });
  const formats = fills.map((_, index) => `<xf numFmtId="0" fontId="0" fillId="${index + 2}" borderId="0" xfId="0" applyFill="1"/>`);
  return (
    `<styleSheet xmlns="${spreadsheet}"><fonts count="1"><font><sz val="10"/><name val="Arial"/></font></fonts>` +
    `<fills count="${fills.length + 2}"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${patterns.join('')}</fills>` +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${fills.length + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${formats.join('')}</cellXfs></styleSheet>`
  );
}

function sharedStrings(texts: readonly string[]): string {
  const items = texts.map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`);
  return `<sst xmlns="${spreadsheet}" uniqueCount="${texts.length}">${items.join('')}</sst>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text escaped for XML, between tags and in attributes. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
