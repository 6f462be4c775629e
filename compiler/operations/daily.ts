// One unattended day of the service: it pulls the store, updates, prunes, verifies and publishes.
// One run at a time.
import { mkdirSync } from 'node:fs';
import { ReportedError } from '#sources/kit/reported-error.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Difference } from '../diff/diff-editions.ts';
import { readableCatalogue } from '../edition/catalogue.ts';
import { lock } from '../edition/lock.ts';
import { type DayReport, exitCodeOfReport, reportOfDay, reportedOf } from './day-report.ts';
import type { Reported } from '../store/reported.ts';

/**
 * A step of the day. It returns the exit code of the command of the same name, or throws a
 * ReportedError that says why it failed.
 */
export interface Step {
  readonly name: string;
  readonly run: () => Promise<number>;
  /** True if the day goes on without it. */
  readonly dispensable?: boolean;
}

export interface DailyOptions {
  readonly directory: string;
  readonly pull: Step;
  /** The steps between pull and publish, in order: update, prune, verify, bundle. */
  readonly steps: readonly Step[];
  readonly publish: Step;
  /** The last report of any machine. The new report is noted after the day has been published. */
  readonly lastReported: () => Promise<Reported | null>;
  readonly noteReported: (reported: Reported) => Promise<void>;
  /**
   * What a newly held edition would change, or a new one has changed; null if that cannot be
   * computed.
   */
  readonly differenceOf: (id: string) => Promise<Difference | null>;
  readonly now: () => Date;
  readonly say: (line: string) => void;
  /** For a log: a line when a step begins, and one when it ends. */
  readonly note?: (line: string) => void;
}

export interface Broken {
  readonly step: string;
  /** True if nothing was published because of it. */
  readonly stopped: boolean;
  readonly message: string;
  /** The commands that say more. */
  readonly next: readonly string[];
}

export interface Day {
  /**
   * 0: all is well; 1: a step failed; 2: there is no such store; 3: something waits for a person;
   * 4: a publisher could not be checked, or the store is lost.
   */
  readonly exitCode: number;
  /** The step that stopped the day before anything was published; null if none did. */
  readonly stoppedAt: string | null;
  readonly broken: readonly Broken[];
  /** Null if there is no catalogue that can be read. */
  readonly report: DayReport | null;
}

const goesOn: ReadonlySet<number> = new Set([exitCodes.fine, exitCodes.held, exitCodes.unreadable]);

export function step(name: string, run: () => Promise<unknown>): Step {
  return { name, run: () => run().then(() => exitCodes.fine) };
}

/**
 * Runs a day. A held release, or a source that could not be checked, stops nothing: the rest is
 * published and the exit code says so. Any other failure stops the day before publishing, and the
 * store stays as it was.
 */
export async function runDay(options: DailyOptions): Promise<Day> {
  const { directory, pull, steps, publish, lastReported, noteReported, differenceOf, now, say } =
    options;
  const { note = () => {} } = options;
  mkdirSync(directory, { recursive: true });
  const unlock = lock(directory, say, 'daily.lock');
  const broken: Broken[] = [];
  let failure: number = exitCodes.fine;
  /** The last report; null if there is none, undefined while it has not been read. */
  let before: Reported | null | undefined;
  let exitCode: number = exitCodes.fine;
  /** The step that stopped the day; null if none did. */
  const runAll = async (all: readonly Step[]): Promise<string | null> => {
    for (const { name, run, dispensable = false } of all) {
      const started = performance.now();
      note(`${name}: begins`);
      const result = await run().catch((error: unknown) => {
        if (error instanceof ReportedError) return error;
        throw error;
      });
      const ended = result instanceof ReportedError ? 'failed' : 'done';
      note(`${name}: ${ended}, ${((performance.now() - started) / 1000).toFixed(1)} s`);
      if (typeof result === 'number' && goesOn.has(result)) exitCode = Math.max(exitCode, result);
      else {
        const message =
          typeof result === 'number'
            ? `${name} ended with exit code ${result}; its messages say why`
            : result.message;
        const next = steps.some((step) => step.name === name) ? `lmi ${name}` : 'lmi doctor';
        broken.push({ step: name, stopped: !dispensable, message, next: [next] });
        // Of the store, whether it is none or cannot be reached.
        const isOfStore =
          typeof result !== 'number' && (name === pull.name || result.kind === 'unreadable');
        failure = Math.max(failure, isOfStore ? exitCodes[result.kind] : exitCodes.refused);
        if (!dispensable) return name;
      }
    }
    return null;
  };
  try {
    const readLast = step('report', async () => (before = await lastReported()));
    const stoppedAt = await runAll([pull, readLast, ...steps]);
    const after = readableCatalogue(directory)?.catalogue ?? null;
    const today = now();
    const dayWith = (stoppedStep: string | null, report: DayReport | null): Day => {
      const waiting = report === null ? exitCodes.fine : exitCodeOfReport(report);
      return {
        exitCode: broken.length > 0 ? failure : Math.max(exitCode, waiting),
        stoppedAt: stoppedStep,
        broken,
        report,
      };
    };
    if (after === null) return dayWith(stoppedAt ?? publish.name, null);
    // Without the last report nobody can say what is new.
    const lastReport = before === undefined ? reportedOf(after, today) : before;
    const plain = reportOfDay(lastReport, after, today);
    if (stoppedAt !== null) return dayWith(stoppedAt, plain);
    const compared = new Map<string, Difference>();
    for (const { id } of [...plain.fresh, ...plain.held.filter(({ isNew }) => isNew)]) {
      const difference = await differenceOf(id);
      if (difference !== null) compared.set(id, difference);
    }
    // The report is noted last, so that the day after a killed one reports what the killed one
    // could not.
    const noting = step('report', () => noteReported(reportedOf(after, today)));
    return dayWith(
      await runAll([publish, { ...noting, dispensable: true }]),
      reportOfDay(lastReport, after, today, compared),
    );
  } finally {
    unlock();
  }
}
