// The contract as its table says it: every row, every parameter, every value and every documented
// status, and HEAD, 304, CORS and CSV of every endpoint, judged by the OpenAPI document.
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Catalogue, DividedCatalogue } from '#schemas/catalogue.ts';
import { spine } from '#schemas/codes.ts';
import { type Endpoint, csvPath, endpoints } from '#schemas/endpoints.ts';
import type { ProblemDetails } from '#schemas/problem.ts';
import { catalogueText, filesOfCatalogue } from '#compiler/edition/catalogue.ts';
import type { Store } from '#server/data/store.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { asking, counting, withoutDocuments } from '../server/ask.ts';
import { addressHeader, startInProcess } from '../server/runtimes.ts';
import { legendFault } from '../laws/compiled.ts';
import { type Answer, documentedStatuses, faultOfAnswer } from './document.ts';
import {
  type Held,
  type Parameter,
  addressOf,
  heldIn,
  parametersOf,
  placeIn,
  questionsOf,
} from './questions.ts';

const held = heldIn(sampleDirectory());
const place = placeIn(held);
const everyEndpoint = endpoints.map((endpoint) => [endpoint.id, endpoint] as const);
const seen = new Map(endpoints.map(({ id }) => [id, new Set<number>()]));

let asked = 0;
beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
const runtime = await startInProcess({ data: held.directory });
const key = await runtime.issueKey('contract', 1_000_000);

type Headers = Readonly<Record<string, string>>;

/** With the key and from another address every time, unless the headers say otherwise. */
async function ask(address: string, headers: Headers = {}, method = 'GET'): Promise<Answer> {
  asked += 1;
  const own = {
    'X-API-Key': key,
    [addressHeader]: `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`,
  };
  return answerOf(
    await runtime.fetch(address, {
      method,
      headers: { ...own, 'Accept-Encoding': 'identity', ...headers },
    }),
  );
}

async function answerOf(response: Response): Promise<Answer> {
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The answer must be as documented. */
function judge(endpoint: Endpoint, answer: Answer, method = 'GET'): void {
  expect(faultOfAnswer(endpoint.path, answer, method)).toBeNull();
  seen.get(endpoint.id)?.add(answer.status);
  if (answer.status === 200 && method === 'GET')
    expect(legendFault(JSON.parse(answer.text))).toBeNull();
}

describe.each(everyEndpoint)('%s', (id, endpoint) => {
  const usual = addressOf(endpoint, place);
  const isOpen = endpoint.access === 'open';

  // One test for all: a thousand tests take longer than what they ask.
  test('every parameter with every value, and what is refused', async () => {
    for (const { address, status, fault } of questionsOf(endpoint, held)) {
      const answer = await ask(address);
      expect(answer.status, address).toBe(status);
      judge(endpoint, answer);
      if (status < 400) continue;
      const problem: ProblemDetails = JSON.parse(answer.text);
      expect(problem.status).toBe(status);
      if (fault !== undefined)
        expect(problem.errors, address).toEqual([
          expect.objectContaining({ ...fault, ...allowedOf(endpoint, fault) }),
        ]);
      for (const { allowed, nearest } of problem.errors ?? [])
        if (nearest !== undefined) expect(allowed ?? [nearest]).toContain(nearest);
    }
  });

  // The sample has fewer editions than /v1/meta/editions lists by default;
  // ../server/divided-catalogue.test.ts has more.
  const withDefault = (id === 'meta-editions' ? [] : parametersOf(endpoint)).filter(
    (parameter) => ('required' in parameter ? null : parameter.default) !== null,
  );
  test.runIf(withDefault.length > 0)(
    'without a parameter the answer is that of its default, and of no other value',
    async () => {
      const without = (await ask(usual)).text;
      for (const parameter of withDefault)
        for (const [value, isSame] of usualAndOther(parameter)) {
          const { text } = await ask(addressOf(endpoint, place, [[parameter.name, value]]));
          expect([parameter.name, value, text === without]).toEqual([
            parameter.name,
            value,
            isSame,
          ]);
        }
    },
  );

  test('HEAD is GET without its body; 304 answers a known tag, CSV too', async () => {
    const forms = [endpoint.path, ...(endpoint.csv === null ? [] : [csvPath(endpoint)])];
    const tags: string[] = [];
    for (const form of forms) {
      const address = addressOf({ ...endpoint, path: form }, place);
      const got = await ask(address);
      const head = await ask(address, {}, 'HEAD');
      expect(faultOfAnswer(form, head, 'HEAD')).toBeNull();
      expect([head.status, head.text]).toEqual([200, '']);
      for (const name of [
        'Content-Type',
        'ETag',
        'Content-Length',
        'Cache-Control',
        'Vary',
        ...(id === 'meta-ingest' ? [] : ['Repr-Digest']),
      ])
        expect([name, head.headers.get(name)]).toEqual([name, got.headers.get(name)]);
      const tag = got.headers.get('ETag');
      expect(tag === null).toBe(id === 'meta-ingest');
      if (tag === null) continue;
      tags.push(tag);
      for (const known of [tag, `"other", W/${tag}`, '*'])
        judge(endpoint, await ask(address, { 'If-None-Match': known }));
      expect((await ask(address, { 'If-None-Match': tag })).status).toBe(304);
      // Neither form is known by the tag of the other, nor any by a tag without its quotes.
      for (const other of [...tags.slice(0, -1), tag.slice(1, -1)])
        expect((await ask(address, { 'If-None-Match': other })).status).toBe(200);
    }
    expect(new Set(tags).size).toBe(tags.length);
  });

  test('CORS: pages of any origin read what needs no key, and nothing else', async () => {
    const origin = { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'GET' };
    for (const address of [usual, `${usual}?nothing=1`]) {
      const { headers } = await ask(address, origin);
      expect(headers.get('Access-Control-Allow-Origin')).toBe(isOpen ? '*' : null);
      if (isOpen) expect(headers.get('Access-Control-Expose-Headers')).toContain('Retry-After');
    }
    const preflight = await ask(usual, origin, 'OPTIONS');
    expect([preflight.status, preflight.headers.get('Access-Control-Allow-Headers')]).toEqual(
      isOpen ? [204, 'If-None-Match, Range'] : [405, null],
    );
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('405: %s', async (method) => {
    const answer = await ask(usual, {}, method);
    expect([answer.status, answer.headers.get('Allow')]).toEqual([
      405,
      isOpen ? 'GET, HEAD, OPTIONS' : 'GET, HEAD',
    ]);
    judge(endpoint, answer);
  });

  test('414: an address of more than 16,000 characters', async () => {
    const answer = await ask(`${usual}?${'a'.repeat(16_000)}`);
    expect(answer.status).toBe(414);
    judge(endpoint, answer);
  });

  test.runIf(!isOpen).each(['', 'lmi_', `lmi_${'a'.repeat(77)}`])(
    '401: the key "%s", whatever else is wrong',
    async (wrong) => {
      for (const address of [usual, `${endpoint.path}?nothing=1`]) {
        const answer = await ask(address, { 'X-API-Key': wrong });
        expect(answer.status).toBe(401);
        judge(endpoint, answer);
      }
    },
  );

  test('429: an allowance that is used up', async () => {
    const own: Headers = isOpen
      ? { [addressHeader]: `192.0.2.${endpoints.indexOf(endpoint)}` }
      : { 'X-API-Key': await runtime.issueKey(id, 1) };
    for (let turn = 0; turn < (isOpen ? 60 : 1); turn++) await ask(usual, own);
    const answer = await ask(usual, own);
    expect(answer.status).toBe(429);
    judge(endpoint, answer);
  });

  test('503: there is no catalogue', async () => {
    const problem = await refusal(endpoint, withoutDocuments(null), 503);
    expect(problem.type).toMatch(/\/problems\/unavailable$/);
  });

  test('500 that says nothing: a fault of ours', async () => {
    const secret = () => Promise.reject(new TypeError('secret is not a function'));
    const store = {
      catalogue: async () => filesOfCatalogue(held.catalogue).text,
      document: secret,
      listedDigest: secret,
      titleModel: secret,
      outsideEditions: secret,
    };
    const problem = await refusal(
      endpoint,
      endpoint.answer === 'catalogue' ? withoutDocuments(misshapen(held)) : store,
      500,
    );
    expect(problem.detail).toBe(
      'The request could not be answered. The fault is ours and has been recorded.',
    );
    expect(JSON.stringify(problem)).not.toContain('secret');
  });

  const [own] = endpoint.sources;
  const onSpine = spine.some((one) => one === own);
  test.runIf(!isOpen && !onSpine)('404: its source is not published', async () => {
    // The names of local areas are unknown too where their list is not served.
    expect((await refusal(endpoint, withoutDocuments(withdrawn(held)), 404)).type).toMatch(
      /\/problems\/not-published$/,
    );
  });

  test.runIf(endpoint.query.some(({ name }) => name === 'edition'))(
    '410: its edition was withdrawn',
    async () => {
      const edition = held.catalogue.editions.find(({ source }) => source === own)?.id ?? '';
      const problem = await refusal(endpoint, withoutDocuments(withdrawn(held)), 410, [
        ['edition', edition],
      ]);
      expect(problem.withdrawn).toMatchObject({ reason: 'It was wrong.', replacedBy: null });
    },
  );

  test('every status that the document has has been seen', () => {
    const missing = documentedStatuses(endpoint.path).filter(
      (status) => seen.get(id)?.has(status) !== true,
    );
    expect(missing).toEqual(id === 'meta-ingest' ? [304] : []);
  });
});

/**
 * The problem that a service over these data answers with. It must be as documented, but for the
 * headers of a limit, which it has not.
 */
async function refusal(
  endpoint: Endpoint,
  store: Store,
  status: number,
  pairs: readonly (readonly [string, string])[] = [],
): Promise<ProblemDetails> {
  const answer = await answerOf(
    await asking({ store, ...counting })(addressOf(endpoint, place, pairs)),
  );
  expect(answer.status).toBe(status);
  judge(endpoint, answer);
  return JSON.parse(answer.text);
}

/**
 * The default of a parameter, and a value that has another answer in the sample; and whether the
 * answer is that of the default.
 */
function usualAndOther(parameter: Parameter): readonly (readonly [string, boolean])[] {
  if (parameter.kind === 'enum') {
    const other = parameter.values.find((value) => value !== parameter.default) ?? '';
    return [
      [String(parameter.default), true],
      [other, false],
    ];
  }
  if (parameter.kind !== 'boolean' && parameter.kind !== 'integer')
    throw new Error(`${parameter.name} has no default`);
  const { default: usual } = parameter;
  return [
    [String(usual), true],
    [String(typeof usual === 'boolean' ? !usual : Number(usual) - 1), false],
  ];
}

/**
 * What a 400 says is allowed: of an unknown parameter the names, of an enumeration its values, of a
 * number its bounds.
 */
function allowedOf(
  endpoint: Endpoint,
  { parameter, code }: { parameter: string; code: string },
): { allowed?: readonly string[]; minimum?: number; maximum?: number } {
  const parameters = parametersOf(endpoint);
  if (code === 'unknown-parameter') return { allowed: parameters.map(({ name }) => name) };
  const row = parameters.find(({ name }) => name === parameter);
  if (code === 'out-of-range' && row?.kind === 'integer')
    return { minimum: row.minimum, maximum: row.maximum };
  if (code !== 'not-allowed' || row === undefined) return {};
  return { allowed: 'values' in row ? row.values : ['true', 'false'] };
}

/** Nothing but the spine is served, and everything else has been withdrawn. */
function withdrawn({ catalogue }: Held): Catalogue {
  const kept = (key: string): boolean => spine.some((spineKey) => spineKey === key);
  const withdrawal = {
    state: 'withdrawn',
    withdrawn: { reason: 'It was wrong.', at: '2026-01-02T03:04:05.000Z', replacedBy: null },
  } as const;
  return {
    ...catalogue,
    sources: catalogue.sources.map((source) =>
      kept(source.key) ? source : { ...source, served: [] },
    ),
    editions: catalogue.editions.map((edition) =>
      kept(edition.source) ? edition : { ...edition, ...withdrawal },
    ),
  };
}

/** A divided catalogue whose sources have neither standing nor records, which no code writes. */
function misshapen({ catalogue }: Held): string {
  const divided: DividedCatalogue = JSON.parse(filesOfCatalogue(catalogue).text);
  return catalogueText({ ...divided, sources: catalogue.sources } as unknown as DividedCatalogue);
}
