// Reads the published titles with the sources' own parsers, to measure the search on them.
import { fileURLToPath } from 'node:url';
import { releasesIn } from '#compiler/release/releases.ts';
import { ownFiles } from '#sources/kit/named-files.ts';
import type { Source } from '#sources/kit/source.ts';
import type { IndexEntry, NeededObservations, Needs, TitleEvidence } from '#sources/kit/needs.ts';
import type { TitleIndexParts } from '#sources/soc-index/build-title-index.ts';
import { careerProfiles } from '#sources/career-profiles/source.ts';
import { esco } from '#sources/esco/source.ts';
import { onet } from '#sources/onet/source.ts';
import { socIndex } from '#sources/soc-index/source.ts';
import type { IndexObservations } from '#sources/soc-index/reshape.ts';
import { titles as indexTitles } from '#sources/soc-index/titles.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { titles as structureTitles } from '#sources/soc-structure/titles.ts';

/** What the search is made of: the titles of the index, and what all sources say of titles. */
export type Published = Awaited<ReturnType<typeof published>>;

const publishedFiles =
  process.env['FROM'] ?? fileURLToPath(new URL('../../../shared/publisher-files', import.meta.url));

/** `from`: the folder of published files, `<source>/<release>/<files>`. */
export async function published(from = publishedFiles) {
  const { structure, index, rows, needs } = await spine(from);
  const versions = new Map(
    rows.flatMap((row) =>
      row.kind === 'index' ? [[row.id.trim(), row.version.trim()] as const] : [],
    ),
  );
  const others = [await read(esco, from), await read(onet, from), await read(careerProfiles, from)];
  const observed = others.map((source) => source.observe(needs(index.entries)));
  return {
    parts: partsOf(structure, index),
    entries: index.entries.map((entry) => ({ ...entry, version: versions.get(entry.id) ?? '' })),
    /**
     * The evidence of each source. `kept` are the entries of the index that are known; crosswalks
     * are counted on them, too.
     */
    evidence: (kept: readonly IndexEntry[]) =>
      new Map<string, readonly TitleEvidence[]>([
        ['soc-structure', [...structureTitles(structure)]],
        ['soc-index', [...indexTitles({ ...index, entries: [...kept] })]],
        ...observed.map((source) => [source.key, source.titles(needs(kept))] as const),
      ]),
  };
}

/** The parts of the search for titles alone. */
export async function publishedParts(from = publishedFiles): Promise<TitleIndexParts> {
  const { structure, index } = await spine(from);
  return partsOf(structure, index);
}

function partsOf(
  structure: NeededObservations['soc-structure'],
  { entries, crossReferences, abbreviations }: IndexObservations,
): TitleIndexParts {
  return { unitGroups: structure.unitGroups, entries, crossReferences, abbreviations };
}

/** The classification and its index, and both as needs of other sources. */
async function spine(from: string) {
  const none: Needs = {
    get: () => {
      throw new Error('soc-structure needs no other source');
    },
  };
  const structure = (await read(socStructure, from)).reshape(none);
  const { rows, reshape } = await read(socIndex, from);
  const index = reshape({
    get: <Key extends keyof NeededObservations>() => structure as NeededObservations[Key],
  });
  const needs = (entries: readonly IndexEntry[]): Needs => ({
    get: <Key extends keyof NeededObservations>(key: Key) =>
      (key === 'soc-structure' ? structure : { ...index, entries }) as NeededObservations[Key],
  });
  return { structure, index, rows, needs };
}

/** The newest release of a source in the folder, with its rows. */
async function read<Rows extends readonly unknown[], Observations>(
  source: Source<Rows, Observations>,
  from: string,
) {
  const found = releasesIn(from, [source as Source]).releases.at(-1);
  if (found === undefined) throw new Error(`${from}/${source.key}: found no release`);
  const { release } = found;
  const rows = await source.parse(release, ownFiles(source.files, found.files()));
  const reshape = (needs: Needs) => source.reshape(release, rows, needs, []);
  return {
    rows,
    reshape,
    observe: (needs: Needs) => {
      const observations = reshape(needs);
      return {
        key: source.key,
        titles: (now: Needs) => [...(source.titles?.(observations, now) ?? [])],
      };
    },
  };
}
