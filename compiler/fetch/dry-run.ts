// Tries an update: sends its requests to the publishers and reads the answers. The data directory
// stays as it is, and the downloads are removed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Problem, faultsOf, messageOf } from '#sources/kit/problem.ts';
import { placeOfRelease } from '#sources/kit/place.ts';
import { readCatalogue } from '../edition/catalogue.ts';
import { sha256 } from '../edition/digest.ts';
import type { ReleaseFiles } from '../release/outcome.ts';
import { hasWholeSnapshot, readSnapshot } from '../release/snapshots.ts';
import { Http } from './http.ts';
import { type CheckRun, type Snapshots, SourceCheck } from './source-check.ts';
import { type SourceReport, reportOf } from './source-report.ts';
import type { UpdateOptions } from './update.ts';

export type DryRunOptions = Omit<UpdateOptions, 'sources'>;

export interface DryRun {
  readonly sources: readonly DryReport[];
}

export interface DryReport extends SourceReport {
  /** The releases that an update would compile. `rows`: how many; null if unreadable. */
  readonly read: readonly { readonly release: string; readonly rows: number | null }[];
}

export async function dryRun(options: DryRunOptions): Promise<DryRun> {
  const { directory, wanted, progress } = options;
  const downloads = mkdtempSync(join(tmpdir(), 'lmi-update-'));
  try {
    const catalogue = readCatalogue(directory)?.catalogue ?? null;
    const run: CheckRun = {
      ...options,
      catalogue,
      client: new Http({ ...options.http, say: progress }),
      downloads,
      snapshots: inMemory(directory),
    };
    const checks = await Promise.all(wanted.map((source) => new SourceCheck(source, run).run()));
    const sources: DryReport[] = [];
    for (const check of checks) {
      const report = reportOf(check, catalogue, []);
      const problems = [...report.problems];
      const read: { release: string; rows: number | null }[] = [];
      for (const release of check.toCompile) {
        progress(`${placeOfRelease(release.release)}: reading`);
        const rows = await rowsOf(release, problems);
        read.push({ release: release.release.name, rows });
      }
      sources.push({ ...report, problems, read });
    }
    return { sources };
  } finally {
    rmSync(downloads, { recursive: true, force: true });
  }
}

/** How many rows a release has. Null, with its problems, if it cannot be read. */
async function rowsOf(
  { source, release, files }: ReleaseFiles,
  problems: Problem[],
): Promise<number | null> {
  try {
    return (await source.parse(release, files())).length;
  } catch (error) {
    const ownFault = {
      place: placeOfRelease(release),
      message: `our own code failed: ${messageOf(error)}`,
    };
    problems.push(...(faultsOf(error) ?? [ownFault]));
    return null;
  }
}

/** The snapshots of a directory, and what has been downloaded beside them. */
function inMemory(directory: string): Snapshots {
  const downloaded = new Map<string, Uint8Array>();
  return {
    has: (source, digest) => downloaded.has(digest) || hasWholeSnapshot(directory, source, digest),
    read: (source, digest) => downloaded.get(digest) ?? readSnapshot(directory, source, digest),
    keep: (_, bytes) => void downloaded.set(sha256(bytes), bytes),
    note: () => {},
  };
}
