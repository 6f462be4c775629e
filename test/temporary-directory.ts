// Directories that go away after the tests of the file that asked for them.
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Linux keeps the files of this folder in memory: making, copying and removing them takes half the
 * time.
 */
const inMemory = '/dev/shm';
// Docker gives 64 MB unless told otherwise; the sample alone takes 234 MB.
const enough = 4e9;
const hasRoom = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > enough && freemem() > enough;
};
const room =
  process.env['TMPDIR'] === undefined && existsSync(inMemory) && hasRoom(inMemory)
    ? inMemory
    : tmpdir();

const made: string[] = [];

export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(room, 'lmi-test-'));
  made.push(directory);
  return directory;
}

/** One that stays until the process ends, for what its files of tests share. */
export function lastingDirectory(): string {
  const directory = mkdtempSync(join(room, 'lmi-test-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** test/setup.ts does it after each file. */
export function removeTemporaryDirectories(): void {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true });
}
