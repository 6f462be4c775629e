// What is pruned, what never is, and that it can be compiled again.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { lock } from '#compiler/edition/lock.ts';
import { accept } from '#compiler/operations/accept.ts';
import { editionsToPrune, prune } from '#compiler/operations/prune.ts';
import { snapshotsToPrune } from '#compiler/release/prunable-snapshots.ts';
import { pinnableEditions } from '#compiler/edition/editions-in-use.ts';
import { releasesKept } from '#compiler/release/releases.ts';
import { type Arrival, keepSnapshot } from '#compiler/release/snapshots.ts';
import { openDirectoryStore } from '#compiler/store/directory-store.ts';
import { publish } from '#compiler/store/publish.ts';
import { pull } from '#compiler/store/pull.ts';
import { elsewhere, verifyDirectory } from '#compiler/operations/verify.ts';
import { withdraw } from '#compiler/operations/withdraw.ts';
import { ashe } from '#sources/ashe/source.ts';
import { onlineJobAdverts } from '#sources/online-job-adverts/source.ts';
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import {
  catalogueOf,
  compileInto,
  copyOf,
  directoryWithHeld,
  editionOf,
  first,
  quiet,
  releases,
  second,
  servedIn,
  sources,
  structureSource,
} from './scene.ts';
import { edited, releaseOf } from '../compiler/spine-releases.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

let old: string;

// Four editions of the index: each of its releases for each release of the structure.
beforeAll(async () => {
  old = await directoryWithHeld();
  for (const source of ['soc-structure', 'soc-index'])
    await accept({ directory: old, sources, id: editionOf(old, source, second).id, reason: 'because', ...quiet });
});

const pruneIn = (directory: string, dryRun = false) => prune({ directory, sources, dryRun, say: quiet.say });
const namesIn = (directory: string, edition: CatalogueEdition) => readdirSync(join(directory, 'editions', edition.id));

test('a dry run says what would go, and nothing goes', () => {
  const directory = copyOf(old);
  mkdirSync(join(directory, 'editions/00000000-0000-8000-8000-000000000000'));
  writeFileSync(join(directory, 'editions/00000000-0000-8000-8000-000000000000/stray.json'), '{}');
  const before = readFileSync(join(directory, 'catalogue.json'), 'utf8');
  const { removed } = pruneIn(directory, true);
  expect(removed.length).toBeGreaterThan(1);
  expect(removed.at(-1)).toMatchObject({ what: 'not in the catalogue', files: 1, bytes: 2 });
  expect(readFileSync(join(directory, 'catalogue.json'), 'utf8')).toBe(before);
  expect(pruneIn(directory).removed).toEqual(removed);
  expect(pruneIn(directory).removed).toEqual([]);
});

test('a dry run only looks: it needs no lock, and waits for nobody who writes', () => {
  const directory = copyOf(old);
  const unlock = lock(directory, expect.fail);
  expect(pruneIn(directory, true).removed.length).toBeGreaterThan(0);
  expect(() => pruneIn(directory)).toThrow('is writing here');
  unlock();
});

test('the served edition and its predecessor stay whole, every record stays, and what is served is as before', () => {
  const directory = copyOf(old);
  const before = servedIn(directory);
  pruneIn(directory);
  const editions = catalogueOf(directory).editions.filter(({ source }) => source === 'soc-index');
  const whole = editions.filter(({ pruned }) => !pruned);
  expect(whole).toHaveLength(2);
  expect(whole.map(({ release }) => release).sort()).toEqual([first, second]);
  expect(whole.some(({ state }) => state === 'served')).toBe(true);
  for (const edition of editions) expect(edition.pruned ? namesIn(directory, edition) : []).toEqual(edition.pruned ? ['edition.json'] : []);
  expect(servedIn(directory)).toEqual(before);
  expect(verifyDirectory(directory)).toMatchObject({ faults: [], remarks: [] });
});

test('what was pruned is compiled again where it is to be served, with the same root', async () => {
  const directory = copyOf(old);
  const roots = catalogueOf(directory).editions.map(({ id, root }) => [id, root]);
  pruneIn(directory);
  // Back to the first structure: the index of that structure was pruned, and is wanted again.
  await withdraw({
    directory,
    sources,
    id: editionOf(directory, 'soc-structure', second).id,
    reason: 'because',
    replaceWith: null,
    ...quiet,
  });
  const served = catalogueOf(directory).editions.filter(({ state }) => state === 'served');
  expect(served.map(({ pruned }) => pruned)).toEqual([false, false]);
  expect(servedIn(directory)).toEqual({ 'soc-structure': [first], 'soc-index': [second] });
  expect(roots).toEqual(expect.arrayContaining(served.map(({ id, root }) => [id, root])));
  expect(verifyDirectory(directory).faults).toEqual([]);
});

test('of a release that is held several times, the newest try stays', async () => {
  const directory = await directoryWithHeld();
  const { structure2, index2 } = await releases();
  await accept({ directory, sources, id: editionOf(directory, 'soc-structure', second).id, reason: 'because', ...quiet });
  await compileInto(directory, [structure2, index2]);
  const tries = () => catalogueOf(directory).editions.filter(({ source, state }) => source === 'soc-index' && state === 'quarantined');
  expect(tries()).toHaveLength(2);
  pruneIn(directory);
  expect(tries().map(({ pruned }) => pruned)).toEqual([true, false]);
  for (const { id, pruned } of tries()) expect(existsSync(join(directory, 'quarantine', id, 'occupations.json'))).toBe(!pruned);
  await expect(accept({ directory, sources, id: tries()[0]?.id ?? '', reason: 'because', ...quiet })).rejects.toThrow(
    /have been pruned\n {2}compile the release again/,
  );
});

test('no pay edition is ever pruned, withdrawn ones included', () => {
  const [some] = catalogueOf(old).editions;
  if (some === undefined) throw new Error('the scene has no edition');
  const pay = (release: string, state: CatalogueEdition['state'], place: number): CatalogueEdition => ({
    ...some,
    id: `${some.id.slice(0, -1)}${place}`,
    source: 'ashe',
    release,
    state,
    year: 2024,
    files: 9,
  });
  const editions = [
    pay('2024-provisional', 'superseded', 0),
    pay('2024-provisional', 'withdrawn', 1),
    pay('2024-revised', 'superseded', 2),
    pay('2024-revised', 'served', 3),
  ];
  expect(editionsToPrune([ashe], editions)).toEqual([]);
});

test('of monthly editions the served one and the one before stay, however many months there have been', () => {
  const [some] = catalogueOf(old).editions;
  if (some === undefined) throw new Error('the scene has no edition');
  const month = (place: number): CatalogueEdition => ({
    ...some,
    id: `${some.id.slice(0, -2)}${String(place).padStart(2, '0')}`,
    source: 'online-job-adverts',
    release: `2026-${String(place).padStart(2, '0')}`,
    state: place === 12 ? 'served' : 'superseded',
    files: 6109,
  });
  const editions = Array.from({ length: 12 }, (_, index) => month(index + 1));
  expect(editionsToPrune([onlineJobAdverts], editions).map(({ release }) => release)).toEqual(
    editions.slice(0, 10).map(({ release }) => release),
  );
});

describe('the files of publishers', () => {
  const third = 'sample-2026-03-01';
  const snapshotsIn = (place: string, source: string) =>
    readdirSync(join(place, 'snapshots', source)).filter((name) => !name.endsWith('.json'));
  const inputsOf = (directory: string, release: string) =>
    editionOf(directory, 'soc-structure', release).inputs.map(({ sha256 }) => sha256);

  test('stay for what is served and for one before; older ones go here and from the store, and nothing misses them', async () => {
    const directory = copyOf(old);
    const store = temporaryDirectory();
    const publishNow = (newStore: boolean) =>
      publish({ store: openDirectoryStore(store, directory, quiet.say), directory, sample: true, newStore, ...quiet });
    const { structure2 } = await releases();
    const later = await edited(structure2.files(), (_, text) => text.replaceAll('Elected officers', 'Officers'));
    await compileInto(directory, [releaseOf(structureSource, third, later)]);
    await publishNow(true);
    const oldest = inputsOf(directory, first);
    expect(snapshotsIn(store, 'soc-structure')).toEqual(expect.arrayContaining(oldest));

    const { removed } = pruneIn(directory, true);
    expect(removed.find(({ path }) => path === 'snapshots/soc-structure')).toMatchObject({ files: oldest.length });
    expect(pruneIn(directory).removed).toEqual(removed);
    await publishNow(false);
    const kept = [...inputsOf(directory, second), ...inputsOf(directory, third)].sort();
    for (const place of [directory, store]) {
      expect(snapshotsIn(place, 'soc-structure').sort()).toEqual(kept);
      expect(verifyDirectory(place)).toMatchObject({ faults: [], remarks: [] });
    }
    expect(pruneIn(directory).removed).toEqual([]);
    const structures = releasesKept(directory, sources).releases.filter(({ source }) => source.key === 'soc-structure');
    expect(structures.map(({ release }) => release.name).sort()).toEqual([second, third]);
    const elsewhere = join(temporaryDirectory(), 'data');
    await pull({ store: openDirectoryStore(store, elsewhere, quiet.say), directory: elsewhere, sources, all: true, ...quiet });
    expect(verifyDirectory(elsewhere)).toMatchObject({ faults: [], remarks: [] });
  });

  test('that are in no edition go once they are old, unless they came by hand or are the last download from their address', () => {
    const directory = copyOf(old);
    const arrival = (day: number, url: string | null): Arrival => ({
      ...{ release: '2026-01-01', file: 'list.json', released: null, at: `2026-01-0${day}T10:00:00Z` },
      download: url === null ? null : { url, etag: null, lastModified: null },
    });
    const keep = (text: string, ...given: Parameters<typeof arrival>) =>
      keepSnapshot(directory, 'soc-index', new TextEncoder().encode(text), arrival(...given));
    const [before, last, byHand] = [keep('a', 1, 'https://a.example'), keep('b', 2, 'https://a.example'), keep('c', 1, null)];
    const going = (day: string) =>
      snapshotsToPrune(directory, sources, catalogueOf(directory).editions, new Date(day)).get('soc-index') ?? [];
    expect(going('2026-01-05')).not.toContain(before);
    expect(going('2026-01-09')).toContain(before);
    for (const stays of [last, byHand]) expect(going('2026-12-31')).not.toContain(stays);
  });

  test('stay in a store whose sidecars this directory has never seen', async () => {
    const directory = copyOf(old);
    const store = temporaryDirectory();
    const given = { store: openDirectoryStore(store, directory, quiet.say), directory, sample: true, ...quiet };
    await publish({ ...given, newStore: true });
    keepSnapshot(store, 'ashe', new TextEncoder().encode('x'), {
      ...{ release: '2024-provisional', file: 'a.zip', released: null, at: '2026-01-01T10:00:00Z', download: null },
    });
    await publish({ ...given });
    expect(snapshotsIn(store, 'ashe')).toHaveLength(1);
  });
});

test('what a caller can pin and only the store has is told', () => {
  const [some] = catalogueOf(old).editions;
  if (some === undefined) throw new Error('the scene has no edition');
  const pay = { ...some, source: 'ashe' as const, release: '2023-revised', state: 'superseded' as const };
  const catalogue = { ...catalogueOf(old), editions: [some, pay] };
  expect(elsewhere(catalogue, new Set([some.id]))).toEqual([
    `editions/${some.id}: ashe 2023-revised is only in the store, so a request that pins it gets 503; lmi pull STORE fetches it`,
  ]);
  expect(pinnableEditions([ashe], [pay, { ...pay, state: 'withdrawn' }, { ...pay, pruned: true }, some])).toEqual([pay]);
});
