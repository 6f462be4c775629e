// Months by their names, as publishers print them: a header that is read as another month moves a whole series.
import { expect, it } from 'vitest';
import { isoMonth, monthNumber } from '#sources/kit/months.ts';
import { monthNames } from '#schemas/reference-dates.ts';

it('twelve names, each found by itself and by its first three letters', () => {
  expect(monthNames).toHaveLength(12);
  monthNames.forEach((name, at) => {
    expect([name, name.toLowerCase(), name.slice(0, 3)].map(monthNumber)).toEqual([at + 1, at + 1, at + 1]);
  });
  expect(['', 'Abc', 'Sept', 'Janu'].map(monthNumber)).toEqual([null, null, null, null]);
});

it('a month in ISO form has two digits', () => expect([isoMonth(2026, 7), isoMonth('2017', 12)]).toEqual(['2026-07', '2017-12']));
