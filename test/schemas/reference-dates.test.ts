// The days of a period. A wrong last day would stand in every answer about that period.
import { expect, test } from 'vitest';
import { datesOf } from '#schemas/reference-dates.ts';

test.each([
  [['2025'], '2025-01-01', '2025-12-31'],
  [['2025-02'], '2025-02-01', '2025-02-28'],
  [['2024-02'], '2024-02-01', '2024-02-29'],
  [['2025-12'], '2025-12-01', '2025-12-31'],
  [['2025-Q1'], '2025-01-01', '2025-03-31'],
  [['2025-Q4'], '2025-10-01', '2025-12-31'],
  [['2025-Q3', '2026-Q2'], '2025-07-01', '2026-06-30'],
  [['2020', '2035'], '2020-01-01', '2035-12-31'],
] as const)('%j', ([first, last], from, to) => {
  expect(datesOf(first, last)).toEqual({ from, to });
});

test.each(['', '25', '2025-13', '2025-Q5', '2025-07-01', 'July 2025'])(
  '"%s" is no period',
  (period) => {
    expect(() => datesOf(period)).toThrow(`"${period}" is no year, month or quarter`);
  },
);
