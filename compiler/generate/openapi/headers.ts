// The headers of answers, as the OpenAPI document describes them.
import { answersPerMinute, windowSeconds } from '#schemas/codes.ts';
import type { Endpoint } from '#schemas/endpoints.ts';
import type { Json } from './schemas.ts';

const string = { type: 'string' };

export const headers: Readonly<Record<string, Json>> = {
  ETag: { description: 'Changes when the editions behind the answer change, not from day to day.', schema: string },
  'LMI-Source': { description: "Keys of the sources behind the answer, the endpoint's own source first.", schema: string },
  'LMI-Release': { description: 'Their releases, in the same order.', schema: string },
  'LMI-Edition': { description: 'Their edition ids, in the same order.', schema: string },
  'LMI-Title-Model': {
    description: 'Of the search: id of what it has learnt from the job titles of these editions. Left out if it has learnt nothing.',
    required: false,
    schema: string,
  },
  'LMI-Licence': { description: 'Their licences, in the same order, each a string of RFC 9651.', schema: string },
  'LMI-Attribution': {
    description:
      'The attribution of each source, in the same order, to be shown wherever the data are shown: of lists, because a bare array and a CSV have no member for it. A String or, for a text with other ' +
      'characters than ASCII, a Display String of RFC 9651.',
    schema: string,
  },
  'LMI-Sample': {
    description: '`true` if the data is the synthetic sample, which is not statistics.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Content-Encoding': {
    description: '`gzip` if the client accepts it (Accept-Encoding) and the answer has 1,000 bytes or more.',
    required: false,
    schema: { type: 'string', enum: ['gzip'] },
  },
  Vary: {
    description: '`Accept-Encoding`: each content coding has its own entity tag.',
    schema: string,
  },
  'Repr-Digest': { description: 'SHA-256 of the body as it is sent, after any content coding (RFC 9530).', schema: string },
  'RateLimit-Policy': {
    description:
      `The limit, a List of RFC 9651 (draft-ietf-httpapi-ratelimit-headers-11): the name of the policy, \`q\` answers in any \`w\` seconds. ` +
      `\`answers\` is the policy of a key, or of an address if the path needs no key: ${answersPerMinute} answers in ${windowSeconds} seconds, unless the key has its own limit. ` +
      '`pages` is the policy of an address that opens pages or signs up, and `mails` of one that asks for mail.',
    schema: string,
    example: `"answers";q=${answersPerMinute};w=${windowSeconds}`,
  },
  RateLimit: {
    description:
      'What is left of that policy, a List of RFC 9651: no more than `r` answers in the next `t` seconds. After `t` seconds there is one more.',
    schema: string,
    example: '"answers";r=59;t=60',
  },
  'Retry-After': { description: 'Seconds to wait before asking again.', schema: { type: 'integer', minimum: 1 } },
  Allow: { description: 'The methods that the path answers.', schema: string },
  'WWW-Authenticate': { description: 'How to send a key.', schema: string },
  'Accept-Ranges': { description: '`bytes`: ranges of bytes can be asked for.', schema: { type: 'string', enum: ['bytes'] } },
  'Content-Range': { description: 'Which bytes these are, and of how many.', schema: string },
  'Content-Length': { description: 'Number of bytes.', schema: { type: 'integer', minimum: 0 } },
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
    ...(access === 'key' ? [...provenanceHeaders, ...(endpoint.csv === null ? [] : ['LMI-Attribution'])] : []),
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
