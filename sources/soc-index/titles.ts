// What the search may learn from the coding index: each title with its unit groups, and each title
// together with a qualifier.
import { wordsOf } from '#server/search/normalise.ts';
import type { TitleEvidence } from '#sources/kit/needs.ts';
import type { IndexObservations } from './reshape.ts';

// The bare title is the index's default, so it counts more than an entry with a qualifier.
const bareWeight = 3;
const qualifierWeight = 0.4;

export function* titles({ entries }: IndexObservations): Generator<TitleEvidence> {
  for (const entriesOfTitle of Map.groupBy(entries, ({ title }) =>
    wordsOf(title).join(' '),
  ).values()) {
    const counts = new Map<string, number>();
    for (const { soc2020, qualifier } of entriesOfTitle)
      counts.set(soc2020, (counts.get(soc2020) ?? 0) + (qualifier === null ? bareWeight : 1));
    for (const { title } of entriesOfTitle.slice(0, 1))
      yield { text: title, unitGroups: [...counts], weight: 1, isWeak: false };
    for (const { title, qualifier, soc2020 } of entriesOfTitle)
      if (qualifier !== null)
        yield {
          text: `${title} ${qualifier}`,
          unitGroups: [[soc2020, 1]],
          weight: qualifierWeight,
          isWeak: false,
        };
  }
}
