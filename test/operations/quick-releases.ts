// Sources and releases that a process reads in no time, for tests that kill it many times: the slim spine, its files zips of the rows
// themselves as JSON, of the coding index those of a few unit groups. What a cell means and how it is checked is not what dies there.
import type { ReleaseFiles } from '#compiler/release/outcome.ts';
import { readZip } from '#sources/kit/read/zip.ts';
import { writeZip } from '#sources/kit/sample/workbook.ts';
import type { PublishedFile, Source } from '#sources/kit/source.ts';
import { few, socIndex, socStructure } from '../compiler/slim-sources.ts';
import { compileSample, sampleOf } from '../compiler/spine-releases.ts';
import { releasesOf, suspicious } from './held-releases.ts';

function quick(source: Source): Source {
  return {
    ...source,
    checks: [],
    async parse(_, files) {
      const members = await Promise.all(files.map(({ name, bytes }) => readZip(name, bytes)));
      const texts = await Promise.all(members.flat().map(async (member) => (await member.read()).toString()));
      return texts.flatMap((text): readonly unknown[] => JSON.parse(text));
    },
  };
}

/** Nothing holds these back. */
export const quickStructure = quick(socStructure);
export const quickIndex = quick(socIndex);
export const quickSpine: readonly Source[] = [quickStructure, quickIndex];
/** A check holds back the second release of each of these. */
export const quickSources = [suspicious(quickStructure), suspicious(quickIndex)] as const;

export async function quickFile(source: Source): Promise<PublishedFile> {
  const { release, published } = await sampleOf(source);
  const rows = (await source.parse(release, published)).filter((row) => {
    const { kind, soc2020 } = row as { readonly kind?: string; readonly soc2020?: string };
    return kind !== 'index' || (soc2020 !== undefined && few.has(soc2020));
  });
  return { name: published[0]?.name ?? '', bytes: await writeZip([{ name: 'rows.json', bytes: Buffer.from(JSON.stringify(rows)) }]) };
}

export const quickReleases = async () => releasesOf(quickSources, [[await quickFile(socStructure)], [await quickFile(socIndex)]]);

export const compileQuick = (directory: string, given: readonly ReleaseFiles[], options: Parameters<typeof compileSample>[2] = {}) =>
  compileSample(directory, given, { sources: quickSources, ...options });
