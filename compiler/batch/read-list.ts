// Reads the list of a survey: one job title a line, or a CSV of which every column comes back.
import { quoteList } from '#sources/kit/problem.ts';
import { type CsvRecord, CsvRecords } from './csv-records.ts';
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
  readonly rows: AsyncGenerator<ListRow>;
}

/** A list with one title a line. An empty line is an empty title. Throws ListError if it is a CSV with several columns, which it lists. */
export async function readLines({ pieces }: ListText, name: string): Promise<List> {
  const first = (await pieces.next()).value ?? '';
  refuseColumns(first, name);
  return { headings: null, lineEnd: lineEndIn(first), rows: linesOf(first, pieces) };
}

/** A CSV. Empty lines above its headings are skipped. Throws ListError if it is empty. */
export async function readCsv({ pieces }: ListText): Promise<List> {
  const records = recordsOf(pieces);
  for (let next = await records.next(); next.done !== true; next = await records.next()) {
    const { cells, damage, line, lineEnd: end } = next.value;
    if (damage !== null) throw new ListError(`line ${line}: the headings are damaged: ${damage}`);
    const lineEnd = end === '' ? '\n' : end;
    if (cells.some((cell) => cell !== '')) return { headings: cells, lineEnd, rows: rowsOf(records, cells.length, lineEnd) };
  }
  throw new ListError('the list is empty, expected a CSV with headings');
}

/** The place of the column with this heading. Throws ListError if there is none or more than one. */
export function placeOf(heading: string, headings: readonly string[]): number {
  const times = headings.filter((one) => one === heading).length;
  if (times === 1) return headings.indexOf(heading);
  if (times > 1) throw new ListError(`row 1: ${times} columns are headed "${heading}", expected one`);
  const other = headings.length === 1 ? /[;\t|]/.exec(headings[0] ?? '')?.[0] : undefined;
  const repair = other === undefined ? '' : `\n  ${saveWithCommas(other)}`;
  throw new ListError(`row 1: no column is headed "${heading}", found ${quoteList(headings)}${repair}`);
}

function saveWithCommas(separator: string): string {
  return `the cells seem to be separated by "${separator === '\t' ? 'tab' : separator}": save the list with commas`;
}

// A list of titles as the index inverts them has a comma in many lines: "nurse, staff".
const columnsOfTitles = 2;
const linesCompared = 5;

/** Titles are not read out of a table by chance: the first column may be an identifier. */
function refuseColumns(first: string, name: string): void {
  const records = new CsvRecords();
  const [head, ...rows] = [...records.push(first), ...records.end()].slice(0, linesCompared);
  if (head === undefined) return;
  const other = [';', '\t', '|'].find((separator) => isSeparatedBy(separator, [head, ...rows], name));
  if (other !== undefined)
    throw new ListError(`is a table, not one title a line\n  ${saveWithCommas(other)}, and say which has the job titles: --column HEADING`);
  const isCsv = /\.csv$/i.test(name) ? head.cells.length > 1 : isTable(head, rows);
  if (!isCsv) return;
  const columns = quoteList(head.cells);
  throw new ListError(
    `is a CSV with the columns ${columns}\n  say which has the job titles: --column ${JSON.stringify(head.cells.find((cell) => /title|job|occupation/i.test(cell)) ?? head.cells[0])}`,
  );
}

/** Every line has this separator equally often: once is enough in a file that says it is a table, and for tabs, which no title has. */
function isSeparatedBy(separator: string, records: readonly CsvRecord[], name: string): boolean {
  const [times = 0, ...others] = records.map(({ text }) => text.split(separator).length - 1);
  const least = separator === '\t' || /\.[ct]sv$/i.test(name) ? 1 : columnsOfTitles;
  return times >= least && others.length > 0 && others.every((one) => one === times);
}

function isTable({ cells }: CsvRecord, rows: readonly CsvRecord[]): boolean {
  return cells.length > columnsOfTitles && rows.length > 0 && rows.every((row) => row.cells.length === cells.length);
}

async function* linesOf(first: string, pieces: AsyncIterable<string>): AsyncGenerator<ListRow> {
  let cut = '';
  let line = 0;
  const lineEnd = lineEndIn(first);
  const row = (text: string): ListRow => ({ line: ++line, text, lineEnd, cells: [text], damage: null });
  for await (const piece of following(first, pieces)) {
    const lines = (cut + piece).split(/\r\n|\n|\r(?!$)/);
    cut = lines.pop() ?? '';
    yield* lines.map(row);
  }
  // Nothing follows the last line end.
  if (cut !== '') yield row(cut.replace(/\r$/, ''));
}

function lineEndIn(first: string): string {
  return /\r\n|\n|\r(?!$)/.exec(first)?.[0] ?? '\n';
}

async function* following(first: string, pieces: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* pieces;
}

async function* recordsOf(pieces: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  const records = new CsvRecords();
  for await (const piece of pieces) yield* records.push(piece);
  yield* records.end();
}

/** A row with another number of cells is damaged, because its cells may stand in the wrong columns. An empty line is an empty row. */
async function* rowsOf(records: AsyncIterable<CsvRecord>, columns: number, lineEndOfList: string): AsyncGenerator<ListRow> {
  for await (const { line, text, lineEnd, cells, damage } of records) {
    const isWhole = cells.length === columns || text === '';
    yield {
      line,
      text,
      lineEnd: lineEnd === '' ? lineEndOfList : lineEnd,
      cells: cells.length === columns ? cells : Array.from({ length: columns }, (_, place) => cells[place] ?? ''),
      damage: damage ?? (isWhole ? null : `${cells.length} cells, expected ${columns}`),
    };
  }
}
