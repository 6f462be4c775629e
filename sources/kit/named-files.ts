// Gives the files of a release the names that their source uses, such as `files.workbook`, and
// reads them within the limits of the source.
import { byCodeUnit } from '#schemas/order.ts';
import { placeOfRelease } from './place.ts';
import { type Problem, UnreadableFileError, quoteList } from './problem.ts';
import { type Limits, requireWithin, usualLimits, withLimits } from './read/limits.ts';
import type { Release } from './release.ts';

/** A file of a release, byte for byte as the publisher serves it. */
export interface PublishedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface FileKind {
  readonly match: RegExp;
  /** `documented` means that we have not seen a real file of this layout. */
  readonly layout: 'verified' | 'documented';
  /** Names of a verified layout under which we have not seen a file yet. */
  readonly unseen?: { readonly match: RegExp; readonly describe: string };
  /** True if a release need not have it. */
  readonly optional?: true;
  /**
   * For an optional file: the others do not depend on it, so they are published if it alone is not
   * understood.
   */
  readonly isApart?: boolean;
  /** True if a release has any number of files of this kind; else it has at most one. */
  readonly many?: true;
  /** With its article, for a message: "the zip of Table 14". */
  readonly describe: string;
  /** The day in the name of a file, ISO 8601. It must be the day of the release. */
  readonly day?: (name: string) => string | null;
}

/** The kinds of a source's files, each under its parser's name for it. */
export type FileKinds = Readonly<Record<string, FileKind>>;

/**
 * A release's files by name: one file, null for a missing optional one, or a list ordered by file
 * name for a kind with many.
 */
export type NamedFiles<Kinds extends FileKinds> = {
  readonly [Name in keyof Kinds]: Kinds[Name] extends { readonly many: true }
    ? readonly PublishedFile[]
    : Kinds[Name] extends { readonly optional: true }
      ? PublishedFile | null
      : PublishedFile;
};

/** The kind of a file by its name; undefined if it is not a file of the source. */
export function kindOf(kinds: FileKinds, name: string): FileKind | undefined {
  return Object.values(kinds).find(({ match }) => match.test(name));
}

/**
 * A kind of file and how its name begins, for a person: `the zip of Table 14 ("ashetable14…")`.
 * Without a beginning of at least three characters, only the kind.
 */
export function describeKind({ describe, match }: Pick<FileKind, 'describe' | 'match'>): string {
  // A character before a quantifier may be missing, so it is not part of the beginning.
  const [, beginning = ''] = /^\^([\w -]*)(?![\w -])/.exec(match.source) ?? [];
  const next = match.source[beginning.length + 1] ?? '';
  const certain = /[?*{|]/.test(next) ? beginning.slice(0, -1) : beginning;
  return certain.length < 3 ? describe : `${describe} ("${certain}…")`;
}

/** The files of the source, ordered by name. */
export function ownFiles<File extends { readonly name: string }>(
  kinds: FileKinds,
  files: readonly File[],
): File[] {
  return files
    .filter(({ name }) => kindOf(kinds, name) !== undefined)
    .sort((a, b) => byCodeUnit(a.name, b.name));
}

/**
 * Why the files are not a release: there is none, one is missing, doubled, or names another day.
 * Null if they are one. `place` is the release's.
 */
export function faultOfFiles(
  place: string,
  kinds: FileKinds,
  files: readonly PublishedFile[],
  released: string | null,
): Problem | null {
  const foundText =
    files.length === 0 ? 'found no file' : `found ${quoteList(files.map(({ name }) => name))}`;
  const lacks = (wanted: readonly FileKind[], between: string): Problem => ({
    place,
    message: `${foundText}, expected ${wanted.map(({ describe }) => describe).join(between)}`,
    repair:
      'the files of a release belong together: give them all to one lmi import, or put ' +
      `beside them ${wanted.map(describeKind).join(between)}`,
  });
  const missing = Object.values(kinds).filter(
    (kind) => kind.optional !== true && !files.some(({ name }) => kindOf(kinds, name) === kind),
  );
  if (missing.length > 0) return lacks(missing, ', ');
  for (const kind of Object.values(kinds)) {
    const filesOfKind = files.filter(({ name }) => kindOf(kinds, name) === kind);
    if (!kind.many && filesOfKind.length > 1) {
      const message =
        `${quoteList(filesOfKind.map(({ name }) => name))} are each ${kind.describe}, ` +
        'expected one';
      return { place, message, repair: 'leave the one that belongs to this release' };
    }
    for (const { name } of filesOfKind) {
      const day = kind.day?.(name) ?? released;
      if (day !== released)
        return {
          place: `${place} ${name}`,
          message: `the file names ${day}, its release ${released}`,
          repair: 'put it with its own release',
        };
    }
  }
  return ownFiles(kinds, files).length > 0 ? null : lacks(Object.values(kinds), ' or ');
}

/** The files of a release by name. Throws UnreadableFileError for a fault found by faultOfFiles. */
export function nameFiles<Kinds extends FileKinds>(
  place: string,
  kinds: Kinds,
  files: readonly PublishedFile[],
  released: string | null,
): NamedFiles<Kinds> {
  const fault = faultOfFiles(place, kinds, files, released);
  if (fault !== null) throw new UnreadableFileError(fault);
  const sourceFiles = ownFiles(kinds, files);
  const filesByKind = Object.entries(kinds).map(([name, kind]) => {
    const ofKind = sourceFiles.filter((file) => kindOf(kinds, file.name) === kind);
    return [name, kind.many ? ofKind : (ofKind[0] ?? null)];
  });
  // Object.fromEntries forgets the names of `kinds`.
  return Object.fromEntries(filesByKind) as NamedFiles<Kinds>;
}

/** What a source's layout.ts declares: its files, their limits, and how they become rows. */
export interface Parser<Rows extends readonly unknown[], Kinds extends FileKinds> {
  readonly files: Kinds;
  /**
   * The limits that differ from the usual ones. Each is at least three times the largest value
   * seen, which a comment above gives.
   */
  readonly limits?: Partial<Limits>;
  parse(release: Release, files: NamedFiles<Kinds>): Promise<Rows>;
}

export function limitsOf({ limits }: { readonly limits?: Partial<Limits> }): Limits {
  return { ...usualLimits, ...limits };
}

/**
 * Bytes to rows. Throws UnreadableFileError if a file is missing, doubled, from another day,
 * damaged or past a limit, and LayoutError.
 */
export function readRelease<Rows extends readonly unknown[], Kinds extends FileKinds>(
  parser: Parser<Rows, Kinds>,
  release: Release,
  files: readonly PublishedFile[],
): Promise<Rows> {
  const place = placeOfRelease(release);
  return withLimits(limitsOf(parser), async () => {
    for (const { name, bytes } of files)
      requireWithin(`${place} ${name}`, 'fileBytes', bytes.length);
    return parser.parse(release, nameFiles(place, parser.files, files, release.released));
  });
}
