// Finds the unit group of a row of a list, and says whether the index leaves it open.
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import type { OfflineSearch, Entry } from '../serve/search-offline.ts';
import { groupsOf, namedBy } from './choose-entry.ts';

export interface Coded {
  /** The best answer, then the next ones. Empty: nothing was found. */
  readonly matches: readonly OccupationMatch[];
  /** Whether several unit groups share the title, and the title itself names no qualifier. */
  readonly isAmbiguous: boolean;
  /**
   * Codes of the unit groups that the index gives the title of the best answer, one or more; empty
   * without an answer.
   */
  readonly groups: readonly string[];
}

export const nothingFound: Coded = { matches: [], isAmbiguous: false, groups: [] };

// The best answer and the next four.
export const answersOfRow = 5;
// More than any title of the index has (Manager: 51), so that all unit groups of an exact title
// come back.
const mostGroups = 60;

/** Codes rows against one index. */
export function createCoder({
  search,
  entriesOf,
}: Pick<OfflineSearch, 'search' | 'entriesOf'>): (title: string) => Coded {
  return (title) => {
    const matches = search(title, mostGroups);
    const [first] = matches;
    if (first === undefined) return nothingFound;
    // A related answer has the nearest title of its unit group, which is not the title that was
    // asked for.
    const hasTitle = first.matchType !== 'code' && first.matchType !== 'related';
    const entries = hasTitle ? entriesSharing(first, matches, entriesOf) : [];
    const groups = groupsOf(entries);
    const answers = matches.slice(0, answersOfRow);
    if (groups.length < 2) return { matches: answers, isAmbiguous: false, groups: [first.soc2020] };
    // "Manager, textile manufacturing" names the qualifier itself, and the search has taken it into
    // account.
    const groupsNamed = groupsOf(namedBy(title, entries));
    const isNamed = groupsNamed.length === 1 && groupsNamed[0] === first.soc2020;
    return { matches: answers, isAmbiguous: !isNamed, groups };
  };
}

/** The entries of the best answer's title, and of others that are exactly the query too. */
function entriesSharing(
  first: OccupationMatch,
  matches: readonly OccupationMatch[],
  entriesOf: OfflineSearch['entriesOf'],
): Entry[] {
  const isAsGood = (match: OccupationMatch) => match.exactTitle && first.exactTitle;
  const shared = new Set(
    [first, ...matches.filter(isAsGood)].map(({ matchedTitle }) => matchedTitle),
  );
  const entries = [...shared].flatMap(entriesOf);
  if (first.matchType !== 'reference') return entries;
  // The index refers to some entries of the title only.
  const matchedCodes = new Set(
    matches
      .filter(({ matchedTitle }) => matchedTitle === first.matchedTitle)
      .map(({ soc2020 }) => soc2020),
  );
  return entries.filter(({ soc2020 }) => matchedCodes.has(soc2020));
}
