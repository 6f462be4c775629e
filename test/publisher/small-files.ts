// The files of every source for tests that are not about figures: its synthetic release, or as much
// of it as shows the layout.
import type { PublishedFile } from '#sources/kit/named-files.ts';
import { foldBlanks } from '#sources/kit/read/fold.ts';
import { writeWorkbook, writeZip } from '#sources/kit/sample/workbook.ts';
import type { Source } from '#sources/kit/source.ts';
import { header, sheets } from '#sources/ashe/layout.ts';
import { measures } from '#schemas/codes.ts';
import { keptSample } from '../kept.ts';

/**
 * The files of a source's synthetic release; those that take seconds to make or to read are cut.
 */
export async function smallFilesOf(source: Source): Promise<readonly PublishedFile[]> {
  if (source.key === 'ashe')
    return [{ name: 'ashetable142024provisional.zip', bytes: await smallPayZip() }];
  const [release] = await keptSample(source);
  const files = release?.files ?? [];
  if (source.key !== 'career-profiles') return files;
  return files.map(({ name, bytes }) => ({
    name,
    bytes: Buffer.from(JSON.stringify(JSON.parse(Buffer.from(bytes).toString()).slice(40, 46))),
  }));
}

/** Table 14 with its 22 workbooks of nine sheets, and one row in each. */
async function smallPayZip(): Promise<Buffer> {
  const rows = [
    ...Array.from({ length: 4 }, () => []),
    header,
    ['All employees', '', 1, 2, '', 3, ''],
  ];
  const workbook = await writeWorkbook(sheets.map(({ name }) => ({ name, rows })));
  const names = measures.flatMap((_, index) =>
    ['a', 'b'].map((kind) =>
      foldBlanks(`PROV - Occupation SOC20 (4) Table 14.${index + 1}${kind} 2024.xlsx`),
    ),
  );
  return writeZip(names.map((name) => ({ name, bytes: workbook })));
}
