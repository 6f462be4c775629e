// Ranks totals, for compiler and server.
import type { Rank } from '#schemas/figures.ts';
import { byCodeUnit } from '#schemas/order.ts';

/** Ranks by total, greatest first. Equal totals share a rank. Null if there is no total. */
export function ranksOf(totals: readonly (number | null)[]): {
  readonly ranks: readonly (number | null)[];
  readonly of: number;
} {
  const ordered = totals.filter((total) => total !== null).sort((a, b) => b - a);
  const first = new Map<number, number>();
  ordered.forEach((total, index) => {
    if (!first.has(total)) first.set(total, index + 1);
  });
  return {
    ranks: totals.map((total) => (total === null ? null : (first.get(total) ?? null))),
    of: ordered.length,
  };
}

/** A rank as answers print it; null if there is none. */
export function rankOf(rank: number | null | undefined, count: number): Rank | null {
  return rank === null || rank === undefined ? null : { rank, of: count };
}

/**
 * Rows with their ranks by `total`, highest first, ties by code; those without a total last. Each
 * row comes with `rank: null`, which is replaced.
 */
export function rankedRows<Row extends { readonly rank: null }>(
  rows: readonly { readonly code: string; readonly total: number | null; readonly row: Row }[],
): (Omit<Row, 'rank'> & { readonly rank: Rank | null })[] {
  const { ranks, of: rankedCount } = ranksOf(rows.map(({ total }) => total));
  const position = (rank: Rank | null) => rank?.rank ?? rankedCount + 1;
  return rows
    .map(({ code, row }, index) => ({ code, rank: rankOf(ranks[index], rankedCount), row }))
    .sort((a, b) => position(a.rank) - position(b.rank) || byCodeUnit(a.code, b.code))
    .map(({ rank, row }) => ({ ...row, rank }));
}
