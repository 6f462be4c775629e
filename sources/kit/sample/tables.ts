// Synthetic files of a source's declared tables: headers as the layout spells them, below them rows in the order of its columns.
import { csvLine } from '#schemas/csv-line.ts';
import type { PublishedFile } from '../source.ts';
import { type SampleCell, type SampleSheet, type SampleValue, writeWorkbook } from './workbook.ts';

/** What synthetic files say of themselves. */
export const synthetic = 'Synthetic sample, not from the publisher';

interface Declared<Kind extends string> {
  sheet(kind: Kind): string;
  headers(kind: Kind): string[];
}

/** A sheet. `across` are the headers of what the layout declares side by side, such as months; `above` are lines before all headers. */
export function sheetOf<Kind extends string>(
  layout: Declared<Kind>,
  kind: Kind,
  rows: Iterable<readonly SampleCell[]>,
  { across = [], above = [] }: { readonly across?: readonly string[]; readonly above?: readonly string[] } = {},
): SampleSheet {
  return { name: layout.sheet(kind), rows: chained([...above.map((line) => [line]), [...layout.headers(kind), ...across]], rows) };
}

function* chained<Value>(...lists: readonly Iterable<Value>[]): Generator<Value> {
  for (const list of lists) yield* list;
}

/** A workbook of the sheets and one that says that they are synthetic. */
export async function workbookOf(name: string, ...sheets: readonly SampleSheet[]): Promise<PublishedFile> {
  return { name, bytes: await writeWorkbook([...sheets, { name: 'Sample', rows: [[synthetic]] }]) };
}

/** A delimited text: comma-separated, or separated by tabs and without quoting. */
export function textOf<Kind extends string>(
  name: string,
  layout: Pick<Declared<Kind>, 'headers'>,
  kind: Kind,
  rows: Iterable<readonly SampleValue[]>,
  separator: ',' | '\t' = ',',
): PublishedFile {
  let text = '';
  for (const row of chained<readonly SampleValue[]>([layout.headers(kind)], rows))
    text += separator === ',' ? `${csvLine(row)}\n` : `${row.join('\t')}\r\n`;
  return { name, bytes: Buffer.from(text) };
}
