// Laws of the workforce, over every document: parts within totals, shares that add up.
import { expect, test } from 'vitest';
import type { WorkforceResponse, WorkforceShare } from '#schemas/resources/workforce.ts';
import { describeLaws, everyHolds } from './compiled.ts';

describeLaws('aps-workforce', { real: true }, ({ documents }) => {
  const all = documents<WorkforceResponse>('workforce');

  test('every unit group has a document with 19 sections of industry', () =>
    everyHolds(all, ({ body }) => [
      [
        body.industries.sections.map(({ code }) => code).join('') === 'ABCDEFGHIJKLMNOPQRS',
        '19 sections',
      ],
    ]));

  test('unreliable figures are never shown, and shares add up', () =>
    everyHolds(all, function* ({ body: { headline, ages, qualifications, industries } }) {
      const blocks = {
        ages: { ...ages, shares: ages.bands },
        qualifications: { ...qualifications, shares: qualifications.levels },
        industries: { ...industries, shares: industries.sections },
      };
      const headlines: [string, WorkforceShare, number | null, readonly WorkforceShare[]][] = [
        [
          'under 25',
          headline.agedUnder25,
          ages.total.count,
          ages.bands.filter(({ toAge }) => toAge !== null && toAge < 25),
        ],
        [
          'aged 55 and over',
          headline.aged55AndOver,
          ages.total.count,
          ages.bands.filter(({ fromAge }) => fromAge >= 55),
        ],
        [
          'degree',
          headline.withDegree,
          qualifications.total.count,
          qualifications.levels.filter(({ name }) => /^Degree/.test(name)),
        ],
      ];
      const shares = Object.entries(blocks).flatMap(([name, { shares: own, total }]) =>
        own.map((share) => [name, share, total.count] as const),
      );
      for (const [name, share, total] of [...shares, ...headlines]) {
        const { count, percent, quality, caution, withheld, withheldFigures } = share;
        yield [count !== 0, `${name}: never 0`];
        yield [
          withheld === null || Object.keys(withheldFigures).length === 0,
          `${name}: one reason`,
        ];
        yield [quality !== 'unreliable' || count === null, `${name}: null if unreliable`];
        yield [
          (caution !== null) === (quality === 'acceptable'),
          `${name}: a caution with what is acceptable`,
        ];
        yield [count === null || total === null || count <= total, `${name}: within the whole`];
        const exact = (100 * (count ?? Number.NaN)) / (total ?? Number.NaN);
        yield [
          percent === null || Math.abs(percent - exact) <= 0.05 + 1e-9,
          `${name}: the percent of its counts`,
        ];
      }
      for (const [name, { total, shares: own, withheld, period }] of Object.entries(blocks)) {
        yield [
          (withheld !== null) === (own.length === 0) && (withheld !== null) === (period === null),
          `${name}: figures where not withheld`,
        ];
        if (total.count === null) continue;
        const sum = own.reduce((percents, { percent }) => percents + (percent ?? 0), 0);
        const isComplete = own.every(({ percent }) => percent !== null);
        // Each percent is rounded to one decimal.
        const rounding = own.length * 0.05;
        yield [
          sum <= 100.5 + rounding && (!isComplete || sum >= 99.5 - rounding),
          `${name}: adding up to 100`,
        ];
      }
      for (const [name, { count, quality }, , parts] of headlines) {
        if (count === null) continue;
        yield [
          count === parts.reduce((sum, part) => sum + (part.count ?? Number.NaN), 0),
          `${name}: the sum of its parts`,
        ];
        const lowest = parts.some((part) => part.quality === 'acceptable')
          ? 'acceptable'
          : 'reasonable';
        yield [quality === lowest, `${name}: in the lowest band of its parts`];
      }
    }));

  test('is at most 20 kB a document', () => {
    expect(Math.max(...all.map(({ body }) => JSON.stringify(body).length))).toBeLessThanOrEqual(
      20_000,
    );
  });
});
