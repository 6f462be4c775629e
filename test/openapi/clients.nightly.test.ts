// A client made by a tool that knows nothing of this project: its types accept every golden answer, strictly, and it reads it unchanged.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { type Endpoint, endpoints } from '#schemas/endpoints.ts';
import { goldenAnswers } from '../golden-answers.ts';

/** By the name of the question: asks it through the client, and gives the body that the client returns. */
type Calls = Readonly<Record<string, () => Promise<unknown>>>;

interface Question {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly place: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | number | boolean>>;
  /** The answer, as JSON. */
  readonly body: string;
}

/** Beside our packages, because the clients import openapi-fetch. */
const folder = fileURLToPath(new URL('../../node_modules/.cache/lmi-test/clients/', import.meta.url));

const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));
const documentFile = fileURLToPath(new URL('../../schemas/openapi.json', import.meta.url));
const document = JSON.parse(readFileSync(documentFile, 'utf8'));

const goldens = goldenAnswers.map(([file, address]) =>
  questionOf(file, address, readFileSync(new URL(`../goldens/${file}`, import.meta.url), 'utf8')),
);
// The endpoints without a golden answer have the example of the document.
const questions = [
  ...goldens,
  ...endpoints
    .filter(({ id }) => goldens.every(({ endpoint }) => endpoint.id !== id))
    .map(({ id, path }) =>
      questionOf(id, path, JSON.stringify(document.paths[path].get.responses[200].content['application/json'].example)),
    ),
];

let program: string;
let calls: Calls;
let asked: string[];

beforeAll(async () => {
  program = await generateClient(questions);
  calls = await runProgram(async (input, init) => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    asked.push(
      `${pathname}?${[...searchParams]
        .map((pair) => pair.join('='))
        .toSorted()
        .join('&')}`,
    );
    return new Response(questions.find(({ name }) => name === asking)?.body, { headers: { 'Content-Type': 'application/json' } });
  });
});

let asking: string;

test('every endpoint is asked', () => {
  expect(new Set(questions.map(({ endpoint }) => endpoint.id))).toEqual(new Set(endpoints.map(({ id }) => id)));
});

test('the types accept every answer, strictly', () => {
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'esnext'];
  const modules = ['--moduleResolution', 'bundler', '--lib', 'es2022,dom,dom.iterable', '--types', ''];
  expect(spawnSync(tsc, [...options, ...modules, program], { encoding: 'utf8' }).stdout.slice(0, 2000)).toBe('');
});

test.each(questions.map((question) => [question.name, question] as const))('%s', async (name, { endpoint, place, query, body }) => {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, value: string) => place[value] ?? '');
  const parameters = Object.entries(query).map(([parameter, value]) => `${parameter}=${value}`);
  [asking, asked] = [name, []];
  expect(await calls[name]?.()).toEqual(JSON.parse(body));
  expect(asked).toEqual([`${path}?${parameters.toSorted().join('&')}`]);
});

/** The question that an address asks. */
function questionOf(name: string, address: string, body: string): Question {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  for (const endpoint of endpoints) {
    const named = new RegExp(`^${endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(pathname);
    if (named === null) continue;
    const query = endpoint.query.flatMap(({ name: parameter, kind }) => {
      const text = searchParams.get(parameter);
      return text === null ? [] : [[parameter, kind === 'integer' ? Number(text) : kind === 'boolean' ? text === 'true' : text] as const];
    });
    return { name, endpoint, place: { ...named.groups }, query: Object.fromEntries(query), body };
  }
  throw new Error(`no endpoint has the path of ${address}`);
}

/** Writes client and program; returns the file that a type check must accept. */
async function generateClient(questions: readonly Question[]): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // The generator wants the TypeScript that has an interface in JavaScript. Ours, the compiler in Go, has none.
  const lent = import.meta.resolve('typescript-in-javascript');
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/') ? next(lent, context) : next(specifier, context),
  });
  const { default: openapiTypeScript, astToString } = await import('openapi-typescript');
  writeFileSync(join(folder, 'paths.ts'), astToString(await openapiTypeScript(new URL(`file://${documentFile}`))));
  const file = join(folder, 'program.ts');
  writeFileSync(file, programOf(questions));
  return file;
}

/** Runs the program, whose client asks `ask` in place of the network. */
async function runProgram(ask: typeof fetch): Promise<Calls> {
  const outfile = join(folder, 'program.mjs');
  await build({ entryPoints: [join(folder, 'program.ts')], outfile, bundle: true, format: 'esm', logLevel: 'silent' });
  const { callsThrough }: { callsThrough(ask: typeof fetch): Calls } = await import(outfile);
  return callsThrough(ask);
}

/**
 * Every question through the client, which must give what the endpoint answers and no text beside it, and its answer as a literal that must
 * be of the type that the client promises. The last lines fail if the generator drops a null, takes an enumeration for any text, or a map
 * for an empty object.
 */
function programOf(questions: readonly Question[]): string {
  const answers = questions.map(
    ({ endpoint: { path }, body }, place) => `const answer${place} = ${body.trim()} satisfies Paths<'${path}'>;\nvoid answer${place};`,
  );
  const calls = questions.map(({ name, endpoint: { path }, place, query }) => {
    const given = Object.entries({ path: place, query }).filter(([, members]) => Object.keys(members).length > 0);
    const options = JSON.stringify(Object.fromEntries(given));
    return `    ${JSON.stringify(name)}: async () => {
      const { data } = await client.GET('${path}', { params: ${options} });
      must<Same<NonNullable<typeof data>, Paths<'${path}'>>>();
      return data;
    },`;
  });
  return `import createFetchClient from 'openapi-fetch';
import type { paths } from './paths';

type Paths<Path extends keyof paths> = paths[Path] extends { get: { responses: { 200: { content: { 'application/json': infer Body } } } } } ? Body : never;

${answers.join('\n')}

export function callsThrough(ask: typeof fetch) {
  const client = createFetchClient<paths>({ baseUrl: 'http://localhost', fetch: ask });
  return {
${calls.join('\n')}
  };
}

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function must<_Holds extends true>(): void {}
type Basis = 'cv' | 'publisher-shading' | 'approximate-cv' | null;
must<Same<Paths<'/v1/occupations/{soc}/employment'>['employment']['qualityBasis'], Basis>>();
type Reasons = { readonly reason: string; readonly marker: string | null } | undefined;
((map: Readonly<Record<string, Reasons>>) => map)(0 as unknown as Paths<'/v1/occupations/{soc}/employment'>['employment']['withheldFigures']);
must<Same<Paths<'/v1/occupations/search'>[number]['soc2020'], string>>();
`;
}
