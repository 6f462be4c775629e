// Large files of publishers are packed on disk and in stores. Everything that reads them gets the publisher's bytes, and files of earlier
// versions, which lie there unpacked, stay good.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '#compiler/edition/digest.ts';
import { verifyDirectory } from '#compiler/operations/verify.ts';
import { type Arrival, haveSnapshot, isDamagedSnapshot, keepSnapshot, readSnapshot, takeSnapshot } from '#compiler/release/snapshots.ts';
import { originalOf, storedForm } from '#compiler/release/stored-snapshot.ts';
import { openDirectoryStore } from '#compiler/store/directory-store.ts';
import { publish } from '#compiler/store/publish.ts';
import { pull } from '#compiler/store/pull.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { copyOf, directoryWithHeld, quiet, sources } from './scene.ts';

const arrival = (file: string): Arrival => ({
  release: '2026-11-22',
  file,
  released: null,
  at: '2026-11-22T00:00:00.000Z',
  download: { url: `https://example.org/${file}`, etag: null, lastModified: null },
});
/** Like a list of standards: two megabytes of JSON. */
const list = Buffer.from(
  JSON.stringify(
    Array.from({ length: 20_000 }, (_, number) => ({
      referenceNumber: `ST${number}`,
      title: 'Standard',
      version: '1.0',
      hash: sha256(`${number}`).slice(0, 8),
    })),
  ),
);
const digest = sha256(list);
const placeIn = (directory: string) => join(directory, 'snapshots/apprenticeship-standards', digest);

test('a large text is packed, a small file and one that is packed already are not', () => {
  const packed = storedForm(list);
  expect(packed.length).toBeLessThan(list.length / 4);
  expect(Buffer.from(originalOf(packed, digest) ?? []).equals(list)).toBe(true);
  expect(originalOf(list, digest)).toBe(list);
  expect(storedForm(list.subarray(0, 1000))).toHaveLength(1000);
  expect(storedForm(packed)).toBe(packed);
});

test.each<[string, (bytes: Buffer) => Buffer]>([
  ['a flipped bit', (bytes) => Buffer.concat([bytes.subarray(0, 5000), Buffer.from([(bytes[5000] ?? 0) ^ 1]), bytes.subarray(5001)])],
  ['a cut', (bytes) => bytes.subarray(0, -10)],
  ['nothing', () => Buffer.alloc(0)],
  ['another file, packed', () => Buffer.from(storedForm(Buffer.concat([list, list])))],
])('%s is damage', (_, change) => {
  expect(originalOf(change(Buffer.from(storedForm(list))), digest)).toBeNull();
});

test('a download is packed, read, told when it is damaged and replaced; nothing unfinished is left', () => {
  const directory = temporaryDirectory();
  const downloaded = join(temporaryDirectory(), 'list.json.part');
  writeFileSync(downloaded, list);
  takeSnapshot(directory, 'apprenticeship-standards', { path: downloaded, sha256: digest, bytes: list.length }, arrival('list.json'));
  expect(existsSync(downloaded)).toBe(false);
  expect(readFileSync(placeIn(directory)).length).toBeLessThan(list.length / 4);
  expect(JSON.parse(readFileSync(`${placeIn(directory)}.json`, 'utf8'))).toMatchObject({ sha256: digest, bytes: list.length });
  expect(Buffer.from(readSnapshot(directory, 'apprenticeship-standards', digest)).equals(list)).toBe(true);
  expect(readdirSync(join(directory, 'snapshots/apprenticeship-standards')).sort()).toEqual([digest, `${digest}.json`]);
  writeFileSync(placeIn(directory), readFileSync(placeIn(directory)).subarray(0, -1));
  expect([
    haveSnapshot(directory, 'apprenticeship-standards', digest),
    isDamagedSnapshot(directory, 'apprenticeship-standards', digest),
  ]).toEqual([false, true]);
  expect(() => readSnapshot(directory, 'apprenticeship-standards', digest)).toThrow(/its hash differs from its name/);
  keepSnapshot(directory, 'apprenticeship-standards', list, arrival('list.json'));
  expect(haveSnapshot(directory, 'apprenticeship-standards', digest)).toBe(true);
});

test('through a store and back, packed and unpacked beside each other: verify and --repair know both', async () => {
  const here = copyOf(await directoryWithHeld());
  const folder = temporaryDirectory();
  const storeFor = (beside: string) => openDirectoryStore(folder, beside, quiet.say);
  keepSnapshot(here, 'apprenticeship-standards', list, arrival('list.json'));
  const old = Buffer.concat([list, Buffer.from('\n')]);
  keepSnapshot(here, 'apprenticeship-standards', old, arrival('old.json'));
  // As an earlier version kept it.
  writeFileSync(join(here, 'snapshots/apprenticeship-standards', sha256(old)), old);
  expect(verifyDirectory(here).faults).toEqual([]);
  const options = { directory: here, sample: true, ...quiet };
  await publish({ ...options, store: storeFor(here), newStore: true });
  expect(readFileSync(placeIn(folder)).equals(readFileSync(placeIn(here)))).toBe(true);

  // The store keeps one packed that is unpacked here. That is no damage.
  writeFileSync(placeIn(here), list);
  const told: string[] = [];
  await publish({ ...options, store: storeFor(here), repair: true, progress: (line) => told.push(line) });
  expect(told.filter((line) => /put back/.test(line))).toEqual([]);

  writeFileSync(placeIn(folder), 'x');
  writeFileSync(placeIn(here), storedForm(list));
  const there = join(temporaryDirectory(), 'data');
  mkdirSync(there);
  rmSync(there, { recursive: true });
  // No edition needs the list, so a pull brings its note alone.
  await pull({ store: storeFor(there), directory: there, sources, all: true, ...quiet });
  expect([existsSync(placeIn(there)), existsSync(`${placeIn(there)}.json`)]).toEqual([false, true]);
  expect(verifyDirectory(there).faults).toEqual([]);
});
