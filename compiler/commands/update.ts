// lmi update and lmi probe: ask the publishers. The one compiles what is new and reports what it found, the other changes nothing.
import type { SourceKey } from '#schemas/codes.ts';
import { sources } from '#sources/index.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { defaultDirectories } from '../edition/data-directory.ts';
import { standInsOf } from '../fetch/web.ts';
import { type SourceReport, type UpdateResult, update } from '../fetch/update.ts';
import { describeProbe } from '../probe/describe.ts';
import { probe } from '../probe/probe.ts';
import { isFine } from '../probe/verdicts.ts';
import { readApart } from '../reading.ts';
import { print, printJson, tell } from '../report/print.ts';
import { cutLines, describeOutcomes, describeProblems, exitCodeOf, onScreen } from '../report/report.ts';
import { type RunArguments, sourcesNamed } from './arguments.ts';

export async function updateCommand({
  source: keys,
  data: directory = defaultDirectories.live,
  json = false,
  verbose = false,
  apart = true,
}: RunArguments): Promise<number> {
  const wanted = sourcesNamed(keys);
  const standIns = standInsOf(process.env);
  const started = performance.now();
  const beside = apart ? { readRows: readApart } : {};
  const result = await onScreen((screen) => update({ sources, wanted, directory, http: { standIns }, ...beside, ...screen }), {
    quiet: !verbose,
    json,
  });
  const seconds = (performance.now() - started) / 1000;
  if (json) printJson({ directory, seconds, ...result });
  else {
    for (const line of describeProblems(result.outcomes, problemsOf(result))) tell(`${line}\n`);
    // A source has five lines for what was found and for the outcomes.
    const found = new Map(result.sources.map((report) => [report.source, describeSource(report)]));
    const most = (source: SourceKey) => 5 - Math.min(found.get(source)?.length ?? 0, 3);
    const told = [...found.values()].flatMap((lines) => (verbose ? lines : cutLines(lines, 3)));
    for (const line of [...told, ...describeOutcomes(result.outcomes, { verbose, most })]) print(`${line}\n`);
    print(`${directory}, ${seconds.toFixed(1)} s\n`);
  }
  return exitCodeOfUpdate(result);
}

function problemsOf({ sources: reports }: UpdateResult): SourceReport['problems'] {
  return reports.flatMap(({ problems }) => problems);
}

/**
 * 4 if a source could not be checked or a release could not be read. 3 if a publisher refuses this program, or if a release that it offers now
 * is held back, by this run or an earlier one: a daily run must not turn green while a release still waits for an operator.
 */
export function exitCodeOfUpdate({ outcomes, sources: reports }: UpdateResult): number {
  const code = exitCodeOf(
    outcomes,
    reports.flatMap(({ isRefused, problems }) => (isRefused ? [] : problems)),
  );
  const isWaiting = reports.some(({ isRefused, releases }) => isRefused || releases.some(({ verdict }) => verdict === 'held'));
  return code === exitCodes.fine && isWaiting ? exitCodes.held : code;
}

/** What was found of a source. Without news it is one line. */
export function describeSource({
  source,
  missingKey,
  newest,
  nextRelease,
  releases,
  remarks,
  problems,
  isRefused,
  isServed,
}: SourceReport): string[] {
  if (missingKey !== null)
    return [
      `${source}: not configured, ${missingKey} is not set${isServed ? '; its edition stays served' : ''}, and new releases are not looked for`,
    ];
  const stays = isServed ? '; the previous edition stays served' : '';
  const news = releases.filter(({ verdict }) => verdict !== 'unchanged');
  const lines = news.map((release) => `${source} ${release.release}: ${describeRelease(release, stays)}`);
  const due = nextRelease === null ? '' : `, the next is announced for ${nextRelease}`;
  if (problems.length > 0)
    lines.push(
      `${source}: ${isRefused ? 'its publisher refuses this program' : 'could not be checked'}${stays}; lmi probe --source ${source} says what to do`,
    );
  else if (lines.length === 0) lines.push(`${source}: nothing new, ${newest ?? 'no release'} is the newest${due}`);
  return [...lines, ...remarks];
}

function describeRelease({ verdict, files }: SourceReport['releases'][number], stays: string): string {
  const bytes = files.filter(({ state }) => state === 'new').reduce((sum, file) => sum + file.bytes, 0);
  const fetched = bytes === 0 ? 'nothing downloaded' : `${(bytes / 1e6).toFixed(1)} MB downloaded`;
  if (verdict === 'published') return bytes === 0 ? 'published from files already here' : `new, ${fetched}`;
  if (verdict === 'touched') return `touched: other bytes, equal cells, no new edition; ${fetched}`;
  return `${verdict === 'held' ? 'held back' : verdict}${stays}; ${fetched}`;
}

/** Exit code 4 if anything is not as expected. */
export async function probeCommand({ source: keys, json = false, verbose = false }: RunArguments): Promise<number> {
  const wanted = sourcesNamed(keys);
  const http = { standIns: standInsOf(process.env) };
  const report = await onScreen(({ progress }) => probe({ wanted, http, progress }), { quiet: !verbose });
  if (json) printJson(report, 2);
  else for (const line of describeProbe(report, { verbose })) print(`${line}\n`);
  return report.sources.every(({ verdict }) => isFine(verdict)) ? exitCodes.fine : exitCodes.unreadable;
}
