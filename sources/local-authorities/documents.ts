// Writes the only document of this source: the list of local areas, with the London boroughs that callers may name by mistake.
import type { Document } from '#sources/kit/source.ts';
import type { LocalAreasDocument } from '#schemas/resources/local-areas.ts';
import type { AreaObservations } from './reshape.ts';

export function documents({ observations }: { observations: AreaObservations }): Document[] {
  const body: LocalAreasDocument = { areas: [...observations.areas], londonBoroughs: [...observations.londonBoroughs] };
  return [{ endpoint: 'local-areas', place: {}, body }];
}
