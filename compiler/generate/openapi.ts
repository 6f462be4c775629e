// Generates the OpenAPI document of the service from the endpoint table, the schemas and answers of the synthetic sample. It writes
// schemas/openapi.json, which the worker serves.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { answersPerMinute, windowSeconds } from '#schemas/codes.ts';
import { type Endpoint, type PathParameter, type QueryParameter, endpoints, isBareArray } from '#schemas/endpoints.ts';
import { examplePath, exampleValues } from '#schemas/example-path.ts';
import * as figures from '#schemas/figures.ts';
import { FailedCheck, Withdrawn } from '#schemas/resources/meta.ts';
import { PayFigure } from '#schemas/resources/pay.ts';
import { ProblemDetails } from '#schemas/problem.ts';
import { responses } from '#schemas/responses.ts';
import { answerOffline } from '../serve/answer-offline.ts';
import { compileSchema } from '#sources/kit/schema.ts';
import { writeAtomically } from '../edition/write-atomically.ts';

type Json = Readonly<Record<string, unknown>>;

const file = fileURLToPath(new URL('../../schemas/openapi.json', import.meta.url));

/** Schemas within many others: written once, and referred to. A larger schema comes before the ones it holds. */
const shared: Readonly<Record<string, object>> = {
  Provenance: figures.Provenance,
  Area: figures.AreaSchema,
  PayFigure,
  Withheld: figures.Withheld,
  ReferenceDates: figures.ReferenceDates,
  FailedCheck,
  Withdrawn,
};

/** Writes schemas/openapi.json from the sample in `directory`, or compares it. Returns a message if it is out of date, else nothing. */
export async function generateOpenApi({ directory, check }: { readonly directory: string; readonly check: boolean }): Promise<string[]> {
  const text = `${JSON.stringify(await openApi(directory), null, 1)}\n`;
  if (readFileSync(file, 'utf8') === text) return [];
  if (check) return ['schemas/openapi.json is out of date', '  npx lmi openapi'];
  writeAtomically(file, text);
  return [];
}

/** The document, with examples answered by the compiled sample in `directory`. */
export async function openApi(directory: string): Promise<Json> {
  const components = new Components();
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) paths[endpoint.path] = { get: await operation(endpoint, directory, components) };
  const problem = components.reference('ProblemDetails', ProblemDetails);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Labour market information',
      version: '1',
      summary: 'Open labour market information for the UK, keyed on the 412 unit groups of SOC 2020.',
      description: [
        'Read-only and free of charge. The data is open. Show its attribution wherever you show the data.',
        'Check `presentable` before showing a figure: if it is false, do not show the figure as a number. A figure that the publisher withholds is `null` with its reason, never 0.',
        'All answers use one vocabulary. `title` is what a classification lists, `name` everything else; `code` is an identifier of a publisher or a classification, `key` a word of a closed list; `edition` is the name of an edition, `editionId` its uuid. A key is always there: if it is null, `withheld` or its like beside it says why, or the description says what null means. `period` says in words what figures refer to, and `referenceDates` has the first and last day. `change` has `absolute` and `percent`. Where one `quality` holds for all figures of an answer, it stands once at the top. docs/answers.md of the project has the whole list.',
        'Read `coverage`: pay counts employee jobs and excludes the self-employed; employment counts people and includes them.',
        '`provenance` names the exact release behind every answer. For bare arrays, the LMI-Source, LMI-Release and LMI-Edition headers name it, and LMI-Attribution holds the attribution.',
        'The bundle of all data needs no key: `/bundles/latest.json` names the newest one. Fetch it whole or by a range of bytes; a range beyond its end gives 416 (`type` ends in range-not-satisfiable).',
        'The examples come from the synthetic sample. They are not statistics.',
      ].join('\n\n'),
      license: { name: 'MIT (the code; each answer names the licence of its data)', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This service' }],
    tags: tags.map(({ name, description }) => ({ name, description })),
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: `Free. Get one with an e-mail address. A key gets at most ${answersPerMinute} answers in any ${windowSeconds} seconds.`,
        },
      },
      headers,
      responses: Object.fromEntries(
        Object.entries(problems).map(([status, entry]) => [entry.name, problemResponse(Number(status), entry, problem)]),
      ),
      schemas: components.schemas(),
    },
  };
}

const tags = [
  {
    name: 'occupations',
    description: 'The 412 unit groups, their job titles, and the search that finds them',
    has: ({ id }: Endpoint) => /^(occupations|search|occupation|titles)$/.test(id),
  },
  {
    name: 'meta',
    description: 'Sources, editions and the state of the daily check; these need no key',
    has: ({ access }: Endpoint) => access === 'open',
  },
  {
    name: 'occupation data',
    description: 'The data of one occupation',
    has: ({ path }: Endpoint) => path.startsWith('/v1/occupations/{soc}/'),
  },
  { name: 'lists', description: 'Occupations side by side, and local areas', has: () => true },
] as const;

async function operation(endpoint: Endpoint, directory: string, components: Components): Promise<Json> {
  const { id, summary, access, pathParameters, query, statuses, furtherStatuses, response } = endpoint;
  const tag = tags.find(({ has }) => has(endpoint));
  if (tag === undefined) throw new Error(`endpoint ${id} has no tag in compiler/generate/openapi.ts`);
  const example = await exampleOf(endpoint, directory);
  const failures = [...statuses, ...furtherStatuses].sort((a, b) => a - b);
  return {
    operationId: id,
    summary,
    tags: [tag.name],
    ...(access === 'open' ? { security: [] } : {}),
    parameters: [...pathParameters.map(pathParameter), ...query.map(queryParameter)],
    responses: {
      200: {
        description: summary,
        headers: Object.fromEntries(headersOf(endpoint).map((name) => [name, { $ref: `#/components/headers/${name}` }])),
        content: { 'application/json': { schema: components.reference(response, responses[response]), example } },
      },
      304: { description: 'Unchanged since the ETag that If-None-Match names.' },
      ...Object.fromEntries(failures.map((status) => [status, { $ref: `#/components/responses/${problemEntry(status).name}` }])),
    },
  };
}

async function exampleOf(endpoint: Endpoint, directory: string): Promise<unknown> {
  const path = examplePath(endpoint);
  const response = await answerOffline(directory)(path);
  if (response.status !== 200) throw new Error(`the sample answers ${path} with ${response.status}: ${await response.text()}`);
  return shortened(endpoint, await response.json());
}

const longestList = 3;
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** The answer with its lists cut to a few members, if the schema allows that. */
function shortened(endpoint: Endpoint, answer: unknown): unknown {
  const validate = compileSchema(responses[endpoint.response]);
  const cut = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.slice(0, longestList).map(cut);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, name === 'serial' ? 1 : cut(member)]));
    // The time and serial number of the compiled sample would change the document each time.
    return typeof value === 'string' && instant.test(value) ? '2026-01-01T06:00:00.000Z' : value;
  };
  const short = cut(answer);
  return validate(short) ? short : answer;
}

function pathParameter({ name, kind, describe }: PathParameter): Json {
  const schema = kind === 'occupation' ? figures.Soc2020 : { type: 'string' };
  return { name, in: 'path', required: true, description: describe, schema: plain(schema), example: exampleValues[name] };
}

function queryParameter(parameter: QueryParameter): Json {
  const { name, describe } = parameter;
  const required = parameter.kind === 'text';
  return {
    name,
    in: 'query',
    required,
    description: describe,
    schema: querySchema(parameter),
    ...(required ? { example: exampleValues[name] } : {}),
  };
}

function querySchema(parameter: QueryParameter): Json {
  switch (parameter.kind) {
    case 'enum':
      return { type: 'string', enum: parameter.values, ...defaultOf(parameter.default) };
    case 'integer':
      return { type: 'integer', format: 'int32', minimum: parameter.minimum, maximum: parameter.maximum, ...defaultOf(parameter.default) };
    case 'boolean':
      return { type: 'boolean', default: parameter.default };
    case 'text':
      return { type: 'string', maxLength: parameter.maxLength };
    case 'uuid':
      return { type: 'string', format: 'uuid' };
  }
}

function defaultOf(value: string | number | null): Json {
  return value === null ? {} : { default: value };
}

const string = { type: 'string' };
const headers: Readonly<Record<string, Json>> = {
  ETag: { description: 'Changes when the editions behind the answer change, not from day to day.', schema: string },
  'LMI-Source': { description: "Keys of the sources behind the answer, the endpoint's own source first.", schema: string },
  'LMI-Release': { description: 'Their releases, in the same order.', schema: string },
  'LMI-Edition': { description: 'Their edition ids, in the same order.', schema: string },
  'LMI-Licence': { description: 'Their licences, in the same order, each a string of RFC 9651.', schema: string },
  'LMI-Attribution': {
    description:
      'The attribution of each source, in the same order, to be shown wherever the data are shown: a String or, for a text with other ' +
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
  Vary: { description: '`Accept-Encoding`: each content coding has its own entity tag.', schema: string },
  'Repr-Digest': { description: 'SHA-256 of the body as it is sent, after any content coding (RFC 9530).', schema: string },
  'RateLimit-Policy': {
    description: `The limit: ${answersPerMinute} answers in ${windowSeconds} seconds unless the key has its own limit.`,
    schema: string,
  },
  RateLimit: { description: '`r`: answers left; `t`: seconds until one more is available.', schema: string },
  'Retry-After': { description: 'Seconds to wait before asking again.', schema: { type: 'integer', minimum: 1 } },
  Allow: { description: 'The methods that the path answers.', schema: string },
  'WWW-Authenticate': { description: 'How to send a key.', schema: string },
};

const provenanceHeaders = ['LMI-Source', 'LMI-Release', 'LMI-Edition', 'LMI-Licence'];
const limitHeaders = ['RateLimit-Policy', 'RateLimit'];

function headersOf(endpoint: Endpoint): string[] {
  const { id, access } = endpoint;
  const tag = id === 'meta-ingest' ? [] : ['ETag'];
  return [
    ...tag,
    ...(access === 'key' ? [...provenanceHeaders, ...(isBareArray(endpoint) ? ['LMI-Attribution'] : [])] : []),
    'Content-Encoding',
    'Vary',
    'Repr-Digest',
    ...limitHeaders,
    'LMI-Sample',
  ];
}

interface ProblemEntry {
  readonly name: string;
  readonly description: string;
  readonly headers: readonly string[];
}

const problems: Readonly<Record<number, ProblemEntry>> = {
  400: {
    name: 'InvalidParameters',
    description: 'A query parameter is unknown, repeated, missing or not allowed. `errors` names each, with the allowed values.',
    headers: limitHeaders,
  },
  401: { name: 'InvalidKey', description: 'The key is missing, malformed, unknown, replaced or revoked.', headers: ['WWW-Authenticate'] },
  404: {
    name: 'NotFound',
    description: 'The path does not exist, or no edition covers the request (`type` ends in not-published).',
    headers: limitHeaders,
  },
  405: { name: 'MethodNotAllowed', description: 'The API answers only GET and HEAD.', headers: ['Allow'] },
  410: {
    name: 'EditionWithdrawn',
    description:
      'The pinned edition has been withdrawn, and `withdrawn` says why and which edition replaces it. Or it is stored in an old format, and ' +
      '`successor` is the edition that its release was compiled into again.',
    headers: limitHeaders,
  },
  414: { name: 'AddressTooLong', description: 'Path and query together are longer than any valid request.', headers: [] },
  429: {
    name: 'RateLimitExceeded',
    description: `Too many answers in the last ${windowSeconds} seconds, or too many requests at once.`,
    headers: ['Retry-After', ...limitHeaders],
  },
  500: { name: 'InternalError', description: 'The fault is ours and has been recorded.', headers: [] },
  503: {
    name: 'Unavailable',
    description: 'At the moment there is no data to serve, or its stored format is not read here, or keys cannot be looked up.',
    headers: ['Retry-After'],
  },
};

function problemEntry(status: number): ProblemEntry {
  const entry = problems[status];
  if (entry === undefined)
    throw new Error(`compiler/generate/openapi.ts does not describe the status ${status}, which the endpoint table declares`);
  return entry;
}

/** The contract declares 400 and 404 as application/json and the others as application/problem+json (§7.2). */
function problemResponse(status: number, { description, headers: names }: ProblemEntry, schema: Json): Json {
  const mediaType = status === 400 || status === 404 ? 'application/json' : 'application/problem+json';
  return {
    description,
    headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    content: { [mediaType]: { schema } },
  };
}

/** A schema as JSON Schema: TypeBox marks its schemas with members that JSON leaves out. */
function plain(schema: object): Json {
  return JSON.parse(JSON.stringify(schema));
}

/** Schemas by name. Shared schemas are put in by reference. */
class Components {
  readonly #schemas = new Map<string, Json>();
  readonly #names = new Map<string, string>(Object.entries(shared).map(([name, schema]) => [JSON.stringify(schema), name]));

  reference(name: string, schema: object): Json {
    if (!this.#schemas.has(name)) {
      this.#schemas.set(name, {});
      this.#schemas.set(name, this.#members(plain(schema)));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Ordered by name. */
  schemas(): Json {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #members(schema: Json): Json {
    return Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, this.#replaced(member)]));
  }

  #replaced(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((member) => this.#replaced(member));
    if (typeof value !== 'object' || value === null) return value;
    const name = this.#names.get(JSON.stringify(value));
    return name === undefined ? this.#members({ ...value }) : this.reference(name, value);
  }
}
