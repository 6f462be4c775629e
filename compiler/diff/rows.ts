// The rows that differ between two releases, for a source that has texts. Pure.

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

type Row = Readonly<Record<string, unknown>>;

/**
 * The columns that name a row, and those that say what it is. Sources have one or none of each; a
 * group of the classification has the code of its own level, and the other levels are blank.
 */
const identifiers = ['id', 'uri', 'slug', 'unit', 'minor', 'subMajor', 'major'];
const titles = ['natural', 'title', 'label'];
const blank = '<blank>';

export function compareRows(older: readonly unknown[], newer: readonly unknown[]): RowChanges {
  const before = older.map(contentOf);
  const after = newer.map(contentOf);
  const gone = without(before, after);
  const come = without(after, before);
  const then = rowsById(gone);
  const now = rowsById(come);
  const pairs = [...now].flatMap(([key, row]) => {
    const old = then.get(key);
    return old === undefined ? [] : [{ key, old, row }];
  });
  const paired = new Set(pairs.map(({ key }) => key));
  const unpaired = (rows: readonly string[]) =>
    rows.filter((row) => !paired.has(rowKeyOf(JSON.parse(row)) ?? ''));
  return {
    older: before.length,
    newer: after.length,
    changed: changedColumnsOf(pairs),
    removed: unpaired(gone),
    added: unpaired(come),
  };
}

/** A row without its line number, which changes if a line is added above it. */
function contentOf(row: unknown): string {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return JSON.stringify(row);
  return JSON.stringify(
    Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'row' && name !== 'place')),
  );
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

function textIn(row: unknown, columns: readonly string[]): string | undefined {
  return columns
    .map((column) => Object(row)[column])
    .find((value): value is string => typeof value === 'string' && value !== blank);
}

/** The kind and the identifier of a row; undefined if it has none. */
function rowKeyOf(row: unknown): string | undefined {
  const id = textIn(row, identifiers);
  return id === undefined ? undefined : `${String(Object(row).kind)} ${id}`;
}

/** The rows by kind and identifier, without those whose identifier stands more than once. */
function rowsById(rows: readonly string[]): ReadonlyMap<string, Row> {
  const read = rows.map((row): Row => JSON.parse(row));
  const alone = ([key, [row, ...more]]: readonly [string | undefined, Row[]]): [string, Row][] =>
    key === undefined || row === undefined || more.length > 0 ? [] : [[key, row]];
  return new Map([...Map.groupBy(read, rowKeyOf)].flatMap(alone));
}

function changedColumnsOf(
  pairs: readonly { readonly old: Row; readonly row: Row }[],
): ColumnChanges[] {
  const printed = (value: unknown) =>
    typeof value === 'string' ? value : JSON.stringify(value ?? null);
  const columns = new Map<string, ColumnChanges['rows'][number][]>();
  for (const { old, row } of pairs)
    for (const column of new Set([...Object.keys(old), ...Object.keys(row)])) {
      const before = printed(old[column]);
      const now = printed(row[column]);
      if (before === now) continue;
      const change = {
        id: textIn(row, identifiers) ?? '',
        title: textIn(row, titles) ?? '',
        old: before,
        new: now,
      };
      columns.set(column, [...(columns.get(column) ?? []), change]);
    }
  return [...columns]
    .map(([column, rows]) => ({ column, rows }))
    .sort((a, b) => a.rows.length - b.rows.length);
}
