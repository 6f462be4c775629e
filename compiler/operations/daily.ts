// One unattended day of the service: it pulls the store, updates, verifies and publishes. One run at a time.
import { mkdirSync } from 'node:fs';
import type { ComparedEdition } from '../diff/difference-of-edition.ts';
import { readCatalogue } from '../edition/catalogue.ts';
import { lock } from '../edition/lock.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import type { Reported } from '../store/reported.ts';
import { type DayReport, reportOfDay, reportedOf } from '../report/day-report.ts';

/** A step of the day. It returns the exit code of the command of the same name. */
export interface Step {
  readonly name: string;
  readonly run: () => Promise<number>;
}

export interface DailyOptions {
  readonly directory: string;
  readonly pull: Step;
  /** The steps between pull and publish, in order: update, verify, bundle. */
  readonly steps: readonly Step[];
  readonly publish: Step;
  /** What any machine reported last. The new report is noted after the day has been published. */
  readonly lastReported: () => Promise<Reported | null>;
  readonly noteReported: (reported: Reported) => Promise<void>;
  /** What a newly held edition would change, or a new one has changed; null if that cannot be computed. */
  readonly differenceOf: (id: string) => Promise<ComparedEdition | null>;
  readonly now: () => Date;
  readonly say: (line: string) => void;
}

export interface Day {
  readonly exitCode: number;
  /** The step that stopped the day before anything was published; null if none did. */
  readonly stoppedAt: string | null;
  readonly report: DayReport | null;
}

/**
 * Runs a day. A held release, or a source that could not be checked, stops nothing: the rest is published and the exit code says so.
 * Any other failure stops the day before publishing, and the store stays as it was.
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
    const differences = new Map<string, ComparedEdition>();
    const { fresh, held } = reportOfDay(before, after, today);
    for (const { id } of [...fresh, ...held]) {
      const difference = await differenceOf(id);
      if (difference !== null) differences.set(id, difference);
    }
    const report = reportOfDay(before, after, today, differences);
    const published = await publish.run();
    if (published !== exitCodes.fine) return { exitCode: published, stoppedAt: publish.name, report };
    // Last, so that the day after a killed one reports what that one did not.
    await noteReported(reportedOf(after, today));
    return { exitCode, stoppedAt: null, report };
  } finally {
    unlock();
  }
}

const goesOn: ReadonlySet<number> = new Set([exitCodes.fine, exitCodes.held, exitCodes.unreadable]);
