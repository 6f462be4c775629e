// lmi update: looks for new releases at the publishers, compiles them into a data directory, and reports what it found.
import type { SourceKey } from '#schemas/codes.ts';
import { sources as allSources } from '#sources/index.ts';
import { defaultDirectories } from '../edition/data-directory.ts';
import { standInsOf } from '../fetch/stand-ins.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { cutLines, describeOutcomes, describeProblems, exitCodeOf, terminal } from '../report/report.ts';
import type { Source } from '#sources/kit/source.ts';
import { areSources } from './are-sources.ts';
import { type ReleaseReport, type SourceReport, type UpdateResult, update } from '../fetch/update.ts';
import { learnApart } from '../learn/learning.ts';
import { readApart } from '../reading.ts';
import { print, tell } from '../report/print.ts';

export interface UpdateArguments {
  readonly source?: readonly string[];
  readonly data?: string;
  readonly json?: boolean;
  /** Prints whole lists, every release in full, and progress. */
  readonly verbose?: boolean;
  /** Reads releases and learns beside this process (default). */
  readonly apart?: boolean;
}

/** Returns the exit code. */
export async function updateCommand({
  source: keys,
  data: out = defaultDirectories.live,
  json = false,
  verbose = false,
  apart = true,
}: UpdateArguments): Promise<number> {
  if (!areSources(keys)) return exitCodes.usage;
  const standIns = standInsOf(process.env);
  const wanted: readonly Source[] = keys === undefined ? allSources : allSources.filter((source) => keys.includes(source.key));

  const started = performance.now();
  const screen = terminal({ quiet: !verbose, json });
  const result = await update({
    sources: allSources,
    wanted,
    directory: out,
    http: { standIns },
    ...(apart ? { readRows: readApart, learn: learnApart } : {}),
    progress: screen.progress,
    say: screen.say,
  });
  const seconds = (performance.now() - started) / 1000;
  screen.done();
  if (json) {
    print(`${JSON.stringify({ directory: out, seconds, ...result })}\n`);
  } else {
    for (const line of describeProblems(
      result.outcomes,
      result.sources.flatMap(({ problems }) => problems),
    ))
      tell(`${line}\n`);
    // A source has five lines for what was found and for the outcomes.
    const found = new Map(result.sources.map((report) => [report.source, describeSource(report)]));
    const most = (source: SourceKey) => 5 - Math.min(found.get(source)?.length ?? 0, 3);
    const told = [...found.values()].flatMap((lines) => (verbose ? lines : cutLines(lines, 3)));
    for (const line of [...told, ...describeOutcomes(result.outcomes, { verbose, most })]) print(`${line}\n`);
    print(`${out}, ${seconds.toFixed(1)} s\n`);
  }
  return exitCodeOfUpdate(result);
}

/**
 * 4 if a source could not be checked or a release could not be read. 3 if a release that its publisher offers now is held back, by this
 * run or an earlier one: a daily run must not turn green while a release still waits for an operator.
 */
export function exitCodeOfUpdate({ sources, outcomes }: UpdateResult): number {
  const code = exitCodeOf(
    outcomes,
    sources.flatMap(({ problems }) => problems),
  );
  const held = sources.some(({ releases }) => releases.some(({ verdict }) => verdict === 'held'));
  return code === exitCodes.fine && held ? exitCodes.held : code;
}

/** What was found, source by source. A source without news has one line. */
export function describeUpdate({ sources }: UpdateResult): string[] {
  return sources.flatMap(describeSource);
}

function describeSource(report: SourceReport): string[] {
  if (report.missingKey !== null)
    return [
      `${report.source}: not configured, ${report.missingKey} is not set; its edition stays served, and new releases are not looked for`,
    ];
  const lines = report.releases
    .filter(({ verdict }) => verdict !== 'unchanged')
    .map((release) => `${report.source} ${release.release}: ${describeRelease(release)}`);
  if (report.problems.length > 0)
    lines.push(
      `${report.source}: could not be checked; the previous edition stays served; lmi probe --source ${report.source} says what to do`,
    );
  else if (lines.length === 0)
    lines.push(`${report.source}: nothing new, ${report.newest ?? 'no release'} is the newest${nextRelease(report)}`);
  return [...lines, ...report.remarks];
}

function nextRelease({ nextRelease: day }: SourceReport): string {
  return day === null ? '' : `, the next is announced for ${day}`;
}

function describeRelease({ verdict, files }: ReleaseReport): string {
  const bytes = files.filter(({ state }) => state === 'new').reduce((sum, file) => sum + file.bytes, 0);
  const fetched = bytes === 0 ? 'nothing downloaded' : `${(bytes / 1e6).toFixed(1)} MB downloaded`;
  switch (verdict) {
    case 'published':
      return bytes === 0 ? 'published from files already here' : `new, ${fetched}`;
    case 'touched':
      return `touched: other bytes, equal cells, no new edition; ${fetched}`;
    case 'held':
      return `held back; the previous edition stays served; ${fetched}`;
    default:
      return `${verdict}; the previous edition stays served; ${fetched}`;
  }
}
