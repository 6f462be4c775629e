// The visa workbook to rows as published: the sheet of grants, by quarter, nationality, route, industry and occupation. The layout comes
// from public programs that read these files. We have seen only a sibling of the series, on certificates of sponsorship.
import { tellLookedFor } from '#sources/kit/looked-for.ts';
import { type PrintedTable, placeOfRelease } from '#sources/kit/place.ts';
import { LayoutError, UnreadableFileError, quoteList } from '#sources/kit/problem.ts';
import { columnsOf, foldBlanks, foldToLetters } from '#sources/kit/read/columns.ts';
import { readWorkbook, tellSheets } from '#sources/kit/read/workbook.ts';
import { type TakeRow, readWorkbookRows, sheetOfRow } from '#sources/kit/read/workbook-rows.ts';
import type { FileKinds, NamedFiles, PublishedFile, Release } from '#sources/kit/source.ts';
import { lastQuarterOf, quarterOfFileName } from './release-name.ts';
import type { Limits } from '#sources/kit/read/limits.ts';

/** The sheet of grants, letters and digits only. The sheet of applications, 'Data_Occ_D01', differs from it in one header. */
const sheetName = 'dataoccd02';

/** The columns that we read, each with its header as published. Only its letters and digits count. */
const columns = {
  year: ['Year'],
  quarter: ['Quarter'],
  nationality: ['Nationality'],
  route: ['Visa type subgroup'],
  industry: ['Industry'],
  major: ['Occ. major group'],
  subMajor: ['Occ. sub-major group'],
  minor: ['Occ. minor group'],
  unit: ['Occ. unit group'],
  granted: ['Grants'],
} as const;

export type Column = keyof typeof columns;
const columnNames = Object.keys(columns) as Column[];

/** The sheet, with its header as printed and where its columns stand, counted from 1. */
export interface SheetRow {
  readonly kind: 'sheet';
  readonly sheet: string;
  readonly headerRow: number;
  readonly header: readonly string[];
  readonly columns: Readonly<Record<Column, number>>;
  /** The title and notes above the header. */
  readonly prose: readonly string[];
}

export type GrantRow = { readonly kind: 'grant'; readonly row: number } & Readonly<Record<Column, string>>;

export type Row = SheetRow | GrantRow;
export type Rows = readonly Row[];

export const files = {
  // In `occupation-soc2010-visas-datasets` the same codes mean other occupations.
  workbook: {
    match: /^occupation-soc2020-visas-datasets-.*\.(xlsx|ods)$/i,
    layout: 'documented',
    required: true,
    describe: 'the workbook of visas by SOC 2020 occupation',
  },
} as const satisfies FileKinds;

// The workbook has up to 25 MB, and each of its sheets a row for every combination that occurs.
export const limits: Partial<Limits> = {
  fileBytes: 80_000_000,
  unpackedBytes: 600_000_000,
  memory: 2000,
};

export async function parse(release: Release, { workbook }: NamedFiles<typeof files>): Promise<Rows> {
  const place = `${placeOfRelease(release)} ${workbook.name}`;
  const [named, expected] = [quarterOfFileName(workbook.name), lastQuarterOf(release)];
  if (named !== expected) {
    const message = `the file names ${named ?? 'no quarter'}, its release ${expected}`;
    throw new UnreadableFileError({ place, message, repair: 'put it with its own release' });
  }
  const found: Found = { sheet: '', prose: [], header: null, grants: [] };
  const isOfGrants = (sheet: string) => foldToLetters(sheet) === sheetName;
  const sheets = await readRows(place, workbook, (sheet) => {
    if (!isOfGrants(sheet)) return null;
    found.sheet = sheet;
    return (row, texts) => take(place, found, row, texts);
  });
  tellSheets(
    place,
    sheets.map((name) => ({ name })),
    [{ names: ['Data_Occ_D02'], found: sheets.find(isOfGrants) ?? null }],
  );
  if (!sheets.some(isOfGrants)) throw new LayoutError([{ place, message: `there is no sheet "Data_Occ_D02", found ${quoteList(sheets)}` }]);
  const { sheet, prose, header, grants } = found;
  if (header === null) {
    tellLookedFor({ place: `${place} '${sheet}'`, what: 'column', wanted: [{ names: ['Year'], found: null }], there: prose });
    const message = `none of the first ${searchedForHeader} rows has the headers of grants, such as "Year" and "Grants"`;
    throw new LayoutError([{ place: `${place} '${sheet}'`, message }]);
  }
  return [{ kind: 'sheet', sheet, headerRow: header.row, header: header.texts, columns: header.columns, prose }, ...grants];
}

/** The sheet as messages name it: `'Data_Occ_D02'`. */
export function printed(rows: Rows): PrintedTable {
  const sheet = sheetOf(rows);
  return { printedAs: `'${sheet?.sheet ?? ''}'`, columns: sheet?.columns ?? {} };
}

export function sheetOf(rows: Rows): SheetRow | undefined {
  return rows.find((row): row is SheetRow => row.kind === 'sheet');
}

export function isGrant(row: Row): row is GrantRow {
  return row.kind === 'grant';
}

/** Hands over the rows of the wanted sheets. Releases are .xlsx, which is streamed because it is large, or .ods. */
async function readRows(place: string, file: PublishedFile, takerOf: (sheet: string) => TakeRow | null): Promise<string[]> {
  if (!/\.ods$/i.test(file.name)) return readWorkbookRows(place, file.bytes, takerOf);
  const { sheets } = await readWorkbook(place, file.name, file.bytes);
  for (const sheet of sheets) {
    const take = takerOf(sheet.name);
    if (take !== null)
      for (let row = 1; row <= sheet.rowCount; row += 1)
        take(
          row,
          Array.from({ length: widest }, (_, index) => sheet.text(row, index + 1)),
        );
  }
  return sheets.map(({ name }) => name);
}

// The sheet has twelve columns, and fourteen in the older classification. More columns would be another layout.
const widest = 20;
/** The known files have the header in row 2 or 4. */
const searchedForHeader = 20;

/** What has been read of the sheet so far. */
interface Found {
  sheet: string;
  readonly prose: string[];
  header: { readonly row: number; readonly texts: readonly string[]; readonly columns: Readonly<Record<Column, number>> } | null;
  readonly grants: GrantRow[];
}

/** A row with most of our headers. One that lacks some is still the header, and columnsOf names what it lacks. */
function isHeader(texts: readonly string[]): boolean {
  const folded = texts.map(foldToLetters);
  const there = columnNames.filter((column) => columns[column].some((header) => folded.includes(foldToLetters(header))));
  return there.length > columnNames.length / 2;
}

function take(place: string, found: Found, row: number, texts: readonly string[]): void {
  const first = texts.find((text) => text.trim() !== '') ?? '';
  if (found.header === null) {
    if (row <= searchedForHeader && isHeader(texts)) {
      const at = columnsOf(place, sheetOfRow(found.sheet, row, texts), row, columns, {
        fold: foldToLetters,
        table: 'sources/work-visas/parse.ts',
      });
      found.header = { row, texts: texts.map(foldBlanks).filter((text) => text !== ''), columns: at };
    } else if (row <= searchedForHeader && first !== '') found.prose.push(first);
    return;
  }
  // Some workbooks of the series have such a row. That of March 2026 has none.
  if (texts.some((text) => /^end of (table|data)/i.test(text.trim()))) return;
  const { columns: at } = found.header;
  const cells = Object.fromEntries(columnNames.map((column) => [column, (texts[at[column] - 1] ?? '').trim()])) as Record<Column, string>;
  if (Object.values(cells).some((cell) => cell !== '')) found.grants.push({ kind: 'grant', row, ...cells });
}
