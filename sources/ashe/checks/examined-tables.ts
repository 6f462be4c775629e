// The tables, rows and places that the checks of ASHE look at.
import { type PrintedTable, placeOf } from '#sources/kit/place.ts';
import type { Examined } from '#sources/kit/source.ts';
import { type AreaSlug, type Measure, areaOf, measures } from '#schemas/codes.ts';
import { type PayColumn, payColumns, payCvColumns } from '#schemas/pay-columns.ts';
import { type PayQuery, payQueries, payVariantIndex } from '#schemas/selections/select-pay.ts';
import { type AsheRows, type TableNumber, columnAt, jobsColumn, printed, sheets } from '../parse.ts';
import { type AsheObservations, type PayRow, allEmployees } from '../reshape.ts';

export type Edition = Examined<AsheRows, AsheObservations>;

export interface Table {
  readonly area: AreaSlug;
  readonly query: PayQuery;
  readonly rows: ReadonlyMap<string, PayRow>;
}

/** The release's tables of the given areas. */
export function tablesOf({ observations }: Edition, areas: readonly AreaSlug[] = observations.areas): Table[] {
  return areas.flatMap((area) =>
    payQueries.flatMap((query, place) => {
      const rows = observations.tables.get(area)?.[place];
      return rows === null || rows === undefined ? [] : [{ area, query, rows }];
    }),
  );
}

/** One table. It has no rows if the release does not have it. */
export function tableOf({ observations }: Edition, area: AreaSlug, query: PayQuery): Table {
  return { area, query, rows: observations.tables.get(area)?.[payVariantIndex(query)] ?? new Map<string, PayRow>() };
}

/** Every row of the tables, under the code of its group. */
export function* rowsOf(tables: readonly Table[]): Generator<{ table: Table; code: string; row: PayRow }> {
  for (const table of tables) for (const [code, row] of table.rows) yield { table, code, row };
}

const placeOfColumn = new Map<PayColumn, number>(payColumns.map((column, place) => [column, place]));
const placeOfCv = new Map<PayColumn, number>(payCvColumns.map((column, place) => [column, place]));

/** What is printed in a column of a row. */
export function cellOf(row: PayRow | undefined, column: PayColumn): number | string | undefined {
  return row?.values[placeOfColumn.get(column) ?? 0];
}

/** A published figure; null if it is withheld or there is no such row. */
export function figure(row: PayRow | undefined, column: PayColumn): number | null {
  const value = cellOf(row, column);
  return typeof value === 'number' ? value : null;
}

/** A coefficient of variation in percent; null if none is published. */
export function cvOf(row: PayRow | undefined, column: PayColumn): number | null {
  return row?.cvs[placeOfCv.get(column) ?? -1] ?? null;
}

/** Every published estimate with its place, its coefficient and, if it has none, its band by shading. */
export function* publishedEstimates(edition: Edition) {
  for (const { table, code, row } of rowsOf(tablesOf(edition))) {
    for (const column of payCvColumns) {
      if (figure(row, column) === null) continue;
      yield { place: () => placeOfFigure(edition, table, code, column), cv: cvOf(row, column), shading: row.shading?.[column] };
    }
  }
}

/** The sheet of estimates that answers a query, for messages. */
export function sheetOf({ measure, sex, pattern }: PayQuery, table: TableNumber): PrintedTable {
  const { name } = sheets.find((candidate) => candidate.sex === sex && candidate.pattern === pattern) ?? sheets[0];
  return printed({ table, number: measures.findIndex(({ key }) => key === measure) + 1, kind: 'a', sheet: name });
}

/** The column of a cell of Table 14, by its place among the row's cells. Few sheets have a layout of their own. */
function columnIn(rows: AsheRows, { measure, sex, pattern }: PayQuery, place: number): number {
  const sheet = sheets.find((candidate) => candidate.sex === sex && candidate.pattern === pattern);
  const number = measures.findIndex(({ key }) => key === measure) + 1;
  const found = rows.find(
    (one) => one.layout && one.table === 14 && one.number === number && one.kind === 'a' && one.sheet === sheet?.name,
  );
  return columnAt(found ?? {}, place);
}

/** The cell of a figure of Table 14. For Table 15: sheet, region, group and column, because its rows are found by name. */
export function placeOfFigure({ release, rows, observations }: Edition, { area, query }: Table, code: string, column: PayColumn): string {
  if (area === 'uk')
    return placeOf(
      release,
      sheetOf(query, 14),
      observations.rowNumbers.get(code),
      columnIn(rows, query, payColumns.indexOf(column) + jobsColumn),
    );
  return `${placeOf(release, sheetOf(query, 15))} ${areaOf(area).name} ${code === allEmployees ? 'all employees' : code} ${column}`;
}

const allOf = (measure: Measure): PayQuery => ({ measure, sex: 'all', pattern: 'all' });

/** The table of the whole country for a measure. Gross annual pay is the measure that stands for a release as a whole. */
export function headlineTable(edition: Edition, measure: Measure = 'annual_pay_gross'): Table {
  return tableOf(edition, 'uk', allOf(measure));
}

/** The place of that table's sheet. */
export function placeOfHeadline({ release }: Edition, measure: Measure = 'annual_pay_gross'): string {
  return placeOf(release, sheetOf(allOf(measure), 14));
}

/** The median annual pay of the unit groups that have one, by code. */
export function publishedMedians(edition: Edition): ReadonlyMap<string, number> {
  const { rows } = headlineTable(edition);
  const medians = edition.observations.occupations.map((code) => [code, figure(rows.get(code), 'median')] as const);
  return new Map(medians.filter((median): median is readonly [string, number] => median[1] !== null));
}

/** The edition of the year before. Movements over other spans have other sizes and show nothing. */
export function yearBefore({ release }: Edition, previous: Edition | null): Edition | null {
  const before = previous?.yearBefore ?? previous;
  return before !== null && release.year !== null && before.release.year === release.year - 1 ? before : null;
}

/** The edition of the same year that this one revises, or else that of the year before: the nearest for whatever has no change printed. */
export function predecessor(edition: Edition, previous: Edition | null): Edition | null {
  return previous !== null && previous.release.year === edition.release.year ? previous : yearBefore(edition, previous);
}
