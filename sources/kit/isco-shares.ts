// From SOC 2020 to ISCO-08: how the job titles of each unit group divide among ISCO-08 unit groups.
// No table between the two is published, so every source that needs an international classification
// uses this count of coding index titles.
import { byCodeUnit } from '#schemas/order.ts';
import type { IscoShare } from '#schemas/resources/isco-shares.ts';
import { roundComputed } from '#schemas/round.ts';
import type { NeededObservations } from './needs.ts';

/** How many entries the index has for each unit group, with or without an ISCO-08 code. */
export function entriesByUnitGroup({
  entries,
}: Pick<NeededObservations['soc-index'], 'entries'>): ReadonlyMap<string, number> {
  return new Map(
    [...Map.groupBy(entries, ({ soc2020 }) => soc2020)].map(([soc2020, entriesOfGroup]) => [
      soc2020,
      entriesOfGroup.length,
    ]),
  );
}

/**
 * The shares add up to 1 in each unit group; most entries first, ties by code. A unit group without
 * ISCO-08 codes is left out.
 */
export function iscoSharesOf({
  entries,
  iscoTitles,
}: NeededObservations['soc-index']): ReadonlyMap<string, readonly IscoShare[]> {
  const mapped = Map.groupBy(entries, ({ soc2020 }) => soc2020);
  const shares = new Map<string, IscoShare[]>();
  for (const [soc2020, entriesOfGroup] of mapped) {
    const counts = new Map<string, number>();
    for (const { isco08 } of entriesOfGroup)
      if (isco08 !== null) counts.set(isco08, (counts.get(isco08) ?? 0) + 1);
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const sorted = [...counts].sort(
      ([codeA, countA], [codeB, countB]) => countB - countA || byCodeUnit(codeA, codeB),
    );
    if (all > 0)
      shares.set(
        soc2020,
        sorted.map(([code, count]) => ({
          code,
          title: iscoTitles.get(code) ?? null,
          indexEntries: count,
          share: count / all,
        })),
      );
  }
  return shares;
}

/** A computed share from 0 to 1 as a percentage with one decimal. */
export function percent(share: number): number {
  return roundComputed(100 * share, 1);
}
