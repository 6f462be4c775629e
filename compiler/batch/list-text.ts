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
  let first = Buffer.alloc(0);
  // As many as a byte order mark has, if there are so many.
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    first = Buffer.concat([first, next.value]);
    if (first.length >= 3) break;
  }
  const marked = markOf(first);
  const bytes = (async function* () {
    yield first;
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
  })();
  const read = encoding ?? marked ?? 'utf-8';
  return { pieces: /^utf-?8$/i.test(read) ? wholeLinesOf(bytes) : decodedWith(read, bytes), isMarked: marked !== null };
}

function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}

const marks = { 'utf-8': [0xef, 0xbb, 0xbf], 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] } as const;

function markOf(bytes: Buffer): string | null {
  return Object.entries(marks).find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0] ?? null;
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
  let cut = Buffer.alloc(0);
  let line = 1;
  const decoded = (bytes: Buffer): string | null => {
    // A zero byte means UTF-16.
    if (bytes.includes(0)) return null;
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: line !== 1 }).decode(bytes);
    } catch (error) {
      if (error instanceof TypeError) return null;
      throw error;
    }
  };
  function* textsIn(bytes: Buffer): Iterable<string> {
    const whole = decoded(bytes);
    for (const part of whole === null ? linesIn(bytes) : [bytes]) {
      const text = whole ?? decoded(part);
      if (text === null)
        throw new ListError(
          `line ${line}: is not UTF-8\n  save the list as UTF-8, or name what it is: --encoding windows-1252 (old Excel), --encoding utf-16le (Excel's Unicode text)`,
        );
      line += text.split('\n').length - 1;
      yield text;
    }
  }
  for await (const chunk of input) {
    const bytes = Buffer.concat([cut, chunk]);
    const end = bytes.lastIndexOf('\n') + 1;
    cut = bytes.subarray(end);
    if (end > 0) yield* textsIn(bytes.subarray(0, end));
  }
  if (cut.length > 0) yield* textsIn(cut);
}

function* linesIn(bytes: Buffer): Iterable<Buffer> {
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf('\n', from) + 1 || bytes.length;
    yield bytes.subarray(from, end);
    from = end;
  }
}
