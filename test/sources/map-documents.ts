// The apprenticeships documents of a harvest of the maps, as the pipeline makes them.
import type { ApprenticeshipsDocument } from '#schemas/resources/apprenticeships.ts';
import type { Examined } from '#sources/kit/source.ts';
import type { Rows } from '#sources/occupational-maps/layout.ts';
import type { MapObservations } from '#sources/occupational-maps/reshape.ts';
import { occupationalMaps } from '#sources/occupational-maps/source.ts';

const provenance = {
  ...{ source: 'occupational-maps' as const, publisher: 'p', licence: 'l', licenceUrl: null, edition: 'e', editionId: 'i' },
  ...{ released: null, landingPage: 'u', inputs: [] },
};

/** By unit group. */
export function documentsOf({
  edition,
}: {
  readonly edition: Examined<Rows, MapObservations>;
}): ReadonlyMap<string, ApprenticeshipsDocument> {
  const made = occupationalMaps.documents({ ...edition, provenance, attribution: 'a' });
  return new Map([...made].map(({ place, body }) => [place.soc ?? '', body as ApprenticeshipsDocument]));
}
