// The workbook as printed: adverts by month for places and regions (Tables 2 and 3) and by quarter
// for local areas (Table 5). Table 1 has totals by country and Table 4 figures by minor group, and
// Tables 6 and 7 map places to authorities; no answer needs them, so they are not read.
import { markedCells } from '#sources/kit/cells.ts';
import { isoMonth, monthNumber } from '#sources/kit/months.ts';
import { LayoutError } from '#sources/kit/problem.ts';
import type { Limits } from '#sources/kit/read/limits.ts';
import type { FileKinds, PublishedFile } from '#sources/kit/named-files.ts';
import type { RowOf, RowsOf } from '#sources/kit/table-layout.ts';
import { tables } from '#sources/kit/table.ts';
import { isSuppressed, suppressedMarker } from '#schemas/advert-totals.ts';

export const files = {
  workbook: {
    match: /^labourdemandbyoccupation.*\.xlsx$/,
    layout: 'documented',
    describe: 'the workbook of labour demand by occupation',
  },
} as const satisfies FileKinds;

// The workbook has 47 MB and unpacks to some 300 MB. Its Table 5 has 134,000 rows and 10 million
// cells, empty ones included.
export const limits: Partial<Limits> = {
  fileBytes: 150_000_000,
  unpackedBytes: 1_000_000_000,
};

// Headers of periods are texts, not dates.
const months = { match: /^[A-Z][a-z]{2}-\d{2}$/, describe: 'months like Jan-17' };
const quarters = { match: /^\d{4}Q[1-4]$/, describe: 'quarters like 2017Q1' };
const place = { region: 'Region', itl2: 'ITL2', district: 'Local Authority District' };
const occupation = { soc: 'SOC 4 digit code', label: 'SOC 4 digit label' };
const code = 'Local Authority Code';

export const layout = tables('sources/online-job-adverts/layout.ts', {
  places: { sheet: 'Table 2', columns: { ...place, code }, across: months },
  regions: { sheet: 'Table 3', columns: { region: 'Region', ...occupation }, across: months },
  local: { sheet: 'Table 5', columns: { ...place, ...occupation, code }, across: quarters },
  cover: { sheet: 'Cover sheet', optional: true },
  notes: { sheet: 'Notes', optional: true },
});

type Layouts = typeof layout.layouts;
export const tableKinds = ['places', 'regions', 'local'] as const;
export type TableKind = (typeof tableKinds)[number];
export type Rows = RowsOf<Layouts>;
export type Row<Kind extends TableKind = TableKind> = RowOf<Layouts, Kind>;

export const cells = markedCells({
  number: /^\d{1,9}$/,
  expected: 'a whole number',
  markers: { [suppressedMarker]: [isSuppressed.reason, isSuppressed.explanation] },
  repair:
    "add it to the markers in sources/online-job-adverts/layout.ts once the workbook's " +
    'cover sheet has been read',
});

// Read as a stream, because Table 5 has about six million cells.
const streamed = { streamed: true };

export const parse = layout.parser('workbook', [...tableKinds, 'cover', 'notes'], streamed);

/** Where the periods of a table are: their headers, and the column of the first. */
export function periodsIn(
  rows: Rows,
  kind: TableKind,
): { readonly row: number; readonly from: number; readonly headers: readonly string[] } {
  const header = layout.header(rows, kind);
  return {
    row: header?.row ?? 0,
    from: header?.across?.from ?? 1,
    headers: header?.across?.headers ?? [],
  };
}

/**
 * A month or quarter as answers name it: Jan-17 is 2017-01, 2017Q1 is 2017-Q1; null for anything
 * else.
 */
export function periodOf(header: string): string | null {
  const [, year, quarter] = /^(\d{4})(Q[1-4])$/.exec(header) ?? [];
  if (year !== undefined) return `${year}-${quarter}`;
  const [, name = '', short] = /^([A-Z][a-z]{2})-(\d{2})$/.exec(header) ?? [];
  const month = monthNumber(name);
  // The series begins in 2017.
  return month === null ? null : isoMonth(`20${short}`, month);
}

/**
 * The last month of a workbook, 2026-07, whose name does not say it; null if Table 3 is not as
 * declared. Throws UnreadableFileError.
 */
export async function lastMonthIn(file: PublishedFile): Promise<string | null> {
  try {
    const { headers } = periodsIn(
      (await layout.read(file.name, file, ['regions'], streamed)) as Rows,
      'regions',
    );
    return periodOf(headers.at(-1) ?? '');
  } catch (error) {
    if (error instanceof LayoutError) return null;
    throw error;
  }
}
