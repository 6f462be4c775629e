// Keys while many ask at once, and secrets: none in an answer or in what the server writes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createKey, revokeKey } from '#compiler/serve/keys.ts';
import { serve } from '#compiler/serve/serve.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { fixtureDirectory, missingFile } from './fixture.ts';

test('an ended key gets no answer to a request that begins later', async () => {
  const serving = await serve({
    data: fixtureDirectory(),
    state: join(temporaryDirectory(), 'state'),
    port: 0,
    limits: 'durable-object',
  });
  const perMinute = 100_000;
  for (let turn = 0; turn < 4; turn++) {
    const { key, account } = await createKey(serving.administration, { name: 'hunted', perMinute });
    let ended = false;
    const before: number[] = [];
    const afterwards: number[] = [];
    const hunt = async (): Promise<void> => {
      while (afterwards.length < 20) {
        const late = ended;
        const { status } = await fetch(`${serving.url}/v1/occupations/2134/titles`, {
          headers: { 'X-API-Key': key },
        });
        (late ? afterwards : before).push(status);
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
  await serving.close();
});

test('no key and no secret in an answer, nor in what the server writes', async () => {
  const written: string[] = [];
  const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((method) =>
    vi
      .spyOn(console, method)
      .mockImplementation(
        (...values: unknown[]) => void written.push(values.map(String).join(' ')),
      ),
  );
  const state = join(temporaryDirectory(), 'state');
  const serving = await serve({ data: fixtureDirectory(), state, port: 0 });
  const { key } = await createKey(serving.administration, { name: 'discreet', perMinute: 100_000 });
  const stored: Record<string, string> = JSON.parse(
    readFileSync(join(state, 'secrets.json'), 'utf8'),
  );
  const secrets = [key, key.slice(4, 60), serving.key, ...Object.values(stored)];
  const [, missing = ''] = missingFile.request.split(' ');
  // One of them is a fault of ours, which is written.
  for (const path of [
    '/v1/occupations/2134',
    '/v1/nothing',
    '/v1/occupations/search',
    missing,
    '/admin/keys',
    '/v1/meta/ingest',
  ]) {
    for (const presented of [key, key.slice(0, -1), `${key}a`]) {
      const headers = {
        'X-API-Key': presented,
        Authorization: `Bearer ${serving.administration.secret}x`,
      };
      const response = await fetch(serving.url + path, { headers });
      const told = JSON.stringify([...response.headers]) + (await response.text());
      for (const secret of secrets)
        expect(told.includes(secret), `${path} tells a secret`).toBe(false);
    }
  }
  await serving.close();
  for (const spy of spies) spy.mockRestore();
  const all = written.join('\n');
  expect(all).toContain('/v1/occupations/1112/pay');
  for (const secret of secrets) expect(all.includes(secret), 'a secret is written').toBe(false);
});
