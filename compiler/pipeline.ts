// The pipeline; read this first: parse → reshape → check → document → validate → publish or quarantine. It compiles sources in the
// order of their needs and replaces the catalogue once, at the end.
import { join } from 'node:path';
import { isReadable } from '#schemas/document-formats.ts';
import type { Source } from '#sources/kit/source.ts';
import { byRelease, parseRelease } from './edition/catalogue.ts';
import { cannotBeWritten, makeFolder } from './edition/data-directory.ts';
import { sha256 } from './edition/digest.ts';
import { keepOnly, removeLeftovers } from './edition/edition-directory.ts';
import { lock } from './edition/lock.ts';
import { settleShelves } from './edition/shelves.ts';
import { type Begun, beginToLearn, storeLearnt } from './learn/learn-titles.ts';
import { ReadAhead } from './reading/read-ahead.ts';
import { examine } from './release/examine.ts';
import { judge } from './release/judge.ts';
import { openRelease } from './release/open-release.ts';
import { inOrderOfNeeds } from './release/order-of-needs.ts';
import { type Outcome, type ReleaseFiles, cannotWrite, isOutcome, outcomeOfFault } from './release/outcome.ts';
import { parseRows } from './release/parse-rows.ts';
import { filesOfEdition } from './release/read-again.ts';
import { recogniseFiles, recogniseRows } from './release/recognise.ts';
import { type CompileOptions, type Run, beginRun } from './release/run.ts';
import { withoutNewFiles } from './release/without-new-files.ts';
import { writeEdition } from './release/write-edition.ts';

export type { CompileOptions } from './release/run.ts';

/** Compiles releases into a data directory. One release that fails never stops the others, and never replaces what is served. */
export async function compile(options: CompileOptions): Promise<Outcome[]> {
  const { directory } = options;
  makeFolder(join(directory, 'editions'), directory);
  let unlock = () => {};
  let begun: Begun | null = null;
  try {
    unlock = lock(directory, options.say);
    removeLeftovers(directory);
    const run = beginRun(options);
    // A killed run may have moved an edition for a catalogue that it never wrote.
    settleShelves(directory, run.holdings.editions);
    options.amend?.(run.holdings);
    const inOrder = inOrderOfNeeds(options.sources);
    // Learning takes long, and beside it the rest is compiled. So the sources that it needs come first.
    const titlesFirst = inOrderOfNeeds([...inOrder].sort((a, b) => Number(b.titles !== undefined) - Number(a.titles !== undefined)));
    const lastTitled = titlesFirst.findLast(({ titles }) => titles !== undefined);
    const ahead = new ReadAhead(
      run.reading,
      run.holdings,
      titlesFirst.flatMap((source) => givenOf(run, source)),
    );
    const told = new Map<Source, Outcome[]>();
    for (const source of titlesFirst) {
      told.set(source, await compileSource(run, source, ahead));
      if (source === lastTitled) begun = await beginToLearn(run);
    }
    const outcomes = inOrder.flatMap((source) => told.get(source) ?? []);
    run.holdings.arrange(inOrder);
    await storeLearnt(run, begun);
    run.holdings.publish(options.ingest?.(outcomes) ?? new Map());
    if (options.afresh) keepOnly(directory, run.holdings.editions, run.holdings.titleModel?.id);
    return outcomes;
  } catch (error) {
    if (cannotWrite(error)) throw cannotBeWritten(directory, error);
    throw error;
  } finally {
    begun?.end();
    options.reading?.end();
    unlock();
  }
}

/** Compiles the given releases of a source, oldest first. Then it recompiles the served editions whose needs or format have changed. */
async function compileSource(run: Run, source: Source, ahead: ReadAhead): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const compileAll = async (candidates: readonly ReleaseFiles[]) => {
    for (const candidate of candidates) {
      const outcome = await compileTimed(run, ahead.take(candidate), ahead);
      const rest = await withoutNewFiles(run, candidate, outcome);
      if (rest !== null) {
        outcomes.push(await compileTimed(run, rest, ahead));
        // The whole release waits, and it comes after the part of it that is published.
        if (outcome.edition !== null) run.holdings.moveLast(outcome.edition.id);
      }
      outcomes.push(outcome);
    }
  };
  await compileAll(givenOf(run, source));
  // A release that could not be read is not read twice.
  const unread = new Set(outcomes.filter(({ verdict }) => verdict === 'unreadable').map(({ release }) => release));
  await compileAll([...lacking(run, source), ...outdated(run, source)].filter(({ release }) => !unread.has(release.name)));
  run.reader.forgetLast();
  return outcomes;
}

async function compileTimed(run: Run, candidate: ReleaseFiles, ahead: ReadAhead): Promise<Outcome> {
  run.progress.show(`${candidate.source.key} ${candidate.release.name}`, 'reading');
  const started = performance.now();
  const outcome = await compileRelease(run, candidate, ahead).catch((error: unknown) => outcomeOfFault(candidate, error));
  return { ...outcome, seconds: (performance.now() - started) / 1000 };
}

/** The given releases of a source, oldest first. */
function givenOf({ options }: Run, source: Source): ReleaseFiles[] {
  return options.releases.filter((release) => release.source === source).sort((a, b) => byRelease(a.release, b.release));
}

/** The release that is built in, if it has no edition yet. A sample of a few sources has it only if one of them needs it. */
function lacking({ options, holdings }: Run, source: Source): ReleaseFiles[] {
  const isSample = options.sampleSize !== null;
  const isWanted = !isSample || options.releases.some(({ source: { needs } }) => needs.some((key) => key === source.key));
  const release = isWanted && source.builtIn !== undefined && parseRelease(source, `${isSample ? 'sample-' : ''}${source.builtIn.release}`);
  if (!release) return [];
  const files = source.builtIn?.files ?? [];
  const digests = files.map(({ bytes }) => sha256(bytes));
  const isMade = holdings.editions.some(
    (edition) => edition.source === source.key && digests.every((digest) => edition.inputs.some((input) => input.sha256 === digest)),
  );
  return isMade ? [] : [{ source, release, files: () => files }];
}

/**
 * Editions to serve that are pruned, are stored in another format, or have needs that are no longer served, as releases to compile again
 * from their snapshots.
 */
function outdated({ options, holdings }: Run, source: Source): ReleaseFiles[] {
  const needed = holdings.neededBy(source);
  if (needed === null) return [];
  return holdings
    .served(source)
    .filter((edition) => edition.pruned || JSON.stringify(edition.needs) !== JSON.stringify(needed) || !isReadable(edition))
    .map((edition) => filesOfEdition(options.directory, source, edition));
}

/** Open, recognise, parse, recognise again by the rows, examine, judge, write: each step either leads to the next or ends the release. */
async function compileRelease(run: Run, candidate: ReleaseFiles, ahead: ReadAhead): Promise<Outcome> {
  const opened = openRelease(run, candidate);
  if (isOutcome(opened)) return opened;
  const parsed = recogniseFiles(run, opened) ?? (await parseRows(run, opened));
  if (isOutcome(parsed)) return parsed;
  ahead.beginAfter(candidate.source, candidate.release.name);
  const examined = recogniseRows(run, parsed) ?? (await examine(run, parsed));
  if (isOutcome(examined)) return examined;
  return writeEdition(run, examined, judge(run, examined));
}
