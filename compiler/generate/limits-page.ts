// Writes the table of docs/limits.md: the limits of each source beside the largest that was measured (docs/largest-files.json).
import type { SourceKey } from '#schemas/codes.ts';
import { sources } from '#sources/index.ts';
import { type LimitName, usualLimits } from '#sources/kit/read/limits.ts';

/** The largest of everything that readers count, by source. */
export interface LargestFiles {
  readonly sources: readonly {
    readonly source: SourceKey;
    /** Which files were measured. */
    readonly of: string;
    /** What is known of larger files that we do not have: which, and how large. A person writes it. */
    readonly beyond?: { readonly of: string; readonly largest: Readonly<Partial<Record<LimitName, number>>> };
    /** The largest of both. */
    readonly largest: Readonly<Partial<Record<LimitName, number>>>;
  }[];
}

const headings: Readonly<Record<LimitName, string>> = {
  fileBytes: 'bytes of a file',
  unpackedBytes: 'bytes of an archive, unpacked',
  members: 'members of an archive',
  rows: 'rows',
  columns: 'columns',
  cells: 'cells',
  mergedCells: 'merged cells',
  sharedStrings: 'shared texts',
  elements: 'elements of XML',
  xmlDepth: 'elements within each other',
  fieldLength: 'characters of a field',
  recordLength: 'characters of a record',
  jsonDepth: 'objects and lists of JSON within each other',
  memory: 'megabytes of memory',
  seconds: 'seconds',
};

/** The parts of docs/limits.md, by the names of their markers. */
export function limitsParts({ sources: measured }: LargestFiles): Readonly<Record<'limits', string>> {
  const number = (value: number) => value.toLocaleString('en-GB');
  const names = Object.keys(headings) as LimitName[];
  const rows = measured.flatMap(({ source: key, of, largest }) => {
    const limits = sources.find((source) => source.key === key)?.limits ?? usualLimits;
    const counted = names.filter((name) => largest[name] !== undefined);
    return counted.map((name, at) => {
      const own = limits[name] === usualLimits[name] ? '' : 'its own';
      return `| ${at === 0 ? `${key} (${of})` : ''} | ${headings[name]} | ${number(largest[name] ?? 0)} | ${number(limits[name])} | ${own} |`;
    });
  });
  return { limits: ['| source (what was measured) | | largest | limit | |', '|---|---|---|---|---|', ...rows].join('\n') };
}
