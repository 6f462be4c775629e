// Clients made by two tools that know nothing of this project: their types accept every golden
// answer, strictly, and they read it unchanged.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { type Endpoint, endpoints } from '#schemas/endpoints.ts';
import { askedBy } from '#compiler/serve/answer-offline.ts';
import { goldenAnswers } from '../golden.ts';

/** The clients, by the names of their generators. */
const generators = ['openapi-typescript', '@hey-api/openapi-ts'] as const;
type Generator = (typeof generators)[number];

/**
 * Calls an endpoint through the client of each generator, and gives the body that the client
 * returns.
 */
type Calls = Readonly<Record<Generator, () => Promise<unknown>>>;

interface Question {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly place: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | number | boolean>>;
  /** The answer, as JSON. */
  readonly body: string;
}

/** Beside our packages, because the clients import openapi-fetch. */
const folder = fileURLToPath(
  new URL('../../node_modules/.cache/lmi-test/clients/', import.meta.url),
);

const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));
const documentFile = fileURLToPath(new URL('../../schemas/openapi.json', import.meta.url));
const document = JSON.parse(readFileSync(documentFile, 'utf8'));

/** The question that an address asks. */
function questionOf(name: string, address: string, body: string): Question {
  const { endpoint, place, values } =
    askedBy(address) ?? expect.fail(`no endpoint has the path of ${address}`);
  const named = new URLSearchParams(address.split('?')[1]);
  const query = [...values].flatMap(([parameter, value]) =>
    named.has(parameter) && value !== null ? [[parameter, value] as const] : [],
  );
  const inPath = Object.entries(place).filter(([parameter]) =>
    endpoint.path.includes(`{${parameter}}`),
  );
  return {
    name,
    endpoint,
    place: Object.fromEntries(inPath),
    query: Object.fromEntries(query),
    body,
  };
}

const goldens = goldenAnswers.map(([file, address]) =>
  questionOf(file, address, readFileSync(new URL(`../goldens/${file}`, import.meta.url), 'utf8')),
);
// The endpoints without a golden answer have the example of the document.
const questions = [
  ...goldens,
  ...endpoints
    .filter(({ id }) => goldens.every(({ endpoint }) => endpoint.id !== id))
    .map(({ id, path }) =>
      questionOf(
        id,
        path.replace('{soc}', '2134'),
        JSON.stringify(document.paths[path].get.responses[200].content['application/json'].example),
      ),
    ),
];

let asked: string[] = [];
let asking = '';
const files = await generateClients(questions);
const calls = await runProgram(async (input, init) => {
  const { pathname, searchParams } = new URL(new Request(input, init).url);
  const parameters = [...searchParams].map((pair) => pair.join('='));
  asked.push(`${pathname}?${parameters.toSorted().join('&')}`);
  return new Response(questions.find(({ name }) => name === asking)?.body, {
    headers: { 'Content-Type': 'application/json' },
  });
});

test('every endpoint is asked', () => {
  expect(new Set(questions.map(({ endpoint }) => endpoint.id))).toEqual(
    new Set(endpoints.map(({ id }) => id)),
  );
});

test('the types of both accept every answer, strictly', () => {
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--target',
    'es2022',
    '--module',
    'esnext',
  ];
  const modules = [
    '--moduleResolution',
    'bundler',
    '--lib',
    'es2022,dom,dom.iterable',
    '--types',
    '',
  ];
  expect(
    spawnSync(tsc, [...options, ...modules, ...files], { encoding: 'utf8' }).stdout.slice(0, 2000),
  ).toBe('');
});

test.each(questions.map((question) => [question.name, question] as const))(
  '%s',
  async (name, { endpoint, place, query, body }) => {
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, value: string) => place[value] ?? '');
    const parameters = Object.entries(query).map(([parameter, value]) => `${parameter}=${value}`);
    for (const generator of generators) {
      [asking, asked] = [name, []];
      expect(await calls[name]?.[generator](), generator).toEqual(JSON.parse(body));
      expect(asked, generator).toEqual([`${path}?${parameters.toSorted().join('&')}`]);
    }
  },
);

/** Writes clients and program; returns the files that a type check must accept. */
async function generateClients(questions: readonly Question[]): Promise<string[]> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  lendTypeScript();
  const { default: openapiTypeScript, astToString } = await import('openapi-typescript');
  writeFileSync(
    join(folder, 'paths.ts'),
    astToString(await openapiTypeScript(new URL(`file://${documentFile}`))),
  );
  const { createClient } = await import('@hey-api/openapi-ts');
  await createClient({
    input: documentFile,
    output: join(folder, 'hey'),
    logs: { level: 'silent' },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
  });
  const program = join(folder, 'program.ts');
  writeFileSync(program, programOf(questions));
  return [program];
}

/**
 * Both generators want the TypeScript that has an interface in JavaScript. Ours, the compiler in
 * Go, has none.
 */
function lendTypeScript(): void {
  const lent = import.meta.resolve('typescript-in-javascript');
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'typescript' &&
      /\/(?:openapi-typescript|@hey-api)\//.test(context.parentURL ?? '')
        ? next(lent, context)
        : next(specifier, context),
  });
}

/** Runs the program, whose clients ask `ask` in place of the network. */
async function runProgram(ask: typeof fetch): Promise<Readonly<Record<string, Calls>>> {
  const outfile = join(folder, 'program.mjs');
  await build({
    entryPoints: [join(folder, 'program.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    logLevel: 'silent',
  });
  const { callsThrough }: { callsThrough(ask: typeof fetch): Record<string, Calls> } = await import(
    outfile
  );
  return callsThrough(ask);
}

/**
 * Every question through every client, which must give what the endpoint answers and no text beside
 * it, and its answer as a literal that must be of the type that each client promises. The last
 * lines fail if a generator drops a null, takes an enumeration for any text, or a map for an empty
 * object.
 */
function programOf(questions: readonly Question[]): string {
  const answers = questions.map(({ endpoint: { id, path }, body }, place) => {
    const type = `hey.${pascalCase(id)}Responses[200]`;
    return `const answer${place} = ${body.trim()} satisfies Paths<'${path}'> satisfies ${type};
void answer${place};`;
  });
  const calls = questions.map(({ name, endpoint: { id, path }, place, query }) => {
    const given = Object.entries({ path: place, query }).filter(
      ([, members]) => Object.keys(members).length > 0,
    );
    const options = JSON.stringify(Object.fromEntries(given));
    return `    ${JSON.stringify(name)}: {
      'openapi-typescript': async () => {
        const { data } = await client.GET('${path}', { params: ${options} });
        must<Same<NonNullable<typeof data>, Paths<'${path}'>>>();
        return data;
      },
      '@hey-api/openapi-ts': async () => {
        const { data } = await hey.${camelCase(id)}({ ...${options}, client: own });
        must<Same<NonNullable<typeof data>, hey.${pascalCase(id)}Responses[200]>>();
        return data;
      },
    },`;
  });
  return `import createFetchClient from 'openapi-fetch';
import { createClient, createConfig } from './hey/client';
import * as hey from './hey';
import type { paths } from './paths';

type Json<Body> = { content: { 'application/json': Body } };
type Paths<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: Json<infer Body> } };
} ? Body : never;

${answers.join('\n')}

export function callsThrough(ask: typeof fetch) {
  const baseUrl = 'http://localhost';
  const client = createFetchClient<paths>({ baseUrl, fetch: ask });
  const own = createClient(createConfig({ baseUrl, fetch: ask }));
  return {
${calls.join('\n')}
  };
}

type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function must<_Holds extends true>(): void {}
type Basis = 'cv' | 'publisher-shading' | 'approximate-cv' | null;
must<Same<Paths<'/v1/occupations/{soc}/employment'>['employment']['qualityBasis'], Basis>>();
must<Same<hey.EmploymentResponses[200]['employment']['qualityBasis'], Basis>>();
type Reasons = { readonly reason: string; readonly marker: string | null } | undefined;
const mapOf = (map: Readonly<Record<string, Reasons>>) => map;
mapOf(
  0 as unknown as Paths<'/v1/occupations/{soc}/employment'>['employment']['withheldFigures'],
);
mapOf(0 as unknown as hey.EmploymentResponses[200]['employment']['withheldFigures']);
must<Same<Paths<'/v1/occupations/search'>[number]['soc2020'], string>>();
must<Same<hey.SearchResponses[200][number]['soc2020'], string>>();
`;
}

function camelCase(id: string): string {
  return id.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function pascalCase(id: string): string {
  return camelCase(`-${id}`);
}
