// Generates the OpenAPI document of the service from the endpoint table, the schemas and answers of
// the synthetic sample. It writes schemas/openapi.json, which the worker serves, and what else
// follows from the endpoint table.
import { readFileSync } from 'node:fs';
import type { Catalogue } from '#schemas/catalogue.ts';
import { answersPerMinute, areas, windowSeconds } from '#schemas/codes.ts';
import { csvType } from '#server/answers/csv.ts';
import { changelog } from '#server/meta/changelog.ts';
import { components as namedSchemas } from './openapi/components.ts';
import { descriptionOf } from './openapi/descriptions.ts';
import {
  type CsvForm,
  csvPath,
  type Endpoint,
  endpoints,
  examplePath,
  exampleUrl,
  exampleValues,
  isBareArray,
  type PathParameter,
  type QueryParameter,
} from '#schemas/endpoints.ts';
import { Soc2020 } from '#schemas/shapes.ts';
import { responses } from '#schemas/resources/by-name.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';
import { answerOffline, bodyOnly, faultOfAnswer, storeOf } from '../serve/answer-offline.ts';
import { withCatalogue } from '../serve/with-catalogue.ts';
import { requireCatalogue } from '../edition/catalogue.ts';
import { compileSchema } from '#sources/kit/schema.ts';
import { writeAtomically } from '../edition/files.ts';
import { digestOf, fileOf } from './changelog.ts';
import { clientCalls } from './client-calls.ts';
import { csvColumns } from './csv-columns.ts';
import { furtherComponents, furtherPaths, furtherTags } from './openapi/further-paths.ts';
import { headers, headersOf, referToHeaders, unchanged } from './openapi/headers.ts';
import { Problems, problemKindsOf, problemExamples } from './openapi/problems.ts';
import { Components, type Json, plain } from './openapi/schemas.ts';

const openApiFile = 'schemas/openapi.json';
const columnsFile = 'schemas/csv-columns.json';
const callsFile = 'client/calls.ts';

/** The document, the columns of lists and the client's functions, by the names of their files. */
async function generatedTexts(directory: string | null): Promise<Readonly<Record<string, string>>> {
  const text = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`;
  return {
    [openApiFile]: text(await openApi(directory)),
    [columnsFile]: text(csvColumns()),
    [callsFile]: clientCalls(),
  };
}

/** Writes the files from the sample in `directory`. */
export async function generateOpenApi(directory: string): Promise<void> {
  for (const [name, text] of Object.entries(await generatedTexts(directory)))
    writeAtomically(fileOf(name), text);
}

/**
 * A message for each file that is out of date; without a sample the prose and examples of the
 * document are not looked at.
 */
export async function openApiFaults(directory: string | null): Promise<string[]> {
  const isSame = (name: string, before: string, now: string) =>
    directory === null && name === openApiFile
      ? digestOf(JSON.parse(before)) === digestOf(JSON.parse(now))
      : before === now;
  const outdated = Object.entries(await generatedTexts(directory)).filter(
    ([name, now]) => !isSame(name, readFileSync(fileOf(name), 'utf8'), now),
  );
  return outdated.flatMap(([name]) => [`${name} is out of date`, '  npx lmi openapi']);
}

/** What readers must know about the CSV of an answer. */
function describeCsv({ rows, with: before, only }: CsvForm): string {
  const names = (members: readonly string[]) => members.map((member) => `\`${member}\``).join(', ');
  const what =
    rows.length === 0 ? 'The list' : `The rows of ${names(rows)}, each after ${names(before)}`;
  const which =
    only === undefined
      ? ''
      : ' Of each figure it has the value, the quality, and the reason if it is withheld.';
  return `${what}.${which}`;
}

/** What readers must know about all answers, a paragraph each. */
const aboutApi: readonly string[] = [
  'Read-only and free of charge. The data is open. Show its attribution wherever ' +
    'you show the data.',
  'Check `presentable` before showing a figure: if it is false, do not show the ' +
    'figure as a number. A figure that the publisher withholds is `null` with its ' +
    'reason, never 0.',
  'All answers use one vocabulary. `title` is what a classification lists, ' +
    '`name` everything else; `code` is an identifier of a publisher or a ' +
    'classification, `key` a word of a closed list; `edition` is the name of an ' +
    'edition, `editionId` its uuid. A key is always there: if it is null, ' +
    '`withheld` or its like beside it says why, or the description says what null ' +
    'means. `period` says in words what figures refer to, and `referenceDates` ' +
    'has the first and last day. `change` has `absolute` and `percent`. Where ' +
    'one `quality` holds for all figures of an answer, it stands once at the top. ' +
    `The guide [The words of the answers](${exampleUrl}/guides/vocabulary) has the ` +
    'whole list.',
  'Lists are also CSV, at the same path with `.csv`.',
  'Read `coverage`: pay counts employee jobs and excludes the self-employed; ' +
    'employment counts people and includes them.',
  '`provenance` names the exact release behind every answer. For bare arrays, the ' +
    'LMI-Source, LMI-Release and LMI-Edition headers name it, and LMI-Attribution ' +
    'holds the attribution.',
  'Within v1 answers may get new members, and some enumerations new values: ' +
    `ignore what you do not know. [The versioning policy](${exampleUrl}/versioning) ` +
    'says what may change and what never does; /changelog.atom is a feed of changes.',
  'The bundle of all data needs no key: `/bundles/latest.json` names the newest ' +
    'one. Fetch it whole or by a range of bytes.',
  'The examples come from the synthetic sample. They are not statistics.',
];

/** The document, with examples answered by the compiled sample in `directory`, if there is one. */
async function openApi(directory: string | null): Promise<Json> {
  // A bare array has no name of its own; its members have.
  const answers = endpoints
    .filter((endpoint) => !isBareArray(endpoint))
    .map(({ response, summary }) => [
      response,
      { ...responses[response], description: `${summary}.` },
    ]);
  const components = new Components({
    ...Object.fromEntries(answers),
    ...namedSchemas,
    ...furtherComponents,
  });
  const problems = new Problems();
  const sample = directory === null ? null : sampleService(directory);
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const example = sample === null ? null : await exampleOf(endpoint, sample);
    Object.assign(paths, pathsOf(endpoint, example, components, problems));
  }
  Object.assign(paths, furtherPaths(components, problems));
  components.reference('ProblemDetails');
  return {
    openapi: '3.1.1',
    info: {
      title: 'Labour market information',
      version: changelog[0].version,
      summary:
        'Open labour market information for the UK, keyed on the 412 unit groups of SOC 2020.',
      description: aboutApi.join('\n\n'),
      contact: { name: 'The operator of this service', url: `${exampleUrl}/` },
      license: {
        name: 'MIT (the code; each answer names the licence of its data)',
        identifier: 'MIT',
      },
    },
    externalDocs: {
      description: 'The versioning policy and the changelog',
      url: `${exampleUrl}/versioning`,
    },
    servers: [{ url: exampleUrl, description: 'This service' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description:
            'Free. Get one with an e-mail address at /keys. A key gets at most ' +
            `${answersPerMinute} answers in any ${windowSeconds} seconds.`,
        },
      },
      headers,
      responses: { Csv: csvResponse(), ...problems.components() },
      examples: sample === null ? {} : await problemExamples(sample.ask, sample.withdrawn),
      schemas: components.schemas(),
    },
  };
}

const tags = {
  occupations: 'The 412 unit groups, their job titles, and the search that finds them',
  meta: 'Sources, editions and the state of the daily check; these need no key',
  'occupation data': 'The data of one occupation',
  lists: 'Occupations side by side, and local areas',
  ...furtherTags,
};

function tagOf({ id, access, path }: Endpoint): keyof typeof tags {
  if (/^(occupations|search|occupation|titles)$/.test(id)) return 'occupations';
  if (access === 'open') return 'meta';
  return path.startsWith('/v1/occupations/{soc}/') ? 'occupation data' : 'lists';
}

/** The operations of an endpoint: its answer, and the same as CSV if it is a list. */
function pathsOf(
  endpoint: Endpoint,
  example: unknown,
  components: Components,
  problems: Problems,
): Json {
  const { id, path, summary, access, pathParameters, query, response, csv } = endpoint;
  const operation = (
    operationId: string,
    summary: string,
    description: string,
    ok: Json,
  ): Json => ({
    operationId,
    summary,
    description,
    tags: [tagOf(endpoint)],
    ...(access === 'open' ? { security: [] } : {}),
    parameters: [
      ...pathParameters.map(pathParameter),
      ...query.map((parameter) => queryParameter(parameter, components)),
    ],
    responses: { 200: ok, 304: unchanged, ...problems.responses(problemKindsOf(endpoint)) },
  });
  const content = {
    'application/json': { schema: components.schema(responses[response]), example },
  };
  const ok = { description: summary, headers: referToHeaders(headersOf(endpoint)), content };
  const json = { [path]: { get: operation(id, summary, descriptionOf(endpoint), ok) } };
  if (csv === null) return json;
  const asTable = `What ${path} answers, as a table. ${describeCsv(csv)}`;
  const csvOk = { $ref: '#/components/responses/Csv' };
  return {
    ...json,
    [csvPath(endpoint)]: { get: operation(`${id}-csv`, `${summary}, as CSV`, asTable, csvOk) },
  };
}

/** The 200 of every list as CSV, with the headers that any of them has. */
function csvResponse(): Json {
  return {
    description:
      'A table as RFC 4180. Members of objects are columns with a dot, a list is JSON ' +
      'in its cell, and null is an empty cell. An apostrophe stands before a text that ' +
      'a spreadsheet would run as a formula.',
    headers: referToHeaders([
      ...new Set(endpoints.filter(({ csv }) => csv !== null).flatMap(headersOf)),
    ]),
    content: { [csvType]: { schema: { type: 'string', description: 'Comma-separated values.' } } },
  };
}

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/**
 * The service of the sample in `directory`, without what changes each time that the sample is
 * compiled: its times and its serial number. All editions are of one moment, because lists are
 * ordered by the day of compiling, and a sample that was compiled over midnight has two.
 */
function sampleService(directory: string) {
  const catalogue: Catalogue = JSON.parse(
    JSON.stringify(requireCatalogue(directory)),
    (name, member: unknown) => {
      if (name === 'serial') return 1;
      return typeof member === 'string' && instant.test(member)
        ? '2026-01-01T06:00:00.000Z'
        : member;
    },
  );
  const withdrawn = catalogue.editions.find(
    ({ source, state }) => source === 'ashe' && state === 'withdrawn',
  );
  if (withdrawn === undefined) throw new Error(`${directory} has no withdrawn edition of pay`);
  const store = withCatalogue(storeOf(directory), catalogue);
  const ask = answerOffline(directory, bodyOnly, store, { publicUrl: exampleUrl });
  return { ask, withdrawn: withdrawn.id };
}

/** An answer of the sample. */
async function exampleOf(
  endpoint: Endpoint,
  { ask }: ReturnType<typeof sampleService>,
): Promise<unknown> {
  const path = examplePath(endpoint);
  const response = await ask(path);
  if (response.status !== 200)
    throw new ReportedError(
      `the sample answers ${path} with ${response.status}: ${faultOfAnswer(await response.text())}`,
    );
  return shortExample(endpoint, await response.json());
}

const longestList = 3;

/** The answer with its lists cut to a few members, where the schema allows that. */
function shortExample(endpoint: Endpoint, answer: unknown): unknown {
  const validate = compileSchema(responses[endpoint.response]);
  const body = { answer };
  const cut = (holder: object): void => {
    for (const value of Object.values(holder)) {
      if (typeof value !== 'object' || value === null) continue;
      if (Array.isArray(value) && value.length > longestList) {
        const others = value.splice(longestList);
        if (!validate(body.answer)) value.push(...others);
      }
      cut(value);
    }
  };
  cut(body);
  return body.answer;
}

function pathParameter({ name, kind, describe }: PathParameter): Json {
  const schema = kind === 'occupation' ? Soc2020 : { type: 'string' };
  return {
    name,
    in: 'path',
    required: true,
    description: describe,
    schema: plain(schema),
    example: exampleValues[name],
  };
}

function queryParameter(parameter: QueryParameter, components: Components): Json {
  const { name, describe: description } = parameter;
  const required = 'required' in parameter;
  const schema = querySchema(parameter, components);
  return {
    name,
    in: 'query',
    required,
    description,
    schema,
    ...(required ? { example: exampleValues[name] } : {}),
  };
}

function querySchema(parameter: QueryParameter, components: Components): Json {
  if (parameter.kind === 'text') return { type: 'string', maxLength: parameter.maxLength };
  if (parameter.kind === 'occupations')
    return {
      type: 'string',
      pattern: `^[1-9][0-9]{3}(,[1-9][0-9]{3}){0,${parameter.maximum - 1}}$`,
    };
  if (parameter.kind === 'group') return { type: 'string', pattern: '^[1-9][0-9]{0,2}$' };
  if (parameter.kind === 'uuid') return { type: 'string', format: 'uuid' };
  // Not an array: generated clients repeat a parameter for each of its elements.
  if (parameter.kind === 'list') {
    const oneValue = `(?:${parameter.values.join('|')})`;
    return { type: 'string', pattern: `^${oneValue}(?:,${oneValue})*$` };
  }
  const defaultValue = parameter.default === null ? {} : { default: parameter.default };
  if (parameter.kind === 'boolean') return { type: 'boolean', ...defaultValue };
  if (parameter.kind === 'enum')
    return {
      ...components.schema({ type: 'string', enum: acceptedBy(parameter) }),
      ...defaultValue,
    };
  return {
    type: 'integer',
    format: 'int32',
    minimum: parameter.minimum,
    maximum: parameter.maximum,
    ...defaultValue,
  };
}

/** The values of a parameter; of an area also the GSS codes, which give the same answers. */
function acceptedBy({ name, values }: QueryParameter & { readonly kind: 'enum' }): string[] {
  if (name !== 'area') return [...values];
  const areasNamed = areas.filter(({ slug }) => values.includes(slug));
  return [...values, ...areasNamed.map(({ code }) => code)];
}
