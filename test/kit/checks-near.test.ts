// The rule of numbers that are others within a tolerance: at its end, beyond it, and where there is nothing to compare.
import { expect, it } from 'vitest';
import { near } from '#sources/kit/checks.ts';

const messages = (found: number | null | undefined, expected: number | null | undefined, options = {}) =>
  [...near<null>(() => [[() => 'here', 'the net change', found, expected, 0.1]], options)(null, null)].map(
    ({ place, message }) => `${place}: ${message}`,
  );

it.each([
  [0.3, 0.2],
  [0.1, 0.2],
  [5, null],
  [5, undefined],
  [5, Number.NaN],
])('%o is %o, or there is nothing to expect', (found, expected) => expect(messages(found, expected)).toEqual([]));

it('beyond the tolerance both numbers are told, on either side', () => {
  expect(messages(777.7, 305.22, { unit: 'thousand jobs' })).toEqual([
    'here: the net change is 777.7 thousand jobs, expected 305.22 within 0.1',
  ]);
  expect(messages(0.0999, 0.2, { decimals: 5 })).toEqual(['here: the net change is 0.0999, expected 0.2 within 0.1']);
});

it('a number that is missing, or none, is never the one expected', () => {
  expect(messages(null, 1)).toEqual(['here: the net change is missing, expected 1 within 0.1']);
  expect(messages(undefined, 1)).toHaveLength(1);
  expect(messages(Number.NaN, 1)).toEqual(['here: the net change is missing, expected 1 within 0.1']);
});
