// The log of requests: one line each, and in none of them who asked or what.
import { afterEach, expect, test, vi } from 'vitest';
import { type RequestEntry, readRequestLog } from '#server/http/log.ts';
import { asking } from './ask.ts';
import { editionIds } from './fixture.ts';

const lines: RequestEntry[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  lines.length = 0;
});
const listen = () =>
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(JSON.parse(line)));

test('a line for each request, with neither key nor link, address nor question', async () => {
  listen();
  const ask = asking({ log: readRequestLog('json') });
  const secret = `lmi_${'a'.repeat(77)}`;
  const link = `link_${'b'.repeat(77)}`;
  const headers = {
    'X-API-Key': secret,
    'CF-Connecting-IP': '203.0.113.77',
    'User-Agent': 'a telling name',
    Referer: 'https://private.example',
  };
  for (const [path, init] of [
    ['/v1/occupations/2134/pay?sex=female', {}],
    ['/v1/occupations/9999/pay', {}],
    ['/v1/occupations/search?q=a%20very%20private%20question', {}],
    ['/?q=a%20very%20private%20question', {}],
    [`/keys/new/${link}`, {}],
    ['/keys', { method: 'POST', body: '{"email":"private@example.org"}' }],
    [`/${secret}`, {}],
    ['/healthz', { method: 'HEAD' }],
  ] as const)
    await ask(path, { ...init, headers });
  expect(
    lines.map(({ method, route, status, problem, edition }) => [
      method,
      route,
      status,
      problem,
      edition,
    ]),
  ).toEqual([
    ['GET', '/v1/occupations/{soc}/pay', 200, null, editionIds.pay2024],
    ['GET', '/v1/occupations/{soc}/pay', 404, 'unknown-occupation', null],
    ['GET', '/v1/occupations/search', 200, null, editionIds.index],
    ['GET', '/', 200, null, null],
    ['GET', '/keys/new/{link}', 403, 'sign-up-closed', null],
    ['POST', '/keys', 403, 'sign-up-closed', null],
    ['GET', null, 404, 'unknown-path', null],
    ['HEAD', '/healthz', 200, null, null],
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/203\.0\.113|lmi_|link_|private|9999|2134|telling/);
});

test('samples every fault and one in a hundred others, with the weight', () => {
  listen();
  let drawn = 0;
  // 0.005, 0.015 and so on up to 0.995, and again.
  const log = readRequestLog('json-sampled', () => ((drawn++ % 100) + 0.5) / 100);
  const entry = {
    at: '2026-11-22T00:00:00.000Z',
    method: 'GET',
    milliseconds: 1,
    problem: null,
    edition: null,
    requests: 1,
  };
  for (let request = 0; request < 500; request += 1)
    log?.({ ...entry, route: '/v1/occupations', status: request % 100 === 7 ? 503 : 200 });
  const standingFor = (status: number) =>
    lines.filter((line) => line.status === status).reduce((sum, { requests }) => sum + requests, 0);
  expect([standingFor(503), standingFor(200), lines.length]).toEqual([5, 500, 10]);
});
