// A request as the service reads it: parsed once, and then changed by nobody; and the checks that
// need only the request.
import { withoutTrailing } from '#schemas/trimmed.ts';
import { type Accepted, type AcceptEncoding, acceptedCodings } from './accept.ts';
import { normalisePath } from './address.ts';
import { Refusal, quoted } from './problem.ts';

/** Takes work that begins after the answer. */
type Later = (work: () => Promise<void>) => void;

export interface IncomingRequest {
  readonly request: Request;
  readonly method: string;
  /** The path in normal form. Routes are matched against it. */
  readonly path: string;
  readonly search: URLSearchParams;
  /** Path and query as requested, cut for a problem, which repeats them. */
  readonly instance: string;
  /** The content codings that the client accepts. */
  readonly accepted: Accepted;
  readonly ifNoneMatch: string | null;
  readonly later: Later;
  /** When the request arrived, in milliseconds. */
  readonly arrived: number;
}

const longestInstance = 500;

export function parseRequest(
  request: Request,
  { acceptEncoding, later }: { readonly acceptEncoding: AcceptEncoding; readonly later: Later },
): IncomingRequest {
  const { pathname, search, searchParams } = new URL(request.url);
  return {
    request,
    method: request.method,
    path: normalisePath(pathname),
    search: searchParams,
    instance: (pathname + search).slice(0, longestInstance),
    accepted: acceptedCodings(acceptEncoding(request)),
    ifNoneMatch: request.headers.get('If-None-Match'),
    later,
    arrived: Date.now(),
  };
}

/**
 * Twice the length that RFC 9110 §4.1 asks every server to accept, and as much as Cloudflare lets
 * through.
 */
const longestAddress = 16_000;

/** 414, because reading such an address would cost more than any answer. */
export function refuseLongAddress({ request }: Pick<IncomingRequest, 'request'>): void {
  const { length } = request.url;
  if (length > longestAddress)
    throw new Refusal(
      'address-too-long',
      `The address has ${length} characters, expected at most ${longestAddress}.`,
    );
}

/**
 * itty-router's patterns take /v1/occupations/ for /v1/occupations, and every cache would keep one
 * answer twice.
 */
export function refuseTrailingSlash({ path }: IncomingRequest): void {
  if (path === '/' || !path.endsWith('/')) return;
  const without = withoutTrailing(path, '/') || '/';
  throw new Refusal(
    'unknown-path',
    `There is nothing at ${quoted(path)}: paths have no slash at the end. Did you mean ` +
      `${quoted(without)}?`,
  );
}

/** 405 for any other method. */
export function requireMethod({ method, path }: IncomingRequest, allowed: readonly string[]): void {
  if (allowed.includes(method)) return;
  throw new Refusal(
    'method-not-allowed',
    `${path} answers ${allowed.join(', ').replace(/, (?=\w+$)/, ' and ')}, not ${method}.`,
    { headers: { Allow: allowed.join(', ') } },
  );
}
