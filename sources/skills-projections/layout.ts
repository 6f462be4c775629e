// The projections' workbooks as printed: for each area the levels by group, the blocks by group and
// qualification, and totals by level. These are not plain tables: headers have several rows, tables
// side by side have equal headers, and sections follow each other. We have read England's macro
// workbook. We know the .ods workbooks in the zips only from descriptions, which give them the same
// grid.
import { markedCells } from '#sources/kit/cells.ts';
import { recordLookup } from '#sources/kit/lookups.ts';
import { type PrintedTable, placeOfRelease } from '#sources/kit/place.ts';
import { LayoutError, UnreadableFileError, quoteList } from '#sources/kit/problem.ts';
import type { OpenedFile } from '#sources/kit/by-hand.ts';
import type { FileKinds, NamedFiles, PublishedFile } from '#sources/kit/named-files.ts';
import { cellAddress } from '#sources/kit/read/addresses.ts';
import { foldMarks, foldToLetters } from '#sources/kit/read/fold.ts';
import type { Release } from '#sources/kit/release.ts';
import { columnsOf, headerRowFor } from '#sources/kit/read/columns.ts';
import { type Sheet, readWorkbook, recordSheets } from '#sources/kit/read/workbook.ts';
import { sheetOfRow } from '#sources/kit/read/workbook-rows.ts';
import { readZip } from '#sources/kit/read/zip.ts';
import { yearsOf } from './release-name.ts';

export const files = {
  workbooks: {
    match: /^(?=.*MainTables)(?=.*\.xlsm$)/i,
    layout: 'verified',
    optional: true,
    many: true,
    describe: "the producer's workbook of England's main tables",
  },
  archives: {
    match: /\.(zip|ods)$/i,
    layout: 'documented',
    optional: true,
    many: true,
    describe: 'the zips of workbooks of main tables, by nation and by English region',
  },
} as const satisfies FileKinds;

/**
 * The workbooks of main tables in a zip. The others ("UK additional tables") have another layout.
 */
export const mainTables = /(?:^|\/)(?=[^/]*main[ _]?tables)[^/]*\.(?:ods|xlsx|xlsm)$/i;

/**
 * Names of the sheets; only letters and digits count: 'Occ T2' in the .xlsm is 'Occ_T2' in the
 * .ods. We need no others, and some have faults.
 */
export const sheetNames = {
  information: ['Info'],
  groups: ['Occ T2'],
  qualifications: ['RD T1'],
  totals: ['Qual T1'],
} as const;
export type TableName = Exclude<keyof typeof sheetNames, 'information'>;

export const isNamed = (sheet: string, names: readonly string[]) =>
  names.some((name) => foldToLetters(sheet) === foldToLetters(name));

/**
 * The headers beside the two years. That of the levels has three rows, and two of them hold only
 * "2020-2035" and words such as "Net".
 */
const headers: Readonly<Record<TableName, Readonly<Record<string, readonly string[]>>>> = {
  groups: {
    net: ['net change'],
    replacement: ['replacement demand'],
    total: ['total requirement'],
  },
  qualifications: {
    net: ['net change'],
    replacement: ['replacement demand level'],
    total: ['total requirement'],
  },
  totals: {},
};

/** The cells, numbers in full. The publisher withholds nothing, so any marker is unknown. */
export const cells = markedCells({
  number: /^-?\d+(\.\d+)?(e[-+]?\d+)?$/i,
  expected: 'a number: no marker has been seen in these tables',
  markers: {},
  repair:
    "give it a meaning in sources/skills-projections/layout.ts once the workbook's own " +
    'explanation has been read',
});

/** The last row of each block of groups. */
export const allOccupations = 'All occupations';

/** The figures of a row, in the order of their columns. */
export const figureColumns = ['base', 'target', 'net', 'replacement', 'total'] as const;
export type Column = (typeof figureColumns)[number];

/** A text and its cell, counted from 1. */
interface Text {
  readonly text: string;
  readonly row: number;
  readonly column: number;
}

/** A sheet of figures: its columns by our names, and the unit printed above its first table. */
interface TableHead {
  readonly sheet: string;
  readonly columns: Readonly<Record<string, number>>;
  readonly unit: string;
}

/** A workbook: what it says about itself, and its sheets of figures. */
export interface WorkbookRow {
  readonly kind: 'workbook';
  /** The file, and within a zip its member. */
  readonly workbook: string;
  readonly file: string;
  readonly member: string | null;
  readonly information: string;
  /** The kind of area: "Country" for England. */
  readonly geography: Text;
  /**
   * The area's name, in the cell after the label that ends in "name"; null if there is no such
   * label, or several.
   */
  readonly area: Text | null;
  /** The title of the groups' sheet, which ends in the area. */
  readonly title: Text;
  /** What the levels' last three columns span: "2020-2035". */
  readonly span: string;
  readonly tables: {
    readonly groups: TableHead;
    readonly qualifications: TableHead | null;
    readonly totals: TableHead | null;
  };
}

/** A row of a sheet of figures, as printed. Totals have only the two years. */
export interface TableRow extends Readonly<Record<Column, string>> {
  readonly kind: 'group' | 'qualification' | 'total';
  readonly workbook: string;
  readonly row: number;
  readonly label: string;
  /** The head of the block, "RQF8 Doctorate (Constrained)", and its row; empty for other tables. */
  readonly block: string;
  readonly blockRow: number;
}

export type Rows = readonly (WorkbookRow | TableRow)[];

export function isWorkbook(row: Rows[number]): row is WorkbookRow {
  return row.kind === 'workbook';
}

export function tableRows(rows: Rows, { workbook }: Pick<WorkbookRow, 'workbook'>): TableRow[] {
  return rows.filter((row) => !isWorkbook(row) && row.workbook === workbook) as TableRow[];
}

export function headOf(
  { tables }: WorkbookRow,
  { kind }: Pick<TableRow, 'kind'>,
): TableHead | null {
  return tables[`${kind}s`];
}

/** A sheet of a workbook as messages name it: `EN_MainTables.Main.xlsm 'Occ T2'`. */
export function printedSheetOf(
  { workbook, information, tables }: WorkbookRow,
  table: keyof typeof sheetNames,
): PrintedTable | string {
  if (table === 'information') return `${workbook} '${information}'`;
  return {
    printedAs: `${workbook} '${tables[table]?.sheet ?? sheetNames[table][0]}'`,
    columns: tables[table]?.columns ?? {},
  };
}

export async function parse(
  release: Release,
  { workbooks, archives }: NamedFiles<typeof files>,
): Promise<Rows> {
  const place = placeOfRelease(release);
  const rows: Rows[number][] = [];
  for (const file of [...workbooks, ...archives])
    for (const { member, read } of await workbooksIn(place, file)) {
      const name = member === null ? file.name : `${file.name} ${member}`;
      // One workbook at a time: each has some forty sheets, and we keep four.
      const { sheets } = await readWorkbook(`${place} ${name}`, name, await read());
      rows.push(
        ...workbookRows(
          release,
          `${place} ${name}`,
          { workbook: name, file: file.name, member },
          sheets,
        ),
      );
    }
  return rows;
}

function refuse(place: string, message: string): never {
  throw new LayoutError([{ place, message }]);
}

/** A workbook by itself, or a zip's workbooks of main tables. */
async function workbooksIn(
  place: string,
  file: PublishedFile,
): Promise<{ member: string | null; read: () => Promise<Uint8Array> }[]> {
  if (!/\.zip$/i.test(file.name)) return [{ member: null, read: async () => file.bytes }];
  const members = await readZip(`${place} ${file.name}`, file.bytes);
  const memberNames = members.map(({ name }) => name);
  const tableMembers = members.filter(({ name }) => mainTables.test(name));
  const wanted = [
    { names: ['a workbook of main tables'], foundName: tableMembers[0]?.name ?? null },
  ];
  recordLookup({ place: `${place} ${file.name}`, what: 'member', wanted, present: memberNames });
  if (tableMembers.length === 0)
    refuse(
      `${place} ${file.name}`,
      `holds no workbook of main tables, found ${quoteList(memberNames)}`,
    );
  return tableMembers.map((member) => ({ member: member.name, read: () => member.read() }));
}

type Named = Pick<WorkbookRow, 'workbook' | 'file' | 'member'>;

function workbookRows(
  release: Release,
  place: string,
  name: Named,
  sheets: readonly Sheet[],
): Rows[number][] {
  const sheetNamed = (wanted: readonly string[]): Sheet | null => {
    const [sheet = null, ...others] = sheets.filter((candidate) => isNamed(candidate.name, wanted));
    if (others.length === 0) return sheet;
    throw sheetFault(place, sheets, wanted, `${others.length + 1} sheets are named`);
  };
  const due = [sheetNames.information, sheetNames.groups].map((wanted) => ({
    names: wanted,
    foundName: sheetNamed(wanted)?.name ?? null,
  }));
  recordSheets(place, sheets, due);
  const required = (wanted: readonly string[]): Sheet => {
    const sheet = sheetNamed(wanted);
    if (sheet === null) throw sheetFault(place, sheets, wanted, 'there is no sheet');
    return sheet;
  };
  const information = required(sheetNames.information);
  const tableIn = (kind: TableRow['kind'], sheet: Sheet): TableReader => {
    return {
      kind,
      sheet,
      placeOfSheet: `${place} '${sheet.name}'`,
      place,
      years: yearsOf(release),
      workbook: name.workbook,
    };
  };
  const levels = levelsOf(tableIn('group', required(sheetNames.groups)));
  const qualifications = sheetNamed(sheetNames.qualifications);
  const totals = sheetNamed(sheetNames.totals);
  const blocks = qualifications && blocksOf(tableIn('qualification', qualifications));
  const sums = totals && totalsOf(tableIn('total', totals));
  return [
    {
      kind: 'workbook',
      ...name,
      information: information.name,
      ...aboutOf(information),
      title: levels.title,
      span: levels.span,
      tables: {
        groups: levels.head,
        qualifications: blocks?.head ?? null,
        totals: sums?.head ?? null,
      },
    },
    ...levels.rows,
    ...(blocks?.rows ?? []),
    ...(sums?.rows ?? []),
  ];
}

/** The error for a sheet that is missing or doubled. It names all sheets of the workbook. */
function sheetFault(
  place: string,
  sheets: readonly Sheet[],
  [wanted = '']: readonly string[],
  fault: string,
): LayoutError {
  // The sheets that begin like the wanted one come first: one of them may be its new name.
  const isLike = ({ name }: Sheet) => name.startsWith(wanted.slice(0, 3));
  const likeFirst = [...sheets.filter(isLike), ...sheets.filter((sheet) => !isLike(sheet))];
  const sheetList = quoteList(likeFirst.map(({ name }) => name));
  const message = `${fault} "${wanted}", found ${sheetList}`;
  const repair =
    'if the sheet was renamed, add its new name to the names of sheets in ' +
    'sources/skills-projections/layout.ts';
  return new LayoutError([{ place, message, repair }]);
}

interface TableReader {
  readonly kind: TableRow['kind'];
  readonly sheet: Sheet;
  /** The workbook, and the sheet, for messages. */
  readonly place: string;
  readonly placeOfSheet: string;
  readonly years: ReturnType<typeof yearsOf>;
  readonly workbook: string;
}

const textAt = (sheet: Sheet, [row, column]: Cell): Text => ({
  text: sheet.text(row, column).trim(),
  row,
  column,
});

/**
 * The kind of area, "Country", and the area's name, the first text after the label "Country name".
 * If no label or more than one belongs to a kind, the kind is the first text of the sheet, so that
 * a message can show it, and the name is null.
 */
function aboutOf(sheet: Sheet): Pick<WorkbookRow, 'geography' | 'area'> {
  const texts = cellsWhere(sheet, (text) => text !== '').map((cell) => textAt(sheet, cell));
  const pairs = texts.flatMap((geography) =>
    texts
      .filter(
        ({ column, text }) =>
          column === geography.column &&
          foldToLetters(text) === `${foldToLetters(geography.text)}name`,
      )
      .map((label) => ({
        geography,
        area: texts.find(({ row, column }) => row === label.row && column > label.column) ?? null,
      })),
  );
  const [pair, another] = pairs;
  return pair !== undefined && another === undefined
    ? pair
    : { geography: texts[0] ?? { text: '', row: 1, column: 1 }, area: null };
}

const isTitle = (text: string) => /^occupation table 2(?![.\d])/i.test(foldMarks(text));

/**
 * The levels, the first section of the sheet. The sections of shares and growth below look like it,
 * and the last repeats it without a title.
 */
function levelsOf(table: TableReader) {
  const { placeOfSheet, sheet } = table;
  const beginsLevels = (text: string) => foldToLetters(text).startsWith('levels');
  const [[header] = refuse(placeOfSheet, 'no cell begins with "Levels (000s)" or "Levels"')] =
    cellsWhere(sheet, beginsLevels);
  // Tables of men and of women are beside it, with the same headers and the same first word, and
  // with their names above it.
  const tables = columnsWhere(sheet, header, beginsLevels);
  const isOfAll = (column: number) =>
    between(0, header).every(
      (row) => !/^(?:fe)?males?$/.test(foldToLetters(sheet.text(row, column))),
    );
  const [label = 1, another] = tables.filter(isOfAll);
  if (!tables.some(isOfAll) || another !== undefined)
    refuse(
      `${placeOfSheet}!row ${header}`,
      `${tables.filter(isOfAll).length} tables of levels are not of males or females, expected 1`,
    );
  const titles = cellsWhere(sheet, isTitle).filter(([row]) => row < header);
  const [
    title = refuse(
      placeOfSheet,
      'no cell above the levels begins with "Occupation Table 2", the title',
    ),
  ] = titles;
  if (new Set(titles.map((cell) => foldMarks(sheet.text(...cell)))).size > 1)
    refuse(placeOfSheet, 'there are several titles above the levels');
  const last = (tables.find((column) => column > label) ?? widest) - 1;
  requireOwnSubject(table, title, between(title[0], header), between(label, last + 1));
  const { span, head } = headAt(table, label, last, between(title[0], header + 1));
  return { head, span, title: textAt(sheet, title), rows: rowsBelow(table, header, head.columns) };
}

/**
 * Throws LayoutError for projections of other years than the release, or by SOC 2010, where the
 * same codes mean other groups.
 */
function requireOwnSubject(
  { placeOfSheet, sheet, years }: TableReader,
  title: Cell,
  rows: readonly number[],
  columns: readonly number[],
): void {
  const { baseYear, targetYear } = years;
  const printedYears = new Set(
    rows.flatMap((row) =>
      columns
        .map((column) => sheet.text(row, column).trim())
        .filter((text) => spanOfYears.test(text)),
    ),
  );
  const others = [...printedYears].filter(
    (span) => span.replaceAll(/\s/g, '') !== `${baseYear}-${targetYear}`,
  );
  const faults = others.map(
    (span) => `covers the years ${span}, expected ${baseYear}-${targetYear}, those of the release`,
  );
  if (isBySoc2010(sheet.text(...title))) faults.push(bySoc2010);
  if (faults.length === 0) return;
  throw new LayoutError(
    faults.map((message) => ({
      place: `${placeOfSheet}!${cellAddress(...title)}`,
      message,
      repair: anotherFile,
    })),
  );
}

const isBySoc2010 = (title: string) => /\bSOC ?2010\b/i.test(title);
const bySoc2010 =
  'counts jobs by SOC 2010, where the same codes mean other groups; expected SOC 2020';
const anotherFile = 'docs/sources.md says which files to download for this release';

/**
 * Whether a file is a workbook of main tables. Throws UnreadableFileError for one by SOC 2010, of
 * Working Futures, which has the same sheets.
 */
export async function isMainTables({ name, bytes, sheets }: OpenedFile): Promise<boolean> {
  const hasSheets = [sheetNames.information, sheetNames.groups].every((names) =>
    sheets.some((sheet) => isNamed(sheet, names)),
  );
  if (!hasSheets) return false;
  const workbook = await readWorkbook(name, name, bytes);
  const groups = workbook.sheets.find((sheet) => isNamed(sheet.name, sheetNames.groups));
  const [title] =
    groups === undefined ? [] : cellsWhere(groups, (text) => isBySoc2010(text) && isTitle(text));
  if (groups === undefined || title === undefined) return true;
  throw new UnreadableFileError({
    place: `${name} '${groups.name}'!${cellAddress(...title)}`,
    message: bySoc2010,
    repair: anotherFile,
  });
}

/**
 * The blocks by qualification, each with its own header. Tables by major group, sex and industry
 * are beside them, without such heads.
 */
function blocksOf(table: TableReader) {
  const { placeOfSheet, sheet } = table;
  const heads = cellsWhere(sheet, (text) => /\(constrained\)$/i.test(foldMarks(text)));
  const [
    [, label] = refuse(
      placeOfSheet,
      'no cell is the head of a block, "All qualifications (Constrained)"',
    ),
  ] = heads;
  if (heads.some(([, column]) => column !== label))
    refuse(placeOfSheet, 'the heads of the blocks, "… (Constrained)", are in several columns');
  const blocks = heads.map(([header]) => {
    let last = label;
    while (last < widest && foldMarks(sheet.text(header, last + 1)) !== '') last += 1;
    const { head } = headAt(table, label, last, [header], between(0, header + 1));
    return {
      head,
      rows: rowsBelow(table, header, head.columns, foldMarks(sheet.text(header, label))),
    };
  });
  const [columns, another] = new Set(blocks.map(({ head }) => JSON.stringify(head.columns)));
  const [block] = blocks;
  if (columns === undefined || block === undefined || another !== undefined)
    return refuse(placeOfSheet, 'the blocks do not have their columns in the same places');
  return { head: block.head, rows: blocks.flatMap(({ rows }) => rows) };
}

/**
 * The totals by level of qualification, the first table of their sheet. The table of shares below
 * has the same headers and labels.
 */
function totalsOf(table: TableReader) {
  const { placeOfSheet, sheet, place } = table;
  const isLast = (text: string) => foldToLetters(text) === 'allqualifications';
  const [[last, label] = refuse(placeOfSheet, 'no cell is "All qualifications"')] = cellsWhere(
    sheet,
    isLast,
  );
  const wanted = wantedIn(table);
  const header = headerRowFor(sheet, wanted, foldToLetters);
  const columns = { label, ...columnsOf(place, sheet, header, wanted, headerNames) };
  const rows = rowsBelow(table, header, columns).filter(
    ({ row, base, target }) => row <= last && `${base}${target}`.trim() !== '',
  );
  return { head: { sheet: sheet.name, columns, unit: '' }, rows };
}

const headerNames = { fold: foldToLetters, table: 'sources/skills-projections/layout.ts' };

/**
 * The columns of a table. The years are the release's own, so that a file of another period fails.
 */
function wantedIn({ kind, years }: TableReader): Readonly<Record<string, readonly string[]>> {
  return {
    base: [String(years.baseYear)],
    target: [String(years.targetYear)],
    ...headers[`${kind}s`],
  };
}

// Wider than any sheet that we read here. We read no column further right.
const widest = 60;

/**
 * A unit as the publisher prints it above columns. Any other word there becomes part of a header,
 * which is then not found.
 */
const unitWord = /^(?:thousands?|millions?|jobs|people|per ?cent|%|number)$/i;
const spanOfYears = /^\d{4}\s*-\s*\d{4}$/;

/**
 * The head of a table between its labels and its last column. Its header may be spread over some
 * rows: the words of a column are joined, without units and spans of years. The unit is above
 * the columns; it is empty if some have none, and several if they differ.
 */
function headAt(
  table: TableReader,
  label: number,
  last: number,
  headerRows: readonly number[],
  unitRows = headerRows,
) {
  const { sheet, place } = table;
  const header = headerRows.at(-1) ?? 1;
  const ownCells = between(label, last + 1);
  const words = (column: number, rows = headerRows) =>
    rows.map((row) => foldMarks(sheet.text(row, column))).filter((text) => text !== '');
  const texts = Array.from({ length: last }, (_, index) =>
    index < label
      ? ''
      : words(index + 1)
          .filter((word) => !spanOfYears.test(word) && !unitWord.test(word))
          .join(' '),
  );
  const columns = {
    label,
    ...columnsOf(
      place,
      sheetOfRow(sheet.name, header, texts),
      header,
      wantedIn(table),
      headerNames,
    ),
  };
  const span = [
    ...new Set(
      ownCells.flatMap((column) => words(column).filter((word) => spanOfYears.test(word))),
    ),
  ].join(', ');
  // Years and changes are two runs of columns with a unit each.
  const runs: string[][] = [[]];
  for (const column of ownCells) {
    if (sheet.text(header, column).trim() !== '') runs.at(-1)?.push(...words(column, unitRows));
    else if (runs.at(-1)?.length !== 0) runs.push([]);
  }
  const units = runs
    .filter((run) => run.length > 0)
    .map((run) => run.filter((word) => unitWord.test(word)));
  const unit = units.some((run) => run.length === 0) ? '' : [...new Set(units.flat())].join(', ');
  const head: TableHead = { sheet: sheet.name, columns, unit };
  return { head, span };
}

function rowsBelow(
  { kind, sheet, workbook }: TableReader,
  header: number,
  columns: TableHead['columns'],
  block = '',
): TableRow[] {
  const rows: TableRow[] = [];
  for (let row = header + 1; row <= Math.min(sheet.rowCount, header + 40); row += 1) {
    const text = (column: string) =>
      columns[column] === undefined ? '' : sheet.text(row, columns[column]);
    const label = foldMarks(text('label'));
    if (label === '') continue;
    const base = text('base');
    const target = text('target');
    const net = text('net');
    const figures = { base, target, net, replacement: text('replacement'), total: text('total') };
    rows.push({
      kind,
      workbook,
      block,
      blockRow: block === '' ? 0 : header,
      row,
      label,
      ...figures,
    });
    if (label === allOccupations) break;
  }
  return rows;
}

/** Row and column of a cell, counted from 1. */
type Cell = readonly [row: number, column: number];

/** The numbers of the rows, or columns, after one and before another. */
function between(after: number, before: number): number[] {
  return Array.from({ length: before - after - 1 }, (_, index) => after + 1 + index);
}

/** The columns of a row whose texts match, from the left. */
function columnsWhere(sheet: Sheet, row: number, matches: (text: string) => boolean): number[] {
  return between(0, widest + 1).filter((column) => matches(sheet.text(row, column)));
}

function cellsWhere(sheet: Sheet, matches: (text: string) => boolean): Cell[] {
  return between(0, sheet.rowCount + 1).flatMap((row) =>
    columnsWhere(sheet, row, matches).map((column): Cell => [row, column]),
  );
}
