// Picks one variant from a document of pay by region and compares every region with the UK. Pure and without a library, so that the
// worker, the command line and the compiler's validation give the same answer.
import { type AreaSlug, areaOf, areaSlugs } from '../codes.ts';
import { changeFrom, ratioTo } from './pay-change.ts';
import { payNotes } from './pay-notes.ts';
import { judgeMedian, payCoverage, referencePeriod, unitOf } from './pay-median.ts';
import type { PayRegionsDocument, PayRegionsResponse } from '../resources/pay-regions.ts';
import { type PayQuery, payVariantIndex } from './select-pay.ts';

type Region = PayRegionsResponse['regions'][number];
type UkMedian = PayRegionsResponse['uk'];

/** The areas that are compared with the UK, in the contract's order. A rank would compare figures that are not presentable. */
export const payRegionSlugs: readonly AreaSlug[] = areaSlugs.ukWalesScotlandAndRegions.filter((slug) => slug !== 'uk');

/** Every region's median for one query, in the measure's unit; null with the reason if it is withheld or the edition has no such table. */
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
    notes: payNotes('regions', {
      measure: query.measure,
      figures: [uk, ...regions].map(({ median, coefficientOfVariation, quality }) => ({
        median,
        mean: null,
        cv: coefficientOfVariation.median,
        quality,
        hasChange: false,
        provisional: document.provisional,
      })),
      regions: { lacking: lackingOf(document, regions), differences: regions.map(({ differenceFromUk }) => differenceFromUk !== null) },
    }),
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

/** What the edition lacks for every region: the whole table, or this measure. */
function lackingOf({ areas }: PayRegionsDocument, regions: readonly Region[]): 'table' | 'measure' | null {
  if (!areas.some((slug) => slug !== 'uk')) return 'table';
  return regions.every(({ withheld }) => withheld?.reason === 'not-in-this-release') ? 'measure' : null;
}
