// Writes the synthetic releases: .xlsx workbooks of texts, numbers and fills, and zip archives, the
// same bytes on every run.
//
// It writes the parts of an .xlsx as text. exceljs is too slow for ASHE's million cells and puts
// the time into the file; @e965/xlsx writes no fills. The readers of sources/kit/read prove that
// the result is a workbook.
import { ZipFile } from 'yazl';

/** The value of a cell: a text, a number, or nothing. */
export type SampleValue = string | number | null;

/**
 * A cell and its fill, if it has one, as the reader names it: `solid/49` (indexed colour),
 * `lightGray/9`, `solid/FF00FFFF` (ARGB).
 */
export type SampleCell = SampleValue | { readonly value: SampleValue; readonly fill: string };

/**
 * A sheet: its rows from row 1, each with its cells from column A. An empty list is an empty row.
 */
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
  const texts = new Map<string, number>();
  const fills = new Map<string, number>();
  const pages = sheets.map((sheet, index) => ({
    name: `xl/worksheets/sheet${index + 1}.xml`,
    bytes: worksheet(sheet, texts, fills),
  }));
  const numbered = (xml: (number: number, name: string) => string) =>
    sheets.map(({ name }, index) => xml(index + 1, name)).join('');
  const part = (name: string, xml: string) => ({ name, bytes: Buffer.from(declaration + xml) });
  const relationship = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relationships}/${type}" Target="${target}"/>`;
  const type = (name: string, content: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${contentType}.${content}+xml"/>`;
  const sharedString = (text: string) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`;
  return archive([
    part(
      '[Content_Types].xml',
      `<Types xmlns="${packages}/content-types"><Default Extension="rels" ` +
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        '<Default Extension="xml" ContentType="application/xml"/>' +
        type('workbook', 'sheet.main') +
        type('styles', 'styles') +
        type('sharedStrings', 'sharedStrings') +
        `${numbered((number) => type(`worksheets/sheet${number}`, 'worksheet'))}</Types>`,
    ),
    part(
      '_rels/.rels',
      `<Relationships xmlns="${packages}/relationships">` +
        `${relationship('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${spreadsheet}" xmlns:r="${relationships}"><sheets>` +
        `${numbered(
          (number, name) =>
            `<sheet name="${escapeXml(name)}" sheetId="${number}" r:id="rId${number}"/>`,
        )}</sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packages}/relationships">` +
        numbered((number) =>
          relationship(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`),
        ) +
        relationship('rIdStyles', 'styles', 'styles.xml') +
        `${relationship('rIdTexts', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    ),
    part('xl/styles.xml', styles([...fills.keys()])),
    part(
      'xl/sharedStrings.xml',
      `<sst xmlns="${spreadsheet}">${[...texts.keys()].map(sharedString).join('')}</sst>`,
    ),
    ...pages,
  ]);
}

/**
 * A zip archive of the members, in order. They are stored, not compressed, because a workbook is
 * compressed already.
 */
export async function writeZip(members: readonly SampleMember[]): Promise<Buffer> {
  return archive(members.map((member) => ({ ...member, stored: true })));
}

/** A zip archive of the members, in order, each compressed unless it is `stored`. */
export async function archive(
  members: readonly (SampleMember & { readonly stored?: boolean })[],
): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, bytes, stored = false } of members) {
    // A zip without the extended timestamp holds local time, so local noon gives the same bytes in
    // every time zone. Level 1 is the fastest: a sample lives for seconds.
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

const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The number of a text or a fill, in the order of their first use. */
function numberOf(value: string, known: Map<string, number>): number {
  const number = known.get(value) ?? known.size;
  if (number === known.size) known.set(value, number);
  return number;
}

function worksheet(
  { rows }: SampleSheet,
  texts: Map<string, number>,
  fills: Map<string, number>,
): Buffer {
  let text = `${declaration}<worksheet xmlns="${spreadsheet}"><sheetData>`;
  let rowNumber = 0;
  for (const cells of rows) {
    rowNumber += 1;
    if (cells.length === 0) continue;
    let line = `<row r="${rowNumber}">`;
    cells.forEach((cell, index) => {
      if (cell === null || cell === '') return;
      const { value, fill } = typeof cell === 'object' ? cell : { value: cell, fill: null };
      // Style 0 has no fill.
      const style = fill === null ? '' : ` s="${numberOf(fill, fills) + 1}"`;
      const start = `<c r="${columnLetters(index + 1)}${rowNumber}"${style}`;
      if (value === null) line += `${start}/>`;
      else if (typeof value === 'number') line += `${start}><v>${value}</v></c>`;
      else line += `${start} t="s"><v>${numberOf(value, texts)}</v></c>`;
    });
    text += `${line}</row>`;
  }
  return Buffer.from(`${text}</sheetData></worksheet>`);
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

/** One cell style for each fill. The format reserves the first two fills: `none` and `gray125`. */
function styles(fills: readonly string[]): string {
  const patterns = fills.map((fill) => {
    const [pattern, colour = ''] = fill.split('/');
    const attribute = /^[0-9A-F]{8}$/.test(colour) ? `rgb="${colour}"` : `indexed="${colour}"`;
    return (
      `<fill><patternFill patternType="${pattern}"><fgColor ${attribute}/><bgColor ` +
      'indexed="64"/></patternFill></fill>'
    );
  });
  const formats = fills.map(
    (_, index) =>
      `<xf numFmtId="0" fontId="0" fillId="${index + 2}" borderId="0" xfId="0" applyFill="1"/>`,
  );
  return (
    `<styleSheet xmlns="${spreadsheet}"><fonts count="1"><font><sz val="10"/><name ` +
    `val="Arial"/></font></fonts><fills count="${fills.length + 2}"><fill><patternFill ` +
    'patternType="none"/></fill><fill><patternFill ' +
    `patternType="gray125"/></fill>${patterns.join('')}</fills>` +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${fills.length + 1}"><xf numFmtId="0" fontId="0" fillId="0" ` +
    `borderId="0" xfId="0"/>${formats.join('')}</cellXfs></styleSheet>`
  );
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** A text escaped for XML, between tags and in attributes. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
