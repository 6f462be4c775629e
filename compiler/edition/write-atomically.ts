// Writes a file so that a reader sees the old or the new content, never half of either.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { withPath } from './file-fault.ts';

export function writeAtomically(file: string, content: string | Uint8Array, mode = 0o644): void {
  const temporary = `${file}.tmp-${process.pid}`;
  try {
    const descriptor = openSync(temporary, 'w', mode);
    try {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw withPath(file, error);
  }
  syncDirectory(dirname(file));
}

/** Makes a rename inside a directory last through a power cut. */
export function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
