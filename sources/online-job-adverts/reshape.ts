// Rows to counts: months and quarters, markers, regions, places by their codes.
import { foldToLetters } from '#sources/kit/read/columns.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { Needs, Release } from '#sources/kit/source.ts';
import { type Cell, suppressedMarker } from '#schemas/selections/advert-totals.ts';
import { areas as contractAreas } from '#schemas/codes.ts';
import type { LocalArea } from '#schemas/resources/local-areas.ts';
import { type DataRow, type HeaderRow, type Rows, type TableName, headerOf, isDataOf, placeOf } from './parse.ts';

/** Adverts that the publisher's model gave no occupation: no occupation of ours, and part of all adverts. */
export const unclassified = 'Unknown';

/** Stands for the marker among counts. */
export const suppressed = -1;

/** Counts by period; `suppressed` where the marker stands. Occupations by code, and `unclassified`. */
export type Counts = Int32Array;
export type CountsByOccupation = ReadonlyMap<string, Counts>;

export interface AdvertObservations {
  /** The 412 unit groups, ordered. */
  readonly occupations: readonly string[];
  /** 2017-01 … and 2017-Q1 …, oldest first. */
  readonly months: readonly string[];
  readonly quarters: readonly string[];
  /** Table 3 by the slug of its region, Northern Ireland among them. */
  readonly regional: ReadonlyMap<string, CountsByOccupation>;
  /** Table 5 by the slug of the local area; an area that the table does not name is absent. */
  readonly local: ReadonlyMap<string, CountsByOccupation>;
  /** All adverts of a local area by month, of Table 2; absent where the table has no one row for it. */
  readonly places: ReadonlyMap<string, Counts>;
  readonly areas: readonly LocalArea[];
  /** Lines of the cover sheet. */
  readonly notes: readonly string[];
}

// What a person can read; the rest of a sheet of faults says nothing more.
const mostProblems = 200;

export function reshape(release: Release, rows: Rows, needs: Needs, problems: Problem[]): AdvertObservations {
  const { unitGroups } = needs.get('soc-structure');
  const { areas } = needs.get('local-authorities');
  const known = new Set([...unitGroups.map(({ code }) => code), unclassified]);
  const blame = (problem: Problem) => {
    if (problems.length < mostProblems) problems.push(problem);
  };
  const read = new TableReader(release, rows, known, blame);
  const slugs = slugsByCode(areas);

  return {
    occupations: unitGroups.map(({ code }) => code),
    months: periodsOf(release, headerOf(rows, 'Table 3'), blame),
    quarters: periodsOf(release, headerOf(rows, 'Table 5'), blame),
    regional: read.byOccupation('Table 3', (row, columns) => regionSlug(textAt(row, columns, 'region'))),
    local: read.byOccupation('Table 5', (row, columns) => localSlug(row, columns, slugs)),
    places: read.byPlace((row, columns) => localSlug(row, columns, slugs)),
    areas,
    notes: rows.flatMap((row) => (row.kind === 'note' ? [row.text] : [])),
  };
}

/** The slug of each local area under its code and those that it had before. */
export function slugsByCode(areas: readonly LocalArea[]): ReadonlyMap<string, string> {
  return new Map(areas.flatMap(({ code, slug, formerCodes }) => [code, ...formerCodes].map((name) => [name, slug] as const)));
}

type Columns = HeaderRow['columns'];

export function textAt({ cells }: DataRow, columns: Columns, column: string): string {
  return (cells[(columns[column] ?? 0) - 1] ?? '').trim();
}

/** A month or quarter as answers name it: Jan-17 is 2017-01, 2017Q1 is 2017-Q1; null for what is neither. */
export function periodOf(header: string): string | null {
  const [, year, quarter] = /^(\d{4})(Q[1-4])$/.exec(header) ?? [];
  if (year !== undefined) return `${year}-${quarter}`;
  const [, name = '', short] = /^([A-Z][a-z]{2})-(\d{2})$/.exec(header) ?? [];
  const month = monthNames.indexOf(name) + 1;
  // The series begins in 2017.
  return month === 0 ? null : `20${short}-${String(month).padStart(2, '0')}`;
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The period after another. */
export function following(period: string): string {
  const [year = '', part = ''] = period.split('-');
  const isQuarter = part.startsWith('Q');
  const last = isQuarter ? 4 : 12;
  const next = (Number(part.replace('Q', '')) % last) + 1;
  const nextYear = next === 1 ? Number(year) + 1 : Number(year);
  return `${nextYear}-${isQuarter ? `Q${next}` : String(next).padStart(2, '0')}`;
}

/** The months of a quarter, oldest first. */
export function monthsOf(quarter: string): string[] {
  const [year = '', part = ''] = quarter.split('-Q');
  return [1, 2, 3].map((month) => `${year}-${String((Number(part) - 1) * 3 + month).padStart(2, '0')}`);
}

function periodsOf(release: Release, header: HeaderRow, blame: (problem: Problem) => void): string[] {
  return header.periods.map((text, place) => {
    const period = periodOf(text);
    const before = periodOf(header.periods[place - 1] ?? '');
    if (period === null || (before !== null && following(before) !== period)) {
      blame({
        place: placeOf(release, header.table, header.row, header.firstPeriod + place),
        message: `got the period "${text}"${before === null ? '' : ` after "${header.periods[place - 1]}"`}, expected each to follow the one before`,
      });
    }
    return period ?? text;
  });
}

export function regionSlug(name: string): string | null {
  if (foldToLetters(name) === 'totaluk') return 'uk';
  return contractAreas.find((area) => foldToLetters(area.name) === foldToLetters(name))?.slug ?? null;
}

/**
 * The slug of a row's place: null where it names none that we know, undefined where it is meant to name none. London has neither boroughs
 * nor a code, and is told by region and district alone.
 */
export function localSlug(row: DataRow, columns: Columns, slugs: ReadonlyMap<string, string>): string | null | undefined {
  const [region, district, code] = ['region', 'district', 'code'].map((column) => textAt(row, columns, column));
  if (region === unclassified || district === unclassified) return undefined;
  if (code !== '' && code !== undefined) return slugs.get(code) ?? null;
  return region === 'London' && district === 'London' ? 'london' : null;
}

type SlugOf = (row: DataRow, columns: Columns) => string | null | undefined;

class TableReader {
  readonly #release: Release;
  readonly #rows: Rows;
  readonly #known: ReadonlySet<string>;
  readonly #blame: (problem: Problem) => void;
  /** The same few thousand texts stand in millions of cells. */
  readonly #counts = new Map<string, number | null>();

  constructor(release: Release, rows: Rows, known: ReadonlySet<string>, blame: (problem: Problem) => void) {
    this.#release = release;
    this.#rows = rows;
    this.#known = known;
    this.#blame = blame;
  }

  /** Tables 3 and 5: counts by place and occupation. */
  byOccupation(table: TableName, slugOf: SlugOf): Map<string, Map<string, Counts>> {
    const header = headerOf(this.#rows, table);
    const found = new Map<string, Map<string, Counts>>();
    for (const row of this.#rows.filter(isDataOf(table))) {
      const slug = this.#placed(row, header, slugOf);
      if (slug === null) continue;
      const soc = textAt(row, header.columns, 'soc');
      if (!this.#known.has(soc)) {
        this.#blame({
          place: placeOf(this.#release, table, row.row, header.columns['soc']),
          message: `got the occupation "${soc}", expected a unit group of SOC 2020 or ${unclassified}`,
        });
        continue;
      }
      const occupations = found.get(slug) ?? new Map<string, Counts>();
      found.set(slug, occupations);
      if (occupations.has(soc))
        this.#blame({ place: placeOf(this.#release, table, row.row), message: `${slug} and ${soc} have a row already` });
      occupations.set(soc, this.#countsOf(row, header));
    }
    return found;
  }

  /** Table 2: all adverts by place. Boroughs of London, if it lists them, are no places of ours. */
  byPlace(slugOf: SlugOf): Map<string, Counts> {
    const header = headerOf(this.#rows, 'Table 2');
    const found = new Map<string, Counts>();
    for (const row of this.#rows.filter(isDataOf('Table 2'))) {
      if (/^E09/.test(textAt(row, header.columns, 'code'))) continue;
      const slug = this.#placed(row, header, slugOf);
      if (slug === null) continue;
      if (found.has(slug)) this.#blame({ place: placeOf(this.#release, 'Table 2', row.row), message: `${slug} has a row already` });
      found.set(slug, this.#countsOf(row, header));
    }
    return found;
  }

  #placed(row: DataRow, { table, columns }: HeaderRow, slugOf: SlugOf): string | null {
    const slug = slugOf(row, columns);
    if (slug === null) {
      const names = ['region', 'district', 'code']
        .filter((column) => column in columns)
        .map((column) => `"${textAt(row, columns, column)}"`);
      this.#blame({
        place: placeOf(this.#release, table, row.row),
        message: `got the place ${names.join(', ')}, expected ${table === 'Table 3' ? 'a region or nation' : 'a local authority of April 2023, or London with no code'}`,
      });
    }
    return slug ?? null;
  }

  #countsOf(row: DataRow, { table, firstPeriod, periods }: HeaderRow): Counts {
    const counts = new Int32Array(periods.length);
    for (let place = 0; place < periods.length; place += 1) {
      const text = row.cells[firstPeriod - 1 + place] ?? '';
      const count = this.#count(text);
      if (count === null)
        this.#blame({
          place: placeOf(this.#release, table, row.row, firstPeriod + place),
          message: `unknown marker "${text}", expected a whole number or ${suppressedMarker}`,
        });
      counts[place] = count ?? suppressed;
    }
    return counts;
  }

  #count(text: string): number | null {
    const known = this.#counts.get(text);
    if (known !== undefined) return known;
    const count = text.trim() === suppressedMarker ? suppressed : /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;
    this.#counts.set(text, count);
    return count;
  }
}

/** Counts as the cells of an answer; null each where the table has no row. */
export function cellsOf(counts: Counts | undefined, start: number, end?: number): Exclude<Cell, null>[] | null {
  return counts === undefined
    ? null
    : Array.from(counts.subarray(start, end), (count) => (count === suppressed ? suppressedMarker : count));
}

/** How many figures stand in Tables 3 and 5, and how many the marker stands for. */
export function count({ regional, local }: AdvertObservations): { published: number; withheld: { 'suppressed-by-publisher'?: number } } {
  let [published, withheld] = [0, 0];
  for (const occupations of [...regional.values(), ...local.values()]) {
    for (const counts of occupations.values()) {
      for (const value of counts) {
        if (value === suppressed) withheld += 1;
        else published += 1;
      }
    }
  }
  return { published, withheld: withheld === 0 ? {} : { 'suppressed-by-publisher': withheld } };
}
