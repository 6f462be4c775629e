// How the compiler turns the files of a release into rows: in this process, or in one of its own that can be ended.
import type { PublishedFile, Release, Source } from '#sources/kit/source.ts';

export interface Reading {
  /** The rows of a release. Throws UnreadableFileError and LayoutError, as the source's parse does. */
  read(source: Source, release: Release, files: readonly PublishedFile[]): Promise<readonly unknown[]>;
  /**
   * Begins to read a release in another process, so that `read` with the same release and files has its rows sooner. It changes nothing
   * else: a release that is never asked for is forgotten. False if it is not begun now. Absent if everything is read in this process.
   */
  begin?(source: Source, release: Release, files: readonly PublishedFile[]): boolean;
  /** Ends a process that reads. */
  end(): void;
}

/** Reads in this process. */
export const readHere: Reading = {
  read: (source, release, files) => source.parse(release, files),
  end() {},
};
