// From occupations of the maps to unit groups of SOC 2020: by the publisher's main code, by its
// secondary codes, or through SOC 2010.
import { leastShare, successorsOf } from '#sources/kit/read/soc2010.ts';
import type { IndexEntry } from '#sources/kit/needs.ts';
import type { MapOccupation } from '#schemas/resources/apprenticeships.ts';
import { round } from '#schemas/round.ts';
import type { MapObservations, Occupation } from './reshape.ts';

export interface MappedOccupation extends Pick<MapOccupation, 'match' | 'derivation'> {
  readonly occupation: Occupation;
}

/**
 * The occupations of each unit group. Each occurs once in a unit group; primary beats partial. One
 * without a code is in no unit group.
 */
export function occupationsBySoc(
  { occupations, unitGroups }: Pick<MapObservations, 'occupations' | 'unitGroups'>,
  entries: readonly IndexEntry[],
): ReadonlyMap<string, readonly MappedOccupation[]> {
  const successors = successorsOf(entries);
  const mapped = new Map<string, MappedOccupation[]>(unitGroups.map((code) => [code, []]));
  for (const occupation of occupations) {
    const { soc2010, soc2020, subUnitGroups } = occupation;
    const mappedByGroup = new Map<string, MappedOccupation>();
    const add = (unitGroup: string, match: MapOccupation['match'], derivation: string | null) => {
      if (!mappedByGroup.has(unitGroup))
        mappedByGroup.set(unitGroup, { occupation, match, derivation });
    };
    if (soc2020 !== null) add(soc2020, 'primary', null);
    for (const { code, unitGroup } of subUnitGroups) {
      add(
        unitGroup,
        'partial',
        `Secondary mapping to ${code}: the occupation's main code is ${soc2020 ?? 'not given'}.`,
      );
    }
    if (soc2020 === null && soc2010 !== null) {
      for (const { soc2020: successor, share } of successors.get(soc2010) ?? []) {
        if (share >= leastShare)
          add(
            successor,
            'partial',
            `Mapped through SOC 2010 ${soc2010}: ${round(100 * share, 0)}% of that ` +
              "group's titles in the coding index are in this unit group.",
          );
      }
    }
    for (const [unitGroup, entry] of mappedByGroup) mapped.get(unitGroup)?.push(entry);
  }
  return mapped;
}
