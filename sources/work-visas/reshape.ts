// The visa workbook's rows to counts: by occupation and quarter, and for the latest four quarters by route, nationality and industry.
import { countFigures, markedCells } from '#sources/kit/cells.ts';
import { complainTo } from '#sources/kit/place.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { FigureCount, Needs, Release } from '#sources/kit/source.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { type Column, type GrantRow, type Rows, layout } from './layout.ts';
import { quarterOfCell } from './release-name.ts';

/** The only marker: suppressed by the publisher. Other tables of the series also print z and :, this one does not in the files known. */
export const suppressed = '*';

/** Before this quarter the publisher suppresses unit group and nationality in every row. */
export const firstDetailedQuarter = '2024-Q4';

/** Industries that a few rows spell differently: stray spelling → usual spelling. */
export const strayIndustries: Readonly<Record<string, string>> = {
  'Administrative and Support Activities': 'Administrative and Support Service Activities',
};

const markerRepair = "give it a meaning in sources/work-visas/reshape.ts once the workbook's notes have been read";

/** Every row is of at least one visa, and the workbook has no markers in place of numbers. */
export const cells = markedCells({ number: /^[1-9]\d*$/, expected: 'a whole number above 0', markers: [], repair: markerRepair });

/** Whether a text is a name and not a marker. The markers of other tables, z, :, .. and [c], have no two letters in a row or have brackets. */
function isName(text: string): boolean {
  return /^\p{L}/u.test(text) && /\p{L}{2}/u.test(text);
}

export const dimensions = ['route', 'nationality', 'industry'] as const;
export type Dimension = (typeof dimensions)[number];

/** The visas of a unit group: by quarter, and for the latest quarters by each dimension. */
export interface OccupationVisas {
  /** A quarter without a row had no visas. */
  readonly byQuarter: ReadonlyMap<string, number>;
  /** Null if a row of the latest quarters has a marker in place of the value. */
  readonly latest: Readonly<Record<Dimension, ReadonlyMap<string, number> | null>>;
  /** Stray spellings of industries that were counted under the usual one. */
  readonly mergedIndustries: readonly string[];
}

export interface VisaObservations {
  readonly occupations: readonly string[];
  /** Every quarter that has a row, oldest first. */
  readonly quarters: readonly string[];
  /** The quarters with figures by occupation, oldest first. */
  readonly series: readonly string[];
  /** The latest four of the series, or fewer if it is shorter. */
  readonly latest: readonly string[];
  readonly visas: ReadonlyMap<string, OccupationVisas>;
  /** By quarter of the series, the code prefixes of rows without a unit group. Totals of unit groups with such a prefix would be too low. */
  readonly hidden: ReadonlyMap<string, ReadonlySet<string>>;
}

export function reshape(release: Release, rows: Rows, needs: Needs, problems: Problem[]): VisaObservations {
  // Unit groups are ordered by code.
  const occupations = needs.get('soc-structure').unitGroups.map(({ code }) => code);
  const units = new Set(occupations);
  const [table, complainOf] = [layout.printed(rows, 'grants'), complainTo(release, problems)];
  const complain = ({ row }: GrantRow, column: Column, message: string, repair?: string) => complainOf(table, row, column, message, repair);

  const read: { readonly row: GrantRow; readonly quarter: string; readonly granted: number; readonly unit: string | null }[] = [];
  for (const row of layout.of(rows, 'grants')) {
    const quarter = quarterOfCell(row.quarter);
    if (quarter === null) complain(row, 'quarter', `found "${row.quarter}", expected a quarter like "2025 Q3"`);
    // The newest rows of the series have the year as a text. We read it as a text everywhere.
    else if (row.year !== quarter.slice(0, 4)) complain(row, 'year', `the year is "${row.year}" beside the quarter "${row.quarter}"`);
    const granted = cells.read(row.granted, (message, repair) => complain(row, 'granted', message, repair));
    const code = codeOf(row.unit);
    if (row.unit !== suppressed && (code === null || !units.has(code))) {
      complain(row, 'unit', `found "${row.unit}", expected a unit group of SOC 2020 like "2134 - Programmers" or ${suppressed}`);
    }
    for (const dimension of dimensions) {
      const name = row[dimension];
      if (name !== suppressed && !isName(name))
        complain(row, dimension, `found "${name}", expected a name or ${suppressed}`, name === '' ? undefined : markerRepair);
    }
    if (quarter !== null && typeof granted === 'number') read.push({ row, quarter, granted, unit: row.unit === suppressed ? null : code });
  }

  const quarters = [...new Set(read.map(({ quarter }) => quarter))].sort(byCodeUnit);
  const series = quarters.filter((quarter) => quarter >= firstDetailedQuarter);
  const latest = series.slice(-4);
  const counts = new Map(occupations.map((code) => [code, new OccupationCount()]));
  const hidden = new Map<string, Set<string>>();
  for (const { row, quarter, granted, unit } of read) {
    if (quarter < firstDetailedQuarter) continue;
    if (unit !== null) counts.get(unit)?.add(row, quarter, granted, latest.includes(quarter));
    else hidden.set(quarter, (hidden.get(quarter) ?? new Set()).add(narrowestGroup(row)));
  }
  return { occupations, quarters, series, latest, visas: counts, hidden };
}

/** How many numbers of visas, by quarter and by dimension, are published, and how many quarters are withheld. */
export function count({ occupations, series, visas, hidden }: VisaObservations): FigureCount {
  return countFigures(
    occupations.flatMap((code) => [
      ...series.map((quarter) => (isHidden(hidden, code, quarter) ? 'suppressed-by-publisher' : null)),
      ...dimensions.flatMap((dimension) => [...(visas.get(code)?.latest[dimension]?.keys() ?? [])].map(() => null)),
    ]),
  );
}

/** Whether rows of the quarter without a unit group may belong to this one. The other rows are then not a total. */
export function isHidden(hidden: VisaObservations['hidden'], code: string, quarter: string): boolean {
  return [...(hidden.get(quarter) ?? [])].some((prefix) => code.startsWith(prefix));
}

/** The code before a label, "213 - Information technology professionals"; null where there is none. */
export function codeOf(label: string): string | null {
  return /^(\d{1,4}) - ./.exec(label)?.[1] ?? null;
}

/** The smallest group that a row without a unit group names; an empty code if it names none. */
function narrowestGroup({ minor, subMajor, major }: GrantRow): string {
  return codeOf(minor) ?? codeOf(subMajor) ?? codeOf(major) ?? '';
}

class OccupationCount implements OccupationVisas {
  readonly byQuarter = new Map<string, number>();
  readonly latest: Record<Dimension, Map<string, number> | null> = { route: new Map(), nationality: new Map(), industry: new Map() };
  readonly mergedIndustries: string[] = [];

  add(row: GrantRow, quarter: string, granted: number, isLatest: boolean): void {
    add(this.byQuarter, quarter, granted);
    if (!isLatest) return;
    for (const dimension of dimensions) {
      const parts = this.latest[dimension];
      if (row[dimension] === suppressed) this.latest[dimension] = null;
      else if (parts !== null) add(parts, dimension === 'industry' ? this.#industry(row.industry) : row[dimension], granted);
    }
  }

  #industry(name: string): string {
    const usual = strayIndustries[name];
    if (usual !== undefined && !this.mergedIndustries.includes(name)) this.mergedIndustries.push(name);
    return usual ?? name;
  }
}

function add(counts: Map<string, number>, key: string, granted: number): void {
  counts.set(key, (counts.get(key) ?? 0) + granted);
}
