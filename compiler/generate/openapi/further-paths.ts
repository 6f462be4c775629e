// Describes what the service answers besides the endpoints, for the OpenAPI document: sign-up,
// bundles, feeds, the document itself and the health check.
import { Type } from 'typebox';
import { fileFormats } from '#schemas/document-formats.ts';
import { latestFile } from '#schemas/stored-files.ts';
import { record } from '#schemas/shapes.ts';
import { linkSentMessage } from '#server/sign-up/answer-sign-up.ts';
import { mailsPerHour } from '#server/keys/account.ts';
import { csvType } from '#server/answers/csv.ts';
import { Latest } from '../../bundle/latest.ts';
import { limitHeaders, referToHeaders, representationHeaders, unchanged } from './headers.ts';
import { type DocumentedKind, type Problems, kindsOfOpenPaths, kindsOfPaths } from './problems.ts';
import type { Components, Json } from './schemas.ts';

const bundles = 'bundles and feeds';
export const furtherTags = {
  [bundles]: 'All data in one file or in tables, and what has changed; these need no key',
  keys: 'Getting a key, and ending it',
  service: 'The service itself',
};

const column = record('A column (Frictionless Table Schema).', {
  name: Type.String({ description: 'Name of the column.' }),
  type: Type.String({ description: 'string, number or boolean.' }),
  description: Type.String({ description: 'What the column has.' }),
  categories: Type.Optional(
    Type.Array(
      record('A value of the column.', {
        value: Type.String({ description: 'The value as it stands in the table.' }),
        label: Type.String({ description: 'What it means.' }),
      }),
      { description: 'What the codes of the column stand for.' },
    ),
  ),
  constraints: Type.Optional(
    record('What holds for every value of the column.', {
      required: Type.Optional(Type.Boolean({ description: 'True: no row lacks it.' })),
      enum: Type.Optional(
        Type.Array(Type.String(), { description: 'The values that it can have.' }),
      ),
    }),
  ),
});

const resource = record('A table in one form.', {
  name: Type.String({ description: 'Name of the table; of its Parquet with .parquet after it.' }),
  path: Type.String({ description: 'Its address.' }),
  compressedPath: Type.Optional(
    Type.String({ description: 'Of a CSV: the address of the gzipped file, with ranges.' }),
  ),
  profile: Type.Optional(Type.String({ description: 'Of a CSV: tabular-data-resource.' })),
  format: Type.String({ description: 'csv or parquet.' }),
  mediatype: Type.String({ description: 'The media type of the file.' }),
  encoding: Type.Optional(Type.String({ description: 'Of a CSV: utf-8.' })),
  title: Type.String({ description: 'What the table has, and its release.' }),
  description: Type.String({ description: 'Whom to credit wherever the data are shown.' }),
  rows: Type.Integer({ description: 'Number of its rows.' }),
  sources: Type.Array(
    record('A publisher of the data.', {
      title: Type.String({ description: 'Name of the publisher.' }),
      path: Type.String({ description: "The publisher's page for the dataset." }),
    }),
    { description: 'Who publishes the data.' },
  ),
  licenses: Type.Array(
    record('A licence of the data.', {
      name: Type.Optional(
        Type.String({ description: 'notspecified, if the licence has no address.' }),
      ),
      path: Type.Optional(Type.String({ description: 'Address of the licence.' })),
      title: Type.String({ description: 'Name of the licence.' }),
    }),
    { description: 'The licences of the data.' },
  ),
  bytes: Type.Integer({ description: 'Size of the file; of a CSV before it is compressed.' }),
  hash: Type.String({ description: 'sha256: and the digest of these bytes, in hexadecimal.' }),
  dialect: Type.Optional(
    record('How the CSV is written.', {
      lineTerminator: Type.String({ description: 'What ends a line.' }),
    }),
  ),
  schema: record('The columns of the table.', {
    fields: Type.Array(column, { description: 'The columns, in their order.' }),
    missingValues: Type.Optional(
      Type.Array(Type.String(), { description: 'Of a CSV: how null is written.' }),
    ),
  }),
});

/** Schemas of these answers, by their names in the components. */
export const furtherComponents = {
  LatestBundle: Latest,
  KeyRequest: record('Asks for a mail with a link.', {
    email: Type.String({ description: 'Your e-mail address.', examples: ['name@example.org'] }),
  }),
  Message: record('An answer in words.', {
    message: Type.String({ description: 'What has happened, in a sentence.' }),
  }),
  DataPackage: record('The tables, as a Frictionless Data Package.', {
    profile: Type.Literal('data-package', {
      description: 'What this is, as Frictionless names it.',
    }),
    name: Type.String({ description: 'Name of the package.' }),
    title: Type.String({
      description: 'What the tables are; of a sample, that they are not statistics.',
    }),
    description: Type.String({ description: 'What a row of a table is.' }),
    resources: Type.Array(resource, {
      description: 'Two for each table: its CSV, and its Parquet.',
    }),
  }),
  Health: record('The state of the service.', {
    status: Type.Literal('ok', { description: 'The service can answer.' }),
  }),
};

interface FurtherOperation {
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly responses: Json;
  /** The kinds of problem with which it can refuse. */
  readonly kinds: readonly DocumentedKind[];
  /** Further members of the operation. */
  readonly more?: Json;
}

/** The paths, each with its operations. */
export function furtherPaths(components: Components, problems: Problems): Json {
  const operation = ({
    id,
    tag,
    summary,
    description,
    responses,
    kinds,
    more = {},
  }: FurtherOperation) => ({
    operationId: id,
    summary,
    description,
    tags: [tag],
    security: [],
    ...more,
    responses: { ...responses, ...problems.responses(kinds) },
  });
  const get = (described: FurtherOperation): Json => ({ get: operation(described) });
  const json = (name: keyof typeof furtherComponents, example?: unknown): Json => ({
    'application/json': { schema: components.reference(name), example },
  });

  const keyRequest = (id: string, asks: string, does: string): Json => {
    const mailed =
      `Sends a mail with a link to a page whose button ${does}. The answer is the same ` +
      `whether or not the address is known. One address gets at most ${mailsPerHour} ` +
      'mails in an hour.';
    const content = {
      ...json('KeyRequest', { email: 'name@example.org' }),
      'application/x-www-form-urlencoded': { schema: components.reference('KeyRequest') },
    };
    const done = { ...json('Message', { message: linkSentMessage }), ...page };
    const responses = {
      202: ok('The mail is on its way, if the address can receive mail.', limitHeaders, done),
    };
    const kinds = [
      'invalid-body',
      'sign-up-closed',
      'body-held-back',
      'body-too-slow',
      'body-too-long',
      ...kindsOfPaths,
    ] as const;
    return {
      get: operation({
        id: `${id}-form`,
        tag: 'keys',
        summary: `${asks}: the form`,
        description: 'A page for people with a form for their e-mail address. It changes nothing.',
        responses: { 200: { description: 'The page.', content: page } },
        kinds: kindsOfPages,
      }),
      post: operation({
        id: id,
        tag: 'keys',
        summary: asks,
        description: mailed,
        responses: responses,
        kinds,
        more: {
          requestBody: { required: true, content },
        },
      }),
    };
  };

  return {
    [`/bundles/${latestFile}`]: get({
      id: 'bundle-latest',
      tag: bundles,
      summary: 'The newest bundle',
      description:
        'Names the newest file with all served data, its size, its hash and its contents.',
      responses: cached('The newest bundle.', json('LatestBundle', latestExample)),
      kinds: ['unknown-path', 'damaged-data', ...kindsOfOpenPaths],
    }),
    '/bundles/{file}': get({
      id: 'bundle',
      tag: bundles,
      summary: 'A bundle, or a part of it',
      description:
        'All served data in one file: a zip archive, with its tables. `Range` asks for a ' +
        'part of it.',
      responses: inParts(
        'The bundle.',
        ['ETag', 'Accept-Ranges', 'Content-Length', ...limitHeaders],
        bytesOf('application/zip'),
      ),
      kinds: ['unknown-path', 'range-not-satisfiable', 'damaged-data', ...kindsOfOpenPaths],
      more: parametersOf('Name of a bundle, from /bundles/latest.json.', latestExample.file),
    }),
    '/tables': get({
      id: 'tables',
      tag: bundles,
      summary: 'The tables of all served figures',
      description:
        'Lists every table with its columns, its size and whom to credit. Each is CSV and ' +
        'Parquet with one row for each figure, or for each title, skill or standard of a ' +
        'source of texts.',
      responses: cached('A Data Package (Frictionless 1).', json('DataPackage')),
      kinds: ['damaged-data', 'unavailable', ...kindsOfOpenPaths],
    }),
    '/tables/{file}': get({
      id: 'table',
      tag: bundles,
      summary: 'A table, or a part of it',
      description:
        'A static file: `/tables/<name>.csv` for spreadsheets, `/tables/<name>.csv.gz` ' +
        'for the same as it is stored, `/tables/<name>.parquet` for DuckDB and the like, ' +
        'with the cell of the publisher behind each figure. `.csv` is unpacked on its ' +
        'way, so it has no ranges.',
      responses: inParts('The table.', ['ETag', ...limitHeaders, 'LMI-Sample'], {
        [csvType]: { schema: { type: 'string', description: 'Comma-separated values.' } },
        ...bytesOf('application/gzip'),
        ...bytesOf('application/vnd.apache.parquet'),
      }),
      kinds: [
        'unknown-path',
        'range-not-satisfiable',
        'damaged-data',
        'unavailable',
        ...kindsOfOpenPaths,
      ],
      more: parametersOf('Name of a table with `.csv`, `.csv.gz` or `.parquet`.', 'ashe.csv'),
    }),
    '/editions.atom': get({
      id: 'editions-feed',
      tag: bundles,
      summary: 'A feed of the editions',
      description:
        'An Atom feed (RFC 4287) of what is published, held back and withdrawn, newest first.',
      responses: cached('The feed.', feed),
      kinds: [...kindsOfOpenPaths, 'unavailable'],
    }),
    '/changelog.atom': get({
      id: 'changelog-feed',
      tag: bundles,
      summary: 'A feed of changes to the API',
      description:
        'An Atom feed (RFC 4287) with an entry for each version of the API. /versioning ' +
        'says what may change.',
      responses: cached('The feed.', feed),
      kinds: kindsOfOpenPaths,
    }),
    '/keys': keyRequest('key-request', 'Asks for a key', 'shows a new key'),
    '/keys/delete': keyRequest(
      'key-removal-request',
      'Asks to remove a key',
      'ends the key and removes what is kept of the address',
    ),
    '/versioning': get({
      id: 'versioning',
      tag: 'service',
      summary: 'The versioning policy and the changelog',
      description:
        'A page for people: what may change within v1, what never changes, and what has changed.',
      responses: { 200: { description: 'The page.', content: page } },
      kinds: kindsOfPages,
    }),
    '/openapi.json': get({
      id: 'openapi',
      tag: 'service',
      summary: 'This document',
      description: 'The description of the API in OpenAPI 3.1.',
      responses: cached('The document.', {
        'application/json': { schema: { type: 'object', description: 'An OpenAPI document.' } },
      }),
      kinds: kindsOfOpenPaths,
    }),
    '/llms.txt': get({
      id: 'llms',
      tag: 'service',
      summary: 'The API in a text for assistants',
      description: 'The rules and every endpoint in one text (llmstxt.org).',
      responses: cached('The text.', {
        'text/plain; charset=utf-8': { schema: { type: 'string', description: 'Markdown.' } },
      }),
      kinds: kindsOfOpenPaths,
    }),
    '/healthz': get({
      id: 'health',
      tag: 'service',
      summary: 'Whether the service can answer',
      description:
        'For health checks. It needs no key, has no limit, and answers while the service is busy.',
      responses: {
        200: { description: 'The service can answer.', content: json('Health', { status: 'ok' }) },
      },
      kinds: ['method-not-allowed', 'address-too-long', 'internal-error', 'unavailable'],
    }),
  };
}

function ok(description: string, headers: readonly string[], content: Json): Json {
  return { description, headers: referToHeaders(headers), content };
}

/** The responses of a path whose answer has an entity tag. */
function cached(description: string, content: Json): Json {
  return {
    200: ok(
      description,
      ['ETag', ...representationHeaders, ...limitHeaders, 'LMI-Sample'],
      content,
    ),
    304: unchanged,
  };
}

/** The responses and parameters of a file that can be requested in parts. */
function inParts(description: string, headers: readonly string[], content: Json): Json {
  return {
    200: ok(description, headers, content),
    206: ok('The part.', [...headers, 'Content-Range'], content),
    304: unchanged,
  };
}

function parametersOf(description: string, example: string): Json {
  const schema = { type: 'string' };
  return {
    parameters: [
      { name: 'file', in: 'path', required: true, description, schema, example },
      {
        name: 'Range',
        in: 'header',
        required: false,
        description: 'One range of bytes, such as `bytes=0-1023`.',
        schema,
      },
    ],
  };
}

/** The kinds with which a page without data can refuse. */
const kindsOfPages = [
  'method-not-allowed',
  'address-too-long',
  'too-many-in-flight',
  'internal-error',
] as const satisfies readonly DocumentedKind[];

const page = { 'text/html; charset=utf-8': { schema: { type: 'string' } } };
const feed = {
  'application/atom+xml; charset=utf-8': { schema: { type: 'string', description: 'Atom.' } },
};
const bytesOf = (contentMediaType: string): Json => ({
  [contentMediaType]: { schema: { type: 'string', contentMediaType, description: 'The bytes.' } },
});

const hash = '0123456789abcdef'.repeat(4);
const latestExample = {
  format: fileFormats.bundle,
  file: `lmi-${hash.slice(0, 16)}.zip`,
  bytes: 123_456_789,
  sha256: hash,
  root: hash,
  sample: true,
  contents: 'served',
  publicKey: null,
  madeOf: hash,
  editions: [
    {
      id: '00000000-0000-8000-8000-000000000000',
      source: 'ashe',
      release: 'sample-2024',
      root: hash,
    },
  ],
  seal: hash,
};
