// Reads the tables, rows and figures of an edition for the checks of ASHE, and names their places.
import { placeOf } from '#sources/kit/place.ts';
import type { Examined } from '#sources/kit/release.ts';
import { type AreaSlug, type Measure, measures } from '#schemas/codes.ts';
import { type PayColumn, payColumns, payCvColumns } from '#schemas/pay-columns.ts';
import { type PayQuery, payQueries, payVariantIndex } from '#schemas/selections/select-pay.ts';
import { type Rows, jobsColumn, printedWorkbook, sheets } from '../layout.ts';
import type { AsheObservations, PayRow } from '../reshape.ts';

export type Edition = Examined<Rows, AsheObservations>;

type PayRows = ReadonlyMap<string, PayRow>;

export interface Table {
  readonly area: AreaSlug;
  readonly query: PayQuery;
  readonly rows: PayRows;
}

export function tablesOf(
  { observations }: Edition,
  areas: readonly AreaSlug[] = observations.areas,
): Table[] {
  const tables: Table[] = [];
  for (const area of areas)
    for (const [index, query] of payQueries.entries()) {
      const rows = observations.tables.get(area)?.[index] ?? null;
      if (rows !== null) tables.push({ area, query, rows });
    }
  return tables;
}

const none: PayRows = new Map();

/** The rows that answer a query in an area. None if there is no such table, or no edition. */
export function rowsOf(edition: Edition | null, area: AreaSlug, query: PayQuery): PayRows {
  return edition?.observations.tables.get(area)?.[payVariantIndex(query)] ?? none;
}

const columnIndexes = new Map<PayColumn, number>(
  payColumns.map((column, index) => [column, index]),
);
const cvIndexes = new Map<PayColumn, number>(payCvColumns.map((column, index) => [column, index]));

export function cellOf(row: PayRow | undefined, column: PayColumn): number | string | null {
  return row?.variant.values[columnIndexes.get(column) ?? 0] ?? null;
}

/** A published figure; null if it is withheld or there is no such row. */
export function figure(row: PayRow | undefined, column: PayColumn): number | null {
  const value = cellOf(row, column);
  return typeof value === 'number' ? value : null;
}

/** A coefficient of variation in percent; null if none is published. */
export function cvOf(row: PayRow | undefined, column: PayColumn): number | null {
  return row?.variant.cvs[cvIndexes.get(column) ?? -1] ?? null;
}

/** The quotient of two figures; null if one is not published or is 0. */
export function quotient(dividend: number | null, divisor: number | null): number | null {
  if (dividend === null || divisor === null || dividend === 0 || divisor === 0) return null;
  return dividend / divisor;
}

/** The sheet of Table 14 that answers a query, for messages. */
export function sheetOf({ measure, sex, pattern }: PayQuery): string {
  const { name } =
    sheets.find((candidate) => candidate.sex === sex && candidate.pattern === pattern) ?? sheets[0];
  return printedWorkbook({
    table: 14,
    number: measures.findIndex(({ key }) => key === measure) + 1,
    kind: 'a',
    sheet: name,
  });
}

export function placeOfFigure(
  { release }: Edition,
  { query, rows }: Pick<Table, 'query' | 'rows'>,
  code: string,
  column: PayColumn,
): string {
  const payRow = rows.get(code);
  if (payRow === undefined) return placeOf(release, sheetOf(query));
  const { estimates, row } = payRow;
  return placeOf(
    release,
    printedWorkbook(estimates),
    row.row,
    estimates.columns[(columnIndexes.get(column) ?? 0) + jobsColumn - 1],
  );
}

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
] as const;
export const estimates = [...percentiles, 'mean'] as const satisfies readonly PayColumn[];

/** Measures that differ by a few per cent, because overtime and other pay are a small part. */
const families: readonly (readonly Measure[])[] = [
  ['weekly_pay_gross', 'weekly_pay_excl_overtime', 'basic_pay_incl_other'],
  ['hourly_pay_gross', 'hourly_pay_excl_overtime'],
  ['hours_paid_total', 'hours_paid_basic'],
];

export function siblingsOf(measure: Measure): readonly Measure[] {
  return (
    families.find((family) => family.includes(measure))?.filter((other) => other !== measure) ?? []
  );
}

/**
 * The edition of the year before. Movements over other spans are of other sizes and prove nothing.
 */
export function yearBefore({ release }: Edition, previous: Edition | null): Edition | null {
  const before = previous?.yearBefore ?? previous;
  return before !== null && release.year !== null && before.release.year === release.year - 1
    ? before
    : null;
}

/**
 * The edition of the same year that this one revises, otherwise the edition of the year before. For
 * figures without a printed change it is the best comparison.
 */
export function predecessor(edition: Edition, previous: Edition | null): Edition | null {
  return previous !== null && previous.release.year === edition.release.year
    ? previous
    : yearBefore(edition, previous);
}
