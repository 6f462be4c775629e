// Pay of 2023 and 2024 set side by side, from the publisher's own files: movements that were read by eye off both workbooks.
import { beforeAll, expect, test } from 'vitest';
import { type Change, changeOf } from '#compiler/diff/changes.ts';
import { type Difference, diffEditions } from '#compiler/diff/diff-editions.ts';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { EditionReader } from '#compiler/release/read-again.ts';
import { sources } from '#sources/index.ts';
import { liveDirectory } from '../compiled-data.ts';
import { keepingRows } from '../kept.ts';
import { describeRealFiles } from '../publisher-files.ts';

describeRealFiles('pay of 2023 and 2024', () => {
  const changes = new Map<string, Change>();
  let difference: Difference;

  const nameOf = (
    group: string | null,
    measure: string,
    { sex = 'all', pattern = 'all', statistic = 'median' }: Readonly<Record<string, string>>,
  ) => [group, measure, sex, pattern, statistic].join(' ');

  beforeAll(async () => {
    const editions = readCatalogue(liveDirectory() ?? '')?.catalogue.editions ?? [];
    const idOf = (release: string) => editions.find((edition) => edition.source === 'ashe' && edition.release === release)?.id ?? '';
    const reader = new EditionReader(liveDirectory() ?? '', sources.map(keepingRows), { editions });
    difference = await diffEditions(reader, idOf('2023-provisional'), idOf('2024-provisional'), (compared) => {
      const change = changeOf(compared);
      if (change !== null) changes.set(nameOf(change.group, change.measure, change.dimensions), change);
    });
  });

  // Source: ONS, ASHE Table 14, 2023 and 2024 provisional; workbook, sheet and cell beside each.
  test.each([
    ['14.7a All D86', '2134', 'annual_pay_gross', {}, 48229, 53501],
    ['14.7a All F86', '2134', 'annual_pay_gross', { statistic: 'mean' }, 51714, 61929],
    ['14.7a All H86', '2134', 'annual_pay_gross', { statistic: 'p10' }, 26965, 29787],
    ['14.7b All D86', '2134', 'annual_pay_gross_cv', {}, 6.6, 3.3],
    ['14.7a All D113', '2231', 'annual_pay_gross', {}, 33151, 35412],
    ['14.7a All D225', '3312', 'annual_pay_gross', {}, 44342, 46436],
    ['14.7a All C225', '3312', 'annual_pay_gross', { statistic: 'jobsThousands' }, 219, 244],
    ['14.7a All F24', '1139', 'annual_pay_gross', { statistic: 'mean' }, 73396, 78716],
  ] as const)('%s: %s %s %o was %d and is %d', (_, group, measure, dimensions, before, now) => {
    expect(changes.get(nameOf(group, measure, dimensions))).toMatchObject({
      kind: 'other-period',
      periods: { old: '2023', new: '2024' },
      old: { value: before },
      new: { value: now },
    });
  });

  test('a percentile that was withheld is newly published', () => {
    expect(changes.get(nameOf('2134', 'annual_pay_gross', { statistic: 'p90' }))).toMatchObject({
      kind: 'newly-published',
      old: { withheld: 'unreliable' },
      new: { value: 93458 },
    });
  });

  // 14.7a All D68: 34312 and x; F11: x and 33854; C11: x and 9.
  test.each([
    ['2112', 'median', 'newly-withheld', { value: 34312 }, { withheld: 'unreliable' }],
    ['1112', 'mean', 'newly-published', { withheld: 'unreliable' }, { value: 33854 }],
    ['1112', 'jobsThousands', 'newly-published', { withheld: 'unreliable' }, { value: 9 }],
  ])('%s %s is %s', (group, statistic, kind, old, now) => {
    expect(changes.get(nameOf(group, 'annual_pay_gross', { statistic }))).toMatchObject({ kind, old, new: now });
  });

  test('the counts agree with the changes, and with the figures of both editions', () => {
    const measures = difference.figures?.measures ?? [];
    expect(measures.map(({ measure }) => measure)).toHaveLength(22);
    const sum = (value: (measure: (typeof measures)[number]) => number) => measures.reduce((total, measure) => total + value(measure), 0);
    // 412 unit groups, 9 sheets, 11 measures; 15 columns of estimates and 13 of coefficients.
    expect(sum(({ figures }) => figures)).toBe(412 * 9 * 11 * (15 + 13));
    expect(sum(({ figures, unchanged }) => figures - unchanged)).toBe(changes.size);
    for (const { changes: kinds, risen } of measures) {
      // Pay of 2024 revises nothing of 2023.
      expect([kinds.added, kinds.removed, kinds.revised, risen.revised]).toEqual([0, 0, 0, 0]);
      expect(risen['other-period']).toBeLessThanOrEqual(kinds['other-period']);
    }
    for (const { changes: kinds, risen } of measures.filter(({ measure }) => measure === 'hourly_pay_gross'))
      expect(risen['other-period'] / kinds['other-period']).toBeGreaterThan(0.5);
  });

  // Source: as above, 14.7a All, column C (thousand): 15 in 2023 and 38 in 2024.
  test('the largest movement is that of the school secretaries, whose jobs went from 15 to 38 thousand', () => {
    const jobs = difference.figures?.movers.filter(({ unit }) => unit === 'thousand_jobs') ?? [];
    expect(jobs[0]).toMatchObject({ group: '4213', old: { value: 15 }, new: { value: 38 }, percent: 153.3 });
    expect(jobs.map(({ percent }) => Math.abs(percent))).toEqual(jobs.map(({ percent }) => Math.abs(percent)).sort((a, b) => b - a));
  });
});
