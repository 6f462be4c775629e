// Finds the unit groups closest to another by a score, for both lists of related occupations.
import { byCodeUnit } from '#schemas/order.ts';
import { round } from '#schemas/round.ts';

// Groups further away are related only by chance.
const mostListed = 30;
const leastScore = 0.1;

/**
 * By code, from the closest on: the scores as shares of the highest, at least a tenth of it. Ties
 * by code.
 */
export function closest(
  scores: ReadonlyMap<string, number>,
): { readonly code: string; readonly score: number }[] {
  // Sums of fractions are inexact in their last binary digits.
  const exact = [...scores].map(([code, score]) => ({ code, score: round(score, 9) }));
  exact.sort((a, b) => b.score - a.score || byCodeUnit(a.code, b.code));
  const highest = exact[0]?.score ?? 0;
  return exact
    .slice(0, mostListed)
    .filter(({ score }) => score > 0 && score >= leastScore * highest)
    .map(({ code, score }) => ({ code, score: round(score / highest, 3) }));
}

/** The `count` keys with the greatest values, ties by key. */
export function heaviest(values: ReadonlyMap<string, number>, count: number): string[] {
  const exact = [...values].map(([key, value]) => ({ key, value: round(value, 9) }));
  exact.sort((a, b) => b.value - a.value || byCodeUnit(a.key, b.key));
  return exact.slice(0, count).map(({ key }) => key);
}
