// What hostile and broken clients send, over sockets to the bundled worker in a real workerd: none of it may change what others get,
// reach a file that is not served, or come back where a browser or a cache would believe it.
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '#compiler/serve/keys.ts';
import { type Serving, serve } from '#compiler/serve/serve.ts';
import { mostInFlight } from '#server/keys/in-flight.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { quarantinedText, writeDataDirectory } from './fixture.ts';
import { lines, sendRaw } from './raw-request.ts';
import { addressHeader, publicUrl } from './runtimes.ts';

let data: Awaited<ReturnType<typeof writeDataDirectory>>;
let server: Serving;
let key: string;
beforeAll(async () => {
  data = await writeDataDirectory();
  server = await serve({
    data: data.path,
    state: join(temporaryDirectory(), 'state'),
    port: 0,
    publicUrl,
    clientAddress: `header:${addressHeader}`,
  });
  ({ key } = await createKey(server.administration, { name: 'hostile', perMinute: 100_000 }));
});
afterAll(async () => {
  await server.close();
  await data.remove();
});

let clients = 0;
/** A request with the key, from an address of its own. */
function request(line: string, ...headers: string[]): string {
  clients += 1;
  return lines(
    `${line} HTTP/1.1`,
    'Host: 127.0.0.1',
    `X-API-Key: ${key}`,
    `${addressHeader}: 192.0.${clients >> 8}.${clients & 255}`,
    ...headers,
  );
}
const send = (line: string, ...headers: string[]) => sendRaw(server.url, request(line, ...headers));

const html = 'Accept: text/html';

describe('security headers', () => {
  test.each([
    ['an answer', 'GET /v1/occupations'],
    ['an answer without content', 'HEAD /v1/occupations'],
    ['a problem', 'GET /v1/occupations/9999'],
    ['a refused method', 'PUT /v1/occupations'],
    ['an open answer', 'GET /v1/meta/sources'],
    ['a preflight', 'OPTIONS /v1/meta/sources'],
    ['the health', 'GET /healthz'],
    ['the front page', 'GET /'],
    ['a page', 'GET /keys'],
    ['a page of a problem', 'GET /problems/unknown-path'],
    ['the stylesheet', 'GET /style.css'],
    ['the icon', 'GET /icon.svg'],
    ['the administration', 'GET /admin/keys'],
    ['nothing', 'GET /nothing'],
  ])('on %s', async (_, line) => {
    const { head } = await send(line, html);
    expect(head).toMatch(/^x-content-type-options: nosniff$/im);
    expect(head).toMatch(/^referrer-policy: no-referrer$/im);
    expect(head).toMatch(/^content-security-policy: default-src 'none';.*frame-ancestors 'none'$/im);
    expect(head).toMatch(/^permissions-policy: camera=\(\)/im);
    expect(head).toMatch(/^strict-transport-security: max-age=31536000$/im);
    expect(head).not.toMatch(/^(server|x-powered-by|set-cookie):/im);
  });

  test('HTTPS is asked for only where the service is reached by it', async () => {
    const plain = await serve({ data: data.path, state: join(temporaryDirectory(), 'plain'), port: 0 });
    try {
      const { headers } = await fetch(`${plain.url}/healthz`);
      expect([headers.has('Strict-Transport-Security'), headers.get('Referrer-Policy')]).toEqual([false, 'no-referrer']);
    } finally {
      await plain.close();
    }
  });
});

describe('sizes', () => {
  test('an address of 16,000 characters is read, a longer one is 414', async () => {
    const path = '/v1/occupations?x=';
    const longest = 16_000 - 'http://127.0.0.1'.length - path.length;
    expect((await send(`GET ${path}${'a'.repeat(longest)}`)).status).toBe(400);
    const refused = await send(`GET ${path}${'a'.repeat(longest + 1)}`);
    expect(refused.status).toBe(414);
    expect(refused.body.length).toBeLessThan(1000);
  });

  test('headers of 64 kB are read, of 128 kB are 431 by workerd itself', async () => {
    expect((await send('GET /v1/occupations', `X-Long: ${'a'.repeat(64 * 1024)}`)).status).toBe(200);
    expect((await send('GET /v1/occupations', `X-Long: ${'a'.repeat(128 * 1024)}`)).status).toBe(431);
  });

  test('a key of 60 kB is refused without being repeated', async () => {
    clients += 1;
    const { status, body } = await sendRaw(
      server.url,
      lines('GET /v1/occupations HTTP/1.1', 'Host: a', `X-API-Key: lmi_${'a'.repeat(60_000)}`),
    );
    expect(status).toBe(401);
    expect(body).not.toContain('aaaaaaaaaa');
  });

  test('a body is read up to 4,096 bytes, whatever length was announced', async () => {
    expect((await sendRaw(server.url, request('POST /keys', 'Content-Length: 5000') + 'x'.repeat(5000))).status).toBe(413);
    const chunk = `1000\r\n${'x'.repeat(4096)}\r\n`;
    expect((await sendRaw(server.url, request('POST /keys', 'Transfer-Encoding: chunked') + chunk + chunk)).status).toBe(413);
  });
});

describe('methods', () => {
  test.each(['TRACE', 'PROPFIND', 'PATCH', 'DELETE', 'POST'])('%s is 405', async (method) => {
    expect((await send(`${method} /v1/occupations`, 'Content-Length: 0')).status).toBe(405);
  });

  test.each(['FOO', 'get', 'A'.repeat(50), 'CONNECT'])('%s is refused by workerd itself', async (method) => {
    expect((await send(`${method} /v1/occupations`)).status).toBeGreaterThanOrEqual(500);
  });

  test('no header makes another method of it', async () => {
    expect((await send('POST /v1/occupations', 'X-HTTP-Method-Override: GET', 'Content-Length: 0')).status).toBe(405);
    expect((await send('GET /admin/keys', 'X-HTTP-Method-Override: POST')).status).toBe(401);
  });
});

describe('a path that tries to leave its place', () => {
  const targets = ['catalogue.json', `quarantine/00000000-0000-8000-8000-00000000bbbb/pay/2134/uk.json`];
  const ways = [
    '../../',
    '..%2f..%2f',
    '%2e%2e/%2e%2e/',
    '%2e%2e%2f%2e%2e%2f',
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
  const starts = [
    '/',
    '/v1/occupations/',
    '/v1/occupations/2134/',
    '/v1/occupations/2134/job-adverts/local/',
    '/v1/local-areas/',
    '/problems/',
    '/keys/new/',
    '/admin/keys/',
  ];

  test.each(starts)('from %s', async (start) => {
    for (const target of targets) {
      for (const way of ways) {
        const { status, body } = await send(`GET ${start}${way}${target}`);
        expect([401, 403, 404, 405, 410, 500, 501], `${start}${way}${target}`).toContain(status);
        expect(body).not.toContain(quarantinedText);
        expect(body).not.toContain('"serial"');
      }
    }
  });

  test.each([
    'edition=../../quarantine',
    'edition=00000000-0000-8000-8000-00000000bbbb%2f..',
    'area=..%2f..',
    'area=uk%00',
    'area=wales/../uk',
    'year=2024%2f..',
  ])('in the query: %s', async (query) => {
    const { status, body } = await send(`GET /v1/occupations/2134/pay?${query}`);
    expect(status).toBe(400);
    expect(body).not.toContain(quarantinedText);
  });

  test.each([
    '/v1/occupations/2134%00/pay',
    '/v1/occupations/%/pay',
    '/v1/occupations/%ff/pay',
    '/v1//occupations',
    '//evil.example/v1/occupations',
    '/V1/occupations',
    '/v1/occupations/2134/pay;x=1',
  ])('%s names nothing', async (path) => {
    expect((await send(`GET ${path}`)).status).toBe(404);
  });
});

describe('nothing of a request comes back as a header', () => {
  const injected = '%0d%0aX-Injected:%20yes%0d%0a%0d%0a<script>';
  test.each([
    `GET /v1/occupations/2134${injected}`,
    `GET /v1/occupations/2134/pay?area=${injected}`,
    `GET /v1/occupations/2134/pay?edition=00000000-0000-8000-8000-00000000cccc&x=${injected}`,
    `GET /v1/occupations/2134/pay?edition=00000000-0000-8000-8000-00000000cccc`,
    `GET /v1/occupations/search?q=${injected}`,
    `GET /?q=${injected}`,
    `GET /problems/${injected}`,
    `GET /keys/new/${injected}`,
    `PUT /v1/occupations/${injected}`,
  ])('%s', async (line) => {
    const { head, body, status } = await send(line, html);
    expect(status).toBeGreaterThanOrEqual(200);
    expect(head).not.toMatch(/injected|<script/i);
    // In a page it is text. Our own script stands there once.
    const others = body.replace(/<script src="\/search\.js\?v=\w+" defer><\/script>/, '');
    if (/^content-type: text\/html/im.test(head)) expect(others).not.toContain('<script');
  });

  test.each([
    ['an address in absolute form', 'GET http://127.0.0.1/keys/new/link_x HTTP/1.1\r\nHost: a'],
    ['a target without a slash', 'GET keys/new/link_x HTTP/1.1\r\nHost: a'],
    ['two hosts', 'GET /v1/occupations HTTP/1.1\r\nHost: a\r\nHost: b'],
    ['a host that none can have', 'GET /v1/occupations HTTP/1.1\r\nHost: a b'],
    ['another encoding', 'POST /keys HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip'],
  ])('%s is refused by workerd itself', async (_, head) => {
    const { status, body } = await sendRaw(server.url, lines(...head.split('\r\n')), 2000);
    expect([status, body]).toEqual([500, 'Internal Server Error']);
  });

  test('a line break within a header ends the request and no answer', async () => {
    const { head } = await sendRaw(server.url, 'GET /v1/nothing\r\nX-Injected: yes HTTP/1.1\r\nHost: a\r\n\r\n', 1000);
    expect(head).not.toMatch(/^x-injected/im);
  });
});

describe('a Host that lies, and headers that would speak for another address', () => {
  const lies = [
    'X-Forwarded-Host: evil.example',
    'X-Forwarded-Proto: http',
    'X-Forwarded-Scheme: http',
    'X-Forwarded-Port: 1',
    'X-Forwarded-Prefix: /evil',
    'Forwarded: host=evil.example;proto=http',
    'X-Host: evil.example',
    'X-Original-URL: /healthz',
    'X-Rewrite-URL: /healthz',
    'MF-Original-URL: http://evil.example/healthz',
    'X-HTTP-Method: POST',
    'Origin: https://evil.example',
    'Accept-Language: xx',
    'Accept-Encoding: br',
    'Cookie: a=b',
    'Range: bytes=0-1',
    'User-Agent: evil',
  ];
  /** An answer without what is counted: whatever else differs, a cache would keep for everybody. */
  const fixed = ({ status, head, body }: Awaited<ReturnType<typeof send>>) => ({
    status,
    head: head.replace(/^(ratelimit|date): .*\r\n/gim, ''),
    body,
  });

  test.each([
    '/v1/occupations',
    '/v1/occupations/9999',
    '/v1/occupations/2134/pay?edition=00000000-0000-8000-8000-00000000cccc',
    '/v1/meta/sources',
    '/v1/meta/editions',
    '/editions.atom',
    '/openapi.json',
    '/',
    '/?q=nurse',
    '/problems',
    '/problems/unknown-path',
    '/keys',
    '/style.css',
    '/nothing',
  ])('%s is the same whatever they say', async (path) => {
    const honest = fixed(await send(`GET ${path}`));
    clients += 1;
    const all = lines(
      `GET ${path} HTTP/1.1`,
      'Host: evil.example',
      `X-API-Key: ${key}`,
      `${addressHeader}: 198.51.100.${clients & 255}`,
      ...lies,
    );
    const lying = fixed(await sendRaw(server.url, all));
    expect(lying.body.includes('evil')).toBe(false);
    expect(lying).toEqual(honest);
    expect(honest.body).not.toMatch(/http:\/\/127\.0\.0\.1/);
  });

  test('where Accept chooses between page and text, caches are told', async () => {
    for (const path of ['/problems', '/problems/unknown-path', '/problems/none']) {
      const [page, text] = [await send(`GET ${path}`, html), await send(`GET ${path}`)];
      expect(page.head).toMatch(/^content-type: text\/html/im);
      expect(text.head).not.toMatch(/^content-type: text\/html/im);
      for (const { head } of [page, text]) expect(head).toMatch(/^vary: accept, accept-encoding$/im);
    }
  });

  test('what a key paid for, and what somebody typed, is kept by no shared cache', async () => {
    for (const path of ['/v1/occupations', '/?q=nurse', '/', '/keys', '/v1/occupations/9999'])
      expect((await send(`GET ${path}`)).head).toMatch(/^cache-control: (private|no-store)/im);
  });

  test('a page is told to people only, and JSON to programs', async () => {
    const page = await sendRaw(
      server.url,
      `${request('POST /keys', 'Content-Type: application/x-www-form-urlencoded', 'Content-Length: 9', html)}email=abc`,
    );
    expect(page.status).toBe(400);
    expect(page.head).toMatch(/^content-type: text\/html/im);
    expect((await send('GET /v1/occupations/9999', html)).head).toMatch(/^content-type: application\/json/im);
  });
});

describe('slow clients', () => {
  /** Opens a connection, sends the bytes, and says nothing more. */
  const silent = (bytes: string) =>
    new Promise<() => void>((opened) => {
      const { port, hostname } = new URL(server.url);
      const socket = connect(Number(port), hostname, () => socket.write(bytes, () => opened(() => void socket.destroy())));
      socket.on('error', () => {});
    });

  /** Opened first, because workerd waits fifteen seconds for the headers and ten for a body. */
  let unfinished: Promise<number>;
  let withoutBody: ReturnType<typeof sendRaw>;
  beforeAll(() => {
    withoutBody = sendRaw(server.url, `${request('POST /keys', 'Content-Length: 100')}{`, 20_000);
    const { port, hostname } = new URL(server.url);
    const begun = performance.now();
    const socket = connect(Number(port), hostname, () => socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: '));
    unfinished = new Promise((closed) => socket.once('close', () => closed((performance.now() - begun) / 1000)));
  });

  test('300 that never finish their headers keep nobody waiting', async () => {
    const hangUp = await Promise.all(Array.from({ length: 300 }, () => silent('GET /v1/occupations HTTP/1.1\r\nHost: a\r\nX-Slow: ')));
    for (let time = 0; time < 20; time += 1) expect((await send('GET /v1/occupations')).status).toBe(200);
    hangUp.forEach((end) => end());
  });

  test('those that never finish their bodies fill the places there are: 429 at once, and all is well when they are gone', async () => {
    const slow = () => silent(`${request('POST /keys', 'Content-Length: 100').replace('Connection: close\r\n', '')}{`);
    const hangUp = await Promise.all(Array.from({ length: mostInFlight }, slow));
    await expect.poll(() => send('GET /v1/occupations'), { timeout: 5000 }).toMatchObject({ status: 429 });
    const { head, body } = await send('GET /v1/occupations');
    expect(head).toMatch(/^retry-after: 1$/im);
    // Nothing was counted, so nothing is said of what is left.
    expect(head).not.toMatch(/^ratelimit/im);
    expect(JSON.parse(body)).toMatchObject({ type: `${publicUrl}/problems/too-many-in-flight`, status: 429, retryAfterSeconds: 1 });
    expect((await send('GET /healthz')).status).toBe(200);
    // A body is waited for ten seconds; whoever hung up takes no place for longer than that.
    hangUp.slice(0, mostInFlight / 2).forEach((end) => end());
    await expect.poll(async () => (await send('GET /v1/occupations')).status, { timeout: 40_000, interval: 500 }).toBe(200);
    hangUp.forEach((end) => end());
  });

  test('workerd itself closes a connection whose headers are not whole after fifteen seconds, as docs/settings.md says', async () => {
    const seconds = await unfinished;
    expect(seconds).toBeGreaterThan(14);
    expect(seconds).toBeLessThan(20);
  }, 30_000);

  test('a body that does not come is 408 after ten seconds', async () => {
    expect((await withoutBody).status).toBe(408);
  });
});

describe('requests that two readers would take for different ones', () => {
  test.each([
    ['a length that is none', 'Content-Length: -5'],
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 6'],
  ])('%s: refused', async (_, headers) => {
    const { status } = await sendRaw(server.url, `${request('POST /keys', headers)}0\r\n\r\n`, 2000);
    expect([400, 500]).toContain(status);
  });
});
