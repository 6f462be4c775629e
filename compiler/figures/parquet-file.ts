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

/** A file of one table. Write all rows, then finish. Names of columns must differ. `texts`: what the file says of itself, by name; the writer may fill it until it finishes. */
export class ParquetFile {
  readonly #columns: readonly ParquetColumn[];
  readonly #writer: ParquetWriter;
  readonly #texts: { key: string; value: string }[] = [];

  constructor(path: string, columns: readonly ParquetColumn[]) {
    this.#columns = columns;
    this.#writer = new ParquetWriter({
      writer: fileWriter(path),
      schema: schemaFromColumnData({ columnData: this.#columnData(columns.map(() => [])) }),
      // The library's own Snappy gives the same bytes on every machine; those of zstd belong to the version of Node.
      codec: 'SNAPPY',
      // Nobody seeks in these files, and to find the least and greatest text of each group takes as long as to write it.
      statistics: false,
      kvMetadata: this.#texts,
      createdBy: 'labour-market-information',
    });
  }

  /** The rows are one group of the file. */
  async write(columns: Columns): Promise<void> {
    await this.#writer.write({ columnData: this.#columnData(columns), rowGroupSize: columns[0]?.length ?? 0 });
  }

  /** `texts`: what the file says of itself, by name. */
  async finish(texts: Readonly<Record<string, string>> = {}): Promise<void> {
    for (const [key, value] of Object.entries(texts)) this.#texts.push({ key, value });
    await this.#writer.finish();
  }

  #columnData(columns: Columns) {
    return this.#columns.map(({ name, type }, place) => ({ name, type: types[type], data: columns[place] ?? [] }));
  }
}

export function byColumn(rows: readonly (readonly Cell[])[], width: number): Columns {
  return Array.from({ length: width }, (_, place) => rows.map((row) => row[place] ?? null));
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
