// The files of a release by the names that their source gives them, so that a parser asks for `files.workbook` and not for a pattern.
import { byCodeUnit } from '#schemas/order.ts';
import { type Problem, UnreadableFileError, quoteList } from './problem.ts';

/** A file of a release, byte for byte as the publisher serves it. */
export interface PublishedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A kind of file that a release consists of. */
export interface FileKind {
  readonly match: RegExp;
  /** `documented` means that nobody here has seen a real file of this layout. */
  readonly layout: 'verified' | 'documented';
  /** Names among those of a verified layout under which nobody here has seen a file yet. */
  readonly unseen?: { readonly match: RegExp; readonly describe: string };
  readonly required: boolean;
  /** True where a release has any number of files of this kind; else it has one at most. */
  readonly many?: true;
  /** With its article, for a message: "the zip of Table 14". */
  readonly describe: string;
  /** The day that the name of a file gives, ISO 8601: it must be that of the release. */
  readonly day?: (name: string) => string | null;
}

/** The kinds of a source's files, each under the name by which its parser asks for it. */
export type FileKinds = Readonly<Record<string, FileKind>>;

/** A release's files by name: one file, or null where an optional one is missing; a list, ordered by file name, of a kind that has many. */
export type NamedFiles<Kinds extends FileKinds> = {
  readonly [Name in keyof Kinds]: Kinds[Name] extends { readonly many: true }
    ? readonly PublishedFile[]
    : Kinds[Name] extends { readonly required: true }
      ? PublishedFile
      : PublishedFile | null;
};

/** The kind that a file is of by its name; undefined where it is no file of the source. */
export function kindOf(kinds: FileKinds, name: string): FileKind | undefined {
  return Object.values(kinds).find(({ match }) => match.test(name));
}

/** The files that are of a kind, ordered by name. */
export function ownFiles<File extends { readonly name: string }>(kinds: FileKinds, files: readonly File[]): File[] {
  return files.filter(({ name }) => kindOf(kinds, name) !== undefined).sort((a, b) => byCodeUnit(a.name, b.name));
}

/** Why the files are no release: one is missing, doubled, or names another day than the release; null where they are one. `place` is that of the release. */
export function faultOfFiles(place: string, kinds: FileKinds, files: readonly PublishedFile[], released: string | null): Problem | null {
  const found = files.length === 0 ? 'found no file' : `found ${quoteList(files.map(({ name }) => name))}`;
  for (const kind of Object.values(kinds)) {
    const own = files.filter(({ name }) => kindOf(kinds, name) === kind);
    if (kind.required && own.length === 0) {
      return { place, message: `${found}, expected ${kind.describe}`, repair: `put a file there whose name matches ${kind.match.source}` };
    }
    if (!kind.many && own.length > 1) {
      const message = `${quoteList(own.map(({ name }) => name))} are each ${kind.describe}, expected one`;
      return { place, message, repair: 'leave the one that belongs to this release' };
    }
    for (const { name } of own) {
      const day = kind.day?.(name) ?? released;
      if (day !== released)
        return {
          place: `${place} ${name}`,
          message: `the file names ${day}, its release ${released}`,
          repair: 'put it with its own release',
        };
    }
  }
  return null;
}

/** The files of a release by name. Throws UnreadableFileError where faultOfFiles finds one. */
export function nameFiles<Kinds extends FileKinds>(
  place: string,
  kinds: Kinds,
  files: readonly PublishedFile[],
  released: string | null,
): NamedFiles<Kinds> {
  const fault = faultOfFiles(place, kinds, files, released);
  if (fault !== null) throw new UnreadableFileError(fault);
  const own = ownFiles(kinds, files);
  const named = Object.entries(kinds).map(([name, kind]) => {
    const ofKind = own.filter((file) => kindOf(kinds, file.name) === kind);
    return [name, kind.many ? ofKind : (ofKind[0] ?? null)];
  });
  // Object.fromEntries forgets the names, which are those of `kinds`.
  return Object.fromEntries(named) as NamedFiles<Kinds>;
}
