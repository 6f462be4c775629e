// Writes synthetic .ods workbooks, the same bytes on every run: texts, numbers, and repeated empty cells and rows as LibreOffice writes them.
import { type SampleValue, archive, escapeXml } from './workbook.ts';

/** A sheet: its rows from row 1, each with its cells from column A. An empty list is an empty row. */
export interface OpenDocumentSheet {
  readonly name: string;
  readonly rows: readonly (readonly SampleValue[])[];
}

/** The media type of a spreadsheet. The archive begins with it, uncompressed, so that readers recognise the format. */
const mediaType = 'application/vnd.oasis.opendocument.spreadsheet';

/** An .ods workbook of the sheets, in order. A number is stored in full and shown as a whole number, as publishers format thousands. */
export async function writeOpenDocument(sheets: readonly OpenDocumentSheet[]): Promise<Buffer> {
  return archive([
    { name: 'mimetype', bytes: Buffer.from(mediaType), stored: true },
    { name: 'META-INF/manifest.xml', bytes: Buffer.from(manifest) },
    { name: 'styles.xml', bytes: Buffer.from(styles) },
    { name: 'content.xml', bytes: Buffer.from(content(sheets)) },
  ]);
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const names = 'urn:oasis:names:tc:opendocument:xmlns';

const manifest =
  `${declaration}<manifest:manifest xmlns:manifest="${names}:manifest:1.0" manifest:version="1.2">` +
  `<manifest:file-entry manifest:full-path="/" manifest:media-type="${mediaType}"/>` +
  '<manifest:file-entry manifest:full-path="styles.xml" manifest:media-type="text/xml"/>' +
  '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>';

const styles = `${declaration}<office:document-styles xmlns:office="${names}:office:1.0" office:version="1.2"/>`;

function content(sheets: readonly OpenDocumentSheet[]): string {
  return (
    `${declaration}<office:document-content xmlns:office="${names}:office:1.0" xmlns:table="${names}:table:1.0" xmlns:text="${names}:text:1.0" office:version="1.2">` +
    `<office:body><office:spreadsheet>${sheets.map(table).join('')}</office:spreadsheet></office:body></office:document-content>`
  );
}

function table({ name, rows }: OpenDocumentSheet): string {
  const columns = Math.max(1, ...rows.map((row) => row.length));
  let lines = '';
  let empty = 0;
  for (const row of rows) {
    if (row.length === 0) {
      empty += 1;
      continue;
    }
    lines += `${repeatedRows(empty, columns)}<table:table-row>${cells(row)}</table:table-row>`;
    empty = 0;
  }
  return `<table:table table:name="${escapeXml(name)}"><table:table-column table:number-columns-repeated="${columns}"/>${lines}</table:table>`;
}

function repeatedRows(count: number, columns: number): string {
  return count === 0
    ? ''
    : `<table:table-row table:number-rows-repeated="${count}"><table:table-cell table:number-columns-repeated="${columns}"/></table:table-row>`;
}

function cells(row: readonly SampleValue[]): string {
  let line = '';
  let empty = 0;
  for (const value of row) {
    if (value === null) {
      empty += 1;
      continue;
    }
    if (empty > 0) line += `<table:table-cell table:number-columns-repeated="${empty}"/>`;
    empty = 0;
    line +=
      typeof value === 'number'
        ? `<table:table-cell office:value-type="float" office:value="${value}"><text:p>${Math.round(value)}</text:p></table:table-cell>`
        : `<table:table-cell office:value-type="string"><text:p>${escapeXml(value)}</text:p></table:table-cell>`;
  }
  return line;
}
