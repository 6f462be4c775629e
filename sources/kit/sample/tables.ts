// Synthetic files of a source's declared tables: headers as the layout spells them, below them rows
// in the order of its columns.
import { csvLine } from '#schemas/csv-line.ts';
import type { PublishedFile } from '../named-files.ts';
import { type SampleCell, type SampleSheet, type SampleValue, writeWorkbook } from './workbook.ts';

/** What synthetic files say of themselves. */
export const synthetic = 'Synthetic sample, not from the publisher';

interface Declared<Kind extends string> {
  sheet(kind: Kind): string;
  headers(kind: Kind): string[];
}

/**
 * A sheet. `across` are the headers of what the layout declares side by side, such as months;
 * `above` are lines before all headers.
 */
export function sheetOf<Kind extends string>(
  layout: Declared<Kind>,
  kind: Kind,
  rows: readonly (readonly SampleCell[])[],
  {
    across = [],
    above = [],
  }: { readonly across?: readonly string[]; readonly above?: readonly string[] } = {},
): SampleSheet {
  return {
    name: layout.sheet(kind),
    rows: [...above.map((line) => [line]), [...layout.headers(kind), ...across], ...rows],
  };
}

/** A workbook of the sheets and one that says that they are synthetic. */
export async function workbookOf(
  name: string,
  ...sheets: readonly SampleSheet[]
): Promise<PublishedFile> {
  return { name, bytes: await writeWorkbook([...sheets, { name: 'Sample', rows: [[synthetic]] }]) };
}

/** A delimited text: comma-separated, or separated by tabs and without quoting. */
export function textOf<Kind extends string>(
  name: string,
  layout: Pick<Declared<Kind>, 'headers'>,
  kind: Kind,
  rows: readonly (readonly SampleValue[])[],
  separator: ',' | '\t' = ',',
): PublishedFile {
  const lines = [layout.headers(kind), ...rows].map((row) =>
    separator === ',' ? `${csvLine(row)}\n` : `${row.join('\t')}\r\n`,
  );
  return { name, bytes: Buffer.from(lines.join('')) };
}

/** A file of JSON. */
export function jsonOf(name: string, value: unknown): PublishedFile {
  return { name, bytes: Buffer.from(JSON.stringify(value)) };
}
