// Writes synthetic data sets as Explore Education Statistics serves them: a CSV and the publisher's account of it.
import type { PublishedFile } from '../source.ts';

/** The files of a release. `lines` are the lines of the CSV, its header first. The ids belong to no real data set. */
export function dataSetFiles(name: string, year: number, lines: readonly string[]): PublishedFile[] {
  const id = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
  // The account names filters and indicators, but not the five columns of time and place before them.
  const variables = (lines[0] ?? '')
    .split(',')
    .slice(5)
    .map((value) => ({ value, label: value }));
  const account = {
    id: id(year % 100),
    title: 'Synthetic sample, not from the publisher',
    file: { name, meta: { numDataFileRows: lines.length - 1 }, variables },
    release: { id: id(year), slug: String(year) },
  };
  return [
    { name, bytes: Buffer.from(`${lines.join('\n')}\n`) },
    { name: 'data-set.json', bytes: Buffer.from(JSON.stringify(account)) },
  ];
}
