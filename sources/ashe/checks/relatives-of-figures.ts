// What the figures of ASHE are compared with: the rows of one group in all tables of its area, in the year before and in the United
// Kingdom, and the figures of the same people in other measures.
import { type AreaSlug, type Measure, measureKeys, patterns, sexes } from '#schemas/codes.ts';
import { type PayColumn, payColumns } from '#schemas/pay-columns.ts';
import { payQueries } from '#schemas/selections/select-pay.ts';
import type { AsheObservations, PayRow } from '../reshape.ts';
import type { Edition, Table } from './examined-tables.ts';

export const percentiles = [
  'p10',
  'p20',
  'p25',
  'p30',
  'p40',
  'median',
  'p60',
  'p70',
  'p75',
  'p80',
  'p90',
] as const satisfies readonly PayColumn[];
export const estimates = [...percentiles, 'mean'] as const satisfies readonly PayColumn[];
/** The columns of the estimates, by place in `payColumns`. */
export const columnsOfEstimates = estimates.map((name) => payColumns.indexOf(name));
export const [median, mean] = [payColumns.indexOf('median'), payColumns.indexOf('mean')];

/** A published figure; null if it is withheld or there is no such row. */
export function at(row: PayRow | undefined, column: number): number | null {
  const value = row?.values[column];
  return typeof value === 'number' ? value : null;
}

/** The product of two figures, or their quotient; null if one is not published. */
export const product = (a: number | null, b: number | null) => (a === null || b === null ? null : a * b);
export const quotient = (a: number | null, b: number | null) => (a === null || b === null || b === 0 ? null : a / b);

/** Annual pay is about 52 times weekly pay. */
export const weeksOfYear = 52;

const variantsOfMeasure = sexes.length * patterns.length;
const firstOfMeasure = new Map(measureKeys.map((measure, place) => [measure, place * variantsOfMeasure]));

/** The place in `payQueries` of a measure for the same sex and pattern as the query at `place`. */
export function placeOfSame(place: number, measure: Measure): number {
  return (firstOfMeasure.get(measure) ?? 0) + (place % variantsOfMeasure);
}

/** The rows of one group in one area, by place in `payQueries`. */
export type Rows = readonly (PayRow | undefined)[];

/** The row of a measure for the same sex and pattern as the query at `place`. */
export function sameOf(rows: Rows, place: number, measure: Measure): PayRow | undefined {
  return rows[placeOfSame(place, measure)];
}

/** Measures that differ by a few per cent, because overtime and other pay are a small part. */
export const families: readonly (readonly Measure[])[] = [
  ['weekly_pay_gross', 'weekly_pay_excl_overtime', 'basic_pay_incl_other'],
  ['hourly_pay_gross', 'hourly_pay_excl_overtime'],
  ['hours_paid_total', 'hours_paid_basic'],
];

const siblings = new Map(
  measureKeys.map((measure) => [measure, families.find((family) => family.includes(measure))?.filter((other) => other !== measure) ?? []]),
);

/** The other measures of its family. */
export function siblingsOf(measure: Measure): readonly Measure[] {
  return siblings.get(measure) ?? [];
}

/** Means that count people without any: a table of sums checks two of them, and nothing is like the mean of incentive pay. */
export const meansWithZeroes: readonly Measure[] = ['overtime_pay', 'hours_paid_overtime', 'annual_pay_incentive'];

type Tables = AsheObservations['tables'];

/** Several checks look at every group, and each has up to 99 rows: they are gathered once. */
const gathered = new WeakMap<Tables, Map<AreaSlug, ReadonlyMap<string, Rows>>>();

/** The rows of every group in an area, by code. Null if the edition does not have the area. */
function rowsByGroup(tables: Tables, area: AreaSlug): ReadonlyMap<string, Rows> | null {
  const ofArea = tables.get(area);
  if (ofArea === undefined) return null;
  const known = gathered.get(tables) ?? new Map<AreaSlug, ReadonlyMap<string, Rows>>();
  gathered.set(tables, known);
  const found = known.get(area) ?? gather(ofArea);
  known.set(area, found);
  return found;
}

function gather(ofArea: readonly (ReadonlyMap<string, PayRow> | null)[]): ReadonlyMap<string, Rows> {
  const groups = new Map<string, (PayRow | undefined)[]>();
  for (const [place, table] of ofArea.entries()) {
    for (const [code, row] of table ?? []) {
      const rows = groups.get(code) ?? new Array<PayRow | undefined>(ofArea.length).fill(undefined);
      rows[place] = row;
      groups.set(code, rows);
    }
  }
  return groups;
}

/** Every group of an edition with its rows, and its rows in an edition before and in the United Kingdom. */
export function* groupsOf(
  edition: Edition,
  before: Edition | null,
  areas: readonly AreaSlug[] = edition.observations.areas,
): Generator<{ area: AreaSlug; code: string; rows: Rows; before: Rows; uk: Rows }> {
  const past = before?.observations.tables;
  const { tables } = edition.observations;
  const ofUk = rowsByGroup(tables, 'uk');
  for (const area of areas) {
    const then = past === undefined ? null : rowsByGroup(past, area);
    for (const [code, rows] of rowsByGroup(tables, area) ?? [])
      yield { area, code, rows, before: then?.get(code) ?? [], uk: area === 'uk' ? [] : (ofUk?.get(code) ?? []) };
  }
}

/** The table of an area that answers the query at `place`. Without rows if the release does not have it. */
export function tableAt(edition: Edition, area: AreaSlug, place: number): Table {
  const query = payQueries[place];
  if (query === undefined) throw new RangeError(`there is no query ${place}`);
  return { area, query, rows: edition.observations.tables.get(area)?.[place] ?? new Map<string, PayRow>() };
}
