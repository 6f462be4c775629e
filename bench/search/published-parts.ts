// Reads the published coding index with the sources' own parsers, to measure the search on it.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NeededObservations, Needs, Source } from '#sources/kit/source.ts';
import type { TitleIndexParts } from '#server/search/build-title-index.ts';
import { socIndex } from '#sources/soc-index/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';

const release = '2025-04-16';

/** `from`: the folder of published files, `<source>/<release>/<files>`. */
export async function publishedParts(
  from = process.env['FROM'] ?? fileURLToPath(new URL('../../../shared/publisher-files', import.meta.url)),
): Promise<TitleIndexParts> {
  const structure = await observe(socStructure, from, {
    get: () => {
      throw new Error('soc-structure needs no other source');
    },
  });
  const needs: Needs = { get: <Key extends keyof NeededObservations>() => structure as NeededObservations[Key] };
  const { entries, crossReferences, abbreviations } = await observe(socIndex, from, needs);
  return { unitGroups: structure.unitGroups, entries, crossReferences, abbreviations };
}

async function observe<Rows extends readonly unknown[], Observations>(
  source: Source<Rows, Observations>,
  from: string,
  needs: Needs,
): Promise<Observations> {
  const folder = join(from, source.key, release);
  const files = readdirSync(folder).map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
  const named = source.release(release);
  if (named === null) throw new Error(`"${release}" is no release of ${source.key}`);
  const whole = { source: source.key, name: release, sample: false, ...named };
  return source.reshape(whole, await source.parse(whole, files), needs, []);
}
