// /v1/meta/editions: the record of every edition in any state.
import type { Catalogue, CatalogueEdition } from '#schemas/catalogue.ts';
import type { EditionResponse } from '#schemas/resources/meta.ts';
import { newestFirst } from '#schemas/standing/newest-first.ts';
import { toldChecks } from './told-checks.ts';

/** Newest first; of one source, or of all sources if `source` is null. */
export function listEditions({ editions }: Catalogue, source: string | null): EditionResponse[] {
  const labels = new Map(editions.map(({ id, label }) => [id, label]));
  return newestFirst(editions.filter((edition) => source === null || edition.source === source)).map((edition) =>
    describe(edition, labels),
  );
}

function describe(edition: CatalogueEdition, labels: ReadonlyMap<string, string>): EditionResponse {
  return {
    id: edition.id,
    source: edition.source,
    release: edition.release,
    edition: edition.label,
    released: edition.released,
    year: edition.year,
    provisional: edition.provisional,
    state: edition.state,
    knownIssues: toldChecks(edition).length,
    checks: toldChecks(edition),
    accepted: edition.accepted,
    withdrawn: edition.withdrawn,
    pruned: edition.pruned,
    touched: edition.touched,
    // An edition that is no longer listed has no label, so its id stands in: a record must not vanish with another.
    inputs: edition.needs.map((need) => ({
      source: need.source,
      edition: labels.get(need.edition) ?? need.edition,
      editionId: need.edition,
    })),
    documents: edition.files,
    bytes: edition.bytes,
    figures: edition.figures,
    withheldByReason: edition.withheld,
    files: edition.inputs,
    compiled: edition.compiled,
    root: edition.root,
  };
}
