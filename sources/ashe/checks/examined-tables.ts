// The tables, rows and places that the checks of ASHE look at.
import type { Check, Examined } from '#sources/kit/source.ts';
import { type AreaSlug, areaOf, measures } from '#schemas/codes.ts';
import { round } from '#schemas/round.ts';
import { type PayColumn, type PayQuery, payColumns, payCvColumns, payQueries, payVariantIndex } from '#schemas/selections/select-pay.ts';
import { type AsheRows, type AsheSheet, type TableNumber, jobsColumn, placeOf, sheets } from '../parse.ts';
import { type AsheObservations, type PayRow, allEmployees } from '../reshape.ts';

export type Edition = Examined<AsheRows, AsheObservations>;
export type AsheCheck = Check<AsheRows, AsheObservations>;

export interface Table {
  readonly area: AreaSlug;
  readonly query: PayQuery;
  readonly rows: ReadonlyMap<string, PayRow>;
}

/** The tables that the release has, of the areas asked for. */
export function tablesOf({ observations }: Edition, areas: readonly AreaSlug[] = observations.areas): Table[] {
  return areas.flatMap((area) =>
    payQueries.flatMap((query, place) => {
      const rows = observations.tables.get(area)?.[place];
      return rows === null || rows === undefined ? [] : [{ area, query, rows }];
    }),
  );
}

export function tableOf({ observations }: Edition, area: AreaSlug, query: PayQuery): ReadonlyMap<string, PayRow> {
  return observations.tables.get(area)?.[payVariantIndex(query)] ?? new Map();
}

/** A published figure; null where it is withheld or there is no such row. */
export function figure(row: PayRow | undefined, column: PayColumn): number | null {
  const value = row?.values[payColumns.indexOf(column)];
  return typeof value === 'number' ? value : null;
}

export function cvPlace(column: PayColumn): number {
  return payCvColumns.findIndex((candidate) => candidate === column);
}

export function printedTable(
  { measure, sex, pattern }: PayQuery,
  table: TableNumber,
): Pick<AsheSheet, 'table' | 'number' | 'kind' | 'sheet'> {
  const sheet = sheets.find((candidate) => candidate.sex === sex && candidate.pattern === pattern) ?? sheets[0];
  return { table, number: measures.findIndex(({ key }) => key === measure) + 1, kind: 'a', sheet: sheet.name };
}

/** The cell of a figure of Table 14; of Table 15 the sheet, region, group and column, for its rows are found by name. */
export function placeOfFigure({ release, observations }: Edition, { area, query }: Table, code: string, column: PayColumn): string {
  if (area === 'uk')
    return placeOf(release, printedTable(query, 14), observations.rowNumbers.get(code), payColumns.indexOf(column) + jobsColumn);
  return `${placeOf(release, printedTable(query, 15))} ${areaOf(area).name} ${code === allEmployees ? 'all employees' : code} ${column}`;
}

/** The table by which a release is judged as a whole: gross annual pay of all employees. */
export const headline: PayQuery = { measure: 'annual_pay_gross', sex: 'all', pattern: 'all' };

export function headlineTable(edition: Edition): Table {
  return { area: 'uk', query: headline, rows: tableOf(edition, 'uk', headline) };
}

/** The edition of the year before. Movements between others are of another size, and say nothing. */
export function yearBefore({ release }: Edition, previous: Edition | null): Edition | null {
  return previous !== null && release.year !== null && previous.release.year === release.year - 1 ? previous : null;
}

/** The edition of the year before, or the one of the same year that this one revises. */
export function predecessor(edition: Edition, previous: Edition | null): Edition | null {
  return previous !== null && previous.release.year === edition.release.year ? previous : yearBefore(edition, previous);
}

export function percentChange(now: number, before: number): number {
  return round(100 * (now / before - 1), 1);
}
