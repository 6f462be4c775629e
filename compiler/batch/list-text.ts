// Decodes a person's list piece by piece, so that a list can have any length.
import { ReportedError } from '#sources/kit/reported-error.ts';

/** A fault of a list, for people. The caller puts the name of the list before the message. */
export class ListError extends ReportedError {}

/** The text of a list in pieces. In UTF-8 each piece ends with a line. */
export interface ListText {
  readonly pieces: AsyncGenerator<string>;
  /** Whether the list begins with a byte order mark, which spreadsheets write and need. */
  readonly isMarked: boolean;
}

/**
 * Without `encoding`, the byte order mark decides between UTF-8 and UTF-16, and a list without one is UTF-8. `encoding` is a label of the
 * WHATWG Encoding Standard, such as windows-1252. Throws ListError for a label that is none; the pieces throw it at the first line that is not in the
 * encoding, after all lines before it.
 */
export async function openText(input: AsyncIterable<Buffer>, encoding?: string): Promise<ListText> {
  if (encoding !== undefined && !isEncoding(encoding))
    throw new ListError(`--encoding is "${encoding}", expected a name such as utf-8, windows-1252 or utf-16le`);
  const chunks = input[Symbol.asyncIterator]();
  const begun = await beginningOf(chunks);
  const marked = markOf(begun);
  const read = encoding ?? marked ?? 'utf-8';
  const bytes = following(begun, chunks);
  return { pieces: /^utf-?8$/i.test(read) ? wholeLinesOf(bytes) : decodedWith(read, bytes), isMarked: marked !== null };
}

function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}

/** The bytes of the first chunks, at least as many as a byte order mark has, if there are so many. */
async function beginningOf(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  let begun = Buffer.alloc(0);
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    begun = Buffer.concat([begun, next.value]);
    if (begun.length >= 3) break;
  }
  return begun;
}

function markOf(bytes: Buffer): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

async function* following(begun: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield begun;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
}

async function* decodedWith(encoding: string, input: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let line = 1;
  try {
    for await (const bytes of input) {
      const text = decoder.decode(bytes, { stream: true });
      yield text;
      line += text.split('\n').length - 1;
    }
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ListError(`line ${line} or soon after it: is not ${encoding}`);
  }
}

/** Throws ListError at the first line that is not UTF-8, after all lines before it. */
async function* wholeLinesOf(input: AsyncIterable<Buffer>): AsyncGenerator<string> {
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
      `line ${line}: is not UTF-8\n  save the list as UTF-8, or name what it is: --encoding windows-1252 (old Excel), --encoding utf-16le (Excel's Unicode text)`,
    );
  }
}
