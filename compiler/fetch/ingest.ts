// Makes the ingest entries of the catalogue: when a source was last looked at, what its publisher
// offers and announces, and what went wrong.
import {
  type Catalogue,
  type CatalogueEdition,
  type Ingest,
  neverLookedAt,
} from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { heldBack } from '#schemas/standing.ts';
import type { CorrectionNotice, Discovery } from '#sources/kit/discovery.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { Source } from '#sources/kit/source.ts';
import { listedInputs } from '../edition/listed-files.ts';
import { type Outcome, isWithoutEdition, waitsForNeeds } from '../release/outcome.ts';
import type { SourceCheck } from './source-check.ts';
import { isNew, newestOf } from './source-report.ts';

/** The new ingest entries of the catalogue, for sources that were checked or have a new edition. */
export function ingestOf(
  sources: readonly Source[],
  checks: readonly SourceCheck[],
  catalogue: Catalogue | null,
  outcomes: readonly Outcome[],
): Map<SourceKey, Ingest> {
  const entries = new Map<SourceKey, Ingest>();
  // A first run without results writes no catalogue: an empty one would be served instead of the
  // sample.
  if (catalogue === null && outcomes.every(({ edition }) => edition === null)) return entries;
  const now = new Date().toISOString();
  for (const { key } of sources) {
    const before = catalogue?.sources.find((source) => source.key === key)?.ingest ?? neverLookedAt;
    const check = checks.find(({ source }) => source.key === key);
    const outcomesOfSource = outcomes.filter(({ source }) => source === key);
    const isChanged = outcomesOfSource.some((outcome) => isNew(outcome, catalogue));
    if (check === undefined && !isChanged) continue;
    const entry =
      check === undefined
        ? before
        : ingestAfter(check, { before, catalogue, outcomes: outcomesOfSource, now });
    entries.set(key, { ...entry, changed: isChanged ? now : before.changed });
  }
  return entries;
}

interface CheckContext {
  /** The entry that the check replaces. */
  readonly before: Ingest;
  readonly catalogue: Catalogue | null;
  /** The outcomes of the source in this run. */
  readonly outcomes: readonly Outcome[];
  readonly now: string;
}

/** The entry of a source after its check. */
function ingestAfter(
  check: SourceCheck,
  { before, catalogue, outcomes, now }: CheckContext,
): Ingest {
  const { missingKey, discovery, isRefused } = check;
  const { gone: goneBefore = [], refused = now, ...others } = before;
  const gone = discovery === null ? goneBefore : heldButNotOffered(discovery, check, catalogue);
  const kept = {
    ...others,
    ...(gone.length === 0 ? {} : { gone }),
    ...(isRefused ? { refused } : {}),
  };
  if (missingKey !== null) return { ...kept, configured: false };
  return {
    ...kept,
    configured: true,
    ...faultAfter(check, outcomes, now),
    ...(discovery && {
      newest: newestOf(check),
      nextRelease: discovery.nextRelease,
      ...noticesIn(discovery),
    }),
  };
}

/**
 * The fault of a check or of a release that made no edition; without one, the source was checked.
 */
function faultAfter(
  { problems }: SourceCheck,
  outcomes: readonly Outcome[],
  now: string,
): Partial<Pick<Ingest, 'checked' | 'fault' | 'detail'>> {
  const [problem] = problems;
  if (problem !== undefined) return { fault: textOf(problem), detail: null };
  const unmade = outcomes.find(isWithoutEdition);
  if (unmade === undefined) return { checked: now, fault: null, detail: null };
  // Everybody reads the fault. A file that could not be read may be quoted in its problem, and
  // nobody has checked its figures.
  const reason =
    unmade.verdict === 'waiting' ? waitsForNeeds : 'its files could not be read or compiled';
  const [cause] = unmade.problems;
  return {
    fault: `${unmade.source} ${unmade.release}: ${reason}`,
    detail: cause === undefined ? null : textOf(cause),
  };
}

const textOf = ({ place, message }: Problem) => `${place}: ${message}`;

/**
 * Ids of the held editions of a source that its publisher no longer offers: the release has another
 * name, or there are other files under its name.
 */
function heldButNotOffered(
  { releases }: Discovery,
  { source, fetched }: SourceCheck,
  catalogue: Catalogue | null,
): string[] {
  // The files of a harvest belong to the day of the download.
  if (source.harvested) return [];
  const editionsOfSource =
    catalogue?.editions.filter((edition) => edition.source === source.key) ?? [];
  const isOffered = ({ release: name, inputs }: CatalogueEdition) => {
    const fetchedRelease = fetched.find(({ release }) => release.name === name);
    // A release whose files could not be fetched is still offered.
    if (fetchedRelease === undefined) return releases.some((release) => release.name === name);
    const offered = new Set(
      [...fetchedRelease.files, ...listedInputs(source.files, fetchedRelease.files)].map(
        ({ sha256 }) => sha256,
      ),
    );
    return inputs.every(({ sha256 }) => offered.has(sha256));
  };
  return heldBack(editionsOfSource)
    .filter((edition) => !isOffered(edition))
    .map(({ id }) => id);
}

function noticesIn({ notices }: Discovery): Pick<Ingest, 'notices' | 'withdrawals'> {
  const asListed = ({ release, date, text }: CorrectionNotice) => ({ release, date, text });
  return {
    notices: notices.map(asListed),
    withdrawals: notices.filter(({ isWithdrawal }) => isWithdrawal === true).map(asListed),
  };
}
