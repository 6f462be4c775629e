// Reads the list of a survey: one job title a line, or a CSV of which every column comes back.
import { quoteList } from '#sources/kit/problem.ts';
import { type CsvRecord, csvRecords } from './csv-records.ts';
import { ListError, type ListText } from './list-text.ts';

/** A row of a list. */
export interface ListRow {
  /** The line on which it begins, counted from 1. */
  readonly line: number;
  /** As it stands in the file, without its line end. */
  readonly text: string;
  /** Its line end; that of the first line if the file ends without one. */
  readonly lineEnd: string;
  /** As many as the list has headings; of a list without headings, the line. */
  readonly cells: readonly string[];
  /** Why the row cannot be relied upon; null for a sound row. */
  readonly damage: string | null;
}

export interface List {
  /** Of its columns; null for a list with one title a line. */
  readonly headings: readonly string[] | null;
  /** Of its first line: LF, CRLF or CR. */
  readonly lineEnd: string;
  /** Throws the fault of the list after the rows before it. */
  readonly rows: Iterable<ListRow>;
}

/**
 * A list with one title a line. An empty line is an empty title. Throws ListError if it is a CSV
 * with several columns, which it lists.
 */
export function readLines({ text, fault }: ListText, name: string): List {
  refuseColumns(text, name);
  const lineEnd = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  return { headings: null, lineEnd, rows: before(fault, linesOf(text, lineEnd)) };
}

/**
 * A CSV. Empty lines above its headings are skipped. Throws ListError if it is empty, or has a
 * fault above its headings.
 */
export function readCsv({ text, fault }: ListText): List {
  const records = csvRecords(text);
  for (let next = records.next(); next.done !== true; next = records.next()) {
    const { cells, damage, line, lineEnd: end } = next.value;
    if (damage !== null) throw new ListError(`line ${line}: the headings are damaged: ${damage}`);
    const lineEnd = end === '' ? '\n' : end;
    if (cells.some((cell) => cell !== ''))
      return {
        headings: cells,
        lineEnd,
        rows: before(fault, listRowsOf(records, cells.length, lineEnd)),
      };
  }
  throw fault ?? new ListError('the list is empty, expected a CSV with headings');
}

function* before(fault: ListError | null, rows: Iterable<ListRow>): Generator<ListRow> {
  yield* rows;
  if (fault !== null) throw fault;
}

/**
 * The place of the column with this heading. Throws ListError if there is none or more than one.
 */
export function placeOf(heading: string, headings: readonly string[]): number {
  const times = headings.filter((one) => one === heading).length;
  if (times === 1) return headings.indexOf(heading);
  if (times > 1)
    throw new ListError(`row 1: ${times} columns are headed "${heading}", expected one`);
  const other = headings.length === 1 ? /[;\t|]/.exec(headings[0] ?? '')?.[0] : undefined;
  const repair = other === undefined ? '' : `\n  ${saveWithCommas(other)}`;
  throw new ListError(
    `row 1: no column is headed "${heading}", found ${quoteList(headings)}${repair}`,
  );
}

function saveWithCommas(separator: string): string {
  return `the cells seem to be separated by "${separator === '\t' ? 'tab' : separator}": save the list with commas`;
}

// A list of titles as the index inverts them has a comma in many lines: "nurse, staff".
const columnsOfTitles = 2;
const linesCompared = 5;

/** Titles are not read out of a table by chance: the first column may be an identifier. */
function refuseColumns(text: string, name: string): void {
  const [head, ...rows] = csvRecords(text).take(linesCompared);
  if (head === undefined) return;
  const other = [';', '\t', '|'].find((separator) =>
    isSeparatedBy(separator, [head, ...rows], name),
  );
  if (other !== undefined)
    throw new ListError(
      `is a table, not one title a line\n  ${saveWithCommas(other)}, and say which has the job titles: --column HEADING`,
    );
  const isCsv = /\.csv$/i.test(name) ? head.cells.length > 1 : isTable(head, rows);
  if (!isCsv) return;
  const columns = quoteList(head.cells);
  throw new ListError(
    `is a CSV with the columns ${columns}\n  say which has the job titles: --column ${JSON.stringify(head.cells.find((cell) => /title|job|occupation/i.test(cell)) ?? head.cells[0])}`,
  );
}

/**
 * Every line has this separator equally often: once is enough in a file that says it is a table,
 * and for tabs, which no title has.
 */
function isSeparatedBy(separator: string, records: readonly CsvRecord[], name: string): boolean {
  const [times = 0, ...others] = records.map(({ text }) => text.split(separator).length - 1);
  const least = separator === '\t' || /\.[ct]sv$/i.test(name) ? 1 : columnsOfTitles;
  return times >= least && others.length > 0 && others.every((one) => one === times);
}

function isTable({ cells }: CsvRecord, rows: readonly CsvRecord[]): boolean {
  return (
    cells.length > columnsOfTitles &&
    rows.length > 0 &&
    rows.every((row) => row.cells.length === cells.length)
  );
}

function* linesOf(text: string, lineEnd: string): Generator<ListRow> {
  const lines = text.split(/\r\n|\n|\r/);
  // Nothing follows the last line end.
  if (lines.at(-1) === '') lines.pop();
  for (const [at, line] of lines.entries())
    yield { line: at + 1, text: line, lineEnd, cells: [line], damage: null };
}

/**
 * A row with another number of cells is damaged, because its cells may stand in the wrong columns.
 * An empty line is an empty row.
 */
function* listRowsOf(
  records: Iterable<CsvRecord>,
  columns: number,
  lineEndOfList: string,
): Generator<ListRow> {
  for (const { line, text, lineEnd, cells, damage } of records) {
    const isWhole = cells.length === columns || text === '';
    yield {
      line,
      text,
      lineEnd: lineEnd === '' ? lineEndOfList : lineEnd,
      cells:
        cells.length === columns
          ? cells
          : Array.from({ length: columns }, (_, place) => cells[place] ?? ''),
      damage: damage ?? (isWhole ? null : `${cells.length} cells, expected ${columns}`),
    };
  }
}
