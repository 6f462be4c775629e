// What a route says of who may ask, and all that follows from it: the limit, CORS, coding, caches,
// and answers for people.

/**
 * `key`: an answer of the API, for a live key. `open`: what needs no key and is open to pages of
 * any origin. `page`: what people open in a browser. `asset`: a small file of ours, or a health
 * check, which must pass while the server is busy. `secret`: pages and answers that can hold a key
 * or a mailed link. `admin`: what needs the administration secret.
 */
export type Access = 'key' | 'open' | 'page' | 'asset' | 'secret' | 'admin';

export interface AccessRules {
  /**
   * What is counted: answers of a key, answers or pages of an address. Null: nothing, and no place
   * among the requests in flight is taken if it is `asset`.
   */
  readonly limit: 'key' | 'answers' | 'pages' | null;
  /**
   * Whether pages of any origin may read it: anybody can read a key in a page, so only what needs
   * none.
   */
  readonly anyOrigin: boolean;
  /** Whether it may be compressed. The length of compressed bytes can tell a secret. */
  readonly coded: boolean;
  /** Whether no cache may store it, whatever the answer says. */
  readonly unstored: boolean;
  /** Whether a refusal is a page if the client shows pages. */
  readonly forPeople: boolean;
}

const program = { anyOrigin: false, coded: true, unstored: false, forPeople: false };

export const accessRules: Readonly<Record<Access, AccessRules>> = {
  key: { ...program, limit: 'key' },
  open: { ...program, limit: 'answers', anyOrigin: true },
  // Apart from the open paths: a program at an address must not lock out its readers.
  page: { ...program, limit: 'pages', forPeople: true },
  asset: { ...program, limit: null },
  secret: { limit: 'pages', anyOrigin: false, coded: false, unstored: true, forPeople: true },
  admin: { limit: null, anyOrigin: false, coded: false, unstored: true, forPeople: false },
};

const read = ['GET', 'HEAD'];

/**
 * The methods of a route that names none. A page of any origin asks with OPTIONS first if its
 * request has If-None-Match.
 */
export function methodsOf({
  access,
  methods = read,
}: {
  readonly access: Access;
  readonly methods?: readonly string[];
}) {
  return accessRules[access].anyOrigin ? [...methods, 'OPTIONS'] : methods;
}

/**
 * The headers of every answer that pages of any origin may read (CORS, the Fetch standard),
 * problems too, so that a page can read why it was refused.
 */
export const openToAllOrigins: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  // Without this header a page sees neither when to ask again nor that the data are a sample.
  'Access-Control-Expose-Headers':
    'Accept-Ranges, Content-Range, ETag, Link, LMI-Sample, RateLimit, RateLimit-Policy, ' +
    'Repr-Digest, Retry-After',
};

/**
 * The answer to OPTIONS. X-API-Key is left out on purpose. With OPTIONS other clients learn the
 * methods (RFC 9110 §9.3.7).
 */
export function optionsAnswer(methods: readonly string[]): Response {
  return new Response(null, {
    status: 204,
    headers: {
      Allow: methods.join(', '),
      'Access-Control-Allow-Methods': methods.join(', '),
      'Access-Control-Allow-Headers': 'If-None-Match, Range',
      'Access-Control-Max-Age': '86400',
    },
  });
}
