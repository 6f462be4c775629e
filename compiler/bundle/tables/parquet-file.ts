// Writes rows to a Parquet file, a group of rows at a time.
import { zstdCompressSync } from 'node:zlib';
import { ParquetWriter, fileWriter, schemaFromColumnData } from 'hyparquet-writer';

export interface ParquetColumn {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean';
}

type ParquetRow = readonly (string | number | boolean | null)[];

const types = { string: 'STRING', number: 'DOUBLE', boolean: 'BOOLEAN' } as const;

/** A file of one table. Write all rows, then finish. Names of columns must differ. */
export class ParquetFile {
  readonly #columns: readonly ParquetColumn[];
  readonly #writer: ParquetWriter;

  constructor(path: string, columns: readonly ParquetColumn[]) {
    this.#columns = columns;
    this.#writer = new ParquetWriter({
      writer: fileWriter(path),
      schema: schemaFromColumnData({ columnData: this.#columnData([]) }),
      codec: 'ZSTD',
      compressors: { ZSTD: (bytes) => zstdCompressSync(bytes) },
      createdBy: 'labour-market-information',
    });
  }

  /** The rows are one group of the file. */
  async write(rows: readonly ParquetRow[]): Promise<void> {
    await this.#writer.write({ columnData: this.#columnData(rows), rowGroupSize: rows.length });
  }

  async finish(): Promise<void> {
    await this.#writer.finish();
  }

  #columnData(rows: readonly ParquetRow[]) {
    return this.#columns.map(({ name, type }, place) => ({ name, type: types[type], data: rows.map((row) => row[place]) }));
  }
}
