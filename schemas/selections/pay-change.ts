// Differences between two published medians: one rule for regions against the UK, for one year
// against another, and for revisions.
import type { Unit } from '../codes.ts';
import type { Change, Explained } from '../figures.ts';
import type { PayFigure } from '../resources/pay.ts';
import { round } from '../round.ts';
import { withheldAs } from '../withheld-legend.ts';
import { notReceived } from './select-pay.ts';

/** Decimals that the publisher prints. A difference of two printed figures has no more. */
const decimals: Readonly<Record<Unit, number>> = {
  gbp_per_year: 0,
  gbp_per_week: 1,
  gbp_per_hour: 2,
  hours_per_week: 1,
};

/**
 * A figure to compare. One that is not presentable is never compared, and nothing is divided by 0.
 */
export type Comparable = Readonly<
  Pick<PayFigure, 'value' | 'presentable'> & Partial<Pick<PayFigure, 'withheld'>>
>;

const notPresentable = withheldAs(
  'part-withheld',
  'We cannot compare: one figure is missing or too uncertain to show.',
);
const comparedWithZero = withheldAs(
  'rounds-to-zero',
  'The median to compare with is published as 0.',
);

const isNotReceived = ({ withheld }: Comparable) => withheld?.reason === 'not-received';

/** Why `figure` is not compared with `base`; null if it is. */
export function whyNotCompared(base: Comparable, figure: Comparable): Explained | null {
  if (isNotReceived(base) || isNotReceived(figure)) return notReceived;
  if (figure.value === null || base.value === null || !figure.presentable || !base.presentable)
    return notPresentable;
  return base.value === 0 ? comparedWithZero : null;
}

/**
 * What follows from both figures, in whole hundredths so that no binary fraction decides a
 * rounding; null if they cannot be compared.
 */
function compare<Result>(
  base: Comparable,
  figure: Comparable,
  calculate: (base: number, figure: number) => Result,
): Result | null {
  if (figure.value === null || base.value === null || whyNotCompared(base, figure) !== null)
    return null;
  return calculate(Math.round(base.value * 100), Math.round(figure.value * 100));
}

/** How far `figure` is above `base`, negative below; null if either is not presentable. */
export const changeFrom = (base: Comparable, figure: Comparable, unit: Unit): Change | null =>
  compare(base, figure, (from, to) => ({
    absolute: round((to - from) / 100, decimals[unit]),
    percent: round((100 * (to - from)) / from, 1),
  }));

/**
 * `figure` as a multiple of `base`, to three decimals, as precise as a percentage to one decimal;
 * null if either is not presentable.
 */
export const ratioTo = (base: Comparable, figure: Comparable): number | null =>
  compare(base, figure, (from, to) => round(to / from, 3));

/**
 * The change in percent, not rounded, for statistics over many medians; null if either is not
 * presentable.
 */
export const percentMoved = (base: Comparable, figure: Comparable): number | null =>
  compare(base, figure, (from, to) => (100 * (to - from)) / from);
