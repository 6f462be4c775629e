// lmi search --batch: finds the unit groups of a list of job titles, one result for each row, in
// the order of the list.
import { existsSync, realpathSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ReportedError, exitCodes } from '#sources/kit/reported-error.ts';
import { answerColumns } from '../batch/answer-columns.ts';
import { type Said, createCoder, nothingFound } from '../batch/code-row.ts';
import { Industries } from '../batch/industries.ts';
import { ListError, decodeList } from '../batch/list-text.ts';
import { type List, type ListRow, placeOf, readCsv, readLines } from '../batch/read-list.ts';
import { Summary } from '../batch/summary.ts';
import { type Format, createResults, formats } from '../batch/write-results.ts';
import { chooseDirectory } from '../edition/data-directory.ts';
import { isFileFault } from '../edition/files.ts';
import { searchOffline } from '../serve/search-offline.ts';
import { tell } from '../report/print.ts';
import { terminal } from '../report/report.ts';
import type { Given } from './arguments.ts';

/** `threshold`: the least confidence of a row that is coded, 0 to 1. */
type BatchArguments = Given<
  'column' | 'qualifier' | 'industry' | 'encoding' | 'format' | 'out',
  'raw'
> & { readonly threshold?: number };

const linesBetweenProgress = 1000;

/**
 * `file`: a path, or - for standard input. Every column of a CSV comes back beside the answer. A
 * row without an answer has nulls, or empty cells. The summary goes to standard error. Exit code 2
 * if the list cannot be read, after the results of all rows before the fault; 1 if rows are
 * damaged.
 */
export async function searchBatchCommand(file: string, options: BatchArguments): Promise<number> {
  const { data, column, encoding, out, threshold, raw = false } = options;
  const format = formatOf(options);
  if (out !== undefined) beginResults(out, file);
  const offline = await searchOffline(chooseDirectory(data));
  if (offline.sample) tell('synthetic sample, not statistics\n');
  const code = createCoder(offline);
  const place = file === '-' ? 'standard input' : file;
  const screen = terminal({ quiet: true });
  let shown = 0;
  const summary = new Summary();
  const industries = new Industries(options.industry === undefined ? [] : offline.qualifiers);
  let finish = async () => {};
  try {
    const text = decodeList(
      await (file === '-' ? buffer(process.stdin) : readFile(file)),
      encoding,
    );
    const list = column === undefined ? readLines(text, file) : readCsv(text);
    const lines = text.text.match(/\r\n?|\n/g)?.length ?? 1;
    const saidBy = readerOf(list, industries, options);
    const columns = answerColumns(list.headings, threshold !== undefined);
    if (format !== 'jsonl')
      for (const [name, other] of columns.renamed)
        tell(`${place}: the list has a column "${name}", so ours is called "${other}"\n`);
    const form = {
      path: out ?? null,
      raw,
      isMarked: text.isMarked,
      isTable: list.headings !== null,
      lineEnd: list.lineEnd,
    };
    const results = createResults(format, columns, form);
    finish = () => results.finish();
    for (const row of list.rows) {
      const said = saidBy(row);
      const coded = row.damage === null ? code(said) : nothingFound;
      const isCoded =
        threshold === undefined
          ? null
          : !coded.isAmbiguous && (coded.matches[0]?.confidence ?? -1) >= threshold;
      const answered = { ...coded, row, query: said.title, isCoded };
      summary.add(answered);
      await results.write(answered);
      if (row.line >= shown + linesBetweenProgress)
        screen.progress('coding', { done: (shown = row.line), of: lines, what: 'lines' });
    }
  } catch (error) {
    screen.done();
    await finish();
    if (error instanceof ListError) tell(`${place}: ${error.message}\n`);
    else if (isFileFault(error)) tell(`${place}: cannot be read (${error.code})\n`);
    else throw error;
    return exitCodes.usage;
  }
  await finish();
  screen.done();
  for (const line of summary.damaged()) tell(`${place}: ${line}\n`);
  const unread = industries.described(options.industry ?? '');
  if (unread.length > 0) tell(`${place}: ${unread.join('\n')}\n`);
  for (const line of summary.lines(threshold ?? null, offline.release)) tell(`${line}\n`);
  return summary.hasDamage ? exitCodes.refused : exitCodes.fine;
}

/** Throws ReportedError if the options do not go together. */
function formatOf({
  format: asked,
  out,
  column,
  qualifier,
  industry,
  threshold,
}: BatchArguments): Format {
  const ending = formats.find((one) => out?.toLowerCase().endsWith(`.${one}`));
  const named = asked ?? ending ?? 'jsonl';
  const format = formats.find((one) => one === named);
  if (format === undefined)
    throw new ReportedError(
      `--format is "${named}", expected ${formats.slice(0, -1).join(', ')} or ${formats.at(-1)}`,
    );
  if (asked === undefined && ending === undefined && out !== undefined && extname(out) !== '')
    throw new ReportedError(
      `--out is "${out}", expected a name that ends in ${formats.map((one) => `.${one}`).join(', ')}, or --format`,
    );
  if (format === 'parquet' && out === undefined)
    throw new ReportedError('a Parquet file needs --out FILE.parquet');
  if (column === undefined && (qualifier ?? industry) !== undefined)
    throw new ReportedError(
      '--qualifier and --industry name columns of a CSV, so they need --column',
    );
  if (threshold !== undefined && !(threshold >= 0 && threshold <= 1))
    throw new ReportedError(`--threshold is ${threshold}, expected a confidence from 0 to 1`);
  return format;
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
      ? new ReportedError(`--out ${out}: cannot be written (${error.code})`)
      : error;
  }
}

/** What the options take from a row. Throws ListError if a heading is missing. */
function readerOf(
  { headings }: List,
  industries: Industries,
  { column, qualifier, industry }: BatchArguments,
): (row: ListRow) => Said {
  const at = (heading: string | undefined) =>
    heading === undefined || headings === null ? -1 : placeOf(heading, headings);
  const places = {
    title: headings === null ? 0 : at(column),
    qualifier: at(qualifier),
    industry: at(industry),
  };
  return ({ cells, line, damage }) => ({
    title: cells[places.title] ?? '',
    qualifier: cells[places.qualifier] ?? '',
    industry: damage === null ? industries.read(cells[places.industry] ?? '', line) : '',
  });
}
