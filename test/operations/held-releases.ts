// The spine's sources with one more check, which holds back the second release of each; and their releases. No test framework here:
// programs that are killed run it too.
import type { ReleaseFiles } from '#compiler/release/outcome.ts';
import type { Source } from '#sources/kit/source.ts';
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

/** The files of the second release say "Elected officers" for the unit group 1112. */
export async function releases(): Promise<{
  structure: ReleaseFiles;
  index: ReleaseFiles;
  structure2: ReleaseFiles;
  index2: ReleaseFiles;
}> {
  const [structure, index] = [await sampleOf(socStructure), await sampleOf(socIndex)];
  const renamed = await edited(structure.published, (_, text) =>
    text.replaceAll('Elected officers and representatives', 'Elected officers'),
  );
  return {
    structure: releaseOf(structureSource, first, structure.published),
    index: releaseOf(indexSource, first, index.published),
    structure2: releaseOf(structureSource, second, renamed),
    index2: releaseOf(indexSource, second, await edited(index.published, (_, text) => text)),
  };
}

export const compileInto = (directory: string, given: readonly ReleaseFiles[], options: Parameters<typeof compileSample>[2] = {}) =>
  compileSample(directory, given, { sources, ...options });

export const quiet = { progress: () => {}, say: () => {} };
