// A full disk is told with the path of the file that could not be written. /dev/full refuses every
// byte as a full disk does.
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EditionWriter, temporaryFolder } from '#compiler/edition/edition-directory.ts';
import { describeFileFault, isFileFault, writeAtomically } from '#compiler/edition/files.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { synced } from '../unsynced.ts';
import { catalogueOf, published } from '../operations/scene.ts';

const full = '/dev/full';

async function faultOf(write: () => unknown): Promise<string> {
  try {
    await write();
  } catch (error) {
    if (isFileFault(error)) return describeFileFault(error);
    throw error;
  }
  throw new Error('the disk is not full');
}

const repair = '\n  make room on the disk, and run it again';

test.skipIf(!existsSync(full))('the file that is replaced is named', async () => {
  const file = join(temporaryDirectory(), 'catalogue.json');
  symlinkSync(full, `${file}.tmp-${process.pid}`);
  expect(await faultOf(() => writeAtomically(file, '{}'))).toBe(
    `${file}: cannot be written (ENOSPC)${repair}`,
  );
});

test.skipIf(!existsSync(full))('a document of an edition is named', async () => {
  const directory = temporaryDirectory();
  const folder = temporaryFolder(directory, 'soc-index');
  const writer = new EditionWriter(folder);
  mkdirSync(join(folder, 'titles'));
  symlinkSync(full, join(folder, 'titles/2134.json'));
  expect(await faultOf(() => writer.add('titles/2134.json', '[]'))).toBe(
    `${join(folder, 'titles/2134.json')}: cannot be written (ENOSPC)${repair}`,
  );
});

// What is published lasts through a power cut: its bytes are on the disk before anything names
// them.

test('a file that is replaced is synced, and so is its folder', () => {
  const before = synced.files;
  writeAtomically(join(temporaryDirectory(), 'file'), '{}');
  expect(synced.files - before).toBe(2);
});

test('the folder of each edition is synced before it has its name', async () => {
  const directory = await published();
  const sources = catalogueOf(directory).editions.map(({ source }) => source);
  expect(sources).toHaveLength(2);
  expect(synced.trees).toEqual(
    expect.arrayContaining(sources.map((source) => temporaryFolder(directory, source))),
  );
});
