// Cross-origin requests (CORS, the Fetch standard): open only for paths without a key, because anybody can read a key in a page.

/** The headers of every answer of an open path, problems too, so that a page can read why it was refused. */
export const openToAllOrigins: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  // Without this header a page sees neither when to ask again nor that the data are a sample.
  'Access-Control-Expose-Headers':
    'Accept-Ranges, Content-Range, Deprecation, ETag, Link, LMI-Sample, RateLimit, RateLimit-Policy, Repr-Digest, Retry-After, Sunset',
};

/**
 * The answer to OPTIONS on an open path. A simple GET of a page needs no preflight, but one with If-None-Match does. X-API-Key is left
 * out on purpose. Other clients can use the answer too: with OPTIONS they learn the methods (RFC 9110 §9.3.7).
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
