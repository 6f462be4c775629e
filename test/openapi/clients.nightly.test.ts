// Clients made by tools that know nothing of this project: their types accept every golden answer, strictly, and they read it unchanged.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { endpoints } from '#schemas/endpoints.ts';
import { goldenAnswers } from '../golden-answers.ts';
import { type Calls, generateClients, generators, questionOf, runProgram } from './generate-clients.ts';

const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));
const document = JSON.parse(readFileSync(new URL('../../schemas/openapi.json', import.meta.url), 'utf8'));

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

let files: string[];
let calls: Readonly<Record<string, Calls>>;
let asked: string[];

beforeAll(async () => {
  files = await generateClients(questions);
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

test('the types of both accept every answer, strictly', () => {
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'esnext'];
  const modules = ['--moduleResolution', 'bundler', '--lib', 'es2022,dom,dom.iterable', '--types', ''];
  expect(spawnSync(tsc, [...options, ...modules, ...files], { encoding: 'utf8' }).stdout.slice(0, 2000)).toBe('');
});

test.each(questions.map((question) => [question.name, question] as const))('%s', async (name, { endpoint, place, query, body }) => {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, value: string) => place[value] ?? '');
  const parameters = Object.entries(query).map(([parameter, value]) => `${parameter}=${value}`);
  for (const generator of generators) {
    [asking, asked] = [name, []];
    expect(await calls[name]?.[generator](), generator).toEqual(JSON.parse(body));
    expect(asked, generator).toEqual([`${path}?${parameters.toSorted().join('&')}`]);
  }
});
