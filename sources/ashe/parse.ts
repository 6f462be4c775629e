// Reads the ASHE zips into sheets of rows, exactly as printed: Table 14 (United Kingdom) and, where it is there, Table 15 (work regions).
import { LayoutError, type Problem, quoteList } from '#sources/kit/problem.ts';
import { type Sheet, type Workbook, cellAddress, readWorkbook } from '#sources/kit/read/workbook.ts';
import { type ZipMember, readZip } from '#sources/kit/read/zip.ts';
import type { PublishedFile, Release } from '#sources/kit/source.ts';
import { type Pattern, type Sex, measures } from '#schemas/codes.ts';

/** The nine data sheets in the publisher's order, and how the title of each names its employees. A notes sheet stands before them. */
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

export type SheetName = (typeof sheets)[number]['name'];

/**
 * Row 5, columns A to Q: the same in every edition held, but that 2023 prints the percentiles as texts and the others as numbers.
 * Both columns named "change" are told apart by their place, which holds only while the whole row is as here. Columns S to Y hold the colour key.
 */
export const headerRow = 5;
export const header = [
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
] as const;

/** The first row of data; the row of all employees in Table 14. */
export const firstRow = 6;

/** The column of the number of jobs, from which on the cells are figures. */
export const jobsColumn = 3;

/**
 * The workbooks of each table. `choose` finds number and kind in a member's own name, without its folder: words and blanks drift
 * from year to year. Table 14.12 (gender pay gap) is of another layout and not needed. The zip of Table 15 also holds three-digit
 * tables of the same numbers, so its four digits are asked for; editions to 2020 print "(4) Table 15.7a", those of 2025 "15 (4).7a".
 */
const tables = [
  { table: 14, choose: /\b14\.(\d+)([ab])\b/, ignored: [12], allMeasures: true },
  { table: 15, choose: /^(?=.*\(4\)).*\b15(?: \(4\))?\.(\d+)([ab])\b/, ignored: [12], allMeasures: false },
] as const;

export type TableNumber = (typeof tables)[number]['table'];

/** Which file of the release holds which table, by its name: `ashetable142024provisional.zip`, in older years `table142021provisional.zip`. */
export const zipNames: Readonly<Record<TableNumber, RegExp>> = {
  14: /^(ashe)?table14\d{4}.*\.zip$/i,
  15: /^(ashe)?table15\d{4}.*\.zip$/i,
};

/** A printed row: its number and the texts of columns A to Q. */
export interface AsheRow {
  readonly row: number;
  readonly cells: readonly string[];
  /** The fills of columns C to Q, one character each: a blank for none, else a letter, `a` being the first of the sheet's palette. Empty where none is filled. */
  readonly fills: string;
}

/** A printed sheet. */
export interface AsheSheet {
  readonly table: TableNumber;
  /** 1 to 11: the measure. */
  readonly number: number;
  /** `a`: estimates, `b`: their coefficients of variation. */
  readonly kind: 'a' | 'b';
  readonly member: string;
  readonly sheet: SheetName;
  /** A1 and C1, between which 2023 divides the title. */
  readonly title: readonly [string, string];
  readonly header: readonly string[];
  /** The fills of the estimates, named as the reader names them; empty for coefficients, whose shading says nothing more. */
  readonly palette: readonly string[];
  readonly rows: readonly AsheRow[];
}

export type AsheRows = readonly AsheSheet[];

/** `14.7a`, and `15 (4).7a` as the publisher writes it. */
export function tableName({ table, number, kind }: Pick<AsheSheet, 'table' | 'number' | 'kind'>): string {
  return `${table === 15 ? '15 (4)' : table}.${number}${kind}`;
}

/** A place for messages: `ashe 2024-provisional 14.7a 'All'!F231`, without row and column the sheet. */
export function placeOf(
  release: Release,
  sheet: Pick<AsheSheet, 'table' | 'number' | 'kind' | 'sheet'>,
  row?: number,
  column?: number,
): string {
  const address = row === undefined || column === undefined ? '' : `!${cellAddress(row, column)}`;
  return `ashe ${release.name} ${tableName(sheet)} '${sheet.sheet}'${address}`;
}

/** Runs of blanks as one, none at the edges: labels, titles and headers differ from year to year in nothing else. */
export function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * The sheets of the release, ordered by table, number, kind and the order of `sheets`, whatever the order in the zip. Throws
 * LayoutError with every workbook and sheet that is missing and every header cell that is another.
 */
export async function parse(release: Release, files: readonly PublishedFile[]): Promise<AsheRows> {
  const problems: Problem[] = [];
  const parsed: AsheSheet[] = [];
  const shared = new Map<string, string>();
  const share = (text: string) => {
    const known = shared.get(text);
    if (known !== undefined) return known;
    shared.set(text, text);
    return text;
  };

  for (const wanted of tables) {
    const file = files.find(({ name }) => zipNames[wanted.table].test(name));
    if (file === undefined) {
      if (wanted.allMeasures)
        problems.push({
          place: `ashe ${release.name}`,
          message: `there is no zip of Table ${wanted.table}, found ${quoteList(files.map(({ name }) => name))}`,
        });
      continue;
    }
    const place = `ashe ${release.name} ${file.name}`;
    for (const { number, kind, member } of chooseMembers(place, wanted, await readZip(place, file.bytes), problems)) {
      // Only the sheets' texts outlive this turn: eleven workbooks of Table 15 at once would not fit in memory.
      const name = tableName({ table: wanted.table, number, kind });
      const workbook = await readWorkbook(`ashe ${release.name} ${name}`, member.name, await member.read());
      for (const { name: sheetName } of sheets) {
        const sheet = findSheet(`ashe ${release.name} ${name}`, workbook, sheetName, problems);
        if (sheet === null) continue;
        const printed = { table: wanted.table, number, kind, member: member.name, sheet: sheetName };
        problems.push(...headerProblems(release, printed, sheet));
        parsed.push({ ...printed, ...readSheet(sheet, kind, share) });
      }
    }
  }
  if (problems.length > 0) throw new LayoutError(problems);
  return parsed;
}

interface ChosenMember {
  readonly number: number;
  readonly kind: 'a' | 'b';
  readonly member: ZipMember;
}

function chooseMembers(place: string, wanted: (typeof tables)[number], members: readonly ZipMember[], problems: Problem[]): ChosenMember[] {
  const chosen = new Map<string, ChosenMember>();
  for (const member of members) {
    const match = wanted.choose.exec(member.name.slice(member.name.lastIndexOf('/') + 1));
    if (match === null) continue;
    const number = Number(match[1]);
    const kind = match[2] === 'a' ? 'a' : 'b';
    if (wanted.ignored.some((ignored) => ignored === number)) continue;
    const name = tableName({ table: wanted.table, number, kind });
    if (number < 1 || number > measures.length)
      problems.push({ place, message: `"${member.name}" is Table ${name}, expected tables 1 to ${measures.length}` });
    const before = chosen.get(name);
    if (before !== undefined)
      problems.push({ place, message: `two workbooks are Table ${name}: "${before.member.name}" and "${member.name}"` });
    chosen.set(name, { number, kind, member });
  }

  const complete = measures.flatMap((_, index) => (['a', 'b'] as const).map((kind) => ({ table: wanted.table, number: index + 1, kind })));
  const names = new Set([...chosen.values()].map(({ number }) => number));
  const missing = complete.filter((workbook) => !chosen.has(tableName(workbook)) && (wanted.allMeasures || names.has(workbook.number)));
  if (missing.length > 0 || chosen.size === 0) {
    const which = missing.length > 0 ? missing.map(tableName).join(', ') : `Table ${wanted.table}`;
    problems.push({ place, message: `there is no workbook of ${which}, found ${quoteList(members.map(({ name }) => name))}` });
  }
  return complete.flatMap((workbook) => chosen.get(tableName(workbook)) ?? []);
}

function findSheet(place: string, workbook: Workbook, name: SheetName, problems: Problem[]): Sheet | null {
  const found = workbook.sheets.find((sheet) => fold(sheet.name).toLowerCase() === name.toLowerCase());
  if (found === undefined) {
    problems.push({ place, message: `there is no sheet "${name}", found ${quoteList(workbook.sheets.map((sheet) => sheet.name))}` });
    return null;
  }
  return found;
}

function headerProblems(release: Release, printed: Pick<AsheSheet, 'table' | 'number' | 'kind' | 'sheet'>, sheet: Sheet): Problem[] {
  return header.flatMap((expected, index) => {
    const found = fold(sheet.text(headerRow, index + 1));
    if (found === expected) return [];
    return [{ place: placeOf(release, printed, headerRow, index + 1), message: `found the header "${found}", expected "${expected}"` }];
  });
}

function readSheet(
  sheet: Sheet,
  kind: 'a' | 'b',
  share: (text: string) => string,
): Pick<AsheSheet, 'title' | 'header' | 'palette' | 'rows'> {
  const printedCells = (row: number) => header.map((_, index) => share(sheet.text(row, index + 1)));
  const palette: string[] = [];
  const rows: AsheRow[] = [];
  for (let row = firstRow; row <= sheet.rowCount; row += 1) {
    const cells = printedCells(row);
    const [label, code, jobs] = cells;
    // What follows the table is prose: in column A alone, or in merged cells that all repeat it.
    const belongs = (code !== '' && code !== label) || (jobs !== '' && jobs !== label);
    if (belongs) rows.push({ row, cells, fills: kind === 'a' ? share(readFills(sheet, row, palette)) : '' });
  }
  return { title: [sheet.text(1, 1), sheet.text(1, jobsColumn)], header: printedCells(headerRow), palette, rows };
}

function readFills(sheet: Sheet, row: number, palette: string[]): string {
  let fills = '';
  for (let column = jobsColumn; column <= header.length; column += 1) {
    const fill = sheet.fill(row, column);
    if (fill === null) {
      fills += ' ';
      continue;
    }
    if (!palette.includes(fill)) palette.push(fill);
    fills += String.fromCharCode(97 + palette.indexOf(fill));
  }
  return fills.trimEnd();
}

/** The fill of a figure, named as the reader names it; null where it has none. Columns are counted from 1, as Excel counts them. */
export function fillAt(sheet: AsheSheet, row: AsheRow, column: number): string | null {
  const letter = row.fills[column - jobsColumn];
  return letter === undefined || letter === ' ' ? null : (sheet.palette[letter.charCodeAt(0) - 97] ?? null);
}
