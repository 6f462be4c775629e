// The local server: what its bundle holds, how it keeps its state, and what it says when it cannot
// start.
import { gzipSync } from 'node:zlib';
import { transform } from 'esbuild';
import { once } from 'node:events';
import { stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, Server, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { examineServer } from '#compiler/operations/doctor.ts';
import { createKey, listKeys, revokeKey } from '#compiler/serve/keys.ts';
import { bundleWorker, serve } from '#compiler/serve/serve.ts';
import { localSecrets, localUrl } from '#compiler/serve/secrets.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { fixtureDirectory } from './fixture.ts';

const data = fixtureDirectory();
const scratch = temporaryDirectory();

test('the worker is small: at most 950 kB minified, and 245 kB gzipped', async () => {
  const { code } = await transform(await bundleWorker(), {
    minify: true,
    format: 'esm',
    charset: 'utf8',
  });
  expect(Buffer.byteLength(code)).toBeLessThan(950_000);
  expect(gzipSync(code).length).toBeLessThan(245_000);
});

test('starts, keeps its keys over a restart, and hands out a live one', async () => {
  const state = join(scratch, 'restarted');
  const occupations = async (url: string, key: string): Promise<number> =>
    (await fetch(`${url}/v1/occupations`, { headers: { 'X-API-Key': key } })).status;

  const first = await serve({ data, state, port: 0 });
  const made = await createKey(first.administration, { name: 'kept', perMinute: 5 });
  expect(await occupations(first.url, first.key)).toBe(200);
  // The second header would be believed by the worker that miniflare puts before ours.
  const problem = await (
    await fetch(`${first.url}/v1/occupations`, {
      headers: { 'MF-Original-URL': `${first.url}/healthz` },
    })
  ).json();
  expect(problem).toMatchObject({ type: `${first.url}/problems/invalid-key` });
  // No header makes another client of one that comes straight to it, and HTTPS is asked for only
  // where the service is reached by it.
  for (const [place, headers] of [
    {},
    { 'MF-CF-Blob': '{"clientIp":"192.0.2.1"}' },
    { 'CF-Connecting-IP': '192.0.2.2' },
  ].entries()) {
    const answer = await fetch(`${first.url}/v1/meta/sources`, { headers });
    expect(answer.headers.get('RateLimit')).toMatch(new RegExp(`^"answers";r=${59 - place};`));
    expect(answer.headers.has('Strict-Transport-Security')).toBe(false);
  }
  // lmi keys asks it, at whatever port it is.
  expect(await localUrl(state)).toBe(first.url);
  expect(await examineServer(state)).toEqual([
    { level: 'ok', what: `keys: the server at ${first.url} has made 2`, repair: null },
  ]);
  await first.close();
  expect(await localUrl(state)).toBe('http://127.0.0.1:8787');
  expect(await examineServer(state)).toEqual([]);

  const second = await serve({ data, state, port: 0 });
  expect(second.key).toBe(first.key);
  expect(await occupations(second.url, made.key)).toBe(200);
  expect(
    (await listKeys(second.administration)).map(({ name, perMinute }) => [name, perMinute]),
  ).toEqual([
    ['local user', 60],
    ['kept', 5],
  ]);
  await revokeKey(
    second.administration,
    (await listKeys(second.administration)).find(({ name }) => name === 'local user')?.account ??
      '',
  );
  await second.close();

  const third = await serve({ data, state, port: 0 });
  expect(third.key).not.toBe(first.key);
  expect(await occupations(third.url, first.key)).toBe(401);
  expect(await occupations(third.url, third.key)).toBe(200);
  await third.close();

  expect((await stat(state)).mode & 0o777).toBe(0o700);
  for (const file of ['secrets.json', 'local-key'])
    expect((await stat(join(state, file))).mode & 0o777, file).toBe(0o600);
});

describe('says in one line why it cannot start', () => {
  test('the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const starting = serve({ data, state: join(scratch, 'no'), port });
    await expect(starting).rejects.toThrow(
      `port ${port} is in use\n  stop the program that uses it, or name another with --port`,
    );
    other.close();
  });

  test('a free port that another program takes first: another one is found', async () => {
    const { close } = Server.prototype;
    const others: Server[] = [];
    vi.spyOn(Server.prototype, 'close').mockImplementationOnce(function (this: Server, done) {
      const { port } = this.address() as AddressInfo;
      return close.call(
        this,
        () => void others.push(createServer().listen(port, '127.0.0.1', () => done?.())),
      );
    });
    const server = await serve({ data, state: join(scratch, 'raced'), port: 0 });
    await server.close();
    expect(others).toHaveLength(1);
    others[0]?.close();
    vi.restoreAllMocks();
  });

  test('there are no data', async () => {
    const starting = serve({ data: scratch, state: join(scratch, 'no'), port: 0 });
    await expect(starting).rejects.toThrow(
      'no catalogue.json, so nothing to serve\n  run lmi compile or lmi compile --sample first',
    );
  });
});

describe('secrets', () => {
  test('are made once, differ, and give way to the environment', async () => {
    const state = join(scratch, 'secrets');
    const [one, other] = await Promise.all([localSecrets(state, {}), localSecrets(state, {})]);
    expect(one).toEqual(other);
    expect(new Set(Object.values(one)).size).toBe(3);
    const rotating = { LMI_KEY_SECRET: 'm'.repeat(32), LMI_KEY_SECRET_PREVIOUS: 'o'.repeat(32) };
    expect(await localSecrets(state, { ...rotating, LMI_ADMIN_SECRET: '' })).toEqual({
      ...one,
      ...rotating,
    });
    await expect(localSecrets(state, { LMI_KEY_SECRET: 'short' })).rejects.toThrow(
      'LMI_KEY_SECRET has 5 characters, expected at least 32',
    );
  });

  test('a damaged file is named, with the repair', async () => {
    const state = join(scratch, 'damaged');
    await localSecrets(state, {});
    await writeFile(join(state, 'secrets.json'), '{"LMI_KEY_SECRET":"a"}');
    await expect(localSecrets(state, {})).rejects.toThrow(
      /secrets\.json: the body must have required property 'LMI_ACCOUNT_SECRET', found "LMI_KEY_SECRET"\n {2}restore it from a backup, or delete it/,
    );
    await writeFile(join(state, 'secrets.json'), '{"LMI_KEY_SECRET":');
    await expect(serve({ data, state, port: 0 })).rejects.toThrow(
      /secrets\.json: is not JSON\n {2}restore it/,
    );
  });
});

test.each([
  [
    { publicUrl: 'lmi.example.org' },
    'PUBLIC_URL is "lmi.example.org", expected an address such as https://lmi.example.org',
  ],
  [{ signUp: 'Open' }, 'SIGN_UP is "Open", expected open or closed'],
  [{ log: 'all' }, 'LOG is "all", expected json, json-sampled or off'],
])('refused before anything starts: %j', async (options, line) => {
  await expect(
    serve({ data, state: join(scratch, 'refused'), port: 0, ...options }),
  ).rejects.toThrow(line);
});
