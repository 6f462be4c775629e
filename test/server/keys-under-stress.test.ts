// Keys and limits in a real workerd while many ask at once: never more answers than are due and never fewer, no revoked key that lives a
// moment longer, none lost by a restart, and no secret in an answer or in what the server writes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import glob from 'fast-glob';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createKey, revokeKey } from '#compiler/serve/keys.ts';
import { type Serving, serve } from '#compiler/serve/serve.ts';
import { answersPerMinute, windowSeconds } from '#schemas/codes.ts';
import { createMemoryLog, takeFrom } from '#server/keys/limits.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { writeDataDirectory } from './fixture.ts';

let data: Awaited<ReturnType<typeof writeDataDirectory>>;
beforeAll(async () => {
  data = await writeDataDirectory();
});
afterAll(() => data.remove());

function start(state: string, limits: 'memory' | 'durable-object' = 'memory'): Promise<Serving> {
  return serve({ data: data.path, state, port: 0, limits });
}

async function ask({ url }: Serving, key: string): Promise<number> {
  const response = await fetch(`${url}/v1/occupations/2134/titles`, { headers: { 'X-API-Key': key } });
  await response.arrayBuffer();
  return response.status;
}

describe.each(['memory', 'durable-object'] as const)('limits in %s', (limits) => {
  let serving: Serving;
  beforeAll(async () => {
    serving = await start(join(temporaryDirectory(), 'state'), limits);
  });
  afterAll(() => serving.close());

  test(`several keys at once, each asked far more often than it may: each gets ${answersPerMinute}, and after a while no more`, async () => {
    const keys = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => (await createKey(serving.administration, { name: `crowd ${name}` })).key),
    );
    const statuses = new Map(keys.map((key) => [key, [] as number[]]));
    await Promise.all(keys.flatMap((key) => Array.from({ length: 90 }, async () => statuses.get(key)?.push(await ask(serving, key)))));
    // An object of the platform without requests would lose its memory in a longer pause; what it wrote it must not.
    await new Promise((done) => setTimeout(done, 1000));
    for (const key of keys) {
      statuses.get(key)?.push(await ask(serving, key));
      expect(statuses.get(key)?.filter((status) => status === 200)).toHaveLength(answersPerMinute);
      expect(statuses.get(key)?.filter((status) => status === 429)).toHaveLength(90 + 1 - answersPerMinute);
    }
  });

  test('a key that is replaced or revoked while many ask with it: not one answer to a request that begins afterwards', async () => {
    const perMinute = 100_000;
    for (let turn = 0; turn < 8; turn++) {
      const { key, account } = await createKey(serving.administration, { name: 'hunted', perMinute });
      let ended = false;
      const afterwards: number[] = [];
      const before: number[] = [];
      const hunt = async (): Promise<void> => {
        for (let requests = 0; requests < 400 && afterwards.length < 40; requests++) {
          const late = ended;
          (late ? afterwards : before).push(await ask(serving, key));
        }
      };
      const hunters = Array.from({ length: 4 }, hunt);
      await vi.waitFor(() => expect(before).toContain(200));
      if (turn % 2 === 0) await revokeKey(serving.administration, account);
      else await createKey(serving.administration, { name: 'hunted', perMinute });
      ended = true;
      await Promise.all(hunters);
      expect(before.filter((status) => status !== 200 && status !== 401)).toEqual([]);
      expect([...new Set(afterwards)]).toEqual([401]);
    }
  });

  test('forged, truncated and lengthened keys, in the midst of one that is live', async () => {
    const { key } = await createKey(serving.administration, { name: 'forged', perMinute: 100_000 });
    expect(await ask(serving, key)).toBe(200);
    const wrong = [
      key.slice(0, -1),
      `${key}a`,
      key.toUpperCase(),
      key.replace('lmi_', 'link_'),
      key.slice(4),
      `lmi_${key.slice(5)}a`,
      [...key].toReversed().join(''),
      'a'.repeat(8000),
    ];
    const changed = Array.from(
      { length: 20 },
      (_, place) => key.slice(0, 4 + 3 * place) + (key[4 + 3 * place] === 'a' ? 'b' : 'a') + key.slice(5 + 3 * place),
    );
    for (const candidate of [...wrong, ...changed]) expect(await ask(serving, candidate), candidate.slice(0, 90)).toBe(401);
    expect(await ask(serving, key)).toBe(200);
  });
});

test('a restart loses no key, brings none back, and in storage the answers of the last minute count on', async () => {
  const state = join(temporaryDirectory(), 'state');
  const first = await start(state, 'durable-object');
  const issue = async (name: string): Promise<string> => (await createKey(first.administration, { name, perMinute: 3 })).key;
  const kept = await Promise.all(Array.from({ length: 10 }, (_, number) => issue(`kept ${number}`)));
  const replaced = await issue('replaced');
  const successor = await issue('replaced');
  expect(await Promise.all([1, 2].map(() => ask(first, kept[0] ?? '')))).toEqual([200, 200]);
  expect(await ask(first, replaced)).toBe(401);
  await first.close();

  const second = await start(state, 'durable-object');
  expect(await Promise.all(kept.slice(1).map((key) => ask(second, key)))).toEqual(kept.slice(1).map(() => 200));
  expect([await ask(second, replaced), await ask(second, successor)]).toEqual([401, 200]);
  expect([await ask(second, kept[0] ?? ''), await ask(second, kept[0] ?? '')]).toEqual([200, 429]);
  await second.close();
});

test('no key and no secret in an answer, nor in what the server writes', async () => {
  const written: string[] = [];
  const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((method) =>
    vi.spyOn(console, method).mockImplementation((...values: unknown[]) => void written.push(values.map(String).join(' '))),
  );
  const state = join(temporaryDirectory(), 'state');
  const serving = await start(state);
  const { key } = await createKey(serving.administration, { name: 'discreet', perMinute: 100_000 });
  const secrets: readonly string[] = [
    key,
    key.slice(4, 60),
    serving.key,
    ...Object.values<string>(JSON.parse(readFileSync(join(state, 'secrets.json'), 'utf8'))),
  ];
  // One of them is a fault of ours, which is written.
  for (const path of [
    '/v1/occupations/2134',
    '/v1/occupations/9999',
    '/v1/nothing',
    '/v1/occupations/search',
    '/v1/occupations/1112/pay?area=wales',
    '/admin/keys',
    '/v1/meta/ingest',
  ]) {
    for (const presented of [key, key.slice(0, -1), `${key}a`]) {
      const response = await fetch(serving.url + path, {
        headers: { 'X-API-Key': presented, Authorization: `Bearer ${serving.administration.secret}x` },
      });
      const told = JSON.stringify([...response.headers]) + (await response.text());
      for (const secret of secrets) expect(told.includes(secret), `${path} tells a secret`).toBe(false);
    }
  }
  await serving.close();
  for (const spy of spies) spy.mockRestore();
  const all = written.join('\n');
  expect(all).toContain('/v1/occupations/1112/pay');
  for (const secret of secrets) expect(all.includes(secret), 'a secret is written').toBe(false);
});

describe('takeFrom', () => {
  test('of any requests, and whatever the limit changes to, no window holds more answers than the highest limit, and none is refused that is due', () => {
    const step = fc.record({
      pause: fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 70_000 })),
      limit: fc.integer({ min: 1, max: 5 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const log = createMemoryLog();
        const given: number[] = [];
        let now = 1_700_000_000_000;
        for (const { pause, limit } of steps) {
          now += pause;
          const held = given.filter((at) => at > now - windowSeconds * 1000).length;
          const { allowed, remaining } = takeFrom(log, limit, now);
          expect(allowed).toBe(held < limit);
          if (allowed) given.push(now);
          expect(remaining).toBe(Math.max(0, limit - held - Number(allowed)));
        }
        for (const at of given)
          expect(given.filter((other) => other > at - windowSeconds * 1000 && other <= at).length).toBeLessThanOrEqual(5);
      }),
    );
  });
});

describe('the structure of the code', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const files = glob
    .sync(['server/**/*.ts', 'schemas/*.ts', 'compiler/{openapi,readme,serve,keys}.ts'], { cwd: root })
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  const code = files.map(({ file, text }) => ({ file, lines: text.split('\n').filter((line) => !/^\s*(\/\/|\/?\*)/.test(line)) }));

  test('tags and secrets are compared by server/keys/key-format.ts alone', () => {
    const found = code.flatMap(({ file, lines }) =>
      lines
        .filter((line) => /\b(tag|secret|digest)s?\b\s*(===|!==|==|!=)|(===|!==)\s*\b(tag|secret)\b/i.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    // An entity tag is no secret, and "" and null are no values of one.
    expect(found.filter((line) => !/null|undefined|''/.test(line) && !line.startsWith('server/http/conditional.ts'))).toEqual([]);
    expect(readFileSync(join(root, 'server/keys/key-format.ts'), 'utf8')).toMatch(/equalInConstantTime\(await tagger\(signed\), tag\)/);
    expect(readFileSync(join(root, 'server/keys/admin.ts'), 'utf8')).toMatch(/equalTexts\(given, secret\)/);
  });

  test('the comparison has no way out before its end', () => {
    const [, body = ''] =
      /function equalInConstantTime[^{]*\{([\s\S]*?)\n\}/.exec(readFileSync(join(root, 'server/keys/key-format.ts'), 'utf8')) ?? [];
    expect(body.match(/\breturn\b/g)).toHaveLength(2);
    expect(body).toMatch(/^\s*if \(a\.length !== b\.length\) return false;/);
    expect(body).not.toMatch(/\bbreak\b|\bevery\b|\bsome\b/);
  });

  test('how many answers a key gets, and in how many seconds, stands in one place each', () => {
    const declared = code.flatMap(({ file, lines }) =>
      lines.filter((line) => /\b(answersPerMinute|windowSeconds) = \d/.test(line)).map(() => file),
    );
    expect(declared).toEqual(['schemas/codes.ts', 'schemas/codes.ts']);
    // In a text a person reads, "60 answers" or "60 seconds" must come from the constants.
    const spelt = code.flatMap(({ file, lines }) =>
      lines.filter((line) => /\b60 (answers|seconds|s)\b|[qw]=60\b/.test(line)).map((line) => `${file}: ${line.trim().slice(0, 100)}`),
    );
    expect(spelt).toEqual([]);
  });

  test('README and OpenAPI say the numbers of the constants', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    expect(readme).toContain(`A key gets ${answersPerMinute} answers in any ${windowSeconds} seconds`);
    const openApi = readFileSync(join(root, 'schemas/openapi.json'), 'utf8');
    expect(openApi).toContain(`A key gets at most ${answersPerMinute} answers in any ${windowSeconds} seconds.`);
    expect(openApi).toContain(`if the path needs no key: ${answersPerMinute} answers in ${windowSeconds} seconds`);
  });
});
