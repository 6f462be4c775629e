// Writes synthetic .ods workbooks, the same bytes on every run.
import { writeArchive, readZip } from '../read/zip.ts';
import type { SampleValue } from './workbook.ts';

/** An .ods workbook of the sheets, in order. */
export async function writeOpenDocument(
  sheets: readonly { readonly name: string; readonly rows: readonly (readonly SampleValue[])[] }[],
): Promise<Buffer> {
  const { utils, write } = await import('@e965/xlsx');
  const book = utils.book_new();
  for (const { name, rows } of sheets)
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), name);
  const parts = (await readZip('the sample', write(book, { type: 'buffer', bookType: 'ods' }))).map(
    ({ packed }) => packed,
  );
  // The library puts the media type elsewhere. An archive must begin with it, so that readers
  // recognise the format.
  return writeArchive(
    parts.sort((a, b) => Number(b.name === 'mimetype') - Number(a.name === 'mimetype')),
  );
}
