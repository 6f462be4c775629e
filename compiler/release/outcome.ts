// The outcome of a release: the verdicts of the pipeline and their meanings.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { blocking } from '../checks.ts';
import { ProcessError, installationErrorOf } from './installation.ts';
import { StoppedError } from './stopped.ts';
import { FormatError } from '../edition/edition-directory.ts';
import { type Problem, faultsOf, messageOf } from '#sources/kit/problem.ts';
import type { PublishedFile } from '#sources/kit/named-files.ts';
import type { Release } from '#sources/kit/release.ts';
import type { Source } from '#sources/kit/source.ts';

/** A release to compile: its name, and its files, which are read only when needed. */
export interface ReleaseFiles {
  readonly source: Source;
  readonly release: Release;
  readonly files: () => readonly PublishedFile[];
}

/**
 * published and unchanged: all is well, or a person has dismissed what is held back; withdrawn: its
 * edition was taken back, and compiling it again does not bring it back; quarantined: held back by
 * a blocking check; doubted: a check fails now that did not fail when it was published, so it stays
 * served until an operator withdraws it; waiting: a source that it needs is not served; unreadable:
 * files are missing or damaged; failed: our own code made no valid edition.
 */
export type Verdict =
  | 'published'
  | 'unchanged'
  | 'withdrawn'
  | 'quarantined'
  | 'doubted'
  | 'waiting'
  | 'unreadable'
  | 'failed';

const wordsByState: Partial<Record<CatalogueEdition['state'] | Verdict, string>> = {
  quarantined: 'held back',
  doubted: 'in doubt',
};

/** The word for a state or a verdict, the same in every message. */
export function wordOf(state: CatalogueEdition['state'] | Verdict): string {
  return wordsByState[state] ?? state;
}

/** Why a release waits, in the words of every report. */
export const waitsForNeeds = 'a source that it needs is not published yet';

export interface Outcome {
  readonly source: SourceKey;
  readonly release: string;
  readonly verdict: Verdict;
  readonly edition: CatalogueEdition | null;
  readonly problems: readonly Problem[];
  readonly files: number;
  readonly seconds: number;
}

/** True if a release made no edition, because it lacks something or something failed. */
export function isWithoutEdition({ verdict }: Pick<Outcome, 'verdict'>): boolean {
  return verdict === 'waiting' || verdict === 'unreadable' || verdict === 'failed';
}

/** An outcome with these details. The others have the values of a release without result. */
export function outcomeOf(
  { source, release }: ReleaseFiles,
  verdict: Verdict,
  details: Partial<Outcome>,
): Outcome {
  return {
    source: source.key,
    release: release.name,
    verdict,
    edition: null,
    problems: [],
    files: 0,
    seconds: 0,
    ...details,
  };
}

export function isOutcome(step: object): step is Outcome {
  return 'verdict' in step;
}

/**
 * An unexpected fault stops only its release. A write fault of the file system, a FormatError and a
 * fault of our own installation stop the run.
 */
export function outcomeOfFault(candidate: ReleaseFiles, error: unknown): Outcome {
  const place = `${candidate.source.key} ${candidate.release.name}`;
  const problems = faultsOf(error);
  if (problems !== null) return outcomeOf(candidate, 'unreadable', { problems });
  if (error instanceof FormatError || error instanceof StoppedError || cannotWrite(error))
    throw error;
  const installationError = error instanceof ProcessError ? error : installationErrorOf(error);
  if (installationError !== null) throw installationError;
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const [, stackLine = ''] = stack.split('\n');
  return outcomeOf(candidate, 'failed', {
    problems: [
      { place, message: `our own code failed: ${messageOf(error)} (${stackLine.trim()})` },
    ],
  });
}

/**
 * The verdict on a known edition: quarantined, withdrawn, doubted if a blocking check is not
 * accepted, else `otherwise`.
 */
export function verdictOf(
  edition: CatalogueEdition,
  otherwise: 'published' | 'unchanged',
): Verdict {
  if (edition.state === 'withdrawn') return 'withdrawn';
  if (edition.state === 'quarantined')
    return edition.dismissed === undefined ? 'quarantined' : 'unchanged';
  return blockingProblems(edition).length > 0 ? 'doubted' : otherwise;
}

export function blockingProblems(edition: CatalogueEdition): Problem[] {
  if (edition.accepted !== null || edition.dismissed !== undefined) return [];
  return blocking(edition).map(({ check, message, places }) => ({
    place: `${edition.source} ${edition.release} ${check}`,
    message: `${message} (${[...new Set(places)].join('; ')})`,
  }));
}

/**
 * Whether the file system refuses our writing (no permission, no space), which would stop every
 * other release too. Reading a release throws UnreadableFileError (compiler/edition/files.ts),
 * which stops only that release.
 */
export function cannotWrite(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'].includes(String(error.code))
  );
}
