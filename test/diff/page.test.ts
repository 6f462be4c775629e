// The page of a comparison, and which editions a person means: both over figures and editions in memory.
import { describe, expect, test } from 'vitest';
import { type Side, Summing } from '#compiler/diff/diff-editions.ts';
import { PageFigures, drawDiff } from '#compiler/diff/diff-page.ts';
import type { Figure } from '#sources/kit/source.ts';
import { compare, figure } from './figure.ts';

const older: Side = { id: 'id-of-2023', source: 'ashe', release: '2023-provisional', state: 'served' };
const newer: Side = { id: 'id-of-2024', source: 'ashe', release: '2024-provisional', state: 'quarantined' };

function gather(before: readonly Figure[], now: readonly Figure[]) {
  const [summing, drawn] = [new Summing(), new PageFigures()];
  for (const compared of compare(before, now)) {
    summing.take(compared);
    drawn.take(compared);
  }
  return { figures: summing.summary(), drawn };
}

function draw(before: readonly Figure[], now: readonly Figure[], more: { titleOf?: () => string; sample?: boolean; newer?: Side } = {}) {
  const { figures, drawn } = gather(before, now);
  return drawDiff({
    difference: { older, newer: more.newer ?? newer, figures, rows: null },
    drawn,
    titleOf: more.titleOf ?? ((group) => `Title of ${group}`),
    sample: more.sample ?? false,
  });
}

const of2023 = (code: string, said: Parameters<typeof figure>[1]) => figure(code, said, { period: '2023' });
const unreliable = of2023('1114', { withheld: 'unreliable' });
const before = [of2023('1111', 31_000), of2023('1112', 33_000), of2023('1113', 40_123), unreliable, of2023('1115', 27_000)];
const now = [
  figure('1111', 62_000),
  figure('1112', 33_500),
  figure('1113', { withheld: 'disclosive' }),
  figure('1114', { withheld: 'unreliable' }),
  figure('1116', 26_000),
];

describe('the page', () => {
  const html = draw(before, now);

  test('has the scatter with a title, a description and its figures as a table, movers labelled first', () => {
    expect(html).toMatch(
      /<svg viewBox="[^"]+" role="img" aria-labelledby="scatter-1-title scatter-1-text">\n<title id="scatter-1-title">pay annual_pay_gross: 2023-provisional \(2023\) against 2024-provisional \(2024\)<\/title>\n<desc id="scatter-1-text">A scatter of 2 figures/,
    );
    expect(html).toContain('>1111 median +100 %</text>');
    expect(html).toContain('<summary>The 2 figures as a table</summary>');
    expect(html).toContain(
      '<td>1111 Title of 1111</td><td>United Kingdom</td><td>all all median</td><td class="number">31,000</td><td class="number">62,000</td><td class="number">+100</td>',
    );
  });

  test('says what changed and in which way: nothing of another year is revised', () => {
    expect(html).toContain('2 figures differ because the releases have different periods; no number is revised.');
    expect(
      draw(
        now,
        now.map((each) => ({ ...each, value: each.value === null ? null : each.value + 1 })),
      ),
    ).toContain('3 figures of the same period are revised.');
  });

  test('has the shares withheld before and now, and what was added, removed and newly withheld', () => {
    expect(html).toContain('<td class="number">1 (20.0 %)</td><td class="number">2 (40.0 %)</td>');
    for (const heading of ['Newly withheld: 1', 'Added: 1', 'Removed: 1']) expect(html).toContain(`<h2>${heading}</h2>`);
    expect(html).toContain('<td>40,123</td><td>withheld: disclosive</td>');
    expect(html).not.toMatch(/<td[^>]*>(0|null|NaN|undefined)<\/td><td[^>]*>withheld/);
  });

  test('opens alone: no script, no other file; titles of publishers are text', () => {
    const hostile = draw(before, now, { titleOf: () => '<script>alert(1)</script>"&\u202e' });
    expect(hostile).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&amp;\\u202e');
    for (const text of [html, hostile]) expect(text).not.toMatch(/<script|<link|<img|src=|href=|url\(|@import|https?:/);
  });

  test('names a held release and a sample for what they are', () => {
    const served = draw(before, now, { newer: { ...newer, state: 'served' }, sample: true });
    expect([html.includes('Held back.'), html.includes('Synthetic sample.')]).toEqual([true, false]);
    expect([served.includes('Held back.'), served.includes('Synthetic sample.')]).toEqual([false, true]);
  });
});

test('of many figures those that moved most are drawn, and every so many of the others', () => {
  const many = (times: (place: number) => number, period: string) =>
    Array.from({ length: 5000 }, (_, place) => figure(String(place), 100 * times(place), { period }));
  const { panels } = gather(
    many(() => 1, '2023'),
    many((place) => (place === 4321 ? 7 : 1), '2024'),
  ).drawn;
  expect(panels).toHaveLength(1);
  expect(panels[0]?.figures).toBe(5000);
  expect(panels[0]?.points.length).toBeLessThanOrEqual(1000);
  expect(panels[0]?.points[0]).toMatchObject({ group: '4321', numbers: { old: 100, now: 700 }, percent: 600 });
});

test('unreliable and computed figures are not drawn', () => {
  const odd = [figure('1111', 5, { quality: 'unreliable' }), figure('1112', 5, { derived: true })];
  expect(gather(odd, odd).drawn.panels).toEqual([]);
});
