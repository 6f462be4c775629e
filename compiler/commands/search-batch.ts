// lmi search --batch: finds the unit groups of a list of job titles, one result for each title, in the order of the list.
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import { chooseDirectory } from '../edition/data-directory.ts';
import { isFileFault } from '../edition/file-fault.ts';
import { csvLine, guardedCsvLine } from '#sources/kit/csv-line.ts';
import { ListError, readTextList } from '#sources/kit/read/text-list.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { searchOffline } from '../serve/search-offline.ts';
import { printData, tell } from '../report/print.ts';

export interface BatchArguments {
  readonly data?: string;
  /** The heading of the titles in a CSV. Without it, the file has one title a line. */
  readonly column?: string;
  readonly format?: string;
  /** In a CSV no text is guarded against being read as a formula. */
  readonly raw?: boolean;
}

// The best answer and the next four.
const answers = 5;
const fields = ['soc2020', 'title', 'matchedTitle', 'qualifier', 'confidence', 'matchType'] as const;
// Characters of a write. A write for each title costs more than its search.
const piece = 64_000;

/** `file`: a path, or - for standard input, in UTF-8. Prints JSON lines or CSV. A title without a match has nulls, or empty cells. */
export async function searchBatchCommand(file: string, { data, column, format = 'jsonl', raw = false }: BatchArguments): Promise<number> {
  if (format !== 'jsonl' && format !== 'csv') {
    tell(`--format is "${format}", expected jsonl or csv\n`);
    return exitCodes.usage;
  }
  const { sample, search } = await searchOffline(chooseDirectory(data));
  if (sample) tell('synthetic sample, not statistics\n');
  const headings = format === 'csv' ? `${csvLine(csvHeadings())}\n` : '';
  let out = '';
  let isBegun = false;
  const begin = () => {
    if (!isBegun) out += headings;
    isBegun = true;
  };
  const [place, input] = file === '-' ? ['standard input', process.stdin] : [file, createReadStream(file)];
  try {
    for await (const query of readTextList(input, column)) {
      begin();
      const matches = search(query, answers);
      out += `${format === 'csv' ? guardedCsvLine(csvCells(query, matches), { raw }) : JSON.stringify(jsonOf(query, matches))}\n`;
      if (out.length < piece) continue;
      if (!printData(out)) await once(process.stdout, 'drain');
      out = '';
    }
  } catch (error) {
    printData(out);
    if (error instanceof ListError) tell(`${place}: ${error.message}\n`);
    else if (isFileFault(error)) tell(`${place}: cannot be read (${error.code})\n`);
    else throw error;
    return exitCodes.usage;
  }
  begin();
  printData(out);
  return exitCodes.fine;
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
