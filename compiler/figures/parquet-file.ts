// Writes and reads Parquet files, a group of rows at a time, column by column.
import { type FileMetaData, parquetMetadata, parquetRead } from 'hyparquet';
import { ParquetWriter, fileWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { Cell } from './columns.ts';

export interface ParquetColumn {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean';
}

/** The values of each column. */
export type Columns = readonly Cell[][];

const types = { string: 'STRING', number: 'DOUBLE', boolean: 'BOOLEAN' } as const;

/**
 * A file of one table: add all rows, with a flush after each group of them, then finish. Names of columns must differ. The file is made with its
 * first group.
 */
export class ParquetFile {
  readonly #path: string;
  readonly #columns: readonly ParquetColumn[];
  readonly #waiting: readonly WaitingColumn[];
  readonly #texts: { key: string; value: string }[] = [];
  #writer: ParquetWriter | null = null;
  #rows = 0;

  constructor(path: string, columns: readonly ParquetColumn[]) {
    this.#path = path;
    this.#columns = columns;
    this.#waiting = columns.map(({ name, type }) => (type === 'number' ? new WaitingNumbers(name) : new WaitingWords()));
  }

  /** Rows added since the last flush. */
  get waiting(): number {
    return this.#rows;
  }

  add(row: readonly Cell[]): void {
    for (let place = 0; place < this.#waiting.length; place += 1) this.#waiting[place]?.add(row[place] ?? null);
    this.#rows += 1;
  }

  /** The rows that wait become a group of the file. */
  async flush(): Promise<void> {
    if (this.#rows === 0) return;
    this.#writer ??= this.#open();
    const waiting = this.#waiting;
    // The writer asks for a column's values when it has written the column before.
    const columnData = this.#columns.map(({ name, type }, place) => ({
      ...{ name, type: types[type] },
      get data() {
        return waiting[place]?.values() ?? [];
      },
    }));
    await this.#writer.write({ columnData, rowGroupSize: this.#rows });
    for (const column of waiting) column.clear();
    this.#rows = 0;
  }

  /** `texts`: what the file says of itself, by name. */
  async finish(texts: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.flush();
    for (const [key, value] of Object.entries(texts)) this.#texts.push({ key, value });
    await (this.#writer ?? this.#open()).finish();
  }

  #open(): ParquetWriter {
    return new ParquetWriter({
      writer: fileWriter(this.#path),
      schema: schemaFromColumnData({ columnData: this.#columns.map(({ name, type }) => ({ name, type: types[type], data: [] })) }),
      // The library's own Snappy gives the same bytes on every machine; those of zstd belong to the version of Node.
      codec: 'SNAPPY',
      // Nobody seeks in these files, and to find the least and greatest text of each group takes as long as to write it.
      statistics: false,
      kvMetadata: this.#texts,
      createdBy: 'labour-market-information',
    });
  }
}

/**
 * A column of the rows that wait. Values in plain arrays would live until the flush, and V8's heap would grow to several times what is in use.
 * So they stand as numbers in typed arrays, which serve every group.
 */
interface WaitingColumn {
  add(value: Cell): void;
  values(): Cell[];
  clear(): void;
}

/** Numbers, with NaN for null. */
class WaitingNumbers implements WaitingColumn {
  readonly #name: string;
  #rows = new Float64Array(64);
  #length = 0;

  constructor(name: string) {
    this.#name = name;
  }

  add(value: Cell): void {
    if (value !== null && typeof value !== 'number') throw new Error(`the column "${this.#name}" has numbers, and not ${value}`);
    if (this.#length === this.#rows.length) this.#rows = new Float64Array(this.#rows.buffer.transfer(this.#rows.byteLength * 2));
    this.#rows[this.#length] = value ?? Number.NaN;
    this.#length += 1;
  }

  values(): Cell[] {
    const values = new Array<Cell>(this.#length);
    for (let row = 0; row < values.length; row += 1) {
      const value = this.#rows[row] ?? Number.NaN;
      values[row] = Number.isNaN(value) ? null : value;
    }
    return values;
  }

  clear(): void {
    this.#length = 0;
  }
}

/** Texts or booleans: of each row, the place of its value among the distinct ones. */
class WaitingWords implements WaitingColumn {
  readonly #places = new Map<Cell, number>();
  #distinct: Cell[] = [];
  #rows = new Uint32Array(64);
  #length = 0;
  #last: Cell = null;
  #lastPlace = -1;

  add(value: Cell): void {
    // Most columns repeat the value of the row before.
    if (value !== this.#last || this.#lastPlace < 0) {
      this.#lastPlace = this.#placeOf(value);
      this.#last = value;
    }
    if (this.#length === this.#rows.length) this.#rows = new Uint32Array(this.#rows.buffer.transfer(this.#rows.byteLength * 2));
    this.#rows[this.#length] = this.#lastPlace;
    this.#length += 1;
  }

  values(): Cell[] {
    const values = new Array<Cell>(this.#length);
    for (let row = 0; row < values.length; row += 1) values[row] = this.#distinct[this.#rows[row] ?? 0] ?? null;
    return values;
  }

  clear(): void {
    this.#places.clear();
    this.#distinct = [];
    this.#length = 0;
    this.#lastPlace = -1;
  }

  #placeOf(value: Cell): number {
    const known = this.#places.get(value);
    if (known !== undefined) return known;
    this.#places.set(value, this.#distinct.length);
    return this.#distinct.push(value) - 1;
  }
}

/** A Parquet file in memory. */
export class ParquetTable {
  readonly #bytes: ArrayBuffer;
  readonly #metadata: FileMetaData;

  /** Throws if the bytes are no Parquet file. */
  constructor(bytes: Buffer) {
    this.#bytes = Uint8Array.from(bytes).buffer;
    this.#metadata = parquetMetadata(this.#bytes);
  }

  get rows(): number {
    return Number(this.#metadata.num_rows);
  }

  text(name: string): string {
    return this.#metadata.key_value_metadata?.find(({ key }) => key === name)?.value ?? '';
  }

  /** The columns with these names, a group of rows at a time. */
  async *groups(names: readonly string[]): AsyncGenerator<Columns> {
    let rowStart = 0;
    for (const { num_rows } of this.#metadata.row_groups) {
      const parts = new Map<string, Cell[][]>(names.map((name) => [name, []]));
      const rowEnd = rowStart + Number(num_rows);
      await parquetRead({
        ...{ file: this.#bytes, metadata: this.#metadata, rowStart, rowEnd, columns: [...names] },
        onChunk: ({ columnName, columnData }) => parts.get(columnName)?.push(Array.from<Cell>(columnData as ArrayLike<Cell>)),
      });
      yield [...parts.values()].map((chunks) => chunks.flat());
      rowStart = rowEnd;
    }
  }
}
