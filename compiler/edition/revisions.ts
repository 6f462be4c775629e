// What the catalogue keeps of pairs of editions: how far a year's provisional figures moved when they were revised. It stands in the
// catalogue, because an edition must not know of another, or it would no longer be a function of its own inputs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogueEdition, CatalogueSource } from '#schemas/catalogue.ts';
import { documentPath } from '#schemas/document-path.ts';
import { endpoints } from '#schemas/endpoints.ts';
import type { PublishedEdition, Source } from '#sources/kit/source.ts';
import { codeDigest } from './digest.ts';
import { servedEditions } from './catalogue.ts';

type Revisions = CatalogueSource['revisions'];

interface Pair {
  readonly year: number;
  readonly provisional: CatalogueEdition;
  readonly revised: CatalogueEdition;
}

/**
 * The revisions of every reference year whose served edition is revised and of which a provisional one is held; oldest year first,
 * none for a source without statistics. What was computed before by the same code is taken over.
 */
export function revisionsOf(directory: string, source: Source, editions: readonly CatalogueEdition[], before: Revisions): Revisions {
  if (source.statistics === undefined) return [];
  const pairs = pairsOf(source, editions);
  const code = pairs.length === 0 ? '' : codeDigest();
  return pairs.flatMap(({ year, provisional, revised }) => {
    const known = before.find((revision) => revision.provisional === provisional.id && revision.revised === revised.id);
    if (known?.code === code) return [known];
    const measures = source.statistics?.(publishedIn(directory, provisional), publishedIn(directory, revised)) ?? null;
    // Documents may lie elsewhere than the catalogue does, as after a partial pull: what is known of the pair is then kept.
    if (measures === null) return known === undefined ? [] : [known];
    return [{ year, provisional: provisional.id, revised: revised.id, measures, code }];
  });
}

function pairsOf(source: Source, editions: readonly CatalogueEdition[]): Pair[] {
  const pairs = servedEditions(source, editions).flatMap((revised): Pair[] => {
    const { year } = revised;
    if (year === null || revised.provisional) return [];
    // Of several provisional editions, a corrected one for instance, the one that the revised edition took over from.
    const [provisional] = servedEditions(
      source,
      editions.filter((edition) => edition.year === year && edition.provisional),
    );
    return provisional === undefined ? [] : [{ year, provisional, revised }];
  });
  return pairs.sort((a, b) => a.year - b.year);
}

function publishedIn(directory: string, { id, axes }: CatalogueEdition): PublishedEdition {
  return {
    occupations: axes.occupations,
    document(endpoint, place) {
      const row = endpoints.find((candidate) => candidate.id === endpoint);
      if (row === undefined) throw new Error(`there is no endpoint ${endpoint}`);
      try {
        // Validated against its schema before it was published, and immutable since.
        return JSON.parse(readFileSync(join(directory, 'editions', id, documentPath(row, place)), 'utf8'));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
    },
  };
}
