// One line for each request, by which an operator sees how the service does, and nobody sees who asked what.
import type { Visit } from './visit.ts';

/** What is recorded. No address, no key, no link, no query, and of a path only the pattern that it matched. */
export interface RequestEntry {
  /** When the answer was ready, ISO 8601. */
  readonly at: string;
  readonly method: string;
  /** The pattern of the path, as /v1/occupations/{soc}/pay; null where the request was refused before it was routed, or named nothing. */
  readonly route: string | null;
  readonly status: number;
  readonly milliseconds: number;
  /** The kind of a problem, as its `type` ends; null for anything else. */
  readonly problem: string | null;
  /** The edition that answered; null where none did. */
  readonly edition: string | null;
}

export type RequestLog = ((entry: RequestEntry) => void) | null;

/** Reads the setting LOG. Throws RangeError for any other text. */
export function readRequestLog(setting: string): RequestLog {
  switch (setting) {
    case 'off':
      return null;
    case 'json':
      return (entry) => console.log(JSON.stringify(entry));
    default:
      throw new RangeError(`LOG is "${setting}", expected json or off`);
  }
}

/** The entry of an answer that is ready. */
export function entryOf({ status, headers }: Response, { method, route, problem, begun }: Visit): RequestEntry {
  const now = Date.now();
  const [edition] = headers.get('LMI-Edition')?.split(', ') ?? [];
  return {
    at: new Date(now).toISOString(),
    method: methodName(method),
    route: routeName(route),
    status,
    milliseconds: now - begun,
    problem,
    edition: edition ?? null,
  };
}

/** Methods of RFC 9110 and 5789. Another is whatever a client chose to write, and stands in no log. */
const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];

export function methodName(method: string): string {
  return methods.includes(method) ? method : 'other';
}

/** A pattern of the router as the endpoint table writes it; the router writes "/" without its slash. */
export function routeName(pattern: string | undefined): string | null {
  return pattern === undefined || pattern === '*' ? null : pattern.replace(/:(\w+)/g, '{$1}') || '/';
}
