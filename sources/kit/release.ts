// A release of a source, as its name tells.
import type { SourceKey } from '#schemas/codes.ts';

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
