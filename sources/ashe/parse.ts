// Reads the ASHE zips into sheets of rows, exactly as printed: Table 14 (United Kingdom) and, if it is there, Table 15 (work regions).
import { tellLookedFor } from '#sources/kit/looked-for.ts';
import { type Complain, type PrintedTable, complainTo, placeOf } from '#sources/kit/place.ts';
import { LayoutError, type Problem, quoteList } from '#sources/kit/problem.ts';
import { foldBlanks } from '#sources/kit/read/columns.ts';
import { fillOfLetter, letterOfFill } from '#sources/kit/read/fills.ts';
import { type Sheet, readWorkbook, tellSheets } from '#sources/kit/read/workbook.ts';
import { type ZipMember, readZip } from '#sources/kit/read/zip.ts';
import type { FileKind, FileKinds, NamedFiles, Release } from '#sources/kit/source.ts';
import { type Pattern, type Sex, measures } from '#schemas/codes.ts';

/** The nine data sheets in the publisher's order, each with the words for its employees in its title. A notes sheet comes first. */
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
 * Row 5, columns A to Q. It is the same in every edition that we hold, except that 2023 prints the percentiles as texts, not as numbers.
 * Only the place tells the two columns named "change" apart, so the whole row must match. Columns S to Y hold the colour key.
 */
export const headerRow = 5;
export const header: readonly string[] = 'Description Code (thousand) Median change Mean change 10 20 25 30 40 60 70 75 80 90'.split(' ');

/** The first row of data; the row of all employees in Table 14. */
export const firstRow = 6;

/** The column of the number of jobs, the first column of figures. */
export const jobsColumn = 3;

/** A zip of each table: `ashetable142024provisional.zip`, in older years `table142021provisional.zip`. */
export const files = {
  table14: { match: /^(ashe)?table14\d{4}.*\.zip$/i, layout: 'verified', required: true, describe: 'the zip of Table 14, United Kingdom' },
  table15: { match: /^(ashe)?table15\d{4}.*\.zip$/i, layout: 'documented', required: false, describe: 'the zip of Table 15, work regions' },
} as const satisfies FileKinds;

export type TableNumber = 14 | 15;

/** The kind of file that holds a table. */
export function kindOfZip(table: TableNumber): FileKind {
  return files[`table${table}` as const];
}

/**
 * Find the number and kind in a member's own name, without its folder. The other words and blanks change from year to year. The zip of
 * Table 15 also holds three-digit tables with the same numbers, so the name must contain "(4)". Editions up to 2020 print
 * "(4) Table 15.7a", 2025 prints "15 (4).7a".
 */
export const workbookNames: Readonly<Record<TableNumber, RegExp>> = {
  14: /\b14\.(\d+)([ab])\b/,
  15: /^(?=.*\(4\)).*\b15(?: \(4\))?\.(\d+)([ab])\b/,
};

/** Tables 14.12 and 15.12 have another layout. We do not need them. */
const genderPayGap = 12;

/** A printed row: its number and the texts of columns A to Q. */
export interface AsheRow {
  readonly row: number;
  readonly cells: readonly string[];
  /** The fill of each of columns C to Q: a blank for none, `a` for the first of the sheet's palette. Empty if no cell is filled. */
  readonly fills: string;
}

/** What the name of a workbook says. */
export interface Workbook {
  readonly table: TableNumber;
  /** 1 to 11: the measure. */
  readonly number: number;
  /** `a`: estimates, `b`: their coefficients of variation. */
  readonly kind: 'a' | 'b';
}

/** A printed sheet. */
export interface AsheSheet extends Workbook {
  readonly member: string;
  readonly sheet: SheetName;
  /** The texts of A1 and C1: 2023 splits the title between them. */
  readonly title: readonly [string, string];
  readonly header: readonly string[];
  /** The fills of the estimates, as the workbook reader names them. Empty for coefficients, because their shading adds nothing. */
  readonly palette: readonly string[];
  readonly rows: readonly AsheRow[];
}

export type AsheRows = readonly AsheSheet[];

/** `14.7a`, and `15 (4).7a` as the publisher writes it. */
export function tableName({ table, number, kind }: Workbook): string {
  return `${table === 15 ? '15 (4)' : table}.${number}${kind}`;
}

/** How messages name a sheet, `14.7a 'All'`, or a workbook, `14.7a`. */
export function printed({ sheet, ...workbook }: Workbook & { readonly sheet?: SheetName }): PrintedTable {
  return { printedAs: sheet === undefined ? tableName(workbook) : `${tableName(workbook)} '${sheet}'` };
}

/**
 * The sheets of the release, ordered by table, number, kind and the order of `sheets`, whatever the order in the zip. Throws a
 * LayoutError that lists every missing workbook, every missing sheet and every header cell that differs.
 */
export async function parse(release: Release, { table14, table15 }: NamedFiles<typeof files>): Promise<AsheRows> {
  const problems: Problem[] = [];
  const complain = complainTo(release, problems);
  const parsed: AsheSheet[] = [];
  const shared = new Map<string, string>();
  const share = (text: string) => {
    const known = shared.get(text);
    if (known === undefined) shared.set(text, text);
    return known ?? text;
  };

  for (const [table, file] of [[14, table14] as const, [15, table15] as const]) {
    if (file === null) continue;
    const zip = { printedAs: file.name };
    const members = await readZip(placeOf(release, zip), file.bytes);
    for (const { member, ...workbook } of chooseMembers(placeOf(release, zip), table, members, (message) =>
      complain(zip, undefined, undefined, message),
    )) {
      // One workbook at a time: eleven workbooks of Table 15 would not fit in memory together.
      const { sheets: found } = await readWorkbook(placeOf(release, printed(workbook)), member.name, await member.read());
      for (const { name } of sheets) {
        const sheet = found.find((candidate) => foldBlanks(candidate.name).toLowerCase() === name.toLowerCase());
        tellSheets(placeOf(release, printed(workbook)), found, [{ names: [name], found: sheet?.name ?? null }]);
        if (sheet === undefined) {
          const names = quoteList(found.map((candidate) => candidate.name));
          complain(printed(workbook), undefined, undefined, `there is no sheet "${name}", found ${names}`);
          continue;
        }
        const place = { ...workbook, member: member.name, sheet: name };
        expectHeader(release, sheet, printed(place), complain);
        parsed.push({ ...place, ...readSheet(sheet, workbook.kind, share) });
      }
    }
  }
  if (problems.length > 0) throw new LayoutError(problems);
  return parsed;
}

interface ChosenMember extends Workbook {
  readonly member: ZipMember;
}

/** The workbooks in a table's zip: two for each measure. */
function chooseMembers(
  place: string,
  table: TableNumber,
  members: readonly ZipMember[],
  complain: (message: string) => void,
): ChosenMember[] {
  const older = members.find(({ name }) => /\bSOC ?(20)?10\b/i.test(name));
  if (older !== undefined) {
    complain(`"${older.name}" is by SOC 2010, where the same codes mean other occupations: the first edition by SOC 2020 is 2021-revised`);
    return [];
  }
  const chosen = new Map<string, ChosenMember>();
  for (const member of members) {
    const match = workbookNames[table].exec(member.name.slice(member.name.lastIndexOf('/') + 1));
    if (match === null || Number(match[1]) === genderPayGap) continue;
    const workbook: Workbook = { table, number: Number(match[1]), kind: match[2] === 'a' ? 'a' : 'b' };
    const name = tableName(workbook);
    if (measures[workbook.number - 1] === undefined) complain(`"${member.name}" is Table ${name}, expected tables 1 to ${measures.length}`);
    const before = chosen.get(name);
    if (before !== undefined) complain(`two workbooks are Table ${name}: "${before.member.name}" and "${member.name}"`);
    chosen.set(name, { ...workbook, member });
  }

  const complete = measures.flatMap((_, index) => (['a', 'b'] as const).map((kind): Workbook => ({ table, number: index + 1, kind })));
  const numbers = new Set([...chosen.values()].map(({ number }) => number));
  // Table 15 may lack both workbooks of a measure.
  const expected = complete.filter(({ number }) => table === 14 || numbers.has(number));
  tellLookedFor({
    place,
    what: 'member',
    wanted: expected.map((workbook) => ({
      names: [`Table ${tableName(workbook)}`],
      found: chosen.get(tableName(workbook))?.member.name ?? null,
    })),
    there: members.map(({ name }) => name),
  });
  const missing = expected.filter((workbook) => !chosen.has(tableName(workbook)));
  if (missing.length > 0 || chosen.size === 0) {
    const which = missing.length > 0 ? missing.map(tableName).join(', ') : `Table ${table}`;
    complain(`there is no workbook of ${which}, found ${quoteList(members.map(({ name }) => name))}`);
  }
  return complete.flatMap((workbook) => chosen.get(tableName(workbook)) ?? []);
}

function expectHeader(release: Release, sheet: Sheet, table: PrintedTable, complain: Complain): void {
  const there = header.map((_, index) => foldBlanks(sheet.text(headerRow, index + 1)));
  const wanted = header.map((name, index) => ({ names: [name], found: there[index] === name ? name : null }));
  tellLookedFor({ place: placeOf(release, table), what: 'column', wanted, there: there.filter((name) => name !== '') });
  for (const [index, expected] of header.entries()) {
    const found = foldBlanks(sheet.text(headerRow, index + 1));
    if (found !== expected) complain(table, headerRow, index + 1, `found the header "${found}", expected "${expected}"`);
  }
}

type SheetContent = Pick<AsheSheet, 'title' | 'header' | 'palette' | 'rows'>;

function readSheet(sheet: Sheet, kind: Workbook['kind'], share: (text: string) => string): SheetContent {
  const printedCells = (row: number) => header.map((_, index) => share(sheet.text(row, index + 1)));
  const palette: string[] = [];
  const readFills = (row: number) => {
    let fills = '';
    for (let column = jobsColumn; column <= header.length; column += 1) fills += letterOfFill(sheet.fill(row, column), palette);
    return fills.trimEnd();
  };
  const rows: AsheRow[] = [];
  for (let row = firstRow; row <= sheet.rowCount; row += 1) {
    const cells = printedCells(row);
    const [label, code, jobs] = cells;
    // Prose follows the table, in column A only or in merged cells that all repeat it.
    const belongs = (code !== '' && code !== label) || (jobs !== '' && jobs !== label);
    if (belongs) rows.push({ row, cells, fills: kind === 'a' ? share(readFills(row)) : '' });
  }
  return { title: [sheet.text(1, 1), sheet.text(1, jobsColumn)], header: printedCells(headerRow), palette, rows };
}

/** The fill of a figure, as the workbook reader names it; null if it has none. Columns count from 1, as in Excel. */
export function fillAt(sheet: AsheSheet, row: AsheRow, column: number): string | null {
  return fillOfLetter(sheet.palette, row.fills, column - jobsColumn);
}
