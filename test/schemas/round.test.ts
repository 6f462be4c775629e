import fc from 'fast-check';
import { expect, test } from 'vitest';
import { round, roundComputed } from '#schemas/round.ts';

test.each([
  [1.005, 2, 1.01],
  [-1.005, 2, -1.01],
  [1e-7, 2, 0],
  [-0.001, 1, 0],
  [50, -2, 100],
])('round(%d, %d) is %d', (value, decimals, expected) => {
  expect(round(value, decimals)).toBe(expected);
});

test('halves go away from zero whatever the binary form of the number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 6 }), (whole, decimals) => {
      const half = Number(`${whole}.${'0'.repeat(decimals)}5`);
      expect(round(half, decimals)).toBe(Number(`${(BigInt(whole) * 10n ** BigInt(decimals) + 1n).toString()}e-${decimals}`));
      expect(round(-half, decimals)).toBe(-round(half, decimals));
    }),
  );
});

test.each([
  [0.031249999999999997, 4, 0.0313],
  [0.03124, 4, 0.0312],
  [0.1 + 0.2 - 0.05, 1, 0.3],
])('roundComputed(%d, %d) is %d', (value, decimals, expected) => {
  expect(roundComputed(value, decimals)).toBe(expected);
});
