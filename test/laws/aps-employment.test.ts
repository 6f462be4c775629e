// Laws of employment, over every document: percents that follow from their counts, parts within
// totals.
import { expect, test } from 'vitest';
import { areaSlugs, qualityOfCv } from '#schemas/codes.ts';
import type { EmploymentResponse } from '#schemas/resources/employment.ts';
import { describeLaws, everyHolds } from './compiled.ts';

// Counts are rounded to 100 one by one.
const roundingGap = 200;

describeLaws('aps-employment', { real: false }, (compiled) => {
  const all = compiled.documents<EmploymentResponse>('employment');

  test('quality fits intervals, percents fit counts, parts fit totals', () =>
    everyHolds(
      all,
      function* ({ body: { area, employment, breakdown, allOccupations, coverage, notes } }) {
        const parts = Object.entries(breakdown ?? {});
        for (const [name, estimate] of Object.entries({
          employment,
          allOccupations,
          ...breakdown,
        })) {
          const {
            count,
            confidenceInterval,
            quality,
            qualityBasis,
            presentable,
            withheld,
            withheldFigures,
          } = estimate;
          yield [
            presentable === (count !== null && !['unreliable', 'unrated'].includes(quality)),
            `${name}: presentable`,
          ];
          yield [
            withheld === null || Object.keys(withheldFigures).length === 0,
            `${name}: one reason`,
          ];
          yield [count === null || count % 100 === 0, `${name}: rounded`];
          if (qualityBasis !== 'approximate-cv') continue;
          const cv = (100 * (confidenceInterval ?? 0)) / (1.96 * (count ?? 0));
          yield [quality === qualityOfCv(cv), `${name}: in the band of its interval`];
        }
        const share = employment.shareOfAllEmploymentPercent;
        const exact = (100 * (employment.count ?? 0)) / (allOccupations.count ?? 1);
        // Half a unit of the third digit.
        yield [
          share === null || (Math.abs(share - exact) <= exact * 0.005 + 1e-9 && share <= 100),
          `a share of ${exact}`,
        ];
        yield [(breakdown === null) === (area.slug !== 'uk'), 'a breakdown of the UK alone'];
        for (const [name, { count, percent }] of parts) {
          if (percent === null || count === null || employment.count === null) continue;
          yield [count <= employment.count + roundingGap, `${name}: within the whole`];
          yield [
            Math.abs(percent - (100 * count) / employment.count) <= 0.05 + 1e-9,
            `${name}: the percent of its counts`,
          ];
        }
        yield [
          coverage.includesSelfEmployed && notes.length > 0,
          'with the self-employed and a note',
        ];
      },
    ));

  test('every document of an area has its one total and period', () => {
    for (const area of areaSlugs.ukAndNations) {
      const ofArea = all.filter(({ body }) => body.area.slug === area);
      expect(
        new Set(ofArea.map(({ body }) => JSON.stringify([body.period, body.allOccupations]))).size,
        area,
      ).toBe(1);
      const sum = ofArea.reduce((total, { body }) => total + (body.employment.count ?? 0), 0);
      expect(sum, area).toBeLessThanOrEqual((ofArea[0]?.body.allOccupations.count ?? 0) * 1.005);
    }
  });
});
