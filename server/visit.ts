// A request on its way through the router, the row of the table that it matches, and the checks
// that need only the request.
import { withoutTrailing } from '#schemas/trimmed.ts';
import type { Access } from './http/access.ts';
import type { Accepted } from './http/accept.ts';
import type { Allowance, LimitPolicy } from './http/rate-limit.ts';
import { type Site, servedSite } from './http/site.ts';
import { Refusal, quoted } from './http/problem.ts';
import type { ProblemKind } from './http/problem-kinds.ts';
import type { Found, Known } from './data/published.ts';
import { normalisePath } from './http/address.ts';

/** Takes work that begins after the answer. */
export type Later = (work: () => Promise<void>) => void;

// A problem repeats the path and query, but not ten thousand characters of them.
const longestInstance = 500;

/**
 * Twice the length that RFC 9110 §4.1 asks every server to accept, and as much as Cloudflare lets
 * through.
 */
const longestAddress = 16_000;

/** 414, because reading such an address would cost more than any answer. */
export function refuseLongAddress({ request }: Pick<Visit, 'request'>): void {
  const { length } = request.url;
  if (length > longestAddress)
    throw new Refusal(
      'address-too-long',
      `The address has ${length} characters, expected at most ${longestAddress}.`,
    );
}

/** What the router knows about a request so far. It fills in the rest on the way. */
export class Visit {
  readonly request: Request;
  readonly method: string;
  /** The whole address, with the path in normal form. */
  readonly address: string;
  /** The path in normal form. Routes are matched against it. */
  readonly path: string;
  /** The query with the question mark, as requested; empty if there is none. */
  readonly query: string;
  readonly search: URLSearchParams;
  /** Path and query as requested. */
  readonly instance: string;
  /** The content codings that the client accepts. */
  readonly accepted: Accepted;
  /** Takes work that begins after the answer. */
  readonly later: Later;
  /** When the request arrived, in milliseconds. */
  readonly arrived = Date.now();
  /**
   * The allowance of the key or address; null before the limit is checked, and if there is no
   * limit.
   */
  allowance: Allowance | null = null;
  /** What the allowance is of. */
  policy: LimitPolicy = 'answers';
  /** The catalogue when the request arrived, read once; null if it cannot be read. */
  known: Known | null = null;
  /** Set if other code stored the catalogue, in a format that is not read here. */
  unreadable: Refusal | null = null;
  /** True if the catalogue that is stored now cannot be read, so `known` is the one before. */
  outdated = false;
  /** Set if a newer catalogue was read before. */
  older: Found['older'] = null;
  /** Where the pages are shown. */
  site: Site = servedSite;
  /** The kind of problem in the answer, if any. */
  problem: ProblemKind | null = null;
  /** Values of the matched route, still percent-encoded. */
  params: Record<string, string> = {};
  /** Who may ask, as the matched route says. */
  access: Access = 'page';
  /**
   * The path of the matched route, with the names of its values in braces; null before routing, and
   * if none matches.
   */
  route: string | null = null;

  constructor(request: Request, accepted: Accepted, later: Later) {
    const url = new URL(request.url);
    const { pathname } = url;
    const path = normalisePath(pathname);
    // The assignment parses the whole URL again.
    if (path !== pathname) url.pathname = path;
    this.request = request;
    this.method = request.method;
    this.address = url.href;
    this.path = url.pathname;
    this.query = url.search;
    this.search = url.searchParams;
    this.instance = (pathname + this.query).slice(0, longestInstance);
    this.accepted = accepted;
    this.later = later;
  }
}

/**
 * itty-router's patterns take /v1/occupations/ for /v1/occupations, and every cache would keep one
 * answer twice.
 */
export function refuseTrailingSlash({ path }: Visit): void {
  if (path === '/' || !path.endsWith('/')) return;
  const without = withoutTrailing(path, '/') || '/';
  throw new Refusal(
    'unknown-path',
    `There is nothing at ${quoted(path)}: paths have no slash at the end. Did you mean ${quoted(without)}?`,
  );
}

/** 405 for any other method. */
export function requireMethod({ method, path }: Visit, allowed: readonly string[]): void {
  if (allowed.includes(method)) return;
  throw new Refusal(
    'method-not-allowed',
    `${path} answers ${allowed.join(', ').replace(/, (?=\w+$)/, ' and ')}, not ${method}.`,
    {
      headers: { Allow: allowed.join(', ') },
    },
  );
}

/** A row of the table of routes. */
export interface Route {
  /** The path with the names of its values in braces, as in the endpoint table. */
  readonly path: string;
  /** Required, so that nobody adds a path without a limit by leaving something out. */
  readonly access: Access;
  /** True: a slash at its end leads here too, as people write the address of a folder. */
  readonly withSlash?: true;
  /**
   * The default is GET and HEAD. Any other method is 405. The router answers OPTIONS where pages of
   * any origin may ask.
   */
  readonly methods?: readonly string[];
  /** Undefined: there is nothing at the path after all. */
  readonly answer: (visit: Visit) => Promise<Response> | Response | undefined;
}

/**
 * Where there is nothing, for anybody who may ask: a client without a key learns nothing under /v1.
 */
export type Nowhere = Pick<Route, 'path' | 'access'>;
