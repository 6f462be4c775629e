// lmi compile and lmi compile --sample: compile releases into a data directory and report the
// outcome of each.
import { catalogueFile, defaultDirectories, makeFolder } from '../edition/data-directory.ts';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { spine } from '#schemas/codes.ts';
import { sources as allSources } from '#sources/index.ts';
import { codeDigest } from '../edition/code-digest.ts';
import { parseRelease, readableCatalogue, requireCatalogue } from '../edition/catalogue.ts';
import { faultOfEdition } from '../edition/edition-record.ts';
import { withdraw } from '../operations/withdraw.ts';
import type { Outcome, ReleaseFiles } from '../release/outcome.ts';
import { type CompileOptions, compile } from '../pipeline.ts';
import { inOrderOfNeeds, releasesIn, releasesKept } from '../release/releases.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { Source } from '#sources/kit/source.ts';
import { CatalogueDraft } from '../edition/catalogue-draft.ts';
import { exitCodes } from '../exit-codes.ts';
import {
  describeOutcomes,
  describeProblems,
  describeTotal,
  exitCodeOf,
  onScreen,
  type Terminal,
} from '../report/report.ts';
import { type Given, type RunArguments, printRun, sourcesNamed } from './arguments.ts';
import { usualCount, workerProcesses } from '../release/worker-processes.ts';
import { tell } from '../report/print.ts';
import { prepareUpgrade } from '../upgrade/upgrade.ts';

interface CompileRunArguments extends RunArguments {
  readonly jobs?: number | undefined;
}

type CompileArguments = CompileRunArguments & Given<'from', 'acceptDocumented'>;

/** Upgrades the data directory into a new one. */
export async function upgradeCommand({
  data: from = defaultDirectories.live,
  into,
  ...given
}: Omit<CompileRunArguments, 'source'> & { readonly into: string }): Promise<number> {
  const { problems, ...prepared } = prepareUpgrade({ from, into, sources: allSources, say: tell });
  const { releases, sample, base } = prepared;
  return run(
    { releases, directory: into, sample, base, acceptDocumented: false },
    { problems: releases.length === 0 ? problems : [] },
    given,
  );
}

export async function compileCommand({
  from,
  source: keys,
  acceptDocumented = false,
  ...given
}: CompileArguments): Promise<number> {
  const wanted = sourcesNamed(keys);
  const directory = given.data ?? defaultDirectories.live;
  const { releases, problems, remarks } =
    from === undefined ? releasesKept(directory, wanted) : releasesIn(from, wanted);
  const options = { releases, directory, sample: false, acceptDocumented };
  return run(options, { problems, remarks: keys === undefined ? remarks : [] }, given);
}

/**
 * Compiles the synthetic sample. It does nothing if the same code has compiled the same sample
 * before.
 */
export async function sampleCommand({
  source: keys,
  ...given
}: CompileRunArguments): Promise<number> {
  const { data: directory = defaultDirectories.sample, verbose = false, json = false } = given;
  const wanted =
    keys === undefined ? allSources : inOrderOfNeeds(sourcesNamed([...spine, ...keys]), allSources);
  // A sample of another format cannot be read. It is then made again.
  const held = readableCatalogue(directory)?.catalogue;
  const isThere = (key: string) =>
    held?.editions.some((edition) => edition.source === key) ?? false;
  if (
    held?.sample &&
    wanted.every(({ key }) => isThere(key)) &&
    (await areCurrent(directory, held.editions))
  ) {
    tell(`the sample in ${directory} is up to date\n`);
    return exitCodes.fine;
  }
  // Making the sample takes long, so a folder that cannot be written, or that holds other data,
  // must fail first.
  makeFolder(directory);
  const afresh = held?.sample ?? looksLikeSample(directory);
  new CatalogueDraft({ directory, sources: allSources, sample: true, afresh });
  const form = { verbose, json };
  const workers = workersFor(directory, given);
  // The workers load their modules while this process makes the sample.
  workers?.start();
  let made: MadeSample;
  try {
    made = await onScreen((screen) => makeSample(wanted, screen), form);
  } catch (error) {
    await workers?.stop();
    throw error;
  }
  const { releases, faulty, withdrawals } = made;
  const code = await run(
    { releases, directory, sample: true, afresh, acceptDocumented: false },
    { faulty, workers },
    given,
  );
  if (code !== exitCodes.fine) return code;
  for (const { source, release, id } of requireCatalogue(directory).editions) {
    const reason = withdrawals.get(`${source} ${release}`);
    if (reason === undefined) continue;
    const withdrawal = { directory, sources: allSources, id, reason, replaceWith: null };
    await onScreen((screen) => withdraw({ ...withdrawal, ...screen }), form);
  }
  return code;
}

interface MadeSample {
  readonly releases: readonly ReleaseFiles[];
  /** Releases with a fault on purpose, as "source release". */
  readonly faulty: ReadonlySet<string>;
  /** Reasons of the releases that are withdrawn once they are published. */
  readonly withdrawals: ReadonlyMap<string, string>;
}

async function makeSample(
  wanted: readonly Source[],
  { progress, note }: Pick<Terminal, 'progress' | 'note'>,
): Promise<MadeSample> {
  const releases: ReleaseFiles[] = [];
  const faulty = new Set<string>();
  const withdrawals = new Map<string, string>();
  note(`making the sample of ${wanted.length} sources`);
  for (const [done, source] of wanted.entries()) {
    progress(`${source.key}: making the sample`, { done, of: wanted.length, what: 'sources' });
    for (const { release: name, files, isHeld, withdrawn } of await source.sample()) {
      const release = parseRelease(source, name);
      if (release === null || !release.sample)
        throw new Error(
          `sources/${source.key}/sample.ts names its release "${name}", expected ` +
            '"sample-" and a release name',
        );
      releases.push({ source, release, files: () => files });
      if (isHeld) faulty.add(`${source.key} ${name}`);
      if (withdrawn !== undefined) withdrawals.set(`${source.key} ${name}`, withdrawn);
    }
  }
  return { releases, faulty, withdrawals };
}

/** Whether this code has compiled these editions, and all of them are whole. */
async function areCurrent(
  directory: string,
  editions: readonly CatalogueEdition[],
): Promise<boolean> {
  if (editions.some(({ code }) => code !== codeDigest())) return false;
  for (const edition of editions)
    if ((await faultOfEdition(directory, edition, 'whole')) !== null) return false;
  return true;
}

/**
 * Whether an unreadable catalogue still says that it is of a sample. Real data are never
 * overwritten.
 */
function looksLikeSample(directory: string): boolean {
  const file = join(directory, catalogueFile);
  return (
    (statSync(file, { throwIfNoEntry: false })?.isFile() ?? false) &&
    /"sample":true/.test(readFileSync(file, 'utf8'))
  );
}

interface RunContext {
  readonly problems?: readonly Problem[];
  readonly remarks?: readonly string[];
  /** Releases with a fault on purpose: that they are held back is no news. */
  readonly faulty?: ReadonlySet<string>;
  /** Workers that have been started already. */
  readonly workers?: ReturnType<typeof workersFor>;
}

/** Null if this process does the work itself. */
function workersFor(directory: string, { inWorkerProcesses = true, jobs }: CompileRunArguments) {
  return inWorkerProcesses ? workerProcesses(directory, jobs ?? usualCount()) : null;
}

async function run(
  options: Pick<
    CompileOptions,
    'releases' | 'directory' | 'sample' | 'afresh' | 'base' | 'acceptDocumented'
  >,
  { problems = [], remarks = [], faulty = new Set(), workers: startedWorkers }: RunContext,
  given: CompileRunArguments,
): Promise<number> {
  const { json = false, verbose = false } = given;
  const started = performance.now();
  const { directory } = options;
  const workers = startedWorkers ?? workersFor(directory, given) ?? undefined;
  const compileAll = () =>
    onScreen((screen) => compile({ ...options, sources: allSources, workers, ...screen }), {
      verbose,
      json,
    });
  const outcomes: Outcome[] = options.releases.length === 0 ? [] : await compileAll();
  const seconds = (performance.now() - started) / 1000;
  const unexpected = outcomes.filter(
    ({ source, release, verdict }) =>
      verdict !== 'quarantined' || !faulty.has(`${source} ${release}`),
  );
  const total = outcomes.length === 0 ? [] : [describeTotal(outcomes, seconds), directory];
  const faults = [...remarks, ...describeProblems(unexpected, problems)];
  printRun(json, { directory, seconds, outcomes, problems, remarks }, faults, [
    ...describeOutcomes(outcomes, { verbose }),
    ...total,
  ]);
  return exitCodeOf(unexpected, problems);
}
