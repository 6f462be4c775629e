// The typed client: the same functions over a data directory, a bundle and a server, and none
// missing.
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { type Serving, serve } from '#compiler/serve/serve.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { type Client, ProblemError, openData } from '../../client/index.ts';
import { bundleOf } from '../bundle/scene.ts';
import { directoryWithHeld } from '../operations/scene.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

/** Starts a server on this machine. */
async function addressOf(server: Server): Promise<string> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('over', () => {
  const state = temporaryDirectory();
  let data: string;
  let serving: Serving;
  let places: Readonly<Record<string, Client>>;
  beforeAll(async () => {
    data = await directoryWithHeld();
    serving = await serve({ data, state: join(state, 'state'), port: 0 });
    const { path } = await bundleOf({ directory: data });
    const fromBundle = await serve({ data: path, state: join(state, 'of-bundle'), port: 0 });
    closing.push(fromBundle, serving);
    places = {
      'a data directory': await openData(data),
      'a packed bundle': await openData(path),
      'a data directory by its URL': await openData(pathToFileURL(data)),
      'a server': await openData(serving.url.replace('http', 'HTTP'), { key: serving.key }),
      'a server beneath a path': await openData(
        `${await startBeneath('/statistics', serving.url)}/`,
        { key: serving.key },
      ),
      'a server over a packed bundle': await openData(fromBundle.url, { key: fromBundle.key }),
    };
  });
  const closing: Pick<Serving, 'close'>[] = [];

  /** A proxy that has the service beneath a path, as nginx would. */
  async function startBeneath(path: string, target: string): Promise<string> {
    const proxy = createServer(({ url = '', headers }, response) => {
      if (!url.startsWith(`${path}/`)) return void response.writeHead(404).end();
      const key = headers['x-api-key'];
      void fetch(`${target}${url.slice(path.length)}`, {
        headers: {
          'Accept-Encoding': 'identity',
          ...(typeof key === 'string' ? { 'X-API-Key': key } : {}),
        },
      }).then(async (answer) => {
        response
          .writeHead(answer.status, Object.fromEntries(answer.headers))
          .end(Buffer.from(await answer.arrayBuffer()));
      });
    });
    closing.push({ close: () => new Promise((closed) => void proxy.close(() => closed())) });
    return `${await addressOf(proxy)}${path}`;
  }
  afterAll(async () => {
    for (const server of closing) await server.close();
  });
  const at = (name: string): Client => places[name] ?? expect.fail(name);

  test('in an edge worker: answers, and a proxy that adds the key for pages', async () => {
    const worker = `
      import { openData, proxy } from './client/servers.ts';
      export default {
        async fetch(request, { SERVER: server, KEY: key }) {
          const { pathname } = new URL(request.url);
          if (pathname !== '/title') return proxy(server, { key })(request);
          const data = await openData(server, { key });
          const { title } = await data.occupation({ soc: '2134' });
          return new Response(title);
        },
      };`;
    const resolveDir = fileURLToPath(new URL('../..', import.meta.url));
    const { outputFiles } = await build({
      stdin: { contents: worker, resolveDir },
      bundle: true,
      format: 'esm',
      write: false,
    });
    const edge = new Miniflare({
      modules: true,
      script: outputFiles[0]?.text ?? '',
      compatibilityDate: '2026-01-01',
      bindings: { SERVER: serving.url, KEY: serving.key },
    });
    closing.push({ close: () => edge.dispose() });
    const ask = (path: string, options = {}) =>
      edge.dispatchFetch(`https://pages.example.org${path}`, options);
    expect(await (await ask('/title')).text()).toBe(
      'Programmers and software development professionals',
    );

    const path = '/v1/occupations/2134/titles';
    const response = await ask(`/lmi${path}`, { headers: { Cookie: 'a=b' } });
    expect(await response.json()).toEqual(await (await answerOffline(data)(path)).json());
    expect(
      ['Content-Encoding', 'Content-Length', 'Repr-Digest'].filter((name) =>
        response.headers.has(name),
      ),
    ).toEqual([]);
    const statusOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status;
    expect(
      await statusOf(`/lmi${path}`, {
        headers: { 'If-None-Match': response.headers.get('ETag') ?? '' },
      }),
    ).toBe(304);
    // Whatever is not an answer of the API is not passed on: a key could be asked for, or the
    // operator's pages.
    expect([
      await statusOf('/lmi/v1/occupations/9999'),
      await statusOf('/keys'),
      await statusOf('/healthz'),
    ]).toEqual([404, 404, 404]);
    expect(await statusOf(`/lmi${path}`, { method: 'POST', body: 'x' })).toBe(405);
  });

  test.each([
    'a data directory',
    'a data directory by its URL',
    'a packed bundle',
    'a server',
    'a server beneath a path',
    'a server over a packed bundle',
  ])('%s answers as the API does, typed, and throws a problem with what it says', async (name) => {
    const expected = async (path: string): Promise<unknown> =>
      (await answerOffline(data)(path)).json();
    const client = at(name);
    const occupation = await client.occupation({ soc: '2134' });
    expect(occupation.title).toBe('Programmers and software development professionals');
    expect(occupation).toEqual(await expected('/v1/occupations/2134'));
    expect(await client.search({ q: 'software engineer & co', limit: 2 })).toEqual(
      await expected('/v1/occupations/search?q=software%20engineer%20%26%20co&limit=2'),
    );
    // What is null or undefined is not asked for.
    expect(await client.search({ q: 'nurse', limit: null })).toEqual(
      await client.search({ q: 'nurse', limit: undefined }),
    );
    expect((await client.metaSources()).map(({ source }) => source)).toContain('soc-index');
    expect((await client.get('/v1/occupations/2134')).headers.get('LMI-Source')).toBe(
      'soc-index, soc-structure',
    );
    const problem: unknown = await client
      .occupation({ soc: '9999' })
      .catch((error: unknown) => error);
    if (!(problem instanceof ProblemError)) throw problem;
    expect([problem.status, problem.problem?.type]).toEqual([
      404,
      expect.stringMatching(/unknown-occupation$/),
    ]);
    expect(problem.message).toMatch(
      /^\/v1\/occupations\/9999: 404 No SOC 2020 unit group has the code 9999/,
    );
  });
});

test('a path value that could lead elsewhere stays one', async () => {
  const asked = await (await openData(sampleDirectory()))
    .occupation({ soc: '../meta/sources' })
    .catch((error: unknown) => error);
  expect(asked).toMatchObject({ status: 404 });
  await expect(
    (await openData(sampleDirectory())).occupation({} as { soc: string }),
  ).rejects.toThrow('occupation: soc is missing');
  // As a program without types has it.
  const untyped: { soc: string } = JSON.parse('{"soc":2134}');
  await expect((await openData(sampleDirectory())).pay(untyped)).rejects.toThrow(
    'pay: soc is a number, expected text',
  );
});

test('a redirect does not take the key to another server', async () => {
  let isAsked = false;
  const other = createServer((_, response) => {
    isAsked = true;
    response.end('[]');
  });
  const elsewhere = await addressOf(other);
  const moved = createServer((_, response) =>
    response.writeHead(301, { Location: elsewhere }).end(),
  );
  const client = await openData(await addressOf(moved), { key: 'lmi_a' });
  expect((await client.get('/v1/occupations')).status).toBe(301);
  await expect(client.occupations()).rejects.toMatchObject({ status: 301 });
  expect(isAsked).toBe(false);
  other.close();
  moved.close();
});

describe('a server that is busy', () => {
  let asked = 0;
  // It answers from the third call on, and says to come back after as long as the path names.
  const server = createServer(({ url = '' }, response) => {
    asked += 1;
    if (asked > 2) response.end('[]');
    else
      response
        .writeHead(429, { 'Retry-After': url.slice(1), 'Content-Type': 'application/problem+json' })
        .end('{}');
  });
  let url: string;
  beforeAll(async () => {
    url = await addressOf(server);
  });
  beforeEach(() => {
    asked = 0;
  });
  afterAll(() => server.close());

  test.each([
    [undefined, 429, 1],
    [1, 429, 2],
    [2, 200, 3],
    [9, 200, 3],
  ])('retries: %s ends with %d after %d calls', async (retries, status, calls) => {
    const client = await openData(url, retries === undefined ? {} : { retries });
    expect([(await client.get('/0')).status, asked]).toEqual([status, calls]);
  });

  test('is asked again after as long as Retry-After says', async () => {
    const begun = performance.now();
    expect((await (await openData(url, { retries: 2 })).get('/1')).status).toBe(200);
    expect(performance.now() - begun).toBeGreaterThan(1900);
  });

  test('a signal ends the wait, and a call that has not begun', async () => {
    const client = await openData(url, { retries: 1 });
    await expect(client.get('/3600', { signal: AbortSignal.timeout(50) })).rejects.toThrow(
      /timeout/,
    );
    await expect(
      client.occupations({}, { signal: AbortSignal.abort(new Error('left the page')) }),
    ).rejects.toThrow('left the page');
    expect(asked).toBe(1);
  });
});

test('a folder that holds no data says so at once', async () => {
  await expect(openData(temporaryDirectory())).rejects.toThrow(
    /no catalogue\.json, so it is no data directory/,
  );
});

describe('in a page', () => {
  /** What `act` gives while these names are global, as in a page. */
  function inPage<Value>(names: readonly string[], act: () => Value): Value {
    for (const name of names) vi.stubGlobal(name, {});
    vi.stubGlobal('process', { versions: {} });
    try {
      return act();
    } finally {
      vi.unstubAllGlobals();
    }
  }

  test.each([['document'], ['importScripts']])(
    'with %s, a key is refused: the message says why and shows the proxy',
    async (name) => {
      const opening = inPage([name], () => openData('https://lmi.example.org', { key: 'secret' }));
      await expect(opening).rejects.toThrow(
        /in a page: everybody who opens the page can read the key[^]*fetch: proxy\('https:\/\/lmi\.example\.org', \{ key \}\)/,
      );
      await expect(opening).rejects.not.toThrow(/secret/);
    },
  );

  test('without a key, for what needs none or for a proxy of your own', async () => {
    expect(await inPage(['document'], () => openData('https://lmi.example.org'))).toHaveProperty(
      'metaSources',
    );
  });
});
