// The days of a period. A wrong last day would stand in every answer about that period.
import { expect, test } from 'vitest';
import { datesOf, payDates } from '#schemas/reference-dates.ts';

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

test.each(['', '25', '2025-13', '2025-Q5', '2025-07-01', 'July 2025'])('"%s" is no period', (period) => {
  expect(() => datesOf(period)).toThrow(`"${period}" is no year, month or quarter`);
});

test('annual pay is of the tax year, other pay of a day in April', () => {
  expect(payDates('gbp_per_year', 2025)).toEqual({ from: '2024-04-06', to: '2025-04-05' });
  expect(payDates('gbp_per_hour', 2025)).toEqual({ from: '2025-04-01', to: '2025-04-30' });
});
