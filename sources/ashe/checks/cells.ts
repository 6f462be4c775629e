// Cells of ASHE that cannot be as printed, by themselves or beside their coefficient and their shading.
import { placeOf } from '#sources/kit/place.ts';
import type { Finding } from '#sources/kit/source.ts';
import { type Quality, measures, measuresWithZeroes } from '#schemas/codes.ts';
import { isChange, payColumns, payCvColumns } from '#schemas/pay-columns.ts';
import { columnAt, jobsColumn, printed } from '../parse.ts';
import { bandByShading, codeOf, isNotClassified, queryOf } from '../reshape.ts';
import { type Edition, cellOf, cvOf, figure, percentiles, placeOfFigure, rowsOf, tablesOf } from './examined-tables.ts';

/** With how many decimals the publisher prints the figures of a unit. */
const decimalsOf = { gbp_per_year: 0, gbp_per_week: 1, gbp_per_hour: 2, hours_per_week: 1 } as const;

/** Cells with more decimals than the publisher prints: a figure that somebody has computed, or of another unit. */
export function* tooManyDecimals({ release, rows }: Edition): Generator<Finding> {
  for (const sheet of rows) {
    const unit = measures[sheet.number - 1]?.unit ?? 'gbp_per_year';
    const most = payColumns.map((column) =>
      sheet.kind === 'b' || isChange(column) ? 1 : column === 'jobsThousands' ? 0 : decimalsOf[unit],
    );
    for (const row of sheet.rows)
      for (const [index, limit] of most.entries()) {
        const text = row.cells[index + jobsColumn - 1] ?? '';
        const point = text.indexOf('.');
        // The marker "." has no decimals.
        const decimals = point < 1 ? 0 : text.length - point - 1;
        if (decimals <= limit) continue;
        const message = `"${text}" has ${decimals} decimals, expected at most ${limit}`;
        yield { place: placeOf(release, printed(sheet), row.row, columnAt(sheet, index + jobsColumn)), message };
      }
  }
}

/** Figures of 0, but for means that count employees without any overtime or incentive pay. */
export function* impossibleZeroes(edition: Edition): Generator<Finding> {
  for (const table of tablesOf(edition)) {
    const columns = payColumns.filter(
      (column) => !isChange(column) && !(column === 'mean' && measuresWithZeroes.includes(table.query.measure)),
    );
    for (const [code, row] of table.rows)
      for (const column of columns)
        if (cellOf(row, column) === 0)
          yield { place: placeOfFigure(edition, table, code, column), message: 'the figure is 0, expected more than 0 or a marker' };
  }
}

/** The published percentiles of every row, in rising order. */
export function* risingPercentiles(edition: Edition) {
  for (const table of tablesOf(edition))
    for (const [code, row] of table.rows)
      yield {
        place: (name: string) => placeOfFigure(edition, table, code, percentiles.find((column) => column === name) ?? 'median'),
        steps: percentiles.map((column) => [column, figure(row, column)] as const),
      };
}

/** Every published estimate with its place, its coefficient and, if it has none, its band by shading. */
export function* publishedEstimates(edition: Edition) {
  for (const table of tablesOf(edition))
    for (const [code, row] of table.rows)
      for (const column of payCvColumns) {
        if (figure(row, column) === null) continue;
        yield { place: () => placeOfFigure(edition, table, code, column), cv: cvOf(row, column), shading: row.shading?.[column] };
      }
}

/** Every published estimate of Table 14 that has both a coefficient and a readable shading. */
export function* shadedEstimates(edition: Edition): Generator<{ place: () => string; cv: number; shaded: Quality }> {
  for (const sheet of edition.rows.filter(({ table, kind }) => table === 14 && kind === 'a')) {
    const rows = rowsOf(edition, 'uk', queryOf(sheet));
    for (const row of sheet.rows) {
      const observed = isNotClassified(row) ? undefined : rows.get(codeOf(row));
      for (const column of payCvColumns) {
        const cv = cvOf(observed, column);
        if (cv === null || figure(observed, column) === null) continue;
        const at = payColumns.indexOf(column) + jobsColumn;
        const shaded = bandByShading(sheet, row, at);
        if (shaded !== null) yield { place: () => placeOf(edition.release, printed(sheet), row.row, columnAt(sheet, at)), cv, shaded };
      }
    }
  }
}

/** More of one kind are a decision of the publisher: 2023 has thousands of coefficients above 100 %, and 855 beside a withheld figure. */
const mostFaults = 50;

/** Coefficients above 100 %, and reliable ones beside a figure that is withheld as unreliable, unless there are many of the kind. */
export function implausibleCoefficients(edition: Edition): Finding[] {
  const found: Record<'huge' | 'reliable', Finding[]> = { huge: [], reliable: [] };
  for (const table of tablesOf(edition))
    for (const [code, row] of table.rows)
      for (const column of payCvColumns) {
        const cv = cvOf(row, column);
        const kind = cv === null ? null : cv > 100 ? 'huge' : cv <= 20 && cellOf(row, column) === 'x' ? 'reliable' : null;
        if (kind === null || found[kind].length > mostFaults) continue;
        const message =
          kind === 'huge'
            ? `the coefficient of variation is ${cv} %, expected at most 100 %`
            : `the figure is withheld as unreliable, but its coefficient of variation is ${cv} %, expected more than 20 %`;
        found[kind].push({ place: placeOfFigure(edition, table, code, column), message });
      }
  return Object.values(found).flatMap((findings) => (findings.length > mostFaults ? [] : findings));
}
