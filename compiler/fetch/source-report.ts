// Reports what an update found for one source: its newest release, and a verdict on each release.
import type { Catalogue, CatalogueEdition } from '#schemas/catalogue.ts';
import type { Release } from '#sources/kit/release.ts';
import type { Source } from '#sources/kit/source.ts';
import type { Outcome } from '../release/outcome.ts';
import type { SourceCheck } from './source-check.ts';

/**
 * unchanged: an edition of these files exists; touched: other bytes, equal cells; held: a blocking
 * check holds it back, in this run or an earlier one; the others are verdicts of the pipeline.
 */
export type ReleaseVerdict =
  | 'unchanged'
  | 'published'
  | 'touched'
  | 'held'
  | 'waiting'
  | 'unreadable'
  | 'failed';

/** `lmi update --json` prints it. */
export type SourceReport = ReturnType<typeof reportOf>;

/** The result for one source. With a problem it counts as not checked. */
export function reportOf(
  check: SourceCheck,
  catalogue: Catalogue | null,
  outcomes: readonly Outcome[],
) {
  const { source, missingKey, discovery, fetched, remarks, problems } = check;
  return {
    source: source.key,
    /**
     * The environment variable that is not set, so the source was not checked; null if it was
     * checked.
     */
    missingKey,
    newest: newestOf(check),
    nextRelease: discovery?.nextRelease ?? null,
    notices: [...(discovery?.notices ?? [])],
    releases: fetched.map(({ release, files, edition }) => ({
      release: release.name,
      files,
      verdict:
        edition === null
          ? verdictInRun(source, release, catalogue, outcomes)
          : verdictOfEarlier(edition),
    })),
    remarks,
    problems,
    /** True if the publisher does not let this program in, and there is no other problem. */
    isRefused: check.isRefused,
  };
}

/** The verdict on a release whose files had an edition before this run. */
function verdictOfEarlier({ state, dismissed }: CatalogueEdition): ReleaseVerdict {
  return state === 'quarantined' && dismissed === undefined ? 'held' : 'unchanged';
}

function verdictInRun(
  source: Source,
  release: Release,
  catalogue: Catalogue | null,
  outcomes: readonly Outcome[],
): ReleaseVerdict {
  const outcome = outcomes.find(
    (candidate) => candidate.source === source.key && candidate.release === release.name,
  );
  if (outcome === undefined) return 'unchanged';
  switch (outcome.verdict) {
    case 'published':
      return isNew(outcome, catalogue) ? 'published' : 'touched';
    case 'quarantined':
    case 'doubted':
      return 'held';
    case 'withdrawn':
      return 'unchanged';
    default:
      return outcome.verdict;
  }
}

/** True if a run has published an edition that was not published before. */
export function isNew({ verdict, edition }: Outcome, catalogue: Catalogue | null): boolean {
  return (
    verdict === 'published' &&
    !catalogue?.editions.some(({ id, state }) => id === edition?.id && state !== 'quarantined')
  );
}

/** The newest release that a source offers; null if it is not known. */
export function newestOf({ discovery, source }: SourceCheck): string | null {
  return discovery?.releases[0]?.name ?? source.builtIn?.release ?? null;
}
