// Publishes a release without the files that hold it back: one file that is new or not understood
// must not hold back the others.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { isReadable } from '#schemas/document-formats.ts';
import { isPublished } from '#schemas/standing.ts';
import { type FileKind, kindOf } from '#sources/kit/named-files.ts';
import { overriddenBy, unseenLayout, wasUnderstood } from '../checks.ts';
import type { Outcome, ReleaseFiles } from './outcome.ts';
import type { Run } from './run.ts';

export interface ReducedRelease {
  readonly candidate: ReleaseFiles;
  /**
   * True if the whole release was not understood, so that the remaining files may not be either.
   */
  readonly onlyIfUnderstood: boolean;
}

/**
 * The release without the files that can be left out; null if it is not held back, has no such
 * file, or would be held back for its other files too.
 */
export function withoutHoldingFiles(
  { draft }: Run,
  candidate: ReleaseFiles,
  { verdict, edition }: Outcome,
): ReducedRelease | null {
  if (verdict !== 'quarantined' || edition === null) return null;
  const { source, release } = candidate;
  const published = draft.editions.filter(
    (other) => other.source === source.key && isPublished(other),
  );
  const isUnderstood = wasUnderstood(edition);
  // In the first release of a source every file is new, so a check that holds it back does not
  // depend on one of them.
  if (published.length === 0 && isUnderstood && overriddenBy(edition).length > 0) return null;

  const held = { release: release.name, isUnderstood, published };
  const isLeftOut = (name: string) => canBeLeftOut(kindOf(source.files, name), held);
  const others = edition.inputs.filter(({ file }) => !isLeftOut(file));
  if (others.length === 0 || others.length === edition.inputs.length) return null;
  if (unseenLayout(source, release, others, draft.editions).length > 0) return null;
  return {
    candidate: {
      source,
      release,
      files: () => candidate.files().filter(({ name }) => !isLeftOut(name)),
    },
    onlyIfUnderstood: !isUnderstood,
  };
}

interface HeldRelease {
  readonly release: string;
  readonly isUnderstood: boolean;
  /** The published editions of its source. */
  readonly published: readonly CatalogueEdition[];
}

/**
 * Whether the release can do without its file of this kind. The first line that fits decides.
 *
 *     the kind is required, or has several files        no
 *     no published edition has a file of the kind       yes: it is new
 *     other files depend on it                          no
 *     the release was understood                        no: this file is not the fault
 *     a readable edition of this release has one        no: its answers would lose it
 *     otherwise                                         yes: it may be what was not understood
 */
function canBeLeftOut(
  kind: FileKind | undefined,
  { release, isUnderstood, published }: HeldRelease,
): boolean {
  if (kind?.optional !== true || kind.many) return false;
  const editionsWithIt = published.filter((edition) => hasFileOf(kind, edition));
  if (editionsWithIt.length === 0) return true;
  if (kind.isApart !== true || isUnderstood) return false;
  return !editionsWithIt.some((edition) => edition.release === release && isReadable(edition));
}

function hasFileOf({ match }: FileKind, { inputs }: CatalogueEdition): boolean {
  return inputs.some(({ file }) => match.test(file));
}
