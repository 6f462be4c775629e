// What is published lasts through a power cut: its bytes are on the disk before anything names them.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { writeAtomically } from '#compiler/edition/files.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { synced } from '../unsynced.ts';
import { compileSample, sampleOf, socIndex, socStructure } from './spine-releases.ts';

test('a file that is replaced is synced, and so is its folder', () => {
  const before = synced.files;
  writeAtomically(join(temporaryDirectory(), 'file'), '{}');
  expect(synced.files - before).toBe(2);
});

test('the folder of each edition is synced before it has its name', async () => {
  const directory = temporaryDirectory();
  await compileSample(directory, [await sampleOf(socStructure), await sampleOf(socIndex)]);
  const ids = readCatalogue(directory)?.catalogue.editions.map(({ id }) => id) ?? [];
  expect(ids).toHaveLength(2);
  expect(synced.trees).toEqual(expect.arrayContaining(ids.map((id) => join(directory, `editions/.tmp-${id}`))));
});
