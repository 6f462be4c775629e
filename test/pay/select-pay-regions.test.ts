// One variant of the document of regions spelt out: the order, the verdicts, and what is never compared.
import { expect, test } from 'vitest';
import { compileSchema, faultOf } from '#sources/kit/schema.ts';
import { areaSlugs } from '#schemas/codes.ts';
import { type PayRegionsDocument, PayRegionsResponse } from '#schemas/resources/pay.ts';
import { payMainColumns } from '#schemas/pay-columns.ts';
import { payQueries } from '#schemas/selections/select-pay.ts';
import { payRegionSlugs, selectPayRegions } from '#schemas/selections/select-pay-regions.ts';
import { payDocument } from './documents.ts';

const annual = { measure: 'annual_pay_gross', sex: 'all', pattern: 'all' } as const;

/** By area: its median and the CV of it. Null if there is no table for the area. */
interface Medians {
  readonly medians: readonly (number | string | null)[];
  readonly cvs: readonly (number | null)[];
  readonly shading?: PayRegionsDocument['variants'][number]['shading'];
}

function answerTo(areas: PayRegionsDocument['areas'], { medians, cvs, shading }: Medians) {
  // The mean and the percentiles are marked, so that no figure can be taken for the median.
  const variant = {
    values: medians.map((median) => (median === null ? null : payMainColumns.map((column) => (column === 'median' ? median : 'x')))),
    cvs: cvs.map((cv, place) => (medians[place] === null ? null : payMainColumns.map((column) => (column === 'median' ? cv : null)))),
    ...(shading === undefined ? {} : { shading }),
  };
  const { area: _, ...document } = payDocument({});
  const variants = payQueries.map(() => variant);
  const answer = selectPayRegions({ ...document, areas, variants }, annual);
  expect(faultOf(compileSchema(PayRegionsResponse), answer)).toBeNull();
  const region = (slug: string) => answer.regions.find(({ area }) => area.slug === slug);
  return { answer, region };
}

const notCompared = (reason: string) => {
  const withheld = { reason, marker: null };
  return { differenceFromUk: null, differenceFromUkWithheld: withheld, ratioToUk: null, ratioToUkWithheld: withheld };
};

const areas = areaSlugs.ukWalesScotlandAndRegions;

test("every region has the median of its own place, in the contract's order and with its difference from the UK", () => {
  const { answer } = answerTo([...areas], { medians: areas.map((_, place) => 1000 + place), cvs: areas.map((_, place) => 1 + place / 10) });
  expect(answer.uk).toMatchObject({
    area: { slug: 'uk', code: 'K02000001' },
    distribution: { median: 1000, p90: null },
    figures: { median: { value: 1000, coefficientOfVariation: 1, qualityBasis: 'cv' } },
    quality: 'precise',
    presentable: true,
  });
  expect(answer.regions.map(({ area, distribution }) => [area.slug, distribution.median])).toEqual(
    payRegionSlugs.map((slug, place) => [slug, 1001 + place]),
  );
  expect(answer.regions.map(({ differenceFromUk }) => differenceFromUk?.absolute)).toEqual(payRegionSlugs.map((_, place) => 1 + place));
  expect(answer.regions[10]).toMatchObject({ differenceFromUk: { absolute: 11, percent: 1.1 }, ratioToUk: 1.011 });
});

test('a withheld region has its marker and is compared with nothing', () => {
  const { answer, region } = answerTo(['uk', 'wales', 'london'], { medians: [1000, 'x', 1100], cvs: [3, 35, 4] });
  expect(region('wales')).toMatchObject({
    distribution: { median: null },
    quality: 'unreliable',
    presentable: false,
    figures: { median: { coefficientOfVariation: 35, withheld: { reason: 'unreliable', marker: 'x' } } },
  });
  expect(region('wales')).toMatchObject(notCompared('part-withheld'));
  expect(answer.withheldLegend).toContainEqual(
    expect.objectContaining({ reason: 'part-withheld', explanation: expect.stringContaining('not presentable') }),
  );
  const compared = { differenceFromUk: { absolute: 100, percent: 10 }, ratioToUk: 1.1 };
  expect(region('london')).toMatchObject({ ...compared, differenceFromUkWithheld: null, ratioToUkWithheld: null });
});

test('a published median with a CV above 20 is given and neither presentable nor compared', () => {
  const { region } = answerTo(['uk', 'london'], { medians: [1000, 1100], cvs: [3, 20.1] });
  expect(region('london')).toMatchObject({
    distribution: { median: 1100 },
    quality: 'unreliable',
    presentable: false,
    figures: { median: { withheld: null } },
    ...notCompared('part-withheld'),
  });
});

test('nothing is divided by a median of 0', () => {
  const { region } = answerTo(['uk', 'london'], { medians: [0, 5], cvs: [3, 4] });
  expect(region('london')).toMatchObject(notCompared('rounds-to-zero'));
});

test('without a CV the shading is the quality, by area', () => {
  const { answer, region } = answerTo(['uk', 'london'], {
    medians: [1000, 1100],
    cvs: [null, null],
    shading: { london: { median: 'acceptable' } },
  });
  expect(region('london')).toMatchObject({
    presentable: true,
    figures: { median: { quality: 'acceptable', qualityBasis: 'publisher-shading' } },
  });
  expect(answer.uk).toMatchObject({ presentable: true, figures: { median: { quality: 'unrated', qualityBasis: null } } });
});

test('an edition without the table of regions has every region null, and says why', () => {
  const { answer } = answerTo(['uk'], { medians: [1000], cvs: [3] });
  expect(answer.uk.distribution.median).toBe(1000);
  for (const region of answer.regions) {
    expect(region).toMatchObject({
      distribution: { median: null },
      quality: 'unrated',
      presentable: false,
      figures: { p90: { withheld: { reason: 'not-received', marker: null } } },
      differenceFromUk: null,
    });
  }
  expect(answer.notes.join(' ')).toContain('ASHE Table 15');
});
