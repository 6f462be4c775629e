// The headers of answers, as the OpenAPI document describes them.
import { answersPerMinute, windowSeconds } from '#schemas/codes.ts';
import type { Endpoint } from '#schemas/endpoints.ts';
import type { Json } from './schemas.ts';

const text = (description: string, more: Json = {}): Json => ({
  description,
  ...more,
  schema: { type: 'string' },
});
const always = (description: string, value: string, more: Json = {}): Json => ({
  description,
  ...more,
  schema: { type: 'string', enum: [value] },
});
const number = (description: string, minimum: number): Json => ({
  description,
  schema: { type: 'integer', minimum },
});

export const headers: Readonly<Record<string, Json>> = {
  ETag: text('Changes when the editions behind the answer change, not from day to day.'),
  'LMI-Source': text("Keys of the sources behind the answer, the endpoint's own source first."),
  'LMI-Release': text('Their releases, in the same order.'),
  'LMI-Edition': text('Their edition ids, in the same order.'),
  'LMI-Title-Model': text(
    'Of the search: id of what it has learnt from the job titles of these editions. ' +
      'Left out if it has learnt nothing.',
    { required: false },
  ),
  'LMI-Licence': text('Their licences, in the same order, each a string of RFC 9651.'),
  'LMI-Attribution': text(
    'The attribution of each source, in the same order, to be shown wherever the data ' +
      'are shown: of lists, because a bare array and a CSV have no member for it. A ' +
      'String or, for a text with other characters than ASCII, a Display String of RFC 9651.',
  ),
  'LMI-Sample': always(
    '`true` if the data is the synthetic sample, which is not statistics.',
    'true',
  ),
  'Content-Encoding': always(
    '`gzip` if the client accepts it (Accept-Encoding) and the answer has 1,000 bytes or more.',
    'gzip',
    {
      required: false,
    },
  ),
  Vary: text('`Accept-Encoding`: each content coding has its own entity tag.'),
  'Repr-Digest': text('SHA-256 of the body as it is sent, after any content coding (RFC 9530).'),
  'RateLimit-Policy': text(
    'The limit, a List of RFC 9651 (draft-ietf-httpapi-ratelimit-headers-11): the name ' +
      'of the policy, `q` answers in any `w` seconds. ' +
      '`answers` is the policy of a key, or of an address if the path needs no key: ' +
      `${answersPerMinute} answers in ${windowSeconds} seconds, unless the key has its ` +
      'own limit. `parts` is the policy of an address that reads parts of tables or bundles, ' +
      '`pages` of one that opens pages or signs up, and `mails` of one that asks for mail.',
    { example: `"answers";q=${answersPerMinute};w=${windowSeconds}` },
  ),
  RateLimit: text(
    'What is left of that policy, a List of RFC 9651: no more than `r` answers in the ' +
      'next `t` seconds. After `t` seconds there is one more.',
    { example: '"answers";r=59;t=60' },
  ),
  'Retry-After': number('Seconds to wait before asking again.', 1),
  Allow: text('The methods that the path answers.'),
  'WWW-Authenticate': text('How to send a key.'),
  'Accept-Ranges': always('`bytes`: ranges of bytes can be asked for.', 'bytes'),
  'Content-Range': text('Which bytes these are, and of how many.'),
  'Content-Length': number('Number of bytes.', 0),
};

const provenanceHeaders = ['LMI-Source', 'LMI-Release', 'LMI-Edition', 'LMI-Licence'] as const;
export const limitHeaders = ['RateLimit-Policy', 'RateLimit'] as const;
/** Of an answer in any content coding. */
export const representationHeaders = ['Content-Encoding', 'Vary', 'Repr-Digest'] as const;

/** The headers of the 200 of an endpoint. */
export function headersOf(endpoint: Endpoint): string[] {
  const { id, access } = endpoint;
  return [
    ...(id === 'meta-ingest' ? [] : ['ETag']),
    ...(access === 'key'
      ? [...provenanceHeaders, ...(endpoint.csv === null ? [] : ['LMI-Attribution'])]
      : []),
    ...(endpoint.answer === 'search' ? ['LMI-Title-Model'] : []),
    ...representationHeaders,
    ...limitHeaders,
    'LMI-Sample',
  ];
}

/** References to headers by name. */
export function referToHeaders(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The 304 of every answer with an entity tag. */
export const unchanged = { description: 'Unchanged since the ETag that If-None-Match names.' };
