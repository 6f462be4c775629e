// One line for each request. It shows the operator how the service does, and shows nobody who asked what.
import type { Visit } from './visit.ts';

/** The record of a request: no address, key, link or query, and only the pattern that the path matched. */
export interface RequestEntry {
  /** When the answer was ready, ISO 8601. */
  readonly at: string;
  readonly method: string;
  /** The pattern of the path, such as /v1/occupations/{soc}/pay; null if the request was refused before routing, or the path is unknown. */
  readonly route: string | null;
  readonly status: number;
  readonly milliseconds: number;
  /** The kind of a problem, the end of its `type`; null for any other answer. */
  readonly problem: string | null;
  /** The edition that answered; null if none did. */
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

/** The entry for a finished answer. */
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

/** Methods of RFC 9110 and 5789. Any other method is text that a client chose, so the log says "other". */
const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];

export function methodName(method: string): string {
  return methods.includes(method) ? method : 'other';
}

/** A pattern of the router in the form of the endpoint table. The router writes "/" without its slash. */
export function routeName(pattern: string | undefined): string | null {
  return pattern === undefined || pattern === '*' ? null : pattern.replace(/:(\w+)/g, '{$1}') || '/';
}
