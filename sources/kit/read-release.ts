// Reads a release within the limits of its source.
import { type FileKinds, type NamedFiles, type PublishedFile, nameFiles } from './named-files.ts';
import { placeOfRelease } from './place.ts';
import { type Limits, requireWithin, usualLimits, withLimits } from './read/limits.ts';
import type { Release } from './release.ts';

/** What a source's layout.ts declares: its files, their limits, and how they become rows. */
export interface Parser<Rows extends readonly unknown[], Kinds extends FileKinds> {
  readonly files: Kinds;
  /** Those that differ from the usual ones, each at least three times what its largest real file has. */
  readonly limits?: Partial<Limits>;
  parse(release: Release, files: NamedFiles<Kinds>): Promise<Rows>;
}

export function limitsOf({ limits }: { readonly limits?: Partial<Limits> }): Limits {
  return { ...usualLimits, ...limits };
}

/** Bytes to rows. Throws UnreadableFileError if a file is missing, doubled, from another day, damaged or past a limit, and LayoutError. */
export function readRelease<Rows extends readonly unknown[], Kinds extends FileKinds>(
  parser: Parser<Rows, Kinds>,
  release: Release,
  files: readonly PublishedFile[],
): Promise<Rows> {
  const place = placeOfRelease(release);
  return withLimits(limitsOf(parser), async () => {
    for (const { name, bytes } of files) requireWithin(`${place} ${name}`, 'fileBytes', bytes.length);
    return parser.parse(release, nameFiles(place, parser.files, files, release.released));
  });
}
