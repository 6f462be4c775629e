// Picks one variant out of a document of pay by region and sets every region beside the UK. Pure, and free of any library, so that
// the worker, the command line and the compiler's own validation all give the same answer.
import { type AreaSlug, areaOf, areaSlugs, measuresWithZeroes } from '../codes.ts';
import { changeFrom, ratioTo } from './pay-change.ts';
import { judgeMedian, payCoverage, referencePeriod, unitOf } from './pay-median.ts';
import type { PayRegionsDocument, PayRegionsResponse } from '../resources/pay-regions.ts';
import { type PayQuery, payVariantIndex } from './select-pay.ts';

type Region = PayRegionsResponse['regions'][number];
type UkMedian = PayRegionsResponse['uk'];

/** The areas that are set beside the UK, in the contract's order. Not by rank: a rank would compare what is not presentable. */
export const payRegionSlugs: readonly AreaSlug[] = areaSlugs.ukWalesScotlandAndRegions.filter((slug) => slug !== 'uk');

/** Every region's median for one query, in the measure's unit; null with its reason where it is withheld or the edition has no such table. */
export function selectPayRegions(document: PayRegionsDocument, query: PayQuery): PayRegionsResponse {
  const unit = unitOf(query.measure);
  const uk = medianOf(document, query, 'uk');
  const regions = payRegionSlugs.map((slug): Region => {
    const region = medianOf(document, query, slug);
    return { ...region, differenceFromUk: changeFrom(uk, region, unit), ratioToUk: ratioTo(uk, region) };
  });
  return {
    soc2020: document.soc2020,
    title: document.title,
    year: document.year,
    referencePeriod: referencePeriod(unit, document.year),
    provisional: document.provisional,
    measure: query.measure,
    unit,
    sex: query.sex,
    workPattern: query.pattern,
    uk,
    regions,
    notes: notes(document, query, uk, regions),
    coverage: payCoverage(unit),
    attribution: document.attribution,
    provenance: document.provenance,
  };
}

function medianOf(document: PayRegionsDocument, query: PayQuery, slug: AreaSlug): UkMedian {
  const variant = document.variants[payVariantIndex(query)];
  const place = document.areas.indexOf(slug);
  const cv = variant?.cvs[place] ?? null;
  const verdict = judgeMedian(
    { printed: variant?.medians[place] ?? null, cv, shading: variant?.shading?.[slug] ?? null },
    document.markers,
  );
  const { median, quality, qualityBasis, presentable, withheld } = verdict;
  return { area: { ...areaOf(slug) }, median, coefficientOfVariation: { median: cv }, quality, qualityBasis, presentable, withheld };
}

function notes(document: PayRegionsDocument, { measure }: PayQuery, uk: UkMedian, regions: readonly Region[]): string[] {
  const all = [uk, ...regions];
  const lines = ['A region is where the work is done, not where the employees live.'];
  if (!document.areas.some((slug) => slug !== 'uk')) {
    lines.push("This edition has no figures of regions: the publisher's table of regions (ASHE Table 15) is not part of it.");
  } else if (regions.every(({ withheld }) => withheld?.reason === 'not-in-this-release')) {
    lines.push('This edition has no figures of regions for this measure.');
  }
  if (regions.some(({ differenceFromUk }) => differenceFromUk !== null)) {
    lines.push(
      'Both medians of a difference are estimates from a sample: where it is small beside their coefficients of variation it may be chance.',
    );
  }
  if (regions.some(({ differenceFromUk }) => differenceFromUk === null)) {
    lines.push("differenceFromUk and ratioToUk are null wherever the region's median or that of the UK is not presentable.");
  }
  if (measuresWithZeroes.includes(measure)) lines.push('The medians leave out employees who had none.');
  if (all.some(({ quality }) => quality === 'acceptable')) {
    lines.push(
      'Where the quality is acceptable, by a coefficient of variation above 10 % or by the shading of the published cell, show the median with a caution.',
    );
  }
  if (all.some(({ median, quality }) => median !== null && quality === 'unrated')) {
    lines.push('Where the publisher gives neither a coefficient of variation nor a readable shading for a median, its quality is unrated.');
  }
  return lines;
}
