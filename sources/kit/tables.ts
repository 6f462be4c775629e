// Tables of editions: their columns, and how a source of texts or codes declares one.

export type Cell = string | number | boolean | null;
export type Row = readonly Cell[];

/** A column, described for people who have only the table. */
export interface Column {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean';
  readonly description: string;
  /** Every value that it can have. */
  readonly values?: readonly string[];
  readonly required?: true;
  /**
   * Most of its texts occur in distant rows too. Parquet then keeps each text once, which the
   * library would not notice by itself.
   */
  readonly repeats?: true;
}

/** A table of a source whose publication is texts or codes, or a further one of any source. */
export interface Table {
  /** The name of its files: the key of the source, or another if it has several. */
  readonly name: string;
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: Iterable<Row>;
}

interface ColumnOf<Item> extends Column {
  readonly value: (item: Item) => Cell;
}

/**
 * A column of texts, and one of numbers. Only a column that the description calls empty may be
 * empty.
 */
export function text<Item>(
  name: string,
  description: string,
  value: (item: Item) => string | null,
  values?: readonly string[],
): ColumnOf<Item> {
  return { name, type: 'string', description, value, ...(values === undefined ? {} : { values }) };
}

export function number<Item>(
  name: string,
  description: string,
  value: (item: Item) => number | null,
): ColumnOf<Item> {
  return { name, type: 'number', description, value };
}

export function tableOf<Item>(
  name: string,
  title: string,
  items: Iterable<Item>,
  columns: readonly ColumnOf<Item>[],
): Table {
  return {
    name,
    title,
    columns: columns.map(({ value: _, ...column }) => column),
    rows: rowsOf(items, columns),
  };
}

function* rowsOf<Item>(items: Iterable<Item>, columns: readonly ColumnOf<Item>[]): Generator<Row> {
  for (const item of items) yield columns.map(({ value }) => value(item));
}
