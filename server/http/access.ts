// The kinds of access to a route, and what follows from each: the limit, CORS, compression,
// caching, and whether a refusal is a page.

/**
 * - `key`: an answer of the API, for a live key.
 * - `open`: an answer that needs no key and that pages of any origin may read.
 * - `page`: a page that people open in a browser.
 * - `asset`: a small file of ours, or the health check, which must pass while the server is busy.
 * - `secret`: a page or answer that can hold a key or a mailed link.
 * - `admin`: an answer that needs the administration secret.
 */
export type Access = 'key' | 'open' | 'page' | 'asset' | 'secret' | 'admin';

interface AccessRules {
  /** What is counted: answers of a key, answers or pages of an address. Null: nothing. */
  readonly limit: 'key' | 'answers' | 'pages' | null;
  /**
   * Whether pages of any origin may read it. Only answers without a key: a page cannot hide a key.
   */
  readonly isOpenToAnyOrigin: boolean;
  /** Whether it may be compressed. The length of compressed bytes can reveal a secret. */
  readonly isCompressible: boolean;
  /** Whether no cache may store it, whatever the answer says. */
  readonly isNeverStored: boolean;
  /** Whether a refusal is a page for clients that show pages. */
  readonly hasRefusalPages: boolean;
}

const defaultRules = {
  isOpenToAnyOrigin: false,
  isCompressible: true,
  isNeverStored: false,
  hasRefusalPages: false,
};
/** Answers that can hold a secret. */
const secretRules = { ...defaultRules, isCompressible: false, isNeverStored: true };

export const accessRules: Readonly<Record<Access, AccessRules>> = {
  key: { ...defaultRules, limit: 'key' },
  open: { ...defaultRules, limit: 'answers', isOpenToAnyOrigin: true },
  // Counted apart from `open`: a program must not lock out the readers behind the same address.
  page: { ...defaultRules, limit: 'pages', hasRefusalPages: true },
  asset: { ...defaultRules, limit: null },
  secret: { ...secretRules, limit: 'pages', hasRefusalPages: true },
  admin: { ...secretRules, limit: null },
};

const readMethods = ['GET', 'HEAD'];

/**
 * The methods of a route that names none. A page of any origin asks with OPTIONS first if its
 * request has If-None-Match.
 */
export function methodsOf({
  access,
  methods = readMethods,
}: {
  readonly access: Access;
  readonly methods?: readonly string[];
}) {
  return accessRules[access].isOpenToAnyOrigin ? [...methods, 'OPTIONS'] : methods;
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
