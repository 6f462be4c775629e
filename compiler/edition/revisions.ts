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
  const revisions: Revisions[number][] = [];
  for (const { year, provisional, revised } of pairs) {
    const known = before.find(
      (revision) => revision.provisional === provisional.id && revision.revised === revised.id,
    );
    const measures =
      known?.code === code
        ? null
        : source.statistics(publishedIn(directory, provisional), publishedIn(directory, revised));
    if (measures !== null)
      revisions.push({ year, provisional: provisional.id, revised: revised.id, measures, code });
    // Documents may be missing here, as after a partial pull. The known result is then kept.
    else if (known !== undefined) revisions.push(known);
  }
  return revisions;
}

function pairsOf(source: Source, editions: readonly CatalogueEdition[]): Pair[] {
  const readableEditions = editions.filter(isReadable);
  const pairs: Pair[] = [];
  for (const revised of servedEditions(source, readableEditions)) {
    const { year } = revised;
    if (year === null || revised.provisional) continue;
    const provisionalEditions = readableEditions.filter(
      (edition) => edition.year === year && edition.provisional,
    );
    // If there are several, such as a corrected one, the last one that was served.
    const [provisional] = servedEditions(source, provisionalEditions);
    if (provisional !== undefined) pairs.push({ year, provisional, revised });
  }
  return pairs.sort((a, b) => a.year - b.year);
}

/**
 * The documents of an edition, each compared with the digest that the edition lists. A damaged one
 * counts as missing; lmi verify and doctor report it.
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
