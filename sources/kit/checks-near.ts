// A rule of the vocabulary of checks: a number is another one within a tolerance.
import { round } from '#schemas/round.ts';
import type { Look, Place, Rule } from './checks.ts';

/**
 * Every number is the one expected within the tolerance, in the same unit: an identity of a row, or a figure that others have quoted.
 * `what` it is: "the net change". A number that is missing is told, and nothing is said where there is none to expect. Numbers are told
 * to `decimals`.
 */
export function near<Edition>(
  look: Look<
    Edition,
    readonly [place: Place, what: string, found: number | null | undefined, expected: number | null | undefined, tolerance: number]
  >,
  { unit = '', decimals = 3 }: { readonly unit?: string; readonly decimals?: number } = {},
): Rule<Edition> {
  const shown = (value: number) => `${round(value, decimals)}${unit === '' ? '' : ` ${unit}`}`;
  return function* (edition, previous) {
    for (const [place, what, found, expected, tolerance] of look(edition, previous)) {
      if (expected === null || expected === undefined || Number.isNaN(expected)) continue;
      const isThere = found !== null && found !== undefined && Number.isFinite(found);
      // Binary fractions miss by their last digit.
      if (isThere && Math.abs(found - expected) <= tolerance * (1 + 1e-9)) continue;
      const wanted = `${round(expected, decimals)} within ${round(tolerance, decimals)}`;
      const message = `${what} is ${isThere ? shown(found) : 'missing'}, expected ${wanted}`;
      yield { place: typeof place === 'string' ? place : place(), message };
    }
  };
}
