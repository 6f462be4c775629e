// An altered release through the whole pipeline, after the sound one of the same source: what became of it, and the lines that say where.
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { formatProblem } from '#sources/kit/problem.ts';
import type { PublishedFile, Source } from '#sources/kit/source.ts';
import { remembering, structureWithFewDocuments, withFewDocuments } from '../compiler/slim-sources.ts';
import { compileSample, releaseOf, sampleOf } from '../compiler/spine-releases.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

export interface Fate {
  readonly verdict: string;
  readonly lines: string;
  /** Releases of the source that are served afterwards. */
  readonly served: readonly (string | undefined)[];
}

/** What each source makes of its sound sample is made once. */
const slim = new Map<Source, Source>();

/** Compiles the sound sample and then `name` made of the altered files. */
export async function compileAltered(
  whole: Source,
  name: string,
  alter: (files: readonly PublishedFile[]) => readonly PublishedFile[] | Promise<readonly PublishedFile[]>,
): Promise<Fate> {
  const directory = temporaryDirectory();
  const source = slim.get(whole) ?? withFewDocuments(remembering(whole));
  slim.set(whole, source);
  const sources = [structureWithFewDocuments, source];
  const sound = await sampleOf(source);
  await compileSample(directory, [await sampleOf(structureWithFewDocuments), sound], { sources });
  const { outcomes } = await compileSample(directory, [releaseOf(source, name, await alter(sound.published))], { sources });
  const outcome = outcomes.find((candidate) => candidate.source === source.key && candidate.release === name);
  const { catalogue } = readCatalogue(directory) ?? {};
  const served = catalogue?.sources.find(({ key }) => key === source.key)?.served ?? [];
  return {
    verdict: outcome?.verdict ?? 'not compiled',
    lines: (outcome?.problems ?? []).map(formatProblem).join('\n'),
    served: served.map((id) => catalogue?.editions.find((edition) => edition.id === id)?.release),
  };
}
