// The files of an O*NET release and the two crosswalks that lead to its occupations, as rows exactly as published.
import { UnreadableFileError, quoteList } from '#sources/kit/problem.ts';
import { type ColumnTable, columnsOf, foldToLetters, headerRowOf, rowsBelow } from '#sources/kit/read/columns.ts';
import { readDelimited, tabSeparated } from '#sources/kit/read/delimited.ts';
import { type Sheet, cellAddress, readWorkbook, sheetNamed } from '#sources/kit/read/workbook.ts';
import type { PublishedFile, Release } from '#sources/kit/source.ts';

/**
 * The names of each file, the newest first: 30.3 renamed the interests. The first that is there is read. Occupations and interests are
 * tab-separated texts without quoting, the crosswalks workbooks of the US Bureau of Labor Statistics.
 */
export const fileNames = {
  occupations: ['Occupation Data.txt'],
  interests: ['Career Interest Types.txt', 'Interests.txt'],
  abilities: ['Abilities.txt'],
  isco: ['ISCO_SOC_Crosswalk.xls'],
  soc: ['soc_2010_to_2018_crosswalk.xlsx'],
} as const;

export type FileKind = keyof typeof fileNames;

// Headers reduced to lower-case letters and digits.
const occupationColumns = { code: ['onetsoccode'], title: ['title'] } as const;
const interestColumns = {
  code: ['onetsoccode'],
  element: ['elementid'],
  name: ['elementname'],
  scale: ['scaleid'],
  value: ['datavalue'],
  date: ['date'],
} as const;
const abilityColumns = { ...interestColumns, suppress: ['recommendsuppress'], notRelevant: ['notrelevant'] } as const;
const iscoColumns = { isco: ['isco08code'], part: ['part'], soc: ['2010soccode'], title: ['2010soctitle'] } as const;
const socColumns = { from: ['2010soccode'], to: ['2018soccode'], title: ['2018soctitle'] } as const;

// The other sheet of the first workbook has the same pairs the other way round.
const iscoSheet = 'ISCO-08 to 2010 SOC';
const socSheet = 'Sorted by 2010';

const headers = { fold: foldToLetters, table: 'sources/onet/parse.ts' };

/** Where a file's columns stand, counted from 1, and the name of its sheet where it is a workbook. */
export interface ColumnsRow {
  readonly kind: 'columns';
  readonly of: FileKind;
  readonly file: string;
  readonly sheet: string | null;
  readonly columns: Readonly<Record<string, number>>;
}
type RowOf<Kind extends FileKind, Columns> = { readonly kind: Kind; readonly row: number } & { readonly [Column in keyof Columns]: string };
export type OccupationRow = RowOf<'occupations', typeof occupationColumns>;
export type InterestRow = RowOf<'interests', typeof interestColumns>;
export type AbilityRow = RowOf<'abilities', typeof abilityColumns>;
export type IscoRow = RowOf<'isco', typeof iscoColumns>;
export type SocRow = RowOf<'soc', typeof socColumns>;
export type Row = ColumnsRow | OccupationRow | InterestRow | AbilityRow | IscoRow | SocRow;
export type Rows = readonly Row[];

/** Occupations, interests, abilities where they are there, and both crosswalks, in this order. */
export async function parse(release: Release, files: readonly PublishedFile[]): Promise<Rows> {
  const place = (file: PublishedFile) => `onet ${release.name} ${file.name}`;
  const text = (file: PublishedFile) => readDelimited(place(file), file.name, file.bytes, tabSeparated);
  const sheet = async (file: PublishedFile, name: string) =>
    sheetNamed(place(file), await readWorkbook(place(file), file.name, file.bytes), name);
  const needed = (kind: FileKind): PublishedFile => {
    const file = fileOf(files, kind);
    if (file !== null) return file;
    const message = `there is no ${fileNames[kind].map((name) => `"${name}"`).join(' or ')}, found ${quoteList(files.map(({ name }) => name))}`;
    throw new UnreadableFileError({ place: `onet ${release.name}`, message });
  };
  const [occupations, interests, abilities, isco, soc] = [
    needed('occupations'),
    needed('interests'),
    fileOf(files, 'abilities'),
    needed('isco'),
    needed('soc'),
  ];
  const iscoPairs = await sheet(isco, iscoSheet);
  const socPairs = await sheet(soc, socSheet);
  const headerRow = (file: PublishedFile, pairs: Sheet, column: string) => headerRowOf(place(file), pairs, column, foldToLetters);
  return [
    ...rowsOf('occupations', place(occupations), occupations, text(occupations), 1, occupationColumns),
    ...rowsOf('interests', place(interests), interests, text(interests), 1, interestColumns),
    ...(abilities === null ? [] : rowsOf('abilities', place(abilities), abilities, text(abilities), 1, abilityColumns)),
    ...rowsOf('isco', place(isco), isco, iscoPairs, headerRow(isco, iscoPairs, iscoColumns.isco[0]), iscoColumns),
    ...rowsOf('soc', place(soc), soc, socPairs, headerRow(soc, socPairs, socColumns.from[0]), socColumns),
  ];
}

/** The place of a cell in a message: `onet 30.2 Interests.txt!E5`, in a workbook with its sheet. */
export function placeOf(release: string, layout: ColumnsRow | undefined, row: number, column: string): string {
  const at = layout?.columns[column];
  const sheet = layout === undefined || layout.sheet === null ? '' : ` '${layout.sheet}'`;
  return `onet ${release} ${layout?.file ?? ''}${sheet}!${at === undefined ? `row ${row}` : cellAddress(row, at)}`;
}

/** Where the columns of a file were found. */
export function layoutOf(rows: Rows, of: FileKind): ColumnsRow | undefined {
  return rows.find((row): row is ColumnsRow => row.kind === 'columns' && row.of === of);
}

/** The rows of one file. */
export function rowsOfKind<Kind extends FileKind>(rows: Rows, kind: Kind): Extract<Row, { kind: Kind }>[] {
  return rows.filter((row): row is Extract<Row, { kind: Kind }> => row.kind === kind);
}

function fileOf(files: readonly PublishedFile[], kind: FileKind): PublishedFile | null {
  for (const name of fileNames[kind]) {
    const found = files.find((file) => file.name === name);
    if (found !== undefined) return found;
  }
  return null;
}

function rowsOf<Kind extends FileKind, Name extends string>(
  kind: Kind,
  place: string,
  { name }: PublishedFile,
  sheet: Sheet,
  headerRow: number,
  wanted: ColumnTable<Name>,
): (ColumnsRow | ({ readonly kind: Kind; readonly row: number } & Readonly<Record<Name, string>>))[] {
  const columns = columnsOf(place, sheet, headerRow, wanted, headers);
  // A text is its file's only sheet, and is named after it.
  const named = sheet.name === name ? null : sheet.name;
  return [
    { kind: 'columns', of: kind, file: name, sheet: named, columns },
    ...rowsBelow(sheet, headerRow, columns).map((row) => ({ kind, ...row })),
  ];
}
