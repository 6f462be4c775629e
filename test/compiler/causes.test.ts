// The findings of a held release, grouped by what a publisher has probably done.
import { expect, test } from 'vitest';
import { causesOf, inReadingOrder, findingsOf, resultsOf } from '#compiler/checks.ts';
import { sources } from '#sources/index.ts';
import type { Finding } from '#sources/kit/checks.ts';
import type { Source } from '#sources/kit/source.ts';

const findings = (table: string, count: number, times?: number) =>
  Array.from({ length: count }, (_, row) => ({
    place: `ashe 2024-provisional ${table}!F${row + 6}`,
    message: `row ${row}`,
    ...(times === undefined ? {} : { times: times * (1 + (row % 5) / 20) }),
  }));

test('a sheet in pence is one cause, and stands before larger groups that nothing explains', () => {
  const causes = causesOf([
    ...findings("14.1a 'All'", 2),
    ...findings("14.2a 'Male'", 400),
    ...findings("14.5a 'All'", 300, 95),
  ]);
  expect(causes.map(({ message }) => message)).toEqual([
    "300 figures of ashe 2024-provisional 14.5a 'All' are about 100 times what they are " +
      'compared with: pence in place of pounds, or percent in place of shares?',
    "400 findings in ashe 2024-provisional 14.2a 'Male', the first: row 0",
    'row 0',
  ]);
  expect(
    inReadingOrder(causes)
      .slice(0, 4)
      .map(({ place }) => place.slice('ashe 2024-provisional '.length)),
  ).toEqual(["14.5a 'All'!F6", "14.2a 'Male'!F6", "14.1a 'All'!F6", "14.5a 'All'!F7"]);
});

test.each([
  [0.1, 'about 1/10 of'],
  [52, 'about 52 times'],
  [1000, 'about 1000 times'],
])('%d times has its cause', (times, said) => {
  expect(causesOf(findings('a', 20, times))[0]?.message).toContain(said);
});

test('the check with the likeliest cause comes first in the message', () => {
  const [source] = sources;
  if (source === undefined) expect.fail();
  const finding = (name: string, severity: 'block' | 'info', found: readonly Finding[]) => ({
    name,
    severity,
    describe: name,
    check: () => found,
  });
  const checks: Source['checks'] = [
    finding('told', 'info', findings("14.9a 'All'", 50, 100)),
    finding('many', 'block', findings("14.1a 'All'", 40)),
    finding('pence', 'block', findings("14.5a 'All'", 20, 100)),
  ];
  const edition = { release: { name: 'x' }, rows: [], observations: {}, needs: new Map() };
  expect(
    resultsOf(findingsOf({ ...source, checks }, edition as never, null).alone).map(
      ({ check }) => check,
    ),
  ).toEqual(['pence', 'many', 'told']);
});
