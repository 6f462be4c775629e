// Reads the last month of the series from a workbook, whose name does not say it.
import { foldToLetters } from '#sources/kit/read/columns.ts';
import { readWorkbookRows } from '#sources/kit/read/workbook-rows.ts';
import type { PublishedFile } from '#sources/kit/source.ts';
import { periodOf } from './reshape.ts';

// The header stands in row 5.
const lastHeaderRow = 20;

/** The last month of Table 1's header, 2026-07; null if it has none. Throws UnreadableFileError if the bytes are not a workbook. */
export async function lastMonthIn({ name, bytes }: PublishedFile): Promise<string | null> {
  const months: string[] = [];
  const take = (row: number, texts: readonly string[]) => {
    if (row <= lastHeaderRow) for (const text of texts) months.push(periodOf(text.trim()) ?? '');
  };
  await readWorkbookRows(name, bytes, (sheet) => (foldToLetters(sheet) === 'table1' ? take : null));
  return (
    months
      .filter((month) => month !== '')
      .sort()
      .at(-1) ?? null
  );
}
