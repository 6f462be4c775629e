// What is damaged is made whole by the command that its message names, also where its size is right.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { openBundle } from '#compiler/bundle/open-bundle.ts';
import { unpackInto } from '#compiler/bundle/unpack.ts';
import { verifyBundle } from '#compiler/bundle/verify-bundle.ts';
import { dailyCommand } from '#compiler/commands/daily.ts';
import { verifyDirectory } from '#compiler/operations/verify.ts';
import { openDirectoryStore } from '#compiler/store/directory-store.ts';
import { publish } from '#compiler/store/publish.ts';
import { pull } from '#compiler/store/pull.ts';
import { bundleOf } from '../bundle/scene.ts';
import { lmi } from '../lmi.ts';
import { rewriteCatalogue } from '../rewrite-catalogue.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { copyOf, directoryWithHeld, quiet, sources } from './scene.ts';

let whole: string;
beforeAll(async () => {
  whole = await directoryWithHeld();
});

/** Another byte in the middle; the size stays. */
function damage(file: string): void {
  const bytes = readFileSync(file);
  const place = bytes.length >> 1;
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

function under(directory: string, match: RegExp): string {
  const found = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => match.test(path))
    .sort();
  if (found[0] === undefined) throw new Error(`${directory} has nothing like ${match}`);
  return join(directory, found[0]);
}

const publishTo = (store: string, directory: string, options: { repair?: boolean } = {}) =>
  publish({
    store: openDirectoryStore(store, directory, quiet.say),
    directory,
    sample: true,
    newStore: !existsSync(join(store, 'store.json')),
    ...quiet,
    ...options,
  });
const pullFrom = (store: string, directory: string) =>
  pull({ store: openDirectoryStore(store, directory, quiet.say), directory, sources, all: true, ...quiet });

describe('lmi bundle makes again', () => {
  const bundle = (directory: string) => bundleOf({ directory, folder: join(directory, 'bundles'), sources });

  test.each<[string, (path: string, folder: string) => void]>([
    ['a damaged bundle', (path) => damage(path)],
    ['a bundle that is gone', (path) => rmSync(path)],
    ['a damaged latest.json', (_, folder) => writeFileSync(join(folder, 'latest.json'), '{"file":')],
  ])('%s', async (_, harm) => {
    const directory = copyOf(whole);
    const { path } = await bundle(directory);
    harm(path, join(directory, 'bundles'));
    expect(verifyDirectory(directory).faults).toEqual([expect.stringMatching(/lmi bundle/)]);
    await bundle(directory);
    expect([verifyDirectory(directory).faults, (await verifyBundle(path, null)).faults]).toEqual([[], []]);
  });

  test('nothing that is whole', async () => {
    const directory = copyOf(whole);
    const { path } = await bundle(directory);
    const { mtimeMs } = statSync(path);
    await bundle(directory);
    expect(statSync(path).mtimeMs).toBe(mtimeMs);
  });
});

test('unpacking a bundle again, as lmi pull does, replaces a damaged document', async () => {
  const { path } = await bundleOf({ directory: whole, sources });
  const directory = join(temporaryDirectory(), 'unpacked');
  const unpack = async () => unpackInto(await openBundle(path), directory, quiet);
  await unpack();
  damage(under(join(directory, 'editions'), /\d{4}\.json$/));
  expect((await verifyBundle(directory, null)).faults).toHaveLength(1);
  expect(await unpack()).toMatchObject({ editions: 1 });
  expect((await verifyBundle(directory, null)).faults).toEqual([]);
  expect(await unpack()).toEqual({ editions: 0, files: 0 });
});

describe('between a directory and its store', () => {
  let filled: string;
  beforeAll(async () => {
    filled = temporaryDirectory();
    await publishTo(filled, whole);
  });

  test.each([
    ['document', 'editions', /\d{4}\.json$/],
    ['snapshot', 'snapshots', /\/[0-9a-f]{64}$/],
  ])('lmi pull replaces a damaged %s', async (_, folder, match) => {
    const directory = join(temporaryDirectory(), 'data');
    await pullFrom(filled, directory);
    damage(under(join(directory, folder), match));
    expect(verifyDirectory(directory).faults).toHaveLength(1);
    expect(await pullFrom(filled, directory)).toMatchObject({ state: 'pulled' });
    expect(verifyDirectory(directory).faults).toEqual([]);
    expect(await pullFrom(filled, directory)).toMatchObject({ state: 'unchanged', files: 0 });
  });

  test.each([
    ['document', 'editions', /\d{4}\.json$/],
    ['record', 'editions', /edition\.json$/],
    ['snapshot', 'snapshots', /\/[0-9a-f]{64}$/],
  ])('lmi publish --repair puts back a damaged or missing %s of the store, and the day goes on', async (_, folder, match) => {
    for (const harm of [damage, (file: string) => rmSync(file)]) {
      const store = copyOf(filled);
      harm(under(join(store, folder), match));
      const fresh = join(temporaryDirectory(), 'data');
      // A snapshot that is gone is not listed, and a directory without it is told by lmi verify.
      if (folder === 'snapshots' && harm !== damage) expect(verifyDirectory(store).faults).toHaveLength(1);
      else await expect(pullFrom(store, fresh)).rejects.toThrow('lmi publish --repair');
      await publishTo(store, whole, { repair: true });
      await pullFrom(store, join(temporaryDirectory(), 'data'));
      expect(verifyDirectory(store).faults).toEqual([]);
      expect(await publishTo(store, whole)).toMatchObject({ state: 'unchanged' });
    }
  });

  test('lmi publish --repair puts nothing into the store that is damaged here too', async () => {
    const [store, directory] = [copyOf(filled), copyOf(whole)];
    for (const place of [store, directory]) damage(under(join(place, 'editions'), /\d{4}\.json$/));
    const before = readFileSync(under(join(store, 'editions'), /\d{4}\.json$/));
    await publishTo(store, directory, { repair: true });
    expect(readFileSync(under(join(store, 'editions'), /\d{4}\.json$/)).equals(before)).toBe(true);
  });
});

describe('the day goes on after the repair that its message advises', () => {
  let [filled, ran]: [string, string] = ['', ''];
  /** The day's report and its messages. */
  let told = '';
  const day = async (store: string, out: string, more: { newStore?: boolean } = {}): Promise<number> => {
    told = '';
    const spies = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, 'write').mockImplementation((text) => {
        told += String(text);
        return true;
      }),
    );
    try {
      return await dailyCommand({ store, data: out, ...more }, { name: 'update', run: async () => 0 });
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  };

  beforeAll(async () => {
    filled = temporaryDirectory();
    ran = copyOf(whole);
    // Daily publishes no sample, so this calls itself real.
    rewriteCatalogue(ran, (catalogue) => ({ ...catalogue, sample: false, sampleSize: null }));
    // 3: two releases are held back.
    expect(await day(filled, ran, { newStore: true })).toBe(3);
  });

  const bundleAgain = (out: string) => lmi('bundle', '--data', out, '--out', join(out, 'bundles'));
  const pullAgain = (out: string, store: string) => lmi('pull', store, '--all', '--data', out);

  test.each<[string, (out: string) => string, RegExp, typeof pullAgain]>([
    ['a damaged bundle', (out) => under(join(out, 'bundles'), /^lmi-/), /make it again with lmi bundle/, bundleAgain],
    ['a damaged latest.json', (out) => join(out, 'bundles/latest.json'), /lmi bundle/, bundleAgain],
    ['a damaged snapshot', (out) => under(join(out, 'snapshots'), /\/[0-9a-f]{64}$/), /lmi pull --all fetches it from a store/, pullAgain],
    [
      'a damaged document of a pulled folder',
      (out) => under(join(out, 'editions'), /\d{4}\.json$/),
      /its bytes differ from those published\n {2}lmi /,
      pullAgain,
    ],
    [
      'a damaged record of a pulled folder',
      (out) => under(join(out, 'editions'), /edition\.json$/),
      /its root hash does not match the files it lists\n {2}lmi /,
      pullAgain,
    ],
  ])('%s', async (_, fileIn, advice, repair) => {
    const [store, out] = [copyOf(filled), copyOf(ran)];
    if (fileIn(out).endsWith('latest.json')) writeFileSync(fileIn(out), '{"file":');
    else damage(fileIn(out));
    expect(verifyDirectory(out).faults).toEqual([expect.stringMatching(advice)]);
    expect(await repair(out, store)).toMatchObject({ status: 0 });
    expect(verifyDirectory(out).faults).toEqual([]);
    expect([await day(store, out), told]).toEqual([3, expect.not.stringContaining('stopped at')]);
  });

  test.each([
    ['document', /\d{4}\.json$/],
    ['record', /edition\.json$/],
  ])('a damaged %s of the store', async (_, match) => {
    const [store, out] = [copyOf(filled), copyOf(ran)];
    damage(under(join(store, 'editions'), match));
    expect(await day(store, join(temporaryDirectory(), 'fresh'))).toBe(1);
    expect(told).toContain('stopped at pull, nothing was published');
    expect(told).toContain('lmi publish --repair');
    expect(await lmi('publish', store, '--repair', '--data', out)).toMatchObject({ status: 0 });
    expect(await day(store, join(temporaryDirectory(), 'fresh'))).toBe(3);
    expect(await day(store, out)).toBe(3);
  });
});

test.each(['editions', 'snapshots', 'snapshots/soc-structure'])('a pull writes nothing through a link: %s', async (folder) => {
  const store = temporaryDirectory();
  await publishTo(store, whole);
  const [directory, elsewhere] = [temporaryDirectory(), temporaryDirectory()];
  mkdirSync(dirname(join(directory, folder)), { recursive: true });
  symlinkSync(elsewhere, join(directory, folder));
  await expect(pullFrom(store, directory)).rejects.toThrow(
    `${join(directory, folder)}: is a link, and a pull writes only into plain folders`,
  );
  expect(readdirSync(elsewhere)).toEqual([]);
});
