// The contract as its table says it: every row, every parameter, every value and every documented status, asked of a running service
// and judged by the OpenAPI document.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Catalogue, DividedCatalogue } from '#schemas/catalogue.ts';
import { spine } from '#schemas/codes.ts';
import { type Endpoint, endpoints } from '#schemas/endpoints.ts';
import type { ProblemDetails } from '#schemas/problem.ts';
import { catalogueText, filesOfCatalogue } from '#compiler/edition/catalogue.ts';
import { type Runtime, addressHeader } from '../server/runtimes.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { type Answer, documentedStatuses, faultOfAnswer } from './document.ts';
import { type Parameter, parametersOf } from './parameters.ts';
import { type Held, addressOf, heldIn, placeIn, questionsOf } from './questions.ts';

/** Starts the service over a data directory. */
export type Start = (data: string) => Promise<Runtime>;

const everyEndpoint = endpoints.map((endpoint) => [endpoint.id, endpoint] as const);
export const highPerMinute = 1_000_000;

/**
 * Asks a runtime, every time from another address, because the open paths are rationed by it. Answers are not compressed, which would take
 * both sides longer than all else; test/server/coding.test.ts and test/server/contract.ts are about that.
 */
export function createAsker(
  runtime: Runtime,
): (address: string, init?: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> }) => Promise<Answer> {
  let asked = 0;
  return async (address, { method = 'GET', headers = {} } = {}) => {
    asked += 1;
    const response = await runtime.fetch(address, {
      method,
      headers: {
        'Accept-Encoding': 'identity',
        [addressHeader]: `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`,
        ...headers,
      },
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
}

/** So many requests at once: what keeps one worker busy, and fewer than it refuses. */
const atOnce = 8;

/** Asks each address, and tells of those whose test fails. */
export async function faultsOfEach<Asked extends { readonly address: string }>(
  asked: readonly Asked[],
  test: (one: Asked) => Promise<void>,
): Promise<string[]> {
  const faults: string[] = [];
  const left = asked.values();
  const work = async (): Promise<void> => {
    for (const one of left) await test(one).catch((error: unknown) => faults.push(`${one.address}: ${String(error)}`));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return faults;
}

/** Adds the suite; call it inside a `describe`. `data` is the compiled sample, which is only read. */
export function addTableTests(start: Start, data: string): void {
  const held = heldIn(data);
  const place = placeIn(held);
  const seen = new Map(endpoints.map(({ id }) => [id, new Set<number>()]));

  const judge = (endpoint: Endpoint, answer: Answer, method = 'GET'): void => {
    expect(faultOfAnswer(endpoint.path, answer, method)).toBeNull();
    seen.get(endpoint.id)?.add(answer.status);
  };

  describe('over the sample', () => {
    let runtime: Runtime;
    let ask: ReturnType<typeof createAsker>;
    let key: string;
    beforeAll(async () => {
      runtime = await start(data);
      ask = createAsker(runtime);
      key = await runtime.issueKey('contract', highPerMinute);
    });
    afterAll(() => runtime.close());
    const keyed = (value = key) => ({ headers: { 'X-API-Key': value } });

    describe.each(everyEndpoint)('%s', (id, endpoint) => {
      const questions = questionsOf(endpoint, held);

      // One test for all: a thousand tests take longer than what they ask.
      test('every parameter with every value, and what is refused', async () => {
        const faults = await faultsOfEach(questions, async ({ address, status, fault }) => {
          const answer = await ask(address, keyed());
          expect(answer.status).toBe(status);
          judge(endpoint, answer);
          if (status < 400) return;
          const problem: ProblemDetails = JSON.parse(answer.text);
          expect(problem.status).toBe(status);
          if (fault !== undefined) expect(problem.errors).toEqual([expect.objectContaining({ ...fault, ...allowedOf(endpoint, fault) })]);
          for (const { allowed, nearest } of problem.errors ?? [])
            if (nearest !== undefined) expect(allowed ?? [nearest]).toContain(nearest);
        });
        expect(faults.slice(0, 5), `${faults.length} faults in ${id}`).toEqual([]);
      });

      // The sample has fewer editions than /v1/meta/editions lists by default; test/server/divided-catalogue.test.ts has more.
      const withDefault = (id === 'meta-editions' ? [] : parametersOf(endpoint)).filter(
        (parameter) => (parameter.kind === 'text' ? null : parameter.default) !== null,
      );
      test.runIf(withDefault.length > 0)('without a parameter the answer is that of its default, and of no other value', async () => {
        const textOf = async (pairs: readonly (readonly [string, string])[]) =>
          (await ask(addressOf(endpoint, place, pairs), keyed())).text;
        const without = await textOf([]);
        for (const parameter of withDefault) {
          const [usual, other] = usualAndOther(parameter);
          expect(await textOf([[parameter.name, usual]]), `${parameter.name}=${usual}`).toBe(without);
          expect(await textOf([[parameter.name, other]]), `${parameter.name}=${other}`).not.toBe(without);
        }
      });

      test('HEAD is GET without its body', async () => {
        const address = addressOf(endpoint, place);
        const [got, head] = [await ask(address, keyed()), await ask(address, { method: 'HEAD', ...keyed() })];
        judge(endpoint, head, 'HEAD');
        for (const name of ['Content-Type', 'ETag', 'Content-Length', 'Cache-Control', ...(id === 'meta-ingest' ? [] : ['Repr-Digest'])])
          expect(head.headers.get(name), name).toBe(got.headers.get(name));
      });

      test.skipIf(id === 'meta-ingest')('304: nothing has changed since its ETag', async () => {
        const address = addressOf(endpoint, place);
        const tag = (await ask(address, keyed())).headers.get('ETag') ?? '';
        const answer = await ask(address, { headers: { 'X-API-Key': key, 'If-None-Match': `"other", W/${tag}` } });
        expect(answer.status).toBe(304);
        judge(endpoint, answer);
      });

      test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('405: %s', async (method) => {
        const answer = await ask(addressOf(endpoint, place), { method, ...keyed() });
        expect([answer.status, answer.headers.get('Allow')]).toEqual([
          405,
          endpoint.access === 'open' ? 'GET, HEAD, OPTIONS' : 'GET, HEAD',
        ]);
        judge(endpoint, answer);
      });

      test('414: an address of more than 16,000 characters', async () => {
        const answer = await ask(`${addressOf(endpoint, place)}?${'a'.repeat(16_000)}`, keyed());
        expect(answer.status).toBe(414);
        judge(endpoint, answer);
      });

      test.runIf(endpoint.access === 'key').each(['', 'lmi_', 'nonsense', `lmi_${'a'.repeat(77)}`])(
        '401: the key "%s", whatever else is wrong',
        async (wrong) => {
          for (const address of [addressOf(endpoint, place), `${endpoint.path}?nothing=1`]) {
            const answer = await ask(address, wrong === '' ? {} : keyed(wrong));
            expect(answer.status).toBe(401);
            judge(endpoint, answer);
          }
        },
      );

      test('429: an allowance that is used up', async () => {
        const own =
          endpoint.access === 'key'
            ? keyed(await runtime.issueKey(`spent on ${id}`, 1))
            : { headers: { [addressHeader]: `192.0.2.${endpoints.indexOf(endpoint)}` } };
        const statuses: number[] = [];
        for (let turn = 0; turn < 61 && statuses.at(-1) !== 429; turn++) {
          const answer = await ask(addressOf(endpoint, place), own);
          statuses.push(answer.status);
          judge(endpoint, answer);
        }
        expect(statuses).toEqual([...Array.from({ length: endpoint.access === 'key' ? 1 : 60 }, () => 200), 429]);
      });
    });
  });

  describe('over data that are out of order', () => {
    const ailing = join(temporaryDirectory(), 'data');
    let runtime: Runtime;
    let key: string;
    let ask: ReturnType<typeof createAsker>;
    beforeAll(async () => {
      mkdirSync(join(ailing, 'editions'), { recursive: true });
      // Nothing starts without a catalogue.
      writeFileSync(join(ailing, 'catalogue.json'), catalogueText(held.catalogue));
      runtime = await start(ailing);
      ask = createAsker(runtime);
      key = await runtime.issueKey('contract', highPerMinute);
    });
    afterAll(() => runtime.close());

    /** The next request reads the catalogue again: it is read at most once a second. */
    const untilReadAgain = (): Promise<void> => new Promise((done) => setTimeout(done, 1100));
    const serveCatalogue = (catalogue: unknown): Promise<void> => {
      // A catalogue that no code writes, but as it was stored.
      writeFileSync(join(ailing, 'catalogue.json'), catalogueText(catalogue as Catalogue));
      return untilReadAgain();
    };
    const expectOf = async (
      endpoint: Endpoint,
      status: number,
      pairs: readonly (readonly [string, string])[] = [],
    ): Promise<ProblemDetails> => {
      const answer = await ask(addressOf(endpoint, place, pairs), { headers: { 'X-API-Key': key } });
      expect(answer.status).toBe(status);
      // Not even these say nothing of the data: whether they are synthetic is known but where there is no catalogue.
      judge(endpoint, answer);
      return JSON.parse(answer.text);
    };

    describe('there is no catalogue', () => {
      beforeAll(() => {
        rmSync(join(ailing, 'catalogue.json'));
        return untilReadAgain();
      });

      test.each(everyEndpoint)('503: %s', async (_id, endpoint) => {
        expect((await expectOf(endpoint, 503)).type).toMatch(/\/problems\/unavailable$/);
      });
    });

    describe('nothing but the spine is served, and pay has been withdrawn', () => {
      beforeAll(() => serveCatalogue(withdrawn(held)));

      test.each(
        everyEndpoint.filter(
          ([
            ,
            {
              access,
              sources: [own],
            },
          ]) => access === 'key' && !spine.some((key) => key === own),
        ),
      )('404 not-published: %s', async (_id, endpoint) => {
        const { type } = await expectOf(endpoint, 404, []);
        // The names of local areas are unknown too where their list is not served.
        expect(type).toMatch(/\/problems\/not-published$/);
      });

      test.each(everyEndpoint.filter(([, { query }]) => query.some(({ name }) => name === 'edition')))('410: %s', async (_id, endpoint) => {
        const [id = ''] = held.catalogue.editions.filter(({ source }) => source === endpoint.sources[0]).map((edition) => edition.id);
        expect(await expectOf(endpoint, 410, [['edition', id]])).toMatchObject({
          withdrawn: { reason: 'It was wrong.', replacedBy: null },
        });
      });
    });

    // What reads documents meets a missing one first, which is 503; test/server/faults-of-ours.test.ts makes our faults there.
    describe('the catalogue is of another shape than it says', () => {
      beforeAll(() => serveCatalogue(misshapen(held)));

      test.each(everyEndpoint.filter(([, { answer }]) => answer === 'catalogue'))('500 that says nothing: %s', async (_id, endpoint) => {
        expect((await expectOf(endpoint, 500)).detail).toBe('The request could not be answered. The fault is ours and has been recorded.');
      });
    });
  });

  test.each(everyEndpoint)('every status that the document has for %s has been seen', (id, { path, answer }) => {
    const missing = documentedStatuses(path).filter((status) => seen.get(id)?.has(status) !== true);
    expect(missing).toEqual(id === 'meta-ingest' ? [304] : answer === 'catalogue' ? [] : [500]);
  });
}

/** The default of a parameter, and a value that has another answer in the sample. */
function usualAndOther(parameter: Parameter): readonly [string, string] {
  switch (parameter.kind) {
    case 'enum':
      return [String(parameter.default), parameter.values.find((value) => value !== parameter.default) ?? ''];
    case 'boolean':
      return [String(parameter.default), String(!parameter.default)];
    case 'integer':
      return [String(parameter.default), String(Number(parameter.default) - 1)];
    default:
      throw new Error(`${parameter.name} has no default`);
  }
}

/** What a 400 says is allowed: of an unknown parameter the names, of an enumeration its values, of a number its bounds. */
function allowedOf(
  endpoint: Endpoint,
  { parameter, code }: { parameter: string; code: string },
): { allowed?: readonly string[]; minimum?: number; maximum?: number } {
  const parameters = parametersOf(endpoint);
  if (code === 'unknown-parameter') return { allowed: parameters.map(({ name }) => name) };
  const row = parameters.find(({ name }) => name === parameter);
  if (code === 'out-of-range' && row?.kind === 'integer') return { minimum: row.minimum, maximum: row.maximum };
  if (code !== 'not-allowed' || row === undefined) return {};
  return { allowed: row.kind === 'enum' ? row.values : ['true', 'false'] };
}

function withdrawn({ catalogue }: Held): Catalogue {
  const kept = (key: string): boolean => spine.some((spineKey) => spineKey === key);
  return {
    ...catalogue,
    serial: catalogue.serial + 1,
    sources: catalogue.sources.map((source) => (kept(source.key) ? source : { ...source, served: [] })),
    editions: catalogue.editions.map((edition) =>
      kept(edition.source)
        ? edition
        : { ...edition, state: 'withdrawn', withdrawn: { reason: 'It was wrong.', at: '2026-01-02T03:04:05.000Z', replacedBy: null } },
    ),
  };
}

/** Members that every catalogue of the compiler has are left out of two records. */
function misshapen({ catalogue }: Held): unknown {
  // A divided catalogue whose sources have neither standing nor records.
  const divided: DividedCatalogue = JSON.parse(filesOfCatalogue(catalogue).text);
  return { ...divided, serial: catalogue.serial + 2, sources: catalogue.sources };
}
