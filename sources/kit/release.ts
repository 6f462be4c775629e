// A release of a source: what its name says, and what was read from its files.
import type { SourceKey } from '#schemas/codes.ts';
import type { Needs } from './needs.ts';

/** One publication of a source, as its name describes it. */
export interface Release {
  readonly source: SourceKey;
  readonly name: string;
  /** Orders the releases of a source, oldest first; compared member by member. */
  readonly order: readonly (string | number)[];
  /**
   * Reference year if editions of several years are served at the same time; null if the newest
   * release replaces the others.
   */
  readonly year: number | null;
  readonly provisional: boolean;
  /** ISO date of publication; null if neither name nor files state it. */
  readonly released: string | null;
  readonly sample: boolean;
}

export type NamedRelease = Omit<Release, 'source' | 'name' | 'sample'>;

/** A release with its rows and what they mean, as checks examine it. */
export interface Examined<Rows, Observations> {
  readonly release: Release;
  readonly rows: Rows;
  readonly observations: Observations;
  readonly needs: Needs;
  /**
   * Only in the edition before, if it is of the release's own year: the edition of the year before.
   * A release that revises has two predecessors.
   */
  readonly yearBefore?: Examined<Rows, Observations>;
}

/** The same with the names of the files that were read. */
export interface ReadFiles<Rows, Observations> extends Examined<Rows, Observations> {
  readonly files: readonly string[];
}
