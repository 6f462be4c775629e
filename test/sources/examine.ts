// Takes one release of one source through parse and reshape, as the pipeline does.
import { type Problem, formatProblem } from '#sources/kit/problem.ts';
import type { PublishedFile } from '#sources/kit/named-files.ts';
import type { NeededObservations, Needs } from '#sources/kit/needs.ts';
import type { Examined, Release } from '#sources/kit/release.ts';
import type { Source } from '#sources/kit/source.ts';
import { keepingRows, keptSample } from '../kept.ts';

export interface Outcome<Rows, Observations> {
  readonly edition: Examined<Rows, Observations>;
  readonly problems: readonly Problem[];
}

/** Hands over what it was given, and names what it was not. */
export function needsOf(given: Partial<NeededObservations>): Needs {
  return {
    get(key) {
      const found = given[key];
      if (found === undefined) throw new Error(`the test gives no ${key}`);
      return found;
    },
  };
}

/** Reads the files as the release of that name. */
export async function examine<Rows extends readonly unknown[], Observations>(
  source: Source<Rows, Observations>,
  name: string,
  files: readonly PublishedFile[],
  needs: Needs = needsOf({}),
): Promise<Outcome<Rows, Observations>> {
  const sample = name.startsWith('sample-');
  const named = source.release(sample ? name.slice('sample-'.length) : name);
  if (named === null) throw new Error(`"${name}" is no release of ${source.key}`);
  const release: Release = { source: source.key, name, sample, ...named };
  const rows = await source.parse(release, files);
  const problems: Problem[] = [];
  return {
    edition: { release, rows, observations: source.reshape(release, rows, needs, problems), needs },
    problems,
  };
}

/**
 * An edition with other rows, reshaped again, as the release of another name where one is given.
 */
export function reshaped<Rows extends readonly unknown[], Observations>(
  source: Source<Rows, Observations>,
  edition: Examined<Rows, Observations>,
  rows: Rows,
  name = edition.release.name,
): Outcome<Rows, Observations> & { readonly lines: readonly string[] } {
  const problems: Problem[] = [];
  const sample = name.startsWith('sample-');
  const release: Release = {
    ...edition.release,
    ...source.release(sample ? name.slice('sample-'.length) : name),
    name,
    sample,
  };
  const observations = source.reshape(release, rows, edition.needs, problems);
  return {
    edition: { ...edition, release, rows, observations },
    problems,
    lines: problems.map(formatProblem),
  };
}

/** Reads the newest release of the plain sample. */
export async function examineSample<Rows extends readonly unknown[], Observations>(
  source: Source<Rows, Observations>,
  needs?: Needs,
) {
  const newest = (await keptSample(source)).at(-1);
  if (newest === undefined) throw new Error(`${source.key} has no sample`);
  return examine(keepingRows(source), newest.release, newest.files, needs);
}
