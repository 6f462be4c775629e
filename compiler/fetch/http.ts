// One polite GET. It goes to the publisher's own origins and to public addresses only, names
// itself, keeps the host's limits, follows few redirects, gives up on slow servers, and retries if
// that can help. A server that the operator names may be in a private network.
import { isIP } from 'node:net';
import { Agent, type Dispatcher, type Headers, type Response, errors, fetch } from 'undici';
import { quoteList } from '#sources/kit/problem.ts';
import { name, version } from './own-package.ts';
import {
  type Clock,
  systemClock,
  TransientFault,
  type NetworkFault,
  longestWait,
  transientFaultOf,
  transientStatuses,
  retryAfter,
  retrying,
  seconds,
} from './retries.ts';
import { PrivateAddressError, publicConnections, requirePublic } from './connection.ts';
import { Pace, type RequestKind } from './pace.ts';

/** The name of this program in requests, so that publishers know who it is. */
export const userAgent = `${name}/${version}`;

/** Thrown if a request failed and a retry in this run would not help. */
export class FetchError extends Error {
  /** True if the server does not let this program in: it will not tomorrow either. */
  readonly isRefusal: boolean;
  constructor(message: string, status?: number) {
    super(message);
    this.name = 'FetchError';
    this.isRefusal = status === 401 || status === 403 || status === 451;
  }
}

/** An answer that is neither a redirect nor a transient fault of the server. */
export interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  /** The body as it arrives. Throws TransientFault if it is cut or stalls. */
  readonly body: AsyncIterable<Uint8Array>;
}

export interface Timeouts {
  /** Until the answer begins. */
  readonly answer: number;
  /** Between two pieces of a body. */
  readonly stall: number;
  /** For the whole body, because a server that sends one byte a second never stalls. */
  readonly body: Readonly<Record<RequestKind, number>>;
}

// The largest known file, 84 MB, takes ten minutes at 1.1 Mbit/s.
const usualTimeouts: Timeouts = {
  answer: 30_000,
  stall: 30_000,
  body: { page: 60_000, file: 600_000 },
};

export interface HttpOptions {
  readonly clock?: Clock;
  readonly timeouts?: Timeouts;
  /** Origins of publishers and their stand-ins, for tests on loopback. */
  readonly standIns?: ReadonlyMap<string, string>;
  /** From 0 to 1, for the jitter of the back-off. */
  readonly random?: () => number;
  readonly say?: (line: string) => void;
  /** Requests of an address before it is given up. */
  readonly attempts?: number;
  /** The limits of each host, to share with other clients of this process. */
  readonly pace?: Pace;
  /** `private`: addresses in the operator's own network too, without encryption if so named. */
  readonly network?: 'public' | 'private';
}

/** Headers for only one origin: a key must not follow a redirect to another. */
export interface Credentials {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface GetRequest<Result> {
  readonly kind: RequestKind;
  /**
   * Where the source's pages and files are: `https://www.example.org`, or `https://*.example.org`
   * for a domain and what is below it.
   */
  readonly origins: readonly string[];
  readonly credentials?: Credentials | null;
  /** Headers of the next attempt. An earlier attempt may already have fetched a part. */
  readonly headers?: () => Readonly<Record<string, string>>;
  /** Reads the answer. It is called for each attempt that gets one. */
  readonly read: (answer: Answer) => Promise<Result>;
}

const usualAttempts = 5;
// The waits are 1, 2, 4 and 8 seconds.
const firstWaitMs = 1000;
const mostRedirects = 5;
const redirectStatuses = [301, 302, 303, 307, 308];

/** An answer that was read, or the address that it redirects to. */
type Step<Result> = { readonly result: Result } | { readonly redirect: string };

export class Http {
  readonly #options: Required<HttpOptions>;
  readonly #connections: { public?: Dispatcher; any?: Dispatcher } = {};

  constructor(options: HttpOptions = {}) {
    const clock = options.clock ?? systemClock;
    const defaults = {
      timeouts: usualTimeouts,
      standIns: new Map(),
      random: Math.random,
      say: () => {},
      attempts: usualAttempts,
      pace: new Pace(clock),
      network: 'public' as const,
    };
    this.#options = { clock, ...defaults, ...options };
  }

  /**
   * Requests an address, with retries, and returns the result of `read`. Throws FetchError, and
   * what `read` throws except TransientFault.
   */
  async get<Result>(url: string, request: GetRequest<Result>): Promise<Result> {
    const retries = {
      ...this.#options,
      firstWait: firstWaitMs,
      giveUp: (line: string) => new FetchError(line),
    };
    return retrying(url, retries, () => this.#follow(url, request));
  }

  async #follow<Result>(url: string, request: GetRequest<Result>): Promise<Result> {
    const visited: string[] = [];
    for (let address = url; ; ) {
      const redirectedFrom = visited.length === 0 ? null : url;
      requireOrigin(address, redirectedFrom, request.origins, this.#options.network);
      const addresses = [...visited, address].join(' → ');
      if (visited.includes(address))
        throw new FetchError(`${url}: redirects in a circle (${addresses})`);
      if (visited.length > mostRedirects)
        throw new FetchError(`${url}: more than ${mostRedirects} redirects (${addresses})`);
      visited.push(address);
      const step = await this.#options.pace.turn(new URL(address).host, request.kind, () =>
        this.#send(address, request),
      );
      if ('result' in step) return step.result;
      address = step.redirect;
    }
  }

  async #send<Result>(url: string, request: GetRequest<Result>): Promise<Step<Result>> {
    const controller = new AbortController();
    const target = this.#standIn(url);
    const response = await this.#fetch(url, target, request, controller.signal);
    const limit = this.#options.timeouts.body[request.kind];
    const tooLong = new TransientFault(`the body took longer than ${seconds(limit)} s`, {
      network: 'slow',
    });
    const timer = setTimeout(() => controller.abort(tooLong), limit);
    try {
      return await this.#read(url, target, response, request.read);
    } finally {
      clearTimeout(timer);
      // A body that is not read to its end would keep the connection open.
      controller.abort();
    }
  }

  /** Sends the request to `target`, which is `url` or its stand-in. */
  async #fetch<Result>(
    url: string,
    target: string,
    request: GetRequest<Result>,
    signal: AbortSignal,
  ): Promise<Response> {
    try {
      const host = new URL(target).hostname.replace(/^\[|\]$/g, '');
      const mustBePublic = target === url && this.#options.network === 'public';
      // A connection to an address looks up nothing.
      if (mustBePublic && isIP(host) !== 0) requirePublic(host, [host]);
      const credentials =
        request.credentials?.origin === new URL(url).origin ? request.credentials.headers : {};
      return await fetch(target, {
        redirect: 'manual',
        signal,
        dispatcher: this.#dispatcher(mustBePublic),
        headers: { 'user-agent': userAgent, ...request.headers?.(), ...credentials },
      });
    } catch (error) {
      const refusal = [error, error instanceof Error ? error.cause : null].find(
        (cause) => cause instanceof PrivateAddressError,
      );
      if (refusal !== undefined)
        throw new FetchError(
          `${url}: ${refusal.message}, so nothing was sent\n  ` +
            'if the way out is a proxy, name it in HTTPS_PROXY',
        );
      throw this.#faultOf(error, 'could not be reached', 'unreachable');
    }
  }

  async #read<Result>(
    url: string,
    target: string,
    response: Response,
    read: GetRequest<Result>['read'],
  ): Promise<Step<Result>> {
    const { pace, clock } = this.#options;
    const { status, statusText, headers } = response;
    const location = headers.get('location');
    if (redirectStatuses.includes(status) && location !== null) {
      if (!URL.canParse(location, target))
        throw new FetchError(`${url}: redirects to "${location}", which is not an address`);
      return { redirect: this.#original(new URL(location, target)) };
    }
    if (transientStatuses.includes(status)) {
      const wait = retryAfter(headers.get('retry-after'), clock.now());
      if (wait !== null && wait <= longestWait) pace.rest(new URL(url).host, wait);
      throw new TransientFault(`answered ${status} ${statusText}`.trim(), { retryAfter: wait });
    }
    return { result: await read({ status, statusText, headers, body: this.#watch(response) }) };
  }

  async *#watch({ body }: Response): AsyncGenerator<Uint8Array> {
    try {
      yield* body ?? [];
    } catch (error) {
      throw this.#faultOf(error, 'the connection was cut', 'cut');
    }
  }

  #dispatcher(mustBePublic: boolean): Dispatcher {
    const { answer: headersTimeout, stall: bodyTimeout } = this.#options.timeouts;
    const limits = { headersTimeout, bodyTimeout };
    return mustBePublic
      ? (this.#connections.public ??= publicConnections(limits))
      : (this.#connections.any ??= new Agent(limits));
  }

  #faultOf(error: unknown, failure: string, network: NetworkFault): TransientFault {
    const { answer, stall } = this.#options.timeouts;
    const cause = error instanceof Error ? error.cause : null;
    if (cause instanceof errors.HeadersTimeoutError)
      return new TransientFault(`gave no answer in ${seconds(answer)} s`, { network: 'slow' });
    if (cause instanceof errors.BodyTimeoutError)
      return new TransientFault(`nothing came for ${seconds(stall)} s`, { network: 'slow' });
    return transientFaultOf(error, failure, network);
  }

  #standIn(url: string): string {
    const { origin, pathname, search } = new URL(url);
    const standIn = this.#options.standIns.get(origin);
    return standIn === undefined ? url : `${standIn}${pathname}${search}`;
  }

  /** The publisher's own address of a page that may come from a stand-in. */
  #original(url: URL): string {
    const [publisher] =
      [...this.#options.standIns].find(([, standIn]) => standIn === url.origin) ?? [];
    return publisher === undefined ? url.href : `${publisher}${url.pathname}${url.search}`;
  }
}

/**
 * Throws FetchError unless an address is encrypted and belongs to the source, or is on the server
 * that the operator has named. `redirectedFrom`: the address that redirects to it; null if none
 * does.
 */
function requireOrigin(
  address: string,
  redirectedFrom: string | null,
  origins: readonly string[],
  network: 'public' | 'private',
): void {
  const { protocol, origin } = new URL(address);
  const place =
    redirectedFrom === null ? `${address}: ` : `${redirectedFrom}: redirects to ${address}, which `;
  if (network === 'private') {
    if (origins.includes(origin)) return;
    throw new FetchError(
      `${place}is another server\n  name that server, if you trust it: lmi pull ${origin}`,
    );
  }
  if (protocol !== 'https:') throw new FetchError(`${place}is not encrypted`);
  if (origins.some((allowed) => isAtOrigin(address, allowed))) return;
  throw new FetchError(
    `${place}is not among the origins of its source, expected ${quoteList(origins)}\n  ` +
      `look whether the publisher has moved, and then add ${origin} to \`origins\` in the ` +
      "source's source.ts",
  );
}

/** `allowed`: an origin, or `https://*.example.org` for a domain and what is below it. */
function isAtOrigin(address: string, allowed: string): boolean {
  const { hostname, origin } = new URL(address);
  const anyBelow = 'https://*.';
  if (!allowed.startsWith(anyBelow)) return allowed === origin;
  const domain = allowed.slice(anyBelow.length);
  return (
    origin === `https://${hostname}` && (hostname === domain || hostname.endsWith(`.${domain}`))
  );
}

/** The length of the body; null if the server does not state it. */
export function lengthIn(headers: Headers): number | null {
  const length = headers.get('content-length') ?? '';
  return /^\d+$/.test(length) ? Number(length) : null;
}
