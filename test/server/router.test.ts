// What the contract suite cannot show with healthy data: no catalogue, no spine, no administration, faults, and how often is read.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Catalogue, CheckResult } from '#schemas/catalogue.ts';
import type { ProblemDetails } from '#schemas/problem.ts';
import { normalisePath, readClientAddress } from '#server/http/address.ts';
import { createClientLimits, mailsPerMinute } from '#server/keys/limits.ts';
import { offlinePorts } from '#server/ports.ts';
import { prefersPages } from '#server/http/accept.ts';
import { createCatalogueReader } from '#server/data/published.ts';
import { type Ports, createRouter } from '#server/router.ts';
import { createNodeStore } from '#server/data/files-node.ts';
import type { Store } from '#server/data/store.ts';
import { catalogueText } from '#compiler/edition/catalogue.ts';
import { editionIds, writeDataDirectory } from './fixture.ts';

let data: Awaited<ReturnType<typeof writeDataDirectory>>;
beforeAll(async () => {
  data = await writeDataDirectory();
});
afterAll(() => data.remove());

function ask(path: string, ports: Partial<Ports>): Promise<Response> {
  const offline: Ports = { ...offlinePorts, answerCode: 'code', store: createNodeStore(data.path), publicUrl: 'http://localhost' };
  return createRouter({ ...offline, ...ports }).fetch(new Request(`http://localhost${path}`));
}

/** The fixture's store with its catalogue changed. */
function storeWith(change: (catalogue: Catalogue) => Catalogue | null): Store {
  const store = createNodeStore(data.path);
  return {
    ...store,
    async catalogue() {
      const changed = change(JSON.parse((await store.catalogue()) ?? ''));
      return changed === null ? null : catalogueText(changed);
    },
  };
}

describe('offline, as `lmi get` answers', () => {
  test('no key and no limit', async () => {
    const response = await ask('/v1/occupations/2134/pay', {});
    expect([response.status, response.headers.get('RateLimit')]).toEqual([200, null]);
  });

  test('without administration there is no /admin/keys', async () => {
    expect((await ask('/admin/keys', {})).status).toBe(404);
  });
});

test.each([
  ['/v1/occupations/search/pay', 'unknown-occupation'],
  ['/v1/occupations/2134/search', 'unknown-path'],
  ['/v1/occupations/2134/job-adverts/local', 'not-published'],
  ['/v1/local-areas/london', 'unknown-path'],
  ['/v1//occupations', 'unknown-path'],
  ['/v1/occupations/', 'unknown-path'],
  ['/problems/nothing', 'unknown-path'],
  ['/2134', 'unknown-path'],
])('%s, which ends as the path of another route does or not at all: %s', async (path, problem) => {
  const response = await ask(path, {});
  expect(
    JSON.parse(await response.text())
      .type.split('/')
      .at(-1),
  ).toBe(problem);
});

describe('the state of the data', () => {
  beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
  afterAll(() => vi.restoreAllMocks());

  const without = (key: string): Store =>
    storeWith((catalogue) => ({
      ...catalogue,
      sources: catalogue.sources.map((source) => (source.key === key ? { ...source, served: [] } : source)),
    }));

  test.each([
    ['no catalogue', () => storeWith(() => null)],
    ['no classification', () => without('soc-structure')],
    ['no coding index', () => without('soc-index')],
  ])('%s: 503, with Retry-After, and /healthz agrees', async (_, store) => {
    for (const path of ['/v1/occupations/2134/pay', '/healthz']) {
      const response = await ask(path, { store: store() });
      expect([response.status, response.headers.get('Content-Type'), response.headers.get('Retry-After')]).toEqual([
        503,
        'application/problem+json',
        '60',
      ]);
    }
  });

  test('a catalogue that other code stored: 503, which names its format and the repair, and /healthz agrees', async () => {
    const store = storeWith((catalogue) => ({ ...catalogue, version: 5 }));
    for (const path of ['/v1/occupations/2134/pay', '/v1/meta/sources', '/healthz']) {
      const response = await ask(path, { store });
      expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '3600']);
      expect(await response.json()).toMatchObject({
        type: 'http://localhost/problems/unreadable-format',
        detail:
          'The catalogue is stored in format 5, and this version reads format 4. The operator of this service can mend it: newer code wrote it: install the newer version.',
      });
    }
  });

  test('a source of which every release is held back: 404 not-published, which says so', async () => {
    const response = await ask('/v1/occupations/2134/pay', { store: without('ashe') });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      type: 'http://localhost/problems/not-published',
      detail: expect.stringMatching(
        /^The release .+ of the source ashe is held back, because a person must look at it first, .* \/v1\/meta\/ingest says why\.$/,
      ),
    });
  });

  test('a known issue of a figure is told in exactly the answers that give it, under another tag', async () => {
    const text = 'The check "far" doubts a figure (2134, male, mean): it is far off.';
    const figure = {
      ...{ soc: '2134', area: 'uk', endpoints: ['pay', 'pay-series', 'pay-regions'], text },
      query: { measure: 'annual_pay_gross', sex: 'male', pattern: 'all' },
    };
    const issue: CheckResult = { check: 'far', severity: 'known-issue', message: 'm', places: ['p'], count: 1, figures: [figure] };
    const store = storeWith((catalogue) => ({
      ...catalogue,
      editions: catalogue.editions.map((edition) => (edition.id === editionIds.pay2024 ? { ...edition, checks: [issue] } : edition)),
    }));
    const told = async (path: string) => {
      const [before, after] = [await ask(path, {}), await ask(path, { store })];
      const { notes } = (await after.json()) as { notes: string[] };
      expect(before.headers.get('ETag') !== after.headers.get('ETag'), path).toBe(notes.includes(text));
      expect(((await before.json()) as { notes: string[] }).notes).toEqual(notes.filter((note) => note !== text));
      return notes.includes(text);
    };
    const pay = '/v1/occupations/2134/pay';
    for (const path of [`${pay}?sex=male`, `${pay}?sex=male&year=2024`, `${pay}/regions?sex=male`, `${pay}/series?sex=male`])
      expect([path, await told(path)]).toEqual([path, true]);
    for (const path of [
      pay,
      `${pay}?sex=male&area=wales`,
      `${pay}?sex=male&year=2023`,
      `${pay}/series`,
      '/v1/occupations/1112/pay?sex=male',
    ])
      expect([path, await told(path)]).toEqual([path, false]);
  });

  test('a source of which the only edition was withdrawn: 404 not-published, which says so', async () => {
    const store = storeWith((catalogue) => ({
      ...catalogue,
      sources: catalogue.sources.map((source) => (source.key === 'ashe' ? { ...source, served: [] } : source)),
      editions: catalogue.editions.filter(({ source, state }) => source !== 'ashe' || state === 'withdrawn'),
    }));
    const response = await ask('/v1/occupations/2134/pay', { store });
    expect([response.status, await response.json()]).toEqual([
      404,
      expect.objectContaining({
        type: 'http://localhost/problems/not-published',
        detail: 'Every release of the source ashe that was published here has been withdrawn. /v1/meta/editions?source=ashe says why.',
      }),
    ]);
  });

  test('a sample says so on every answer, real data do not', async () => {
    expect((await ask('/v1/occupations', {})).headers.get('LMI-Sample')).toBe('true');
    expect(
      (await ask('/v1/occupations', { store: storeWith((catalogue) => ({ ...catalogue, sample: false })) })).headers.get('LMI-Sample'),
    ).toBeNull();
  });

  test('whatever is thrown stays inside: 500 without a word of it', async () => {
    const response = await ask('/v1/occupations', { limits: { take: () => Promise.reject(new Error('secret-of-the-house')) } });
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret-of-the-house');
  });
});

describe('the catalogue', () => {
  test('is read at most once a second, and a new one is seen after that', async () => {
    let reads = 0;
    let now = 0;
    const store = storeWith((catalogue) => ({ ...catalogue, sample: reads++ < 2 }));
    const read = createCatalogueReader(store, () => now);
    await read();
    now = 999;
    await Promise.all([read(), read()]);
    expect(reads).toBe(1);
    now = 1000;
    await Promise.all([read(), read(), read()]);
    expect(reads).toBe(2);
    now = 2000;
    expect((await read())?.catalogue.sample).toBe(false);
  });

  test('is read again when the clock was set back by an hour, so that a withdrawal is not served until it has caught up', async () => {
    let reads = 0;
    let now = 3_600_000;
    const store = storeWith((catalogue) => ({ ...catalogue, sample: reads++ < 1 }));
    const read = createCatalogueReader(store, () => now);
    await read();
    now = 1;
    expect((await read())?.catalogue.sample).toBe(false);
    now = 500;
    await read();
    expect(reads).toBe(2);
  });

  test('a read that fails is recorded and tried again by the next second, and what was known is served meanwhile', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    let now = 0;
    let reads = 0;
    let fails = true;
    const store = createNodeStore(data.path);
    const catalogue = () => {
      reads += 1;
      return fails ? Promise.reject(new Error('disk')) : store.catalogue();
    };
    const read = createCatalogueReader({ ...store, catalogue }, () => now);
    await expect(read()).rejects.toThrow('disk');
    fails = false;
    const known = await read();
    [now, fails, reads] = [1000, true, 0];
    const kept = { ...known, outdated: true };
    expect([await read(), await read()]).toEqual([kept, kept]);
    expect([reads, said.mock.calls.length]).toEqual([1, 1]);
    now = 2000;
    await read();
    expect(reads).toBe(2);
    said.mockRestore();
  });

  test.each([
    ['damaged', '{"version":', 200],
    ['missing', null, 503],
  ])('%s under a running server: /healthz is 503 until it is mended', async (_, text, elsewhere) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.useFakeTimers({ toFake: ['Date'] });
    const store = createNodeStore(data.path);
    let spoilt = false;
    const catalogue = async () => (spoilt ? text : store.catalogue());
    const router = createRouter({ ...offlinePorts, answerCode: 'code', store: { ...store, catalogue }, publicUrl: 'http://localhost' });
    const statuses = async () => {
      vi.advanceTimersByTime(1000);
      const health = await router.fetch(new Request('http://localhost/healthz'));
      return [health.status, (await router.fetch(new Request('http://localhost/v1/occupations/2134/pay'))).status];
    };
    expect(await statuses()).toEqual([200, 200]);
    spoilt = true;
    expect(await statuses()).toEqual([503, elsewhere]);
    expect(await statuses()).toEqual([503, elsewhere]);
    spoilt = false;
    expect(await statuses()).toEqual([200, 200]);
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test('a sample goes on saying so while the catalogue cannot be read', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.useFakeTimers({ toFake: ['Date'] });
    const store = createNodeStore(data.path);
    let fails = false;
    const router = createRouter({
      ...offlinePorts,
      answerCode: 'code',
      store: { ...store, catalogue: () => (fails ? Promise.reject(new Error('disk')) : store.catalogue()) },
      publicUrl: 'http://localhost',
    });
    const answer = async () => {
      const { status, headers } = await router.fetch(new Request('http://localhost/v1/occupations'));
      return [status, headers.get('LMI-Sample')];
    };
    expect(await answer()).toEqual([200, 'true']);
    fails = true;
    vi.advanceTimersByTime(5000);
    expect(await answer()).toEqual([200, 'true']);
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
});

test('mail that is asked for too often: headers and body tell of the same limit', async () => {
  const clients = createClientLimits(readClientAddress('shared'));
  const askers = createClientLimits(readClientAddress('shared'), Date.now, mailsPerMinute);
  const router = createRouter({
    ...offlinePorts,
    answerCode: 'code',
    store: createNodeStore(data.path),
    publicUrl: 'http://localhost',
    clients,
    askers,
  });
  const post = () => router.fetch(new Request('http://localhost/keys', { method: 'POST', body: '{"email":"ana@example.org"}' }));
  for (let time = 1; time <= mailsPerMinute; time += 1)
    expect((await post()).headers.get('RateLimit')).toMatch(`;r=${mailsPerMinute - time};`);
  const refused = await post();
  const problem: ProblemDetails = JSON.parse(await refused.text());
  expect([refused.status, problem]).toMatchObject([429, { limit: mailsPerMinute }]);
  expect([refused.headers.get('RateLimit-Policy'), refused.headers.get('RateLimit')]).toEqual([
    `"mails";q=${mailsPerMinute};w=60`,
    `"mails";r=0;t=${problem.retryAfterSeconds}`,
  ]);
});

test.each([
  ['link-spent', /POST \/keys\/delete a link that removes an address/],
  ['unknown-key', /The account is unknown/],
  ['invalid-body', /"Content-Type: application\/json"/],
])('/problems/%s says what to do', async (kind, says) => {
  expect(await (await ask(`/problems/${kind}`, {})).text()).toMatch(says);
});

test('where no mail can be sent, whoever wants a key removed is told that, and not that there are none to be had', async () => {
  for (const [init, says] of [
    [{ method: 'POST', body: '{"email":"ana@example.org"}' }, /This service cannot send mail/],
    [{}, /This service cannot send mail/],
  ] as const) {
    const router = createRouter({ ...offlinePorts, answerCode: 'code', store: createNodeStore(data.path), publicUrl: 'http://localhost' });
    const text = await (await router.fetch(new Request('http://localhost/keys/delete', init))).text();
    expect(text).toMatch(says);
    expect(text).not.toContain('gives out no keys');
  }
});

test.each([
  ['text/html', true],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  ['TEXT/HTML;charset=utf-8;q=0.9, */*;q=0.1', true],
  ['application/json, text/html', true],
  ['text/html;q=0, application/json', false],
  ['text/html;q=0.5, application/json', false],
  ['application/problem+json, text/html;q=0.9', false],
  ['text/html;q=abc', false],
  ['*/*', false],
  ['', false],
])('Accept: %s wants a page: %s', (accept, page) => {
  expect(prefersPages(new Request('http://localhost/', { headers: { Accept: accept } }))).toBe(page);
});

test.each([
  ['/v1/occupations/%32134', '/v1/occupations/2134'],
  ['/%7e%2D%5F%2e', '/~-_.'],
  ['/%2f%25%32', '/%2f%252'],
  ['/%zz%', '/%zz%'],
])('RFC 3986 §6.2.2.2: %s is %s', (path, normal) => {
  expect(normalisePath(path)).toBe(normal);
});
