// A full disk is told with the path of the file that could not be written. /dev/full refuses every
// byte as a full disk does.
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EditionWriter, temporaryFolder } from '#compiler/edition/edition-directory.ts';
import { describeFileFault, isFileFault, writeAtomically } from '#compiler/edition/files.ts';
import { verifyDirectory } from '#compiler/operations/verify.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { synced } from '../unsynced.ts';
import { catalogueOf, contentsOf, published, publishInto } from '../operations/scene.ts';

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

test('all editions are synced before the catalogue names them', async () => {
  const seen: { readonly editions: number; readonly isNamed: boolean }[] = [];
  let directory = '';
  synced.onTree = (folder) => {
    directory = folder;
    const editions = readdirSync(join(folder, 'editions')).filter((id) => !id.startsWith('.'));
    const isNamed = existsSync(join(folder, 'catalogue.json'));
    seen.push({ editions: editions.length, isNamed });
  };
  expect(await published()).toBe(directory);
  synced.onTree = () => {};
  expect(seen).toEqual([{ editions: 2, isNamed: false }]);
});

test('what a power cut leaves of editions that no catalogue names is made whole', async () => {
  const directory = await published();
  const [structure, index] = catalogueOf(directory).editions;
  const whole = contentsOf(directory, /^editions\/(?!.*edition\.json)/);
  rmSync(join(directory, 'catalogue.json'));
  writeFileSync(join(directory, 'editions', structure?.id ?? '', 'edition.json'), '');
  writeFileSync(join(directory, 'editions', index?.id ?? '', 'titles/2134.json'), '');
  await publishInto(directory);
  expect(contentsOf(directory, /^editions\/(?!.*edition\.json)/)).toEqual(whole);
  expect(await verifyDirectory(directory)).toMatchObject({ faults: [], remarks: [] });
});
