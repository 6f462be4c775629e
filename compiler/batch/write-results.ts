// Writes the results of a list, as CSV or as JSON lines, to a file or standard output.
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { csvLine, guardedCsvLine } from '#schemas/csv-line.ts';
import { printData } from '../report/print.ts';
import {
  type AnswerColumns,
  type CodedRow,
  decisionOf,
  distinctNames,
  matchFields,
} from './answer-columns.ts';

/** Write all rows, then finish. */
export interface Results {
  write(row: CodedRow): void | Promise<void>;
  finish(): Promise<void>;
}

export interface ResultsForm {
  /** Null: standard output. */
  readonly path: string | null;
  /** JSON lines in place of CSV. */
  readonly json: boolean;
  /** Whether a CSV begins with a byte order mark, as the list does. */
  readonly isMarked: boolean;
  /** Whether the list is a CSV. */
  readonly isTable: boolean;
}

export function createResults(columns: AnswerColumns, form: ResultsForm): Results {
  return textResults(form.json ? jsonLinesOf(columns, form) : csvOf(columns, form), form.path);
}

interface TextForm {
  readonly begin: string;
  readonly line: (row: CodedRow) => string;
}

function csvOf({ own: ownColumns, answers }: AnswerColumns, { isMarked }: ResultsForm): TextForm {
  const columns = [...ownColumns, ...answers];
  return {
    begin: `${isMarked ? '\uFEFF' : ''}${csvLine(columns.map(({ name }) => name))}\n`,
    line: (coded) => `${guardedCsvLine(columns.map(({ value }) => value(coded)))}\n`,
  };
}

function jsonLinesOf({ own: ownColumns }: AnswerColumns, { isTable }: ResultsForm): TextForm {
  const columnNames = distinctNames(ownColumns);
  const ownOf = (match: OccupationMatch) =>
    Object.fromEntries(matchFields.map((field) => [field, match[field]]));
  const nothing = Object.fromEntries(matchFields.map((field) => [field, null]));
  return {
    begin: '',
    line(coded) {
      const { query, row, isAmbiguous, isCoded, groups, matches } = coded;
      const [first, ...next] = matches;
      const object = {
        query,
        ...(first === undefined ? nothing : ownOf(first)),
        next: next.map(ownOf),
        ambiguous: first === undefined ? null : isAmbiguous,
        groups,
        setAside: first?.setAside ?? [],
        ...(isCoded === null ? {} : { decision: decisionOf(coded) }),
        ...(isTable
          ? {
              input: Object.fromEntries(columnNames.map(({ name, value }) => [name, value(coded)])),
              damage: row.damage,
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
