// The figures and coefficients of ASHE that lie far from all their relatives: weekly pay is hourly pay by the hours, annual pay is 52 weeks, a
// percentile lies beside its neighbours, a coefficient is like those of the same people.
import { once } from '#sources/kit/checks.ts';
import { Nearest, type Related } from '#sources/kit/checks-relatives.ts';
import type { AreaSlug, Measure } from '#schemas/codes.ts';
import { type PayColumn, payColumns, payCvColumns } from '#schemas/pay-columns.ts';
import { payQueries } from '#schemas/selections/select-pay.ts';
import { type Edition, placeOfFigure, predecessor } from './examined-tables.ts';
import {
  type Rows,
  at,
  columnsOfEstimates,
  estimates,
  families,
  groupsOf,
  mean,
  meansWithZeroes,
  median,
  percentiles,
  product,
  quotient,
  sameOf,
  siblingsOf,
  tableAt,
  weeksOfYear,
} from './relatives-of-figures.ts';

/** A figure of the same column by other figures of the same people: pay by hours, hours by pay, weeks of a year. */
function derived(rows: Rows, place: number, column: number): { readonly value: number | null; readonly of: string } {
  const figure = (measure: Measure, of = column) => at(sameOf(rows, place, measure), of);
  switch (payQueries[place]?.measure) {
    case 'weekly_pay_gross':
    case 'weekly_pay_excl_overtime':
    case 'basic_pay_incl_other':
      return { value: product(figure('hourly_pay_gross'), figure('hours_paid_total', mean)), of: 'hourly pay by mean hours' };
    case 'hourly_pay_gross':
    case 'hourly_pay_excl_overtime':
      return { value: quotient(figure('weekly_pay_gross'), figure('hours_paid_total', mean)), of: 'weekly pay by mean hours' };
    case 'annual_pay_gross':
      return { value: product(figure('weekly_pay_gross'), weeksOfYear), of: '52 times weekly pay' };
    case 'hours_paid_total':
    case 'hours_paid_basic':
      return { value: quotient(figure('weekly_pay_gross'), figure('hourly_pay_gross')), of: 'weekly pay by hourly pay' };
    case 'overtime_pay':
      return {
        value: product(figure('hours_paid_overtime'), figure('hourly_pay_excl_overtime', median)),
        of: 'overtime hours by hourly pay',
      };
    case 'hours_paid_overtime':
      return { value: quotient(figure('overtime_pay'), figure('hourly_pay_excl_overtime', median)), of: 'overtime pay by hourly pay' };
    default:
      return { value: null, of: '' };
  }
}

/** By place in `columnsOfEstimates`: the columns beside a percentile, the median beside the mean. */
const neighbours = estimates.map((name, place) => {
  const beside = name === 'mean' ? ['median' as const] : [percentiles[place - 1], percentiles[place + 1]];
  return beside.flatMap((other) => (other === undefined ? [] : [payColumns.indexOf(other)]));
});

function relatedAt(
  edition: Edition,
  area: AreaSlug,
  place: number,
  code: string,
  column: PayColumn,
  value: number,
  near: Nearest,
): Related {
  const where = () => placeOfFigure(edition, tableAt(edition, area, place), code, column);
  return { place: where, value, nearest: near.nearest, of: near.of, times: near.times };
}

/** The least factor that any check of figures asks about. */
const leastTimes = 1.5;

export interface RelatedFigure {
  readonly measure: Measure;
  readonly area: AreaSlug;
  readonly related: Related;
}

/** The figures that lie far from all their relatives. */
export const farFigures = once((edition: Edition, previous: Edition | null): readonly RelatedFigure[] => {
  const [far, near]: [RelatedFigure[], Nearest] = [[], new Nearest()];
  const past = predecessor(edition, previous);
  const since = `the same figure in ${past?.release.name ?? ''}`;
  for (const { area, code, rows, before, uk } of groupsOf(edition, past)) {
    for (const [place, row] of rows.entries()) {
      const measure = payQueries[place]?.measure;
      if (row === undefined || measure === undefined) continue;
      const siblings = siblingsOf(measure);
      for (const [index, column] of columnsOfEstimates.entries()) {
        const value = at(row, column);
        if (value === null || value === 0 || (column === mean && meansWithZeroes.includes(measure))) continue;
        near.begin(value);
        for (const sibling of siblings) near.beside(at(sameOf(rows, place, sibling), column), sibling);
        near.beside(at(before[place], column), since);
        // Most figures have a near relative, and a million figures are to be looked at.
        if (near.times < leastTimes) continue;
        const { value: other, of } = derived(rows, place, column);
        near.beside(other, of);
        if (siblings.includes('basic_pay_incl_other') || siblings.includes('weekly_pay_gross'))
          near.beside(at(sameOf(rows, place, 'annual_pay_gross'), column), 'annual pay by 52', 1 / weeksOfYear);
        for (const other of neighbours[index] ?? []) near.beside(at(row, other), payColumns[other] ?? '');
        near.beside(at(uk[place], column), 'the United Kingdom');
        if (near.times < leastTimes || near.times === Number.POSITIVE_INFINITY) continue;
        far.push({ measure, area, related: relatedAt(edition, area, place, code, payColumns[column] ?? 'median', value, near) });
      }
    }
  }
  return far;
});

const cvOfMedian = payCvColumns.indexOf('median');
const cvNeighbours = payCvColumns.map((name) => {
  const place = percentiles.findIndex((column) => column === name);
  if (place < 0) return name === 'mean' ? [cvOfMedian] : [];
  return [percentiles[place - 1], percentiles[place + 1]].flatMap((other) => (other === undefined ? [] : [payCvColumns.indexOf(other)]));
});
/** Smaller coefficients say no more than that the figure is precise: many hours are the same for nearly all. */
const cvFloors: Partial<Record<Measure, number>> = {
  ...Object.fromEntries([...(families[0] ?? []), 'overtime_pay', 'hours_paid_overtime'].map((measure) => [measure, 0.2])),
  ...Object.fromEntries((families[1] ?? []).map((measure) => [measure, 0.3])),
};
const cvFloor = 0.5;
const leastCvTimes = 4;

/** The coefficients of unit groups that lie far from all their relatives, by measure. Those of jobs have a check of their own. */
export const farCoefficients = once((edition: Edition, previous: Edition | null): readonly RelatedFigure[] => {
  const [far, near]: [RelatedFigure[], Nearest] = [[], new Nearest()];
  const past = predecessor(edition, previous);
  const since = `the same coefficient in ${past?.release.name ?? ''}`;
  const units = new Set(edition.observations.occupations);
  for (const { area, code, rows, before } of groupsOf(edition, past, ['uk'])) {
    if (!units.has(code)) continue;
    for (const [place, row] of rows.entries()) {
      const measure = payQueries[place]?.measure;
      if (row === undefined || measure === undefined) continue;
      const siblings = siblingsOf(measure);
      for (let column = 1; column < payCvColumns.length; column += 1) {
        const value = row.cvs[column] ?? null;
        if (value === null) continue;
        near.begin(value, cvFloors[measure] ?? cvFloor);
        for (const sibling of siblings) near.beside(sameOf(rows, place, sibling)?.cvs[column] ?? null, sibling);
        near.beside(before[place]?.cvs[column] ?? null, since);
        for (const other of cvNeighbours[column] ?? []) near.beside(row.cvs[other] ?? null, payCvColumns[other] ?? '');
        if (near.times < leastCvTimes || near.times === Number.POSITIVE_INFINITY) continue;
        for (const other of ['weekly_pay_excl_overtime', 'hourly_pay_excl_overtime', 'annual_pay_gross'] as const)
          if (other !== measure && families.slice(0, 2).some((family) => family.includes(measure)))
            near.beside(sameOf(rows, place, other)?.cvs[column] ?? null, other);
        if (measure === 'overtime_pay' || measure === 'hours_paid_overtime')
          near.beside(
            sameOf(rows, place, measure === 'overtime_pay' ? 'hours_paid_overtime' : 'overtime_pay')?.cvs[column] ?? null,
            'overtime',
          );
        if (near.times < leastCvTimes) continue;
        far.push({ measure, area, related: relatedAt(edition, area, place, code, payCvColumns[column] ?? 'median', value, near) });
      }
    }
  }
  return far;
});
