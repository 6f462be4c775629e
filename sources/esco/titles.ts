// What the search may learn from ESCO: the English labels of its occupations. Each has an ISCO-08
// group, which may lead to several unit groups.
import type { Needs, TitleEvidence } from '#sources/kit/needs.ts';
import type { EscoObservations } from './reshape.ts';

const weight = 0.24;

export function* titles({ roles }: EscoObservations, needs: Needs): Generator<TitleEvidence> {
  const entries = Map.groupBy(needs.get('soc-index').entries, ({ isco08 }) => isco08);
  for (const { isco08, label, otherLabels } of roles.values()) {
    const counts = new Map<string, number>();
    for (const { soc2020 } of entries.get(isco08) ?? [])
      counts.set(soc2020, (counts.get(soc2020) ?? 0) + 1);
    const unitGroups = [...counts];
    for (const text of new Set([label, ...otherLabels]))
      yield { text, unitGroups, weight, isWeak: true };
  }
}
