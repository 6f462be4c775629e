// Picks one variant from a document of pay by region and compares every region with the UK.
import { type AreaSlug, areaOf, areaSlugs } from '../codes.ts';
import { payMainColumns } from '../pay-columns.ts';
import { changeFrom, ratioTo, whyNotCompared } from './pay-change.ts';
import { payNotes } from './pay-notes.ts';
import type { PayRegionsDocument, PayRegionsResponse } from '../resources/pay.ts';
import { Legend } from '../withheld-legend.ts';
import {
  type PayQuery,
  type PrintedFigure,
  queryMembers,
  medianMembers,
  judgeFigures,
  notPrinted,
  yearMembers,
  payCoverage,
  payVariantIndex,
  unitOf,
} from './select-pay.ts';

/**
 * The areas that are compared with the UK, in the contract's order. A rank would compare figures
 * that are not presentable.
 */
const payRegionSlugs: readonly AreaSlug[] = areaSlugs.ukWalesScotlandAndRegions.filter(
  (slug) => slug !== 'uk',
);

/**
 * Every region's figures for one query, in the measure's unit; null with the reason if it is
 * withheld or the edition has no such table.
 */
export function selectPayRegions(
  document: PayRegionsDocument,
  query: PayQuery,
): PayRegionsResponse {
  const unit = unitOf(query.measure);
  const legend = new Legend();
  const variant = document.variants[payVariantIndex(query)];
  const figuresOf = (slug: AreaSlug): PayRegionsResponse['uk'] => {
    const place = document.areas.indexOf(slug);
    const values = variant?.values[place] ?? null;
    const cvs = variant?.cvs[place] ?? null;
    const printedIn = (column: (typeof payMainColumns)[number]): PrintedFigure => {
      const index = payMainColumns.indexOf(column);
      return values === null
        ? notPrinted
        : {
            printed: values[index] ?? null,
            cv: cvs?.[index] ?? null,
            shading: variant?.shading?.[slug]?.[column] ?? null,
          };
    };
    const figures = judgeFigures(payMainColumns, printedIn, document.markers, legend);
    return { area: { ...areaOf(slug) }, ...medianMembers(figures), figures };
  };
  const uk = figuresOf('uk');
  const medianOfUk = uk.figures.median;
  const regions = payRegionSlugs.map((slug): PayRegionsResponse['regions'][number] => {
    const region = figuresOf(slug);
    const { median } = region.figures;
    const withheld = legend.noteIfWithheld(whyNotCompared(medianOfUk, median));
    return {
      ...region,
      differenceFromUk: changeFrom(medianOfUk, median, unit),
      differenceFromUkWithheld: withheld,
      ratioToUk: ratioTo(medianOfUk, median),
      ratioToUkWithheld: withheld,
    };
  });
  const { soc2020, title, provisional, attribution, provenance } = document;
  return {
    soc2020,
    title,
    ...yearMembers(unit, document),
    ...queryMembers(query),
    uk,
    regions,
    notes: payNotes('regions', {
      measure: query.measure,
      noted: [uk, ...regions].map(({ figures }) => ({ figures, provisional })),
      regions: {
        lacking: lackingIn(document, regions),
        isCompared: regions.some(({ differenceFromUk }) => differenceFromUk !== null),
      },
    }),
    coverage: payCoverage(unit),
    attribution,
    provenance,
    withheldLegend: legend.entries(),
  };
}

/** What the edition lacks for every region: the whole table, or this measure; null if neither. */
function lackingIn(
  { areas }: PayRegionsDocument,
  regions: PayRegionsResponse['regions'],
): 'table' | 'measure' | null {
  if (areas.every((slug) => slug === 'uk')) return 'table';
  const isReceived = regions.some(
    ({ figures }) => figures.median.withheld?.reason !== 'not-received',
  );
  return isReceived ? null : 'measure';
}
