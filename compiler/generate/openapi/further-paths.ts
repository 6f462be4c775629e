// What the service answers besides the endpoints, for the OpenAPI document: sign-up, bundles, feeds, the document itself and the health check.
import { Type } from 'typebox';
import { fileFormats } from '#schemas/document-formats.ts';
import { latestFile } from '#schemas/stored-files.ts';
import { record } from '#schemas/shapes.ts';
import { sent } from '#server/sign-up/answer-sign-up.ts';
import { mailsPerHour } from '#server/keys/account.ts';
import { csvType } from '#server/http/csv.ts';
import { Latest } from '../../bundle/latest.ts';
import { limitHeaders, referToHeaders, representationHeaders } from './headers.ts';
import type { DocumentedKind, Problems } from './problems.ts';
import type { Components, Json } from './schemas.ts';

export const furtherTags: readonly Json[] = [
  { name: 'bundles and feeds', description: 'All data in one file or in tables, and what has changed; these need no key' },
  { name: 'keys', description: 'Getting a key, and ending it' },
  { name: 'service', description: 'The service itself' },
];

/** Schemas of these answers, by their names in the components. */
export const furtherComponents = {
  LatestBundle: Latest,
  KeyRequest: record('Asks for a mail with a link.', {
    email: Type.String({ description: 'Your e-mail address.', examples: ['name@example.org'] }),
  }),
  Message: record('An answer in words.', { message: Type.String({ description: 'What has happened, in a sentence.' }) }),
  DataPackage: record('The tables, as a Frictionless Data Package.', {
    title: Type.String({ description: 'What the tables are; of a sample, that they are not statistics.' }),
    resources: Type.Array(
      record({
        name: Type.String({ description: 'Name of the table.' }),
        path: Type.String({ description: 'Its address.' }),
        format: Type.String({ description: 'csv or parquet.' }),
        rows: Type.Integer({ description: 'Its rows.' }),
        description: Type.String({ description: 'Whom to credit wherever the data are shown.' }),
      }),
      { description: 'Two for each table. The members that Frictionless names are there too: schema, licenses, sources, bytes, hash.' },
    ),
  }),
  Health: record('The state of the service.', { status: Type.Literal('ok', { description: 'The service can answer.' }) }),
};

type About = readonly [id: string, tag: string, summary: string, description: string];

/** The paths, each with its operations. */
export function furtherPaths(components: Components, problems: Problems): Json {
  const operation = (
    [operationId, tag, summary, description]: About,
    responses: Json,
    kinds: readonly DocumentedKind[],
    more: Json = {},
  ) => ({
    ...{ operationId, summary, description, tags: [tag], security: [], ...more },
    responses: { ...responses, ...problems.responses(kinds) },
  });
  const get = (...parts: Parameters<typeof operation>): Json => ({ get: operation(...parts) });
  const ok = (description: string, headers: readonly string[], content: Json): Json => ({
    description,
    headers: referToHeaders(headers),
    content,
  });
  const cached = (description: string, content: Json): Json => ({
    200: ok(description, ['ETag', ...representationHeaders, ...limitHeaders, 'LMI-Sample'], content),
    ...notModified,
  });
  const json = (name: keyof typeof furtherComponents, example: unknown): Json => ({
    'application/json': { schema: components.reference(name), example },
  });

  const keyRequest = (id: string, asks: string, does: string): Json => {
    const mailed = `Sends a mail with a link to a page whose button ${does}. The answer is the same whether or not the address is known. One address gets at most ${mailsPerHour} mails in an hour.`;
    const content = {
      ...json('KeyRequest', { email: 'name@example.org' }),
      'application/x-www-form-urlencoded': { schema: components.reference('KeyRequest') },
    };
    const done = ok('The mail is on its way, if the address can receive mail.', limitHeaders, {
      ...json('Message', { message: sent }),
      ...page,
    });
    return {
      post: operation([id, 'keys', asks, mailed], { 202: done }, ['invalid-body', 'sign-up-closed', ...ofBodies, ...busy], {
        requestBody: { required: true, content },
      }),
    };
  };

  const bundles = 'bundles and feeds';
  const latest = 'Names the newest file with all served data, its size, its hash and its contents.';
  const bundle = 'All served data in one file: a zip archive, with its tables. `Range` asks for a part of it.';
  const tables =
    'Lists every table with its columns, its size and whom to credit. Each is CSV and Parquet with one row for each figure, or for each title, skill or standard of a source of texts.';
  const table =
    'A static file: `/tables/<name>.csv` for spreadsheets, `/tables/<name>.parquet` for DuckDB and the like, with the cell of the publisher behind each figure. Ranges of a CSV are of its gzipped bytes.';
  const editions = 'An Atom feed (RFC 4287) of what is published, held back and withdrawn, newest first.';
  const changes = 'An Atom feed (RFC 4287) with an entry for each version of the API. /versioning says what may change.';
  const policy = 'A page for people: what may change within v1, what never changes, and what has changed.';
  const health = 'For health checks. It needs no key, has no limit, and answers while the service is busy.';
  const openApi = { 'application/json': { schema: { type: 'object', description: 'An OpenAPI document.' } } };
  const ranges = ['ETag', 'Accept-Ranges', 'Content-Length'];
  return {
    [`/bundles/${latestFile}`]: get(
      ['bundle-latest', bundles, 'The newest bundle', latest],
      cached('The newest bundle.', json('LatestBundle', latestExample)),
      ['invalid-parameters', 'unknown-path', 'damaged-data', ...ofOpenPaths],
    ),
    '/bundles/{file}': get(
      ['bundle', bundles, 'A bundle, or a part of it', bundle],
      {
        200: ok('The bundle.', [...ranges, ...limitHeaders], archive),
        206: ok('The part.', [...ranges, 'Content-Range', ...limitHeaders], archive),
        ...notModified,
      },
      ['invalid-parameters', 'unknown-path', 'range-not-satisfiable', 'damaged-data', ...ofOpenPaths],
      inParts('Name of a bundle, from /bundles/latest.json.', latestExample.file),
    ),
    '/tables': get(
      ['tables', bundles, 'The tables of all served figures', tables],
      cached('A Data Package (Frictionless 1).', { 'application/json': { schema: components.reference('DataPackage') } }),
      ['invalid-parameters', 'damaged-data', 'unavailable', ...ofOpenPaths],
    ),
    '/tables/{file}': get(
      ['table', bundles, 'A table, or a part of it', table],
      {
        200: ok('The table.', tableHeaders, ofTables),
        206: ok('The part.', [...tableHeaders, 'Content-Range'], ofTables),
        ...notModified,
      },
      ['invalid-parameters', 'unknown-path', 'range-not-satisfiable', 'damaged-data', 'unavailable', ...ofOpenPaths],
      inParts('Name of a table with `.csv` or `.parquet`.', 'ashe.csv'),
    ),
    '/editions.atom': get(['editions-feed', bundles, 'A feed of the editions', editions], cached('The feed.', feed), [
      'invalid-parameters',
      ...ofOpenPaths,
      'unavailable',
    ]),
    '/changelog.atom': get(['changelog-feed', bundles, 'A feed of changes to the API', changes], cached('The feed.', feed), [
      'invalid-parameters',
      ...ofOpenPaths,
    ]),
    '/keys': keyRequest('key-request', 'Asks for a key', 'shows a new key'),
    '/keys/delete': keyRequest('key-removal-request', 'Asks to remove a key', 'ends the key and removes what is kept of the address'),
    '/versioning': get(
      ['versioning', 'service', 'The versioning policy and the changelog', policy],
      { 200: { description: 'The page.', content: page } },
      ['method-not-allowed', 'address-too-long', 'too-many-in-flight', 'internal-error'],
    ),
    '/openapi.json': get(
      ['openapi', 'service', 'This document', 'The description of the API in OpenAPI 3.1.'],
      cached('The document.', openApi),
      ['invalid-parameters', ...ofOpenPaths],
    ),
    '/healthz': get(
      ['health', 'service', 'Whether the service can answer', health],
      { 200: { description: 'The service can answer.', content: json('Health', { status: 'ok' }) } },
      ['method-not-allowed', 'address-too-long', 'internal-error', 'unavailable'],
    ),
  };
}

const parameter = (name: string, where: 'path' | 'header', description: string): Json => ({
  ...{ name, in: where, required: where === 'path', description, schema: { type: 'string' } },
});

/** The parameters of a file of which a part can be asked for. */
const inParts = (description: string, example: string): Json => ({
  parameters: [
    { ...parameter('file', 'path', description), example },
    parameter('Range', 'header', 'One range of bytes, such as `bytes=0-1023`.'),
  ],
});

const busy = ['too-many-in-flight', 'rate-limit-exceeded', 'internal-error'] as const satisfies readonly DocumentedKind[];
const ofOpenPaths = ['method-not-allowed', 'address-too-long', ...busy] as const satisfies readonly DocumentedKind[];
const ofBodies = ['method-not-allowed', 'body-too-slow', 'body-too-long', 'address-too-long'] as const satisfies readonly DocumentedKind[];

const notModified = { 304: { description: 'Unchanged since the ETag that If-None-Match names.' } };
const page = { 'text/html; charset=utf-8': { schema: { type: 'string' } } };
const archive = { 'application/zip': { schema: { type: 'string', contentMediaType: 'application/zip', description: 'The bytes.' } } };
const ofTables = {
  [csvType]: { schema: { type: 'string', description: 'Comma-separated values.' } },
  'application/vnd.apache.parquet': {
    schema: { type: 'string', contentMediaType: 'application/vnd.apache.parquet', description: 'The bytes.' },
  },
};
const tableHeaders = ['ETag', ...limitHeaders, 'LMI-Sample'];
const feed = { 'application/atom+xml; charset=utf-8': { schema: { type: 'string', description: 'Atom.' } } };

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
  editions: [{ id: '00000000-0000-8000-8000-000000000000', source: 'ashe', release: 'sample-2024', root: hash }],
  seal: hash,
};
