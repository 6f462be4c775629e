// The title to show for a unit group that the model offers: the one that shares most with the
// query.
import type { LoadedTitleIndex } from '../load-title-index.ts';
import { stemOf } from '../normalise.ts';

/**
 * For each unit group the entry whose title shares the rarest words with the query. None if no
 * title of the unit group shares one.
 */
export function nearestEntries(
  index: LoadedTitleIndex,
  words: readonly string[],
  groups: ReadonlySet<number>,
): Map<number, number> {
  const { vocabulary, stems, holders, missing, missingAll, titles, titleEntries, entryUnitGroups } =
    index;
  const shared = new Map<number, number>();
  for (const word of groups.size === 0 ? [] : new Set(words.map(stemOf))) {
    const stem = stems[vocabulary.placeOf(word) ?? -1];
    if (stem === undefined) continue;
    for (const item of holders.values.subarray(holders.starts[stem], holders.starts[stem + 1]))
      if (item < titles) shared.set(item, (shared.get(item) ?? 0) + (missing[stem] ?? 0));
  }
  const best = new Map(
    [...groups].map((group) => [group, { entry: -1, score: Number.NEGATIVE_INFINITY }]),
  );
  for (const [title, share] of shared) {
    // Words of the title that the query lacks count half.
    const score = share - 0.5 * ((missingAll[title] ?? 0) - share);
    for (let entry = titleEntries[title] ?? 0; entry < (titleEntries[title + 1] ?? 0); entry++) {
      const group = entryUnitGroups[entry] ?? 0;
      if (score > (best.get(group)?.score ?? Number.POSITIVE_INFINITY))
        best.set(group, { entry, score });
    }
  }
  return new Map([...best].map(([group, { entry }]) => [group, entry]));
}
