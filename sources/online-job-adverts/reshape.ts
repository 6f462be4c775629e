// The workbook's rows to counts: months and quarters, markers, regions, places by their codes.
import { markedCells } from '#sources/kit/cells.ts';
import { isoMonth, monthNumber } from '#sources/kit/months.ts';
import { type Complain, complainTo } from '#sources/kit/place.ts';
import { foldToLetters } from '#sources/kit/read/columns.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { FigureCount, Needs, Release } from '#sources/kit/source.ts';
import { type Cell, isSuppressed, suppressedMarker } from '#schemas/selections/advert-totals.ts';
import { areaSlugs, areas as contractAreas } from '#schemas/codes.ts';
import type { LocalArea } from '#schemas/resources/local-areas.ts';
import {
  type DataRow,
  type HeaderRow,
  type LineSheet,
  type Rows,
  type TableName,
  headerOf,
  isDataOf,
  joined,
  linesOf,
  printed,
} from './parse.ts';

/** The row of adverts to which the publisher's model gave no occupation. They count among all adverts. */
export const unclassified = 'Unknown';

export const cells = markedCells({
  number: /^\d{1,9}$/,
  expected: 'a whole number',
  markers: [{ printed: suppressedMarker, ...isSuppressed }],
  repair: "add it to the markers in sources/online-job-adverts/reshape.ts once the workbook's cover sheet has been read",
});

/** The years that totals are of: the latest of the release, and the one before it. */
export const totalYears = ['latest', 'prior'] as const;

/** The count of a cell that has the marker. */
export const suppressed = -1;

/** Counts by period; `suppressed` for a cell with the marker. */
export type Counts = Int32Array;
/** By unit group, and `unclassified`. */
export type CountsByOccupation = ReadonlyMap<string, Counts>;

export interface AdvertObservations {
  /** The 412 unit groups, ordered. */
  readonly occupations: readonly string[];
  /** 2017-01 … and 2017-Q1 …, oldest first. */
  readonly months: readonly string[];
  readonly quarters: readonly string[];
  /** Table 3 by the slug of its region, Northern Ireland included. */
  readonly regional: ReadonlyMap<string, CountsByOccupation>;
  /** Table 5 by the slug of the local area. An area that the table does not name is absent. */
  readonly local: ReadonlyMap<string, CountsByOccupation>;
  /** All adverts of a local area by month, from Table 2. An area without a row is absent. */
  readonly places: ReadonlyMap<string, Counts>;
  readonly areas: readonly LocalArea[];
  /** All adverts by month, from Table 1: by the slug of the UK or the nation, and `unknownPlace`. */
  readonly countries: ReadonlyMap<string, Counts>;
  /** Lines of the cover sheet and of the notes sheet. */
  readonly notes: readonly string[];
  /** Lines of the table of contents that name a table. */
  readonly contents: readonly ContentsEntry[];
  readonly mappings: readonly Mapping[];
}

export interface ContentsEntry {
  /** The table's sheet, `Table 2`. */
  readonly table: string;
  readonly row: number;
  readonly title: string;
}

/** A list of Table 6 or 7 that gives each local authority its combined authority or its skills plan. Table 7 has two lists side by side. */
export interface Mapping {
  readonly table: LineSheet;
  readonly title: string;
  readonly headers: readonly string[];
  /** The cells under the headers. */
  readonly rows: readonly { readonly row: number; readonly cells: readonly string[] }[];
}

/** Adverts whose country is unknown, in Table 1. */
export const unknownPlace = 'unknown';

// As many as a person can read. More faults of the same sheet say nothing new.
const mostProblems = 200;

export function reshape(release: Release, rows: Rows, needs: Needs, problems: Problem[]): AdvertObservations {
  const { unitGroups } = needs.get('soc-structure');
  const { areas } = needs.get('local-authorities');
  const occupations = unitGroups.map(({ code }) => code);
  const complain = complainTo(release, problems, mostProblems);
  const known = new Set([...occupations, unclassified]);
  const slugs = slugsByCode(areas);

  return {
    occupations,
    months: periodsOf(headerOf(rows, 'Table 3'), complain),
    quarters: periodsOf(headerOf(rows, 'Table 5'), complain),
    regional: byOccupation(rows, 'Table 3', (row, columns) => regionSlug(textAt(row, columns, 'region')), known, complain),
    local: byOccupation(rows, 'Table 5', (row, columns) => localSlug(row, columns, slugs), known, complain),
    places: byPlace(rows, (row, columns) => localSlug(row, columns, slugs), complain),
    areas,
    countries: byCountry(rows, complain),
    notes: [...new Set((['Cover sheet', 'Notes'] as const).flatMap((sheet) => linesOf(rows, sheet).map(({ cells }) => noteOf(cells))))],
    contents: contentsOf(rows),
    mappings: (['Table 6', 'Table 7'] as const).flatMap((table) => mappingsOf(rows, table)),
  };
}

// The notes sheet numbers its notes in a column of its own.
const noteNumber = /^(?:note )?\[?\d+\]?[.:]?$/i;

function noteOf(texts: readonly string[]): string {
  const [first = '', ...others] = texts.filter((text) => text.trim() !== '');
  return joined(others.length > 0 && noteNumber.test(first.trim()) ? others : [first, ...others]).trim();
}

/** The entries of the table of contents: the name of the table's sheet, and its title in the next cell that is not empty. */
function contentsOf(rows: Rows): ContentsEntry[] {
  return linesOf(rows, 'Table of contents').flatMap(({ row, cells }) => {
    const [table = '', title = ''] = cells.map((text) => text.trim()).filter((text) => text !== '');
    return /^table \d+$/i.test(table) ? [{ table, row, title }] : [];
  });
}

/**
 * The lists of a sheet. The headers stand in the first row that has codes of local authorities; columns without a header part the lists.
 * The title of a list stands above its first header if there are several, else in the first line of the sheet.
 */
function mappingsOf(rows: Rows, table: LineSheet): Mapping[] {
  const lines = linesOf(rows, table);
  const at = lines.findIndex(({ cells }) => cells.some((text) => foldToLetters(text).startsWith('localauthoritycode')));
  const [above, header, below] = [lines.slice(0, Math.max(0, at)), lines[at]?.cells ?? [], lines.slice(at + 1)];
  const starts = header.flatMap((text, column) => (text.trim() !== '' && (header[column - 1] ?? '').trim() === '' ? [column] : []));
  return starts.map((start) => {
    const length = header.slice(start).findIndex((text) => text.trim() === '');
    const end = length < 0 ? header.length : start + length;
    const title = starts.length > 1 ? above.at(-1)?.cells[start] : above[0]?.cells[0];
    return {
      table,
      title: (title ?? '').trim(),
      headers: header.slice(start, end).map((text) => text.trim()),
      rows: below
        .map(({ row, cells: texts }) => ({
          row,
          cells: Array.from({ length: end - start }, (_, place) => (texts[start + place] ?? '').trim()),
        }))
        .filter(({ cells: texts }) => texts.some((text) => text !== '')),
    };
  });
}

/** Table 1. A country under a name that we do not know keeps its name, and a check reports it. */
function byCountry(rows: Rows, complain: Complain): Map<string, Counts> {
  const header = headerOf(rows, 'Table 1');
  const found = new Map<string, Counts>();
  for (const row of rows.filter(isDataOf('Table 1'))) {
    const name = textAt(row, header.columns, 'country');
    const slug = name === unclassified ? unknownPlace : (regionSlug(name) ?? name);
    if (found.has(slug)) complain(printed('Table 1'), row.row, undefined, `${slug} has a row already`);
    found.set(slug, countsOf(row, header, complain));
  }
  return found;
}

/** The slug of each local area under its current and its former codes. */
export function slugsByCode(areas: readonly LocalArea[]): ReadonlyMap<string, string> {
  return new Map(areas.flatMap(({ code, slug, formerCodes }) => [code, ...formerCodes].map((name) => [name, slug] as const)));
}

type Columns = HeaderRow['columns'];

export function textAt({ cells }: DataRow, columns: Columns, column: string): string {
  return (cells[(columns[column] ?? 0) - 1] ?? '').trim();
}

/** A month or quarter as answers name it: Jan-17 is 2017-01, 2017Q1 is 2017-Q1; null for anything else. */
export function periodOf(header: string): string | null {
  const [, year, quarter] = /^(\d{4})(Q[1-4])$/.exec(header) ?? [];
  if (year !== undefined) return `${year}-${quarter}`;
  const [, name = '', short] = /^([A-Z][a-z]{2})-(\d{2})$/.exec(header) ?? [];
  const month = monthNumber(name);
  // The series begins in 2017.
  return month === null ? null : isoMonth(`20${short}`, month);
}

/** The next month or quarter. */
export function following(period: string): string {
  const [year = '', part = ''] = period.split('-');
  const isQuarter = part.startsWith('Q');
  const last = isQuarter ? 4 : 12;
  const next = (Number(part.replace('Q', '')) % last) + 1;
  const nextYear = next === 1 ? Number(year) + 1 : Number(year);
  return isQuarter ? `${nextYear}-Q${next}` : isoMonth(nextYear, next);
}

/** The months of a quarter, oldest first. */
export function monthsOf(quarter: string): string[] {
  const [year = '', part = ''] = quarter.split('-Q');
  return [1, 2, 3].map((month) => isoMonth(year, (Number(part) - 1) * 3 + month));
}

function periodsOf({ table, row, periods, firstPeriod }: HeaderRow, complain: Complain): string[] {
  return periods.map((text, place) => {
    const period = periodOf(text);
    const before = periodOf(periods[place - 1] ?? '');
    if (period === null || (before !== null && following(before) !== period)) {
      const after = before === null ? '' : ` after "${periods[place - 1]}"`;
      complain(printed(table), row, firstPeriod + place, `got the period "${text}"${after}, expected each to follow the one before`);
    }
    return period ?? text;
  });
}

export function regionSlug(name: string): string | null {
  if (foldToLetters(name) === 'totaluk') return 'uk';
  return contractAreas.find((area) => foldToLetters(area.name) === foldToLetters(name))?.slug ?? null;
}

/**
 * The slug of a row's place: null if we do not know it, undefined if one of its cells says that the place is unknown. London has no
 * boroughs and no code; we recognise it by region and district only.
 */
export function localSlug(row: DataRow, columns: Columns, slugs: ReadonlyMap<string, string>): string | null | undefined {
  const [region, district, code] = ['region', 'district', 'code'].map((column) => textAt(row, columns, column));
  if ([region, district, code].includes(unclassified)) return undefined;
  if (code !== '' && code !== undefined) return slugs.get(code) ?? null;
  return region === 'London' && district === 'London' ? 'london' : null;
}

type SlugOf = (row: DataRow, columns: Columns) => string | null | undefined;

/** Tables 3 and 5: counts by place and occupation. */
function byOccupation(rows: Rows, table: TableName, slugOf: SlugOf, known: ReadonlySet<string>, complain: Complain) {
  const header = headerOf(rows, table);
  const found = new Map<string, Map<string, Counts>>();
  for (const row of rows.filter(isDataOf(table))) {
    const slug = placed(row, header, slugOf, complain);
    if (slug === null) continue;
    const soc = textAt(row, header.columns, 'soc');
    if (!known.has(soc)) {
      const expected = `expected a unit group of SOC 2020 or ${unclassified}`;
      complain(printed(table), row.row, header.columns['soc'], `got the occupation "${soc}", ${expected}`);
      continue;
    }
    const occupations = found.get(slug) ?? new Map<string, Counts>();
    found.set(slug, occupations);
    if (occupations.has(soc)) complain(printed(table), row.row, undefined, `${slug} and ${soc} have a row already`);
    occupations.set(soc, countsOf(row, header, complain));
  }
  return found;
}

/** Table 2: all adverts by place. Boroughs of London are skipped if it lists them. */
function byPlace(rows: Rows, slugOf: SlugOf, complain: Complain): Map<string, Counts> {
  const header = headerOf(rows, 'Table 2');
  const found = new Map<string, Counts>();
  for (const row of rows.filter(isDataOf('Table 2'))) {
    if (textAt(row, header.columns, 'code').startsWith('E09')) continue;
    const slug = placed(row, header, slugOf, complain);
    if (slug === null) continue;
    if (found.has(slug)) complain(printed('Table 2'), row.row, undefined, `${slug} has a row already`);
    found.set(slug, countsOf(row, header, complain));
  }
  return found;
}

function placed(row: DataRow, { table, columns }: HeaderRow, slugOf: SlugOf, complain: Complain): string | null {
  const slug = slugOf(row, columns);
  if (slug !== null) return slug ?? null;
  const names = ['region', 'district', 'code'].filter((column) => column in columns).map((column) => `"${textAt(row, columns, column)}"`);
  const expected = table === 'Table 3' ? 'a region or nation' : 'a local authority of April 2023, or London with no code';
  return complain(printed(table), row.row, undefined, `got the place ${names.join(', ')}, expected ${expected}`);
}

function countsOf({ row, cells: texts }: DataRow, { table, firstPeriod, periods }: HeaderRow, complain: Complain): Counts {
  const counts = new Int32Array(periods.length);
  let place = 0;
  const say = (message: string, repair?: string) => complain(printed(table), row, firstPeriod + place, message, repair);
  for (; place < periods.length; place += 1) {
    const cell = cells.read((texts[firstPeriod - 1 + place] ?? '').trim(), say);
    counts[place] = typeof cell === 'number' ? cell : suppressed;
  }
  return counts;
}

/** Counts as the cells of an answer; null if the table has no row. */
export function cellsOf(counts: Counts | undefined, start: number, end?: number): Exclude<Cell, null>[] | null {
  return counts === undefined
    ? null
    : Array.from(counts.subarray(start, end), (count) => (count === suppressed ? suppressedMarker : count));
}

/** How many figures of answers Tables 3 and 5 publish, and how many they suppress. A plain loop, because there are millions. */
export function count({ regional, local }: AdvertObservations): FigureCount {
  let [published, withheld] = [0, 0];
  const regions = areaSlugs.ukWalesScotlandAndRegions.flatMap((slug) => regional.get(slug) ?? []);
  for (const occupations of [...regions, ...local.values()]) {
    for (const counts of occupations.values()) {
      for (const value of counts) {
        if (value === suppressed) withheld += 1;
        else published += 1;
      }
    }
  }
  return { published, withheld: withheld === 0 ? {} : { [isSuppressed.reason]: withheld } };
}
