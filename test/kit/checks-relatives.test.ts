// The rules that compare a figure with others that say nearly the same, and a table with that of another period.
import { expect, test } from 'vitest';
import { Nearest, nearRelatives, notRepeated } from '#sources/kit/checks-relatives.ts';

const edition = {};

test('a figure is compared with the nearest of its relatives, and small ones count as their floor', () => {
  const near = new Nearest();
  near.begin(1000);
  near.beside(null, 'nothing');
  expect(near.times).toBe(Number.POSITIVE_INFINITY);
  near.beside(20, 'weekly pay', 52);
  near.beside(5000, 'the year before');
  expect([near.times, near.of, near.nearest]).toEqual([1040 / 1000, 'weekly pay', 1040]);
  near.begin(0.1, 0.5);
  near.beside(0, 'the year before');
  expect(near.times).toBe(1);
});

test('only a figure far from all its relatives is found, with how many times it is the nearest', () => {
  const related = (value: number, nearest: number) => ({
    place: 'A1',
    value,
    nearest,
    of: 'the year before',
    times: Math.max(value / nearest, nearest / value),
  });
  const rule = nearRelatives('the figure', () => [related(100, 60), related(100, 10), related(10, 100)], 5);
  expect([...rule(edition, null)].map(({ times }) => times)).toEqual([10, 0.1]);
});

test.each([
  ['half of the figures are the same', [1, 2, 3, 4], [1, 2, 9, 9], 0],
  ['most are the same', [1, 2, 3, 4], [1, 2, 3, 9], 1],
  ['too few are published in both', [1, 2, null, null], [1, 2, 3, undefined], 0],
])('a table of another period: %s', (_, now, then, found) => {
  const pairs = now.map((value, place) => [value, then[place]] as const);
  const rule = notRepeated(() => [['B', pairs, '2023']] as const, { most: 0.5, least: 3 });
  expect([...rule(edition, null)]).toHaveLength(found);
});
