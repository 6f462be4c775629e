// From SOC 2010 to SOC 2020 by the titles of the coding index that carry both: a share of titles, not of people.
import type { IndexEntry } from '../source.ts';
import { byCodeUnit } from '#schemas/order.ts';

/** A SOC 2020 unit group that titles of a SOC 2010 unit group lead to. */
export interface SuccessorGroup {
  readonly soc2020: string;
  /** How many index titles of the SOC 2010 group are in it. */
  readonly titles: number;
  /** Of all index titles of the SOC 2010 group, from 0 to 1. */
  readonly share: number;
}

/** Below this share of a SOC 2010 group's titles a unit group is not called one of its successors. */
export const leastShare = 0.2;

/** By SOC 2010 unit group the unit groups of SOC 2020 that its titles are in, most titles first. Entries without either code count nowhere. */
export function successorsOf(entries: readonly IndexEntry[]): ReadonlyMap<string, readonly SuccessorGroup[]> {
  const counts = new Map<string, Map<string, number>>();
  for (const { soc2010, soc2020 } of entries) {
    if (soc2010 === null) continue;
    const titles = counts.get(soc2010) ?? new Map<string, number>();
    titles.set(soc2020, (titles.get(soc2020) ?? 0) + 1);
    counts.set(soc2010, titles);
  }
  return new Map(
    [...counts].map(([soc2010, titles]) => {
      const total = [...titles.values()].reduce((sum, count) => sum + count, 0);
      const successors = [...titles].map(([soc2020, count]) => ({ soc2020, titles: count, share: count / total }));
      return [soc2010, successors.sort((a, b) => b.titles - a.titles || byCodeUnit(a.soc2020, b.soc2020))];
    }),
  );
}
