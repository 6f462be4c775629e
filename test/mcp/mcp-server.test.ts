// lmi mcp --server: the assistant's questions go to a server, which answers as it answers anybody
// with that key.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createKey } from '#compiler/serve/keys.ts';
import { serve } from '#compiler/serve/serve.ts';
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { lmi } from '../lmi.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { type Assistant, startAssistant } from './assistant.ts';

let server: Awaited<ReturnType<typeof serve>>;
let assistant: Assistant;

beforeAll(async () => {
  const state = join(temporaryDirectory(), 'state');
  server = await serve({ data: sampleDirectory(), state, port: 0 });
  assistant = await startAssistant(['--server', server.url], { LMI_API_KEY: server.key });
});
afterAll(async () => {
  await assistant.client.close();
  await server.close();
});

/** What the server answers somebody else with a key. */
async function bodyOf(path: string): Promise<string> {
  const response = await fetch(`${server.url}${path}`, { headers: { 'X-API-Key': server.key } });
  return response.text();
}

test('the instructions say that the data are a sample', () => {
  expect(assistant.client.getInstructions()).toMatch(/^THE DATA ARE A SYNTHETIC SAMPLE/);
});

test('which occupation is a software engineer', async () => {
  const { texts, isError } = await assistant.answerOf('search', { q: 'software engineer' });
  const [match]: OccupationMatch[] = JSON.parse(texts[0] ?? '');
  expect([isError, match?.soc2020]).toEqual([false, '2134']);
  expect(texts[1]).toMatch(/LMI-Release: sample-.*\nLMI-Attribution: .*\nTHE DATA ARE A SYNTHETIC/);
});

test('what women in it earn, as the server answers anybody', async () => {
  const { texts } = await assistant.answerOf('pay', { soc: '2134', sex: 'female' });
  expect(texts[0]).toBe(await bodyOf('/v1/occupations/2134/pay?sex=female'));
  expect(texts[0]).toContain('"attribution":"Synthetic sample');
  expect(texts[1]).toContain('THE DATA ARE A SYNTHETIC SAMPLE');
});

test('a withheld figure is null with its reason', async () => {
  const { texts } = await assistant.answerOf('employment', { soc: '1161' });
  const { employment, withheldLegend } = JSON.parse(texts[0] ?? '');
  expect(employment).toMatchObject({
    count: null,
    presentable: false,
    withheld: { reason: 'disclosive' },
  });
  expect(withheldLegend.length).toBeGreaterThan(0);
});

test('an unknown occupation is an error that says where all are listed', async () => {
  const { texts, isError } = await assistant.answerOf('pay', { soc: '9999' });
  expect(isError).toBe(true);
  expect(JSON.parse(texts[0] ?? '')).toMatchObject({
    status: 404,
    detail: expect.stringContaining('/v1/occupations lists all'),
  });
});

test('one question more than the key has is an error that says when to ask again', async () => {
  const { key } = await createKey(server.administration, { name: 'one a minute', perMinute: 1 });
  const limited = await startAssistant(['--server', `${server.url}/`], { LMI_API_KEY: key });
  expect(await limited.answerOf('demand', { soc: '2134' })).toMatchObject({ isError: false });
  const { texts, isError } = await limited.answerOf('demand', { soc: '2135' });
  expect(isError).toBe(true);
  expect(JSON.parse(texts[0] ?? '')).toMatchObject({
    status: 429,
    retryAfterSeconds: expect.any(Number),
  });
  await limited.client.close();
});

test('a key that the server does not know is an error that says how to get one', async () => {
  const stranger = await startAssistant(['--server', server.url], { LMI_API_KEY: 'lmi_made-up' });
  const { texts, isError } = await stranger.answerOf('demand', { soc: '2134' });
  expect(isError).toBe(true);
  expect(JSON.parse(texts[0] ?? '')).toMatchObject({
    status: 401,
    detail: expect.stringContaining('/keys says how to get a key'),
  });
  await stranger.client.close();
});

test('a session reports a server that goes away, and goes on when it is back', async () => {
  const state = join(temporaryDirectory(), 'state');
  const first = await serve({ data: sampleDirectory(), state, port: 0 });
  const asking = await startAssistant(['--server', first.url], { LMI_API_KEY: first.key });
  await first.close();
  expect(await asking.answerOf('demand', { soc: '2134' })).toEqual({
    isError: true,
    texts: [expect.stringContaining(`${first.url}: no server answers`)],
  });
  const port = Number(new URL(first.url).port);
  const second = await serve({ data: sampleDirectory(), state, port });
  expect(await asking.answerOf('demand', { soc: '2134' })).toMatchObject({ isError: false });
  await asking.client.close();
  await second.close();
});

/** The exit code of lmi mcp --server where it cannot begin, and what it says. */
async function refusalOf(address: string, key: string): Promise<[number, string]> {
  vi.stubEnv('LMI_API_KEY', key);
  const { status, stderr } = await lmi('mcp', '--server', address);
  return [status, stderr];
}
afterEach(() => vi.unstubAllEnvs());

test.each([
  ['lmi.example.org', 'a', 2, '--server lmi.example.org: expected an address such as https://'],
  ['https://', 'a', 2, '--server https://: expected an address such as https://'],
  ['http://127.0.0.1:1', '', 2, 'LMI_API_KEY is not set'],
  ['http://127.0.0.1:1', 'of\ntwo lines', 2, 'LMI_API_KEY: has characters that no key has'],
  ['http://127.0.0.1:1', 'a', 4, 'http://127.0.0.1:1: no server answers'],
])('it does not begin with %s and the key %j', async (address, key, code, message) => {
  const [status, said] = await refusalOf(address, key);
  expect([status, said]).toEqual([code, expect.stringContaining(message)]);
  expect(said).not.toContain('two lines');
});

test('it refuses a server of something else, and sends the key to no other', async () => {
  const asked: (string | undefined)[] = [];
  const stranger = createServer(({ url = '', headers }, response) => {
    asked.push(url);
    if (url.startsWith('/page')) return response.end('<html></html>');
    if (url.startsWith('/none')) return response.writeHead(404).end();
    if (url.startsWith('/moved'))
      return response.writeHead(301, { Location: `/elsewhere` }).end(String(headers['x-api-key']));
    return response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  const base = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  const status = '/v1/meta/ingest';
  expect(await refusalOf(`${base}/page`, 'a')).toEqual([
    4,
    expect.stringContaining(`${base}/page${status}: the answer is no status of an lmi server`),
  ]);
  for (const [path, code] of [
    ['none', 404],
    ['moved', 301],
  ])
    expect(await refusalOf(`${base}/${path}`, 'a')).toEqual([
      4,
      expect.stringContaining(`${base}/${path}${status}: answers ${code}, expected 200`),
    ]);
  expect(asked).not.toContain('/elsewhere');
  stranger.close();
});
