// A request on its way through the router, and the checks that need nothing but the request.
import type { Allowance } from './limits.ts';
import { Refusal, quoted } from './problem.ts';
import type { ProblemKind } from './problem-kinds.ts';
import type { Known } from './published.ts';
import { normalisePath } from './request-path.ts';
import type { Later } from './sign-up/answer-sign-up.ts';

/** What is known of a request so far; the router fills in the rest on the way. */
export interface Visit {
  readonly request: Request;
  readonly method: string;
  /** The request's URL with its path in normal form: what routes are matched against. */
  readonly url: string;
  readonly path: string;
  readonly search: URLSearchParams;
  /** Path and query as they were asked. */
  readonly instance: string;
  /** Takes work that goes on after the answer. */
  readonly later: Later;
  /** What is left to the key; null before the limit has been asked, and where there is none. */
  allowance: Allowance | null;
  /** The catalogue as it was when the request came, read once; null where there is none to be had. */
  known: Known | null;
  /** When it came, in milliseconds. */
  readonly begun: number;
  /** The kind of problem that it is answered with, if any. */
  problem: ProblemKind | null;
  /** Values of the matched route, still percent-encoded. */
  params: Record<string, string>;
  /** The pattern of the matched route, as the router sets it. */
  route?: string;
}

// A problem names what was asked, and need not repeat ten thousand characters of it.
const longestInstance = 500;

/** Twice what RFC 9110 §4.1 wants everybody to take, and as much as Cloudflare lets through. */
const longestAddress = 16_000;

/** 414: reading it would cost more than answering any question. */
export function refuseLongAddress({ request }: Visit): void {
  const { length } = request.url;
  if (length > longestAddress)
    throw new Refusal('address-too-long', `The address has ${length} characters, expected at most ${longestAddress}.`);
}

export function visitOf(request: Request, later: Later): Visit {
  const url = new URL(request.url);
  const instance = (url.pathname + url.search).slice(0, longestInstance);
  const path = normalisePath(url.pathname);
  // Setting it parses the whole URL anew.
  if (path !== url.pathname) url.pathname = path;
  return {
    request,
    method: request.method,
    url: url.href,
    path: url.pathname,
    search: url.searchParams,
    instance,
    later,
    allowance: null,
    known: null,
    begun: Date.now(),
    problem: null,
    params: {},
  };
}

/**
 * itty-router takes /v1/occupations/ for /v1/occupations. Two addresses for one answer would be kept twice by every cache. What is nothing
 * without its slash either is left to the route for that.
 */
export function refuseTrailingSlash({ path }: Visit, isRouted: (path: string) => boolean): void {
  if (path === '/' || !path.endsWith('/')) return;
  const without = path.replace(/\/+$/, '') || '/';
  if (!isRouted(without)) return;
  throw new Refusal(
    'unknown-path',
    `There is nothing at ${quoted(path)}: paths have no slash at the end. Did you mean ${quoted(without)}?`,
  );
}

/** 405 for any other method. */
export function requireMethod({ method, path }: Visit, allowed: readonly string[]): void {
  if (allowed.includes(method)) return;
  throw new Refusal('method-not-allowed', `${path} answers ${allowed.join(', ').replace(/, (?=\w+$)/, ' and ')}, not ${method}.`, {
    headers: { Allow: allowed.join(', ') },
  });
}
