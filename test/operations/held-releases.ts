// The spine's sources with one more check, which holds back the second release of each; and their releases. No test framework here:
// a program that is killed runs it too.
import type { ReleaseFiles } from '#compiler/release/outcome.ts';
import type { PublishedFile, Source } from '#sources/kit/source.ts';
import { compileSample, edited, releaseOf, sampleOf, socIndex, socStructure } from '../compiler/spine-releases.ts';

export const first = 'sample-2025-04-16';
export const second = 'sample-2025-12-03';

/** The source with a check that finds something wrong with its second release. */
export function suspicious(source: Source): Source {
  const check = (edition: { release: { name: string } }) =>
    edition.release.name === second ? [{ place: `${source.key} ${second} 'Sheet'!B2`, message: 'half of it has moved' }] : [];
  return {
    ...source,
    checks: [...source.checks, { name: 'movement', severity: 'block', describe: 'The release looks like the one before.', check }],
  };
}

export const structureSource = suspicious(socStructure);
export const indexSource = suspicious(socIndex);
export const sources: readonly Source[] = [structureSource, indexSource];

/** As in the second release, in which the unit group 1112 is called "Elected officers". */
export const renamed = (files: readonly PublishedFile[]) =>
  edited(files, (_, text) => text.replaceAll('Elected officers and representatives', 'Elected officers'));
/** Other bytes of equal cells. */
export const padded = (files: readonly PublishedFile[]) => edited(files, (_, text) => `${text} `);

export async function releasesOf(
  [structureSource, indexSource]: readonly [Source, Source],
  [structure, index]: readonly [readonly PublishedFile[], readonly PublishedFile[]],
): Promise<Record<'structure' | 'index' | 'structure2' | 'index2', ReleaseFiles>> {
  return {
    structure: releaseOf(structureSource, first, structure),
    index: releaseOf(indexSource, first, index),
    structure2: releaseOf(structureSource, second, await renamed(structure)),
    index2: releaseOf(indexSource, second, await padded(index)),
  };
}

export const releases = async () =>
  releasesOf([structureSource, indexSource], [(await sampleOf(socStructure)).published, (await sampleOf(socIndex)).published]);

export const compileInto = (directory: string, given: readonly ReleaseFiles[], options: Parameters<typeof compileSample>[2] = {}) =>
  compileSample(directory, given, { sources, ...options });

export const quiet = { progress: () => {}, say: () => {} };
