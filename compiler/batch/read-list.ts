// Reads the list of a survey: one job title per line, or a CSV whose columns are all kept.
import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import { quoteList } from '#sources/kit/problem.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';

/** A fault of a list, for people. The caller puts the name of the list before the message. */
export class ListError extends ReportedError {}

/** A row of a list. */
export interface ListRow {
  /** The line on which it ends, counted from 1. */
  readonly line: number;
  /** As many as the list has headings; of a list without headings, the line. */
  readonly cells: readonly string[];
  /** Why the row cannot be relied upon; null for a sound row. */
  readonly damage: string | null;
}

export interface List {
  /** Of its columns; null for a list with one title a line. */
  readonly headings: readonly string[] | null;
  readonly rows: readonly ListRow[];
  /** Whether it begins with a byte order mark, which spreadsheets write and need. */
  readonly isMarked: boolean;
}

const mark = Buffer.from('\uFEFF');
const lineFeed = 0x0a;

/**
 * The text of a list, without a byte order mark. Throws ListError, which names the first line that
 * is not UTF-8. A zero byte means UTF-16.
 */
function textOf(bytes: Buffer): { readonly text: string; readonly isMarked: boolean } {
  if (!isUtf8(bytes) || bytes.includes(0))
    throw new ListError(
      `line ${lineOutsideUtf8(bytes)}: is not UTF-8\n  ` +
        'save the list as UTF-8: in Excel, "CSV UTF-8 (Comma delimited)"',
    );
  const isMarked = bytes.subarray(0, mark.length).equals(mark);
  return { text: bytes.toString('utf8', isMarked ? mark.length : 0), isMarked };
}

function lineOutsideUtf8(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(lineFeed, start);
    const ofLine = bytes.subarray(start, end < 0 ? bytes.length : end);
    if (!isUtf8(ofLine) || ofLine.includes(0)) return line;
    start = end < 0 ? bytes.length : end + 1;
  }
  return line;
}

/** A list with one title a line. An empty line is an empty title. */
export function readLines(bytes: Buffer): List {
  const { text, isMarked } = textOf(bytes);
  const lines = text.split(/\r\n|\n|\r/);
  // Nothing follows the last line end.
  if (lines.at(-1) === '') lines.pop();
  const rows = lines.map((line, place) => ({ line: place + 1, cells: [line], damage: null }));
  return { headings: null, rows, isMarked };
}

interface CsvRecord {
  readonly cells: readonly string[];
  readonly line: number;
}

/**
 * A CSV (RFC 4180). A row with another number of cells than the headings is damaged, because its
 * cells may be in the wrong columns. Throws ListError if it is empty or its quotation marks do not
 * agree.
 */
export function readCsv(bytes: Buffer): List {
  const { text, isMarked } = textOf(bytes);
  const all = recordsOf(text);
  const [first, ...records] = all.slice(all.findIndex(({ cells }) => !isBlank(cells)));
  if (first === undefined || isBlank(first.cells))
    throw new ListError('the list is empty, expected a CSV with headings');
  const headings = first.cells;
  const rows = records.map(({ cells, line }): ListRow => {
    const isWhole = cells.length === headings.length || isBlank(cells);
    return {
      line,
      cells: headings.map((_, place) => cells[place] ?? ''),
      damage: isWhole ? null : `${cells.length} cells, expected ${headings.length}`,
    };
  });
  return { headings, rows, isMarked };
}

/** An empty line is an empty row. */
function isBlank(cells: readonly string[]): boolean {
  return cells.length === 1 && cells[0] === '';
}

function recordsOf(text: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  try {
    parse(text, {
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      on_record(cells: string[], { lines }) {
        records.push({ cells, line: lines });
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new ListError(`line ${error['lines']}: ${error.message}`);
  }
  return records;
}

/**
 * The place of the column with this heading. Throws ListError if there is none or more than one.
 */
export function placeOf(heading: string, headings: readonly string[]): number {
  const times = headings.filter((header) => header === heading).length;
  if (times === 1) return headings.indexOf(heading);
  if (times > 1)
    throw new ListError(`row 1: ${times} columns are headed "${heading}", expected one`);
  const separator = headings.length === 1 ? /[;\t|]/.exec(headings[0] ?? '')?.[0] : undefined;
  const name = separator === '\t' ? 'tab' : separator;
  const repair =
    name === undefined
      ? ''
      : `\n  the cells seem to be separated by "${name}": save the list with commas`;
  throw new ListError(
    `row 1: no column is headed "${heading}", found ${quoteList(headings)}${repair}`,
  );
}

/** Titles are not read out of a table by chance: the first column may be an identifier. */
export function refuseTable({ headings }: List): never {
  const columns = headings ?? [];
  const likely = columns.find((heading) => /title|job|occupation/i.test(heading)) ?? columns[0];
  throw new ListError(
    `is a CSV with the columns ${quoteList(columns)}\n  ` +
      `say which has the job titles: --column ${JSON.stringify(likely ?? '')}`,
  );
}
