// Reads the releases of one source as the compiler's reading process does, and writes the largest of everything that its readers count.
import { readFileSync, writeFileSync } from 'node:fs';
import type { SourceKey } from '#schemas/codes.ts';
import { parserOf } from '#sources/parsers.ts';
import { readRelease } from '#sources/kit/named-files.ts';
import { type LimitName, measure } from '#sources/kit/read/limits.ts';
import type { Release } from '#sources/kit/release.ts';

/** What to read, as JSON in the file that the first argument names. */
export interface ReadingJob {
  readonly source: SourceKey;
  readonly releases: readonly {
    readonly release: Release;
    /** A file that its source does not read is only named. */
    readonly files: readonly { readonly name: string; readonly path: string | null }[];
  }[];
  /** Where the counts are written, as JSON. */
  readonly counts: string;
}

const job: ReadingJob = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const largest = new Map<LimitName, number>([['seconds', 0]]);
const parser = await parserOf(job.source);
for (const { release, files: named } of job.releases) {
  const files = named.map(({ name, path }) => ({ name, bytes: path === null ? new Uint8Array() : readFileSync(path) }));
  const [began, beganProcessor] = [performance.now(), process.cpuUsage()];
  const rows = await measure(largest, () => readRelease(parser, release, files));
  // The reading process sends them as texts.
  for (const row of rows) JSON.stringify(row);
  const { user, system } = process.cpuUsage(beganProcessor);
  // On a busy machine the first is more, where threads work side by side the second: at rest it takes the less of both.
  const seconds = Math.ceil(Math.min((performance.now() - began) / 1000, (user + system) / 1e6));
  largest.set('seconds', Math.max(seconds, largest.get('seconds') ?? 0));
}
writeFileSync(job.counts, JSON.stringify(Object.fromEntries(largest)));
