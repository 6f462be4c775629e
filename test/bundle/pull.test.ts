// The newest bundle of a server: only what is missing is fetched, and nothing is believed that does not prove itself.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pullBundle } from '#compiler/bundle/pull-bundle.ts';
import { readPublicKey } from '#compiler/bundle/signature.ts';
import { verifyBundle } from '#compiler/bundle/verify-bundle.ts';
import { type Serving, serve } from '#compiler/serve/serve.ts';
import { stillClock } from '../fetch/no-waiting.ts';
import { acceptIn, catalogueOf, directoryWithHeld, editionOf, fresh, second } from '../operations/scene.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { type MadeBundle, bundleOf, contentsOf, keyPair, quiet } from './scene.ts';

let data: string;
let serving: Serving;
let keys: ReturnType<typeof keyPair>;
let made: MadeBundle;
const folder = () => join(data, 'bundles');
beforeAll(async () => {
  data = await directoryWithHeld();
  keys = keyPair();
  made = await bundleOf({ directory: data, folder: folder(), signWith: keys.privateKey });
  serving = await serve({ data, state: join(temporaryDirectory(), 'state'), port: 0 });
});
afterAll(() => serving.close());

const pull = (url: string, directory: string, publicKey: string | null = null) =>
  pullBundle({ url, directory, publicKey, ...quiet, clock: stillClock() });

test('from the worker: all of it, then nothing, then what is new', async () => {
  const directory = fresh();
  const whole = await pull(serving.url, directory, readPublicKey(keys.publicKey));
  expect([whole.state, whole.editions]).toEqual(['pulled', 2]);
  expect((await verifyBundle(directory, readPublicKey(keys.publicKey))).faults).toEqual([]);
  expect(await pull(`${serving.url}/bundles/latest.json`, directory)).toMatchObject({ state: 'unchanged', fetched: 0 });

  // The new edition of one source brings its dependant compiled again; both old ones go.
  const before = catalogueOf(directory).editions.map(({ id }) => id);
  await acceptIn(data, 'soc-structure');
  made = await bundleOf({ directory: data, folder: folder(), signWith: keys.privateKey });
  const more = await pull(serving.url, directory);
  expect([more.state, more.editions]).toEqual(['pulled', 2]);
  expect(catalogueOf(directory).editions.map(({ id }) => id)).toEqual(catalogueOf(data).sources.flatMap(({ served }) => served));
  for (const id of before) expect(existsSync(join(directory, 'editions', id)), id).toBe(false);
  expect((await verifyBundle(directory, null)).faults).toEqual([]);

  // An edition that is there is not fetched again.
  const { id } = editionOf(directory, 'soc-structure', second);
  rmSync(join(directory, 'editions', id), { recursive: true });
  expect(await pull(serving.url, directory)).toMatchObject({ state: 'pulled', editions: 1, files: 4 });
  expect((await verifyBundle(directory, null)).faults).toEqual([]);
});

test('an older bundle is refused, though its signature is good, unless it is asked for', async () => {
  const old = join(temporaryDirectory(), 'old');
  cpSync(folder(), old, { recursive: true });
  const mirror = await startRangeServer(old);
  const directory = fresh();
  await pull(mirror.url, directory);
  const before = catalogueOf(data);
  await acceptIn(data, 'soc-index');
  made = await bundleOf({ directory: data, folder: folder(), signWith: keys.privateKey });
  await pull(serving.url, directory);
  const newer = readFileSync(join(directory, 'catalogue.json'), 'utf8');
  const older = new RegExp(
    `holds catalogue ${before.serial}, which is older than catalogue ${before.serial + 1} in [^]*; nothing of it was kept`,
  );
  await expect(pull(mirror.url, directory, readPublicKey(keys.publicKey))).rejects.toThrow(older);
  expect(readFileSync(join(directory, 'catalogue.json'), 'utf8')).toBe(newer);
  expect(await pullBundle({ ...quiet, url: mirror.url, directory, publicKey: null, older: true, clock: stillClock() })).toMatchObject({
    state: 'pulled',
  });
  mirror.close();
});

test('another signer is refused before anything is written, and a data directory is not pulled into', async () => {
  const directory = fresh();
  const other = pull(serving.url, directory, readPublicKey(keyPair().publicKey));
  await expect(other).rejects.toThrow(/is not signed with the given key; nothing of it was kept/);
  expect(existsSync(directory)).toBe(false);
  await expect(pull(serving.url, data)).rejects.toThrow(/, expected an empty folder or one that a bundle was unpacked into/);
});

async function listening(answer: RequestListener): Promise<{ url: string; close(): void }> {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

/** A server of files that answers as it is told. */
const startServer = (answer: (path: string) => { status: number; headers?: Record<string, string>; body?: Uint8Array }) =>
  listening((request, response) => {
    const { status, headers = {}, body } = answer(request.url ?? '');
    response.writeHead(status, headers).end(body);
  });

const fileAt = (path: string) => readFileSync(join(folder(), path.replace('/bundles/', '')));

/** A server with ranges. Each request of the bundle fails first in the next of these ways, where one is left. */
async function startRangeServer(from: string, faults: ('reset' | 'cut' | 'short' | 503)[] = []) {
  const ranges: [number, number][] = [];
  const server = await listening((request, response) => {
    const bytes = readFileSync(join(from, (request.url ?? '').replace('/bundles/', '')));
    const [, first = '', last = ''] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (first === '') return void response.end(bytes);
    const [start, end] = [Number(first), Number(last) + 1];
    const headers = { 'Content-Range': `bytes ${start}-${end - 1}/${bytes.length}` };
    const fault = end - start > 100 ? faults.shift() : undefined;
    if (fault === 'reset') return void response.destroy();
    if (fault === 503) return void response.writeHead(503).end();
    const cut = fault === undefined ? end : start + Math.floor((end - start) / 2);
    ranges.push([start, cut]);
    if (fault === 'short') return void response.writeHead(206, { ...headers, Connection: 'close' }).end(bytes.subarray(start, cut));
    response.writeHead(206, { ...headers, 'Content-Length': end - start });
    if (fault === 'cut') return void response.write(bytes.subarray(start, cut), () => response.destroy());
    return void response.end(bytes.subarray(start, end));
  });
  return { ...server, ranges };
}

test('bodies that are cut go on where they were cut, and no byte is fetched twice', async () => {
  const server = await startRangeServer(folder(), ['cut', 'reset', 503, 'short']);
  const directory = fresh();
  const said: string[] = [];
  const options = { url: server.url, directory, publicKey: null, clock: stillClock(), say: (line: string) => said.push(line) };
  const { fetched } = await pullBundle({ ...quiet, ...options });
  expect(said).toHaveLength(4);
  expect(said[0]).toMatch(/\.tar\.zst: the connection was cut \(UND_ERR_SOCKET\); attempt 2 of 5 in/);
  expect(fetched).toBe(made.latest.bytes);
  expect((await verifyBundle(directory, null)).faults).toEqual([]);
  server.close();
});

/** What a server does to latest.json, and to the bundle. */
type Change = (body: Buffer) => Uint8Array | string;
const asIs: Change = (body) => body;
const inLatest =
  (from: string | RegExp, to: string): Change =>
  (body) =>
    body.toString().replace(from, to);

test.each<[string, Change, Change, RegExp]>([
  ['other bytes', asIs, (body) => Buffer.from(body).fill(0, 100, 200), /its bytes differ from latest\.json; nothing of it was kept/],
  ['bytes without end', asIs, (body) => Buffer.concat([body, body]), /sends more bytes than requested/],
  ['a newer format', inLatest('"format":2', '"format":7'), asIs, /latest\.json: is stored in format 7, and this version reads format 2/],
  ['a name that leads elsewhere', inLatest(/"file":"[^"]*"/, '"file":"../../x"'), asIs, /latest\.json: \/file must match pattern/],
  ['a page', () => '<html>', asIs, /is not JSON/],
])('a server that gives %s is refused, and nothing is written', async (_, latest, bundle, fault) => {
  const change = (path: string) => (path.endsWith('.json') ? latest : bundle);
  const server = await startServer((path) => ({ status: 200, body: Buffer.from(change(path)(fileAt(path))) }));
  const directory = fresh();
  await expect(pull(server.url, directory)).rejects.toThrow(fault);
  expect(existsSync(directory)).toBe(false);
  server.close();
});

test('no server, and one without a bundle', async () => {
  await expect(pull('http://127.0.0.1:9/', fresh())).rejects.toThrow(/cannot be reached \(/);
  const server = await listening((_, response) => void response.writeHead(404).end());
  await expect(pull(server.url, fresh())).rejects.toThrow(/answers 404, expected latest\.json of a bundle/);
  server.close();
});

test('what a pull that was killed has left is completed', async () => {
  const directory = fresh();
  await pull(serving.url, directory);
  const whole = contentsOf(directory);
  rmSync(join(directory, 'catalogue.json'));
  mkdirSync(join(directory, 'editions/.tmp-of-the-killed'));
  writeFileSync(join(directory, 'editions/.tmp-of-the-killed/x'), 'x');
  await pull(serving.url, directory);
  expect(contentsOf(directory)).toEqual(whole);
});
