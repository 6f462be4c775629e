// Looks for new releases at the publishers, downloads missing files and compiles them. All results
// of a run go live in one replacement of the catalogue. A source that fails is reported and never
// stops the others.
import { rmdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Source } from '#sources/kit/source.ts';
import { readCatalogue } from '../edition/catalogue.ts';
import { requireClock } from '../edition/clock.ts';
import { makeFolder, refuseMixture } from '../edition/data-directory.ts';
import { namesIn, removeIn } from '../edition/files.ts';
import { lock } from '../edition/lock.ts';
import { compile } from '../pipeline.ts';
import type { Outcome } from '../release/outcome.ts';
import type { Workers } from '../release/workers.ts';
import { Http } from './http.ts';
import { ingestOf } from './ingest.ts';
import { type CheckOptions, type CheckRun, SourceCheck, snapshotsIn } from './source-check.ts';
import { type SourceReport, reportOf } from './source-report.ts';

export interface UpdateOptions extends CheckOptions {
  /** Every source. A source is compiled again if a source that it needs has changed. */
  readonly sources: readonly Source[];
  readonly wanted: readonly Source[];
  /** The workers that make editions; by default this process. */
  readonly workers?: Workers;
  readonly note?: (line: string) => void;
}

export interface UpdateResult {
  readonly sources: readonly SourceReport[];
  /**
   * One for everything that was compiled, including sources compiled again because a source that
   * they need has changed.
   */
  readonly outcomes: readonly Outcome[];
}

/**
 * Updates a data directory from the publishers. Throws DirectoryError or LockedError; a source's
 * fault is in the result.
 */
export async function update(options: UpdateOptions): Promise<UpdateResult> {
  const { directory, wanted } = options;
  const downloads = join(directory, 'downloads');
  makeFolder(downloads, directory);
  // Its own lock: downloading may take an hour, and offline compiling need not wait for it.
  const unlock = lock(downloads, options.say);
  let isSettled = false;
  try {
    const catalogue = readCatalogue(directory)?.catalogue ?? null;
    refuseMixture(directory, catalogue, false);
    requireClock(directory, catalogue);
    // A wait before a retry is only progress: an address that could not be reached is reported
    // once, with the number of attempts.
    const run: CheckRun = {
      ...options,
      catalogue,
      client: new Http({ ...options.http, say: options.progress }),
      downloads,
      snapshots: snapshotsIn(directory),
    };
    const checks = await Promise.all(wanted.map((source) => new SourceCheck(source, run).run()));
    const outcomes = await compile({
      sources: options.sources,
      releases: checks.flatMap(({ toCompile }) => toCompile),
      directory,
      sample: false,
      acceptDocumented: false,
      ...(options.workers === undefined ? {} : { workers: options.workers }),
      ...(options.note === undefined ? {} : { note: options.note }),
      ingest: (compiled) => ingestOf(options.sources, checks, catalogue, compiled),
      progress: options.progress,
      say: options.say,
    });
    isSettled = checks.every(({ problems }) => problems.length === 0);
    return { sources: checks.map((check) => reportOf(check, catalogue, outcomes)), outcomes };
  } finally {
    // The next run resumes a failed download.
    if (isSettled) removeIn(downloads, (name) => name !== 'lock');
    unlock();
    if (namesIn(downloads).length === 0) rmdirSync(downloads);
  }
}
