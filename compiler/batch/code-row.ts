// Finds the unit group of a row of a list, and says whether the index leaves it open.
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import type { OfflineSearch, Entry } from '../serve/search-offline.ts';
import { groupsOf, inIndustry, namedBy } from './choose-entry.ts';

/** What a row says of a job. */
export interface Said {
  readonly title: string;
  /** What narrows the title, in words; empty if the row says nothing. */
  readonly qualifier: string;
  /** A section of SIC 2007 or words; empty if the row says nothing. */
  readonly industry: string;
}

export interface Coded {
  /** The best answer, then the next ones. Empty: nothing was found. */
  readonly matches: readonly OccupationMatch[];
  /** Whether several unit groups share the title, and nothing in the row chooses among them. */
  readonly isAmbiguous: boolean;
  /**
   * Codes of the unit groups that the index gives the title of the best answer, one or more; empty
   * without an answer.
   */
  readonly groups: readonly string[];
  /** What chose among them; null if there was nothing to choose, or nothing chose. */
  readonly chosenBy: 'title' | 'qualifier' | 'industry' | 'qualifier and industry' | null;
}

export const nothingFound: Coded = { matches: [], isAmbiguous: false, groups: [], chosenBy: null };

// The best answer and the next four.
export const answersOfRow = 5;
// More than any title of the index has (Manager: 51), so that all unit groups of an exact title
// come back.
const mostGroups = 60;

/** Codes rows against one index. */
export function createCoder({
  search,
  entriesOf,
}: Pick<OfflineSearch, 'search' | 'entriesOf'>): (said: Said) => Coded {
  return ({ title, qualifier, industry }) => {
    const matches = search(title, mostGroups);
    const [first] = matches;
    if (first === undefined) return nothingFound;
    // A related answer has the nearest title of its unit group, which is not the title that was
    // asked for.
    const hasTitle = first.matchType !== 'code' && first.matchType !== 'related';
    const entries = hasTitle ? entriesSharing(first, matches, entriesOf) : [];
    const groups = groupsOf(entries);
    if (groups.length < 2)
      return {
        matches: matches.slice(0, answersOfRow),
        isAmbiguous: false,
        groups: [first.soc2020],
        chosenBy: null,
      };
    const byQualifier = namedBy(qualifier, entries);
    const left = inIndustry(industry, byQualifier);
    const [only, ...others] = groupsOf(left);
    if (only !== undefined && others.length === 0) {
      const chosenBy =
        left === byQualifier
          ? 'qualifier'
          : byQualifier === entries
            ? 'industry'
            : 'qualifier and industry';
      return { matches: withFirst(only, left, matches), isAmbiguous: false, groups, chosenBy };
    }
    // "Manager, textile manufacturing" names the qualifier itself, and the search has taken it into
    // account.
    const named = groupsOf(namedBy(title, entries));
    const isNamed = named.length === 1 && named[0] === first.soc2020;
    return {
      matches: matches.slice(0, answersOfRow),
      isAmbiguous: !isNamed,
      groups,
      chosenBy: isNamed ? 'title' : null,
    };
  };
}

/** The entries of the best answer's title, and of others that are exactly the query too. */
function entriesSharing(
  first: OccupationMatch,
  matches: readonly OccupationMatch[],
  entriesOf: OfflineSearch['entriesOf'],
): Entry[] {
  const isWritten = ({ matchType }: OccupationMatch) =>
    matchType === 'exact' || matchType === 'ambiguous';
  const isAsGood = (match: OccupationMatch) => isWritten(match) && isWritten(first);
  const shared = new Set(
    [first, ...matches.filter(isAsGood)].map(({ matchedTitle }) => matchedTitle),
  );
  const entries = [...shared].flatMap(entriesOf);
  if (first.matchType !== 'reference') return entries;
  // The index refers to some entries of the title only.
  const found = new Set(
    matches
      .filter(({ matchedTitle }) => matchedTitle === first.matchedTitle)
      .map(({ soc2020 }) => soc2020),
  );
  return entries.filter(({ soc2020 }) => found.has(soc2020));
}

/**
 * The chosen unit group first. Its confidence is that of the title, which is as right or wrong as
 * before, and no longer shared.
 */
function withFirst(
  soc2020: string,
  [entry]: readonly Entry[],
  matches: readonly OccupationMatch[],
): OccupationMatch[] {
  const [first] = matches;
  if (first === undefined || entry === undefined) return [...matches];
  const own = matches.find((match) => match.soc2020 === soc2020);
  const isShared = first.matchType === 'ambiguous';
  const ofTitle = matches.reduce(
    (sum, { matchedTitle, confidence }) =>
      sum + (matchedTitle === first.matchedTitle ? confidence : 0),
    0,
  );
  const chosen: OccupationMatch = {
    ...first,
    soc2020,
    title: entry.group,
    qualifier: entry.qualifier,
    confidence: isShared ? 1 : Math.min(0.99, Math.round(1000 * ofTitle) / 1000),
    matchType: isShared ? 'exact' : first.matchType,
  };
  return [chosen, ...matches.filter((match) => match !== own)].slice(0, answersOfRow);
}
