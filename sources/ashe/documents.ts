// Writes the pay documents of each unit group: one for each area, and one that compares all areas. Each has all variants of measure, sex
// and pattern.
import type { Document, DocumentInputs } from '#sources/kit/source.ts';
import { areaOf } from '#schemas/codes.ts';
import type { PayDocument, PayMarkers } from '#schemas/resources/pay.ts';
import type { PayRegionsDocument } from '#schemas/resources/pay-regions.ts';
import { payColumns, payCvColumns, payQueries } from '#schemas/selections/select-pay.ts';
import { regionsLandingPage } from './discover.ts';
import { type AsheObservations, cells } from './reshape.ts';

const median = payColumns.indexOf('median');
const medianCv = payCvColumns.indexOf('median');

/** Every document of the edition, ordered by occupation: first one for each area, then the one that compares them. */
export function* documents({ observations, needs, provenance, attribution }: DocumentInputs<AsheObservations>): Generator<Document> {
  // Table 14 and Table 15 are one publication on two pages.
  const ofRegions = { ...provenance, landingPage: regionsLandingPage };
  for (const { code, title } of needs.get('soc-structure').unitGroups) {
    for (const area of observations.areas) {
      const variants = (observations.tables.get(area) ?? []).map((groups) => groups?.get(code) ?? null);
      const body: PayDocument = {
        soc2020: code,
        title,
        area: { ...areaOf(area) },
        year: observations.year,
        provisional: observations.provisional,
        markers: explain(variants.flatMap((variant) => variant?.values ?? [])),
        variants,
        attribution,
        provenance: area === 'uk' ? provenance : ofRegions,
      };
      yield { endpoint: 'pay', place: { soc: code, area }, body };
    }
    const variants = payQueries.map((_, place) => regionsVariant(observations, code, place));
    const body: PayRegionsDocument = {
      soc2020: code,
      title,
      year: observations.year,
      provisional: observations.provisional,
      areas: [...observations.areas],
      markers: explain(variants.flatMap(({ medians }) => medians)),
      variants,
      attribution,
      provenance: observations.areas.length > 1 ? ofRegions : provenance,
    };
    yield { endpoint: 'pay-regions', place: { soc: code }, body };
  }
}

/** One variant of the document of all areas: the medians of the pay documents, side by side. */
function regionsVariant({ areas, tables }: AsheObservations, code: string, place: number): PayRegionsDocument['variants'][number] {
  const rows = areas.map((area) => ({ area, row: tables.get(area)?.[place]?.get(code) }));
  const shading = Object.fromEntries(
    rows.flatMap(({ area, row }) => (row?.shading?.['median'] === undefined ? [] : [[area, row.shading['median']]])),
  );
  return {
    medians: rows.map(({ row }) => row?.values[median] ?? null),
    cvs: rows.map(({ row }) => row?.cvs[medianCv] ?? null),
    ...(Object.keys(shading).length > 0 ? { shading } : {}),
  };
}

/** The markers among the values, each with its meaning. */
function explain(values: readonly (number | string | null)[]): PayMarkers {
  const found = new Set(values);
  const markers = cells.markers.filter(({ printed }) => found.has(printed));
  return Object.fromEntries(markers.map(({ printed, reason, explanation }) => [printed, { reason, explanation }]));
}
