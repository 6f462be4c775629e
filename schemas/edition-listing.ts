// The list of an edition's files as one text. Its SHA-256 is the root of the edition, so whoever knows the root can prove every file.
import { byCodeUnit } from './order.ts';

interface Listed {
  readonly file: string;
  readonly sha256: string;
}

/** One line for each file, in the order of their paths: the path, NUL and the digest. */
export function listingText(files: readonly Listed[]): string {
  return [...files]
    .sort((a, b) => byCodeUnit(a.file, b.file))
    .map(({ file, sha256 }) => `${file}\0${sha256}\n`)
    .join('');
}
