// Writes the results of a list: CSV or JSON lines to a file or standard output, or a Parquet file.
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { csvLine, guardedCsvLine, isFormula } from '#schemas/csv-line.ts';
import type { Cell } from '#sources/kit/tables.ts';
import { ParquetFile } from '../figures/parquet-file.ts';
import { printData } from '../report/print.ts';
import {
  type AnswerColumns,
  type CodedRow,
  decisionOf,
  distinctNames,
  matchFields,
} from './answer-columns.ts';

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
  if (format !== 'parquet')
    return textResults(
      format === 'csv' ? csvOf(columns, form) : jsonLinesOf(columns, form),
      form.path,
    );
  if (form.path === null) throw new Error('a Parquet file was asked for without a path');
  return parquetResults(columns, form.path);
}

interface TextForm {
  readonly begin: string;
  readonly line: (row: CodedRow) => string;
}

/**
 * The cells of the list stand as they stood, quotation marks too, unless one must be guarded or the
 * row is damaged. A blank line of a CSV stays one.
 */
function csvOf(
  { own, answers }: AnswerColumns,
  { raw, isMarked, isTable, lineEnd }: ResultsForm,
): TextForm {
  const begin = `${isMarked ? '\uFEFF' : ''}${csvLine([...own, ...answers].map(({ name }) => name))}${lineEnd}`;
  return {
    begin,
    line(coded) {
      const { row } = coded;
      if (isTable && row.text === '') return row.lineEnd;
      const [cells, said] = [own, answers].map((columns) =>
        columns.map(({ value }) => value(coded)),
      ) as [Cell[], Cell[]];
      const isKept = isTable && row.damage === null && (raw || !cells.some(isFormula));
      return `${isKept ? row.text : guardedCsvLine(cells, { raw })},${guardedCsvLine(said, { raw })}${row.lineEnd}`;
    },
  };
}

/** The members that an object had before lists had columns come first, and keep their names. */
function jsonLinesOf({ own }: AnswerColumns, { isTable }: ResultsForm): TextForm {
  const named = distinctNames(own);
  const ownOf = (match: OccupationMatch) =>
    Object.fromEntries(matchFields.map((field) => [field, match[field]]));
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

function textResults({ begin, line }: TextForm, path: string | null): Results {
  const stream = path === null ? null : createWriteStream(path);
  let text = begin;
  const flush = async () => {
    const written = text;
    text = '';
    if (stream === null ? !printData(written) : !stream.write(written))
      await once(stream ?? process.stdout, 'drain');
  };
  return {
    async write(row) {
      text += line(row);
      if (text.length > piece) await flush();
    },
    async finish() {
      await flush();
      if (stream !== null) await finished(stream.end());
    },
  };
}

// Rows of a group. More would take more memory, fewer make the file larger.
const rowsOfGroup = 2_500;

function parquetResults({ own, answers }: AnswerColumns, path: string): Results {
  const columns = distinctNames([...own, ...answers]);
  const file = new ParquetFile(path, columns);
  return {
    async write(row) {
      file.add(columns.map(({ value }) => value(row)));
      if (file.waiting === rowsOfGroup) await file.flush();
    },
    finish: () => file.finish(),
  };
}
