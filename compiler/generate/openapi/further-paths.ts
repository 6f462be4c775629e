// What the service answers besides the endpoints, for the OpenAPI document: sign-up, bundles, feeds, the document itself and the health check.
import { Type } from 'typebox';
import { fileFormats } from '#schemas/document-formats.ts';
import { latestFile } from '#schemas/stored-files.ts';
import { answersPerMinute } from '#schemas/codes.ts';
import { record } from '#schemas/shapes.ts';
import { forgotten, sent } from '#server/sign-up/answer-sign-up.ts';
import { mailsPerHour } from '#server/keys/link-record.ts';
import { Latest } from '../../bundle/format.ts';
import { limitHeaders, referToHeaders, representationHeaders } from './headers.ts';
import type { DocumentedKind, Problems } from './problems.ts';
import type { Components, Json } from './schemas.ts';

export const furtherTags: readonly Json[] = [
  { name: 'bundles and feeds', description: 'All data in one file, and what has changed; these need no key' },
  { name: 'keys', description: 'Getting a key, and ending it' },
  { name: 'service', description: 'The service itself' },
];

/** Schemas of these answers, by their names in the components. */
export const furtherComponents = {
  LatestBundle: Latest,
  KeyRequest: record(
    { email: Type.String({ description: 'Your e-mail address.', examples: ['name@example.org'] }) },
    'Asks for a mail with a link.',
  ),
  Message: record({ message: Type.String({ description: 'What has happened, in a sentence.' }) }, 'An answer in words.'),
  NewKey: record(
    {
      key: Type.String({ description: 'The key. No later answer shows it again.' }),
      perMinute: Type.Integer({ description: 'Answers that the key gets in any 60 seconds.', examples: [answersPerMinute] }),
    },
    'A new key. It replaces the earlier key of the address.',
  ),
  Health: record({ status: Type.Literal('ok', { description: 'The service can answer.' }) }, 'The state of the service.'),
};

/** The paths, each with its operations. */
export function furtherPaths(components: Components, problems: Problems): Json {
  const refer = (name: keyof typeof furtherComponents): Json => components.reference(name);
  const operation = (
    about: { readonly id: string; readonly tag: string; readonly summary: string; readonly description: string },
    { answers, kinds, ...more }: { readonly answers: Json; readonly kinds: readonly DocumentedKind[] } & Json,
  ): Json => ({
    operationId: about.id,
    summary: about.summary,
    description: about.description,
    tags: [about.tag],
    security: [],
    ...more,
    responses: { ...answers, ...problems.responses(kinds) },
  });
  const notModified = { 304: { description: 'Unchanged since the ETag that If-None-Match names.' } };
  const cached = (description: string, content: Json): Json => ({
    200: { description, headers: referToHeaders(['ETag', ...representationHeaders, ...limitHeaders, 'LMI-Sample']), content },
    ...notModified,
  });
  const limited = (status: number, description: string, content: Json): Json => ({
    [status]: { description, headers: referToHeaders(limitHeaders), content },
  });
  const page = { 'text/html; charset=utf-8': { schema: { type: 'string' } } };
  const json = (schema: Json, example: unknown): Json => ({ 'application/json': { schema, example } });
  const link = { name: 'link', in: 'path', required: true, description: 'The last part of the mailed link.', schema: { type: 'string' } };
  const email = { required: true, content: json(refer('KeyRequest'), { email: 'name@example.org' }) };
  const form = { 'application/x-www-form-urlencoded': { schema: refer('KeyRequest') } };

  const keys = (purpose: 'issue' | 'forget'): Json => {
    const issue = purpose === 'issue';
    const [asks, does] = issue
      ? ['Asks for a key', 'shows a new key']
      : ['Asks to remove a key', 'ends the key and removes what is kept of the address'];
    const id = issue ? 'key' : 'key-removal';
    const done = issue
      ? json(refer('NewKey'), { key: `lmi_${'x'.repeat(77)}`, perMinute: answersPerMinute })
      : json(refer('Message'), { message: forgotten });
    return {
      [issue ? '/keys' : '/keys/delete']: {
        get: operation(
          {
            id: `${id}-page`,
            tag: 'keys',
            summary: `${asks}: the page with the form`,
            description: 'For people. A program sends the POST.',
          },
          { answers: limited(200, 'The page.', page), kinds: ['method-not-allowed', 'address-too-long', ...busy] },
        ),
        post: operation(
          {
            id: `${id}-request`,
            tag: 'keys',
            summary: asks,
            description: `Sends a mail with a link that ${does}. The answer is the same whether or not the address is known. One address gets at most ${mailsPerHour} mails in an hour.`,
          },
          {
            requestBody: { ...email, content: { ...email.content, ...form } },
            answers: limited(202, 'The mail is on its way, if the address can receive mail.', {
              ...json(refer('Message'), { message: sent }),
              ...page,
            }),
            kinds: ['invalid-body', 'sign-up-closed', ...ofBodies, ...busy],
          },
        ),
      },
      [`/keys/${issue ? 'new' : 'forget'}/{link}`]: {
        parameters: [link],
        get: operation(
          {
            id: `${id}-link-page`,
            tag: 'keys',
            summary: 'The page of a mailed link',
            description: 'It has a button, which sends the POST. Opening the page changes nothing, because mail scanners open links.',
          },
          {
            answers: limited(200, 'The page.', page),
            kinds: ['sign-up-closed', 'method-not-allowed', 'link-spent', 'address-too-long', ...busy, 'accounts-unavailable'],
          },
        ),
        post: operation(
          {
            id: `${id}-link-use`,
            tag: 'keys',
            summary: `Uses a mailed link: it ${does}`,
            description: 'The link works once. The answer is JSON if `Accept` names application/json, else a page.',
          },
          {
            answers: limited(200, 'Done.', { ...done, ...page }),
            kinds: ['sign-up-closed', 'method-not-allowed', 'link-spent', 'address-too-long', ...busy, 'accounts-unavailable'],
          },
        ),
      },
    };
  };

  return {
    [`/bundles/${latestFile}`]: {
      get: operation(
        {
          id: 'bundle-latest',
          tag: 'bundles and feeds',
          summary: 'The newest bundle',
          description: 'Names the newest file with all served data, its size, its hash and its contents.',
        },
        {
          answers: cached('The newest bundle.', json(refer('LatestBundle'), latestExample)),
          kinds: ['invalid-parameters', 'unknown-path', 'damaged-data', ...ofOpenPaths],
        },
      ),
    },
    '/bundles/{file}': {
      get: operation(
        {
          id: 'bundle',
          tag: 'bundles and feeds',
          summary: 'A bundle, or a part of it',
          description:
            'All served data in one file: a tar archive compressed with zstd, with tables in Parquet and CSV. `Range` asks for a part of it.',
        },
        {
          parameters: [
            {
              name: 'file',
              in: 'path',
              required: true,
              description: 'Name of a bundle, from /bundles/latest.json.',
              schema: { type: 'string' },
              example: latestExample.file,
            },
            {
              name: 'Range',
              in: 'header',
              required: false,
              description: 'One range of bytes, such as `bytes=0-1023`.',
              schema: { type: 'string' },
            },
          ],
          answers: {
            200: {
              description: 'The bundle.',
              headers: referToHeaders(['ETag', 'Accept-Ranges', 'Content-Length', ...limitHeaders]),
              content: archive,
            },
            206: {
              description: 'The part.',
              headers: referToHeaders(['ETag', 'Accept-Ranges', 'Content-Length', 'Content-Range', ...limitHeaders]),
              content: archive,
            },
            ...notModified,
          },
          kinds: ['invalid-parameters', 'unknown-path', 'range-not-satisfiable', 'damaged-data', ...ofOpenPaths],
        },
      ),
    },
    '/editions.atom': {
      get: operation(
        {
          id: 'editions-feed',
          tag: 'bundles and feeds',
          summary: 'A feed of the editions',
          description: 'An Atom feed (RFC 4287) of what is published, held back and withdrawn, newest first.',
        },
        { answers: cached('The feed.', feed), kinds: ['invalid-parameters', ...ofOpenPaths, 'unavailable'] },
      ),
    },
    '/changelog.atom': {
      get: operation(
        {
          id: 'changelog-feed',
          tag: 'bundles and feeds',
          summary: 'A feed of changes to the API',
          description: 'An Atom feed (RFC 4287) with an entry for each version of the API. /versioning says what may change.',
        },
        { answers: cached('The feed.', feed), kinds: ['invalid-parameters', ...ofOpenPaths] },
      ),
    },
    ...keys('issue'),
    ...keys('forget'),
    '/versioning': {
      get: operation(
        {
          id: 'versioning',
          tag: 'service',
          summary: 'The versioning policy and the changelog',
          description: 'A page for people: what may change within v1, what never changes, and what has changed.',
        },
        {
          answers: { 200: { description: 'The page.', content: page } },
          kinds: ['method-not-allowed', 'address-too-long', 'too-many-in-flight', 'internal-error'],
        },
      ),
    },
    '/openapi.json': {
      get: operation(
        { id: 'openapi', tag: 'service', summary: 'This document', description: 'The description of the API in OpenAPI 3.1.' },
        {
          answers: cached('The document.', { 'application/json': { schema: { type: 'object', description: 'An OpenAPI document.' } } }),
          kinds: ['invalid-parameters', ...ofOpenPaths],
        },
      ),
    },
    '/healthz': {
      get: operation(
        {
          id: 'health',
          tag: 'service',
          summary: 'Whether the service can answer',
          description: 'For health checks. It needs no key, has no limit, and answers while the service is busy.',
        },
        {
          answers: { 200: { description: 'The service can answer.', content: json(refer('Health'), { status: 'ok' }) } },
          kinds: ['method-not-allowed', 'address-too-long', 'internal-error', 'unavailable'],
        },
      ),
    },
  };
}

const busy = ['too-many-in-flight', 'rate-limit-exceeded', 'internal-error'] as const satisfies readonly DocumentedKind[];
const ofOpenPaths = ['method-not-allowed', 'address-too-long', ...busy] as const satisfies readonly DocumentedKind[];
const ofBodies = ['method-not-allowed', 'body-too-slow', 'body-too-long', 'address-too-long'] as const satisfies readonly DocumentedKind[];

const archive = { 'application/zstd': { schema: { type: 'string', contentMediaType: 'application/zstd', description: 'The bytes.' } } };
const feed = { 'application/atom+xml; charset=utf-8': { schema: { type: 'string', description: 'Atom.' } } };

const hash = '0123456789abcdef'.repeat(4);
const latestExample = {
  format: fileFormats.bundle,
  file: `lmi-${hash.slice(0, 16)}.tar.zst`,
  bytes: 123_456_789,
  sha256: hash,
  root: hash,
  sample: true,
  contents: 'served',
  publicKey: null,
  madeOf: hash,
  editions: [{ id: '00000000-0000-8000-8000-000000000000', source: 'ashe', release: 'sample-2024', root: hash }],
  seal: hash,
};
