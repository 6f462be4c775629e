// A full disk is told with the path of the file that could not be written. /dev/full refuses every byte as a full disk does.
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeFileFault, isFileFault, writeAtomically } from '#compiler/edition/files.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

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
  expect(await faultOf(() => writeAtomically(file, '{}'))).toBe(`${file}: cannot be written (ENOSPC)${repair}`);
});
