// The subjects by source: the newest real release with the release before it, or the newest release
// of the sample.
import type { SourceKey } from '#schemas/codes.ts';
import { parseRelease } from '#compiler/edition/catalogue.ts';
import { needsFrom } from '#compiler/release/read-again.ts';
import { allNeedsOf, releasesIn } from '#compiler/release/releases.ts';
import { ownFiles } from '#sources/kit/named-files.ts';
import type { Release } from '#sources/kit/release.ts';
import type { Source } from '#sources/kit/source.ts';
import { keepingRows, keptSample } from '../../test/kept.ts';
import { publisherFiles } from '../../test/publisher-files.ts';
import type { Subject } from './run.ts';
import { type Parsed, observe, sourceOf, subjectOf } from './subjects.ts';

/** The real releases in the folder of published files, newest first. */
const real: Partial<Record<SourceKey, readonly string[]>> = {
  'soc-structure': ['2025-04-16', '2024-10-16'],
  'soc-index': ['2025-04-16'],
  ashe: ['2024-provisional', '2023-provisional'],
  'aps-workforce': ['2021-2024'],
  'skills-projections': ['2020-2035-revised'],
  onet: ['30.2'],
  esco: ['1.1.0'],
  'career-profiles': ['2020-11-16'],
};

/** The rows of a release in the folder of published files. */
async function realRows(source: Source, name: string): Promise<Parsed> {
  const found = releasesIn(publisherFiles, [source]).releases.find(
    ({ release }) => release.name === name,
  );
  if (found === undefined) throw new Error(`${publisherFiles} has no ${source.key} ${name}`);
  const { release, files } = found;
  return {
    release,
    rows: await keepingRows(source).parse(release, ownFiles(source.files, files())),
  };
}

/** The rows of each release of the plain sample, oldest first. */
async function sampleRows(source: Source): Promise<Parsed[]> {
  const parsed: Parsed[] = [];
  for (const { release: name, files } of await keptSample(source)) {
    const release = releaseOf(source, name);
    parsed.push({ release, rows: await keepingRows(source).parse(release, files) });
  }
  return parsed;
}

function releaseOf(source: Source, name: string): Release {
  const release = parseRelease(source, name);
  if (release === null) throw new Error(`"${name}" is no release of ${source.key}`);
  return release;
}

const needed = new Map<string, Promise<ReadonlyMap<string, unknown>>>();

/** What a source needs, from real releases or from samples. */
function needsOf(key: SourceKey, from: 'real' | 'sample'): Promise<ReadonlyMap<string, unknown>> {
  const known = needed.get(`${from} ${key}`);
  if (known !== undefined) return known;
  const found = (async () => {
    const all = new Map<string, unknown>();
    for (const need of allNeedsOf(sourceOf(key))) {
      const parsed =
        from === 'sample' ? (await sampleRows(sourceOf(need))).at(-1) : await firstReal(need);
      if (parsed === undefined) continue;
      const source = sourceOf(need);
      all.set(
        need,
        observe(source, parsed, needsFrom(source, await needsOf(need, from))).observations,
      );
    }
    return all;
  })();
  needed.set(`${from} ${key}`, found);
  return found;
}

async function firstReal(key: SourceKey) {
  const [name] = real[key] ?? [];
  return name === undefined ? undefined : realRows(sourceOf(key), name);
}

/** The real release of a source; null if there is none at hand. */
export async function realSubject(key: SourceKey): Promise<Subject | null> {
  const [name, before] = real[key] ?? [];
  if (name === undefined) return null;
  const source = sourceOf(key);
  const needs = needsFrom(source, await needsOf(key, 'real'));
  const previous =
    before === undefined ? null : observe(source, await realRows(source, before), needs);
  return subjectOf(source, observe(source, await realRows(source, name), needs), previous);
}

/**
 * The release before one that repeats a whole series: the same rows without those of the newest
 * quarter.
 */
const shortened: Partial<
  Record<SourceKey, { readonly release: string; readonly isOlder: (row: unknown) => boolean }>
> = {
  'work-visas': { release: 'sample-2026-Q1', isOlder: (row) => Object(row).quarter !== '2026 Q2' },
};

/**
 * The newest release of a source's sample, with the one before it; null if the source has no
 * sample.
 */
export async function sampleSubject(key: SourceKey): Promise<Subject | null> {
  const source = sourceOf(key);
  const [now, older] = (await sampleRows(source)).reverse();
  if (now === undefined) return null;
  const shorter = shortened[key];
  const before =
    shorter === undefined
      ? older
      : {
          release: releaseOf(source, shorter.release),
          rows: now.rows.filter((row) => shorter.isOlder(row)),
        };
  const needs = needsFrom(source, await needsOf(key, 'sample'));
  return subjectOf(
    source,
    observe(source, now, needs),
    before === undefined ? null : observe(source, before, needs),
  );
}
