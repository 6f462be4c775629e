// A rule of the vocabulary of checks: a number is another one within a tolerance.
import { round } from '#schemas/round.ts';
import { type Look, type Place, type Rule, written } from './checks.ts';

/**
 * Every number is the expected one within the tolerance, in the same unit: an identity of a row, or a figure that others have quoted.
 * `what` names the number: "the net change". A missing number is a finding, unless none is expected. Messages show numbers to `decimals`.
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
      // Binary fractions are off by their last digit.
      if (isThere && Math.abs(found - expected) <= tolerance * (1 + 1e-9)) continue;
      const wanted = `${round(expected, decimals)} within ${round(tolerance, decimals)}`;
      const message = `${what} is ${isThere ? shown(found) : 'missing'}, expected ${wanted}`;
      yield { place: written(place), message };
    }
  };
}
