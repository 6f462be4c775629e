// Differences between two medians: what may be shown and compared at all, and that each result is
// rounded once, half away from zero.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  changeFrom,
  percentMoved,
  ratioTo,
  whyNotCompared,
} from '#schemas/selections/pay-change.ts';

const shown = (value: number | null, presentable = true) => ({ value, presentable });

describe('a change, and a ratio', () => {
  test.each([
    [46304, 53501, 'gbp_per_year', { absolute: 7197, percent: 15.5 }, 1.155],
    [53501, 46304, 'gbp_per_year', { absolute: -7197, percent: -13.5 }, 0.865],
    // 17.09 - 16.5 is 0.5899999999999999 in binary.
    [16.5, 17.09, 'gbp_per_hour', { absolute: 0.59, percent: 3.6 }, 1.036],
    // Exactly 0.05%: away from zero on both sides.
    [20, 20.01, 'gbp_per_hour', { absolute: 0.01, percent: 0.1 }, 1.001],
  ] as const)('from %d to %d %s', (base, figure, unit, change, ratio) => {
    expect(changeFrom(shown(base), shown(figure), unit)).toEqual(change);
    expect(ratioTo(shown(base), shown(figure))).toBe(ratio);
  });

  test.each([
    ['the figure is withheld', shown(100), shown(null, false), 'part-withheld'],
    ['the base is withheld', shown(null, false), shown(100), 'part-withheld'],
    ['the figure is published and not presentable', shown(100), shown(100, false), 'part-withheld'],
    ['the base is 0', shown(0), shown(100), 'rounds-to-zero'],
    [
      'we have not received the figure',
      shown(100),
      { ...shown(null, false), withheld: { reason: 'not-received', marker: null } as const },
      'not-received',
    ],
  ])('neither where %s', (_, base, figure, reason) => {
    expect([
      changeFrom(base, figure, 'gbp_per_year'),
      ratioTo(base, figure),
      percentMoved(base, figure),
    ]).toEqual([null, null, null]);
    expect(whyNotCompared(base, figure)?.reason).toBe(reason);
  });

  test('percent and ratio say the same, to their precision, and the sign of the difference', () => {
    const median = fc.integer({ min: 1, max: 20_000_000 }).map((hundredths) => hundredths / 100);
    fc.assert(
      fc.property(median, median, (base, figure) => {
        const change = changeFrom(shown(base), shown(figure), 'gbp_per_hour');
        const ratio = ratioTo(shown(base), shown(figure));
        if (change === null || ratio === null) return expect.fail('both are presentable');
        expect(Math.abs(change.percent - 100 * (ratio - 1))).toBeLessThanOrEqual(0.1001);
        expect(base + change.absolute).toBeCloseTo(figure, 6);
        expect(
          Math.abs(change.percent - (percentMoved(shown(base), shown(figure)) ?? NaN)),
        ).toBeLessThanOrEqual(0.05 + Math.abs(change.percent) * 1e-9);
      }),
    );
  });
});
