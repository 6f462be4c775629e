// State between directories: what goes to a store and comes from it, what neither lets through, and
// how damage is mended.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { verifyBundle } from '#compiler/operations/verify-bundle.ts';
import { verifyCommand } from '#compiler/commands/verify.ts';
import { prune } from '#compiler/operations/prune.ts';
import { verifyDirectory } from '#compiler/operations/verify.ts';
import { type ReleaseManifest, noteFiles } from '#compiler/release/manifests.ts';
import { openDirectoryStore } from '#compiler/store/directory-store.ts';
import { requireSafePath } from '#compiler/store/store.ts';
import { createNodeFiles } from '#server/data/files-node.ts';
import { bundleOf } from '../bundle/scene.ts';
import { releaseOf } from '../compiler/spine-releases.ts';
import { lmi } from '../lmi.ts';
import { rewriteCatalogue } from '../rewrite-catalogue.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import {
  acceptIn,
  broken,
  callReal,
  catalogueOf,
  compileInto,
  copyOf,
  damage,
  directoryWithHeld,
  editionOf,
  first,
  fresh,
  indexSource,
  publishTo,
  pullFrom,
  quiet,
  releases,
  servedIn,
  sources,
  under,
} from './scene.ts';

const held = await directoryWithHeld();
const filled = temporaryDirectory();
await publishTo(filled, held);

const catalogueText = (directory: string) =>
  readFileSync(join(directory, 'catalogue.json'), 'utf8');
const sizesIn = (directory: string) => {
  const editions = readdirSync(join(directory, 'editions'));
  return editions.map((id) => readdirSync(join(directory, 'editions', id)).length);
};
const expectWhole = async (...directories: readonly string[]) => {
  for (const directory of directories)
    expect(await verifyDirectory(directory)).toMatchObject({ faults: [], remarks: [] });
};

describe('there and back', () => {
  test('a store and what is pulled from it are whole data directories', async () => {
    const directory = fresh();
    expect(await pullFrom(filled, directory)).toMatchObject({ state: 'pulled', serial: 2 });
    expect(catalogueText(directory)).toBe(catalogueText(held));
    await expectWhole(filled, directory);
    expect(await pullFrom(filled, directory)).toMatchObject({ state: 'unchanged', files: 0 });
    expect(await publishTo(filled, directory)).toMatchObject({ state: 'unchanged', editions: 0 });
  });

  test('files of a release not understood stay in the store', async () => {
    const store = copyOf(filled);
    const here = fresh();
    const there = fresh();
    await pullFrom(store, here);
    const files = await broken((await releases()).index.files());
    const { outcomes } = await compileInto(here, [
      releaseOf(indexSource, 'sample-2026-08-27', files),
    ]);
    expect(outcomes[0]?.verdict).toBe('quarantined');
    await publishTo(store, here);
    await pullFrom(store, there);
    expect((await verifyDirectory(there)).faults).toEqual([]);
    rmSync(under(join(there, 'snapshots/soc-structure'), /^[0-9a-f]{64}$/));
    expect((await verifyDirectory(there)).faults.join()).toMatch(
      /is missing, and soc-structure cannot be compiled again without it/,
    );
  });

  test('pulled data goes on: accept, publish and pull it elsewhere', async () => {
    const store = copyOf(filled);
    const here = fresh();
    const there = fresh();
    const records = readdirSync(join(store, 'records'));
    await pullFrom(store, here);
    await pullFrom(store, there);
    await acceptIn(here, 'soc-structure');
    expect(await pullFrom(store, here)).toMatchObject({ state: 'ahead' });
    expect(await publishTo(store, here)).toMatchObject({ state: 'published' });
    // Who has read the last catalogue still finds its records.
    expect(readdirSync(join(store, 'records'))).toEqual(expect.arrayContaining(records));
    expect(await pullFrom(store, there)).toMatchObject({ state: 'pulled' });
    for (const directory of [store, there]) expect(servedIn(directory)).toEqual(servedIn(here));
    await expectWhole(store, there);
    // With the code and inputs of here, there is nothing to compile there.
    const { outcomes } = await compileInto(there, [(await releases()).structure2]);
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(
      expect.not.arrayContaining(['quarantined', 'unreadable', 'failed']),
    );
  });

  test('what two writers have noted of one release is put together, here and there', async () => {
    const store = copyOf(filled);
    const here = fresh();
    const there = fresh();
    await pullFrom(store, here);
    await pullFrom(store, there);
    const [input = expect.fail()] = editionOf(here, 'soc-index', first).inputs;
    const note = (directory: string, release: string, etag: string | null, day: number) =>
      noteFiles(directory, { source: 'soc-index', name: release, released: null }, [
        {
          ...input,
          at: `2026-01-0${day}T00:00:00.000Z`,
          download:
            etag === null ? null : { url: 'https://example.org/index', etag, lastModified: null },
        },
      ]);
    note(here, '2026-01-01', '"early"', 1);
    note(here, '2026-01-02', '"told"', 1);
    note(there, '2026-01-01', '"late"', 2);
    note(there, '2026-01-02', null, 2);
    await acceptIn(here, 'soc-structure');
    await publishTo(store, here);
    await pullFrom(store, there);
    await acceptIn(there, 'soc-index');
    await publishTo(store, there);
    await pullFrom(store, here);
    for (const [release, etag] of [
      ['2026-01-01', '"late"'],
      ['2026-01-02', '"told"'],
    ]) {
      const manifestIn = (place: string) =>
        readFileSync(join(place, 'snapshots/soc-index', `${release}.json`), 'utf8');
      const manifest = manifestIn(store);
      expect([manifestIn(here), manifestIn(there)]).toEqual([manifest, manifest]);
      const { files }: ReleaseManifest = JSON.parse(manifest);
      expect(files.map(({ download }) => download?.etag)).toEqual([etag]);
    }
  });

  test('a table packed by another compressor is the same table everywhere', async () => {
    const store = copyOf(filled);
    const here = fresh();
    await pullFrom(store, here);
    const { id } = editionOf(here, 'soc-index', first);
    const table = `editions/${id}/soc-index.csv.gz`;
    const packed = readFileSync(join(here, table));
    const stored = gzipSync(gunzipSync(packed), { level: 0 });
    // Of every system: the header of RFC 1952 names the one that packed.
    const other = Buffer.concat([packed.subarray(0, 10), stored.subarray(10)]);
    expect(other.length).toBeGreaterThan(packed.length);
    writeFileSync(join(here, table), other);
    await expectWhole(here);
    expect(await createNodeFiles(here).digest(table)).toBe(
      await createNodeFiles(store).digest(table),
    );
    expect((await verifyBundle((await bundleOf({ directory: here })).path, null)).faults).toEqual(
      [],
    );
    await acceptIn(here, 'soc-structure');
    rmSync(join(store, `editions/${id}/edition.json`));
    expect(await publishTo(store, here)).toMatchObject({ state: 'published' });
    expect(readFileSync(join(store, table)).equals(packed)).toBe(true);
    await expectWhole(store);
    writeFileSync(join(here, table), other.subarray(0, -9));
    expect((await verifyDirectory(here)).faults.join()).toMatch(/soc-index\.csv\.gz: is cut off/);
  });

  test('only used documents are fetched; pruning here prunes there', async () => {
    const store = copyOf(filled);
    const here = copyOf(held);
    const some = fresh();
    const every = fresh();
    for (const source of ['soc-index', 'soc-structure']) await acceptIn(here, source);
    await publishTo(store, here);
    await pullFrom(store, some);
    await pullFrom(store, every, { all: true });
    const whole = (directory: string) => sizesIn(directory).filter((size) => size > 1).length;
    expect(whole(some)).toBeLessThan(whole(every));
    for (const directory of [some, every])
      expect((await verifyDirectory(directory)).faults).toEqual([]);
    prune({ directory: here, sources, dryRun: false, say: quiet.say });
    await publishTo(store, here);
    await expectWhole(store);
    expect(sizesIn(store)).toEqual(sizesIn(here));
  });
});

describe('refused', () => {
  test('a sample, unless it is meant', async () => {
    const store = temporaryDirectory();
    await expect(publishTo(store, held, { sample: false })).rejects.toThrow(
      /holds the synthetic sample, which is not statistics/,
    );
    expect(readdirSync(store)).toEqual([]);
  });

  test('a store of the sample, pulled into real data', async () => {
    const real = copyOf(held);
    callReal(real);
    await expect(pullFrom(filled, real)).rejects.toThrow(
      `${real}: holds real data, and ${filled} the synthetic sample\n  choose another --data`,
    );
  });

  test('the second of two who started from the same catalogue', async () => {
    const store = copyOf(filled);
    const one = copyOf(held);
    const other = copyOf(held);
    await acceptIn(one, 'soc-index');
    await acceptIn(other, 'soc-structure');
    await publishTo(store, one);
    const before = catalogueText(store);
    await expect(publishTo(store, other)).rejects.toThrow(/somebody else has published since/);
    await expect(pullFrom(store, other)).rejects.toThrow(
      /has changes that .* lacks, and the store has changed since/,
    );
    expect(catalogueText(store)).toBe(before);
  });

  test('an id that the store has with other bytes', async () => {
    const store = copyOf(filled);
    const directory = copyOf(held);
    await acceptIn(directory, 'soc-structure');
    const { id } = editionOf(directory, 'soc-index', first);
    mkdirSync(join(store, 'editions', id));
    writeFileSync(join(store, 'editions', id, 'occupations.json'), '[]\n');
    await expect(publishTo(store, directory)).rejects.toThrow(
      /exists with other bytes, but a published file never changes/,
    );
  });

  test('an older catalogue, such as a backup, unless it is asked for', async () => {
    const store = copyOf(filled);
    const backup = copyOf(filled);
    const directory = fresh();
    await pullFrom(store, directory);
    await acceptIn(directory, 'soc-index');
    await publishTo(store, directory);
    const newer = catalogueText(directory);
    await expect(pullFrom(backup, directory)).rejects.toThrow(
      /holds catalogue \d+, which is older than catalogue \d+ in .*; nothing of it was kept/,
    );
    expect(catalogueText(directory)).toBe(newer);
    await pullFrom(backup, directory, { older: true });
    expect(catalogueText(directory)).toBe(catalogueText(backup));
  });

  test('a folder that is no store, and a new store in a full folder', async () => {
    const empty = temporaryDirectory();
    const directory = copyOf(held);
    const other = temporaryDirectory();
    const line = /: is not a store, expected store\.json or catalogue\.json[^]*--new-store/;
    await expect(pullFrom(empty, directory)).rejects.toThrow(line);
    await expect(publishTo(empty, directory, { newStore: false })).rejects.toThrow(line);
    expect(readdirSync(empty)).toEqual([]);
    await openDirectoryStore(empty, directory, quiet.say).begin();
    expect(await pullFrom(empty, directory)).toMatchObject({ state: 'empty' });
    await expect(publishTo(filled, directory, { newStore: true })).rejects.toThrow(
      /: is already a store/,
    );
    writeFileSync(join(other, 'thesis.txt'), 'mine');
    await expect(publishTo(other, directory)).rejects.toThrow(
      /: holds "thesis\.txt", expected an empty folder for a new store/,
    );
    expect(readdirSync(other)).toEqual(['thesis.txt']);
    expect(() => openDirectoryStore(directory, join(directory, '.'), quiet.say)).toThrow(
      /is the data directory itself/,
    );
  });

  test.each([
    '../x',
    '/x',
    'a/../b',
    'a//b',
    '.hidden',
    'a/.tmp-1',
    'a\\b',
    'C:x',
    'a\u0000',
    '',
    'a/',
  ])('the name %j', (path) => {
    expect(() => requireSafePath(path, 'store')).toThrow(/is not a valid name in a data directory/);
  });

  test.each(['editions', 'snapshots', 'snapshots/soc-structure'])(
    'a pull through a link: %s',
    async (folder) => {
      const directory = temporaryDirectory();
      const elsewhere = temporaryDirectory();
      mkdirSync(dirname(join(directory, folder)), { recursive: true });
      symlinkSync(elsewhere, join(directory, folder));
      await expect(pullFrom(filled, directory)).rejects.toThrow(
        `${join(directory, folder)}: is a link`,
      );
      expect(readdirSync(elsewhere)).toEqual([]);
    },
  );
});

describe('mended by the command that the message names', () => {
  test('what is damaged here too is not put into the store', async () => {
    const store = copyOf(filled);
    const directory = copyOf(held);
    damage(under(join(directory, 'editions'), /\d{4}\.json$/));
    const file = under(join(store, 'editions'), /\d{4}\.json$/);
    rmSync(file);
    await publishTo(store, directory, { repair: true });
    expect(existsSync(file)).toBe(false);
  });

  test('the record of the catalogue that is missing here or damaged in the store', async () => {
    const store = copyOf(filled);
    const directory = fresh();
    await pullFrom(store, directory);
    rmSync(under(join(directory, 'records'), /json$/));
    expect(() => catalogueOf(directory)).toThrow(
      /names records\/\S+, which is missing\n {2}.*lmi pull into this directory/,
    );
    expect(await pullFrom(store, directory)).toMatchObject({ state: 'pulled', files: 1 });
    expect((await verifyDirectory(directory)).faults).toEqual([]);
    writeFileSync(under(join(store, 'records'), /json$/), 'other bytes');
    await expect(pullFrom(store, fresh())).rejects.toThrow(
      /names records\/.*, which has other bytes than were written/,
    );
    await publishTo(store, held, { repair: true });
    expect(await pullFrom(store, fresh())).toMatchObject({ state: 'pulled' });
  });

  test.each<[string, (path: string, folder: string) => void]>([
    ['a damaged bundle', (path) => damage(path)],
    ['a bundle that is gone', (path) => rmSync(path)],
    [
      'a damaged latest.json',
      (_, folder) => writeFileSync(join(folder, 'latest.json'), '{"file":'),
    ],
  ])('%s: lmi bundle, which leaves what is whole', async (_, harm) => {
    const directory = copyOf(held);
    const bundle = () => bundleOf({ directory, folder: join(directory, 'bundles') });
    const { path } = await bundle();
    harm(path, join(directory, 'bundles'));
    expect((await verifyDirectory(directory)).faults).toEqual([
      expect.stringMatching(/lmi bundle/),
    ]);
    await bundle();
    expect([
      (await verifyDirectory(directory)).faults,
      (await verifyBundle(path, null)).faults,
    ]).toEqual([[], []]);
    const { mtimeMs } = statSync(path);
    await bundle();
    expect(statSync(path).mtimeMs).toBe(mtimeMs);
  });
});

test('verify takes the directory by itself or as --data', async () => {
  expect([
    await verifyCommand(filled, { json: true }),
    await verifyCommand(undefined, { data: held, json: true }),
  ]).toEqual([0, 0]);
});

test('without a terminal a publication prints two lines per edition', async () => {
  const store = temporaryDirectory();
  const { status, stderr } = await lmi(
    ...['publish', store, '--new-store', '--sample', '--data', held],
  );
  expect(status).toBe(0);
  const lines = stderr.trimEnd().split('\n');
  expect(lines.slice(0, 2)).toEqual([
    "publishers' files: copying begins",
    expect.stringMatching(/^publishers' files: \d+ copied$/),
  ]);
  expect(lines).toHaveLength(2 + 2 * catalogueOf(held).editions.length);
  for (const [place, line] of lines.slice(2).entries())
    expect(line).toMatch(place % 2 === 0 ? /^soc-\S+ \S+: copying \d+ files?$/ : /: copied$/);
});

test('verify names the repair of a store, which says what it repaired', async () => {
  const store = copyOf(filled);
  const { id } = editionOf(store, 'soc-index', first);
  damage(join(store, 'editions', id, 'titles/1112.json'));
  const verified = await lmi('verify', store);
  expect(verified.status).toBe(1);
  expect(verified.stderr).toMatch(
    /titles\/1112\.json: its bytes differ from those published\n {2}npx lmi publish \S+ --repair --data DIR puts it back/,
  );
  const repaired = await lmi('publish', store, '--repair', '--sample', '--data', held);
  expect(repaired.stdout).toContain(
    `1 file put back: editions/${id}/titles/1112.json (was damaged)`,
  );
  expect((await lmi('verify', store)).status).toBe(0);
});

test('verify does not advise to put back an edition in an older format', async () => {
  const store = copyOf(filled);
  const { id } = editionOf(store, 'soc-index', first);
  rewriteCatalogue(store, (catalogue) => ({
    ...catalogue,
    editions: catalogue.editions.map((edition) =>
      edition.id === id ? { ...edition, format: edition.format - 1 } : edition,
    ),
  }));
  expect((await lmi('verify', store)).stderr).toMatch(
    /are stored in format \d+, and this version reads format \d+\n {2}npx lmi daily --store \S+ --data DIR compiles it again/,
  );
});
