// The work profiles of a release, as the pipeline makes them.
import type { WorkProfileResponse } from '#schemas/resources/work-profile.ts';
import type { Examined } from '#sources/kit/source.ts';
import type { Rows } from '#sources/onet/layout.ts';
import type { OnetObservations } from '#sources/onet/reshape.ts';
import { onet } from '#sources/onet/source.ts';

const provenance = {
  ...{
    source: 'onet' as const,
    publisher: 'p',
    licence: 'l',
    licenceUrl: null,
    edition: 'e',
    editionId: 'i',
    released: null,
    landingPage: 'u',
  },
  inputs: [],
};

/** By unit group. */
export function profilesOf(edition: Examined<Rows, OnetObservations>): ReadonlyMap<string, WorkProfileResponse> {
  const documents = [...onet.documents({ ...edition, provenance, attribution: 'a' })];
  return new Map(documents.map(({ place, body }) => [place.soc ?? '', body as WorkProfileResponse]));
}
