// Reports a run to people: progress on a terminal, problems with their places, and a summary.
import type { CheckResult, ListedInput } from '#schemas/catalogue.ts';
import { onOneLine, printable } from '#schemas/printable.ts';
import { type Problem, formatProblem } from '#sources/kit/problem.ts';
import { exitCodes } from '../exit-codes.ts';
import { hiddenSheetsCheck, newColumnsCheck } from '../checks.ts';
import { type Outcome, wordOf } from '../release/outcome.ts';
import type { ShowProgress, Work } from '../release/run.ts';

export interface Terminal {
  /**
   * Shows progress. On a terminal each message replaces the one before. A log has it only after it
   * was silent for some time.
   */
  readonly progress: ShowProgress;
  /** A line of progress for a log, not for a terminal and not for another program. */
  note(line: string): void;
  say(line: string): void;
  /** Nothing is at work until the next progress. */
  done(): void;
}

const barWidth = 30;

/** A log that is silent for longer looks as if the command stood still. */
export const longestSilenceMs = 20_000;

/** `[===============               ] 6 of 12 releases, 6 left`. */
function workText({ done, of: total, what }: Work): string {
  const bar = '='.repeat(Math.round((barWidth * done) / total)).padEnd(barWidth);
  return `[${bar}] ${number(done)} of ${number(total)} ${what}, ${number(total - done)} left`;
}

/** The current work, as a line of a log. */
function logLine(doing: string | readonly string[], work: Work | undefined): string {
  const all = typeof doing === 'string' ? [doing] : doing.filter((one) => one !== 'waiting');
  const head = work === undefined ? '' : `${number(work.done)} of ${number(work.of)} ${work.what}`;
  return onOneLine([head, ...all].filter((text) => text !== '').join('; '));
}

/**
 * Progress goes to standard error, so that standard output holds only results. On a terminal it has
 * a bar of what is done. `verbose`: a log has every message of progress. `json`: another program
 * reads, as if it were no terminal. The log of a continuous integration is no terminal, even if it
 * says so.
 */
export function terminal({
  stream = process.stderr,
  verbose = false,
  json = false,
  environment = process.env,
  now = () => performance.now(),
}: {
  readonly stream?: Pick<NodeJS.WriteStream, 'write' | 'columns' | 'isTTY'>;
  readonly verbose?: boolean;
  readonly json?: boolean;
  readonly environment?: NodeJS.ProcessEnv;
  /** In milliseconds. */
  readonly now?: () => number;
} = {}): Terminal {
  const live =
    stream.isTTY === true &&
    !json &&
    (environment['CI'] ?? '') === '' &&
    environment['TERM'] !== 'dumb';
  /** Lines of progress on the terminal. */
  let shown = 0;
  const clear = () => {
    if (live) stream.write(shown > 1 ? `\r\u001b[${shown - 1}A\u001b[J` : '\r\u001b[K');
    shown = 0;
  };
  const fitting = (line: string) =>
    onOneLine(line).slice(0, Math.max(20, (stream.columns || 80) - 1));
  let lastLine = now();
  let doingNow = '';
  let watch: NodeJS.Timeout | null = null;
  const write = (text: string) => {
    stream.write(`${text}\n`);
    lastLine = now();
  };
  const breakSilence = () => {
    if (doingNow !== '' && now() - lastLine >= longestSilenceMs) write(`at work: ${doingNow}`);
  };
  /** Work that lets no timer run shows when it reports its next step. */
  const log = (doing: string | readonly string[], work: Work | undefined) => {
    if (json) return;
    doingNow = logLine(doing, work);
    if (verbose && typeof doing === 'string') return write(onOneLine(doing));
    watch ??= setInterval(breakSilence, longestSilenceMs / 4).unref();
    breakSilence();
  };
  return {
    progress(doing, work) {
      const isOfWorkers = typeof doing !== 'string';
      if (!live) return log(doing, work);
      clear();
      const done = work === undefined ? '' : workText(work);
      const head = done === '' ? '' : `${done}: `;
      const lines = isOfWorkers ? [done, ...doing] : [`${head}${doing}`];
      stream.write(lines.map(fitting).join('\n'));
      shown = lines.length;
    },
    note(line) {
      if (!live && !json) write(onOneLine(line));
    },
    say(line) {
      clear();
      write(printable(line));
    },
    done() {
      clear();
      if (watch !== null) clearInterval(watch);
      watch = null;
      doingNow = '';
    },
  };
}

export async function onScreen<Result>(
  work: (screen: Terminal) => Promise<Result>,
  options: Parameters<typeof terminal>[0] = {},
): Promise<Result> {
  const screen = terminal(options);
  try {
    return await work(screen);
  } finally {
    screen.done();
  }
}

export function exitCodeOf(outcomes: readonly Outcome[], problems: readonly Problem[]): number {
  if (
    problems.length > 0 ||
    outcomes.some(({ verdict }) => verdict === 'unreadable' || verdict === 'failed')
  )
    return exitCodes.unreadable;
  return outcomes.some(({ verdict }) => ['quarantined', 'doubted', 'waiting'].includes(verdict))
    ? exitCodes.held
    : exitCodes.fine;
}

/** The problems of a run, place first, at most ten of each release. */
export function describeProblems(
  outcomes: readonly Outcome[],
  problems: readonly Problem[],
): string[] {
  const lines = problems.map(formatProblem);
  for (const { source, release, problems: problemsOfRelease } of outcomes) {
    lines.push(...problemsOfRelease.slice(0, 10).map(formatProblem));
    if (problemsOfRelease.length > 10)
      lines.push(`${source} ${release}: ${problemsOfRelease.length - 10} more problems`);
  }
  return lines;
}

const mostLines = 5;
const mostInList = 10;

/**
 * A block for each source: what was read of its newest release, the outcome, and its known issues.
 * Earlier releases with the same verdict share a line. Only `verbose` prints more than five lines.
 */
export function describeOutcomes(
  outcomes: readonly Outcome[],
  { verbose = false }: { readonly verbose?: boolean } = {},
): string[] {
  return [...Map.groupBy(outcomes, ({ source }) => source)].flatMap(([, all]) => {
    if (verbose) return all.flatMap(describeOutcome);
    const earlier = Map.groupBy(all.slice(0, -1), ({ verdict }) => verdict);
    const lines = [
      ...[...earlier.values()].map(describeEarlier),
      ...all.slice(-1).flatMap(describeOutcome),
    ];
    return cutLines(lines);
  });
}

/**
 * A line for releases of one source with the same verdict. It names the editions that are held
 * back, for an operator to accept.
 */
function describeEarlier(outcomes: readonly Outcome[]): string {
  const names = outcomes.map(({ release, verdict, edition }) =>
    edition !== null && (verdict === 'quarantined' || verdict === 'doubted')
      ? `${release} (edition ${edition.id})`
      : release,
  );
  const [first] = outcomes;
  const files = sum(outcomes, (outcome) => outcome.files);
  const seconds = sum(outcomes, (outcome) => outcome.seconds);
  return (
    `${first?.source} ${cutList(names, ', ')}: ` +
    `${first === undefined ? '' : wordOf(first.verdict)}, ${count(files, 'file')} read, ` +
    `${seconds.toFixed(1)} s`
  );
}

function describeOutcome({ source, release, verdict, edition, files, seconds }: Outcome): string[] {
  const head =
    `${source} ${release}: ${wordOf(verdict)}, ${count(files, 'file')} read, ` +
    `${seconds.toFixed(1)} s`;
  if (edition === null) return [head];
  const figures =
    edition.figures === 0
      ? ''
      : `; ${number(edition.figures)} figures published, withheld: ${withheld(edition.withheld)}`;
  return [
    head,
    `  edition ${edition.id}, ${count(edition.files, 'document')}, ` +
      `${size(edition.bytes)}${figures}`,
    // A new column first, so that no known issue pushes it out of the lines that are shown.
    ...edition.checks.filter(({ check }) => isToldFirst(check)).flatMap(describeIssue),
    ...edition.checks.filter(({ check }) => !isToldFirst(check)).flatMap(describeIssue),
  ];
}

/** The unread parts of a file, where a person may find what is missing. */
function isToldFirst(check: string): boolean {
  return check === newColumnsCheck || check === hiddenSheetsCheck;
}

function describeIssue({
  check,
  severity,
  message,
  count: countOfFindings,
}: CheckResult): string[] {
  if (severity !== 'known-issue' && !isToldFirst(check)) return [];
  const kind = check === newColumnsCheck ? 'new' : 'note';
  return [
    `  ${severity === 'info' ? kind : 'known issue'} ${check}: ` +
      `${message}${countOfFindings > 1 ? ` (${number(countOfFindings)} places)` : ''}`,
  ];
}

/** The first ones, and how many there are in all if not all are shown. */
export function cutList(members: readonly string[], separator = ', ', most = mostInList): string {
  if (members.length <= most) return members.join(separator);
  return `${members.slice(0, most).join(separator)} … (${number(members.length)} in all)`;
}

/** At most `most` lines. The last one says how many more there are. */
export function cutLines(lines: readonly string[], most = mostLines): string[] {
  if (lines.length <= most) return [...lines];
  const shown = lines.slice(0, Math.max(0, most - 1));
  return [
    ...shown,
    `  … ${count(lines.length - shown.length, 'more line')}: --verbose prints them`,
  ];
}

export function describeTotal(outcomes: readonly Outcome[], seconds: number): string {
  const editions = outcomes.flatMap(({ edition }) => edition ?? []);
  const reasons: Record<string, number> = {};
  for (const edition of editions)
    for (const [reason, times] of Object.entries(edition.withheld))
      reasons[reason] = (reasons[reason] ?? 0) + times;
  const read = sum(outcomes, ({ files }) => files);
  const totalOf = (what: 'figures' | 'files' | 'bytes') =>
    sum(editions, (edition) => edition[what]);
  return (
    `${count(outcomes.length, 'release')}: ${count(read, 'file')} read, ` +
    `${number(totalOf('figures'))} figures, withheld ${withheld(reasons)}, ` +
    `${count(totalOf('files'), 'document')}, ${size(totalOf('bytes'))}, ${seconds.toFixed(1)} s`
  );
}

function withheld(reasons: Readonly<Record<string, number>>): string {
  const entries = Object.entries(reasons);
  return entries.length === 0
    ? 'none'
    : entries.map(([reason, times]) => `${reason} ${number(times)}`).join(', ');
}

/** Counts with thin separators that do not follow the machine's locale. */
export function number(value: number): string {
  const [whole = '', ...decimals] = String(value).split('.');
  return [whole.replace(/\B(?=(\d{3})+(?!\d))/g, ','), ...decimals].join('.');
}

export function count(value: number, noun: string): string {
  return `${number(value)} ${noun}${value === 1 ? '' : 's'}`;
}

export function nameOfInput({ file, files = 1 }: ListedInput): string {
  return files === 1 ? file : `${file} and ${number(files - 1)} more of its kind`;
}

const singulars: Readonly<Record<string, string>> = { people: 'person', vacancies: 'vacancy' };

/** A value with its unit: `275 people`, `1 indicator`. A word has no unit. */
export function withUnit(value: number | string, unit: string): string {
  if (typeof value === 'string') return value;
  return `${value} ${value === 1 ? (singulars[unit] ?? unit.replace(/s$/, '')) : unit}`;
}

export function size(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function sum<Item>(items: readonly Item[], amount: (item: Item) => number): number {
  return items.reduce((total, item) => total + amount(item), 0);
}
