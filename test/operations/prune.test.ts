// What is pruned, what never is, and that it can be compiled again.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pinnableEditions } from '#compiler/edition/editions-in-use.ts';
import { lock } from '#compiler/edition/lock.ts';
import { editionsToPrune, prune } from '#compiler/operations/prune.ts';
import { elsewhere, verifyDirectory } from '#compiler/operations/verify.ts';
import { keptDownloads, noteFiles } from '#compiler/release/manifests.ts';
import { filesToPrune, keepRelease, keepSnapshot } from '#compiler/release/snapshots.ts';
import { releasesKept } from '#compiler/release/releases.ts';
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { ashe } from '#sources/ashe/source.ts';
import { edited, releaseOf } from '../compiler/spine-releases.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import {
  acceptIn,
  catalogueOf,
  compileInto,
  copyOf,
  directoryWithHeld,
  editionOf,
  first,
  fresh,
  publishTo,
  pullFrom,
  quiet,
  releases,
  second,
  servedIn,
  sources,
  structureSource,
  withdrawIn,
} from './scene.ts';

// Four editions of the index: each of its releases for each release of the structure.
const old = await directoryWithHeld();
for (const source of ['soc-structure', 'soc-index']) await acceptIn(old, source);
const some = catalogueOf(old).editions[0] ?? expect.fail('the scene has no edition');

const pruneIn = (directory: string, dryRun = false) =>
  prune({ directory, sources, dryRun, say: quiet.say });

test('a dry run says what would go, needs no lock, and nothing goes', () => {
  const directory = copyOf(old);
  mkdirSync(join(directory, 'editions/00000000-0000-8000-8000-000000000000'));
  writeFileSync(join(directory, 'editions/00000000-0000-8000-8000-000000000000/stray.json'), '{}');
  const before = readFileSync(join(directory, 'catalogue.json'), 'utf8');
  const unlock = lock(directory, expect.fail);
  const { removed } = pruneIn(directory, true);
  expect(() => pruneIn(directory)).toThrow('is writing here');
  unlock();
  expect(removed.length).toBeGreaterThan(1);
  expect(removed.at(-1)).toMatchObject({
    what: 'no edition that the catalogue keeps',
    files: 1,
    bytes: 2,
  });
  expect(readFileSync(join(directory, 'catalogue.json'), 'utf8')).toBe(before);
  expect(pruneIn(directory).removed).toEqual(removed);
  expect(pruneIn(directory).removed).toEqual([]);
});

test('pruning keeps the served edition and the one before it whole', async () => {
  const directory = copyOf(old);
  const before = servedIn(directory);
  pruneIn(directory);
  const editions = catalogueOf(directory).editions.filter(({ source }) => source === 'soc-index');
  const whole = editions.filter(({ pruned }) => !pruned);
  expect(whole.map(({ release }) => release).sort()).toEqual([first, second]);
  expect(whole.some(({ state }) => state === 'served')).toBe(true);
  for (const { id, pruned } of editions)
    expect(existsSync(join(directory, 'editions', id))).toBe(!pruned);
  expect(servedIn(directory)).toEqual(before);
  expect(await verifyDirectory(directory)).toMatchObject({ faults: [], remarks: [] });
});

test('what was pruned is compiled again where it is to be served, with the same root', async () => {
  const directory = copyOf(old);
  const roots = catalogueOf(directory).editions.map(({ id, root }) => [id, root]);
  pruneIn(directory);
  // Back to the first structure: the index of that structure was pruned, and is wanted again.
  await withdrawIn(directory, editionOf(directory, 'soc-structure', second).id);
  const served = catalogueOf(directory).editions.filter(({ state }) => state === 'served');
  expect(served.map(({ pruned }) => pruned)).toEqual([false, false]);
  expect(servedIn(directory)).toEqual({ 'soc-structure': [first], 'soc-index': [second] });
  expect(roots).toEqual(expect.arrayContaining(served.map(({ id, root }) => [id, root])));
  expect((await verifyDirectory(directory)).faults).toEqual([]);
});

test('pruning keeps the newest held try; pruned ones cannot be accepted', async () => {
  const directory = await directoryWithHeld();
  const { structure2, index2 } = await releases();
  await acceptIn(directory, 'soc-structure');
  await compileInto(directory, [structure2, index2]);
  pruneIn(directory);
  const tries = catalogueOf(directory).editions.filter(
    ({ source, state }) => source === 'soc-index' && state === 'quarantined',
  );
  expect(tries.map(({ pruned }) => pruned)).toEqual([true, false]);
  await expect(acceptIn(directory, '', { id: tries[0]?.id ?? '' })).rejects.toThrow(
    /have been pruned\n {2}compile the release again/,
  );
});

const listed = (place: number, more: Partial<CatalogueEdition>): CatalogueEdition => ({
  ...some,
  id: `${some.id.slice(0, -2)}${String(place).padStart(2, '0')}`,
  files: 9,
  ...more,
});

test('no pay edition is ever pruned, withdrawn ones included', () => {
  const pay = { source: 'ashe', year: 2024 } as const;
  const editions = [
    listed(0, { ...pay, release: '2024-provisional', state: 'superseded' }),
    listed(1, { ...pay, release: '2024-provisional', state: 'withdrawn' }),
    listed(2, { ...pay, release: '2024-revised', state: 'superseded' }),
    listed(3, { ...pay, release: '2024-revised', state: 'served' }),
  ];
  expect(editionsToPrune([ashe], editions)).toEqual([]);
});

describe('the files of publishers', () => {
  const third = 'sample-2026-03-01';
  const snapshotsIn = (place: string, source: string) =>
    readdirSync(join(place, 'snapshots', source)).filter((name) => !name.endsWith('.json'));
  const inputsOf = (directory: string, release: string) =>
    editionOf(directory, 'soc-structure', release).inputs.map(({ sha256 }) => sha256);

  test('older ones leave this directory and the store, and nobody misses them', async () => {
    const directory = copyOf(old);
    const store = temporaryDirectory();
    const there = fresh();
    const { structure2 } = await releases();
    const later = await edited(structure2.files(), (_, text) =>
      text.replaceAll('Elected officers', 'Officers'),
    );
    await compileInto(directory, [releaseOf(structureSource, third, later)]);
    await publishTo(store, directory);
    const oldest = inputsOf(directory, first);
    expect(snapshotsIn(store, 'soc-structure')).toEqual(expect.arrayContaining(oldest));
    const { removed } = pruneIn(directory);
    expect(removed.find(({ path }) => path === 'snapshots/soc-structure')).toMatchObject({
      files: oldest.length,
    });
    await publishTo(store, directory);
    await pullFrom(store, there, { all: true });
    const kept = [...inputsOf(directory, second), ...inputsOf(directory, third)].sort();
    for (const place of [directory, store])
      expect(snapshotsIn(place, 'soc-structure').sort()).toEqual(kept);
    for (const place of [directory, store, there])
      expect(await verifyDirectory(place)).toMatchObject({ faults: [], remarks: [] });
    expect(pruneIn(directory).removed).toEqual([]);
    const structures = releasesKept(directory, sources).releases.filter(
      ({ source }) => source.key === 'soc-structure',
    );
    expect(structures.map(({ release }) => release.name).sort()).toEqual([second, third]);
  });

  test('unused files go when old, except imported ones and last downloads', () => {
    const directory = copyOf(old);
    const keep = (text: string, day: number, url: string | null) => {
      const sha256 = keepSnapshot(directory, 'soc-index', new TextEncoder().encode(text));
      noteFiles(directory, { source: 'soc-index', name: '2026-01-01', released: null }, [
        {
          file: 'list.json',
          sha256,
          bytes: text.length,
          at: `2026-01-0${day}T10:00:00Z`,
          download: url === null ? null : { url, etag: null, lastModified: null },
        },
      ]);
      return sha256;
    };
    const before = keep('a', 1, 'https://a.example');
    const last = keep('b', 2, 'https://a.example');
    const byHand = keep('c', 1, null);
    const going = (day: string) =>
      filesToPrune(directory, sources, catalogueOf(directory).editions, new Date(day)).find(
        ({ source }) => source === 'soc-index',
      )?.digests ?? [];
    expect(going('2026-01-05')).not.toContain(before);
    expect(going('2026-01-09')).toContain(before);
    for (const stays of [last, byHand]) expect(going('2026-12-31')).not.toContain(stays);
  });

  test("a harvest's old manifest goes once later days name its files", () => {
    const directory = copyOf(old);
    const sha256 = keepSnapshot(directory, 'soc-index', new TextEncoder().encode('page'));
    const download = { url: 'https://a.example', etag: null, lastModified: null };
    for (const day of ['2026-01-01', '2026-01-02', '2026-01-03'])
      noteFiles(directory, { source: 'soc-index', name: day, released: day }, [
        { file: 'page.html', sha256, bytes: 4, at: `${day}T10:00:00Z`, download },
      ]);
    const going = (day: string) =>
      filesToPrune(directory, sources, catalogueOf(directory).editions, new Date(day)).flatMap(
        ({ releases }) => releases,
      );
    expect(going('2026-01-05')).toEqual([]);
    expect(going('2026-12-31')).toEqual(['2026-01-01', '2026-01-02']);
    prune({ directory, sources, dryRun: false, now: new Date('2026-12-31'), ...quiet });
    expect(readdirSync(join(directory, 'snapshots/soc-index'))).toEqual(
      expect.arrayContaining([sha256, '2026-01-03.json']),
    );
    expect(keptDownloads(directory, 'soc-index').get(download.url)).toMatchObject({
      release: '2026-01-03',
    });
  });

  test('stay in a store whose manifests this directory has never seen', async () => {
    const directory = copyOf(old);
    const store = temporaryDirectory();
    await publishTo(store, directory);
    keepRelease(store, { source: 'ashe', name: '2024-provisional', released: null }, [
      { name: 'a.zip', bytes: new TextEncoder().encode('x') },
    ]);
    await publishTo(store, directory);
    expect(snapshotsIn(store, 'ashe')).toHaveLength(1);
  });
});

test('verify names what a caller can pin and only the store has', () => {
  const pay = {
    ...some,
    source: 'ashe' as const,
    release: '2023-revised',
    state: 'superseded' as const,
  };
  expect(elsewhere({ ...catalogueOf(old), editions: [some, pay] }, [some.id])).toEqual([
    expect.stringContaining('ashe 2023-revised is only in the store'),
  ]);
  expect(
    pinnableEditions([ashe], [pay, { ...pay, state: 'withdrawn' }, { ...pay, pruned: true }, some]),
  ).toEqual([pay]);
});
