// Maps SOC 2010 to SOC 2020 by the titles of the coding index that have both codes. Its shares
// count titles, not people.
import type { IndexEntry } from '../needs.ts';
import { byCodeUnit } from '#schemas/order.ts';

/** A SOC 2020 unit group that has titles of a SOC 2010 unit group. */
interface SuccessorGroup {
  readonly soc2020: string;
  /** The number of its index titles that belong to the SOC 2010 group. */
  readonly titles: number;
  /** Their share of all index titles of the SOC 2010 group, from 0 to 1. */
  readonly share: number;
}

/** The smallest share of a SOC 2010 group's titles that makes a unit group its successor. */
export const leastShare = 0.2;

/**
 * By SOC 2010 unit group, the SOC 2020 unit groups of its titles, most titles first. Entries
 * without a SOC 2010 code are left out.
 */
export function successorsOf(
  entries: readonly IndexEntry[],
): ReadonlyMap<string, readonly SuccessorGroup[]> {
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
      const successors = [...titles].map(([soc2020, count]) => ({
        soc2020,
        titles: count,
        share: count / total,
      }));
      return [
        soc2010,
        successors.sort((a, b) => b.titles - a.titles || byCodeUnit(a.soc2020, b.soc2020)),
      ];
    }),
  );
}
