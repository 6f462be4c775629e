// From a profile to unit groups of SOC 2020: by its own code, its title in the coding index, its
// other titles, or its SOC 2010 code.
import { leastShare, successorsOf } from '#sources/kit/read/soc2010.ts';
import type { IndexEntry } from '#sources/kit/needs.ts';
import type { Match } from '#schemas/codes.ts';
import { round } from '#schemas/round.ts';
import type { Profile } from './reshape.ts';

export interface ProfilePlace {
  readonly soc2020: string;
  readonly match: Match;
  readonly derivation: string;
}

/** If a unit group has this share of a SOC 2010 group's titles, the rest are a few strays. */
const nearlyAll = 0.9;

/**
 * Prepares the coding index and returns the mapping of a profile to unit groups. The first rule
 * that applies decides; the list is empty if none does.
 */
export function profileMapper(
  entries: readonly IndexEntry[],
  unitGroups: readonly string[],
): (
  profile: Pick<Profile, 'title' | 'soc2010' | 'soc2020' | 'alternativeTitles'>,
) => readonly ProfilePlace[] {
  const known = new Set(unitGroups);
  const successors = successorsOf(entries);
  const byTitle = Map.groupBy(entries, ({ title }) => normalised(title));

  /**
   * Unit groups of the index entries with this title. Entries with a qualifier count only if there
   * are no others.
   */
  const groupsOf = (title: string, soc2010: string | null): readonly string[] => {
    const titledGroups = (byTitle.get(normalised(title)) ?? []).filter(
      (entry) => soc2010 === null || entry.soc2010 === soc2010,
    );
    const bare = titledGroups.filter(({ qualifier }) => qualifier === null);
    return [
      ...new Set((bare.length > 0 ? bare : titledGroups).map(({ soc2020 }) => soc2020)),
    ].sort();
  };

  /** Where the index has a title: in the unit groups chosen for the profile, and elsewhere. */
  const whereTitled = (
    title: string,
    soc2010: string | null,
    chosen: readonly string[],
  ): string => {
    const others = (byTitle.get(normalised(title)) ?? []).filter(
      ({ soc2020 }) => !chosen.includes(soc2020),
    );
    const count = new Set(others.map(({ soc2020 }) => soc2020)).size;
    const here = chosen.length === 1 ? 'in this unit group' : `in ${chosen.length} unit groups`;
    if (count === 0) return chosen.length === 1 ? `only ${here}` : here;
    const outside = others.filter((entry) => soc2010 !== null && entry.soc2010 !== soc2010).length;
    const how = [
      ...(outside < others.length ? ['with a qualifier'] : []),
      ...(outside > 0 ? [`outside SOC 2010 ${soc2010}`] : []),
    ];
    return `${here}, and in ${count} ${count === 1 ? 'other' : 'others'} ${how.join(' or ')}`;
  };

  return ({ title, soc2010, soc2020, alternativeTitles }) => {
    if (soc2020 !== null && known.has(soc2020))
      return [
        {
          soc2020,
          match: 'primary',
          derivation: `The publisher classifies the profile to SOC 2020 ${soc2020}.`,
        },
      ];
    const older = soc2010 === null ? 'no SOC 2010 code' : `SOC 2010 ${soc2010}`;
    const titled = groupsOf(title, soc2010);
    if (titled.length > 0) {
      // Without a SOC 2010 code to confirm it, the title may belong to another job.
      const match = titled.length === 1 && soc2010 !== null ? 'primary' : 'partial';
      const where = whereTitled(title, soc2010, titled);
      return titled.map((group) => ({
        soc2020: group,
        match,
        derivation: `The profile has ${older}; the coding index has its title "${title}" ${where}.`,
      }));
    }
    const others = [
      ...new Set(alternativeTitles.flatMap((other) => groupsOf(other, soc2010))),
    ].sort();
    if (others.length > 0)
      return others.map((group) => ({
        soc2020: group,
        match: 'partial' as const,
        derivation:
          `The profile has ${older}; the coding index has another of its titles in this ` +
          'unit group.',
      }));
    return (soc2010 === null ? [] : (successors.get(soc2010) ?? []))
      .filter(({ share }) => share >= leastShare)
      .map(({ soc2020: group, share }) => ({
        soc2020: group,
        match: share >= nearlyAll ? ('primary' as const) : ('partial' as const),
        derivation:
          `The profile has ${older}; ${round(100 * share, 0)}% of that group's titles in ` +
          'the coding index are in this unit group.',
      }));
  };
}

function normalised(title: string): string {
  return title.toLowerCase().replace(/\s+/g, ' ').trim();
}
