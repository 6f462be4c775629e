// The files of an O*NET release and the two crosswalks from ISCO-08 to its occupations, as rows exactly as published.
import { type PrintedTable, placeOfRelease } from '#sources/kit/place.ts';
import { type Problem, faultsOf } from '#sources/kit/problem.ts';
import { type ColumnTable, columnsOf, foldToLetters, headerRowFor, rowsBelow } from '#sources/kit/read/columns.ts';
import { readDelimited, tabSeparated } from '#sources/kit/read/delimited.ts';
import { readWorkbook, sheetNamed } from '#sources/kit/read/workbook.ts';
import type { FileKinds, NamedFiles, PublishedFile, Release } from '#sources/kit/source.ts';

/** Tab-separated texts without quoting, and the crosswalks, which are workbooks of the US Bureau of Labor Statistics. */
export const files = {
  occupations: { match: /^Occupation Data\.txt$/, layout: 'verified', required: true, describe: 'the file of occupations' },
  interests: {
    match: /^(?:Career Interest Types|Interests)\.txt$/,
    layout: 'verified',
    // The name since 30.3. We have not seen a file of this name.
    unseen: { match: /^Career Interest Types\.txt$/, describe: 'the file of interests under its new name' },
    required: true,
    // A release may hold both names while programs move to the new one.
    many: true,
    describe: 'the file of interests',
  },
  abilities: { match: /^Abilities\.txt$/, layout: 'documented', required: false, describe: 'the file of abilities' },
  isco: { match: /^ISCO_SOC_Crosswalk\.xls$/, layout: 'verified', required: true, describe: 'the crosswalk from ISCO-08 to US SOC 2010' },
  soc: {
    match: /^soc_2010_to_2018_crosswalk\.xlsx$/,
    layout: 'verified',
    required: true,
    describe: 'the crosswalk from US SOC 2010 to 2018',
  },
  alternateTitles: { match: /^Alternate Titles\.txt$/, layout: 'verified', required: false, describe: 'the file of alternate titles' },
  reportedTitles: {
    match: /^Sample of Reported Titles\.txt$/,
    layout: 'verified',
    required: false,
    describe: 'the sample of reported titles',
  },
} as const satisfies FileKinds;

const ratingColumns = {
  code: ['O*NET-SOC Code'],
  element: ['Element ID'],
  name: ['elementname'],
  scale: ['Scale ID'],
  value: ['Data Value'],
  date: ['Date'],
} as const;

// Our names of each file's columns with their headers, of which only the letters and digits count. A workbook names its sheet.
const tables = {
  occupations: { columns: { code: ['O*NET-SOC Code'], title: ['Title'] } },
  interests: { columns: ratingColumns },
  abilities: { columns: { ...ratingColumns, suppress: ['Recommend Suppress'], notRelevant: ['Not Relevant'] } },
  // The other sheet of this workbook has the same pairs, ordered by SOC 2010.
  isco: {
    sheet: 'ISCO-08 to 2010 SOC',
    columns: { isco: ['ISCO-08 Code'], part: ['part'], soc: ['2010 SOC Code'], title: ['2010 SOC Title'] },
  },
  soc: {
    sheet: 'Sorted by 2010',
    columns: { from: ['2010 SOC Code'], to: ['2018 SOC Code'], title: ['2018 SOC Title'] },
  },
  alternateTitles: {
    columns: { code: ['O*NET-SOC Code'], title: ['Alternate Title'], shortTitle: ['Short Title'], sources: ['Source(s)'] },
  },
  reportedTitles: { columns: { code: ['O*NET-SOC Code'], title: ['Reported Job Title'], shown: ['Shown in My Next Move'] } },
} as const;

/** The files of job titles. No profile needs them, so a fault in one never stops a release. */
export const titleKinds = ['alternateTitles', 'reportedTitles'] as const;
export type TitleKind = (typeof titleKinds)[number];

const headers = { fold: foldToLetters, table: 'sources/onet/parse.ts' };

export type TableKind = keyof typeof tables;

/** Where a file's columns stand, counted from 1, and the name of its sheet if it is a workbook. */
export interface ColumnsRow {
  readonly kind: 'columns';
  readonly of: TableKind;
  readonly file: string;
  readonly sheet: string | null;
  readonly columns: Readonly<Record<string, number>>;
}
export type RowOf<Kind extends TableKind> = { readonly kind: Kind; readonly row: number } & {
  readonly [Column in keyof (typeof tables)[Kind]['columns']]: string;
};
export type TableRow = { readonly [Kind in TableKind]: RowOf<Kind> }[TableKind];
export type TitleRow = Extract<TableRow, { kind: TitleKind }>;
/** A file of job titles that cannot be read, and why. The release is read without it. */
export interface UnreadRow {
  readonly kind: 'unread';
  readonly of: TitleKind;
  readonly file: string;
  readonly problems: readonly Problem[];
}
export type Row = ColumnsRow | TableRow | UnreadRow;
export type Rows = readonly Row[];

/** Occupations, interests, abilities if the release has them, both crosswalks, and job titles if it has them, in this order. */
export async function parse(release: Release, named: NamedFiles<typeof files>): Promise<Rows> {
  const { occupations, interests, abilities, isco, soc } = named;
  const chosen: readonly (readonly [TableKind, PublishedFile | null | undefined])[] = [
    ['occupations', occupations],
    // Files are ordered by name: the new name stands first and wins.
    ['interests', interests[0]],
    ['abilities', abilities],
    ['isco', isco],
    ['soc', soc],
  ];
  const rows: Row[] = [];
  for (const [kind, file] of chosen) if (file) for (const row of await rowsOf(release, kind, file)) rows.push(row);
  for (const kind of titleKinds) {
    const file = named[kind];
    if (file !== null) for (const row of await rowsIfReadable(release, kind, file)) rows.push(row);
  }
  return rows;
}

/** The rows of a file of job titles, or why it cannot be read. */
async function rowsIfReadable(release: Release, kind: TitleKind, file: PublishedFile): Promise<readonly Row[]> {
  try {
    return await rowsOf(release, kind, file);
  } catch (error) {
    const problems = faultsOf(error);
    if (problems === null) throw error;
    return [{ kind: 'unread', of: kind, file: file.name, problems }];
  }
}

/** Where the columns of a file were found; undefined if the release has no such file. */
export function layoutOf(rows: Rows, of: TableKind): ColumnsRow | undefined {
  return rows.find((row): row is ColumnsRow => row.kind === 'columns' && row.of === of);
}

/** A file as messages name it: `Interests.txt`, or `ISCO_SOC_Crosswalk.xls 'ISCO-08 to 2010 SOC'`, with its columns. */
export function printed(rows: Rows, of: TableKind): PrintedTable {
  const { file = '', sheet = null, columns = {} } = layoutOf(rows, of) ?? {};
  return { printedAs: sheet === null ? file : `${file} '${sheet}'`, columns };
}

/** The rows of one file. */
export function rowsOfKind<Kind extends TableKind>(rows: Rows, kind: Kind): Extract<TableRow, { kind: Kind }>[] {
  return rows.filter((row): row is Extract<TableRow, { kind: Kind }> => row.kind === kind);
}

async function rowsOf(release: Release, kind: TableKind, { name, bytes }: PublishedFile): Promise<Row[]> {
  const place = `${placeOfRelease(release)} ${name}`;
  const { sheet: wanted, columns: table }: { sheet?: string; columns: ColumnTable<string> } = tables[kind];
  const sheet =
    wanted === undefined
      ? readDelimited(place, name, bytes, tabSeparated)
      : sheetNamed(place, await readWorkbook(place, name, bytes), wanted);
  const headerRow = headerRowFor(sheet, table, headers.fold);
  const columns = columnsOf(place, sheet, headerRow, table, headers);
  // `tables` gives each kind its columns, and rowsBelow gives each row all of them.
  return [
    { kind: 'columns', of: kind, file: name, sheet: wanted === undefined ? null : sheet.name, columns },
    ...rowsBelow(sheet, headerRow, columns).map((row) => ({ kind, ...row }) as Row),
  ];
}
