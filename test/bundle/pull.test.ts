// The newest bundle of a server: only what is missing is fetched, and nothing is believed that does
// not prove itself.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { pullBundle } from '#compiler/bundle/pull-bundle.ts';
import { readPublicKey } from '#compiler/bundle/signature.ts';
import { verifyBundle } from '#compiler/bundle/verify-bundle.ts';
import { type Serving, serve } from '#compiler/serve/serve.ts';
import { stillClock } from '../fetch/no-waiting.ts';
import {
  acceptIn,
  catalogueOf,
  contentsOf,
  directoryWithHeld,
  editionOf,
  fresh,
  second,
} from '../operations/scene.ts';
import { type Publisher, type Way, startPublisher } from '../publisher/publisher.ts';
import { status } from '../publisher/ways.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { bundleOf, bundlesIn, keyPair, quiet } from './scene.ts';

let data: string;
let serving: Serving;
let keys: ReturnType<typeof keyPair>;
const folder = () => join(data, 'bundles');
beforeAll(async () => {
  data = await directoryWithHeld();
  keys = keyPair();
  await bundleOf({ directory: data, folder: folder(), signWith: keys.privateKey });
  serving = await serve({ data, state: join(temporaryDirectory(), 'state'), port: 0 });
});
afterAll(() => serving.close());

const pull = (url: string, directory: string, publicKey: string | null = null) =>
  pullBundle({ url, directory, publicKey, ...quiet, clock: stillClock() });

/** A server of the bundle as it is now, which serves ranges. */
async function mirror(): Promise<Publisher> {
  const server = await startPublisher();
  onTestFinished(() => server.close());
  for (const name of bundlesIn(folder()))
    server.put(`/bundles/${name}`, readFileSync(join(folder(), name)));
  return server;
}

test('from the worker: all of it, then nothing, then what is new', async () => {
  const directory = fresh();
  const whole = await pull(serving.url, directory, readPublicKey(keys.publicKey));
  expect([whole.state, whole.editions]).toEqual(['pulled', 2]);
  expect((await verifyBundle(directory, readPublicKey(keys.publicKey))).faults).toEqual([]);
  expect(await pull(`${serving.url}/bundles/latest.json`, directory)).toMatchObject({
    state: 'unchanged',
    fetched: 0,
  });

  // The new edition of one source brings its dependant compiled again; both old ones go.
  const before = catalogueOf(directory).editions.map(({ id }) => id);
  await acceptIn(data, 'soc-structure');
  await bundleOf({ directory: data, folder: folder(), signWith: keys.privateKey });
  const more = await pull(serving.url, directory);
  expect([more.state, more.editions]).toEqual(['pulled', 2]);
  expect(catalogueOf(directory).editions.map(({ id }) => id)).toEqual(
    catalogueOf(data).sources.flatMap(({ served }) => served),
  );
  for (const id of before) expect(existsSync(join(directory, 'editions', id)), id).toBe(false);
  expect((await verifyBundle(directory, null)).faults).toEqual([]);

  // An edition that is there is not fetched again.
  const { id } = editionOf(directory, 'soc-structure', second);
  rmSync(join(directory, 'editions', id), { recursive: true });
  expect(await pull(serving.url, directory)).toMatchObject({
    state: 'pulled',
    editions: 1,
    files: 4,
  });
  expect((await verifyBundle(directory, null)).faults).toEqual([]);
});

test('an older bundle is refused, though its signature is good, unless it is asked for', async () => {
  const old = await mirror();
  const directory = fresh();
  await pull(old.url, directory);
  const before = catalogueOf(data);
  await acceptIn(data, 'soc-index');
  await bundleOf({ directory: data, folder: folder(), signWith: keys.privateKey });
  await pull(serving.url, directory);
  const newer = readFileSync(join(directory, 'catalogue.json'), 'utf8');
  const older = new RegExp(
    `holds catalogue ${before.serial}, which is older than catalogue ${before.serial + 1} in [^]*; nothing of it was kept`,
  );
  await expect(pull(old.url, directory, readPublicKey(keys.publicKey))).rejects.toThrow(older);
  expect(readFileSync(join(directory, 'catalogue.json'), 'utf8')).toBe(newer);
  expect(
    await pullBundle({
      ...quiet,
      url: old.url,
      directory,
      publicKey: null,
      older: true,
      clock: stillClock(),
    }),
  ).toMatchObject({
    state: 'pulled',
  });
});

test('another signer is refused before anything is written, and a data directory is not pulled into', async () => {
  const directory = fresh();
  const other = pull(serving.url, directory, readPublicKey(keyPair().publicKey));
  await expect(other).rejects.toThrow(/is not signed with the given key; nothing of it was kept/);
  expect(existsSync(directory)).toBe(false);
  await expect(pull(serving.url, data)).rejects.toThrow(
    /, expected an empty folder or one that a bundle was unpacked into/,
  );
});

/** Half of the part that is asked for, with or without a promise of the whole. */
function half(isPromised: boolean): Way {
  return (request, response, { body } = expect.fail()) => {
    const [start = 0, last = 0] = (request.headers.range ?? '').match(/\d+/g)?.map(Number) ?? [];
    const length = last + 1 - start;
    response.writeHead(206, {
      'content-range': `bytes ${start}-${last}/${body.length}`,
      ...(isPromised ? { 'content-length': length } : { connection: 'close' }),
    });
    const part = body.subarray(start, start + Math.floor(length / 2));
    if (isPromised) response.write(part, () => response.destroy());
    else response.end(part);
  };
}

test('bodies that are cut go on where they were cut, and no byte is fetched twice', async () => {
  const server = await mirror();
  const { fetched: uncut } = await pull(server.url, fresh());
  // The directory, what stands before the editions, and all that follows.
  expect(server.seen.filter(({ address }) => address.endsWith('.zip'))).toHaveLength(3);
  server.next(
    '.zip',
    half(true),
    (_, response) => void response.destroy(),
    status(503),
    half(false),
  );
  const directory = fresh();
  const said: string[] = [];
  const options = {
    url: server.url,
    directory,
    publicKey: null,
    clock: stillClock(),
    say: (line: string) => said.push(line),
  };
  const { fetched } = await pullBundle({ ...quiet, ...options });
  expect(said).toHaveLength(4);
  expect(said[0]).toMatch(/\.zip: the connection was cut \(UND_ERR_SOCKET\); attempt 2 of 5 in/);
  expect(fetched).toBe(uncut);
  expect((await verifyBundle(directory, null)).faults).toEqual([]);
});

/** What a server does to latest.json, and to the bundle. */
type Change = (body: Buffer) => Uint8Array | string;
const asIs: Change = (body) => body;
const inLatest =
  (from: string | RegExp, to: string): Change =>
  (body) =>
    body.toString().replace(from, to);

test.each<[string, Change, Change, RegExp]>([
  [
    'other bytes',
    asIs,
    (body) => Buffer.from(body).fill(0, 100, 200),
    /its bytes differ from latest\.json; nothing of it was kept/,
  ],
  [
    'bytes without end',
    asIs,
    (body) => Buffer.concat([body, body]),
    /sends more bytes than requested/,
  ],
  [
    'a newer format',
    inLatest('"format":4', '"format":7'),
    asIs,
    /latest\.json: is stored in format 7, and this version reads format 4/,
  ],
  [
    'a name that leads elsewhere',
    inLatest(/"file":"[^"]*"/, '"file":"../../x"'),
    asIs,
    /latest\.json: \/file must match pattern/,
  ],
  ['a page', () => '<html>', asIs, /is not JSON/],
])(
  'a server that gives %s is refused, and nothing is written',
  async (_, latest, bundle, fault) => {
    const giving =
      (change: Change): Way =>
      (_, response, { body } = expect.fail()) =>
        void response.end(change(body));
    const server = await mirror();
    server.always('.json', giving(latest));
    server.always('.zip', giving(bundle));
    const directory = fresh();
    await expect(pull(server.url, directory)).rejects.toThrow(fault);
    expect(existsSync(directory)).toBe(false);
  },
);

test('no server, and one without a bundle', async () => {
  await expect(pull('http://127.0.0.1:9/', fresh())).rejects.toThrow(/cannot be reached \(/);
  const server = await startPublisher();
  await expect(pull(server.url, fresh())).rejects.toThrow(
    /answers 404, expected latest\.json of a bundle/,
  );
  await server.close();
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
