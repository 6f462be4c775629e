// One run of the compiler, read this first. The main process holds the lock, opens each release
// (which is it, and what does it need?), and has a worker make its edition: read it (bytes to
// rows), examine it (what do the rows mean?), check it (is it true?) and write it. Then it judges
// the edition (may it be published?) and moves it to its place. Sources are compiled side by side,
// each as soon as those that it needs are done, and the releases of a source one after another. The
// catalogue is replaced once, at the end.
import { join } from 'node:path';
import type { SourceKey } from '#schemas/codes.ts';
import { isReadable } from '#schemas/document-formats.ts';
import { LayoutError, faultsOf } from '#sources/kit/problem.ts';
import type { Source } from '#sources/kit/source.ts';
import { byRelease, parseRelease } from './edition/catalogue.ts';
import { cannotBeWritten, makeFolder } from './edition/data-directory.ts';
import { sha256 } from './edition/digest.ts';
import { keepOnly, removeLeftovers, settleFolders } from './edition/edition-directory.ts';
import { snapshotsOf } from './edition/listed-files.ts';
import { lock } from './edition/lock.ts';
import { learnTitles } from './release/learn-titles.ts';
import { holdUnread, placeEditionOf } from './release/judge.ts';
import { withoutHoldingFiles } from './release/leave-out-files.ts';
import { type Made, type ReleaseJob, hasNeeds } from './release/make-release.ts';
import { forgetFiles } from './release/manifests.ts';
import { type Opened, openRelease, unchanged, unchangedFiles } from './release/open-release.ts';
import {
  type Outcome,
  type ReleaseFiles,
  cannotWrite,
  isOutcome,
  outcomeOf,
  outcomeOfFault,
} from './release/outcome.ts';
import { allNeedsOf, inOrderOfNeeds, releaseOfEdition } from './release/releases.ts';
import { type CompileOptions, type Run, beginRun } from './release/run.ts';
import { type Worker, type Workers, workersHere } from './release/workers.ts';

export type { CompileOptions } from './release/run.ts';

/**
 * Compiles releases into a data directory. One release that fails never stops the others, and never
 * replaces what is served.
 */
export async function compile(options: CompileOptions): Promise<Outcome[]> {
  const { directory, sources } = options;
  makeFolder(join(directory, 'editions'), directory);
  let unlock = () => {};
  try {
    unlock = lock(directory, options.say);
    removeLeftovers(directory);
    const run = beginRun(options);
    // A killed run may have moved an edition for a catalogue that it never wrote.
    settleFolders(directory, run.draft.editions);
    await options.amend?.(run.draft);
    const workers = options.workers ?? workersHere(directory, sources);
    const outcomes = await compileSources(run, workers);
    run.draft.publish(options.ingest?.(outcomes) ?? new Map());
    if (options.afresh) {
      const inputs = snapshotsOf(directory, run.draft.editions).map((file) => file.sha256);
      keepOnly(directory, run.draft.editions, inputs, run.draft.titleModel?.id);
      const kept = new Set(inputs);
      for (const { key } of sources) forgetFiles(directory, key, (digest) => !kept.has(digest));
    }
    return outcomes;
  } catch (error) {
    if (cannotWrite(error)) throw cannotBeWritten(directory, error);
    throw error;
  } finally {
    unlock();
  }
}

/**
 * The outcomes in the order of needs, whichever source is done first. Learning runs beside the
 * sources without titles. A fault that stops the run stops all workers.
 */
async function compileSources(run: Run, workers: Workers): Promise<Outcome[]> {
  const ordered = inOrderOfNeeds(run.options.sources);
  const compiled = new Map<SourceKey, Promise<Outcome[]>>();
  const after = (keys: readonly SourceKey[]) => Promise.all(keys.map((key) => compiled.get(key)));
  for (const source of ordered) {
    const needs = after(allNeedsOf(source));
    const outcomes = needs.then(() =>
      workers.lend(source, (worker) => compileSource(run, source, worker)),
    );
    compiled.set(source.key, outcomes);
  }
  const withTitles = ordered.filter(({ titles }) => titles !== undefined).map(({ key }) => key);
  const learnt = after(withTitles).then(() => learnTitles(run, workers));
  const all = [...compiled.values(), learnt];
  try {
    await Promise.all(all);
    run.draft.orderAddedBy(ordered.map(({ key }) => key));
    return (await Promise.all(compiled.values())).flat();
  } finally {
    await workers.stop();
    await Promise.allSettled(all);
  }
}

/**
 * Compiles the given releases of a source, oldest first. Then it recompiles the served editions
 * whose needs or format have changed.
 */
async function compileSource(run: Run, source: Source, worker: Worker): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const compileAll = async (candidates: readonly ReleaseFiles[]) => {
    for (const candidate of candidates)
      outcomes.push(...(await compileOne(run, worker, candidate)));
  };
  const given = run.options.releases.filter((release) => release.source === source);
  await compileAll(given.sort((a, b) => byRelease(a.release, b.release)));
  // A release that could not be read is not read twice.
  const unread = new Set(
    outcomes.filter(({ verdict }) => verdict === 'unreadable').map(({ release }) => release),
  );
  const others = [...builtInRelease(run, source), ...outdated(run, source)];
  await compileAll(others.filter(({ release }) => !unread.has(release.name)));
  return outcomes;
}

/** The outcome of a release, and before it that of the part of it that can be published. */
async function compileOne(
  run: Run,
  worker: Worker,
  candidate: ReleaseFiles,
): Promise<readonly Outcome[]> {
  const whole = await compileTimed(run, worker, candidate);
  if (whole === null) return [];
  const reduced = withoutHoldingFiles(run, candidate, whole);
  if (reduced === null) return [whole];
  const part = await compileTimed(run, worker, reduced.candidate, reduced.onlyIfUnderstood);
  if (part === null) return [whole];
  // The whole release waits, and it comes after the part of it that is published.
  if (whole.edition !== null) run.draft.moveLast(whole.edition.id);
  return [part, whole];
}

/** Null if the release is to be compiled only if it is understood, and it is not. */
async function compileTimed(
  run: Run,
  worker: Worker,
  candidate: ReleaseFiles,
  onlyIfUnderstood = false,
): Promise<Outcome | null> {
  const { progress } = run;
  progress.begin(worker.number, candidate);
  const started = performance.now();
  const compiled = await compileRelease(run, worker, candidate, onlyIfUnderstood).catch(
    (error: unknown) =>
      onlyIfUnderstood && faultsOf(error) !== null ? null : outcomeOfFault(candidate, error),
  );
  const seconds = (performance.now() - started) / 1000;
  const outcome = compiled === null ? null : { ...compiled, seconds };
  progress.end(worker.number, candidate, outcome);
  return outcome;
}

/**
 * Each step either leads to the next or ends the release. A release that already has an edition is
 * recognised by its files, or by its rows.
 */
async function compileRelease(
  run: Run,
  worker: Worker,
  candidate: ReleaseFiles,
  onlyIfUnderstood: boolean,
): Promise<Outcome | null> {
  const opened = openRelease(run, candidate);
  if (isOutcome(opened)) return opened;
  const known = await unchangedFiles(run, opened);
  if (known !== null) return known;
  const made = await makeEdition(run, worker, opened, onlyIfUnderstood);
  if ('layoutProblems' in made) return holdUnread(run, opened, made.layoutProblems);
  switch (made.kind) {
    case 'written':
      return placeEditionOf(run, opened, made);
    case 'known':
      return outcomeOfKnown(run, opened, made);
    case 'invalid':
      return outcomeOf(opened, 'failed', {
        files: opened.bytes.length,
        problems: made.problems,
      });
    case 'not understood':
      return null;
  }
}

/** The result of the worker for a release, or why its layout cannot be read. */
async function makeEdition(
  run: Run,
  worker: Worker,
  opened: Opened,
  onlyIfUnderstood: boolean,
): Promise<Made | { readonly layoutProblems: LayoutError['problems'] }> {
  const { source } = opened;
  const job: ReleaseJob = {
    release: opened.release,
    bytes: opened.bytes,
    inputs: opened.inputs,
    listed: opened.listed,
    needed: opened.needed,
    editions: run.draft.editionsFor(source),
    code: run.code,
    acceptDocumented: run.options.acceptDocumented,
    onlyIfUnderstood,
  };
  try {
    return await worker.make(source, job, {
      step: (step) => run.progress.step(worker.number, opened, step),
      say: run.options.say,
    });
  } catch (error) {
    if (!(error instanceof LayoutError) || onlyIfUnderstood) throw error;
    return { layoutProblems: error.problems };
  }
}

function outcomeOfKnown(
  run: Run,
  opened: Opened,
  { edition: id, verdict }: Extract<Made, { readonly kind: 'known' }>,
): Outcome {
  const edition = run.draft.edition(id);
  if (edition === undefined) throw new Error(`the catalogue lists no edition ${id}`);
  return verdict === 'unchanged'
    ? unchanged(run, opened, edition)
    : outcomeOf(opened, 'withdrawn', { edition, files: opened.bytes.length });
}

/**
 * The release that is built in, if it has no edition yet. A sample of a few sources has it only if
 * one of them needs it.
 */
function builtInRelease({ options, draft }: Run, source: Source): ReleaseFiles[] {
  const isSample = options.sample;
  const isWanted =
    !isSample ||
    options.releases.some(({ source: { needs } }) => needs.some((key) => key === source.key));
  const release =
    isWanted &&
    source.builtIn !== undefined &&
    parseRelease(source, `${isSample ? 'sample-' : ''}${source.builtIn.release}`);
  if (!release) return [];
  const files = source.builtIn?.files ?? [];
  const digests = files.map(({ bytes }) => sha256(bytes));
  const isMade = draft.editions.some(
    (edition) =>
      edition.source === source.key &&
      digests.every((digest) => edition.inputs.some((input) => input.sha256 === digest)),
  );
  return isMade ? [] : [{ source, release, files: () => files }];
}

/**
 * Editions to serve that are pruned, are stored in another format, or have needs that are no longer
 * served, as releases to compile again from their snapshots.
 */
function outdated({ options, draft }: Run, source: Source): ReleaseFiles[] {
  const needed = draft.neededBy(source);
  if (needed === null) return [];
  return draft
    .served(source)
    .filter((edition) => edition.pruned || !hasNeeds(edition, needed) || !isReadable(edition))
    .map((edition) => releaseOfEdition(options.directory, source, edition));
}
