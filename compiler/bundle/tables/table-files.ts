// Writes rows to the CSV files of a table, which is cut if it is large.
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Duplex, PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { csvLine, guardedCsvLine } from '#schemas/csv-line.ts';
import type { Column, Row } from '../../figures/columns.ts';

/** A file of a table. */
export interface TableFile {
  /** Relative to the bundle: `tables/areas.csv`. */
  readonly path: string;
  readonly rows: number;
}

export interface TableForm {
  /** Texts in the CSV are not guarded against being read as formulas. */
  readonly raw: boolean;
  /** The part of the CSV that a row belongs to: `2024-provisional/annual_pay_gross/uk`. Absent: there is one file. */
  readonly partOf?: (row: Row) => string;
  readonly gzip: boolean;
}

interface CsvFile {
  readonly path: string;
  readonly input: Duplex;
  readonly written: Promise<void>;
  rows: number;
}

/** The CSV of one table. Write all rows, then finish. */
export class TableFiles {
  readonly #folder: string;
  readonly #name: string;
  readonly #columns: readonly Column[];
  readonly #form: TableForm;
  readonly #csv = new Map<string, CsvFile>();

  constructor(folder: string, name: string, columns: readonly Column[], form: TableForm) {
    this.#folder = folder;
    this.#name = name;
    this.#columns = columns;
    this.#form = form;
  }

  async write(rows: readonly Row[]): Promise<void> {
    const { partOf, raw } = this.#form;
    for (const [part, ofPart] of Map.groupBy(rows, (row) => partOf?.(row) ?? '')) {
      const file = this.#csv.get(part) ?? this.#openCsv(part);
      file.rows += ofPart.length;
      if (!file.input.write(ofPart.map((row) => `${guardedCsvLine(row, { raw })}\r\n`).join(''))) await once(file.input, 'drain');
    }
  }

  async finish(): Promise<readonly TableFile[]> {
    if (this.#csv.size === 0) this.#openCsv('');
    for (const { input, written } of this.#csv.values()) {
      input.end();
      await written;
    }
    return [...this.#csv.values()].map(({ path, rows }) => ({ path, rows }));
  }

  #openCsv(part: string): CsvFile {
    const { gzip } = this.#form;
    const path = `tables/${[this.#name, ...(part === '' ? [] : [part])].join('/')}.csv${gzip ? '.gz' : ''}`;
    mkdirSync(dirname(join(this.#folder, path)), { recursive: true });
    const output = createWriteStream(join(this.#folder, path));
    const input: Duplex = gzip ? createGzip({ level: 6 }) : new PassThrough();
    const written = pipeline(input, output);
    const file = { path, input, written, rows: 0 };
    // A fault, a full disk for instance, is told by finish.
    written.catch(() => undefined);
    input.write(`${csvLine(this.#columns.map(({ name }) => name))}\r\n`);
    this.#csv.set(part, file);
    return file;
  }
}
