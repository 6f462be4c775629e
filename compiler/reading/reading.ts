// How the compiler turns the files of a release into rows: in this process, or in one of its own that can be ended.
import type { PublishedFile, Release, Source } from '#sources/kit/source.ts';

export interface Reading {
  /** The rows of a release. Throws UnreadableFileError and LayoutError, as the source's parse does. */
  read(source: Source, release: Release, files: readonly PublishedFile[]): Promise<readonly unknown[]>;
  /** Absent if everything is read in this process. */
  readonly ahead?: Ahead;
  /** Ends the processes that read. */
  end(): void;
}

/** Reading in other processes, so that `read` with the same release and files has its rows sooner. It changes nothing else. */
export interface Ahead {
  /** Whether another process may read releases of this source now. */
  hasRoomFor(source: Source): boolean;
  /** Begins to read a release. What is returned forgets it, if it has not been read. */
  begin(source: Source, release: Release, files: readonly PublishedFile[]): () => void;
}

/** Reads in this process. */
export const readHere: Reading = {
  read: (source, release, files) => source.parse(release, files),
  end() {},
};
