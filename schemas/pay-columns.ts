// The figures that a table of pay prints for each occupation. No library is imported, because the
// worker carries this.

/** In the publisher's order. */
export const payColumns = [
  'jobsThousands',
  'median',
  'medianChangePercent',
  'mean',
  'meanChangePercent',
  'p10',
  'p20',
  'p25',
  'p30',
  'p40',
  'p60',
  'p70',
  'p75',
  'p80',
  'p90',
] as const;
export type PayColumn = (typeof payColumns)[number];

export const payChangeColumns = [
  'medianChangePercent',
  'meanChangePercent',
] as const satisfies readonly PayColumn[];
export type PayChangeColumn = (typeof payChangeColumns)[number];

/**
 * Whether a column is the publisher's change on the year before, which is no estimate: it has no
 * coefficient of variation and no shading.
 */
export function isChange(column: PayColumn): column is PayChangeColumn {
  return payChangeColumns.some((change) => change === column);
}

/** Columns that have a coefficient of variation: all except the two changes. */
export const payCvColumns = payColumns.filter(
  (column): column is Exclude<PayColumn, PayChangeColumn> => !isChange(column),
);

/**
 * The figures of the contract's `mean` and `distribution`. Answers of several areas or years have
 * these, not every percentile.
 */
export const payMainColumns = [
  'median',
  'mean',
  'p10',
  'p25',
  'p75',
  'p90',
] as const satisfies readonly PayColumn[];
