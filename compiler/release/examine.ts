// Examines a release: its rows become observations, and the source's checks look at them, alone and beside the edition before.
import type { CheckResult } from '#schemas/catalogue.ts';
import { placeOfRelease } from '#sources/kit/place.ts';
import { LayoutError, type Problem, UnreadableFileError } from '#sources/kit/problem.ts';
import type { Examined } from '#sources/kit/source.ts';
import { heldResult, runChecks } from '../check/run-checks.ts';
import type { ParsedRelease } from './parse-rows.ts';
import type { Run } from './run.ts';

export interface ExaminedRelease extends ParsedRelease {
  readonly examined: Examined<readonly unknown[], unknown>;
  /** What was not understood. Such a release has no documents: figures may be missing from it that nobody knows of. */
  readonly problems: readonly Problem[];
  /** What the checks found in the release alone. This stands in edition.json, which must not depend on what else is held. */
  readonly alone: readonly CheckResult[];
  /** What they found beside the edition before it; the same where there is none. */
  readonly compared: readonly CheckResult[];
  /** False where there is an edition before it that could not be read again, so that nothing was compared. */
  readonly isCompared: boolean;
}

export async function examine(run: Run, parsed: ParsedRelease): Promise<ExaminedRelease> {
  const { source, release, rows, needed } = parsed;
  const needs = await run.reader.needsOf(source, needed);
  const problems: Problem[] = [];
  const examined = { release, rows, needs, observations: source.reshape(release, rows, needs, problems) };
  if (problems.length > 0) {
    const alone = [heldResult(problems)];
    return { ...parsed, examined, problems, alone, compared: alone, isCompared: false };
  }
  const alone = runChecks(source, examined, null);
  const before = run.holdings.before(source, release);
  const previous = before === null ? null : await readBefore(run, parsed, before);
  const compared = previous === null ? alone : runChecks(source, examined, previous);
  return { ...parsed, examined, problems, alone, compared, isCompared: before === null || previous !== null };
}

/** The edition that a release is compared with; null, and said, where its files can no longer be read. */
async function readBefore(
  { options, reader }: Run,
  { release }: ParsedRelease,
  before: { readonly id: string; readonly release: string },
): Promise<ExaminedRelease['examined'] | null> {
  try {
    return await reader.examined(before.id);
  } catch (error) {
    if (!(error instanceof UnreadableFileError || error instanceof LayoutError)) throw error;
    options.say(`${placeOfRelease(release)}: not compared with ${before.release}, which can no longer be read\n${error.message}`);
    return null;
  }
}
