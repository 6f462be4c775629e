// What a client accepts: media types by Accept, content codings by Accept-Encoding (RFC 9110
// §12.5).

/**
 * The weight of each member of a list such as "text/csv;q=0.8, *;q=0", 0 to 1; of a repeated one
 * the last counts. A member that is not well formed counts as if it were not there, and so does one
 * with further parameters unless `withParameters`.
 */
function weightsOf(list: string | null, withParameters: boolean): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const member of (list ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = member.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    const further = parameters.length - (weight === undefined ? 0 : 1);
    if (name === '' || (further > 0 && !withParameters)) continue;
    if (!/^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight ?? 'q=1')) continue;
    weights.set(name, Number((weight ?? 'q=1').slice(2)));
  }
  return weights;
}

const typesForPrograms = ['application/json', 'application/problem+json', 'text/plain'];

/**
 * Whether the client shows pages and does not prefer the answer for programs. An answer that
 * depends on this says `Vary: Accept`. Wildcards do not count, because clients that show pages name
 * text/html.
 */
export function prefersPages(request: Request): boolean {
  const weights = weightsOf(request.headers.get('Accept'), true);
  const page = weights.get('text/html') ?? 0;
  return page > 0 && typesForPrograms.every((type) => page >= (weights.get(type) ?? 0));
}

/** The codings that a client accepts. */
export interface Accepted {
  /** True if it accepts gzip, and does not prefer the bytes as they are. */
  readonly gzip: boolean;
  /** False if it refuses the bytes as they are. */
  readonly identity: boolean;
}

/** Where a request says which codings its client accepts. */
export type AcceptEncoding = (request: Request) => string | null;

export const readAcceptEncoding: AcceptEncoding = (request) =>
  request.headers.get('Accept-Encoding');

/**
 * Cloudflare puts its own Accept-Encoding in the place of the client's, which it keeps beside the
 * request.
 */
export const readClientAcceptEncoding: AcceptEncoding = (request) => {
  const cf: unknown = 'cf' in request ? request.cf : null;
  if (typeof cf !== 'object' || cf === null || !('clientAcceptEncoding' in cf)) return null;
  return typeof cf.clientAcceptEncoding === 'string' ? cf.clientAcceptEncoding : null;
};

export function acceptedCodings(list: string | null): Accepted {
  // RFC 9110 §8.4.1.3: x-gzip is gzip.
  const weights = weightsOf(list?.replace(/\bx-gzip\b/gi, 'gzip') ?? null, false);
  const any = weights.get('*');
  const gzip = weights.get('gzip') ?? any ?? 0;
  const identity = weights.get('identity') ?? (any === 0 ? 0 : null);
  return { gzip: gzip > 0 && (identity === null || gzip >= identity), identity: identity !== 0 };
}
