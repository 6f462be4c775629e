// Cells of ASHE that cannot be as printed: coefficients above 100 %, figures of 0, more decimals than the publisher prints.
import { placeOf } from '#sources/kit/place.ts';
import type { Finding } from '#sources/kit/source.ts';
import { type Measure, measures } from '#schemas/codes.ts';
import { payColumns, payCvColumns } from '#schemas/pay-columns.ts';
import { payQueries } from '#schemas/selections/select-pay.ts';
import { jobsColumn, printed } from '../parse.ts';
import { type Edition, placeOfFigure, tablesOf } from './examined-tables.ts';
import { groupsOf, meansWithZeroes, sameOf, tableAt } from './relatives-of-figures.ts';

/** Measures that count the same jobs. */
const annual: readonly Measure[] = ['annual_pay_gross', 'annual_pay_incentive'];

/** The coefficient of every row's number of jobs, with the coefficient in the first table that counts the same jobs. */
export function* jobsCoefficients(
  edition: Edition,
): Generator<[place: () => string, found: number | null, expected: number | null, what: string]> {
  for (const { area, code, rows } of groupsOf(edition, null, ['uk'])) {
    for (const [place, row] of rows.entries()) {
      const query = payQueries[place];
      if (row === undefined || query === undefined) continue;
      const model = sameOf(rows, place, annual.includes(query.measure) ? 'annual_pay_gross' : 'weekly_pay_gross');
      const [found, expected] = [row.cvs[0] ?? null, model?.cvs[0] ?? null];
      if (found === expected || model === undefined) continue;
      yield [
        () => placeOfFigure(edition, tableAt(edition, area, place), code, 'jobsThousands'),
        found,
        expected,
        'the coefficient of the number of jobs',
      ];
    }
  }
}

/** A rare thing that is either nowhere in a release, or everywhere by a decision of the publisher. A few of them are faults. */
const mostFaults = 50;

function fewOnly(findings: readonly Finding[]): readonly Finding[] {
  return findings.length > mostFaults ? [] : findings;
}

/** Coefficients above 100 %: 2022 and 2024 have none, 2023 has thousands, which may be as printed. */
export function hugeCoefficients(edition: Edition): readonly Finding[] {
  const found: Finding[] = [];
  for (const table of tablesOf(edition))
    for (const [code, row] of table.rows)
      for (const [place, cv] of row.cvs.entries())
        if (cv !== null && cv > 100 && found.length <= mostFaults)
          found.push({
            place: placeOfFigure(edition, table, code, payCvColumns[place] ?? 'median'),
            message: `the coefficient of variation is ${cv} %, and no other release than that of 2023 has any above 100 %`,
          });
  return fewOnly(found);
}

/** Figures withheld as unreliable beside a coefficient that calls them reliable: 2022 and 2024 have none, 2023 has 855. */
export function withheldThoughReliable(edition: Edition): readonly Finding[] {
  const found: Finding[] = [];
  const values = payCvColumns.map((column) => payColumns.indexOf(column));
  for (const table of tablesOf(edition))
    for (const [code, row] of table.rows)
      for (const [place, cv] of row.cvs.entries())
        if (cv !== null && cv <= 20 && row.values[values[place] ?? 0] === 'x' && found.length <= mostFaults)
          found.push({
            place: placeOfFigure(edition, table, code, payCvColumns[place] ?? 'median'),
            message: `the figure is withheld as unreliable, but its coefficient of variation is ${cv} %, expected more than 20 %`,
          });
  return fewOnly(found);
}

/** With how many decimals the publisher prints the figures of a measure. */
function decimalsOf(unit: (typeof measures)[number]['unit']): number {
  return { gbp_per_year: 0, gbp_per_week: 1, gbp_per_hour: 2, hours_per_week: 1 }[unit];
}

/** The last decimal of a figure, by measure. */
export const lastDecimal = new Map<Measure, number>(measures.map(({ key, unit }) => [key, 10 ** -decimalsOf(unit)]));

/** Cells with more decimals than the publisher prints: a figure that somebody has computed, or of another unit. */
export function* tooManyDecimals({ release, rows }: Edition): Generator<Finding> {
  const places = new Map<string, number>();
  const decimalsIn = (text: string) => {
    const known = places.get(text);
    if (known !== undefined) return known;
    const count = /^-?\d+\.(\d+)$/.exec(text)?.[1]?.length ?? 0;
    places.set(text, count);
    return count;
  };
  for (const sheet of rows) {
    const unit = measures[sheet.number - 1]?.unit ?? 'gbp_per_year';
    const most = payColumns.map((column) => {
      if (sheet.kind === 'b' || column === 'medianChangePercent' || column === 'meanChangePercent') return 1;
      return column === 'jobsThousands' ? 0 : decimalsOf(unit);
    });
    for (const row of sheet.rows)
      for (let column = 0; column < most.length; column += 1) {
        const text = row.cells[column + jobsColumn - 1] ?? '';
        const limit = most[column] ?? 0;
        if (decimalsIn(text) <= limit) continue;
        const message = `"${text}" has ${decimalsIn(text)} decimals, expected at most ${limit}`;
        yield { place: placeOf(release, printed(sheet), row.row, column + jobsColumn), message };
      }
  }
}

/** Figures of 0 that nobody can have: only a mean may count people without any, and be 0. */
export function* impossibleZeroes(edition: Edition): Generator<Finding> {
  for (const table of tablesOf(edition)) {
    const mayBeZero = meansWithZeroes.includes(table.query.measure);
    for (const [code, row] of table.rows)
      for (const [place, column] of payColumns.entries()) {
        if (
          row.values[place] !== 0 ||
          column === 'medianChangePercent' ||
          column === 'meanChangePercent' ||
          (column === 'mean' && mayBeZero)
        )
          continue;
        yield { place: placeOfFigure(edition, table, code, column), message: 'the figure is 0, expected more than 0 or a marker' };
      }
  }
}
