// The contract over a fixture that has an edition of every state: a case is a row of contract.tsv,
// its request is the title. What each parameter takes is in ../contract/table.test.ts, and what a
// runtime can get wrong in runtimes.test.ts.
import { describe, expect, test } from 'vitest';
import { measureKeys } from '#schemas/codes.ts';
import type { ProblemDetails } from '#schemas/problem.ts';
import { responses } from '#schemas/resources/by-name.ts';
import { compileSchema, faultOf } from '#sources/kit/schema.ts';
import { typedRows } from '../golden.ts';
import { faultOfProblem } from '../contract/document.ts';
import { editionIds, latestBundle, missingFile } from './fixture.ts';
import { addressHeader, publicUrl, startInProcess } from './runtimes.ts';

const pay = '/v1/occupations/2134/pay';

/**
 * [request, status, kind of problem or '', pattern of what the detail says], with the names of the
 * fixture in place.
 */
const places: Readonly<Record<string, string>> = { ...editionIds, latestBundle: latestBundle.file };
const cases = typedRows(new URL('contract.tsv', import.meta.url)).map((row) =>
  row.map((cell) =>
    cell.replace(/\{([a-z]\w+)\}/gi, (_, name: string) => places[name] ?? expect.fail(name)),
  ),
);

const runtime = await startInProcess();
const key = await runtime.issueKey('contract', 100_000);

let clients = 0;
/** From an address of its own, unless the headers say otherwise. */
function ask(
  request: string,
  headers: Readonly<Record<string, string>> = { 'X-API-Key': key },
): Promise<Response> {
  const [method = '', path = ''] = request.split(' ');
  clients += 1;
  const address = `192.0.${clients >> 8}.${clients & 255}`;
  return runtime.fetch(path, {
    method,
    headers: { [addressHeader]: address, 'Accept-Encoding': 'identity', ...headers },
  });
}

async function problemOf(response: Response): Promise<ProblemDetails> {
  const problem: ProblemDetails = JSON.parse(await response.text());
  expect(faultOfProblem(problem)).toBeNull();
  return problem;
}

/** An answer of the schema. */
async function read<Answer = unknown>(name: keyof typeof responses, path: string): Promise<Answer> {
  const answer: Answer = JSON.parse(await (await ask(`GET ${path}`)).text());
  expect(faultOf(compileSchema(responses[name]), answer)).toBeNull();
  return answer;
}

test.each(
  cases.map(
    ([request = '', status, kind = '', says = '']) =>
      [request, Number(status), kind, says] as const,
  ),
)('%s → %i', async (request, status, kind, says) => {
  const response = await ask(request);
  expect([response.status, response.headers.get('LMI-Sample')]).toEqual([status, 'true']);
  const isProblem = kind !== '' && status !== 400 && status !== 404;
  expect(response.headers.get('Content-Type')).toBe(
    isProblem ? 'application/problem+json' : 'application/json',
  );
  if (kind === '') return;
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  if (request.startsWith('HEAD')) return;
  const problem = await problemOf(response);
  expect(problem).toMatchObject({ type: `${publicUrl}/problems/${kind}`, status });
  expect(problem.detail).toMatch(new RegExp(says));
});

describe('a problem', () => {
  const errorsOf = async (path: string) => (await problemOf(await ask(`GET ${path}`))).errors;

  test('a 400 names every parameter at fault, what is allowed, and the nearest', async () => {
    expect(await errorsOf(`${pay}?sexx=all&measure=annual_pay_gros`)).toEqual([
      expect.objectContaining({ parameter: 'sexx', code: 'unknown-parameter', nearest: 'sex' }),
      expect.objectContaining({
        parameter: 'measure',
        code: 'not-allowed',
        nearest: 'annual_pay_gross',
        allowed: [...measureKeys],
      }),
    ]);
  });

  test('instance is the path and query as they were asked', async () => {
    expect((await problemOf(await ask('GET /v1/occupations/%39999?a=%20b'))).instance).toBe(
      '/v1/occupations/%39999?a=%20b',
    );
  });

  test('every kind of problem resolves at its type, without a key', async () => {
    const { type } = await problemOf(await ask('GET /v1/occupations/9999'));
    const page = await ask(`GET ${type.slice(publicUrl.length)}`, {});
    expect([page.status, page.headers.get('Content-Type')]).toEqual([
      200,
      'text/plain; charset=utf-8',
    ]);
    expect(await page.text()).toMatch(/SOC 2020/);
  });

  test('a withdrawn edition names its successor in body and link', async () => {
    const response = await ask(`GET ${pay}?sex=male&edition=${editionIds.withdrawn}`);
    const link = response.headers.get('Link') ?? '';
    expect(link).toBe(
      `<${publicUrl}${pay}?sex=male&edition=${editionIds.pay2023}>; rel="successor-version"`,
    );
    expect((await problemOf(response)).withdrawn).toEqual({
      reason: 'The figures were of another year.',
      at: '2026-01-02T00:00:00Z',
      replacedBy: editionIds.pay2023,
    });
  });
});

describe('headers', () => {
  const headersOf = async (path: string) => (await ask(`GET ${path}`)).headers;

  test('provenance names every edition, also of arrays and series', async () => {
    expect((await headersOf('/v1/occupations')).get('LMI-Source')).toBe('soc-index, soc-structure');
    expect((await headersOf(`${pay}/series`)).get('LMI-Release')).toMatch(
      /^sample-2024-provisional, sample-2023-revised, /,
    );
    const headers = await headersOf(pay);
    expect(Object.fromEntries([...headers].filter(([name]) => /^lmi-|^link$/.test(name)))).toEqual({
      'lmi-source': 'ashe, soc-structure',
      'lmi-release': 'sample-2024-provisional, sample-2025-04-16',
      'lmi-edition': `${editionIds.pay2024}, ${editionIds.structure}`,
      'lmi-licence': '"synthetic sample, not statistics", "synthetic sample, not statistics"',
      'lmi-sample': 'true',
      link:
        '<https://www.example.org/licence>; rel="license", ' +
        `<${publicUrl}/v1/meta/editions?source=ashe>; rel="describedby"`,
    });
  });

  test.each([
    [`${pay}?year=2024`, 'private, no-transform, max-age=300'],
    // Only a pinned edition is fresh for a day.
    [`${pay}?edition=${editionIds.pay2024}`, 'private, no-transform, max-age=86400'],
    ['/v1/meta/sources', 'public, no-transform, max-age=60'],
    ['/v1/meta/ingest', 'no-store'],
    ['/bundles/latest.json', 'public, no-transform, max-age=60'],
    [`/bundles/${latestBundle.file}`, 'public, no-transform, max-age=31536000, immutable'],
    ['/keys', 'no-store'],
    ['/?q=nurse', 'no-store'],
  ])('Cache-Control of %s: %s', async (path, value) => {
    expect((await headersOf(path)).get('Cache-Control')).toBe(value);
  });

  test('an entity tag for each variant; defaults spelt out and left out are the same', async () => {
    const tagOf = async (path: string) => (await headersOf(path)).get('ETag') ?? '';
    const tag = await tagOf(pay);
    expect(await tagOf(`${pay}?sex=all&area=uk&measure=annual_pay_gross&year=2024`)).toBe(tag);
    const others = [
      `${pay}?sex=male`,
      `${pay}?area=wales`,
      `${pay}?year=2023`,
      '/v1/occupations/1112/pay',
      `${pay}/regions`,
    ];
    expect(new Set([tag, ...(await Promise.all(others.map(tagOf)))]).size).toBe(6);
  });

  test('304 is decided before the file is read: a missing file makes no difference', async () => {
    expect(
      (await ask(missingFile.request, { 'X-API-Key': key, 'If-None-Match': '*' })).status,
    ).toBe(304);
  });

  test.each([
    ['/', 'gzip'],
    ['/v1/occupations/search?q=midwife', null],
    // The length of compressed bytes can tell a secret.
    ['/keys', null],
    ['/admin/keys', null],
  ])('Content-Encoding of %s for a client that accepts gzip: %s', async (path, coding) => {
    const { headers } = await ask(`GET ${path}`, { 'X-API-Key': key, 'Accept-Encoding': 'gzip' });
    expect([
      headers.get('Content-Encoding'),
      headers.get('Vary')?.includes('Accept-Encoding') ?? false,
    ]).toEqual([coding, !/keys$/.test(path)]);
  });
});

test('/v1/meta/sources has newest editions and endpoints, ingest the sample', async () => {
  const sources = await read<{ source: string; status: string; served: { editionId: string }[] }[]>(
    'SourceList',
    '/v1/meta/sources',
  );
  expect(sources[2]?.served.map(({ editionId }) => editionId)).toEqual([
    editionIds.pay2024,
    editionIds.pay2023,
  ]);
  expect(sources[3]).toMatchObject({
    source: 'aps-employment',
    status: 'not-configured',
    served: [],
    endpoints: [
      '/v1/occupations/{soc}/employment',
      '/v1/occupations/{soc}/summary',
      '/v1/summaries',
      '/v1/employment',
    ],
  });
  const ingest = { catalogue: { serial: 1, written: '2026-01-01T00:00:00Z' }, sample: true };
  expect(await read('IngestStatusResponse', '/v1/meta/ingest')).toMatchObject(ingest);
});

describe('keys', () => {
  test.each([
    ['missing', () => ({})],
    ['missing', () => ({ 'X-API-Key': '' })],
    ['malformed', () => ({ 'X-API-Key': key.toUpperCase() })],
    ['malformed', () => ({ 'X-API-Key': `${key}, ${key}` })],
    [
      'unknown',
      () => ({ 'X-API-Key': key.slice(0, 8) + (key[8] === 'a' ? 'b' : 'a') + key.slice(9) }),
    ],
  ] as const)(
    'a key that is %s: 401, which says where keys come from and not what was sent',
    async (code, headers) => {
      const response = await ask('GET /v1/occupations', headers());
      expect([response.status, response.headers.get('RateLimit')]).toEqual([401, null]);
      expect(response.headers.get('WWW-Authenticate')).toContain(`error="${code}"`);
      const problem = await problemOf(response);
      expect([
        problem.errors?.[0]?.code,
        /\/keys says how to get a key\.$/.test(problem.detail),
      ]).toEqual([code, true]);
      expect(JSON.stringify(problem)).not.toContain(key);
    },
  );

  test('without a key every path under /v1 is 401, even a wrong one', async () => {
    for (const request of [
      'GET /v1',
      'GET /v1/nothing',
      'GET /v1/metadata',
      'GET /v1/occupations/9999',
      'POST /v1/occupations',
    ])
      expect([request, (await ask(request, {})).status]).toEqual([request, 401]);
    for (const path of ['/v1/meta/ingest', '/editions.atom', '/healthz'])
      expect((await ask(`GET ${path}`, {})).status).toBe(200);
  });

  test('every kind of answer to a live key costs one, and a refused key nothing', async () => {
    const own = { 'X-API-Key': await runtime.issueKey('counted', 5) };
    const requests = [
      'GET /v1/occupations',
      'HEAD /v1/occupations',
      'GET /v1/nothing',
      'POST /v1/occupations',
      `GET ${pay}?x=1`,
    ];
    for (const [turn, request] of requests.entries()) {
      await ask('GET /v1/occupations', {});
      expect((await ask(request, own)).headers.get('RateLimit')).toMatch(
        new RegExp(`^"answers";r=${4 - turn};t=\\d+$`),
      );
    }
    expect((await ask('GET /v1/occupations', own)).status).toBe(429);
  });

  const administer = (method: string, path: string, body?: string) =>
    runtime.fetch(path, {
      method,
      headers: { Authorization: `Bearer ${runtime.adminSecret}` },
      ...(body === undefined ? {} : { body }),
    });

  test('an issued key is shown once, stored nowhere, and listed by name', async () => {
    const response = await administer('POST', '/admin/keys', '{"name":"Bench","perMinute":1000}');
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([201, 'no-store']);
    expect(await response.json()).toMatchObject({
      key: expect.stringMatching(/^lmi_[a-z2-7]{77}$/),
      perMinute: 1000,
    });
    const listed = await (await administer('GET', '/admin/keys')).text();
    expect(JSON.parse(listed)).toContainEqual(
      expect.objectContaining({ name: 'Bench', fingerprint: expect.stringMatching(/^.{12}$/) }),
    );
    expect(listed).not.toContain('lmi_');
  });

  test('what the operator asks for wrongly is refused', async () => {
    for (const body of [
      '',
      '[]',
      '{"name":""}',
      '{"name":"a","perMinute":0}',
      '{"name":"a","x":5}',
    ])
      expect([body, (await administer('POST', '/admin/keys', body)).status]).toEqual([body, 400]);
    const others = [
      await administer('PUT', '/admin/keys', '{}'),
      await administer('DELETE', '/admin/keys/nobody'),
    ];
    expect(others.map(({ status }) => status)).toEqual([405, 404]);
  });
});
