// What hostile clients send, over sockets to the bundled worker in a real workerd: none of it may
// change what others get, reach a file that is not served, or come back where a browser or a cache
// would believe it.
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createKey } from '#compiler/serve/keys.ts';
import { serve } from '#compiler/serve/serve.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { editionIds, fixtureDirectory, quarantinedText } from './fixture.ts';
import { type RawAnswer, lines, sendRaw } from './raw-request.ts';
import { addressHeader, publicUrl } from './runtimes.ts';

const data = fixtureDirectory();
const state = join(temporaryDirectory(), 'state');
const server = await serve({
  data,
  state,
  port: 0,
  publicUrl,
  clientAddress: `header:${addressHeader}`,
});
const { key } = await createKey(server.administration, { name: 'hostile', perMinute: 100_000 });
afterAll(() => server.close());

let clients = 0;
/** A request with the key, from an address of its own. */
function request(line: string, ...headers: string[]): string {
  clients += 1;
  const host = headers.some((header) => header.startsWith('Host:')) ? [] : ['Host: 127.0.0.1'];
  return lines(
    `${line} HTTP/1.1`,
    ...host,
    `X-API-Key: ${key}`,
    `${addressHeader}: 192.0.${clients >> 8}.${clients & 255}`,
    ...headers,
  );
}
const send = (line: string, ...headers: string[]) => sendRaw(server.url, request(line, ...headers));
const html = 'Accept: text/html';

test.each([
  'GET /v1/occupations',
  'HEAD /v1/occupations',
  'GET /v1/occupations/9999',
  'PUT /v1/occupations',
  'OPTIONS /v1/meta/sources',
  'GET /healthz',
  'GET /',
  'GET /keys',
  'GET /problems/unknown-path',
  'GET /style.css',
  'GET /admin/keys',
  'GET /nothing',
])('security headers on %s', async (line) => {
  const { head } = await send(line, html);
  expect(head).toMatch(/^x-content-type-options: nosniff$/im);
  expect(head).toMatch(/^referrer-policy: no-referrer$/im);
  expect(head).toMatch(/^content-security-policy: default-src 'none';.*frame-ancestors 'none'$/im);
  expect(head).toMatch(/^permissions-policy: camera=\(\)/im);
  expect(head).toMatch(/^strict-transport-security: max-age=31536000$/im);
  expect(head).not.toMatch(/^(server|x-powered-by|set-cookie):/im);
});

test('a body is read up to 4,096 bytes, whatever length was announced', async () => {
  expect(
    (await sendRaw(server.url, request('POST /keys', 'Content-Length: 5000') + 'x'.repeat(5000)))
      .status,
  ).toBe(413);
  const chunk = `1000\r\n${'x'.repeat(4096)}\r\n`;
  expect(
    (await sendRaw(server.url, request('POST /keys', 'Transfer-Encoding: chunked') + chunk + chunk))
      .status,
  ).toBe(413);
});

const ways = [
  '../../',
  '..%2f..%2f',
  '%2e%2e/%2e%2e/',
  '%252e%252e%252f',
  '..\\..\\',
  '..%5c..%5c',
  '....//....//',
  '/',
  '%00/../',
  '..;/..;/',
  '%c0%ae%c0%ae/',
  '%uff0e%uff0e/',
];

test.each([
  '/',
  '/v1/occupations/',
  '/v1/occupations/2134/job-adverts/local/',
  '/bundles/',
  '/tables/',
  '/problems/',
  '/keys/new/',
  '/admin/keys/',
])('no path leads out of its place, from %s', async (start) => {
  for (const target of ['catalogue.json', `quarantine/${editionIds.quarantined}/pay/2134/uk.json`])
    for (const way of ways) {
      const { status, body } = await send(`GET ${start}${way}${target}`);
      expect(
        [status === 200, body.includes(quarantinedText), body.includes('"serial"')],
        `${start}${way}`,
      ).toEqual([false, false, false]);
    }
});

const injected = '%0d%0aX-Injected:%20yes%0d%0a%0d%0a<script>';
test.each([
  `GET /v1/occupations/2134${injected}`,
  `GET /v1/occupations/2134/pay?area=${injected}`,
  `GET /v1/occupations/2134/pay?edition=${editionIds.withdrawn}&x=${injected}`,
  `GET /v1/occupations/search?q=${injected}`,
  `GET /?q=${injected}`,
  `GET /problems/${injected}`,
  `GET /keys/new/${injected}`,
  `PUT /v1/occupations/${injected}`,
])('nothing of a request comes back as a header or as markup: %s', async (line) => {
  const { head, body, status } = await send(line, html);
  expect(status).toBeGreaterThanOrEqual(200);
  expect(head).not.toMatch(/injected|<script/i);
  // In a page it is text. Our own script stands there once.
  const others = body.replace(/<script src="\/search\.js\?v=\w+" defer><\/script>/, '');
  if (/^content-type: text\/html/im.test(head)) expect(others).not.toContain('<script');
});

describe('a Host that lies, and headers that would speak for another address', () => {
  const lies = [
    'X-Forwarded-Host: evil.example',
    'X-Forwarded-Prefix: /evil',
    'Forwarded: host=evil.example;proto=http',
    'User-Agent: evil',
    'X-Original-URL: /healthz',
    'MF-Original-URL: http://evil.example/healthz',
    'X-HTTP-Method: POST',
    'Range: bytes=0-1',
    'Origin: https://evil.example',
    'Accept-Language: xx',
    'Accept-Encoding: br',
    'Cookie: a=b',
  ];
  /** An answer without what is counted: whatever else differs, a cache would keep for everybody. */
  const fixed = ({ status, head, body }: RawAnswer) => [
    status,
    head.replace(/^(ratelimit|date): .*\r\n/gim, ''),
    body,
  ];

  test.each([
    '/v1/occupations',
    '/v1/occupations/9999',
    `/v1/occupations/2134/pay?edition=${editionIds.withdrawn}`,
    '/v1/meta/sources',
    '/editions.atom',
    '/openapi.json',
    '/',
    '/?q=nurse',
    '/problems/unknown-path',
    '/keys',
    '/nothing',
  ])('%s is the same whatever they say', async (path) => {
    const honest = await send(`GET ${path}`);
    const lying = await send(`GET ${path}`, 'Host: evil.example', ...lies);
    expect(fixed(lying)).toEqual(fixed(honest));
    expect([lying.body.includes('evil'), /http:\/\/127\.0\.0\.1/.test(honest.body)]).toEqual([
      false,
      false,
    ]);
  });

  test('caches learn that Accept decides; the API is JSON for browsers too', async () => {
    for (const path of ['/problems', '/problems/unknown-path', '/problems/none'])
      for (const [accept, type] of [
        [html, /^content-type: text\/html/im],
        ['Accept: */*', /^content-type: (?!text\/html)/im],
      ] as const) {
        const { head } = await send(`GET ${path}`, accept);
        expect([type.test(head), /^vary: accept, accept-encoding$/im.test(head)], path).toEqual([
          true,
          true,
        ]);
      }
    expect((await send('GET /v1/occupations/9999', html)).head).toMatch(
      /^content-type: application\/json/im,
    );
  });
});
