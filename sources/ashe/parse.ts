// Reads the ASHE zips into sheets of rows, exactly as printed: Table 14 (United Kingdom) and, if it is there, Table 15 (work regions).
import { tellLookedFor } from '#sources/kit/looked-for.ts';
import { type Complain, type PrintedTable, complainTo, placeOf } from '#sources/kit/place.ts';
import { LayoutError, type Problem, quoteList } from '#sources/kit/problem.ts';
import { foldBlanks, foldToLetters, headerRowFor } from '#sources/kit/read/columns.ts';
import { fillOfLetter, letterOfFill } from '#sources/kit/read/fills.ts';
import { type Sheet, readWorkbook, tellSheets } from '#sources/kit/read/workbook.ts';
import { type ZipMember, readZip } from '#sources/kit/read/zip.ts';
import type { FileKind, FileKinds, NamedFiles, Release } from '#sources/kit/source.ts';
import { type Pattern, type Sex, measures } from '#schemas/codes.ts';
import type { Limits } from '#sources/kit/read/limits.ts';

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
 * The headers in the order of a row's cells. They are the same in every edition that we hold, in row 5 and columns A to Q, except that
 * 2023 prints the percentiles as texts, not as numbers. A "change" belongs to the median or the mean, whichever is next to its left.
 */
export const header: readonly string[] = 'Description Code (thousand) Median change Mean change 10 20 25 30 40 60 70 75 80 90'.split(' ');

/** The place of the number of jobs, the first figure, among a row's cells, counted from 1. */
export const jobsColumn = 3;

/** The layout of every edition that we hold. */
export const usualLayout: AsheLayout = { titleRow: 1, headerRow: 5, columns: header.map((_, index) => index + 1) };

/** Where a sheet has its title, its header and its columns, counted from 1. */
export interface AsheLayout {
  readonly titleRow: number;
  readonly headerRow: number;
  /** In the order of `header`. */
  readonly columns: readonly number[];
}

/** Where a sheet has its title, its header and its columns. */
export function layoutOf({ layout }: Pick<AsheSheet, 'layout'>): AsheLayout {
  return layout ?? usualLayout;
}

/** The column of a cell, by its place among the row's cells. Both are counted from 1. */
export function columnAt({ layout }: Pick<AsheSheet, 'layout'>, place: number): number {
  return layout?.columns[place - 1] ?? place;
}

/** A zip of each table: `ashetable142024provisional.zip`, in older years `table142021provisional.zip`. */
export const files = {
  table14: { match: /^(ashe)?table14\d{4}.*\.zip$/i, layout: 'verified', required: true, describe: 'the zip of Table 14, United Kingdom' },
  table15: {
    match: /^(ashe)?table15\d{4}.*\.zip$/i,
    layout: 'documented',
    required: false,
    isApart: true,
    describe: 'the zip of Table 15, work regions',
  },
} as const satisfies FileKinds;

// The zip of Table 15 of 2025 has 84 MB. It holds workbooks, which are compressed already.
export const limits: Partial<Limits> = { fileBytes: 260_000_000, unpackedBytes: 260_000_000, memory: 2400 };

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

/** A printed row: its number and its texts, in the order of `header`. */
export interface AsheRow {
  readonly row: number;
  readonly cells: readonly string[];
  /** The fill of each figure, from the number of jobs on: a blank for none, `a` for the first of the sheet's palette. Empty if no cell is filled. */
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
  /** Left out if it is that of the editions so far (`usualLayout`), because the rows make an edition's id. */
  readonly layout?: AsheLayout;
  /** The title's first text, and the text above the number of jobs: 2023 splits the title between them. */
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
 * LayoutError that lists every workbook, sheet and column that is missing or doubled.
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
        const [sheet, ...others] = found.filter((candidate) => foldToLetters(candidate.name) === foldToLetters(name));
        const only = others.length === 0 ? sheet : undefined;
        tellSheets(placeOf(release, printed(workbook)), found, [{ names: [name], found: only?.name ?? null }]);
        if (only === undefined) {
          const count = sheet === undefined ? 'there is no sheet' : `${others.length + 1} sheets are called`;
          const names = quoteList(found.map((candidate) => candidate.name));
          complain(printed(workbook), undefined, undefined, `${count} "${name}", found ${names}`);
          continue;
        }
        const place = { ...workbook, member: member.name, sheet: name };
        const layout = findLayout(release, only, printed(place), complain);
        if (layout !== null) parsed.push({ ...place, ...readSheet(only, layout, workbook.kind, share) });
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
    complain(`"${older.name}" is by SOC 2010, where the same codes mean other occupations; expected workbooks named "SOC20"`);
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

// Wider than any sheet seen, with the colour key at its right.
const widest = 40;

/** The headers that stand once, as `headerRowFor` wants them. */
const onceHeaders = Object.fromEntries(header.filter((name) => name !== 'change').map((name) => [name, [name]]));

/** Finds the title, the header row and the columns by their names. Null if a column is missing or stands twice, which it reports. */
function findLayout(release: Release, sheet: Sheet, table: PrintedTable, complain: Complain): AsheLayout | null {
  const row = headerRowFor(sheet, onceHeaders, foldToLetters);
  const there = Array.from({ length: widest }, (_, index) => ({ column: index + 1, header: foldBlanks(sheet.text(row, index + 1)) }));
  const named = (name: string) => there.filter(({ header: found }) => foldToLetters(found) === foldToLetters(name));
  const statistics = [...named('Median'), ...named('Mean')].map(({ column }) => column);
  const found = header.map((name, index) => {
    if (name !== 'change') return named(name);
    const of = named(header[index - 1] ?? '').map(({ column }) => column);
    return named(name).filter(({ column }) => of.includes(Math.max(...statistics.filter((statistic) => statistic < column))));
  });
  const names = header.map((name, index) => (name === 'change' ? `change" after "${header[index - 1]}` : name));
  const headers = there.map(({ header: name }) => name).filter((name) => name !== '');
  tellLookedFor({
    place: placeOf(release, table),
    what: 'column',
    wanted: found.map((places, index) => ({
      names: [header[index] ?? ''],
      found: places.length === 1 ? (places[0]?.header ?? null) : null,
    })),
    there: headers,
  });
  const columns = found.flatMap(([first, ...others], index) => {
    if (first !== undefined && others.length === 0) return [first.column];
    // Without its statistic a change cannot be found. The statistic is reported.
    if (header[index] === 'change' && found[index - 1]?.length !== 1) return [];
    const times = first === undefined ? 'no column is' : `${others.length + 1} columns are`;
    complain(table, row, undefined, `${times} headed "${names[index]}", found ${headers.map((name) => `"${name}"`).join(', ')}`);
    return [];
  });
  if (columns.length < header.length) return null;
  const above = Array.from({ length: row - 1 }, (_, index) => index + 1);
  const isTitle = (candidate: number) => /^(work region.* )?table \d/i.test(foldBlanks(sheet.text(candidate, columns[0] ?? 1)));
  return { titleRow: above.find(isTitle) ?? 1, headerRow: row, columns };
}

type SheetContent = Pick<AsheSheet, 'layout' | 'title' | 'header' | 'palette' | 'rows'>;

function readSheet(sheet: Sheet, layout: AsheLayout, kind: Workbook['kind'], share: (text: string) => string): SheetContent {
  const { titleRow, headerRow, columns } = layout;
  const [labelAt = 1, , jobsAt = jobsColumn] = columns;
  const figuresAt = columns.slice(jobsColumn - 1);
  const printedCells = (row: number) => columns.map((column) => share(sheet.text(row, column)));
  const palette: string[] = [];
  const readFills = (row: number) => {
    let fills = '';
    for (const column of figuresAt) fills += letterOfFill(sheet.fill(row, column), palette);
    return fills.trimEnd();
  };
  const rows: AsheRow[] = [];
  for (let row = headerRow + 1; row <= sheet.rowCount; row += 1) {
    const cells = printedCells(row);
    const [label, code, jobs] = cells;
    // Prose follows the table, in one column only or in merged cells that all repeat it.
    const belongs = (code !== '' && code !== label) || (jobs !== '' && jobs !== label);
    if (belongs) rows.push({ row, cells, fills: kind === 'a' ? share(readFills(row)) : '' });
  }
  const isUsual = JSON.stringify(layout) === JSON.stringify(usualLayout);
  return {
    ...(isUsual ? {} : { layout }),
    title: [sheet.text(titleRow, labelAt), sheet.text(titleRow, jobsAt)],
    header: printedCells(headerRow),
    palette,
    rows,
  };
}

/** The fill of a figure, as the workbook reader names it; null if it has none. Places among the row's cells count from 1. */
export function fillAt(sheet: AsheSheet, row: AsheRow, column: number): string | null {
  return fillOfLetter(sheet.palette, row.fills, column - jobsColumn);
}
