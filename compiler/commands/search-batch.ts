// lmi search --batch: a list of job titles to unit groups, one result for each title, in the order of the list.
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import type { OccupationMatch } from '#schemas/occupations.ts';
import { chooseDirectory } from '../data-directory.ts';
import { quoteList } from '../problem.ts';
import { exitCodes } from '../report.ts';
import { searchOffline } from '../search-offline.ts';

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
  let out = format === 'csv' ? csvLine(csvHeadings()) : '';
  try {
    for await (const query of titlesOf(file, column)) {
      const matches = search(query, answers);
      out += format === 'csv' ? csvLine(csvCells(query, matches)) : `${JSON.stringify(jsonOf(query, matches))}\n`;
      if (out.length < piece) continue;
      if (!process.stdout.write(out)) await once(process.stdout, 'drain');
      out = '';
    }
  } catch (error) {
    process.stdout.write(out);
    if (!(error instanceof Error) || !(error instanceof BatchError || 'code' in error)) throw error;
    process.stderr.write(`${file === '-' ? 'standard input' : file}: ${error.message}\n`);
    return exitCodes.usage;
  }
  process.stdout.write(out);
  return exitCodes.fine;
}

/** The titles of a list. An empty line, or an empty cell, is a title for which nothing is found, so that results and list stay side by side. */
async function* titlesOf(file: string, column: string | undefined): AsyncIterable<string> {
  const input: Readable = file === '-' ? process.stdin : createReadStream(file);
  if (column === undefined) {
    let isFirst = true;
    for await (const line of linesOf(input)) {
      yield isFirst ? line.replace(/^\uFEFF/, '') : line;
      isFirst = false;
    }
    return;
  }
  let place = -1;
  const records: AsyncIterable<string[]> = input.pipe(parse({ bom: true, relax_column_count: true, skip_empty_lines: true }));
  // A pipe does not carry faults on.
  const failed = once(input, 'error').then(([error]: unknown[]) => Promise.reject(error));
  failed.catch(() => {});
  const iterator = records[Symbol.asyncIterator]();
  for (;;) {
    const next = await Promise.race([iterator.next(), failed]);
    if (next.done === true) break;
    if (place !== -1) {
      yield next.value[place] ?? '';
      continue;
    }
    place = next.value.indexOf(column);
    if (place === -1) throw new BatchError(`row 1: no column is headed "${column}", found ${quoteList(next.value)}`);
  }
  if (place === -1) throw new BatchError(`row 1: no column is headed "${column}", the file is empty`);
}

async function* linesOf(input: Readable): AsyncIterable<string> {
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  // readline leaves out a fault of its input.
  let fault: unknown = null;
  input.once('error', (error) => {
    fault = error;
    lines.close();
  });
  yield* lines;
  if (fault !== null) throw fault;
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
