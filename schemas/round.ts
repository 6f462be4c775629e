// The one rounding rule for derived figures: halves go away from zero, on the printed decimal
// digits.

/**
 * Rounds to `decimals` places, halves away from zero. It shifts the shortest decimal text of the
 * number, because binary arithmetic (and `toFixed`) turns 1.005 into 1.00.
 */
export function round(value: number, decimals = 0): number {
  if (!Number.isFinite(value)) throw new RangeError(`cannot round ${value}`);
  const scale = 10 ** decimals;
  const product = Math.abs(value) * scale;
  // Far from a half, binary arithmetic cannot be wrong, and it is ten times as fast.
  const isFar = product < 1e12 && Math.abs((product % 1) - 0.5) > 1e-3;
  const rounded = Math.round(isFar ? product : shift(Math.abs(value), decimals)) / scale;
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}

/**
 * Rounds a number that was computed from fractions. Such a number misses in its last binary digits,
 * so that a half may come out as 0.031249999999999997. Nine decimals are exact enough to find it
 * again.
 */
export function roundComputed(value: number, decimals = 0): number {
  return round(round(value, 9), decimals);
}

function shift(value: number, decimals: number): number {
  const [mantissa, exponent = '0'] = String(value).split('e');
  return Number(`${mantissa}e${Number(exponent) + decimals}`);
}
