// lmi search --batch: a list of job titles to unit groups, one result for each title, in the order of the list.
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import { chooseDirectory } from '../edition/data-directory.ts';
import { isFileFault } from '../edition/file-fault.ts';
import { quoteList } from '#sources/kit/problem.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { searchOffline } from '../serve/search-offline.ts';

export interface BatchArguments {
  readonly data?: string;
  /** The heading of the titles in a CSV; without it, the file has a title a line. */
  readonly column?: string;
  readonly format?: string;
}

// The best answer and the next four.
const answers = 5;
const fields = ['soc2020', 'title', 'matchedTitle', 'qualifier', 'confidence', 'matchType'] as const;
// Written in pieces of about so many characters: a write for each title costs more than its search.
const piece = 64_000;

/** What is wrong with the list; its message is for people. */
class BatchError extends Error {
  override readonly name = 'BatchError';
}

/** `file`: a path, or - for standard input, in UTF-8. Prints JSON lines or CSV; a title for which nothing is found has nulls, or empty cells. */
export async function searchBatchCommand(file: string, { data, column, format = 'jsonl' }: BatchArguments): Promise<number> {
  if (format !== 'jsonl' && format !== 'csv') {
    process.stderr.write(`--format is "${format}", expected jsonl or csv\n`);
    return exitCodes.usage;
  }
  const { sample, search } = await searchOffline(chooseDirectory(data));
  if (sample) process.stderr.write('synthetic sample, not statistics\n');
  const headings = format === 'csv' ? csvLine(csvHeadings()) : '';
  let out = '';
  let isBegun = false;
  const begin = () => {
    if (!isBegun) out += headings;
    isBegun = true;
  };
  try {
    for await (const query of titlesOf(file, column)) {
      begin();
      const matches = search(query, answers);
      out += format === 'csv' ? csvLine(csvCells(query, matches)) : `${JSON.stringify(jsonOf(query, matches))}\n`;
      if (out.length < piece) continue;
      if (!process.stdout.write(out)) await once(process.stdout, 'drain');
      out = '';
    }
  } catch (error) {
    process.stdout.write(out);
    const place = file === '-' ? 'standard input' : file;
    if (error instanceof BatchError) process.stderr.write(`${place}: ${error.message}\n`);
    else if (isFileFault(error)) process.stderr.write(`${place}: cannot be read (${error.code})\n`);
    else throw error;
    return exitCodes.usage;
  }
  begin();
  process.stdout.write(out);
  return exitCodes.fine;
}

/** The titles of a list. An empty line, or an empty cell, is a title for which nothing is found, so that results and list stay side by side. */
async function* titlesOf(file: string, column: string | undefined): AsyncIterable<string> {
  const texts = wholeLinesOf(file === '-' ? process.stdin : createReadStream(file));
  if (column !== undefined) {
    yield* cellsOf(texts, column);
    return;
  }
  for await (const text of texts) {
    const lines = text.split(/\r\n|\n|\r/);
    // What follows the last line end is no line.
    if (lines.at(-1) === '') lines.pop();
    yield* lines;
  }
}

/** The cells of one column. What stands before a row that is damaged is handed over before the fault is. */
async function* cellsOf(texts: AsyncIterable<string>, column: string): AsyncIterable<string> {
  const rows: string[][] = [];
  // Taken here as each is read: out of the stream itself the rows before a damaged one would be lost.
  const parser = parse({ relax_column_count: true, on_record: (row: string[]) => void rows.push(row) });
  parser.on('error', () => {});
  parser.resume();
  let place = -1;
  function* taken(): Iterable<string> {
    for (const row of rows.splice(0)) {
      if (place !== -1) yield row[place] ?? '';
      // Empty lines above the headings are no titles yet.
      else if (row.some((cell) => cell !== '')) place = placeOf(column, row);
    }
  }
  const feed = async (give: (done: (error?: Error | null) => void) => void) => {
    const fault = await new Promise<Error | null | undefined>(give);
    return fault ?? null;
  };
  const pieces = texts[Symbol.asyncIterator]();
  let ill: unknown = null;
  const next = () =>
    pieces.next().catch((error: unknown) => {
      ill = error;
      return { done: true, value: undefined } as const;
    });
  for (let text = await next(); text.done !== true; text = await next()) {
    const fault = await feed((done) => parser.write(text.value, done));
    yield* taken();
    if (fault !== null) throw damaged(fault);
  }
  // The parser keeps back the end of what it has been given until it knows that nothing follows.
  const fault = await feed((done) => void parser.end(done));
  yield* taken();
  if (ill !== null) throw ill;
  if (fault !== null) throw damaged(fault);
  if (place === -1) throw new BatchError(`row 1: no column is headed "${column}", the file is empty`);
}

function placeOf(column: string, headings: readonly string[]): number {
  const times = headings.filter((heading) => heading === column).length;
  if (times === 0) throw new BatchError(`row 1: no column is headed "${column}", found ${quoteList(headings)}`);
  if (times > 1) throw new BatchError(`row 1: ${times} columns are headed "${column}", expected one`);
  return headings.indexOf(column);
}

function damaged({ message }: Error): BatchError {
  return new BatchError(`the CSV is damaged (${message})\n  mend that line, or leave --column out where the file has a title a line`);
}

/** The text of a list in pieces that end where a line does. Throws BatchError at the first line that is not UTF-8, after all before it. */
async function* wholeLinesOf(input: AsyncIterable<Buffer>): AsyncIterable<string> {
  let rest = Buffer.alloc(0);
  let line = 1;
  function* texts(bytes: Buffer): Iterable<string> {
    let from = 0;
    try {
      const text = decoded(bytes, line === 1);
      line += text.split('\n').length - 1;
      yield text;
      return;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
    for (let end = bytes.indexOf('\n') + 1; from < bytes.length; end = bytes.indexOf('\n', from) + 1) {
      const until = end === 0 ? bytes.length : end;
      yield decodedLine(bytes.subarray(from, until), line);
      from = until;
      line += 1;
    }
  }
  for await (const chunk of input) {
    const bytes = Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf('\n') + 1;
    rest = bytes.subarray(end);
    if (end > 0) yield* texts(bytes.subarray(0, end));
  }
  if (rest.length > 0) yield* texts(rest);
}

/** Throws TypeError where the bytes are not UTF-8; a byte that no text has tells of UTF-16. */
function decoded(bytes: Buffer, isFirst: boolean): string {
  if (bytes.includes(0)) throw new TypeError('a byte of value 0');
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: !isFirst }).decode(bytes);
}

function decodedLine(bytes: Buffer, line: number): string {
  try {
    return decoded(bytes, line === 1);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new BatchError(
      `line ${line}: is not UTF-8\n  save the list as UTF-8, or convert it: iconv -f WINDOWS-1252 -t UTF-8 LIST (UTF-16 where it comes from Excel as Unicode text)`,
    );
  }
}

function jsonOf(query: string, [first, ...next]: readonly OccupationMatch[]): object {
  const nothing = Object.fromEntries(fields.map((field) => [field, null]));
  return { query, ...(first ?? nothing), next };
}

function csvHeadings(): string[] {
  return ['query', ...Array.from({ length: answers }, (_, at) => fields.map((field) => (at === 0 ? field : `${field}_${at + 1}`))).flat()];
}

function csvCells(query: string, matches: readonly OccupationMatch[]): string[] {
  return [query, ...Array.from({ length: answers }, (_, at) => fields.map((field) => String(matches[at]?.[field] ?? ''))).flat()];
}

/** RFC 4180, but for the line end, which is that of other tools here. */
function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`;
}
