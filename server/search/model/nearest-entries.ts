// The title to show for a unit group that the model offers: the one that shares most with the query.
import type { LoadedTitleIndex } from '../load-title-index.ts';
import { stemOf } from '../normalise.ts';

/** For each unit group the entry whose title shares the rarest words with the query; failing that, a word that begins alike; else none. */
export function nearestEntries(index: LoadedTitleIndex, words: readonly string[], groups: readonly number[]): Map<number, number> {
  const { vocabulary, stems, holders, missing, missingAll, titles, titleEntries, entryUnitGroups } = index;
  const wanted = new Set(groups);
  const shared = new Map<number, number>();
  for (const word of new Set(words.map(stemOf))) {
    const stem = stems[vocabulary.placeOf(word) ?? -1];
    if (stem === undefined || wanted.size === 0) continue;
    for (let at = holders.starts[stem] ?? 0; at < (holders.starts[stem + 1] ?? 0); at++) {
      const item = holders.values[at] ?? 0;
      if (item < titles) shared.set(item, (shared.get(item) ?? 0) + (missing[stem] ?? 0));
    }
  }
  const best = new Map<number, { readonly entry: number; readonly score: number }>();
  for (const [title, share] of shared) {
    // Words of the title that the query lacks count half.
    const score = share - 0.5 * ((missingAll[title] ?? 0) - share);
    for (let entry = titleEntries[title] ?? 0; entry < (titleEntries[title + 1] ?? 0); entry++) {
      const group = entryUnitGroups[entry] ?? 0;
      if (wanted.has(group) && score > (best.get(group)?.score ?? Number.NEGATIVE_INFINITY)) best.set(group, { entry, score });
    }
  }
  const found = new Map([...best].map(([group, { entry }]) => [group, entry]));
  return new Map([...withSameBeginning(index, words, new Set(groups.filter((group) => !found.has(group)))), ...found]);
}

// Words that begin with as many equal letters are relatives: phlebotomy, phlebotomist.
const leastBeginning = 5;

/** For each unit group the entry whose title has a word with the longest beginning in common with a word of the query. */
function withSameBeginning(
  { vocabulary, stems, holders, titles, titleEntries, entryUnitGroups }: LoadedTitleIndex,
  words: readonly string[],
  groups: ReadonlySet<number>,
): Map<number, number> {
  const best = new Map<number, { readonly entry: number; readonly length: number }>();
  for (const word of groups.size === 0 ? [] : words.filter(({ length }) => length >= leastBeginning)) {
    for (const place of vocabulary.beginningWith(word.slice(0, leastBeginning - 1))) {
      const length = sameBeginning(word, vocabulary.words[place] ?? '');
      if (length < leastBeginning) continue;
      const stem = stems[place] ?? 0;
      for (let at = holders.starts[stem] ?? 0; at < (holders.starts[stem + 1] ?? 0); at++) {
        const title = holders.values[at] ?? 0;
        if (title >= titles) break;
        for (let entry = titleEntries[title] ?? 0; entry < (titleEntries[title + 1] ?? 0); entry++) {
          const group = entryUnitGroups[entry] ?? 0;
          const known = best.get(group);
          const isNearer = known === undefined || length > known.length || (length === known.length && entry < known.entry);
          if (groups.has(group) && isNearer) best.set(group, { entry, length });
        }
      }
    }
  }
  return new Map([...best].map(([group, { entry }]) => [group, entry]));
}

function sameBeginning(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
