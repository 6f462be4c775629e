// Picks the occupations at a level from the list of all assessed occupations. Pure and without a library, because the worker carries it.
import type { DemandLevel } from '../codes.ts';
import type { DemandListDocument, DemandListResponse } from '../resources/demand.ts';
import { withLegendOf } from '../withheld-legend.ts';

/** The occupations at a level, in the order of the document. The default is critical and elevated demand. */
export function selectDemandList(document: DemandListDocument, level: DemandLevel | null): DemandListResponse {
  const { area, year, occupations, withheldLegend: _, ...rest } = document;
  const levels: DemandLevel[] = level === null ? ['critical', 'elevated'] : [level];
  const listed = occupations.filter((occupation) => levels.includes(occupation.level));
  return withLegendOf<DemandListResponse>(document, {
    ...{ area, year, level, levels, total: listed.length, assessed: occupations.length, occupations: listed },
    ...rest,
  });
}
