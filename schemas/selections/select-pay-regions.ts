// Picks one variant from a document of pay by region and compares every region with the UK. Pure and without a library, so that the
// worker, the command line and the compiler's validation give the same answer.
import { type AreaSlug, areaOf, areaSlugs } from '../codes.ts';
import { payMainColumns } from '../pay-columns.ts';
import { changeFrom, ratioTo, whyNotCompared } from './pay-change.ts';
import { payDates } from '../reference-dates.ts';
import { payNotes } from './pay-notes.ts';
import { headlineOf, judgeFigures, payCoverage, referencePeriod, unitOf } from './pay-figures.ts';
import type { PayRegionsDocument, PayRegionsResponse } from '../resources/pay-regions.ts';
import { Legend } from '../withheld-legend.ts';
import { type PayQuery, payVariantIndex } from './select-pay.ts';

type Region = PayRegionsResponse['regions'][number];
type AreaFigures = PayRegionsResponse['uk'];

/** The areas that are compared with the UK, in the contract's order. A rank would compare figures that are not presentable. */
export const payRegionSlugs: readonly AreaSlug[] = areaSlugs.ukWalesScotlandAndRegions.filter((slug) => slug !== 'uk');

/** Every region's figures for one query, in the measure's unit; null with the reason if it is withheld or the edition has no such table. */
export function selectPayRegions(document: PayRegionsDocument, query: PayQuery): PayRegionsResponse {
  const unit = unitOf(query.measure);
  const legend = new Legend();
  const uk = figuresOf(document, query, 'uk', legend);
  const ofUk = uk.figures.median;
  const regions = payRegionSlugs.map((slug): Region => {
    const region = figuresOf(document, query, slug, legend);
    const { median } = region.figures;
    const withheld = legend.notedIf(whyNotCompared(ofUk, median));
    return {
      ...region,
      differenceFromUk: changeFrom(ofUk, median, unit),
      differenceFromUkWithheld: withheld,
      ratioToUk: ratioTo(ofUk, median),
      ratioToUkWithheld: withheld,
    };
  });
  return {
    soc2020: document.soc2020,
    title: document.title,
    year: document.year,
    referencePeriod: referencePeriod(unit, document.year),
    referenceDates: payDates(unit, document.year),
    provisional: document.provisional,
    measure: query.measure,
    unit,
    sex: query.sex,
    workPattern: query.pattern,
    uk,
    regions,
    notes: payNotes('regions', {
      measure: query.measure,
      noted: [uk, ...regions].map(({ figures }) => ({ figures, provisional: document.provisional })),
      regions: { lacking: lackingOf(document, regions), isCompared: regions.some(({ differenceFromUk }) => differenceFromUk !== null) },
    }),
    coverage: payCoverage(unit),
    attribution: document.attribution,
    provenance: document.provenance,
    withheldLegend: legend.entries(),
  };
}

function figuresOf({ areas, variants, markers }: PayRegionsDocument, query: PayQuery, slug: AreaSlug, legend: Legend): AreaFigures {
  const variant = variants[payVariantIndex(query)];
  const place = areas.indexOf(slug);
  const [values, cvs] = [variant?.values[place], variant?.cvs[place]];
  const figures = judgeFigures(
    payMainColumns,
    (column) => {
      const at = payMainColumns.indexOf(column);
      return { printed: values?.[at] ?? null, cv: cvs?.[at] ?? null, shading: variant?.shading?.[slug]?.[column] ?? null };
    },
    markers,
    legend,
  );
  return { area: { ...areaOf(slug) }, ...headlineOf(figures), figures };
}

/** What the edition lacks for every region: the whole table, or this measure. */
function lackingOf({ areas }: PayRegionsDocument, regions: readonly Region[]): 'table' | 'measure' | null {
  if (!areas.some((slug) => slug !== 'uk')) return 'table';
  return regions.every(({ figures }) => figures.median.withheld?.reason === 'not-in-this-release') ? 'measure' : null;
}
