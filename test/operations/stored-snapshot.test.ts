// Large files of publishers are packed on disk and in stores. Everything that reads them gets the
// publisher's bytes, and files of earlier versions, which lie there unpacked, stay good.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '#compiler/edition/digest.ts';
import { verifyDirectory } from '#compiler/operations/verify.ts';
import {
  hasWholeSnapshot,
  hasSnapshotFile,
  keepSnapshot,
  readSnapshot,
  originalOf,
  storedForm,
} from '#compiler/release/snapshots.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { directoryWithHeld, publishTo } from './scene.ts';

const source = 'apprenticeship-standards';
/** Like a list of standards: two megabytes of JSON. */
const list = Buffer.from(
  JSON.stringify(
    Array.from({ length: 40_000 }, (_, number) => ({
      title: 'Standard',
      hash: sha256(`${number}`).slice(0, 8),
    })),
  ),
);
const digest = sha256(list);
const placeIn = (directory: string) => join(directory, 'snapshots', source, digest);

test.each<[string, (bytes: Buffer) => Buffer]>([
  ['a flipped bit', (bytes) => bytes.fill((bytes[5000] ?? 0) ^ 1, 5000, 5001)],
  ['a cut', (bytes) => bytes.subarray(0, -10)],
  ['nothing', () => Buffer.alloc(0)],
  ['another file, packed', () => Buffer.from(storedForm(Buffer.concat([list, list])))],
])('%s is damage', (_, change) => {
  expect(originalOf(change(Buffer.from(storedForm(list))), digest)).toBeNull();
});

test('a download is packed and read, and replaced when it is damaged', () => {
  const directory = temporaryDirectory();
  keepSnapshot(directory, source, list);
  expect(readFileSync(placeIn(directory)).length).toBeLessThan(list.length / 2);
  expect(Buffer.from(readSnapshot(directory, source, digest)).equals(list)).toBe(true);
  expect(readdirSync(join(directory, 'snapshots', source))).toEqual([digest]);
  writeFileSync(placeIn(directory), readFileSync(placeIn(directory)).subarray(0, -1));
  expect([
    hasWholeSnapshot(directory, source, digest),
    hasSnapshotFile(directory, source, digest),
  ]).toEqual([false, true]);
  expect(() => readSnapshot(directory, source, digest)).toThrow(/its hash differs from its name/);
  keepSnapshot(directory, source, list);
  expect(hasWholeSnapshot(directory, source, digest)).toBe(true);
});

test('packed in the store and unpacked here is no damage', async () => {
  const here = await directoryWithHeld();
  const store = temporaryDirectory();
  keepSnapshot(here, source, list);
  await publishTo(store, here);
  expect(readFileSync(placeIn(store)).equals(readFileSync(placeIn(here)))).toBe(true);
  // As an earlier version kept it.
  writeFileSync(placeIn(here), list);
  expect((await verifyDirectory(here)).faults).toEqual([]);
  expect(await publishTo(store, here, { repair: true })).toMatchObject({ repaired: [] });
});
