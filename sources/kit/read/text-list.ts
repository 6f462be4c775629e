// Reads a person's list: one text a line, or one column of a CSV. It decodes piece by piece, so a list can have any length.
import { parse } from 'csv-parse';
import { quoteList } from '../problem.ts';

/** A fault of a list, for people. The caller puts the name of the list before the message. */
export class ListError extends Error {
  override readonly name = 'ListError';
}

/**
 * The texts of a list in UTF-8: one text a line, or with `column` the cells of a CSV under that heading. An empty line or cell is an empty
 * text, so that results match the lines of the list. All texts before a fault are yielded before ListError is thrown.
 */
export async function* readTextList(input: AsyncIterable<Buffer>, column?: string): AsyncIterable<string> {
  const texts = wholeLinesOf(input);
  if (column !== undefined) {
    yield* cellsOf(texts, column);
    return;
  }
  for await (const text of texts) {
    const lines = text.split(/\r\n|\n|\r/);
    // Nothing follows the last line end.
    if (lines.at(-1) === '') lines.pop();
    yield* lines;
  }
}

/** The cells of one column. All cells before a damaged row are yielded before the fault is thrown. */
async function* cellsOf(texts: AsyncIterable<string>, column: string): AsyncIterable<string> {
  const rows: string[][] = [];
  // Rows are taken as each is read. Read from the stream, the rows before a damaged one would be lost.
  const parser = parse({ relax_column_count: true, on_record: (row: string[]) => void rows.push(row) });
  parser.on('error', () => {});
  parser.resume();
  let place = -1;
  function* taken(): Iterable<string> {
    for (const row of rows.splice(0)) {
      if (place !== -1) yield row[place] ?? '';
      // Empty lines above the headings are skipped.
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
  // The parser keeps its last input until it knows that nothing follows.
  const fault = await feed((done) => void parser.end(done));
  yield* taken();
  if (ill !== null) throw ill;
  if (fault !== null) throw damaged(fault);
  if (place === -1) throw new ListError(`row 1: no column is headed "${column}", the file is empty`);
}

function placeOf(column: string, headings: readonly string[]): number {
  const times = headings.filter((heading) => heading === column).length;
  if (times === 0) throw new ListError(`row 1: no column is headed "${column}", found ${quoteList(headings)}`);
  if (times > 1) throw new ListError(`row 1: ${times} columns are headed "${column}", expected one`);
  return headings.indexOf(column);
}

function damaged({ message }: Error): ListError {
  return new ListError(`the CSV is damaged (${message})\n  correct that line, or leave out --column if the file has one title a line`);
}

/** The text of a list in pieces that end with a line. Throws ListError at the first line that is not UTF-8, after all lines before it. */
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

/** Throws TypeError if the bytes are not UTF-8. A zero byte means UTF-16. */
function decoded(bytes: Buffer, isFirst: boolean): string {
  if (bytes.includes(0)) throw new TypeError('a byte of value 0');
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: !isFirst }).decode(bytes);
}

function decodedLine(bytes: Buffer, line: number): string {
  try {
    return decoded(bytes, line === 1);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ListError(
      `line ${line}: is not UTF-8\n  save the list as UTF-8, or convert it: iconv -f WINDOWS-1252 -t UTF-8 LIST (UTF-16 if Excel saved it as Unicode text)`,
    );
  }
}
