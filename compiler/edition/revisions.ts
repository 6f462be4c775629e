// Computes how far a year's provisional figures moved when they were revised. The catalogue keeps
// it, because an edition depends only on its own inputs and must not know another edition.
import { join } from 'node:path';
import type { CatalogueEdition, CatalogueSource } from '#schemas/catalogue.ts';
import { documentPath } from '#schemas/document-path.ts';
import { isReadable } from '#schemas/document-formats.ts';
import { endpoints } from '#schemas/endpoints.ts';
import type { PublishedEdition, Source } from '#sources/kit/source.ts';
import { readOrNull } from '#sources/kit/problem.ts';
import { codeDigest } from './code-digest.ts';
import { sha256 } from './digest.ts';
import { recordIn } from './edition-record.ts';
import { readWhole } from './files.ts';
import { servedEditions } from './catalogue.ts';

type Revisions = CatalogueSource['revisions'];

interface Pair {
  readonly year: number;
  readonly provisional: CatalogueEdition;
  readonly revised: CatalogueEdition;
}

/**
 * The revisions of every reference year with a served revised edition and a provisional one, oldest
 * year first. A source without statistics has none. Results of the same code are reused.
 */
export function revisionsOf(
  directory: string,
  source: Source,
  editions: readonly CatalogueEdition[],
  before: Revisions,
): Revisions {
  if (source.statistics === undefined) return [];
  const pairs = pairsOf(source, editions);
  const code = pairs.length === 0 ? '' : codeDigest();
  return pairs.flatMap(({ year, provisional, revised }) => {
    const known = before.find(
      (revision) => revision.provisional === provisional.id && revision.revised === revised.id,
    );
    if (known?.code === code) return [known];
    const measures =
      source.statistics?.(publishedIn(directory, provisional), publishedIn(directory, revised)) ??
      null;
    // Documents may be missing here, as after a partial pull. The known result is then kept.
    if (measures === null) return known === undefined ? [] : [known];
    return [{ year, provisional: provisional.id, revised: revised.id, measures, code }];
  });
}

function pairsOf(source: Source, editions: readonly CatalogueEdition[]): Pair[] {
  const read = editions.filter(isReadable);
  const pairs = servedEditions(source, read).flatMap((revised): Pair[] => {
    const { year } = revised;
    if (year === null || revised.provisional) return [];
    // If there are several provisional editions, such as a corrected one, the last one that was
    // served.
    const ofYear = read.filter((edition) => edition.year === year && edition.provisional);
    const [provisional] = servedEditions(source, ofYear);
    return provisional === undefined ? [] : [{ year, provisional, revised }];
  });
  return pairs.sort((a, b) => a.year - b.year);
}

/**
 * Its documents, each compared with the digest that the edition lists. A damaged one counts as
 * missing; lmi verify and doctor report it.
 */
function publishedIn(directory: string, edition: CatalogueEdition): PublishedEdition {
  const folder = join(directory, 'editions', edition.id);
  const read = recordIn(directory, edition);
  const digests = new Map(
    'fault' in read ? [] : read.record.files.map(({ file, sha256 }) => [file, sha256]),
  );
  return {
    occupations: edition.axes.occupations,
    document(endpoint, place) {
      const row = endpoints.find((candidate) => candidate.id === endpoint);
      if (row === undefined) throw new Error(`there is no endpoint ${endpoint}`);
      const path = documentPath(row, place);
      const bytes = readOrNull(() => readWhole(join(folder, path)));
      // Validated against its schema before it was published, and immutable since.
      return bytes !== null && sha256(bytes) === digests.get(path)
        ? JSON.parse(bytes.toString())
        : null;
    },
  };
}
