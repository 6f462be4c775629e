// Examines a release: its rows become observations, and the source's checks run over them, alone and with the previous edition.
import type { CatalogueEdition, CheckResult } from '#schemas/catalogue.ts';
import { placeOfRelease } from '#sources/kit/place.ts';
import { LayoutError, type Problem, UnreadableFileError } from '#sources/kit/problem.ts';
import type { Examined } from '#sources/kit/source.ts';
import { type AsRead, newColumns } from '../check/new-columns.ts';
import { type Found, namedFindings } from '../check/figures-at.ts';
import { findingsOf, heldResult, resultOf as resultOfCheck, resultsOf, runChecksBeside } from '../check/run-checks.ts';
import { beforeItsYear, newestBefore } from '../edition/catalogue.ts';
import type { ExaminedEdition } from './read-again.ts';
import type { ParsedRelease } from './parse-rows.ts';
import type { Run } from './run.ts';

export interface ExaminedRelease extends ParsedRelease {
  readonly examined: Examined<readonly unknown[], unknown>;
  /** What was not understood. Such a release has no documents, because unknown figures may be missing from it. */
  readonly problems: readonly Problem[];
  /** What the checks found in the release alone. This goes into edition.json, which must not depend on other editions. */
  readonly alone: readonly CheckResult[];
  /** What they found by comparison with the previous edition; the same if there is none. */
  readonly compared: readonly CheckResult[];
  /** False if the previous edition could not be read again, so nothing was compared. */
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
  const named = (found: readonly Found[]) => namedFindings(source, { ...examined, files: parsed.inputs.map(({ file }) => file) }, found);
  const resultOf = (found: Found) => resultOfCheck(found.check, found.findings);
  const before = newestBefore(source, release, run.holdings.editions);
  const previous = before === null ? null : await readBefore(run, parsed, before);
  if (previous === null) {
    const found = findingsOf(source, examined, null);
    return { ...parsed, examined, problems, alone: resultsOf(found), compared: resultsOf(named(found)), isCompared: before === null };
  }
  const found = runChecksBeside(source, examined, previous.examined);
  const compared = [...named(found.compared).map(resultOf), ...newColumns(parsed, asRead(previous))];
  return { ...parsed, examined, problems, alone: found.alone.map(resultOf), compared, isCompared: true };
}

function asRead({ examined: { release, rows }, lookedFor }: ExaminedEdition): AsRead {
  return { release, rows, lookedFor };
}

/**
 * The edition that a release is compared with, and with it the edition of the year before if the release revises its year. Null, with a
 * message, if its files can no longer be read.
 */
async function readBefore(run: Run, parsed: ParsedRelease, before: CatalogueEdition): Promise<ExaminedEdition | null> {
  const { options, reader, holdings } = run;
  const { source, release } = parsed;
  try {
    const read = await reader.examined(before.id);
    const older = beforeItsYear(source, release, before, holdings.editions);
    const yearBefore = older === null ? null : await readBefore(run, parsed, older);
    return yearBefore === null ? read : { ...read, examined: { ...read.examined, yearBefore: yearBefore.examined } };
  } catch (error) {
    if (!(error instanceof UnreadableFileError || error instanceof LayoutError)) throw error;
    options.say(`${placeOfRelease(release)}: not compared with ${before.release}, which can no longer be read\n${error.message}`);
    return null;
  }
}
