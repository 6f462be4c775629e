// Tells bundles from data directories.
import { lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What a bundle holds first. */
export const manifestFile = 'manifest.json';

/** True for a file, and for a folder that a bundle was unpacked into. Any other folder is a data directory. */
export function isBundle(path: string): boolean {
  return isPackedBundle(path) || isUnpackedBundle(path);
}

export function isPackedBundle(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** True for a folder that a bundle was unpacked into. */
export function isUnpackedBundle(directory: string): boolean {
  return lstatSync(join(directory, manifestFile), { throwIfNoEntry: false }) !== undefined;
}
