// Writes and reads Parquet files, a group of rows at a time, column by column.
import { type FileMetaData, parquetMetadata, parquetRead } from 'hyparquet';
import { ParquetWriter, fileWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { Cell, Column } from '#sources/kit/tables.ts';

export type ParquetColumn = Pick<Column, 'name' | 'type' | 'repeats'>;

export type Columns = readonly Cell[][];

const types = { string: 'STRING', number: 'DOUBLE', boolean: 'BOOLEAN' } as const;

/**
 * A file of one table: add all rows, with a flush after each group of them, then finish. Names of
 * columns must differ. The file is made with its first group.
 */
export class ParquetFile {
  readonly #path: string;
  readonly #columns: readonly ParquetColumn[];
  readonly #texts: { key: string; value: string }[] = [];
  #writer: ParquetWriter | null = null;
  /** The values of each column that were added since the last flush. */
  #values: Cell[][];

  constructor(path: string, columns: readonly ParquetColumn[]) {
    this.#path = path;
    this.#columns = columns;
    this.#values = columns.map(() => []);
  }

  get waiting(): number {
    return this.#values[0]?.length ?? 0;
  }

  /** Cells that a row lacks at its end are empty. */
  add(row: readonly Cell[]): void {
    this.#values.forEach((values, place) => values.push(row[place] ?? null));
  }

  /** The rows that wait become a group of the file. */
  async flush(): Promise<void> {
    const rowGroupSize = this.waiting;
    if (rowGroupSize === 0) return;
    this.#writer ??= this.#open();
    const columnData = this.#columns.map(({ name, type, repeats }, place) => ({
      name,
      type: types[type],
      data: this.#values[place] ?? [],
      ...(repeats === true ? { encoding: 'RLE_DICTIONARY' as const } : {}),
    }));
    await this.#writer.write({ columnData, rowGroupSize });
    this.#values = this.#columns.map(() => []);
  }

  /** `texts`: the metadata of the file, by name. */
  async finish(texts: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.flush();
    for (const [key, value] of Object.entries(texts)) this.#texts.push({ key, value });
    await (this.#writer ?? this.#open()).finish();
  }

  #open(): ParquetWriter {
    return new ParquetWriter({
      writer: fileWriter(this.#path),
      schema: schemaFromColumnData({
        columnData: this.#columns.map(({ name, type }) => ({ name, type: types[type], data: [] })),
      }),
      // The library's own Snappy gives the same bytes on every machine; those of zstd belong to the
      // version of Node.
      codec: 'SNAPPY',
      // Computing min/max statistics takes as long as writing the file, and no reader uses them.
      statistics: false,
      kvMetadata: this.#texts,
      createdBy: 'labour-market-information',
    });
  }
}

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

  /** The number of groups of rows. */
  get groupCount(): number {
    return this.#metadata.row_groups.length;
  }

  /**
   * The columns with these names, of the group of rows with this number, from 0. `rows`: only these
   * of the group, in order.
   */
  async group(
    place: number,
    names: readonly string[],
    rows: readonly number[] | null = null,
  ): Promise<Columns> {
    const sizes = this.#metadata.row_groups.map(({ num_rows }) => Number(num_rows));
    const rowStart = sizes.slice(0, place).reduce((sum, size) => sum + size, 0);
    const columns = new Map<string, Cell[]>(names.map((name) => [name, []]));
    await parquetRead({
      file: this.#bytes,
      metadata: this.#metadata,
      rowStart,
      rowEnd: rowStart + (sizes[place] ?? 0),
      columns: [...names],
      onChunk: ({ columnName, columnData, rowStart: chunkStart, rowEnd: chunkEnd }) => {
        const cells = columnData as ArrayLike<Cell>;
        const column = columns.get(columnName) ?? [];
        if (rows === null) {
          for (let index = 0; index < cells.length; index += 1) column.push(cells[index] ?? null);
          return;
        }
        for (const row of rows) {
          const rowOfFile = rowStart + row;
          if (rowOfFile >= chunkStart && rowOfFile < chunkEnd)
            column.push(cells[rowOfFile - chunkStart] ?? null);
        }
      },
    });
    return [...columns.values()];
  }

  /** The columns with these names, a group of rows at a time. */
  async *groups(names: readonly string[]): AsyncGenerator<Columns> {
    for (let place = 0; place < this.groupCount; place += 1) yield this.group(place, names);
  }
}
