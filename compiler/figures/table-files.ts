// One table of an edition: the same rows as Parquet and as gzipped CSV, and what tables.json says of it.
import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import pako from 'pako';
import { guardedCsvField, guardedCsvLine } from '#schemas/csv-line.ts';
import { type StoredTable, csvOf, parquetOf } from '#schemas/stored-tables.ts';
import type { Column, Row, Table } from '#sources/kit/tables.ts';
import { sha256 } from '../edition/digest.ts';
import { ParquetFile } from './parquet-file.ts';

export interface TableColumn extends Column {
  /** What its codes stand for. */
  readonly titles?: ReadonlyMap<string, string>;
  /** Left out of the CSV: what leads back to the publisher's cell is a third of its bytes, and few people follow it. */
  readonly parquetOnly?: true;
}

const attributionColumn: TableColumn = {
  name: 'attribution',
  type: 'string',
  description: 'Whom to credit wherever the data are shown; only in the first row, for all.',
};

interface About extends Pick<Table, 'name' | 'title'> {
  readonly columns: readonly TableColumn[];
}

/** Add all rows, with a flush after each group of them, then finish. */
export class TableFiles {
  readonly #about: About;
  readonly #attribution: string;
  readonly #folder: string;
  readonly #parquet: ParquetFile;
  readonly #csv: GzipFile;
  readonly #places: readonly number[];
  /** The row above and its fields as they stand in the CSV: most are those of the next row too. */
  #above: Row = [];
  readonly #fields: string[];
  #written = 0;

  constructor(folder: string, { name, title, columns }: About, attribution: string) {
    const all = [...columns, attributionColumn];
    this.#about = { name, title, columns: all };
    this.#attribution = attribution;
    this.#folder = folder;
    this.#parquet = new ParquetFile(join(folder, parquetOf(name)), all);
    this.#csv = new GzipFile(join(folder, csvOf(name)));
    this.#places = all.flatMap(({ parquetOnly }, place) => (parquetOnly === true ? [] : [place]));
    this.#fields = this.#places.map(() => '');
    const names = this.#places.map((place) => all[place]?.name ?? null);
    this.#csv.write(`${guardedCsvLine(names, { raw: false })}\r\n`);
  }

  get waiting(): number {
    return this.#parquet.waiting;
  }

  add(row: Row): void {
    const whole = this.#written === 0 ? [...row, this.#attribution] : row;
    this.#places.forEach((place, at) => {
      const field = whole[place] ?? null;
      if (field !== (this.#above[place] ?? null)) this.#fields[at] = guardedCsvField(field);
    });
    this.#csv.write(`${this.#fields.join(',')}\r\n`);
    this.#parquet.add(whole);
    this.#above = whole;
    this.#written += 1;
  }

  /** The rows that wait become a group of the Parquet. */
  async flush(): Promise<void> {
    await this.#parquet.flush();
  }

  async finish(texts: Readonly<Record<string, string>> = {}): Promise<StoredTable> {
    await this.flush();
    await this.#parquet.finish({ ...texts, attribution: this.#attribution });
    const parquet = readFileSync(join(this.#folder, parquetOf(this.#about.name)));
    const { name, title, columns } = this.#about;
    return {
      ...{ name, title, attribution: this.#attribution, rows: this.#written, fields: columns.map(fieldOf) },
      parquetOnly: columns.flatMap(({ name: column, parquetOnly }) => (parquetOnly === true ? [column] : [])),
      csv: this.#csv.finish(),
      parquet: { bytes: parquet.length, sha256: sha256(parquet) },
    };
  }
}

function fieldOf({ name, type, description, values, titles, required }: TableColumn): StoredTable['fields'][number] {
  const constraints = { ...(required === true ? { required } : {}), ...(values === undefined ? {} : { enum: values }) };
  const categories = [...(titles ?? [])].map(([value, label]) => ({ value, label }));
  return {
    ...{ name, type, description },
    ...(categories.length === 0 ? {} : { categories }),
    ...(Object.keys(constraints).length === 0 ? {} : { constraints }),
  };
}

/** A gzipped file. The compressor is one in JavaScript: the bytes of Node's own belong to its version and to the processor. */
class GzipFile {
  readonly #file: number;
  readonly #deflate = new pako.Deflate({ gzip: true, level: 3 });
  readonly #hash: Hash = createHash('sha256');
  #bytes = 0;
  #waiting = '';

  constructor(path: string) {
    this.#file = openSync(path, 'wx');
    this.#deflate.onData = (chunk) => void writeSync(this.#file, chunk);
  }

  write(text: string): void {
    this.#waiting += text;
    if (this.#waiting.length > 1_000_000) this.#push();
  }

  #push(): void {
    const bytes = Buffer.from(this.#waiting);
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    this.#deflate.push(bytes, false);
    this.#waiting = '';
  }

  finish(): StoredTable['csv'] {
    this.#push();
    this.#deflate.push(new Uint8Array(), true);
    closeSync(this.#file);
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}
