// The page of a comparison, and which editions a person means: both over figures and editions in
// memory.
import { expect, test } from 'vitest';
import { type Side, Summing } from '#compiler/diff/diff-editions.ts';
import { PageFigures, drawDiff } from '#compiler/diff/diff-page.ts';
import type { Figure } from '#sources/kit/source.ts';
import { goldenFault } from '../golden.ts';
import { compare, figure } from './figure.ts';

const older: Side = {
  id: 'id-of-2023',
  source: 'ashe',
  release: '2023-provisional',
  state: 'served',
};
const newer: Side = {
  id: 'id-of-2024',
  source: 'ashe',
  release: '2024-provisional',
  state: 'quarantined',
};

function gather(before: readonly Figure[], now: readonly Figure[]) {
  const summing = new Summing();
  const drawn = new PageFigures();
  for (const compared of compare(before, now)) {
    summing.take(compared);
    drawn.take(compared);
  }
  return { figures: summing.summary(), drawn };
}

function draw(
  before: readonly Figure[],
  now: readonly Figure[],
  more: { titleOf?: () => string; sample?: boolean; newer?: Side } = {},
) {
  const { figures, drawn } = gather(before, now);
  return drawDiff({
    difference: { older, newer: more.newer ?? newer, figures, rows: null },
    drawn,
    titleOf: more.titleOf ?? ((group) => `Title of ${group}`),
    sample: more.sample ?? false,
  });
}

const of2023 = (code: string, said: Parameters<typeof figure>[1]) =>
  figure(code, said, { period: '2023' });
const unreliable = of2023('1114', { withheld: 'unreliable' });
const before = [
  of2023('1111', 31_000),
  of2023('1112', 33_000),
  of2023('1113', 40_123),
  unreliable,
  of2023('1115', 27_000),
];
const now = [
  figure('1111', 62_000),
  figure('1112', 33_500),
  figure('1113', { withheld: 'disclosive' }),
  figure('1114', { withheld: 'unreliable' }),
  figure('1116', 26_000),
];

test('the page has the scatter with its figures as a table, what moved most, was added, removed and withheld: as it was', () => {
  expect(goldenFault('diff-page.html', draw(before, now))).toBeNull();
});

test('the page opens alone: no script, no other file; titles of publishers are text', () => {
  const hostile = draw(before, now, { titleOf: () => '<script>alert(1)</script>"&\u202e' });
  expect(hostile).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&amp;\\u202e');
  expect(hostile).not.toMatch(/<script|<link|<img|src=|href=|url\(|@import|https?:/);
});

test('a number of the same period is revised; a held release and a sample are named for what they are', () => {
  const moved = now.map((each) => ({
    ...each,
    value: each.value === null ? null : each.value + 1,
  }));
  const served = draw(now, moved, { newer: { ...newer, state: 'served' }, sample: true });
  expect(served).toContain('3 figures of the same period are revised.');
  expect([served.includes('Held back.'), served.includes('Synthetic sample.')]).toEqual([
    false,
    true,
  ]);
});

test('of many figures those that moved most are drawn, and every so many of the others', () => {
  const many = (times: (place: number) => number, period: string) =>
    Array.from({ length: 5000 }, (_, place) =>
      figure(String(place), 100 * times(place), { period }),
    );
  const { panels } = gather(
    many(() => 1, '2023'),
    many((place) => (place === 4321 ? 7 : 1), '2024'),
  ).drawn;
  expect(panels).toHaveLength(1);
  expect(panels[0]?.figures).toBe(5000);
  expect(panels[0]?.points.length).toBeLessThanOrEqual(1000);
  expect(panels[0]?.points[0]).toMatchObject({
    group: '4321',
    numbers: { old: 100, now: 700 },
    percent: 600,
  });
});

test('unreliable and computed figures are not drawn', () => {
  const odd = [figure('1111', 5, { quality: 'unreliable' }), figure('1112', 5, { derived: true })];
  expect(gather(odd, odd).drawn.panels).toEqual([]);
});
