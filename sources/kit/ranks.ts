// Ranks of totals. Pure and without a library, because compiler and server share it.
import type { Rank } from '#schemas/figures.ts';

/** Ranks by total, greatest first. Equal totals share a rank. Null if there is no total. */
export function ranksOf(totals: readonly (number | null)[]): { readonly ranks: readonly (number | null)[]; readonly of: number } {
  const ordered = totals.filter((total) => total !== null).sort((a, b) => b - a);
  const first = new Map<number, number>();
  ordered.forEach((total, place) => {
    if (!first.has(total)) first.set(total, place + 1);
  });
  return { ranks: totals.map((total) => (total === null ? null : (first.get(total) ?? null))), of: ordered.length };
}

/** A rank as answers print it; null if there is none. */
export function rankOf(rank: number | null | undefined, of: number): Rank | null {
  return rank === null || rank === undefined ? null : { rank, of };
}
