// Picks one variant from a document of pay by region and compares every region with the UK. Pure and without a library, so that the
// worker, the command line and the compiler's validation give the same answer.
import { type AreaSlug, type Unit, areaOf, areaSlugs } from '../codes.ts';
import { payMainColumns } from '../pay-columns.ts';
import { type Comparable, changeFrom, ratioTo, whyNotCompared } from './pay-change.ts';
import { payNotes } from './pay-notes.ts';
import type { PayMarkers, PayRegionsDocument, PayRegionsResponse } from '../resources/pay.ts';
import { Legend } from '../withheld-legend.ts';
import {
  type PayQuery,
  type PrintedFigure,
  asked,
  headlineOf,
  judgeFigures,
  notPrinted,
  ofYear,
  payCoverage,
  payVariantIndex,
  unitOf,
} from './select-pay.ts';

type Region = PayRegionsResponse['regions'][number];
type AreaFigures = PayRegionsResponse['uk'];

/** The areas that are compared with the UK, in the contract's order. A rank would compare figures that are not presentable. */
const payRegionSlugs: readonly AreaSlug[] = areaSlugs.ukWalesScotlandAndRegions.filter((slug) => slug !== 'uk');

/** Every region's figures for one query, in the measure's unit; null with the reason if it is withheld or the edition has no such table. */
export function selectPayRegions(document: PayRegionsDocument, query: PayQuery): PayRegionsResponse {
  const unit = unitOf(query.measure);
  const legend = new Legend();
  const variant = document.variants[payVariantIndex(query)];
  const uk = figuresOf('uk', printedIn(document, variant, 'uk'), document.markers, legend);
  const regions = payRegionSlugs.map((slug) =>
    regionOf(figuresOf(slug, printedIn(document, variant, slug), document.markers, legend), uk.figures.median, unit, legend),
  );
  const { soc2020, title, provisional, attribution, provenance } = document;
  return {
    ...{ soc2020, title, ...ofYear(unit, document), ...asked(query), uk, regions },
    notes: payNotes('regions', {
      measure: query.measure,
      noted: [uk, ...regions].map(({ figures }) => ({ figures, provisional })),
      regions: { lacking: lackingOf(document, regions), isCompared: regions.some(({ differenceFromUk }) => differenceFromUk !== null) },
    }),
    coverage: payCoverage(unit),
    ...{ attribution, provenance, withheldLegend: legend.entries() },
  };
}

type Variant = PayRegionsDocument['variants'][number];

/** The figures of an area. */
type Printed = (column: (typeof payMainColumns)[number]) => PrintedFigure;

function printedIn({ areas }: PayRegionsDocument, variant: Variant | undefined, slug: AreaSlug): Printed {
  const place = areas.indexOf(slug);
  const [values = null, cvs = null] = [variant?.values[place], variant?.cvs[place]];
  if (values === null) return () => notPrinted;
  return (column) => {
    const at = payMainColumns.indexOf(column);
    return { printed: values[at] ?? null, cv: cvs?.[at] ?? null, shading: variant?.shading?.[slug]?.[column] ?? null };
  };
}

function figuresOf(slug: AreaSlug, printed: Printed, markers: PayMarkers, legend: Legend): AreaFigures {
  const figures = judgeFigures(payMainColumns, printed, markers, legend);
  return { area: { ...areaOf(slug) }, ...headlineOf(figures), figures };
}

function regionOf(region: AreaFigures, ofUk: Comparable, unit: Unit, legend: Legend): Region {
  const { median } = region.figures;
  const withheld = legend.notedIf(whyNotCompared(ofUk, median));
  return {
    ...region,
    differenceFromUk: changeFrom(ofUk, median, unit),
    differenceFromUkWithheld: withheld,
    ratioToUk: ratioTo(ofUk, median),
    ratioToUkWithheld: withheld,
  };
}

/** What the edition lacks for every region: the whole table, or this measure. */
function lackingOf({ areas }: PayRegionsDocument, regions: readonly Region[]): 'table' | 'measure' | null {
  if (!areas.some((slug) => slug !== 'uk')) return 'table';
  return regions.every(({ figures }) => figures.median.withheld?.reason === 'not-received') ? 'measure' : null;
}
