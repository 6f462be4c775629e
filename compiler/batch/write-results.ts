// Writes the results of a list: CSV or JSON lines to a file or standard output, or a Parquet file.
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { csvLine, guardedCsvLine, isFormula } from '#schemas/csv-line.ts';
import { ParquetFile } from '../figures/parquet-file.ts';
import { printData } from '../report/print.ts';
import { type AnswerColumns, type CodedRow, decisionOf, distinctNames, matchFields } from './answer-columns.ts';

export const formats = ['jsonl', 'csv', 'parquet'] as const;
export type Format = (typeof formats)[number];

/** Write all rows, then finish. */
export interface Results {
  write(row: CodedRow): void | Promise<void>;
  finish(): Promise<void>;
}

export interface ResultsForm {
  /** Null: standard output. */
  readonly path: string | null;
  /** Texts in a CSV are not guarded against being read as formulas. */
  readonly raw: boolean;
  /** Whether a CSV begins with a byte order mark, as the list does. */
  readonly isMarked: boolean;
  /** Whether the list is a CSV. */
  readonly isTable: boolean;
  /** Of the list's first line. A row of a CSV ends as it ended in the list. */
  readonly lineEnd: string;
}

export function createResults(format: Format, columns: AnswerColumns, form: ResultsForm): Results {
  if (format !== 'parquet') return new TextResults(format === 'csv' ? csvOf(columns, form) : jsonLinesOf(columns, form), form.path);
  if (form.path === null) throw new Error('a Parquet file was asked for without a path');
  return new ParquetResults(columns, form.path);
}

interface TextForm {
  readonly begin: string;
  readonly line: (row: CodedRow) => string;
}

/** The cells of the list stand as they stood, quotation marks too, unless one must be guarded or the row is damaged. A blank line of a CSV stays one. */
function csvOf({ own, answers }: AnswerColumns, { raw, isMarked, isTable, lineEnd }: ResultsForm): TextForm {
  const begin = `${isMarked ? '\uFEFF' : ''}${csvLine([...own, ...answers].map(({ name }) => name))}${lineEnd}`;
  const kept = (coded: CodedRow) => isTable && coded.row.damage === null && (raw || !own.some(({ value }) => isFormula(value(coded))));
  return {
    begin,
    line(coded) {
      const { row } = coded;
      if (isTable && row.text === '') return row.lineEnd;
      const cells = kept(coded)
        ? coded.row.text
        : guardedCsvLine(
            own.map(({ value }) => value(coded)),
            { raw },
          );
      return `${cells},${guardedCsvLine(
        answers.map(({ value }) => value(coded)),
        { raw },
      )}${row.lineEnd}`;
    },
  };
}

/** The members that an object had before lists had columns come first, and keep their names. */
function jsonLinesOf({ own }: AnswerColumns, { isTable }: ResultsForm): TextForm {
  const named = distinctNames(own);
  const ownOf = (match: OccupationMatch) => Object.fromEntries(matchFields.map((field) => [field, match[field]]));
  const nothing = Object.fromEntries(matchFields.map((field) => [field, null]));
  return {
    begin: '',
    line(coded) {
      const { query, row, isAmbiguous, isCoded, groups, chosenBy, matches } = coded;
      const [first, ...next] = matches;
      const object = {
        query,
        ...(first === undefined ? nothing : ownOf(first)),
        next: next.map(ownOf),
        ambiguous: first === undefined ? null : isAmbiguous,
        groups,
        chosenBy,
        setAside: first?.setAside ?? [],
        ...(isCoded === null ? {} : { decision: decisionOf(coded) }),
        ...(isTable
          ? {
              input: Object.fromEntries(named.map(({ name, value }) => [name, value(coded)])),
              damage: row.damage,
              damagedRow: row.damage === null ? null : row.text,
            }
          : {}),
      };
      return `${JSON.stringify(object)}\n`;
    },
  };
}

// Characters of a write. A write for each title costs more than its search.
const piece = 64_000;

class TextResults implements Results {
  readonly #form: TextForm;
  readonly #stream: NodeJS.WritableStream | null;
  #text: string;

  constructor(form: TextForm, path: string | null) {
    this.#form = form;
    this.#text = form.begin;
    this.#stream = path === null ? null : createWriteStream(path);
  }

  async write(row: CodedRow): Promise<void> {
    this.#text += this.#form.line(row);
    if (this.#text.length > piece) await this.#flush();
  }

  async finish(): Promise<void> {
    await this.#flush();
    if (this.#stream === null) return;
    this.#stream.end();
    await finished(this.#stream);
  }

  async #flush(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    if (this.#stream === null) {
      if (!printData(text)) await once(process.stdout, 'drain');
    } else if (!this.#stream.write(text)) await once(this.#stream, 'drain');
  }
}

// Rows of a group. More would take more memory, fewer make the file larger.
const rowsOfGroup = 2_500;

class ParquetResults implements Results {
  readonly #file: ParquetFile;
  readonly #columns: AnswerColumns['answers'];

  constructor({ own, answers }: AnswerColumns, path: string) {
    this.#columns = distinctNames([...own, ...answers]);
    this.#file = new ParquetFile(path, this.#columns);
  }

  async write(row: CodedRow): Promise<void> {
    this.#file.add(this.#columns.map(({ value }) => value(row)));
    if (this.#file.waiting === rowsOfGroup) await this.#file.flush();
  }

  async finish(): Promise<void> {
    await this.#file.finish();
  }
}
