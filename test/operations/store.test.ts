// State between directories: what goes to a store and comes from it, and what neither lets through.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { verifyCommand } from '#compiler/commands/verify.ts';
import { accept } from '#compiler/operations/accept.ts';
import { prune } from '#compiler/operations/prune.ts';
import { verifyDirectory } from '#compiler/operations/verify.ts';
import { type Arrival, type Sidecar, noteArrival } from '#compiler/release/snapshots.ts';
import { openDirectoryStore } from '#compiler/store/directory-store.ts';
import { publish } from '#compiler/store/publish.ts';
import { pull } from '#compiler/store/pull.ts';
import { requireSafePath } from '#compiler/store/store.ts';
import { edited, releaseOf, sampleOf, socIndex } from '../compiler/spine-releases.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import {
  catalogueOf,
  compileInto,
  copyOf,
  directoryWithHeld,
  editionOf,
  first,
  indexSource,
  quiet,
  releases,
  second,
  servedIn,
  sources,
} from './scene.ts';

let held: string;
/** A store to which the scene has been published. */
let filled: string;

beforeAll(async () => {
  held = await directoryWithHeld();
  filled = temporaryDirectory();
  await publishTo(filled, held);
});

const publishTo = (store: string, directory: string, sample = true, newStore = !existsSync(join(store, 'store.json'))) =>
  publish({ store: openDirectoryStore(store, directory, quiet.say), directory, sample, newStore, ...quiet });
const pullFrom = (store: string, directory: string, all = false) =>
  pull({ store: openDirectoryStore(store, directory, quiet.say), directory, sources, all, ...quiet });
const acceptIn = (directory: string, source: string) =>
  accept({ directory, sources, id: editionOf(directory, source, second).id, reason: 'because', ...quiet });

function catalogueText(directory: string): string {
  return readFileSync(join(directory, 'catalogue.json'), 'utf8');
}

describe('the records of editions', () => {
  const recordIn = (directory: string) => join(directory, 'records', readdirSync(join(directory, 'records'))[0] ?? '');

  test('are fetched again where they are missing', async () => {
    const directory = join(temporaryDirectory(), 'data');
    await pullFrom(filled, directory);
    rmSync(recordIn(directory));
    expect(() => catalogueOf(directory)).toThrow(
      /names records\/[a-z-]+-[0-9a-f]{16}\.json, which is missing\n {2}.*lmi pull into this directory/,
    );
    expect(await pullFrom(filled, directory)).toMatchObject({ state: 'pulled', files: 1 });
    expect(verifyDirectory(directory).faults).toEqual([]);
  });

  test('damaged in the store, they are not taken, and a repair puts them back', async () => {
    const store = copyOf(filled);
    writeFileSync(recordIn(store), 'other bytes');
    const directory = join(temporaryDirectory(), 'data');
    await expect(pullFrom(store, directory)).rejects.toThrow(/names records\/.*, which has other bytes than were written/);
    expect(existsSync(join(directory, 'catalogue.json'))).toBe(false);
    await publish({ store: openDirectoryStore(store, held, quiet.say), directory: held, sample: true, repair: true, ...quiet });
    expect(await pullFrom(store, directory)).toMatchObject({ state: 'pulled' });
  });

  test('of earlier catalogues go when the next is published, but for those of the last', async () => {
    const [store, directory] = [copyOf(filled), copyOf(held)];
    const before = readdirSync(join(store, 'records'));
    await acceptIn(directory, 'soc-index');
    await publishTo(store, directory, true, false);
    const after = readdirSync(join(store, 'records'));
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after.length).toBeGreaterThan(before.length);
  });
});

describe('there and back', () => {
  test('a store is a whole data directory, and so is what is pulled from it', async () => {
    expect(verifyDirectory(filled)).toMatchObject({ faults: [], remarks: [] });
    const directory = join(temporaryDirectory(), 'data');
    expect(await pullFrom(filled, directory)).toMatchObject({ state: 'pulled', serial: 2 });
    expect(catalogueText(directory)).toBe(catalogueText(held));
    expect(verifyDirectory(directory).faults).toEqual([]);
    expect(await pullFrom(filled, directory)).toMatchObject({ state: 'unchanged', files: 0 });
    expect(await publishTo(filled, directory)).toMatchObject({ state: 'unchanged', editions: 0 });
  });

  test('tries that were not understood leave their files in the store, and what is pulled is whole without them', async () => {
    const [store, here, there] = [copyOf(filled), join(temporaryDirectory(), 'data'), join(temporaryDirectory(), 'data')];
    await pullFrom(store, here);
    for (const header of ['INDEXOCC 2', 'INDEXOCC 3']) {
      const { published } = await sampleOf(socIndex);
      const broken = await edited(published, (_, text) => text.replace('>INDEXOCC<', `>${header}<`));
      const { outcomes } = await compileInto(here, [releaseOf(indexSource, 'sample-2026-08-27', broken)]);
      expect(outcomes[0]?.verdict).toBe('quarantined');
    }
    await publishTo(store, here);
    await pullFrom(store, there);
    expect(verifyDirectory(there).faults).toEqual([]);
    const [snapshot = ''] = readdirSync(join(there, 'snapshots/soc-structure')).filter((name) => !name.endsWith('.json'));
    rmSync(join(there, 'snapshots/soc-structure', snapshot));
    expect(verifyDirectory(there).faults.join()).toMatch(/is missing, and soc-structure cannot be compiled again without it/);
  });

  test('what was pulled goes on: held editions are accepted, compiled again, published, and pulled elsewhere', async () => {
    const [store, here, there] = [copyOf(filled), join(temporaryDirectory(), 'data'), join(temporaryDirectory(), 'data')];
    await pullFrom(store, here);
    await pullFrom(store, there);
    await acceptIn(here, 'soc-structure');
    expect(await pullFrom(store, here)).toMatchObject({ state: 'ahead' });
    expect(await publishTo(store, here)).toMatchObject({ state: 'published' });
    expect(await pullFrom(store, there)).toMatchObject({ state: 'pulled' });
    for (const directory of [store, there]) {
      expect(servedIn(directory)).toEqual(servedIn(here));
      expect(verifyDirectory(directory)).toMatchObject({ faults: [], remarks: [] });
    }
    // With the code and inputs of here, there is nothing to compile there.
    const { structure2 } = await releases();
    const { outcomes } = await compileInto(there, [structure2]);
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(expect.not.arrayContaining(['quarantined', 'unreadable', 'failed']));
  });

  test('what two writers have noted of one snapshot is put together, here and there', async () => {
    const [store, here, there] = [copyOf(filled), join(temporaryDirectory(), 'data'), join(temporaryDirectory(), 'data')];
    await pullFrom(store, here);
    await pullFrom(store, there);
    const [input] = editionOf(here, 'soc-index', first).inputs;
    if (input === undefined) throw new Error('the index was made of nothing');
    const arrival = (release: string, etag: string | null, at: string): Arrival => {
      return {
        release,
        file: input.file,
        released: null,
        at,
        download: etag === null ? null : { url: 'https://example.org/index', etag, lastModified: null },
      };
    };
    noteArrival(here, 'soc-index', input, arrival('2026-01-01', '"early"', '2026-01-01T00:00:00.000Z'));
    noteArrival(here, 'soc-index', input, arrival('2026-01-02', '"told"', '2026-01-01T00:00:00.000Z'));
    noteArrival(there, 'soc-index', input, arrival('2026-01-01', '"late"', '2026-01-02T00:00:00.000Z'));
    noteArrival(there, 'soc-index', input, arrival('2026-01-02', null, '2026-01-02T00:00:00.000Z'));
    noteArrival(there, 'soc-index', input, arrival('2026-01-03', '"there alone"', '2026-01-03T00:00:00.000Z'));
    await acceptIn(here, 'soc-structure');
    await publishTo(store, here);
    await pullFrom(store, there);
    await compileInto(there, [(await releases()).index2]);
    await acceptIn(there, 'soc-index');
    await publishTo(store, there);
    await pullFrom(store, here);
    const [known = '', ...others] = [store, here, there].map((place) =>
      readFileSync(join(place, 'snapshots/soc-index', `${input.sha256}.json`), 'utf8'),
    );
    expect(others).toEqual([known, known]);
    const sidecar: Sidecar = JSON.parse(known);
    expect(
      sidecar.arrivals.filter(({ release }) => release.startsWith('2026')).map(({ release, download }) => [release, download?.etag]),
    ).toEqual([
      ['2026-01-02', '"told"'],
      ['2026-01-01', '"late"'],
      ['2026-01-03', '"there alone"'],
    ]);
    writeFileSync(join(store, 'snapshots/soc-index', `${input.sha256}.json`), '{"source":');
    await expect(pullFrom(store, here)).rejects.toThrow(/snapshots\/soc-index\/[0-9a-f]{64}\.json: is not a sidecar of a snapshot/);
  });

  test('only documents that are in use are fetched, unless all are asked for', async () => {
    const [store, here] = [copyOf(filled), copyOf(held)];
    await acceptIn(here, 'soc-index');
    await acceptIn(here, 'soc-structure');
    await publishTo(store, here);
    const [some, every] = [join(temporaryDirectory(), 'data'), join(temporaryDirectory(), 'data')];
    await pullFrom(store, some);
    await pullFrom(store, every, true);
    const documents = (directory: string) =>
      readdirSync(join(directory, 'editions')).filter((id) => readdirSync(join(directory, 'editions', id)).length > 1).length;
    expect(documents(some)).toBeLessThan(documents(every));
    for (const directory of [some, every]) expect(verifyDirectory(directory).faults).toEqual([]);
  });

  test('what is pruned here is pruned there, and compiled again it goes there again', async () => {
    const [store, here] = [copyOf(filled), copyOf(held)];
    await acceptIn(here, 'soc-index');
    await acceptIn(here, 'soc-structure');
    await publishTo(store, here);
    prune({ directory: here, sources, dryRun: false, say: quiet.say });
    await publishTo(store, here);
    expect(verifyDirectory(store)).toMatchObject({ faults: [], remarks: [] });
    const sizes = (directory: string) =>
      readdirSync(join(directory, 'editions')).map((id) => readdirSync(join(directory, 'editions', id)).length);
    expect(sizes(store)).toEqual(sizes(here));
  });
});

describe('refused', () => {
  test('a sample, unless it is meant', async () => {
    const store = temporaryDirectory();
    await expect(publishTo(store, held, false)).rejects.toThrow(
      /holds the synthetic sample, which is not statistics\n {2}publish it with --sample/,
    );
    expect(readdirSync(store)).toEqual([]);
  });

  test('the second of two who started from the same catalogue', async () => {
    const [store, one, other] = [copyOf(filled), copyOf(held), copyOf(held)];
    await acceptIn(one, 'soc-index');
    await acceptIn(other, 'soc-structure');
    await publishTo(store, one);
    const before = catalogueText(store);
    await expect(publishTo(store, other)).rejects.toThrow(
      /somebody else has published since .* was last pulled or published\n {2}pull into an empty --data/,
    );
    await expect(pullFrom(store, other)).rejects.toThrow(/has changes that .* lacks, and the store has changed since/);
    expect(catalogueText(store)).toBe(before);
  });

  const damage: readonly [string, (directory: string, edition: string) => void, RegExp][] = [
    [
      'a document with other bytes',
      (directory, id) => writeFileSync(join(directory, 'editions', id, 'titles/1112.json'), '{}\n'),
      /titles\/1112\.json: its bytes differ from those published/,
    ],
    [
      'a document missing',
      (directory, id) => rmSync(join(directory, 'editions', id, 'titles/1112.json')),
      /titles\/1112\.json: is missing/,
    ],
    [
      'a record with another root',
      (directory, id) => edit(join(directory, 'editions', id, 'edition.json'), /"root":"[0-9a-f]{64}"/, `"root":"${'0'.repeat(64)}"`),
      /edition\.json: has the root/,
    ],
    [
      'a record that lists other files',
      (directory, id) => edit(join(directory, 'editions', id, 'edition.json'), /titles\/1112\.json/, '../../../1112.json'),
      /edition\.json: its root hash does not match the files it lists/,
    ],
    [
      'a link in place of a document',
      (directory, id) => link(join(directory, 'editions', id, 'titles/1112.json')),
      /1112\.json: is (a link or )?not a plain file/,
    ],
    [
      'a link in place of a folder',
      (directory, id) => link(join(directory, 'editions', id, 'titles')),
      /titles.*(is missing|is a link or not a plain file|is not a plain file)/,
    ],
    [
      'a snapshot with other bytes',
      (directory) => writeFileSync(snapshotOf(directory), 'x'),
      /snapshots\/soc-structure\/[0-9a-f]{64}: its (hash differs from its name|bytes differ from those published)/,
    ],
    ['a link among the snapshots', (directory) => link(snapshotOf(directory)), /is (a link or )?not a plain file/],
    [
      'a snapshot with an odd name',
      (directory) => writeFileSync(join(directory, 'snapshots/soc-index/..hidden'), 'x'),
      /is not the name of a snapshot|with the name of a snapshot/,
    ],
  ];

  test.each(damage)('publishing %s', async (_, spoil, line) => {
    const [store, directory] = [temporaryDirectory(), copyOf(held)];
    spoil(directory, editionOf(directory, 'soc-index', first).id);
    await expect(publishTo(store, directory)).rejects.toThrow(line);
    expect(existsSync(join(store, 'catalogue.json'))).toBe(false);
  });

  test.each(damage)('pulling %s', async (_, spoil, line) => {
    const [store, directory] = [copyOf(filled), join(temporaryDirectory(), 'data')];
    spoil(store, editionOf(store, 'soc-index', first).id);
    await expect(pullFrom(store, directory)).rejects.toThrow(line);
    expect(existsSync(join(directory, 'catalogue.json'))).toBe(false);
  });

  test('an id that the store has with other bytes', async () => {
    const [store, directory] = [copyOf(filled), copyOf(held)];
    await acceptIn(directory, 'soc-structure');
    edit(
      join(store, 'editions', editionOf(directory, 'soc-structure', first).id, 'edition.json'),
      /"label":"[^"]+","released":"[^"]+"/,
      '"label":"other","released":null',
    );
    const { id } = editionOf(directory, 'soc-index', first);
    mkdirSync(join(store, 'editions', id));
    writeFileSync(join(store, 'editions', id, 'occupations.json'), '[]\n');
    await expect(publishTo(store, directory)).rejects.toThrow(
      /occupations\.json: exists with other bytes, but a published file never changes/,
    );
  });

  test('a folder that nobody has made a store, and a new store in one that holds anything', async () => {
    const [empty, directory] = [temporaryDirectory(), copyOf(held)];
    const line =
      /: is not a store, expected store\.json or catalogue\.json; check that it is the right folder, and mounted\n {2}only to start a new store: lmi publish .* --new-store --data .*, or lmi daily --store .* --new-store --data .*$/;
    await expect(pullFrom(empty, directory)).rejects.toThrow(line);
    await expect(publishTo(empty, directory, true, false)).rejects.toThrow(line);
    expect(readdirSync(empty)).toEqual([]);
    await openDirectoryStore(empty, directory, quiet.say).begin();
    expect(await pullFrom(empty, directory)).toMatchObject({ state: 'empty' });
    expect(await publishTo(empty, directory)).toMatchObject({ state: 'published' });
    for (const store of [empty, filled])
      await expect(publishTo(store, directory, true, true)).rejects.toThrow(/: is already a store\n {2}leave out --new-store$/);
    const other = temporaryDirectory();
    writeFileSync(join(other, 'thesis.txt'), 'mine');
    await expect(publishTo(other, directory, true, true)).rejects.toThrow(
      /: holds "thesis\.txt", expected an empty folder for a new store$/,
    );
    expect(readdirSync(other)).toEqual(['thesis.txt']);
  });

  test('a store that is not there', () => {
    const data = temporaryDirectory();
    expect(() => openDirectoryStore(data, join(data, '.'), quiet.say)).toThrow(
      /is the data directory itself, expected another folder for the store/,
    );
    expect(() => openDirectoryStore(join(temporaryDirectory(), 'stroe'), data, quiet.say)).toThrow(
      /stroe: is not a folder\n {2}make it first, if it is for a new store/,
    );
  });

  test.each(['../x', '/x', 'a/../b', 'a//b', '.hidden', 'a/.tmp-1', 'a\\b', 'C:x', 'a\u0000', '', 'a/'])('the name %j', (path) => {
    expect(() => requireSafePath(path, 'store')).toThrow(/is not a valid name in a data directory/);
  });
});

test('verify names the first wrong file, and a directory on the wrong shelf', () => {
  const directory = copyOf(held);
  const { id } = editionOf(directory, 'soc-index', first);
  writeFileSync(join(directory, 'editions', id, 'titles/1112.json'), '{}\n');
  const { id: waiting } = editionOf(directory, 'soc-index', second);
  cpSync(join(directory, 'quarantine', waiting), join(directory, 'editions', waiting), { recursive: true });
  mkdirSync(join(directory, 'editions/stray'));
  const { faults, remarks } = verifyDirectory(directory);
  expect(faults).toEqual([
    `editions/${id}/titles/1112.json: its bytes differ from those published\n  lmi compile --sample makes it again`,
    `editions/${waiting}: is quarantined, so it should not be here; the next lmi compile moves it`,
  ]);
  expect(remarks).toEqual(['editions/stray: not in the catalogue; lmi prune removes it']);
  expect(catalogueOf(directory).serial).toBe(2);
});

test('verify takes the directory by itself or as --data, and not both', async () => {
  expect([await verifyCommand(filled, { json: true }), await verifyCommand(undefined, { data: held, json: true })]).toEqual([0, 0]);
  expect(await verifyCommand(filled, { data: held })).toBe(2);
});

function edit(file: string, pattern: RegExp, replacement: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace(pattern, replacement));
}

/** Puts a link to what it moves aside. */
function link(place: string): void {
  renameSync(place, `${place}-aside`);
  symlinkSync(`${place}-aside`, place);
}

function snapshotOf(directory: string): string {
  const folder = join(directory, 'snapshots/soc-structure');
  const [name] = readdirSync(folder).filter((entry) => !entry.endsWith('.json'));
  if (name === undefined) throw new Error(`${folder} holds no snapshot`);
  return join(folder, name);
}
