import { expect, test } from 'vitest';
import { round, roundComputed } from '#schemas/round.ts';

test.each([
  [1.005, 2, 1.01],
  [-1.005, 2, -1.01],
  [1e-7, 2, 0],
  [-0.001, 1, 0],
  [2.675, 2, 2.68],
  [0.5004, 0, 1],
  [0.49999999999, 0, 0],
  [1e15 + 0.5, 0, 1e15 + 1],
])('round(%d, %d) is %d', (value, decimals, expected) => {
  expect(round(value, decimals)).toBe(expected);
});

test.each([
  [0.031249999999999997, 4, 0.0313],
  [0.03124, 4, 0.0312],
  [0.1 + 0.2 - 0.05, 1, 0.3],
])('roundComputed(%d, %d) is %d', (value, decimals, expected) => {
  expect(roundComputed(value, decimals)).toBe(expected);
});
