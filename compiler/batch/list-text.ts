// Decodes a person's list.
import { ReportedError } from '#sources/kit/reported-error.ts';

/** A fault of a list, for people. The caller puts the name of the list before the message. */
export class ListError extends ReportedError {}

export interface ListText {
  /** The whole list; if it has a fault, the lines before it. */
  readonly text: string;
  /** The first line that is not in the encoding; null if every line is. */
  readonly fault: ListError | null;
  /** Whether the list begins with a byte order mark, which spreadsheets write and need. */
  readonly isMarked: boolean;
}

/** What a text of JavaScript holds, with room to spare. */
const mostBytes = 500_000_000;

/**
 * Without `encoding`, the byte order mark decides between UTF-8 and UTF-16, and a list without one
 * is UTF-8. `encoding` is a label of the WHATWG Encoding Standard, such as windows-1252. Throws
 * ListError for a label that is none, and for a list that is too long.
 */
export function decodeList(bytes: Uint8Array, encoding?: string): ListText {
  if (encoding !== undefined && !isIn(encoding, new Uint8Array()))
    throw new ListError(
      `--encoding is "${encoding}", expected a name such as utf-8, windows-1252 or utf-16le`,
    );
  if (bytes.length > mostBytes)
    throw new ListError(
      `has ${bytes.length} bytes, expected at most ${mostBytes}\n  divide the list, and code each part`,
    );
  const mark = markOf(bytes);
  const named = encoding ?? mark ?? 'utf-8';
  const text = new TextDecoder(named).decode(bytes);
  const isMarked = mark !== null;
  const isUtf8 = /^utf-?8$/i.test(named);
  // A zero byte means UTF-16.
  if (isIn(named, bytes) && !(isUtf8 && bytes.includes(0))) return { text, fault: null, isMarked };
  const before = text.slice(0, text.lastIndexOf('\n', text.search(/[\uFFFD\0]/)) + 1);
  const repair = isUtf8
    ? "\n  save the list as UTF-8, or name what it is: --encoding windows-1252 (old Excel), --encoding utf-16le (Excel's Unicode text)"
    : '';
  const fault = new ListError(
    `line ${before.split('\n').length}: is not ${isUtf8 ? 'UTF-8' : named}${repair}`,
  );
  return { text: before, fault, isMarked };
}

/** False too if there is no such encoding. */
function isIn(encoding: string, bytes: Uint8Array): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return false;
    throw error;
  }
}

const marks = {
  'utf-8': [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
} as const;

function markOf(bytes: Uint8Array): string | null {
  return (
    Object.entries(marks).find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0] ??
    null
  );
}
