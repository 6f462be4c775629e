// lmi search --batch: finds the unit groups of a list of job titles, one result for each row, in
// the order of the list.
import { existsSync, realpathSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { ReportedError } from '#sources/kit/reported-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { answerColumns } from '../batch/answer-columns.ts';
import { type Coded, createCoder, nothingFound } from '../batch/code-row.ts';
import {
  type List,
  ListError,
  placeOf,
  readCsv,
  readLines,
  refuseTable,
} from '../batch/read-list.ts';
import { Summary } from '../batch/summary.ts';
import { createResults } from '../batch/write-results.ts';
import { chooseDirectory } from '../edition/data-directory.ts';
import { isFileFault, repairLine } from '../edition/files.ts';
import { searchOffline } from '../serve/search-offline.ts';
import { tell } from '../report/print.ts';
import { terminal } from '../report/report.ts';
import type { Given } from './arguments.ts';

/** `threshold`: the least confidence of a row that is coded, 0 to 1. */
type BatchArguments = Given<'column' | 'out'> & { readonly threshold?: number };

const linesBetweenProgress = 1000;

/**
 * `file`: a path, or - for standard input. Every column of a CSV comes back beside the answer. A
 * row without an answer has nulls, or empty cells. The summary goes to standard error. Exit code 2
 * if the list cannot be read; 1 if rows are damaged.
 */
export async function searchBatchCommand(file: string, options: BatchArguments): Promise<number> {
  const { data, column, out, threshold, json = false } = options;
  if (out !== undefined) beginResults(out, file);
  const place = file === '-' ? 'standard input' : file;
  const titles = await readTitles(file, column, place);
  if (titles === null) return exitCodes.usage;
  const { list, titleColumn } = titles;
  const offline = await searchOffline(chooseDirectory(data));
  if (offline.sample) tell('synthetic sample, not statistics\n');
  const code = createCoder(offline);
  const columns = answerColumns(list.headings, threshold !== undefined);
  if (!json)
    for (const [name, other] of columns.renamed)
      tell(`${place}: the list has a column "${name}", so ours is called "${other}"\n`);
  const results = createResults(columns, {
    path: out ?? null,
    json,
    isMarked: list.isMarked,
    isTable: list.headings !== null,
  });
  const screen = terminal();
  const summary = new Summary();
  for (const [done, row] of list.rows.entries()) {
    const query = row.cells[titleColumn] ?? '';
    const coded = row.damage === null ? code(query) : nothingFound;
    const isCoded = threshold === undefined ? null : reaches(threshold, coded);
    const answered = { ...coded, row, query, isCoded };
    summary.add(answered);
    await results.write(answered);
    if (done % linesBetweenProgress === 0)
      screen.progress('coding', { done, of: list.rows.length, what: 'rows' });
  }
  await results.finish();
  screen.done();
  for (const line of summary.damaged()) tell(`${place}: ${line}\n`);
  for (const line of summary.lines(threshold ?? null, offline.release)) tell(`${line}\n`);
  return summary.hasDamage ? exitCodes.refused : exitCodes.fine;
}

function reaches(threshold: number, { isAmbiguous, matches: [first] }: Coded): boolean {
  return !isAmbiguous && first !== undefined && first.confidence >= threshold;
}

/** The list and the place of its column of titles. Null, with a message, if it cannot be read. */
async function readTitles(
  file: string,
  column: string | undefined,
  place: string,
): Promise<{ readonly list: List; readonly titleColumn: number } | null> {
  try {
    const list = await readList(file, column);
    const hasColumns = list.headings !== null && column !== undefined;
    return { list, titleColumn: hasColumns ? placeOf(column, list.headings) : 0 };
  } catch (error) {
    if (error instanceof ListError) tell(`${place}: ${error.message}\n`);
    else if (isFileFault(error))
      tell(`${place}: cannot be read (${error.code})${repairLine(error.code)}\n`);
    else throw error;
    return null;
  }
}

async function readList(file: string, column: string | undefined): Promise<List> {
  const bytes = file === '-' ? await buffer(process.stdin) : await readFile(file);
  if (column !== undefined) return readCsv(bytes);
  return /\.csv$/i.test(file) ? refuseTable(readCsv(bytes)) : readLines(bytes);
}

/**
 * Begins the file of the results. Throws ReportedError if it cannot be written, or is the list
 * itself.
 */
function beginResults(out: string, file: string): void {
  if (existsSync(out) && existsSync(file) && realpathSync(out) === realpathSync(file))
    throw new ReportedError(`--out ${out}: is the list itself, expected another file`);
  try {
    writeFileSync(out, '');
  } catch (error) {
    throw isFileFault(error)
      ? new ReportedError(
          `--out ${out}: cannot be written (${error.code})${repairLine(error.code)}`,
        )
      : error;
  }
}
