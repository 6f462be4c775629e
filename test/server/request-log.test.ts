// The log of requests of a running server, read from its standard output: one line each, and in none of them who asked or what.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { type RequestEntry, readRequestLog } from '#server/http/log.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { editionIds, fixtureDirectory } from './fixture.ts';

const cli = fileURLToPath(new URL('../../compiler/cli.ts', import.meta.url));

test('a line for each request, with neither key nor link, address nor question', async () => {
  const state = join(temporaryDirectory(), 'state');
  const env = { ...process.env, LOG: 'json', CLIENT_ADDRESS: 'header:Test-Client-Address', SIGN_UP: 'open' };
  const server = spawn(process.execPath, [cli, 'serve', '--data', fixtureDirectory(), '--state', state, '--port', '0'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  try {
    await expect.poll(() => output, { timeout: 60_000 }).toMatch(/open http/);
    const [, url = '', key = ''] = /at (\S+), with the key (\S+)/.exec(output) ?? [];
    const begun = output.length;
    const secret = `lmi_${'a'.repeat(77)}`;
    const link = `link_${'b'.repeat(77)}`;
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(url + path, { ...init, headers: { 'Test-Client-Address': '203.0.113.77', ...init.headers } });
    await ask('/v1/occupations/2134/pay?sex=female', { headers: { 'X-API-Key': key } });
    await ask('/v1/occupations/9999/pay', { headers: { 'X-API-Key': key } });
    await ask('/v1/occupations', { headers: { 'X-API-Key': secret } });
    await ask('/v1/occupations/search?q=a%20very%20private%20question', { headers: { 'X-API-Key': key } });
    await ask('/?q=a%20very%20private%20question');
    await ask(`/keys/new/${link}`);
    await ask(`/keys/new/${link}`, { method: 'POST' });
    await ask('/keys', { method: 'POST', body: '{"email":"private@example.org"}' });
    await ask(`/${secret}`);
    await ask('/healthz', { method: 'HEAD', headers: { 'User-Agent': 'a telling name', Referer: 'https://private.example' } });

    const entries = (): RequestEntry[] =>
      output
        .slice(begun)
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line));
    await expect.poll(() => entries().length, { timeout: 10_000 }).toBe(10);
    expect(entries().map(({ method, route, status, problem, edition }) => [method, route, status, problem, edition])).toEqual([
      ['GET', '/v1/occupations/{soc}/pay', 200, null, editionIds.pay2024],
      ['GET', '/v1/occupations/{soc}/pay', 404, 'unknown-occupation', null],
      ['GET', '/v1/occupations', 401, 'invalid-key', null],
      ['GET', '/v1/occupations/search', 200, null, editionIds.index],
      ['GET', '/', 200, null, null],
      ['GET', '/keys/new/{link}', 410, null, null],
      ['POST', '/keys/new/{link}', 410, null, null],
      ['POST', '/keys', 202, null, null],
      ['GET', null, 404, 'unknown-path', null],
      ['HEAD', '/healthz', 200, null, null],
    ]);
    for (const { at, milliseconds } of entries()) expect([Number.isNaN(Date.parse(at)), milliseconds >= 0]).toEqual([false, true]);
    expect(output.slice(begun)).not.toMatch(/203\.0\.113|lmi_|link_|private|9999|2134|telling/);
  } finally {
    const gone = once(server, 'exit');
    server.kill('SIGTERM');
    await gone;
  }
});

test('sampled: every fault, one in a hundred of the others, and the lines say how many requests they stand for', () => {
  const lines: RequestEntry[] = [];
  const write = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(JSON.parse(line)));
  let drawn = 0;
  // 0.005, 0.015 and so on up to 0.995, and again.
  const log = readRequestLog('json-sampled', () => ((drawn++ % 100) + 0.5) / 100);
  const entry = { at: '2026-11-22T00:00:00.000Z', method: 'GET', milliseconds: 1, problem: null, edition: null, requests: 1 };
  for (let request = 0; request < 500; request += 1) {
    log?.({ ...entry, route: '/v1/occupations', status: 200 });
    if (request % 100 === 7) log?.({ ...entry, route: '/v1/occupations', status: 500 });
    if (request % 100 === 8) log?.({ ...entry, route: '/v1/demand', status: 503 });
  }
  write.mockRestore();
  const sums = Map.groupBy(lines, ({ status }) => status);
  expect(Object.fromEntries([...sums].map(([status, of]) => [status, of.reduce((sum, { requests }) => sum + requests, 0)]))).toEqual({
    200: 500,
    500: 5,
    503: 5,
  });
  expect(lines).toHaveLength(15);
});
