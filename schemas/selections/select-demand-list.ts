// Picks the occupations of a level out of the list of all that are assessed. Pure, and free of any library, because the worker carries it.
import type { DemandLevel } from '../codes.ts';
import type { DemandListDocument, DemandListResponse } from '../resources/demand.ts';

/** The occupations at a level, in the order of the document; those in critical and elevated demand where none is asked for. */
export function selectDemandList(document: DemandListDocument, level: DemandLevel | null): DemandListResponse {
  const { area, year, occupations, ...rest } = document;
  const levels: DemandLevel[] = level === null ? ['critical', 'elevated'] : [level];
  const listed = occupations.filter((occupation) => levels.includes(occupation.level));
  return { area, year, level, levels, total: listed.length, assessed: occupations.length, occupations: listed, ...rest };
}
