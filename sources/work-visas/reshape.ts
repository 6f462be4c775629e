// The visa workbook's rows to counts: by occupation and quarter, and for the latest four quarters
// by route, nationality and industry.
import { markedCells } from '#sources/kit/cells.ts';
import type { Needs } from '#sources/kit/needs.ts';
import type { Complain } from '#sources/kit/place.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { Release } from '#sources/kit/release.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { type GrantRow, type Rows, layout } from './layout.ts';
import { quarterOfCell } from './release-name.ts';

/**
 * The only marker: suppressed by the publisher. Other tables of the series also print z and :, this
 * one does not in the files known.
 */
export const suppressed = '*';

/** Before this quarter the publisher suppresses unit group and nationality in every row. */
export const firstDetailedQuarter = '2024-Q4';

/** Industries that a few rows spell differently: stray spelling → usual spelling. */
export const strayIndustries: Readonly<Record<string, string>> = {
  'Administrative and Support Activities': 'Administrative and Support Service Activities',
};

const markerRepair =
  "give it a meaning in sources/work-visas/reshape.ts once the workbook's notes have been read";

/** Every row is of at least one visa, and the workbook has no markers in place of numbers. */
export const cells = markedCells({
  number: /^[1-9]\d*$/,
  expected: 'a whole number above 0',
  markers: {},
  repair: markerRepair,
});

/**
 * Whether a text is a name and not a marker. The markers of other tables, z, :, .. and [c], have no
 * two letters in a row or have brackets.
 */
function isName(text: string): boolean {
  return /^\p{L}/u.test(text) && /\p{L}{2}/u.test(text);
}

export const dimensions = ['route', 'nationality', 'industry'] as const;
export type Dimension = (typeof dimensions)[number];

/**
 * A row with its quarter, its number of visas and its unit group; null if the publisher suppresses
 * that.
 */
export interface Grant {
  readonly row: GrantRow;
  readonly quarter: string;
  readonly granted: number;
  readonly unit: string | null;
}

export interface VisaObservations {
  readonly occupations: readonly string[];
  /** Every quarter that has a row, oldest first. */
  readonly quarters: readonly string[];
  /** The quarters with figures by occupation, oldest first. */
  readonly series: readonly string[];
  /** The latest four of the series, or fewer if it is shorter. */
  readonly latest: readonly string[];
  /** Every row, in the order of the sheet. */
  readonly grants: readonly Grant[];
  /** The rows of each unit group in the series. A quarter without a row had no visas. */
  readonly byUnit: ReadonlyMap<string | null, readonly Grant[]>;
  /**
   * By quarter of the series, the code prefixes of rows without a unit group. Totals of unit groups
   * with such a prefix would be too low.
   */
  readonly hidden: ReadonlyMap<string, ReadonlySet<string>>;
}

export function reshape(
  release: Release,
  rows: Rows,
  needs: Needs,
  problems: Problem[],
): VisaObservations {
  // Unit groups are ordered by code.
  const occupations = needs.get('soc-structure').unitGroups.map(({ code }) => code);
  const units = new Set(occupations);
  const complain = layout.complainTo(release, rows, problems);
  const grants: Grant[] = [];
  for (const row of layout.rowsOf(rows, 'grants')) {
    const grant = readGrant(row, units, complain);
    if (grant !== null) grants.push(grant);
  }
  const quarters = [...new Set(grants.map(({ quarter }) => quarter))].sort(byCodeUnit);
  const series = quarters.filter((quarter) => quarter >= firstDetailedQuarter);
  const byUnit = Map.groupBy(
    grants.filter(({ quarter }) => quarter >= firstDetailedQuarter),
    ({ unit }) => unit,
  );
  const hidden = new Map<string, Set<string>>();
  for (const { row, quarter } of byUnit.get(null) ?? [])
    hidden.set(quarter, (hidden.get(quarter) ?? new Set()).add(narrowestGroup(row)));
  return { occupations, quarters, series, latest: series.slice(-4), grants, byUnit, hidden };
}

/** Null if the quarter or the number of a row is not understood. Complains of each fault. */
function readGrant(
  row: GrantRow,
  units: ReadonlySet<string>,
  complain: Complain<GrantRow>,
): Grant | null {
  const quarter = quarterOfCell(row.quarter);
  if (quarter === null)
    complain(row, 'quarter', `found "${row.quarter}", expected a quarter like "2025 Q3"`);
  // The newest rows of the series have the year as a text. We read it as a text everywhere.
  else if (row.year !== quarter.slice(0, 4))
    complain(row, 'year', `the year is "${row.year}" beside the quarter "${row.quarter}"`);
  const granted = cells.readIn(row, 'granted', complain);
  const unit = row.unit === suppressed ? null : codeOf(row.unit);
  if (row.unit !== suppressed && (unit === null || !units.has(unit)))
    complain(
      row,
      'unit',
      `found "${row.unit}", expected a unit group of SOC 2020 like "2134 - Programmers" or ` +
        suppressed,
    );
  for (const dimension of dimensions) {
    const name = row[dimension];
    if (name !== suppressed && !isName(name))
      complain(
        row,
        dimension,
        `found "${name}", expected a name or ${suppressed}`,
        name === '' ? undefined : markerRepair,
      );
  }
  return quarter === null || typeof granted !== 'number' ? null : { row, quarter, granted, unit };
}

/**
 * Whether rows of the quarter without a unit group may belong to this one. The other rows are then
 * not a total.
 */
export function isHidden(
  { hidden }: Pick<VisaObservations, 'hidden'>,
  code: string,
  quarter: string,
): boolean {
  return [...(hidden.get(quarter) ?? [])].some((prefix) => code.startsWith(prefix));
}

export function grantsOf(
  { byUnit }: VisaObservations,
  code: string,
  quarters: readonly string[],
): readonly Grant[] {
  return (byUnit.get(code) ?? []).filter(({ quarter }) => quarters.includes(quarter));
}

/**
 * The rows of the latest quarters by their name in a dimension; null if one of them has a marker in
 * place of it.
 */
export function partsOf(
  observations: VisaObservations,
  code: string,
  dimension: Dimension,
): ReadonlyMap<string, Grant[]> | null {
  const grants = grantsOf(observations, code, observations.latest);
  if (grants.some(({ row }) => row[dimension] === suppressed)) return null;
  return Map.groupBy(grants, ({ row }) =>
    dimension === 'industry' ? (strayIndustries[row.industry] ?? row.industry) : row[dimension],
  );
}

export function sumOf(grants: readonly Grant[]): number {
  return grants.reduce((sum, { granted }) => sum + granted, 0);
}

/**
 * The code before a label, "213 - Information technology professionals"; null where there is none.
 */
export function codeOf(label: string): string | null {
  return /^(\d{1,4}) - ./.exec(label)?.[1] ?? null;
}

/** The smallest group that a row without a unit group names; an empty code if it names none. */
function narrowestGroup({ minor, subMajor, major }: GrantRow): string {
  return codeOf(minor) ?? codeOf(subMajor) ?? codeOf(major) ?? '';
}
