// Measures bench/largest-files.json again: what the largest release of each source holds, and the memory and time that reading it takes. The
// publishers' files where they are there, else a synthetic release of full size; and what is known of files that we do not have. SOURCES names
// the sources to measure; the others keep their numbers.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SourceKey } from '#schemas/codes.ts';
import { parseRelease } from '#compiler/edition/catalogue.ts';
import { releasesIn } from '#compiler/release/releases.ts';
import { sources } from '#sources/index.ts';
import type { LimitName } from '#sources/kit/read/limits.ts';
import { kindOf } from '#sources/kit/named-files.ts';
import type { Source } from '#sources/kit/source.ts';
import type { ReadingJob } from './largest-of.ts';

const table = fileURLToPath(new URL('./largest-files.json', import.meta.url));

/** The largest of everything that readers count, by source. */
export interface LargestFiles {
  readonly sources: readonly {
    readonly source: SourceKey;
    /** Which files were measured. */
    readonly of: string;
    /** What is known of larger files that we do not have: which, and how large. A person writes it. */
    readonly beyond?: { readonly of: string; readonly largest: Readonly<Partial<Record<LimitName, number>>> };
    /** The largest of both. */
    readonly largest: Readonly<Partial<Record<LimitName, number>>>;
  }[];
}

type Largest = Partial<Record<LimitName, number>>;

/** How a program of the bench is measured. */
export type Measure = (...command: readonly string[]) => { readonly megabytes: number };

type Releases = ReadingJob['releases'];

/** Writes the table. `work` is a folder for synthetic releases. */
export async function measureLargestFiles(measure: Measure, publisherFiles: string, work: string): Promise<void> {
  const before: LargestFiles = JSON.parse(readFileSync(table, 'utf8'));
  const wanted = process.env['SOURCES']?.split(',');
  const measured: LargestFiles['sources'][number][] = [];
  for (const source of sources) {
    const known = before.sources.find((one) => one.source === source.key);
    if (known !== undefined && wanted?.includes(source.key) === false) {
      measured.push(known);
      continue;
    }
    const beyond = known?.beyond ?? null;
    const real = realReleases(source, publisherFiles);
    const releases = real.length > 0 ? real : await sampleReleases(source, join(work, source.key));
    const largest = largestOf(measure, { source: source.key, releases, counts: join(work, `${source.key}.json`) });
    const of = [real.length > 0 ? "the publisher's files" : 'the sample of full size', ...(beyond === null ? [] : [beyond.of])].join('; ');
    measured.push({ source: source.key, of, ...(beyond === null ? {} : { beyond }), largest: greater(largest, beyond?.largest ?? {}) });
    console.log(`${source.key.padEnd(26)} ${releases.length} releases, ${largest.seconds} s, ${largest.memory} MB`);
  }
  writeFileSync(table, `${JSON.stringify({ sources: measured }, null, 2)}\n`);
  console.log('bench/largest-files.json is written');
}

function realReleases(source: Source, publisherFiles: string): Releases {
  return releasesIn(publisherFiles, [source]).releases.map(({ release, files }) => ({
    release,
    files: files().map(({ name }) => ({
      name,
      path: kindOf(source.files, name) === undefined ? null : join(publisherFiles, source.key, release.name, name),
    })),
  }));
}

async function sampleReleases(source: Source, folder: string): Promise<Releases> {
  return (await source.sample({ full: true })).map(({ release: name, files }) => {
    const release = parseRelease(source, name);
    if (release === null) throw new Error(`${source.key} makes a sample with the name ${name}, which is no release`);
    mkdirSync(join(folder, name), { recursive: true });
    for (const file of files) writeFileSync(join(folder, name, file.name), file.bytes);
    return { release, files: files.map((file) => ({ name: file.name, path: join(folder, name, file.name) })) };
  });
}

/** One process reads the releases of a source, as the compiler has them read. */
function largestOf(measure: Measure, job: ReadingJob): Largest {
  const file = `${job.counts}.job`;
  writeFileSync(file, JSON.stringify(job));
  const { megabytes } = measure('bench/largest-of.ts', file);
  const counted: Largest = JSON.parse(readFileSync(job.counts, 'utf8'));
  return { ...counted, memory: Math.round(megabytes) };
}

function greater(one: Largest, other: Largest): Largest {
  const names = Object.keys({ ...one, ...other }) as LimitName[];
  return Object.fromEntries(names.map((name) => [name, Math.max(one[name] ?? 0, other[name] ?? 0)]));
}
