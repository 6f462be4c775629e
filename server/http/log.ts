// The log: a line for each request, which never says who asked or what, and a line for each error.
import { printable } from '#schemas/printable.ts';

/**
 * The record of a request: no address, key, link or query, and only the pattern that the path
 * matched.
 */
export interface RequestEntry {
  /** When the answer was ready, ISO 8601. */
  readonly at: string;
  readonly method: string;
  /** The pattern of the path, such as /v1/occupations/{soc}/pay; null if the path is unknown. */
  readonly route: string | null;
  readonly status: number;
  readonly milliseconds: number;
  /** The kind of a problem, the end of its `type`; null for any other answer. */
  readonly problem: string | null;
  /** The edition that answered; null if none did. */
  readonly edition: string | null;
  /**
   * How many requests this line counts for: 1, or 100 if one in a hundred is written. Their sum is
   * the number of requests.
   */
  readonly requests: number;
}

export type RequestLog = ((entry: RequestEntry) => void) | null;

/** `json-sampled` writes one in so many lines, and every line with a status of 500 or more. */
const sampledRatio = 100;

/**
 * Reads the setting LOG. Throws RangeError for any other text. `random` gives a number from 0 to 1.
 */
export function readRequestLog(setting: string, random: () => number = Math.random): RequestLog {
  switch (setting) {
    case 'off':
      return null;
    case 'json':
      return write;
    case 'json-sampled':
      return (entry) => {
        if (entry.status >= 500) write(entry);
        else if (random() < 1 / sampledRatio) write({ ...entry, requests: sampledRatio });
      };
    default:
      throw new RangeError(`LOG is "${setting}", expected json, json-sampled or off`);
  }
}

function write(entry: RequestEntry): void {
  console.log(JSON.stringify(entry));
}

/** What the log takes from a request. */
interface LoggedRequest extends Pick<RequestEntry, 'method' | 'route' | 'problem'> {
  readonly arrived: number;
}

/** The entry for a finished answer. */
export function entryOf(
  { status, headers }: Response,
  { method, route, problem, arrived }: LoggedRequest,
): RequestEntry {
  const now = Date.now();
  const [edition] = headers.get('LMI-Edition')?.split(', ') ?? [];
  return {
    at: new Date(now).toISOString(),
    method: methodName(method),
    route,
    status,
    milliseconds: now - arrived,
    problem,
    edition: edition ?? null,
    requests: 1,
  };
}

/**
 * Methods of RFC 9110 and 5789. Any other method is text that a client chose, so the log says
 * "other".
 */
const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];

export function methodName(method: string): string {
  return methods.includes(method) ? method : 'other';
}

/** Logs what is wrong with a setting. A stack would hide which one it is. */
export function logWrongSetting(error: unknown, effect: string): void {
  const why = error instanceof Error ? error.message : String(error);
  console.error(printable(`${why}; ${effect}`));
}

/**
 * Logs what failed and why, with the stack. It can quote text of a client, a publisher or a damaged
 * file, so characters that a terminal would obey are escaped.
 */
export function logError(what: string, error: unknown): void {
  const why =
    error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
  console.error(printable(`${what}: ${why}`));
}
