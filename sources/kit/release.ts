// A release of a source: as its name tells, and as far as it has been understood.
import type { SourceKey } from '#schemas/codes.ts';
import type { Needs } from './needs.ts';

/** One publication of a source, as far as its name tells. */
export interface Release {
  readonly source: SourceKey;
  readonly name: string;
  /** Orders the releases of one source, oldest first; compared member by member. */
  readonly order: readonly (string | number)[];
  /** Reference year where editions of several years are served side by side; null where the newest release replaces the others. */
  readonly year: number | null;
  readonly provisional: boolean;
  /** ISO date of publication, null where neither name nor files state it. */
  readonly released: string | null;
  readonly sample: boolean;
}

/** What the name of a release says by itself. */
export type NamedRelease = Omit<Release, 'source' | 'name' | 'sample'>;

/** One release as far as it has been understood. */
export interface Examined<Rows, Observations> {
  readonly release: Release;
  readonly rows: Rows;
  readonly observations: Observations;
  readonly needs: Needs;
}

/** A release that was read, with the names of the files that it was read from. */
export interface ReadFiles<Rows, Observations> extends Examined<Rows, Observations> {
  readonly files: readonly string[];
}
