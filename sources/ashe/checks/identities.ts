// What two tables of ASHE say of the same people: weekly pay is hourly pay by the hours, and pay without overtime is a part of all pay.
import type { Related } from '#sources/kit/checks-relatives.ts';
import type { Band } from '#sources/kit/checks.ts';
import type { Measure } from '#schemas/codes.ts';
import { payColumns } from '#schemas/pay-columns.ts';
import { payQueries } from '#schemas/selections/select-pay.ts';
import type { PayRow } from '../reshape.ts';
import { type Edition, placeOfFigure } from './examined-tables.ts';
import { at, columnsOfEstimates, mean, placeOfSame, tableAt } from './relatives-of-figures.ts';

export const products: readonly { readonly weekly: Measure; readonly hourly: Measure; readonly hours: Measure }[] = [
  { weekly: 'weekly_pay_gross', hourly: 'hourly_pay_gross', hours: 'hours_paid_total' },
  { weekly: 'weekly_pay_excl_overtime', hourly: 'hourly_pay_excl_overtime', hours: 'hours_paid_basic' },
];

/** Half of the last decimal of weekly pay, hourly pay and hours. */
const [halfOfWeekly, halfOfHourly, halfOfHours] = [0.05, 0.005, 0.05];

/** A mean and its printed change, in percent. */
interface ChangedMean {
  readonly mean: number;
  readonly change: number | null;
}

/** The rows of weekly pay with the means that they are the product of. */
function* productsIn(
  edition: Edition,
): Generator<{ place: number; code: string; weekly: ChangedMean; hourly: ChangedMean; hours: ChangedMean }> {
  const tables = edition.observations.tables.get('uk') ?? [];
  const meanOf = (row: PayRow | undefined) => {
    const figure = at(row, mean);
    return figure === null || figure <= 0 ? null : { mean: figure, change: at(row, mean + 1) };
  };
  for (const [place, table] of tables.entries()) {
    const product = products.find(({ weekly }) => weekly === payQueries[place]?.measure);
    if (product === undefined || table === null) continue;
    const [hourlyTable, hoursTable] = [tables[placeOfSame(place, product.hourly)], tables[placeOfSame(place, product.hours)]];
    for (const [code, row] of table) {
      const [weekly, hourly, hours] = [meanOf(row), meanOf(hourlyTable?.get(code)), meanOf(hoursTable?.get(code))];
      if (weekly !== null && hourly !== null && hours !== null) yield { place, code, weekly, hourly, hours };
    }
  }
}

type NearProduct = readonly [place: () => string, what: string, found: number, expected: number, tolerance: number];

/** Every mean of weekly pay with mean hourly pay by mean hours: mean hourly pay is the pay of all by the hours of all. */
export function* weeklyMeans(edition: Edition): Generator<NearProduct> {
  for (const { place, code, weekly, hourly, hours } of productsIn(edition))
    yield [
      () => placeOfFigure(edition, tableAt(edition, 'uk', place), code, 'mean'),
      'the mean, compared with mean hourly pay by mean hours,',
      weekly.mean,
      hourly.mean * hours.mean,
      halfOfWeekly + halfOfHourly * hours.mean + halfOfHours * hourly.mean,
    ];
}

/** Half of the last decimal of a change, in percent. */
const halfOfChange = 0.05;

/** Every printed change of mean weekly pay with that of the product, since both years are products: the year before is revised in all three. */
export function* weeklyChanges(edition: Edition): Generator<NearProduct> {
  for (const { place, code, weekly, hourly, hours } of productsIn(edition)) {
    if (weekly.change === null || hourly.change === null || hours.change === null) continue;
    const [times, byHours] = [1 + hourly.change / 100, 1 + hours.change / 100];
    // The means of both years are rounded, and so are the three changes.
    const ofMeans = 2 * (halfOfWeekly / weekly.mean + halfOfHourly / hourly.mean + halfOfHours / hours.mean);
    yield [
      () => placeOfFigure(edition, tableAt(edition, 'uk', place), code, 'meanChangePercent'),
      'the printed change of the mean, compared with those of mean hourly pay and mean hours,',
      weekly.change,
      100 * (times * byHours - 1),
      roundingAllowed * (halfOfChange * (1 + times + byHours) + 100 * ofMeans * times * byHours),
    ];
  }
}

// Observed: up to 0.78 of the rounding.
const roundingAllowed = 1.2;

/** A measure that is a part of another: how many times the other the same figure may be, as mean and as percentile. */
interface PartOfPay {
  readonly part: Measure;
  readonly whole: Measure;
  readonly ofMean: Band;
  readonly ofPercentile: Band;
}

/** The figures that are a larger part of the same figure of the whole than a part can be, or a smaller one than was ever seen. */
export function partsOutside(parts: readonly PartOfPay[]): (edition: Edition) => Generator<Related> {
  return function* (edition) {
    const tables = edition.observations.tables.get('uk') ?? [];
    for (const [place, table] of tables.entries()) {
      const found = parts.find(({ part }) => part === payQueries[place]?.measure);
      if (found === undefined || table === null) continue;
      const wholes = tables[placeOfSame(place, found.whole)];
      for (const [code, row] of table) {
        const whole = wholes?.get(code);
        if (whole === undefined) continue;
        for (const column of columnsOfEstimates) {
          const [value, all] = [at(row, column), at(whole, column)];
          if (value === null || all === null || value <= 0 || all <= 0) continue;
          const [least, most] = column === mean ? found.ofMean : found.ofPercentile;
          if (value >= least * all && value <= most * all) continue;
          const name = payColumns[column] ?? 'median';
          const where = () => placeOfFigure(edition, tableAt(edition, 'uk', place), code, name);
          yield { place: where, value, nearest: all, of: found.whole, times: Math.max(value / all, all / value) };
        }
      }
    }
  };
}
