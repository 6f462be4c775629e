// The spine's sources with a check that holds back the second release of each, and their releases.
// A process reads them in no time: their files are zips of the rows themselves as JSON, of the
// coding index those of a few unit groups. What a cell means is not what is decided or killed here.
// No test framework here: a program that is killed runs it too.
import type { ReleaseFiles } from '#compiler/release/outcome.ts';
import { LayoutError } from '#sources/kit/problem.ts';
import { readZip } from '#sources/kit/read/zip.ts';
import { writeZip } from '#sources/kit/sample/workbook.ts';
import type { PublishedFile } from '#sources/kit/named-files.ts';
import type { Source } from '#sources/kit/source.ts';
import { few, socIndex, socStructure } from '../compiler/slim-sources.ts';
import { compileSample, edited, releaseOf, sampleOf } from '../compiler/spine-releases.ts';

export const first = 'sample-2025-04-16';
export const second = 'sample-2025-12-03';

/** The source with files of rows, and without checks. */
function quick(source: Source): Source {
  return {
    ...source,
    checks: [],
    async parse({ name: release }, files) {
      const members = await Promise.all(files.map(({ name, bytes }) => readZip(name, bytes)));
      const texts = await Promise.all(
        members.flat().map(async (member) => (await member.read()).toString()),
      );
      if (!texts.every((text) => text.startsWith('[')))
        throw new LayoutError([
          { place: `${source.key} ${release}`, message: 'is no list of rows' },
        ]);
      return texts.flatMap((text): readonly unknown[] => JSON.parse(text));
    },
  };
}

/** Nothing holds these back. */
export const quickSpine = [quick(socStructure), quick(socIndex)] as const;

/** The source with a check that finds something wrong with its second release. */
export function suspicious(source: Source): Source {
  const check = (edition: { release: { name: string } }) =>
    edition.release.name === second
      ? [{ place: `${source.key} ${second} 'Sheet'!B2`, message: 'half of it has moved' }]
      : [];
  return {
    ...source,
    checks: [
      ...source.checks,
      {
        name: 'movement',
        severity: 'block',
        describe: 'The release looks like the one before.',
        check,
      },
    ],
  };
}

export const structureSource = suspicious(quickSpine[0]);
export const indexSource = suspicious(quickSpine[1]);
export const sources = [structureSource, indexSource] as const;

export async function quickFile(source: Source): Promise<PublishedFile> {
  const { release, published } = await sampleOf(source);
  const rows = (await source.parse(release, published)).filter((row) => {
    const { kind, soc2020 } = row as { readonly kind?: string; readonly soc2020?: string };
    return kind !== 'index' || (soc2020 !== undefined && few.has(soc2020));
  });
  return {
    name: published[0]?.name ?? '',
    bytes: await writeZip([{ name: 'rows.json', bytes: Buffer.from(JSON.stringify(rows)) }]),
  };
}

/** As in the second release, in which the unit group 1112 is called "Elected officers". */
export const renamed = (files: readonly PublishedFile[]) =>
  edited(files, (_, text) =>
    text.replaceAll('Elected officers and representatives', 'Elected officers'),
  );
/** Other bytes of equal cells. */
export const padded = (files: readonly PublishedFile[]) => edited(files, (_, text) => `${text} `);
/** Of a layout that is not understood. */
export const broken = (files: readonly PublishedFile[]) =>
  edited(files, (_, text) => `Sheet 2 ${text}`);

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
  releasesOf(sources, [[await quickFile(socStructure)], [await quickFile(socIndex)]]);

export const compileInto = (
  directory: string,
  given: readonly ReleaseFiles[],
  options: Parameters<typeof compileSample>[2] = {},
) => compileSample(directory, given, { sources, ...options });

export const quiet = { progress: () => {}, say: () => {} };
