// The rows that only one of two releases has, for a source that has texts and no figures. Pure.

export interface RowChanges {
  readonly older: number;
  readonly newer: number;
  /** Rows of the older release that the newer one lacks, as JSON, in their order. A repeated row counts each time. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

export function compareRows(older: readonly unknown[], newer: readonly unknown[]): RowChanges {
  const [before, after] = [older.map(contentOf), newer.map(contentOf)];
  return { older: before.length, newer: after.length, removed: without(before, after), added: without(after, before) };
}

/** A row without its line number, which changes if a line is added above it. */
function contentOf(row: unknown): string {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return JSON.stringify(row);
  return JSON.stringify(Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'row' && name !== 'place')));
}

function without(rows: readonly string[], others: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const row of others) times.set(row, (times.get(row) ?? 0) + 1);
  return rows.filter((row) => {
    const left = times.get(row) ?? 0;
    if (left > 0) times.set(row, left - 1);
    return left === 0;
  });
}
