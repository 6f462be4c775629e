// Keeps which editions a person has had a review of, in the data directory. lmi accept --first takes no others.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../edition/data-directory.ts';
import { writeAtomically } from '../edition/files.ts';

/** Throws if the directory cannot be written. */
export function noteReviewed(directory: string, id: string): void {
  makeFolder(join(directory, 'reviewed'), directory);
  writeAtomically(fileOf(directory, id), `${new Date().toISOString()}\n`);
}

export function wasReviewed(directory: string, id: string): boolean {
  return existsSync(fileOf(directory, id));
}

function fileOf(directory: string, id: string): string {
  return join(directory, 'reviewed', id);
}
