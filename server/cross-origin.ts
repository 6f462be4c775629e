// Cross-origin requests (CORS, the Fetch standard): open where no key is asked for, and nowhere else, because a key in a page is everybody's.

/** On every answer of an open path, problems too: a page must be able to read why it got none. */
export const openToAllOrigins: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  // Without this a page sees neither when to ask again nor that it looks at a sample.
  'Access-Control-Expose-Headers':
    'Accept-Ranges, Content-Range, ETag, Link, LMI-Sample, RateLimit, RateLimit-Policy, Repr-Digest, Retry-After',
};

/**
 * The answer to OPTIONS on an open path. A page that only asks needs no preflight; one that sends If-None-Match does. X-API-Key is
 * left out on purpose. It is of use outside browsers too: RFC 9110 §9.3.7 has OPTIONS tell the methods.
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
