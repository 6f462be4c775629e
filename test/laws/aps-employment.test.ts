// Laws of employment, over every document: null exactly where withheld, percents that follow from their counts, parts within totals.
import { expect, test } from 'vitest';
import { areaSlugs, qualityOfCv, unitGroupCount } from '#schemas/codes.ts';
import type { EmploymentResponse } from '#schemas/resources/employment.ts';
import { describeLaws } from './compiled.ts';

type Estimate = EmploymentResponse['allOccupations'];

// Counts are rounded to 100 one by one.
const roundingGap = 200;

function faultsOf({ area, employment, breakdown, allOccupations, coverage, notes }: EmploymentResponse): string[] {
  const faults: string[] = [];
  const demand = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault);
  };
  const estimates: [string, Estimate][] = [
    ['employment', employment],
    ['all occupations', allOccupations],
    ...Object.entries(breakdown ?? {}),
  ];
  for (const [name, { count, confidenceInterval, quality, qualityBasis, presentable, withheld, withheldFigures }] of estimates) {
    demand((count === null) === (withheld !== null), `${name}: the count is null where it is not withheld, or the other way round`);
    demand(
      (confidenceInterval === null) === (withheld !== null || 'confidenceInterval' in withheldFigures),
      `${name}: the interval is null where it is not withheld, or the other way round`,
    );
    demand(presentable === (count !== null && !['unreliable', 'unrated'].includes(quality)), `${name}: presentable`);
    demand(withheld === null || Object.keys(withheldFigures).length === 0, `${name}: one reason is enough`);
    demand(count === null || count % 100 === 0, `${name}: not rounded`);
    if (qualityBasis === 'approximate-cv')
      demand(
        quality === qualityOfCv((100 * (confidenceInterval ?? 0)) / (1.96 * (count ?? 0))),
        `${name}: the band is not that of the interval`,
      );
  }
  const share = employment.shareOfAllEmploymentPercent;
  demand(
    (share === null) === (employment.withheld !== null || 'shareOfAllEmploymentPercent' in employment.withheldFigures),
    'the share is null where it is not withheld, or the other way round',
  );
  if (share !== null) {
    const exact = (100 * (employment.count ?? 0)) / (allOccupations.count ?? 1);
    // Half a unit of the third digit.
    demand(Math.abs(share - exact) <= exact * 0.005 + 1e-9, `the share is ${share}, its counts give ${exact}`);
    demand(share <= 100, 'the share is above 100');
  }
  demand((breakdown === null) === (area.slug !== 'uk'), 'a breakdown of a nation, or none of the United Kingdom');
  for (const [name, part] of Object.entries(breakdown ?? {})) {
    demand(
      (part.percent === null) === (part.withheld !== null || 'percent' in part.withheldFigures),
      `${name}: the percent is null where it is not withheld, or the other way round`,
    );
    if (part.percent === null || part.count === null || employment.count === null) continue;
    demand(part.count <= employment.count + roundingGap, `${name}: more than the whole`);
    demand(Math.abs(part.percent - (100 * part.count) / employment.count) <= 0.05 + 1e-9, `${name}: the percent is not that of its counts`);
  }
  demand(coverage.includesSelfEmployed, 'the self-employed are counted');
  demand(notes.length > 0, 'no note');
  return faults;
}

describeLaws('aps-employment', { real: false }, (compiled) => {
  const documents = compiled.documents<EmploymentResponse>('employment');

  test('every unit group has a document of the United Kingdom and of each nation', () => {
    expect(documents.length).toBe(unitGroupCount * areaSlugs.ukAndNations.length);
    expect(new Set(documents.map(({ body }) => body.soc2020)).size).toBe(unitGroupCount);
  });

  test('null exactly where withheld, bands of their intervals, percents of their counts, parts within totals', () => {
    expect(documents.flatMap(({ path, body }) => faultsOf(body).map((fault) => `${path}: ${fault}`))).toEqual([]);
  });

  test('one total and one period for each area, the same in every document', () => {
    for (const area of areaSlugs.ukAndNations) {
      const ofArea = documents.filter(({ body }) => body.area.slug === area);
      expect(new Set(ofArea.map(({ body }) => JSON.stringify([body.period, body.allOccupations]))).size, area).toBe(1);
      const sum = ofArea.reduce((all, { body }) => all + (body.employment.count ?? 0), 0);
      expect(sum, area).toBeLessThanOrEqual((ofArea[0]?.body.allOccupations.count ?? 0) * 1.005);
    }
  });

  test('answers every occupation and area by name, and no other area', async () => {
    for (const { place, body } of documents)
      expect(await compiled.answer(`/v1/occupations/${place.soc}/employment?area=${place.area}`)).toEqual(body);
    await expect(compiled.answer('/v1/occupations/2134/employment?area=london')).rejects.toThrow(
      /400.*"allowed":\["uk","england","wales","scotland","northern-ireland"\]/,
    );
  });
});
