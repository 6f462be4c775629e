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

/** What maps a profile to unit groups. */
type MappedProfile = Pick<Profile, 'title' | 'soc2010' | 'soc2020' | 'alternativeTitles'>;

/**
 * Prepares the coding index and returns the mapping of a profile to unit groups. The first rule
 * that applies decides; the list is empty if none does.
 */
export function profileMapper(
  entries: readonly IndexEntry[],
  unitGroups: readonly string[],
): (profile: MappedProfile) => readonly ProfilePlace[] {
  const known = new Set(unitGroups);
  const successors = successorsOf(entries);
  const byTitle = Map.groupBy(entries, ({ title }) => normalised(title));
  const entriesOf: EntriesOfTitle = (title) => byTitle.get(normalised(title)) ?? [];
  return (profile) => {
    const byCode = placesByCode(profile, known);
    if (byCode.length > 0) return byCode;
    const byOwnTitle = placesByTitle(profile, entriesOf);
    if (byOwnTitle.length > 0) return byOwnTitle;
    const byOtherTitles = placesByOtherTitles(profile, entriesOf);
    return byOtherTitles.length > 0 ? byOtherTitles : placesBySoc2010(profile, successors);
  };
}

/** The entries of the coding index with a title. */
type EntriesOfTitle = (title: string) => readonly IndexEntry[];

function placesByCode({ soc2020 }: MappedProfile, known: ReadonlySet<string>): ProfilePlace[] {
  if (soc2020 === null || !known.has(soc2020)) return [];
  const derivation = `The publisher classifies the profile to SOC 2020 ${soc2020}.`;
  return [{ soc2020, match: 'primary', derivation }];
}

function placesByTitle(profile: MappedProfile, entriesOf: EntriesOfTitle): ProfilePlace[] {
  const { title, soc2010 } = profile;
  const groups = groupsOf(entriesOf(title), soc2010);
  // Without a SOC 2010 code to confirm it, the title may belong to another job.
  const match = groups.length === 1 && soc2010 !== null ? 'primary' : 'partial';
  const where = whereTitled(entriesOf(title), soc2010, groups);
  const derivation =
    `The profile has ${soc2010InWords(profile)}; the coding index has its title ` +
    `"${title}" ${where}.`;
  return groups.map((soc2020) => ({ soc2020, match, derivation }));
}

function placesByOtherTitles(profile: MappedProfile, entriesOf: EntriesOfTitle): ProfilePlace[] {
  const { alternativeTitles, soc2010 } = profile;
  const groups = new Set(alternativeTitles.flatMap((title) => groupsOf(entriesOf(title), soc2010)));
  const derivation =
    `The profile has ${soc2010InWords(profile)}; the coding index has another of its titles in ` +
    'this unit group.';
  return [...groups].sort().map((soc2020) => ({ soc2020, match: 'partial', derivation }));
}

function placesBySoc2010(
  profile: MappedProfile,
  successors: ReturnType<typeof successorsOf>,
): ProfilePlace[] {
  const { soc2010 } = profile;
  const groups = soc2010 === null ? [] : (successors.get(soc2010) ?? []);
  return groups
    .filter(({ share }) => share >= leastShare)
    .map(({ soc2020, share }) => ({
      soc2020,
      match: share >= nearlyAll ? 'primary' : 'partial',
      derivation:
        `The profile has ${soc2010InWords(profile)}; ${round(100 * share, 0)}% of that group's ` +
        'titles in the coding index are in this unit group.',
    }));
}

const soc2010InWords = ({ soc2010 }: MappedProfile) =>
  soc2010 === null ? 'no SOC 2010 code' : `SOC 2010 ${soc2010}`;

/**
 * Unit groups of the entries of a title, with the SOC 2010 code if there is one. Entries with a
 * qualifier count only if there are no others.
 */
function groupsOf(entries: readonly IndexEntry[], soc2010: string | null): string[] {
  const confirmed = entries.filter((entry) => soc2010 === null || entry.soc2010 === soc2010);
  const bare = confirmed.filter(({ qualifier }) => qualifier === null);
  const counted = bare.length > 0 ? bare : confirmed;
  return [...new Set(counted.map(({ soc2020 }) => soc2020))].sort();
}

/** Where the index has a title: in the unit groups chosen for the profile, and elsewhere. */
function whereTitled(
  entries: readonly IndexEntry[],
  soc2010: string | null,
  chosen: readonly string[],
): string {
  const others = entries.filter(({ soc2020 }) => !chosen.includes(soc2020));
  const count = new Set(others.map(({ soc2020 }) => soc2020)).size;
  const here = chosen.length === 1 ? 'in this unit group' : `in ${chosen.length} unit groups`;
  if (count === 0) return chosen.length === 1 ? `only ${here}` : here;
  const outside = others.filter((entry) => soc2010 !== null && entry.soc2010 !== soc2010).length;
  const how: string[] = [];
  if (outside < others.length) how.push('with a qualifier');
  if (outside > 0) how.push(`outside SOC 2010 ${soc2010}`);
  return `${here}, and in ${count} ${count === 1 ? 'other' : 'others'} ${how.join(' or ')}`;
}

function normalised(title: string): string {
  return title.toLowerCase().replace(/\s+/g, ' ').trim();
}
