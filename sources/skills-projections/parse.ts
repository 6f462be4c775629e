// Reads the projections' workbooks into rows as published: for each area the levels by group and the table by group and qualification.
// We have read England's macro workbook. We know the .ods workbooks in the zips only from descriptions, which give them the same grid.
import { tellLookedFor } from '#sources/kit/looked-for.ts';
import { type PrintedTable, placeOfRelease } from '#sources/kit/place.ts';
import { LayoutError, UnreadableFileError, quoteList } from '#sources/kit/problem.ts';
import { type ColumnTable, columnsOf, foldBlanks, foldToLetters } from '#sources/kit/read/columns.ts';
import { type Sheet, type Workbook, readWorkbook, tellSheets } from '#sources/kit/read/workbook.ts';
import { readZip } from '#sources/kit/read/zip.ts';
import type { FileKinds, NamedFiles, PublishedFile, Release } from '#sources/kit/source.ts';
import { yearsOf } from './release-name.ts';

/** Names of the sheets, letters and digits only: 'Occ T2' in the .xlsm is 'Occ_T2' in the .ods. We need no others, and some have faults. */
const sheetNames = { information: 'info', groups: 'occt2', qualifications: 'rdt1' } as const;

/** Columns of the levels. Their header has three rows, and two of them hold only "2020-2035" and words such as "Net". */
const groupColumns = { net: ['net change'], replacement: ['replacement demand'], total: ['total requirement'] } as const;

const qualificationColumns = {
  net: ['net change'],
  replacement: ['replacement demand level'],
  total: ['total requirement'],
  rate: ['replacement demand rate'],
} as const;

/** The last row of each block of groups. */
export const allOccupations = 'All occupations';

/** The figures of a row, in the order of their columns. */
export const figureColumns = ['base', 'target', 'net', 'replacement', 'total'] as const;
export type Column = (typeof figureColumns)[number];

/** A workbook: what it says about itself, and its columns, counted from 1. */
export interface WorkbookRow {
  readonly kind: 'workbook';
  /** The file, and within a zip its member. */
  readonly workbook: string;
  /** The kind of area, 'Info'!A1: "Country" for England. */
  readonly geography: string;
  /** The area's name, in the cell after the label that ends in "name". */
  readonly area: string;
  readonly areaRow: number;
  /** The title of the groups' sheet, which ends in the area. */
  readonly title: string;
  readonly sheets: { readonly information: string; readonly groups: string; readonly qualifications: string | null };
  readonly columns: {
    readonly groups: Readonly<Record<Column, number>>;
    readonly qualifications: Readonly<Record<Column | 'rate', number>> | null;
  };
  /** The units printed above the levels and above the first block of qualifications. */
  readonly units: { readonly groups: string; readonly qualifications: string | null };
  /** What the levels' last three columns span: "2020-2035". */
  readonly span: string;
}

/** A row with its figures as printed. */
interface PrintedRow extends Readonly<Record<Column, string>> {
  readonly row: number;
  readonly label: string;
}

export interface GroupRow extends PrintedRow {
  readonly kind: 'group';
  readonly workbook: string;
}

export interface QualificationRow extends PrintedRow {
  readonly kind: 'qualification';
  readonly workbook: string;
  /** The head of the block, "RQF8 Doctorate (Constrained)". */
  readonly block: string;
  readonly blockRow: number;
  readonly rate: string;
}

/** A row of a sheet of figures. */
export type TableRow = GroupRow | QualificationRow;
export type Row = WorkbookRow | TableRow;
export type Rows = readonly Row[];

/** A sheet of a workbook as messages name it: `EN_MainTables.Main.xlsm 'Occ T2'`. */
export function printed({ workbook, sheets, columns }: WorkbookRow, sheet: keyof WorkbookRow['sheets']): PrintedTable {
  return { printedAs: `${workbook} '${sheets[sheet] ?? ''}'`, columns: (sheet === 'information' ? null : columns[sheet]) ?? {} };
}

export const files = {
  workbooks: {
    match: /MainTables.*\.xlsm$/i,
    layout: 'verified',
    required: false,
    many: true,
    describe: "the producer's workbook of England's main tables",
  },
  archives: {
    match: /\.(zip|ods)$/i,
    layout: 'documented',
    required: false,
    many: true,
    describe: 'the zips of workbooks of main tables, by nation and by English region',
  },
} as const satisfies FileKinds;

export async function parse(release: Release, { workbooks, archives }: NamedFiles<typeof files>): Promise<Rows> {
  const place = placeOfRelease(release);
  const published = [...workbooks, ...archives];
  if (published.length === 0) throw new UnreadableFileError({ place, message: 'there is neither a zip of workbooks nor a workbook' });
  const rows: Row[] = [];
  for (const file of published) {
    for (const { name, read } of await workbooksIn(place, file)) {
      // One workbook at a time: each has some forty sheets, and we keep three.
      rows.push(...workbookRows(release, `${place} ${name}`, name, await readWorkbook(`${place} ${name}`, name, await read())));
    }
  }
  return rows;
}

function refuse(place: string, message: string): never {
  throw new LayoutError([{ place, message }]);
}

/** A workbook by itself, or a zip's workbooks of main tables. The others ("UK additional tables") have another layout. */
async function workbooksIn(place: string, file: PublishedFile): Promise<{ name: string; read: () => Promise<Uint8Array> }[]> {
  if (!/\.zip$/i.test(file.name)) return [{ name: file.name, read: async () => file.bytes }];
  const members = await readZip(`${place} ${file.name}`, file.bytes);
  const found = members.filter(({ name }) => /main[ _]?tables[^/]*\.(ods|xlsx|xlsm)$/i.test(name));
  const there = members.map(({ name }) => name);
  tellLookedFor({
    place: `${place} ${file.name}`,
    what: 'member',
    wanted: [{ names: ['a workbook of main tables'], found: found[0]?.name ?? null }],
    there,
  });
  if (found.length === 0) refuse(`${place} ${file.name}`, `holds no workbook of main tables, found ${quoteList(there)}`);
  return found.map((member) => ({ name: `${file.name} ${member.name}`, read: () => member.read() }));
}

function workbookRows(release: Release, place: string, name: string, workbook: Workbook): Row[] {
  const named = (wanted: string) => workbook.sheets.find((sheet) => foldToLetters(sheet.name) === wanted);
  const [information, groups] = [named(sheetNames.information), named(sheetNames.groups)];
  tellSheets(place, workbook.sheets, [
    { names: ['Info'], found: information?.name ?? null },
    { names: ['Occ T2'], found: groups?.name ?? null },
  ]);
  if (information === undefined || groups === undefined) {
    const missing = [information ? [] : '"Info"', groups ? [] : '"Occ T2"'].flat().join(' and no sheet ');
    return refuse(place, `there is no sheet ${missing}, found ${quoteList(workbook.sheets.map((sheet) => sheet.name))}`);
  }
  const levels = levelsOf(release, place, groups);
  const qualifications = named(sheetNames.qualifications) ?? null;
  const blocks = qualifications === null ? null : blocksOf(release, place, qualifications);
  const areaRow = rowOf(information, /name$/i);
  return [
    {
      kind: 'workbook',
      workbook: name,
      geography: information.text(1, 1).trim(),
      area: areaRow === null ? '' : information.text(areaRow, 2).trim(),
      areaRow: areaRow ?? 1,
      title: groups.text(1, 1).trim(),
      sheets: { information: information.name, groups: groups.name, qualifications: qualifications?.name ?? null },
      columns: { groups: levels.columns, qualifications: blocks?.columns ?? null },
      units: { groups: levels.unit, qualifications: blocks?.unit ?? null },
      span: levels.span,
    },
    ...levels.rows.map((row): GroupRow => ({ kind: 'group', workbook: name, ...row })),
    ...(blocks?.rows ?? []).map((row): QualificationRow => ({ kind: 'qualification', workbook: name, ...row })),
  ];
}

/** The levels, the first section of the sheet. The sections of shares and growth below look like it, and the last repeats it without a title. */
function levelsOf(release: Release, place: string, sheet: Sheet) {
  const header = rowOf(sheet, /^levels\b/i) ?? refuse(`${place} '${sheet.name}'`, 'no row begins with "Levels (000s)" or "Levels"');
  // Tables of men and of women follow to the right, with the same headers and the same first word.
  const columns = columnsUntil(sheet, header, (text) => /^levels\b/i.test(text));
  const heads = headersOf(sheet, columns, [header - 2, header - 1, header]);
  const at = columnsOf(place, heads.sheet, header, { ...yearColumns(release), ...groupColumns }, headerNames);
  return { columns: at, unit: sheet.text(header - 3, at.target).trim(), span: heads.span, rows: rowsOf(sheet, header, at) };
}

/** The blocks by qualification, each with its own header. Tables by major group, sex and industry follow to the right. */
function blocksOf(release: Release, place: string, sheet: Sheet) {
  const headers = rowsWhere(sheet, (text) => /\(constrained\)$/i.test(text.trim()));
  const [first = refuse(`${place} '${sheet.name}'`, 'no row begins with the head of a block, "All qualifications (Constrained)"')] =
    headers;
  const wanted = { ...yearColumns(release), ...qualificationColumns };
  const blocks = headers.map((header) => {
    const columns = columnsUntil(sheet, header, (text) => text === '');
    const at = columnsOf(place, headersOf(sheet, columns, [header]).sheet, header, wanted, headerNames);
    const block = foldBlanks(sheet.text(header, 1));
    return { at, rows: rowsOf(sheet, header, at).map((row) => ({ ...row, rate: sheet.text(row.row, at.rate), block, blockRow: header })) };
  });
  const [columns, another] = new Map(blocks.map(({ at }) => [JSON.stringify(at), at])).values();
  if (columns === undefined || another !== undefined)
    return refuse(`${place} '${sheet.name}'`, 'the blocks do not have their columns in the same places');
  return { columns, unit: sheet.text(first - 1, columns.total).trim(), rows: blocks.flatMap(({ rows }) => rows) };
}

const headerNames = { fold: foldToLetters, table: 'sources/skills-projections/parse.ts' };

/** The columns of the release's own years, so that a file of another period fails. */
function yearColumns(release: Release): ColumnTable<'base' | 'target'> {
  const { baseYear, targetYear } = yearsOf(release);
  return { base: [String(baseYear)], target: [String(targetYear)] };
}

/** How many columns a table has. The next table begins at the first later column whose header satisfies `begins`. */
function columnsUntil(sheet: Sheet, header: number, begins: (text: string) => boolean): number {
  let column = 2;
  while (column < 60 && !begins(sheet.text(header, column).trim())) column += 1;
  return column - 1;
}

/** The sheet with the rows of a table's header joined into the last one, and empty right of the table; and the span of years above it. */
function headersOf(sheet: Sheet, columns: number, rows: readonly number[]): { readonly sheet: Sheet; readonly span: string } {
  const header = rows.at(-1);
  const isSpan = (text: string) => /^\d{4}\s*-\s*\d{4}$/.test(text);
  const texts = (column: number) => rows.map((row) => sheet.text(row, column).trim()).filter((text) => text !== '');
  const spans = Array.from({ length: columns }, (_, index) => texts(index + 1).filter(isSpan)).flat();
  const text = (row: number, column: number) => {
    if (column > columns) return '';
    const words = row === header ? texts(column).filter((part) => !isSpan(part)) : [sheet.text(row, column)];
    return words.join(' ');
  };
  return { sheet: { name: sheet.name, rowCount: sheet.rowCount, text, fill: () => null }, span: [...new Set(spans)].join(', ') };
}

function rowsOf(sheet: Sheet, header: number, at: Readonly<Record<Column, number>>): PrintedRow[] {
  const rows: PrintedRow[] = [];
  for (let row = header + 1; row <= Math.min(sheet.rowCount, header + 40); row += 1) {
    const label = foldBlanks(sheet.text(row, 1));
    if (label === '') continue;
    const figure = (column: Column) => sheet.text(row, at[column]);
    const [base, target, net] = [figure('base'), figure('target'), figure('net')];
    rows.push({ row, label, base, target, net, replacement: figure('replacement'), total: figure('total') });
    if (label === allOccupations) break;
  }
  return rows;
}

/** The first row whose first cell matches. */
function rowOf(sheet: Sheet, pattern: RegExp): number | null {
  return rowsWhere(sheet, (text) => pattern.test(text.trim()))[0] ?? null;
}

function rowsWhere(sheet: Sheet, matches: (text: string) => boolean): number[] {
  return Array.from({ length: sheet.rowCount }, (_, index) => index + 1).filter((row) => matches(sheet.text(row, 1)));
}
