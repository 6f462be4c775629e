// Writes rows to the CSV files of a table, which is cut if it is large.
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Duplex, PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { csvLine, guardedCsvLine } from '#schemas/csv-line.ts';
import type { Column, Row } from '../../figures/columns.ts';

export interface TableFile {
  /** Relative to the bundle: `tables/areas.csv`. */
  readonly path: string;
  readonly rows: number;
}

export interface CsvForm {
  /** Texts are not guarded against being read as formulas. */
  readonly raw: boolean;
  readonly gzip: boolean;
  /** The part of the CSV that a row belongs to: `2024-provisional/annual_pay_gross/uk`; empty for the only one. */
  readonly partOf?: (row: Row) => string;
}

interface CsvFile {
  readonly path: string;
  readonly input: Duplex;
  readonly written: Promise<void>;
  rows: number;
}

/** Write all rows, then finish. */
export class CsvTable {
  readonly #open: (part: string) => CsvFile;
  readonly #form: CsvForm;
  readonly #files = new Map<string, CsvFile>();

  constructor(folder: string, name: string, columns: readonly Column[], form: CsvForm) {
    this.#form = form;
    this.#open = (part) => {
      const path = `tables/${name}${part === '' ? '' : `/${part}`}.csv${form.gzip ? '.gz' : ''}`;
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      const input: Duplex = form.gzip ? createGzip({ level: 6 }) : new PassThrough();
      const written = pipeline(input, createWriteStream(join(folder, path)));
      // A fault, a full disk for instance, is told by finish.
      written.catch(() => undefined);
      input.write(`${csvLine(columns.map((column) => column.name))}\r\n`);
      const file = { path, input, written, rows: 0 };
      this.#files.set(part, file);
      return file;
    };
  }

  async write(rows: readonly Row[]): Promise<void> {
    const { partOf = () => '', raw } = this.#form;
    for (const [part, own] of Map.groupBy(rows, partOf)) {
      const file = this.#files.get(part) ?? this.#open(part);
      file.rows += own.length;
      if (!file.input.write(own.map((row) => `${guardedCsvLine(row, { raw })}\r\n`).join(''))) await once(file.input, 'drain');
    }
  }

  async finish(): Promise<readonly TableFile[]> {
    if (this.#files.size === 0) this.#open('');
    for (const { input, written } of this.#files.values()) {
      input.end();
      await written;
    }
    return [...this.#files.values()].map(({ path, rows }) => ({ path, rows }));
  }
}
