// The rows that differ between two releases, for a source that has texts.
import type { DescribedRow } from '#sources/kit/rows.ts';

export interface RowChanges {
  readonly older: number;
  readonly newer: number;
  /**
   * Rows with one identifier in both releases, by each column that differs; the column with the
   * fewest changes first.
   */
  readonly changed: readonly ColumnChanges[];
  /**
   * Rows of the older release that the newer one lacks, as JSON, in their order. A repeated row
   * counts each time.
   */
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

interface ColumnChanges {
  readonly column: string;
  readonly rows: readonly {
    readonly id: string;
    readonly title: string;
    readonly old: string;
    readonly new: string;
  }[];
}

/** What a row says, and the same as JSON: equal rows have equal texts. */
interface ComparedRow {
  readonly row: DescribedRow;
  readonly text: string;
}

export function compareRows(
  older: Iterable<DescribedRow>,
  newer: Iterable<DescribedRow>,
): RowChanges {
  const before = comparedRowsOf(older);
  const after = comparedRowsOf(newer);
  const gone = without(before, after);
  const come = without(after, before);
  const goneById = rowsById(gone);
  const pairs: RowPair[] = [];
  const pairedKeys = new Set<string>();
  for (const [key, now] of rowsById(come)) {
    const then = goneById.get(key);
    if (then === undefined) continue;
    pairs.push({ then, now });
    pairedKeys.add(key);
  }
  const unpaired = (rows: readonly ComparedRow[]) =>
    rows.filter(({ row }) => !pairedKeys.has(keyOf(row) ?? '')).map(({ text }) => text);
  return {
    older: before.length,
    newer: after.length,
    changed: changedColumnsOf(pairs),
    removed: unpaired(gone),
    added: unpaired(come),
  };
}

/** A row that both releases have, with other content. */
interface RowPair {
  readonly then: DescribedRow;
  readonly now: DescribedRow;
}

/** The rows without the headers of tables, which count as no row and name their file. */
function comparedRowsOf(rows: Iterable<DescribedRow>): ComparedRow[] {
  return [...rows].filter(({ count }) => count > 0).map(comparedRow);
}

function comparedRow(row: DescribedRow): ComparedRow {
  const cells = row.cells();
  return { row, text: JSON.stringify(row.kind === null ? cells : { kind: row.kind, ...cells }) };
}

function without(rows: readonly ComparedRow[], others: readonly ComparedRow[]): ComparedRow[] {
  const times = new Map<string, number>();
  for (const { text } of others) times.set(text, (times.get(text) ?? 0) + 1);
  return rows.filter(({ text }) => {
    const left = times.get(text) ?? 0;
    if (left > 0) times.set(text, left - 1);
    return left === 0;
  });
}

/** The kind and the identifier of a row; null if it has none. */
function keyOf({ kind, id }: DescribedRow): string | null {
  return id === null ? null : `${kind} ${id}`;
}

/** The rows by kind and identifier, without those whose identifier is repeated. */
function rowsById(rows: readonly ComparedRow[]): ReadonlyMap<string, DescribedRow> {
  const byId = new Map<string, DescribedRow>();
  for (const [key, [first, ...others]] of Map.groupBy(rows, ({ row }) => keyOf(row)))
    if (key !== null && first !== undefined && others.length === 0) byId.set(key, first.row);
  return byId;
}

function changedColumnsOf(pairs: readonly RowPair[]): ColumnChanges[] {
  const textOf = (value: unknown) =>
    typeof value === 'string' ? value : JSON.stringify(value ?? null);
  const columns = new Map<string, ColumnChanges['rows'][number][]>();
  for (const { then, now } of pairs) {
    const oldCells = then.cells();
    const newCells = now.cells();
    for (const column of new Set([...Object.keys(oldCells), ...Object.keys(newCells)])) {
      const old = textOf(oldCells[column]);
      const changed = textOf(newCells[column]);
      if (old === changed) continue;
      const change = { id: now.id ?? '', title: now.title ?? '', old, new: changed };
      columns.set(column, [...(columns.get(column) ?? []), change]);
    }
  }
  return [...columns]
    .map(([column, rows]) => ({ column, rows }))
    .sort((a, b) => a.rows.length - b.rows.length);
}
