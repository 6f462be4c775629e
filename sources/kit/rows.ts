// What a source says about each of its rows, for reviews, traces and comparisons.

export interface DescribedRow {
  /** The table or list that it is in. Null if all rows of the source are alike. */
  readonly kind: string | null;
  /**
   * How many of the publisher's rows it stands for: usually 1, all rows of a sheet that is one row
   * of ours, and 0 for a header.
   */
  readonly count: number;
  /** Where a person finds it: `'Sheet' row 231`. */
  readonly place: string;
  /** Its name among the rows of its kind, the same in every release; null if it has none. */
  readonly id: string | null;
  /** What people call it; null if it has no title. */
  readonly title: string | null;
  /** The unit groups of SOC 2020 that it is about, by their codes. */
  readonly occupations: readonly string[];
  /** What it says, by our names of the columns, without its kind and the number of its row. */
  cells(): Readonly<Record<string, unknown>>;
  /** The address of a cell in its sheet; null if it is in no sheet. */
  addressOf(column: string): string | null;
}

/** A row that is in no table of a sheet. */
export function describedRow(
  stated: Pick<DescribedRow, 'kind' | 'cells'> & Partial<DescribedRow>,
): DescribedRow {
  return {
    count: 1,
    place: stated.kind ?? 'row',
    id: null,
    title: null,
    occupations: [],
    addressOf: () => null,
    ...stated,
  };
}

/** How many of the publisher's rows there are of each kind. */
export function countByKind(rows: Iterable<DescribedRow>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { kind, count } of rows) {
    if (count === 0) continue;
    const name = kind ?? 'rows';
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return counts;
}
