// What a runtime can get wrong, asked of each: the router in Node, the worker under miniflare and
// in workerd alone, and over a bucket with limits in Durable Objects as on Cloudflare. The whole
// contract is asked in Node: contract.test.ts.
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProblemDetails } from '#schemas/problem.ts';
import {
  bundleContent as bytes,
  damagedBundle,
  editionIds,
  latestBundle,
  missingFile,
  parquetOf,
  tableCsv,
} from './fixture.ts';
import {
  type Runtime,
  type Sent,
  addressHeader,
  publicUrl,
  startBucket,
  startInProcess,
  startMiniflare,
  startWorkerd,
} from './runtimes.ts';

const pay = '/v1/occupations/2134/pay';
const bundle = `/bundles/${latestBundle.file}`;
const gzip = { 'Accept-Encoding': 'gzip, br' };

describe.each([
  ['in Node', () => startInProcess()],
  ['under miniflare, as lmi serve', () => startMiniflare()],
  ['in workerd alone, as lmi workerd', () => startWorkerd()],
  ['over a bucket, limits in Durable Objects', () => startBucket()],
] as const)('%s', (_, start) => {
  let runtime: Runtime;
  let key: string;
  beforeAll(async () => {
    runtime = await start();
    key = await runtime.issueKey('contract', 100_000);
  });
  afterAll(() => runtime.close());

  let clients = 0;
  /** With a live key and from an address of its own, unless the headers say otherwise. */
  const ask = (request: string, headers: Readonly<Record<string, string>> = {}): Promise<Sent> => {
    const [method = '', path = ''] = request.split(' ');
    clients += 1;
    return runtime.sent(
      path,
      { 'X-API-Key': key, [addressHeader]: `192.0.2.${clients % 256}`, ...headers },
      method,
    );
  };
  const problemOf = ({ body }: Sent): ProblemDetails => JSON.parse(body.toString());
  const digestOf = (body: Buffer) =>
    `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;

  test.each([
    // Paths reach the worker as they were sent.
    ['GET /v1/occupations/%32134', 200, null],
    ['GET /v1/occupations/..%2f..%2fcatalogue.json', 404, 'unknown-occupation'],
    ['GET /v1/occupations/2134%00', 404, 'unknown-occupation'],
    ['GET /v1/occupations/%ff', 404, 'unknown-occupation'],
    ['GET /v1//occupations', 404, 'unknown-path'],
    ['GET /bundles/..%2fcatalogue.json', 404, 'unknown-path'],
    ['GET /v1/occupations/search?q=midwife&limit=%2B5', 200, null],
    ['PUT /v1/occupations', 405, 'method-not-allowed'],
    // Files that are missing or damaged.
    [missingFile.request, 503, 'damaged-data'],
    [`GET /bundles/${damagedBundle}`, 503, 'damaged-data'],
    ['GET /tables/ashe-sample-2023-revised.parquet', 503, 'damaged-data'],
    ['GET /tables/..%2fcatalogue.csv', 404, 'unknown-path'],
    ['GET /healthz', 200, null],
  ] as const)('%s → %i', async (request, status, kind) => {
    const answer = await ask(request);
    expect(answer.status).toBe(status);
    expect([
      answer.headers.get('X-Content-Type-Options'),
      answer.headers.get('LMI-Sample'),
    ]).toEqual(['nosniff', 'true']);
    expect(Math.abs(Date.parse(answer.headers.get('Date') ?? '') - Date.now())).toBeLessThan(
      60_000,
    );
    if (kind === null) return;
    expect(problemOf(answer)).toMatchObject({ type: `${publicUrl}/problems/${kind}`, status });
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(answer.headers.get('Content-Type')).toBe(
      status === 404 ? 'application/json' : 'application/problem+json',
    );
  });

  test.each([pay, '/v1/meta/sources', '/openapi.json', '/editions.atom', '/versioning'])(
    '%s is gzipped on request; length, digest, tag, HEAD and 304 agree',
    async (path) => {
      const plain = await ask(`GET ${path}`);
      const coded = await ask(`GET ${path}`, gzip);
      expect([plain, coded].map(({ headers }) => headers.get('Content-Encoding'))).toEqual([
        null,
        'gzip',
      ]);
      expect(gunzipSync(coded.body).equals(plain.body)).toBe(true);
      const tags = [plain, coded].map(({ headers }) => headers.get('ETag'));
      expect(tags[1]).toBe(tags[0]?.replace(/"$/, '-gzip"') ?? null);
      for (const [answer, accepts] of [
        [plain, {}],
        [coded, gzip],
      ] as const) {
        const tag = answer.headers.get('ETag') ?? '';
        expect(answer.headers.get('Content-Length')).toBe(String(answer.body.length));
        expect(answer.headers.get('Repr-Digest') ?? digestOf(answer.body)).toBe(
          digestOf(answer.body),
        );
        expect(answer.headers.get('Vary')).toContain('Accept-Encoding');
        const head = await ask(`HEAD ${path}`, accepts);
        expect([head.status, head.body.length]).toEqual([200, 0]);
        for (const name of [
          'ETag',
          'Content-Type',
          'Content-Encoding',
          'Content-Length',
          'Repr-Digest',
          'Cache-Control',
        ])
          expect([name, head.headers.get(name)]).toEqual([name, answer.headers.get(name)]);
        if (tag === '') continue;
        for (const method of ['GET', 'HEAD']) {
          const same = await ask(`${method} ${path}`, {
            ...accepts,
            'If-None-Match': `"a,b", W/${tag}`,
          });
          expect([same.status, same.body.length, same.headers.get('ETag')]).toEqual([304, 0, tag]);
          for (const name of ['Content-Type', 'Content-Encoding', 'Content-Length'])
            expect([name, same.headers.get(name)]).toEqual([name, null]);
        }
        // The bytes of one coding are never taken for those of the other.
        const other = await ask(`GET ${path}`, {
          ...(accepts === gzip ? {} : gzip),
          'If-None-Match': tag,
        });
        expect(other.status).toBe(200);
      }
    },
  );

  test('an address of more than 16,000 characters is 414', async () => {
    const answer = await ask(`GET /v1/occupations?${'a'.repeat(16_000)}`);
    expect([answer.status, answer.body.length < 1000]).toEqual([414, true]);
  });

  test('a preflight of an open path is answered, and a keyed path has no CORS', async () => {
    const asked = { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'GET' };
    const preflight = await ask('OPTIONS /v1/meta/editions', asked);
    expect([preflight.status, preflight.headers.get('Access-Control-Allow-Origin')]).toEqual([
      204,
      '*',
    ]);
    expect(
      (await ask('GET /v1/occupations', asked)).headers.get('Access-Control-Allow-Origin'),
    ).toBeNull();
  });

  test('a bundle whole, its head, and in parts', async () => {
    const whole = await ask(`GET ${bundle}`);
    expect([whole.status, whole.body.toString(), whole.headers.get('Content-Length')]).toEqual([
      200,
      bytes,
      String(bytes.length),
    ]);
    const head = await ask(`HEAD ${bundle}`);
    expect([head.status, head.body.length, head.headers.get('Content-Length')]).toEqual([
      200,
      0,
      String(bytes.length),
    ]);
    for (const [range, status, text, contentRange] of [
      ['bytes=5-9', 206, bytes.slice(5, 10), `bytes 5-9/${bytes.length}`],
      ['bytes=20-', 206, bytes.slice(20), `bytes 20-${bytes.length - 1}/${bytes.length}`],
      [
        'bytes=-4',
        206,
        bytes.slice(-4),
        `bytes ${bytes.length - 4}-${bytes.length - 1}/${bytes.length}`,
      ],
      ['bytes=0-1, 3-4', 200, bytes, null],
    ] as const) {
      const part = await ask(`GET ${bundle}`, { Range: range });
      expect([range, part.status, part.body.toString(), part.headers.get('Content-Range')]).toEqual(
        [range, status, text, contentRange],
      );
    }
    const beyond = await ask(`GET ${bundle}`, { Range: 'bytes=900-999' });
    expect([
      beyond.status,
      beyond.headers.get('Content-Range'),
      beyond.headers.get('ETag'),
    ]).toEqual([416, `bytes */${bytes.length}`, null]);
  });

  test('a table: the list, CSV with and without gzip, Parquet in parts, for anybody', async () => {
    const listed = await ask('GET /tables/', { 'X-API-Key': '' });
    const { resources }: { resources: { name: string; path: string }[] } = JSON.parse(
      listed.body.toString(),
    );
    expect(resources.map(({ path }) => path.slice(publicUrl.length))).toEqual(
      expect.arrayContaining([
        '/tables/soc-index.csv',
        '/tables/ashe.parquet',
        '/tables/ashe-sample-2023-revised.parquet',
      ]),
    );
    const csv = await ask('GET /tables/soc-index.csv');
    const coded = await ask('GET /tables/soc-index.csv', gzip);
    expect([csv.body.toString(), gunzipSync(coded.body).toString()]).toEqual([tableCsv, tableCsv]);
    expect(coded.headers.get('ETag')).toBe(
      csv.headers.get('ETag')?.replace(/"$/, '-gzip"') ?? null,
    );
    const tag = coded.headers.get('ETag') ?? '';
    expect((await ask('GET /tables/soc-index.csv', { ...gzip, 'If-None-Match': tag })).status).toBe(
      304,
    );
    const head = await ask('HEAD /tables/soc-index.csv', gzip);
    expect([head.status, head.body.length, head.headers.get('ETag')]).toEqual([200, 0, tag]);
    const ranged = await ask('GET /tables/soc-index.csv', { ...gzip, Range: 'bytes=0-1' });
    expect([ranged.status, ranged.headers.get('Accept-Ranges')]).toEqual([200, null]);
    const stored = await ask('GET /tables/soc-index.csv.gz', gzip);
    expect(gunzipSync(stored.body).toString()).toBe(tableCsv);
    expect(
      ['Content-Length', 'Content-Type', 'Content-Encoding', 'Accept-Ranges'].map((name) =>
        stored.headers.get(name),
      ),
    ).toEqual([String(stored.body.length), 'application/gzip', null, 'bytes']);
    const rest = await ask('GET /tables/soc-index.csv.gz', { Range: 'bytes=5-' });
    expect([rest.status, rest.body.equals(stored.body.subarray(5))]).toEqual([206, true]);
    expect(
      (await ask('GET /tables/ashe.parquet')).body.equals(parquetOf(editionIds.pay2024, 'ashe')),
    ).toBe(true);
    const part = await ask('GET /tables/soc-index.parquet', {
      Range: 'bytes=4-8',
      Origin: 'https://elsewhere.example',
    });
    const named = ['Content-Range', 'Access-Control-Allow-Origin'].map((name) =>
      part.headers.get(name),
    );
    const whole = parquetOf(editionIds.index, 'soc-index');
    expect([part.status, part.body.toString('hex'), ...named]).toEqual([
      206,
      whole.toString('hex', 4, 9),
      `bytes 4-8/${whole.length}`,
      '*',
    ]);
  });

  test('keys are trimmed, replaced and revoked at once, by the secret only', async () => {
    expect((await ask(`GET ${pay}`, { 'X-API-Key': ` ${key}\t ` })).status).toBe(200);
    const codeFor = async (some: string) =>
      problemOf(await ask('GET /v1/occupations', { 'X-API-Key': some })).errors?.[0]?.code;
    const administer = (
      method: string,
      path: string,
      body?: string,
      secret = runtime.adminSecret,
    ) =>
      runtime.fetch(path, {
        method,
        headers: { Authorization: `Bearer ${secret}` },
        ...(body === undefined ? {} : { body }),
      });
    const first = await runtime.issueKey('Someone');
    const second = await runtime.issueKey(' someone ');
    expect([
      await codeFor(first),
      (await ask('GET /v1/occupations', { 'X-API-Key': second })).status,
    ]).toEqual(['replaced', 200]);
    const listed: { name: string; account: string }[] = JSON.parse(
      await (await administer('GET', '/admin/keys')).text(),
    );
    const account = listed.find(({ name }) => name === 'someone')?.account ?? '';
    expect((await administer('GET', '/admin/keys', undefined, 'wrong')).status).toBe(401);
    expect((await administer('DELETE', `/admin/keys/${account}`)).status).toBe(200);
    expect([await codeFor(second), await codeFor(first)]).toEqual(['revoked', 'replaced']);
    expect((await administer('POST', '/admin/keys', `{"name":"${'a'.repeat(5000)}"}`)).status).toBe(
      413,
    );
  });

  test('of a hundred requests at once, sixty are answered', async () => {
    const own = { 'X-API-Key': await runtime.issueKey('at once') };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => ask('GET /v1/occupations/2134/titles', own)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(40);
    for (const answer of [...refused, await ask('GET /v1/occupations/9999', own)]) {
      const { retryAfterSeconds: seconds = 0, ...problem } = problemOf(answer);
      expect([seconds > 0, seconds <= 60]).toEqual([true, true]);
      expect(problem).toMatchObject({ status: 429, limit: 60, windowSeconds: 60 });
      expect(
        ['Retry-After', 'RateLimit-Policy', 'RateLimit'].map((name) => answer.headers.get(name)),
      ).toEqual([String(seconds), '"answers";q=60;w=60', `"answers";r=0;t=${seconds}`]);
    }
  });

  test('an address without a key gets sixty answers, and pages are free', async () => {
    const from = (address: string, path: string) =>
      ask(`GET ${path}`, { 'X-API-Key': '', [addressHeader]: address });
    for (let turn = 0; turn < 60; turn++) {
      const { headers } = await from(
        `198.51.100.1, 2001:db8:0:1::${turn.toString(16)}`,
        '/v1/meta/nothing',
      );
      expect(headers.get('RateLimit')).toMatch(new RegExp(`^"answers";r=${59 - turn};t=\\d+$`));
    }
    expect((await from('2001:db8:0:1:ffff::1', '/editions.atom')).status).toBe(429);
    expect((await from('2001:db8:0:2::1', '/editions.atom')).status).toBe(200);
    const page = await from('2001:db8:0:1::1', '/versioning');
    expect([page.status, page.headers.get('RateLimit-Policy')]).toEqual([
      200,
      '"pages";q=600;w=60',
    ]);
  });
});
