// What a person sees of a run: what is being done (on a terminal), problems with their places, and a summary.
import { type Problem, formatProblem } from '#sources/kit/problem.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import type { EndpointCoverage, Outcome } from '../release/outcome.ts';

export interface Terminal {
  /** Says what is being done; on a terminal each replaces the one before, elsewhere each is a line. */
  progress(doing: string): void;
  /** A line that stays. */
  say(line: string): void;
  done(): void;
}

/** Progress goes to standard error, so that standard output holds results alone. */
export function terminal(stream: NodeJS.WriteStream = process.stderr): Terminal {
  const live = stream.isTTY === true;
  const clear = () => {
    if (live) stream.write('\r\u001b[K');
  };
  return {
    progress(doing) {
      clear();
      stream.write(live ? doing.slice(0, Math.max(20, (stream.columns ?? 80) - 1)) : `${doing}\n`);
    },
    say(line) {
      clear();
      stream.write(`${line}\n`);
    },
    done: clear,
  };
}

export function exitCodeOf(outcomes: readonly Outcome[], problems: readonly Problem[]): number {
  if (problems.length > 0 || outcomes.some(({ verdict }) => verdict === 'unreadable' || verdict === 'failed')) return exitCodes.unreadable;
  return outcomes.some(({ verdict }) => verdict === 'quarantined' || verdict === 'doubted') ? exitCodes.held : exitCodes.fine;
}

/** The problems of a run, place first, at most ten of each release. */
export function describeProblems(outcomes: readonly Outcome[], problems: readonly Problem[]): string[] {
  const lines = problems.map(formatProblem);
  for (const { source, release, problems: found } of outcomes) {
    lines.push(...found.slice(0, 10).map(formatProblem));
    if (found.length > 10) lines.push(`${source} ${release}: ${found.length - 10} more problems`);
  }
  return lines;
}

/** One block for each release: what was read, what came of it, what is withheld and why, known issues. */
export function describeOutcomes(outcomes: readonly Outcome[]): string[] {
  return outcomes.flatMap(({ source, release, verdict, edition, files, seconds, coverage }) => {
    const lines = [`${source} ${release}: ${verdict}, ${count(files, 'file')} read, ${seconds.toFixed(1)} s`];
    if (edition === null) return lines;
    lines.push(`  edition ${edition.id}, ${count(edition.files, 'document')}, ${size(edition.bytes)}`);
    if (edition.figures > 0) lines.push(`  ${number(edition.figures)} figures published, withheld: ${withheld(edition.withheld)}`);
    for (const issue of edition.checks.filter((result) => result.severity === 'known-issue')) {
      lines.push(`  known issue ${issue.check}: ${issue.message}${issue.count > 1 ? ` (${number(issue.count)} places)` : ''}`);
    }
    lines.push(...coverage.flatMap(describeCoverage));
    return lines;
  });
}

/** How many unit groups an endpoint says something of, and every one of which it says nothing, by reason. */
function describeCoverage({ endpoint, occupations, covered, without }: EndpointCoverage): string[] {
  const lines = [`  ${endpoint}: something of ${number(covered)} of ${count(occupations, 'unit group')}`];
  for (const { reason, occupations: codes } of without)
    lines.push(`    nothing of ${count(codes.length, 'unit group')}, ${reason}: ${codes.join(' ')}`);
  return lines;
}

/** The last line of a run. */
export function describeTotal(outcomes: readonly Outcome[], seconds: number): string {
  const editions = outcomes.flatMap(({ edition }) => (edition === null ? [] : [edition]));
  const sum = (value: (edition: (typeof editions)[number]) => number) => editions.reduce((total, edition) => total + value(edition), 0);
  const reasons: Record<string, number> = {};
  for (const edition of editions)
    for (const [reason, times] of Object.entries(edition.withheld)) reasons[reason] = (reasons[reason] ?? 0) + times;
  const files = outcomes.reduce((total, outcome) => total + outcome.files, 0);
  return `${count(outcomes.length, 'release')}: ${count(files, 'file')} read, ${number(sum((edition) => edition.figures))} figures, withheld ${withheld(reasons)}, ${count(
    sum((edition) => edition.files),
    'document',
  )}, ${size(sum((edition) => edition.bytes))}, ${seconds.toFixed(1)} s`;
}

function withheld(reasons: Readonly<Record<string, number>>): string {
  const entries = Object.entries(reasons);
  return entries.length === 0 ? 'none' : entries.map(([reason, times]) => `${reason} ${number(times)}`).join(', ');
}

/** Counts with thin separators that do not follow the machine's locale. */
export function number(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

export function count(value: number, noun: string): string {
  return `${number(value)} ${noun}${value === 1 ? '' : 's'}`;
}

export function size(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
