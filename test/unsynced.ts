// Tests write without waiting for the disk: what a power cut leaves cannot be tried here, and
// waiting, with a process for each tree, took a tenth of the time. What would have been synced is
// remembered, so that a test can ask for it.
import child from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * How many single files and folders fsync has synced since the process began, and who hears of each
 * folder that the command `sync` syncs whole.
 */
export const synced = { files: 0, onTree: (_folder: string): void => {} };

const { execFileSync } = child;
child.execFileSync = ((file: string, given?: readonly string[], ...rest: []) => {
  if (file !== 'sync') return execFileSync(file, given, ...rest);
  synced.onTree(given?.at(-1) ?? '/');
  return Buffer.alloc(0);
}) as typeof execFileSync;
fs.fsyncSync = () => {
  synced.files += 1;
};
syncBuiltinESMExports();
