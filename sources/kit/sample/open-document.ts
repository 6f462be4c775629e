// Writes synthetic .ods workbooks, the same bytes on every run: texts, numbers, and repeated empty cells and rows as LibreOffice writes them.
import { type SampleValue, archive, escapeXml } from './workbook.ts';

/** A sheet: its rows from row 1, each with its cells from column A. An empty list is an empty row. */
export interface OpenDocumentSheet {
  readonly name: string;
  readonly rows: readonly (readonly SampleValue[])[];
}

/** An .ods workbook of the sheets, in order. A number is stored in full and shown as a whole number, as publishers format thousands. */
export async function writeOpenDocument(sheets: readonly OpenDocumentSheet[]): Promise<Buffer> {
  const names = 'urn:oasis:names:tc:opendocument:xmlns';
  const content =
    `<?xml version="1.0" encoding="UTF-8"?>\n<office:document-content xmlns:office="${names}:office:1.0" xmlns:table="${names}:table:1.0" ` +
    `xmlns:text="${names}:text:1.0" office:version="1.2"><office:body><office:spreadsheet>${sheets.map(table).join('')}` +
    '</office:spreadsheet></office:body></office:document-content>';
  const mediaType = 'application/vnd.oasis.opendocument.spreadsheet';
  const manifest =
    `<manifest:manifest xmlns:manifest="${names}:manifest:1.0" manifest:version="1.2">` +
    `<manifest:file-entry manifest:full-path="/" manifest:media-type="${mediaType}"/></manifest:manifest>`;
  return archive([
    // The archive begins with the media type, uncompressed, so that readers recognise the format.
    { name: 'mimetype', bytes: Buffer.from(mediaType), stored: true },
    { name: 'META-INF/manifest.xml', bytes: Buffer.from(manifest) },
    { name: 'styles.xml', bytes: Buffer.from(`<office:document-styles xmlns:office="${names}:office:1.0" office:version="1.2"/>`) },
    { name: 'content.xml', bytes: Buffer.from(content) },
  ]);
}

function table({ name, rows }: OpenDocumentSheet): string {
  const columns = Math.max(1, ...rows.map((row) => row.length));
  const emptyRows = (count: number) =>
    `<table:table-row table:number-rows-repeated="${count}"><table:table-cell table:number-columns-repeated="${columns}"/></table:table-row>`;
  const written = rows.map((row) => (row.length === 0 ? null : `<table:table-row>${joined(row.map(cell), emptyCells)}</table:table-row>`));
  return (
    `<table:table table:name="${escapeXml(name)}"><table:table-column table:number-columns-repeated="${columns}"/>` +
    `${joined(written, emptyRows)}</table:table>`
  );
}

function cell(value: SampleValue): string | null {
  if (value === null) return null;
  return typeof value === 'number'
    ? `<table:table-cell office:value-type="float" office:value="${value}"><text:p>${Math.round(value)}</text:p></table:table-cell>`
    : `<table:table-cell office:value-type="string"><text:p>${escapeXml(value)}</text:p></table:table-cell>`;
}

const emptyCells = (count: number) => `<table:table-cell table:number-columns-repeated="${count}"/>`;

/** The parts, and each run of null as one. Those at the end are left out. */
function joined(parts: readonly (string | null)[], empty: (count: number) => string): string {
  let [text, nulls] = ['', 0];
  for (const part of parts) {
    if (part !== null) text += (nulls > 0 ? empty(nulls) : '') + part;
    nulls = part === null ? nulls + 1 : 0;
  }
  return text;
}
