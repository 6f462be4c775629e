// One day of the service, unattended: state comes from the store, is brought up to date, proved, and goes back. One run at a time.
import { mkdirSync } from 'node:fs';
import type { Difference } from '../diff/diff-editions.ts';
import { readCatalogue } from '../edition/catalogue.ts';
import { lock } from '../edition/lock.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import type { Reported } from '../store/reported.ts';
import { type DayReport, reportOfDay, reportedOf } from '../report/day-report.ts';

/** A step of the day: its name and what it does. The exit code is that of the command of the same name. */
export interface Step {
  readonly name: string;
  readonly run: () => Promise<number>;
}

export interface DailyOptions {
  readonly directory: string;
  readonly pull: Step;
  /** Everything between pull and publish, in order: update, verify, bundle. */
  readonly steps: readonly Step[];
  readonly publish: Step;
  /** What was reported last, by whichever machine, and where that is to be noted once a day has been published. */
  readonly lastReported: () => Promise<Reported | null>;
  readonly noteReported: (reported: Reported) => Promise<void>;
  /** What an edition that is newly held would change; null where that cannot be said. */
  readonly differenceOf: (id: string) => Promise<Difference | null>;
  readonly now: () => Date;
  readonly say: (line: string) => void;
}

export interface Day {
  readonly exitCode: number;
  /** The step that stopped the day before anything was published; null where none did. */
  readonly stoppedAt: string | null;
  readonly report: DayReport | null;
}

/**
 * Runs a day. A release that is held, or a source that could not be checked, stops nothing: the rest is published and the exit code
 * says so. Any other failure stops the day before publishing, and the store stays as it was.
 */
export async function runDay({
  directory,
  pull,
  steps,
  publish,
  lastReported,
  noteReported,
  differenceOf,
  now,
  say,
}: DailyOptions): Promise<Day> {
  mkdirSync(directory, { recursive: true });
  const unlock = lock(directory, say, 'daily.lock');
  try {
    const pulled = await pull.run();
    if (pulled !== exitCodes.fine) return { exitCode: pulled, stoppedAt: pull.name, report: null };
    const before = await lastReported();
    let exitCode: number = exitCodes.fine;
    for (const step of steps) {
      const code = await step.run();
      if (!goesOn.has(code)) return { exitCode: code, stoppedAt: step.name, report: null };
      exitCode = Math.max(exitCode, code);
    }
    const after = readCatalogue(directory)?.catalogue ?? null;
    if (after === null) return { exitCode, stoppedAt: publish.name, report: null };
    const today = now();
    const differences = new Map<string, Difference>();
    for (const { id } of reportOfDay(before, after, today).held) {
      const difference = await differenceOf(id);
      if (difference !== null) differences.set(id, difference);
    }
    const report = reportOfDay(before, after, today, differences);
    const published = await publish.run();
    if (published !== exitCodes.fine) return { exitCode: published, stoppedAt: publish.name, report };
    // Last, so that what a killed day has not told is told by the next.
    await noteReported(reportedOf(after, today));
    return { exitCode, stoppedAt: null, report };
  } finally {
    unlock();
  }
}

const goesOn: ReadonlySet<number> = new Set([exitCodes.fine, exitCodes.held, exitCodes.unreadable]);
