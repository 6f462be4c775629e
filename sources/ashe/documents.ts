// Writes the pay documents: one for every unit group and area, with all variants of measure, sex and pattern.
import type { Document, Needs, Release } from '#compiler/source.ts';
import { areaOf } from '#schemas/codes.ts';
import type { Provenance } from '#schemas/figures.ts';
import type { PayDocument } from '#schemas/pay.ts';
import { type AsheObservations, markers } from './reshape.ts';

/** Every document of the edition, ordered by occupation, then by area. */
export function* documents({
  observations,
  needs,
  provenance,
  attribution,
}: {
  release: Release;
  observations: AsheObservations;
  needs: Needs;
  provenance: Provenance;
  attribution: string;
}): Generator<Document> {
  for (const { code, title } of needs.get('soc-structure').unitGroups) {
    for (const area of observations.areas) {
      const variants = (observations.tables.get(area) ?? []).map((groups) => groups?.get(code) ?? null);
      const body: PayDocument = {
        soc2020: code,
        title,
        area: { ...areaOf(area) },
        year: observations.year,
        provisional: observations.provisional,
        markers: explain(variants),
        variants,
        attribution,
        provenance,
      };
      yield { endpoint: 'pay', place: { soc: code, area }, body };
    }
  }
}

/** The markers that stand in the variants, each with its meaning. */
function explain(variants: PayDocument['variants']): PayDocument['markers'] {
  const printed = new Set(variants.flatMap((variant) => variant?.values ?? []));
  return Object.fromEntries(
    markers.filter((marker) => printed.has(marker.printed)).map(({ printed: text, reason, explanation }) => [text, { reason, explanation }]),
  );
}
