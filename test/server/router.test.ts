// What the contract shows only with other data: no catalogue, no spine, faults, known issues; and
// how often the catalogue is read.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Catalogue, CatalogueEdition, CheckResult } from '#schemas/catalogue.ts';
import { fileFormats } from '#schemas/document-formats.ts';
import type { ProblemDetails } from '#schemas/problem.ts';
import { readClientAddress } from '#server/http/address.ts';
import { prefersPages } from '#server/http/accept.ts';
import { createCatalogueReader } from '#server/data/published.ts';
import type { Store } from '#server/data/store.ts';
import { createClientLimits, mailsPerMinute } from '#server/keys/limits.ts';
import { withSource } from '../rewrite-catalogue.ts';
import { asking, fixtureStore, kindOf, storeWith } from './ask.ts';
import { editionIds } from './fixture.ts';

const pay = '/v1/occupations/2134/pay';

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('offline, as lmi get answers, there is no key, no limit and no administration', async () => {
  const response = await asking()(pay);
  expect([
    response.status,
    response.headers.get('RateLimit'),
    (await asking()('/admin/keys')).status,
  ]).toEqual([200, null, 404]);
});

/** The catalogue with the editions of ashe in one state alone, of which none is served. */
const ofAshe = (wanted: CatalogueEdition['state']) => (catalogue: Catalogue) => ({
  ...withSource(catalogue, 'ashe', { served: [] }),
  editions: catalogue.editions.filter(({ source, state }) => source !== 'ashe' || state === wanted),
});
const without = (key: string) => (catalogue: Catalogue) =>
  withSource(catalogue, key, { served: [] });

test.each<[string, (catalogue: Catalogue) => Catalogue | null, string, string]>([
  ['no catalogue', () => null, 'unavailable', '60'],
  ['no classification', without('soc-structure'), 'unavailable', '60'],
  ['no coding index', without('soc-index'), 'unavailable', '60'],
  [
    'a catalogue that other code stored',
    (catalogue) => ({ ...catalogue, version: fileFormats.catalogue + 1 }),
    'unreadable-format',
    '3600',
  ],
])('%s: 503, with Retry-After, and /healthz agrees', async (_, change, kind, seconds) => {
  for (const path of [pay, '/healthz']) {
    const response = await asking({ store: storeWith(change) })(path);
    expect([response.status, response.headers.get('Retry-After'), await kindOf(response)]).toEqual([
      503,
      seconds,
      kind,
    ]);
  }
});

test.each([
  ['held back', ofAshe('quarantined'), /is held back, because a person must look at it/],
  ['withdrawn', ofAshe('withdrawn'), /was published here has been withdrawn/],
] as const)(
  'a source of which every release is %s: 404 not-published, which says so',
  async (_, change, says) => {
    const response = await asking({ store: storeWith(change) })(pay);
    const problem: ProblemDetails = JSON.parse(await response.text());
    expect([response.status, problem.type.split('/').at(-1)]).toEqual([404, 'not-published']);
    expect(problem.detail).toMatch(says);
  },
);

test('a known issue is in exactly the answers with its figure', async () => {
  const text = 'The check "far" doubts a figure (2134, male, mean): it is far off.';
  const query = { measure: 'annual_pay_gross', sex: 'male', pattern: 'all' };
  const figures = [
    { soc: '2134', area: 'uk', endpoints: ['pay', 'pay-series', 'pay-regions'], text, query },
  ];
  const issue: CheckResult = {
    check: 'far',
    severity: 'known-issue',
    message: 'm',
    places: ['p'],
    count: 1,
    figures,
  };
  const store = storeWith((catalogue) => ({
    ...catalogue,
    editions: catalogue.editions.map((edition) =>
      edition.id === editionIds.pay2024 ? { ...edition, checks: [issue] } : edition,
    ),
  }));
  const told = async (path: string) => {
    const before = await asking()(path);
    const after = await asking({ store })(path);
    const { notes }: { notes: string[] } = JSON.parse(await after.text());
    expect(before.headers.get('ETag') !== after.headers.get('ETag'), path).toBe(
      notes.includes(text),
    );
    return notes.includes(text);
  };
  const male = `${pay}?sex=male`;
  for (const path of [
    male,
    `${male}&year=2024`,
    `${pay}/regions?sex=male`,
    `${pay}/series?sex=male`,
  ])
    expect([path, await told(path)]).toEqual([path, true]);
  for (const path of [
    pay,
    `${male}&area=wales`,
    `${male}&year=2023`,
    `${pay}/series`,
    '/v1/occupations/1112/pay?sex=male',
  ])
    expect([path, await told(path)]).toEqual([path, false]);
});

describe('the catalogue', () => {
  /** A reader whose clock and store are in the test's hand. */
  function reading(now = 0) {
    const hand = { now, reads: 0, fails: false };
    const store = fixtureStore();
    const catalogue = () => {
      hand.reads += 1;
      return hand.fails ? Promise.reject(new Error('disk')) : store.catalogue();
    };
    return { hand, read: createCatalogueReader({ ...store, catalogue }, () => hand.now) };
  }

  test('is read at most once a second, after a clock set back too', async () => {
    const { hand, read } = reading(3_600_000);
    const readsAt = async (now: number) => {
      hand.now = now;
      await Promise.all([read(), read(), read()]);
      return hand.reads;
    };
    await read();
    expect([
      await readsAt(3_600_999),
      await readsAt(3_601_000),
      await readsAt(1),
      await readsAt(500),
    ]).toEqual([1, 2, 3, 3]);
  });

  test('a failed read is logged and repeated while the last stays served', async () => {
    const { hand, read } = reading();
    const known = await read();
    Object.assign(hand, { now: 1000, fails: true, reads: 0 });
    const kept = { ...known, isOutdated: true };
    expect([await read(), await read(), hand.reads]).toEqual([kept, kept, 1]);
    expect(console.error).toHaveBeenCalledOnce();
    hand.now = 2000;
    await read();
    expect(hand.reads).toBe(2);
  });

  test('an older one is logged once and shown by /healthz until it is newer', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    let serial = 7;
    const ask = asking({
      store: {
        ...fixtureStore(),
        catalogue: () => storeWith((catalogue) => ({ ...catalogue, serial })).catalogue(),
      },
    });
    const health = async () => {
      vi.advanceTimersByTime(1000);
      const answer = await ask('/healthz');
      return [answer.status, (await answer.text()).includes('of serial 5, and 7 was read before')];
    };
    expect(await health()).toEqual([200, false]);
    serial = 5;
    expect([await health(), await health()]).toEqual([
      [503, true],
      [503, true],
    ]);
    expect(console.error).toHaveBeenCalledOnce();
    // It is what the operator has put there, so it is what is served.
    const ingest: { catalogue: { serial: number } } = JSON.parse(
      await (await ask('/v1/meta/ingest')).text(),
    );
    expect(ingest.catalogue.serial).toBe(5);
    serial = 6;
    expect((await health())[0]).toBe(503);
    serial = 7;
    expect(await health()).toEqual([200, false]);
  });

  test.each([
    ['damaged', async () => '{"version":', 200],
    ['missing', async () => null, 503],
    ['unreadable', () => Promise.reject(new Error('disk')), 200],
  ])(
    '%s under a running server: /healthz is 503 until it is mended, and a sample goes on saying so',
    async (_, spoilt, elsewhere) => {
      vi.useFakeTimers({ toFake: ['Date'] });
      const store = fixtureStore();
      let catalogue: Store['catalogue'] = store.catalogue;
      const ask = asking({ store: { ...store, catalogue: () => catalogue() } });
      const told = async () => {
        vi.advanceTimersByTime(1000);
        const answer = await ask(pay);
        return [
          (await ask('/healthz')).status,
          answer.status,
          answer.status === 200 ? answer.headers.get('LMI-Sample') : 'true',
        ];
      };
      expect(await told()).toEqual([200, 200, 'true']);
      catalogue = spoilt;
      expect([await told(), await told()]).toEqual([1, 2].map(() => [503, elsewhere, 'true']));
      catalogue = store.catalogue;
      expect(await told()).toEqual([200, 200, 'true']);
    },
  );
});

test('mail that is asked for too often: headers and body tell of the same limit', async () => {
  const askers = createClientLimits(readClientAddress('shared'), Date.now, mailsPerMinute);
  const ask = asking({ mailLimits: askers });
  const post = () => ask('/keys', { method: 'POST', body: '{"email":"ana@example.org"}' });
  for (let time = 1; time <= mailsPerMinute; time += 1)
    expect((await post()).headers.get('RateLimit')).toMatch(`;r=${mailsPerMinute - time};`);
  const refused = await post();
  const { retryAfterSeconds, limit }: ProblemDetails = JSON.parse(await refused.text());
  expect([refused.status, limit, refused.headers.get('RateLimit')]).toEqual([
    429,
    mailsPerMinute,
    `"mails";r=0;t=${retryAfterSeconds}`,
  ]);
});

test.each([{ method: 'POST', body: '{"email":"ana@example.org"}' }, {}])(
  'where no mail can be sent, whoever wants a key removed is told that',
  async (init) => {
    expect(await (await asking()('/keys/delete', init)).text()).toMatch(
      /This service cannot send mail/,
    );
  },
);

test.each([
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  ['TEXT/HTML;charset=utf-8;q=0.9, */*;q=0.1', true],
  ['text/html;q=0, application/json', false],
  ['text/html;q=0.5, application/json', false],
  ['*/*', false],
])('Accept: %s wants a page: %s', (accept, page) => {
  expect(prefersPages(new Request('http://localhost/', { headers: { Accept: accept } }))).toBe(
    page,
  );
});
