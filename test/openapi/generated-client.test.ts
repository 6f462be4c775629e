// A client made by a tool that knows nothing of this project: its types compile, and it reads every endpoint of the sample.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { build } from 'esbuild';
import { generateApi } from 'swagger-typescript-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { examplePath } from '#schemas/example-path.ts';
import { type Serving, serve } from '#compiler/serve/serve.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

type Call = (...values: unknown[]) => Promise<{ readonly data: unknown }>;

const folder = temporaryDirectory();
const source = fileURLToPath(new URL('../../schemas/openapi.json', import.meta.url));
const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));

let serving: Serving;
let calls: Readonly<Record<string, Call>>;

beforeAll(async () => {
  await generateApi({
    input: source,
    output: folder,
    fileName: 'client.ts',
    silent: true,
    generateUnionEnums: true,
    httpClientType: 'fetch',
  });
  serving = await serve({ data: sampleDirectory(), state: join(folder, 'state'), port: 0 });
  await build({
    entryPoints: [join(folder, 'client.ts')],
    outfile: join(folder, 'client.mjs'),
    bundle: true,
    format: 'esm',
    logLevel: 'silent',
  });
  const { Api } = await import(join(folder, 'client.mjs'));
  const security = { headers: { 'X-API-Key': serving.key } };
  calls = new Api({ baseUrl: serving.url, baseApiParams: security }).v1;
});

afterAll(() => serving.close());

test('its types compile, strictly', () => {
  execFileSync(tsc, [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--lib',
    'es2022,dom,dom.iterable',
    join(folder, 'client.ts'),
  ]);
});

test('it has one function for every endpoint', () => {
  expect(Object.keys(calls).toSorted()).toEqual(endpoints.map(({ id }) => camelCase(id)).toSorted());
});

test.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))('it reads %s', async (id, endpoint) => {
  const url = new URL(examplePath(endpoint), serving.url);
  const path = endpoint.path.split('/').flatMap((segment, place) => (segment.startsWith('{') ? [url.pathname.split('/')[place]] : []));
  const query = endpoint.query.length === 0 ? [] : [Object.fromEntries(url.searchParams)];
  const call = calls[camelCase(id)];
  if (call === undefined) throw new Error(`the client has no function for ${id}`);
  const { data } = await call(...path, ...query);
  if (id === 'meta-ingest') expect(data).toHaveProperty('sources');
  else expect(data).toEqual(await (await answerOffline(sampleDirectory())(url.pathname + url.search)).json());
});

function camelCase(id: string): string {
  return id.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
