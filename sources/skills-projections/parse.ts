// Reads the projections' workbooks into rows as published: for each area the levels by group and the table by group and qualification.
// We have read England's macro workbook. We know the .ods workbooks in the zips only from descriptions, which give them the same grid.
import { tellLookedFor } from '#sources/kit/looked-for.ts';
import { type PrintedTable, placeOfRelease } from '#sources/kit/place.ts';
import { LayoutError, quoteList } from '#sources/kit/problem.ts';
import { type ColumnTable, columnsOf, foldMarks, foldToLetters, headerRowFor, rowsBelow } from '#sources/kit/read/columns.ts';
import { type Sheet, type Workbook, readWorkbook, tellSheets } from '#sources/kit/read/workbook.ts';
import { readZip } from '#sources/kit/read/zip.ts';
import type { FileKinds, NamedFiles, PublishedFile, Release } from '#sources/kit/source.ts';
import { yearsOf } from './release-name.ts';

/** Names of the sheets; only letters and digits count: 'Occ T2' in the .xlsm is 'Occ_T2' in the .ods. We need no others, and some have faults. */
const sheetNames = { information: 'Info', groups: 'Occ T2', qualifications: 'RD T1', totals: 'Qual T1' } as const;

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
  /** Where texts stand; left out if they stand as in the editions so far (`usualCells`), because the rows make an edition's id. */
  readonly cells?: TextCells;
  readonly sheets: { readonly information: string; readonly groups: string; readonly qualifications: string | null };
  readonly columns: {
    readonly groups: Readonly<Record<Column, number>>;
    readonly qualifications: Readonly<Record<Column | 'rate', number>> | null;
  };
  /** The units printed above the levels and above the first block of qualifications. */
  readonly units: { readonly groups: string; readonly qualifications: string | null };
  /** What the levels' last three columns span: "2020-2035". */
  readonly span: string;
  /** The jobs of each level of qualification over all occupations; null if the workbook has no such sheet. */
  readonly totals: Totals | null;
}

export interface Totals {
  readonly sheet: string;
  readonly columns: Readonly<Record<'label' | 'base' | 'target', number>>;
  readonly rows: readonly { readonly row: number; readonly label: string; readonly base: string; readonly target: string }[];
}

/** Row and column of a cell, counted from 1. */
type Cell = readonly [row: number, column: number];

/** Where the texts of a workbook stand that no column of figures has. */
interface TextCells {
  readonly geography: Cell;
  readonly area: Cell;
  readonly title: Cell;
  /** The columns of the labels. */
  readonly labels: { readonly groups: number; readonly qualifications: number };
}

function usualCells(areaRow: number): TextCells {
  return { geography: [1, 1], area: [areaRow, 2], title: [1, 1], labels: { groups: 1, qualifications: 1 } };
}

/** Where the texts of a workbook stand, for messages. */
export function textCells({ cells, areaRow }: Pick<WorkbookRow, 'cells' | 'areaRow'>): TextCells {
  return cells ?? usualCells(areaRow);
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

/** The sheet of totals as messages name it. */
export function printedTotals({ workbook, totals }: WorkbookRow): PrintedTable {
  return { printedAs: `${workbook} '${totals?.sheet ?? sheetNames.totals}'`, columns: totals?.columns ?? {} };
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
  const rows: Row[] = [];
  for (const file of [...workbooks, ...archives]) {
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
  const there = `found ${quoteList(workbook.sheets.map((sheet) => sheet.name))}`;
  const named = (wanted: string): Sheet | null => {
    const [sheet = null, ...others] = workbook.sheets.filter(({ name: found }) => foldToLetters(found) === foldToLetters(wanted));
    return others.length === 0 ? sheet : refuse(place, `${others.length + 1} sheets are named "${wanted}", ${there}`);
  };
  const [information, groups] = [named(sheetNames.information), named(sheetNames.groups)];
  tellSheets(place, workbook.sheets, [
    { names: [sheetNames.information], found: information?.name ?? null },
    { names: [sheetNames.groups], found: groups?.name ?? null },
  ]);
  if (information === null || groups === null) {
    const missing = [information ? [] : '"Info"', groups ? [] : '"Occ T2"'].flat().join(' and no sheet ');
    return refuse(place, `there is no sheet ${missing}, ${there}`);
  }
  const [qualifications, totals] = [named(sheetNames.qualifications), named(sheetNames.totals)];
  const about = aboutOf(information);
  const levels = levelsOf(release, place, groups);
  const blocks = qualifications === null ? null : blocksOf(release, place, qualifications);
  const areaRow = about.area?.[0] ?? 1;
  const cells: TextCells = {
    geography: about.geography,
    area: about.area ?? usualCells(areaRow).area,
    title: levels.title,
    labels: { groups: levels.labelColumn, qualifications: blocks?.labelColumn ?? 1 },
  };
  const isUsual = JSON.stringify(cells) === JSON.stringify(usualCells(areaRow));
  return [
    {
      kind: 'workbook',
      workbook: name,
      geography: information.text(...about.geography).trim(),
      area: about.area === null ? '' : information.text(...about.area).trim(),
      areaRow,
      title: groups.text(...levels.title).trim(),
      ...(isUsual ? {} : { cells }),
      sheets: { information: information.name, groups: groups.name, qualifications: qualifications?.name ?? null },
      columns: { groups: levels.columns, qualifications: blocks?.columns ?? null },
      units: { groups: levels.unit, qualifications: blocks?.unit ?? null },
      span: levels.span,
      totals: totals === null ? null : totalsOf(release, place, totals),
    },
    ...levels.rows.map((row): GroupRow => ({ kind: 'group', workbook: name, ...row })),
    ...(blocks?.rows ?? []).map((row): QualificationRow => ({ kind: 'qualification', workbook: name, ...row })),
  ];
}

/**
 * The cells of the kind of area, "Country", and of the area's name, the first text after the label "Country name". If no label or more
 * than one belongs to a kind, the kind is the first text of the sheet, so that a message can show it, and the name is null.
 */
function aboutOf(sheet: Sheet): { readonly geography: Cell; readonly area: Cell | null } {
  const cells = cellsWhere(sheet, (text) => text !== '');
  const textAt = (cell: Cell) => foldToLetters(sheet.text(...cell));
  const pairs = cells.flatMap((geography) =>
    cells
      .filter((label) => label[1] === geography[1] && textAt(label) === `${textAt(geography)}name`)
      .map(([row, column]) => ({ geography, area: cells.find((cell) => cell[0] === row && cell[1] > column) ?? null })),
  );
  const [pair, another] = pairs;
  return pair !== undefined && another === undefined ? pair : { geography: cells[0] ?? [1, 1], area: null };
}

/** The levels, the first section of the sheet. The sections of shares and growth below look like it, and the last repeats it without a title. */
function levelsOf(release: Release, place: string, sheet: Sheet) {
  const at = `${place} '${sheet.name}'`;
  const beginsLevels = (text: string) => foldToLetters(text).startsWith('levels');
  const [[header] = refuse(at, 'no cell begins with "Levels (000s)" or "Levels"')] = cellsWhere(sheet, beginsLevels);
  // Tables of men and of women stand beside it, with the same headers and the same first word, and with their names above it.
  const tables = columnsWhere(sheet, header, beginsLevels);
  const isOfAll = (column: number) => between(0, header).every((row) => !/^(?:fe)?males?$/.test(foldToLetters(sheet.text(row, column))));
  const [labelColumn = 1, another] = tables.filter(isOfAll);
  if (!tables.some(isOfAll) || another !== undefined)
    refuse(`${at}!row ${header}`, `${tables.filter(isOfAll).length} tables of levels are not of males or females, expected 1`);
  const titles = cellsWhere(sheet, (text) => /^occupation table 2(?![.\d])/i.test(foldMarks(text))).filter(([row]) => row < header);
  const [title = refuse(at, 'no cell above the levels begins with "Occupation Table 2", the title')] = titles;
  const [row] = title;
  if (new Set(titles.map((cell) => foldMarks(sheet.text(...cell)))).size > 1) refuse(at, 'several titles stand above the levels');

  const last = (tables.find((column) => column > labelColumn) ?? widest) - 1;
  const extent = { first: labelColumn + 1, last };
  const headerRows = between(row, header + 1);
  const heads = headersOf(sheet, extent, headerRows);
  const columns = columnsOf(place, heads.sheet, header, { ...yearColumns(release), ...groupColumns }, headerNames);
  const rows = rowsOf(sheet, header, labelColumn, columns);
  return { columns, labelColumn, title, unit: unitAbove(sheet, extent, headerRows), span: heads.span, rows };
}

/** The blocks by qualification, each with its own header. Tables by major group, sex and industry stand beside them, without such heads. */
function blocksOf(release: Release, place: string, sheet: Sheet) {
  const at = `${place} '${sheet.name}'`;
  const heads = cellsWhere(sheet, (text) => /\(constrained\)$/i.test(foldMarks(text)));
  const [[first, labelColumn] = refuse(at, 'no cell is the head of a block, "All qualifications (Constrained)"')] = heads;
  if (heads.some(([, column]) => column !== labelColumn))
    refuse(at, 'the heads of the blocks, "… (Constrained)", stand in several columns');
  const wanted = { ...yearColumns(release), ...qualificationColumns };
  const extent = (header: number) => ({ first: labelColumn + 1, last: endOfHeader(sheet, header, labelColumn + 1) });
  const blocks = heads.map(([header]) => {
    const columns = columnsOf(place, headersOf(sheet, extent(header), [header]).sheet, header, wanted, headerNames);
    const block = foldMarks(sheet.text(header, labelColumn));
    const rows = rowsOf(sheet, header, labelColumn, columns).map((row) => ({
      ...row,
      rate: sheet.text(row.row, columns.rate),
      block,
      blockRow: header,
    }));
    return { columns, rows };
  });
  const [columns, another] = new Map(blocks.map((block) => [JSON.stringify(block.columns), block.columns])).values();
  if (columns === undefined || another !== undefined) return refuse(at, 'the blocks do not have their columns in the same places');
  return { columns, labelColumn, unit: unitAbove(sheet, extent(first), between(0, first + 1)), rows: blocks.flatMap(({ rows }) => rows) };
}

/** The totals by level of qualification, the first table of their sheet. The table of shares below has the same headers and labels. */
function totalsOf(release: Release, place: string, sheet: Sheet): Totals {
  const isLast = (text: string) => foldToLetters(text) === 'allqualifications';
  const [[last, label] = refuse(`${place} '${sheet.name}'`, 'no cell is "All qualifications"')] = cellsWhere(sheet, isLast);
  const header = headerRowFor(sheet, yearColumns(release), headerNames.fold);
  const columns = { label, ...columnsOf(place, sheet, header, yearColumns(release), headerNames) };
  const rows = rowsBelow(sheet, header, columns).filter(({ row, base, target }) => row <= last && `${base}${target}`.trim() !== '');
  return { sheet: sheet.name, columns, rows };
}

const headerNames = { fold: foldToLetters, table: 'sources/skills-projections/parse.ts' };

/** The columns of the release's own years, so that a file of another period fails. */
function yearColumns(release: Release): ColumnTable<'base' | 'target'> {
  const { baseYear, targetYear } = yearsOf(release);
  return { base: [String(baseYear)], target: [String(targetYear)] };
}

// Wider than any sheet that we read here. We read no column further right.
const widest = 60;

/** The last column of a header without a gap. */
function endOfHeader(sheet: Sheet, header: number, first: number): number {
  let column = first;
  while (column < widest && foldMarks(sheet.text(header, column)) !== '') column += 1;
  return column - 1;
}

/** A unit as the publisher prints it above columns. Any other word there becomes part of a header, which is then not found. */
const unitWord = /^(?:thousands?|millions?|jobs|people|per ?cent|%|number)$/i;
const spanOfYears = /^\d{4}\s*-\s*\d{4}$/;

/** The columns of a table that have figures. */
interface Extent {
  readonly first: number;
  readonly last: number;
}

/** The texts of a column in some rows, from the top. */
function textsIn(sheet: Sheet, column: number, rows: readonly number[]): string[] {
  return rows.map((row) => foldMarks(sheet.text(row, column))).filter((text) => text !== '');
}

/** The sheet with the rows of a table's header joined into the last one, and empty beside the table; and the span of years above it. */
function headersOf(sheet: Sheet, { first, last }: Extent, rows: readonly number[]): { readonly sheet: Sheet; readonly span: string } {
  const header = rows.at(-1);
  const spans = between(first - 1, last + 1).flatMap((column) => textsIn(sheet, column, rows).filter((text) => spanOfYears.test(text)));
  const text = (row: number, column: number) => {
    if (column < first || column > last) return '';
    if (row !== header) return sheet.text(row, column);
    const words = textsIn(sheet, column, rows).filter((part) => !spanOfYears.test(part) && !unitWord.test(part));
    return words.join(' ');
  };
  return { sheet: { name: sheet.name, rowCount: sheet.rowCount, text, fill: () => null }, span: [...new Set(spans)].join(', ') };
}

/**
 * The unit above a table's columns, several if they differ. Empty if a run of columns has none: years and changes are two runs with a
 * unit each. The last of the rows has the headers.
 */
function unitAbove(sheet: Sheet, { first, last }: Extent, rows: readonly number[]): string {
  const runs: string[][] = [];
  for (let column = first; column <= last; column += 1) {
    if (sheet.text(rows.at(-1) ?? 1, column).trim() === '') continue;
    const isNext = column === first || sheet.text(rows.at(-1) ?? 1, column - 1).trim() === '';
    if (isNext) runs.push([]);
    runs.at(-1)?.push(...textsIn(sheet, column, rows).filter((text) => unitWord.test(text)));
  }
  return runs.some((units) => units.length === 0) ? '' : [...new Set(runs.flat())].join(', ');
}

function rowsOf(sheet: Sheet, header: number, labelColumn: number, at: Readonly<Record<Column, number>>): PrintedRow[] {
  const rows: PrintedRow[] = [];
  for (let row = header + 1; row <= Math.min(sheet.rowCount, header + 40); row += 1) {
    const label = foldMarks(sheet.text(row, labelColumn));
    if (label === '') continue;
    const figure = (column: Column) => sheet.text(row, at[column]);
    const [base, target, net] = [figure('base'), figure('target'), figure('net')];
    rows.push({ row, label, base, target, net, replacement: figure('replacement'), total: figure('total') });
    if (label === allOccupations) break;
  }
  return rows;
}

/** The numbers of the rows, or columns, after one and before another. */
function between(after: number, before: number): number[] {
  return Array.from({ length: before - after - 1 }, (_, index) => after + 1 + index);
}

/** The columns of a row whose texts match, from the left. */
function columnsWhere(sheet: Sheet, row: number, matches: (text: string) => boolean): number[] {
  return Array.from({ length: widest }, (_, index) => index + 1).filter((column) => matches(sheet.text(row, column)));
}

/** The cells whose texts match, row by row. */
function cellsWhere(sheet: Sheet, matches: (text: string) => boolean): Cell[] {
  return between(0, sheet.rowCount + 1).flatMap((row) => columnsWhere(sheet, row, matches).map((column): Cell => [row, column]));
}
