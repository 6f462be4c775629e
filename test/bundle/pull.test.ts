// A bundle from a server, a file or a folder: only what is missing is written, and nothing is
// believed that does not prove itself.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openBundle } from '#compiler/bundle/open-bundle.ts';
import { pullBundle } from '#compiler/bundle/pull-bundle.ts';
import { readPublicKey } from '#compiler/bundle/signature.ts';
import { unpackInto } from '#compiler/bundle/unpack.ts';
import { verifyBundle } from '#compiler/operations/verify-bundle.ts';
import { type Serving, serve } from '#compiler/serve/serve.ts';
import { impatient, stillClock } from '../fetch/no-waiting.ts';
import { lmi } from '../lmi.ts';
import {
  acceptIn,
  callReal,
  catalogueOf,
  contentsOf,
  copyOf,
  directoryWithHeld,
  editionOf,
  fresh,
  publishTo,
  second,
} from '../operations/scene.ts';
import { type Publisher, type Way, startPublisher } from '../publisher/publisher.ts';
import { cutAfter, dripping, redirect, status } from '../publisher/ways.ts';
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

const toUrl = (from: string, directory: string, publicKey: string | null = null) => ({
  ...quiet,
  from,
  directory,
  publicKey,
  http: { clock: stillClock() },
});
const pull = (from: string, directory: string, publicKey: string | null = null) =>
  pullBundle(toUrl(from, directory, publicKey));

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

  // An edition that is there is not written again.
  const { id } = editionOf(directory, 'soc-structure', second);
  rmSync(join(directory, 'editions', id), { recursive: true });
  expect(await pull(serving.url, directory)).toMatchObject({
    state: 'pulled',
    editions: 1,
    files: 4,
  });
  expect((await verifyBundle(directory, null)).faults).toEqual([]);
});

/** The newest bundle in a folder. */
const bundleIn = (place: string) => {
  const [name = ''] = bundlesIn(place).filter((file) => file.endsWith('.zip'));
  return join(place, name);
};
function copyOfFile(path: string): string {
  const copy = join(temporaryDirectory(), basename(path));
  cpSync(path, copy);
  return copy;
}
/** It as a file, and unpacked into a folder. */
async function bothForms(path: string): Promise<readonly [string, string]> {
  const unpacked = fresh();
  await unpackInto(await openBundle(path), unpacked, quiet);
  return [path, unpacked];
}

test('an older bundle with a good signature needs an option', async () => {
  const old = await mirror();
  const [packed, unpacked] = await bothForms(copyOfFile(bundleIn(folder())));
  const directory = fresh();
  await pull(old.url, directory);
  const before = catalogueOf(data);
  await acceptIn(data, 'soc-index');
  await bundleOf({ directory: data, folder: folder(), signWith: keys.privateKey });
  await pull(serving.url, directory);
  const newer = contentsOf(directory);
  const older = new RegExp(
    `holds catalogue ${before.serial}, which is older than catalogue ` +
      `${before.serial + 1} in [^]*; nothing of it was kept`,
  );
  for (const from of [old.url, packed, unpacked]) {
    await expect(pull(from, directory, readPublicKey(keys.publicKey)), from).rejects.toThrow(older);
    expect(contentsOf(directory), from).toEqual(newer);
  }
  const olderToo = { ...toUrl(packed, directory), older: true };
  expect(await pullBundle(olderToo)).toMatchObject({ state: 'pulled' });
  await pull(serving.url, directory);
  const distant = { ...toUrl(old.url, directory), older: true };
  expect(await pullBundle(distant)).toMatchObject({ state: 'pulled' });
});

test('a server, file or folder without the required signature is refused', async () => {
  const unsigned = await bundleOf({ directory: data });
  const strange = await bundleOf({ directory: data, signWith: keyPair().privateKey });
  const required = readPublicKey(keys.publicKey);
  for (const path of [...(await bothForms(unsigned.path)), ...(await bothForms(strange.path))]) {
    const directory = fresh();
    await expect(pull(path, directory, required), path).rejects.toThrow(
      /is (not signed|signed with the key [0-9a-f]{16}), expected .*; nothing of it was kept/,
    );
    expect(existsSync(directory), path).toBe(false);
  }
  const directory = fresh();
  const other = pull(serving.url, directory, readPublicKey(keyPair().publicKey));
  await expect(other).rejects.toThrow(/is signed with the key .*; nothing of it was kept/);
  expect(existsSync(directory)).toBe(false);
});

test('the sample never replaces real data', async () => {
  const real = await bundleOf({ directory: callReal(copyOf(data)), sample: false });
  const directory = fresh();
  await pull(real.path, directory);
  const before = contentsOf(directory);
  for (const from of [serving.url, ...(await bothForms(bundleIn(folder())))])
    await expect(pullBundle({ ...toUrl(from, directory), older: true }), from).rejects.toThrow(
      /holds the synthetic sample, but .* holds real data; nothing of it was kept/,
    );
  expect(contentsOf(directory)).toEqual(before);
});

test('a data directory is not pulled into', async () => {
  for (const from of [serving.url, bundleIn(folder())])
    await expect(pull(from, data)).rejects.toThrow(
      /, expected an empty folder or one that a bundle was unpacked into/,
    );
});

test('--key is refused for a store, whose files no key signs', async () => {
  const store = temporaryDirectory();
  await publishTo(store, data);
  const directory = fresh();
  const ran = await lmi('pull', store, '--key', keys.publicKey, '--data', directory);
  expect([ran.status, ran.stderr]).toEqual([
    2,
    expect.stringMatching(/is not a bundle, and --key is only for bundles/),
  ]);
  expect(existsSync(directory)).toBe(false);
});

test('a download that is cut goes on where it was cut, in this run and in the next', async () => {
  const server = await mirror();
  const directory = fresh();
  server.next('.zip', cutAfter(2000), ...Array.from({ length: 4 }, () => status(503)));
  await expect(pull(server.url, directory)).rejects.toMatchObject({
    message: expect.stringMatching(
      /\.zip: answered 503 .*, after 5 attempts\n {2}run lmi pull again: it goes on where it was cut/,
    ),
    kind: 'unreadable',
  });
  const [part] = bundlesIn(join(directory, 'downloads')).filter((name) => name.endsWith('.part'));
  expect(part).toBeDefined();
  server.forget();
  server.next('.zip', status(503));
  const said: string[] = [];
  await pullBundle({ ...toUrl(server.url, directory), say: (line) => said.push(line) });
  const ranges = server.seen.flatMap(({ address, headers: { range } }) =>
    address.endsWith('.zip') ? [range] : [],
  );
  expect(ranges).toEqual([
    expect.stringMatching(/^bytes=\d+-$/),
    expect.stringMatching(/^bytes=\d+-$/),
  ]);
  expect(said).toEqual([
    expect.stringMatching(/\.zip: answered 503 .*; attempt 2 of 5 in/),
    expect.stringMatching(/\.zip: resumes after \d+ of \d+ bytes/),
  ]);
  expect(bundlesIn(directory)).not.toContain('downloads');
  expect((await verifyBundle(directory, null)).faults).toEqual([]);
});

test('an answer that never ends is given up', async () => {
  const server = await mirror();
  for (const file of ['.json', '.zip']) {
    server.forget();
    server.always(file, dripping);
    const http = { clock: stillClock(), attempts: 2, timeouts: impatient.body };
    await expect(pullBundle({ ...toUrl(server.url, fresh()), http })).rejects.toThrow(
      /the body took longer than 0\.3 s, after 2 attempts/,
    );
  }
});

test('a redirect is followed on the same host, and to no other', async () => {
  const server = await mirror();
  const other = await mirror();
  const directory = fresh();
  server.next('latest.json', redirect(`${other.url}/bundles/latest.json`));
  await expect(pull(server.url, directory)).rejects.toThrow(
    /latest\.json: redirects to .*, which is another server\n {2}name that server, if you trust it/,
  );
  server.next('.zip', redirect(`${other.url.replace('127.0.0.1', 'localhost')}/bundles/x.zip`));
  await expect(pull(server.url, directory)).rejects.toThrow(/which is another server/);
  expect(other.seen).toEqual([]);
  expect(existsSync(directory)).toBe(false);
  for (const name of bundlesIn(folder()).filter((file) => file.endsWith('.zip'))) {
    server.put(`/elsewhere/${name}`, readFileSync(join(folder(), name)));
    server.next('.zip', redirect(`/elsewhere/${name}`));
  }
  expect(await pull(server.url, directory)).toMatchObject({ state: 'pulled' });
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
    /its bytes differ from latest\.json; nothing of it was kept/,
  ],
  [
    'a newer format',
    inLatest('"format":5', '"format":7'),
    asIs,
    /latest\.json: is stored in format 7, and this version reads format 5/,
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
  await expect(pull('http://127.0.0.1:9/', fresh())).rejects.toThrow(/could not be reached \(/);
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
