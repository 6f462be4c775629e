// What ONS prints: a zip for Table 14 (United Kingdom) and one for Table 15 (work regions), each
// with two workbooks for each measure of nine sheets. Rows hold the cells as printed, in the order
// of `header`, because a release has millions.
import { markedCells } from '#sources/kit/cells.ts';
import { recordLookup } from '#sources/kit/lookups.ts';
import { placeOf } from '#sources/kit/place.ts';
import { LayoutError, type Problem, quoteList } from '#sources/kit/problem.ts';
import type { FileKinds, NamedFiles } from '#sources/kit/named-files.ts';
import { foldBlanks, foldToLetters } from '#sources/kit/read/fold.ts';
import type { Release } from '#sources/kit/release.ts';
import { columnsOf, headerRowFor } from '#sources/kit/read/columns.ts';
import { fillOfLetter, letterOfFill } from '#sources/kit/read/fills.ts';
import type { Limits } from '#sources/kit/read/limits.ts';
import { type Sheet, readWorkbook, recordSheets } from '#sources/kit/read/workbook.ts';
import { sheetOfRow } from '#sources/kit/read/workbook-rows.ts';
import { type ZipMember, readZip } from '#sources/kit/read/zip.ts';
import { type Pattern, type Quality, type Sex, measures } from '#schemas/codes.ts';
import { type PayColumn, isChange } from '#schemas/pay-columns.ts';
import type { PayMarkers } from '#schemas/resources/pay.ts';

/**
 * A zip of each table: `ashetable142024provisional.zip`, in older years
 * `table142021provisional.zip`.
 */
export const files = {
  table14: {
    match: /^(ashe)?table14\d{4}.*\.zip$/i,
    layout: 'verified',
    describe: 'the zip of Table 14, United Kingdom',
  },
  table15: {
    match: /^(ashe)?table15\d{4}.*\.zip$/i,
    layout: 'documented',
    optional: true,
    isApart: true,
    describe: 'the zip of Table 15, work regions',
  },
} as const satisfies FileKinds;

// The zip of Table 15 of 2025 has 84 MB. It holds workbooks, which are compressed already.
export const limits: Partial<Limits> = {
  fileBytes: 260_000_000,
  unpackedBytes: 260_000_000,
};

/**
 * Patterns for the number and kind in a member's own name, without its folder. The other words and
 * blanks change from year to year. The zip of Table 15 also holds three-digit tables with the same
 * numbers, so the name must contain "(4)". Editions up to 2020 print "(4) Table 15.7a", 2025 prints
 * "15 (4).7a".
 */
export const workbookNames = {
  14: /\b14\.(\d+)([ab])\b/,
  15: /^(?=.*\(4\)).*\b15(?: \(4\))?\.(\d+)([ab])\b/,
} as const;

/** Tables 14.12 and 15.12 have another layout. We do not need them. */
const genderPayGap = 12;

/**
 * The nine data sheets in the publisher's order, each with the words for its employees in its
 * title. A notes sheet comes first.
 */
export const sheets = [
  { name: 'All', sex: 'all', pattern: 'all', employees: 'all' },
  { name: 'Male', sex: 'male', pattern: 'all', employees: 'male' },
  { name: 'Female', sex: 'female', pattern: 'all', employees: 'female' },
  { name: 'Full-Time', sex: 'all', pattern: 'fulltime', employees: 'full-time' },
  { name: 'Part-Time', sex: 'all', pattern: 'parttime', employees: 'part-time' },
  { name: 'Male Full-Time', sex: 'male', pattern: 'fulltime', employees: 'male full-time' },
  { name: 'Male Part-Time', sex: 'male', pattern: 'parttime', employees: 'male part-time' },
  { name: 'Female Full-Time', sex: 'female', pattern: 'fulltime', employees: 'female full-time' },
  { name: 'Female Part-Time', sex: 'female', pattern: 'parttime', employees: 'female part-time' },
] as const satisfies readonly { name: string; sex: Sex; pattern: Pattern; employees: string }[];

/**
 * The headers in the order of a row's cells. A "change" belongs to the median or the mean,
 * whichever is next to its left.
 */
export const header: readonly string[] = [
  'Description',
  'Code',
  '(thousand)',
  'Median',
  'change',
  'Mean',
  'change',
  '10',
  '20',
  '25',
  '30',
  '40',
  '60',
  '70',
  '75',
  '80',
  '90',
];

/** The number of the cell, counted from 1, that holds the number of jobs: a row's first figure. */
export const jobsColumn = 3;

/** The markers, as the key in the sheets and the notes explain them. */
export const cells = markedCells({
  number: /^-?\d+(\.\d+)?$/,
  expected: 'a number',
  markers: {
    x: [
      'unreliable',
      'The publisher withholds the estimate as unreliable: its coefficient of variation ' +
        'is usually above 20%.',
    ],
    '..': [
      'disclosive',
      "The publisher withholds the group's figures because they could identify an " +
        'employee or an employer.',
    ],
    // Such as the armed forces, which the survey does not cover.
    ':': [
      'not-applicable',
      'The publisher marks the figure as not applicable: its pay survey has no figures ' +
        'for this group here.',
    ],
    '.': [
      'not-available',
      'The publisher marks the figure as not available: nobody in its sample had such ' +
        'pay or hours, so there is no distribution to describe.',
    ],
    '-': ['no-figures-reported', 'The publisher marks the figure as nil or negligible.'],
    '': [
      'not-available',
      'The publisher left the cell empty. A change is empty if the figure of either ' +
        'year is withheld, and a whole row if a correction withholds its figures.',
    ],
  },
  repair:
    "add it to the markers in sources/ashe/layout.ts once the workbook's notes sheet has been read",
});

/** The markers as answers explain them. */
export const explanations: PayMarkers = Object.fromEntries(
  Object.entries(cells.markers).map(([printed, [reason, explanation]]) => [
    printed,
    { reason, explanation },
  ]),
);

/**
 * The markers that a cell may hold. Any other marker holds the release back. Two kinds of row are
 * exempt, because all their other cells are empty: rows whose number of jobs is `..` or `:`, and
 * rows that are empty throughout. Medians `withoutZeroes` leave out people who had none, so `.` is
 * printed if nobody had any.
 */
export function markersIn(
  kind: Workbook['kind'],
  column: PayColumn,
  withoutZeroes: boolean,
): readonly string[] {
  if (kind === 'b') return isChange(column) ? ['.', ''] : ['x', '.'];
  if (column === 'jobsThousands') return ['x', '..', ':', '-'];
  if (isChange(column)) return ['', '-'];
  return column === 'median' && withoutZeroes ? ['x', '.', '-'] : ['x', '-'];
}

/**
 * The bands of the colour key, by the fill as the workbook readers name it: .xlsx gives the number
 * of an indexed colour, .xls the colour itself. Reasonable is a grey pattern in 2022 and 2024 and
 * turquoise in 2023. In the three editions that we hold, shading and coefficient agree for every
 * published figure that has both (about 300,000 cells a year, without exception). White in the
 * change columns means nothing.
 */
const bandsByFill: Readonly<Record<string, Quality>> = {
  'lightGray/9': 'reasonable',
  'lightGray/FFFFFF': 'reasonable',
  'solid/49': 'acceptable',
  'solid/00FFFF': 'reasonable',
  'solid/33CCCC': 'acceptable',
};

/** What the name of a workbook says. */
export interface Workbook {
  readonly table: 14 | 15;
  /** 1 to 11: the measure. */
  readonly number: number;
  /** `a`: estimates, `b`: their coefficients of variation. */
  readonly kind: 'a' | 'b';
}

/** A printed row: its number and its texts, in the order of `header`. */
export interface PrintedRow {
  readonly row: number;
  readonly cells: readonly string[];
  /**
   * The fill of each figure, from the number of jobs on: a blank for none, `a` for the first of the
   * sheet's palette. Empty if no cell is filled.
   */
  readonly fills: string;
}

/** A printed sheet. Rows and columns are counted from 1. */
export interface PrintedSheet extends Workbook {
  readonly file: string;
  readonly member: string;
  readonly sheet: (typeof sheets)[number]['name'];
  readonly titleRow: number;
  readonly headerRow: number;
  /** The columns in the order of `header`. */
  readonly columns: readonly number[];
  /**
   * The title's first text, and the text above the number of jobs: 2023 splits the title between
   * them.
   */
  readonly title: readonly [string, string];
  readonly header: readonly string[];
  /**
   * The fills of the estimates, as the workbook reader names them. Empty for coefficients, because
   * their shading adds nothing.
   */
  readonly palette: readonly string[];
  readonly rows: readonly PrintedRow[];
}

export type Rows = readonly PrintedSheet[];

/** `14.7a`, and `15 (4).7a` as the publisher writes it. */
export function tableName({ table, number, kind }: Workbook): string {
  return `${table === 15 ? '15 (4)' : table}.${number}${kind}`;
}

/** How messages name a sheet, `14.7a 'All'`, or a workbook, `14.7a`. */
export function printedWorkbook({
  sheet,
  ...workbook
}: Workbook & { readonly sheet?: PrintedSheet['sheet'] }): string {
  return sheet === undefined ? tableName(workbook) : `${tableName(workbook)} '${sheet}'`;
}

/**
 * The fill of a figure, as the workbook reader names it; null if it has none. `cellNumber` counts
 * the cells of the row from 1.
 */
export function fillAt(sheet: PrintedSheet, row: PrintedRow, cellNumber: number): string | null {
  return fillOfLetter(sheet.palette, row.fills, cellNumber - jobsColumn);
}

/**
 * The band of a published figure by its shading; null if it cannot be read. No fill means precise,
 * but only in a sheet that has some shading: a workbook saved without its colours would call every
 * figure precise.
 */
export function bandByShading(
  sheet: PrintedSheet,
  row: PrintedRow,
  cellNumber: number,
): Quality | null {
  if (!sheet.palette.some((fill) => bandsByFill[fill] !== undefined)) return null;
  const fill = fillAt(sheet, row, cellNumber);
  return fill === null ? 'precise' : (bandsByFill[fill] ?? null);
}

/**
 * The sheets of the release, ordered by table, number, kind and the order of `sheets`, whatever the
 * order in the zip. Throws a LayoutError that lists every workbook, sheet and column that is
 * missing or doubled.
 */
export async function parse(
  release: Release,
  { table14, table15 }: NamedFiles<typeof files>,
): Promise<Rows> {
  const problems: Problem[] = [];
  const parsed: PrintedSheet[] = [];
  const shared = new Map<string, string>();
  const share = (text: string) => {
    const known = shared.get(text);
    if (known === undefined) shared.set(text, text);
    return known ?? text;
  };
  for (const [table, file] of [[14, table14] as const, [15, table15] as const]) {
    if (file === null) continue;
    const place = placeOf(release, file.name);
    const zip = { table, place, members: await readZip(place, file.bytes) };
    const complain = (message: string) => problems.push({ place, message });
    for (const { member, ...workbook } of chooseMembers(release, zip, complain)) {
      const placeOfWorkbook = placeOf(release, printedWorkbook(workbook));
      // One workbook at a time: eleven workbooks of Table 15 would not fit in memory together.
      const { sheets: workbookSheets } = await readWorkbook(
        `${placeOfWorkbook} (${member.name})`,
        member.name,
        await member.read(),
      );
      for (const { name } of sheets)
        try {
          const sheet = findSheet(release, placeOfWorkbook, workbookSheets, name);
          if (sheet === null) continue;
          parsed.push({
            ...workbook,
            file: file.name,
            member: member.name,
            sheet: name,
            ...readSheet(placeOfWorkbook, sheet, workbook.kind, share),
          });
        } catch (error) {
          if (!(error instanceof LayoutError)) throw error;
          problems.push(...error.problems);
        }
    }
  }
  if (problems.length > 0) throw new LayoutError(problems);
  return parsed;
}

/**
 * The only sheet of a workbook with this name; null for one that a sample leaves out: it has fewer
 * sheets, as it has fewer measures. Throws LayoutError if there is none, or several.
 */
function findSheet(
  { sample }: Release,
  place: string,
  workbookSheets: readonly Sheet[],
  name: string,
): Sheet | null {
  const namedSheets = workbookSheets.filter(
    (candidate) => foldToLetters(candidate.name) === foldToLetters(name),
  );
  const [sheet, another] = namedSheets;
  if (sheet === undefined && sample) return null;
  const isOnly = sheet !== undefined && another === undefined;
  recordSheets(place, workbookSheets, [{ names: [name], foundName: isOnly ? sheet.name : null }]);
  if (isOnly) return sheet;
  const fault =
    sheet === undefined ? 'there is no sheet' : `${namedSheets.length} sheets are called`;
  const sheetNames = quoteList(workbookSheets.map((candidate) => candidate.name));
  const repair =
    'if the sheet was renamed, change its name among the sheets in sources/ashe/layout.ts';
  throw new LayoutError([{ place, message: `${fault} "${name}", found ${sheetNames}`, repair }]);
}

/** The opened zip of a table. */
interface TableZip {
  readonly table: 14 | 15;
  readonly place: string;
  readonly members: readonly ZipMember[];
}

interface WorkbookMember extends Workbook {
  readonly member: ZipMember;
}

/** The workbooks in a table's zip: two for each measure. */
function chooseMembers(
  { sample }: Release,
  zip: TableZip,
  complain: (message: string) => void,
): WorkbookMember[] {
  const { table, place, members } = zip;
  const older = members.find(({ name }) => /\bSOC ?(20)?10\b/i.test(name));
  if (older !== undefined) {
    complain(
      `"${older.name}" is by SOC 2010, where the same codes mean other occupations; ` +
        'expected workbooks named "SOC20"',
    );
    return [];
  }
  const chosen = workbooksByTable(zip, complain);
  const numbers = new Set([...chosen.values()].map(({ number }) => number));
  // Table 15 may lack both workbooks of a measure, and a sample of either table.
  const wantedNumbers = measures
    .map((_, index) => index + 1)
    .filter((number) => (table === 14 && !sample) || numbers.has(number));
  const wanted = wantedNumbers.flatMap((number) =>
    (['a', 'b'] as const).map((kind) => {
      const name = tableName({ table, number, kind });
      return { name, chosenMember: chosen.get(name) };
    }),
  );
  const memberNames = members.map(({ name }) => name);
  recordLookup({
    place,
    what: 'member',
    wanted: wanted.map(({ name, chosenMember }) => ({
      names: [`Table ${name}`],
      foundName: chosenMember?.member.name ?? null,
    })),
    present: memberNames,
  });
  const missing = wanted
    .filter(({ chosenMember }) => chosenMember === undefined)
    .map(({ name }) => name);
  if (missing.length > 0 || chosen.size === 0)
    complain(
      'there is no workbook of ' +
        `${missing.length > 0 ? missing.join(', ') : `Table ${table}`}, found ` +
        `${quoteList(memberNames)}`,
    );
  return wanted.flatMap(({ chosenMember }) => chosenMember ?? []);
}

/** The workbooks of a zip by the tables that they are: `14.7a`. */
function workbooksByTable(
  { table, members }: TableZip,
  complain: (message: string) => void,
): Map<string, WorkbookMember> {
  const workbooks = new Map<string, WorkbookMember>();
  for (const member of members) {
    const [, number, kind] =
      workbookNames[table].exec(member.name.slice(member.name.lastIndexOf('/') + 1)) ?? [];
    if (number === undefined || Number(number) === genderPayGap) continue;
    const workbook: Workbook = { table, number: Number(number), kind: kind === 'a' ? 'a' : 'b' };
    const name = tableName(workbook);
    if (measures[workbook.number - 1] === undefined)
      complain(`"${member.name}" is Table ${name}, expected tables 1 to ${measures.length}`);
    const other = workbooks.get(name);
    if (other !== undefined)
      complain(`two workbooks are Table ${name}: "${other.member.name}" and "${member.name}"`);
    workbooks.set(name, { ...workbook, member });
  }
  return workbooks;
}

// Wider than any sheet seen, with the colour key at its right.
const widest = 40;

/** Each header with the statistic that a change follows. */
function headings(texts: readonly string[]): string[] {
  let statistic = '';
  return texts.map((text) => {
    const folded = foldToLetters(text);
    if (folded === 'median' || folded === 'mean') statistic = folded;
    return folded === 'change' ? `change after ${statistic}` : text;
  });
}

const wantedHeaders = headings(header);
const wantedColumns = Object.fromEntries(wantedHeaders.map((name) => [name, [name]]));

type SheetContent = Omit<PrintedSheet, keyof Workbook | 'file' | 'member' | 'sheet'>;

/** Reads a sheet by its headers. Throws LayoutError if a column is missing or repeated. */
function readSheet(
  place: string,
  sheet: Sheet,
  kind: Workbook['kind'],
  share: (text: string) => string,
): SheetContent {
  const headerRow = headerRowFor(sheet, wantedColumns, foldToLetters);
  const texts = Array.from({ length: widest }, (_, index) =>
    foldBlanks(sheet.text(headerRow, index + 1)),
  );
  const headedSheet = sheetOfRow(sheet.name, headerRow, headings(texts));
  const columnNumbers = columnsOf(place, headedSheet, headerRow, wantedColumns, {
    fold: foldToLetters,
    table: 'sources/ashe/layout.ts',
  });
  const columns = wantedHeaders.map((name) => columnNumbers[name] ?? 0);
  const [labelAt = 1, , jobsAt = jobsColumn] = columns;

  const above = Array.from({ length: headerRow - 1 }, (_, index) => index + 1);
  const titleRow =
    above.find((row) => /^(work region.* )?table \d/i.test(foldBlanks(sheet.text(row, labelAt)))) ??
    1;
  const printedCells = (row: number) => columns.map((column) => share(sheet.text(row, column)));
  const palette: string[] = [];
  const fillsOf = (row: number) => {
    let fills = '';
    for (const column of columns.slice(jobsColumn - 1))
      fills += letterOfFill(sheet.fill(row, column), palette);
    return fills.trimEnd();
  };
  const rows: PrintedRow[] = [];
  for (let row = headerRow + 1; row <= sheet.rowCount; row += 1) {
    const texts = printedCells(row);
    const [label, code, jobs] = texts;
    // Prose follows the table, in one column only or in merged cells that all repeat it.
    const belongs = (code !== '' && code !== label) || (jobs !== '' && jobs !== label);
    // `Not Classified` is not an occupation.
    const isNotClassified =
      foldBlanks(code ?? '') === '' && /^not classified$/i.test(foldBlanks(label ?? ''));
    if (belongs && !isNotClassified)
      rows.push({ row, cells: texts, fills: kind === 'a' ? share(fillsOf(row)) : '' });
  }
  const title = [sheet.text(titleRow, labelAt), sheet.text(titleRow, jobsAt)] as const;
  return { titleRow, headerRow, columns, title, header: printedCells(headerRow), palette, rows };
}
