// lmi update: asks the publishers, compiles new files and reports the result. With --dry-run it
// changes nothing.
import { servingOf } from '#schemas/divided-catalogue.ts';
import { standingOf } from '#schemas/standing.ts';
import { sources } from '#sources/index.ts';
import type { Problem } from '#sources/kit/problem.ts';
import { exitCodes } from '../exit-codes.ts';
import { readCatalogue } from '../edition/catalogue.ts';
import { defaultDirectories } from '../edition/data-directory.ts';
import { type DryReport, dryRun } from '../fetch/dry-run.ts';
import { standInsOf } from '../fetch/web.ts';
import { type UpdateResult, update } from '../fetch/update.ts';
import { usualCount, workerProcesses } from '../release/worker-processes.ts';
import { sectionsOfStanding } from '../operations/describe-day.ts';
import {
  count,
  cutLines,
  describeOutcomes,
  describeProblems,
  exitCodeOf,
  onScreen,
} from '../report/report.ts';
import { describeSections } from '../report/sections.ts';
import { type RunArguments, printRun, sourcesNamed } from './arguments.ts';

export async function updateCommand({
  source: keys,
  data: directory = defaultDirectories.live,
  json = false,
  verbose = false,
  inWorkerProcesses = true,
  dryRun: isDry = false,
  ofDay = false,
}: RunArguments & { readonly dryRun?: boolean; readonly ofDay?: boolean }): Promise<number> {
  const wanted = sourcesNamed(keys);
  const standIns = standInsOf(process.env);
  const started = performance.now();
  const workers = inWorkerProcesses ? { workers: workerProcesses(directory, usualCount()) } : {};
  const options = { sources, wanted, directory, http: { standIns }, ...workers };
  const form = { verbose, json };
  if (isDry) return onScreen((screen) => dryRunCommand({ ...options, ...screen }, json), form);
  const result = await onScreen((screen) => update({ ...options, ...screen }), form);
  const seconds = (performance.now() - started) / 1000;
  const { faults, lines } = describeUpdate(result, directory, { verbose, ofDay });
  printRun(json, { directory, seconds, ...result }, faults, [
    ...lines,
    `${directory}, ${seconds.toFixed(1)} s`,
  ]);
  return exitCodeOfUpdate(result);
}

/**
 * `faults`: the faults of a run. `lines`: what it has compiled, the sources without news, and what
 * waits for a person, as lmi status prints it. `ofDay`: without what waits, which the report of the
 * day has.
 */
export function describeUpdate(
  { sources: reports, outcomes }: UpdateResult,
  directory: string,
  { verbose = false, ofDay = false }: { readonly verbose?: boolean; readonly ofDay?: boolean } = {},
) {
  const catalogue = readCatalogue(directory)?.catalogue ?? null;
  const asked = new Set<string>(reports.map(({ source }) => source));
  const standings =
    catalogue === null
      ? []
      : standingOf(servingOf(catalogue), new Date()).filter(({ source }) => asked.has(source));
  // The first problem of a source is already among what waits, without its repair, unless a first
  // run without results has written no catalogue.
  const isReported = ({ repair }: Problem, place: number) =>
    catalogue === null || place > 0 || repair !== undefined;
  const problems = reports.flatMap((report) => report.problems.filter(isReported));
  const wanted = sources.filter(({ key }) => asked.has(key));
  const reportsWithoutNews = reports.filter(
    (report) =>
      report.missingKey === null &&
      report.problems.length === 0 &&
      report.releases.every(({ verdict }) => verdict === 'unchanged'),
  );
  const waiting = ofDay ? [] : describeSections(sectionsOfStanding(standings, wanted));
  return {
    faults: describeProblems(outcomes, problems),
    lines: [
      ...reports.flatMap(({ remarks }) => (verbose ? remarks : cutLines(remarks, 3))),
      ...describeOutcomes(outcomes, { verbose }),
      ...(reportsWithoutNews.length === 0
        ? []
        : [`nothing new: ${reportsWithoutNews.map(({ source }) => source).join(', ')}`]),
      ...waiting,
    ],
  };
}

/**
 * 4 if a source could not be checked or a release could not be read. 3 if a publisher refuses this
 * program, or if a release that it offers now is held back, by this run or an earlier one: a daily
 * run must not turn green while a release still waits for an operator.
 */
export function exitCodeOfUpdate({
  outcomes,
  sources: reports,
}: Pick<UpdateResult, 'outcomes' | 'sources'>): number {
  const unchecked = reports.flatMap(({ isRefused, problems }) => (isRefused ? [] : problems));
  const code = exitCodeOf(outcomes, unchecked);
  const isWaiting = reports.some(
    ({ isRefused, releases }) => isRefused || releases.some(({ verdict }) => verdict === 'held'),
  );
  return code === exitCodes.fine && isWaiting ? exitCodes.held : code;
}

/** A line for each source. Exit codes as for an update. */
async function dryRunCommand(
  options: Parameters<typeof dryRun>[0],
  json: boolean,
): Promise<number> {
  const result = await dryRun(options);
  printRun(json, result, [], result.sources.map(describeDryReport));
  return exitCodeOfUpdate({ sources: result.sources, outcomes: [] });
}

export function describeDryReport({
  source,
  missingKey,
  newest,
  nextRelease,
  releases,
  read,
  problems: [problem],
}: DryReport): string {
  if (missingKey !== null) return `${source}: not asked, because ${missingKey} is not set`;
  if (problem !== undefined) {
    const { place, message } = problem;
    return `${place.startsWith(source) ? '' : `${source}: `}${place}: ${message.split('\n')[0]}`;
  }
  const next = nextRelease === null ? '' : `; the next is announced for ${nextRelease}`;
  const held = releases.filter(({ verdict }) => verdict === 'held');
  const news = [
    ...read.map(
      ({ release, rows }) => `${release} would be compiled, ${count(rows ?? 0, 'row')} read`,
    ),
    ...held.map(({ release }) => `${release} is held back`),
  ];
  const summary =
    news.length === 0 ? `nothing new, the newest is ${newest ?? 'unknown'}` : news.join(', ');
  return `${source}: ${summary}${next}`;
}
