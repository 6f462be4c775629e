// /v1/meta/sources: each source, the terms for its data, and the editions that answer now.
import type { ServingCatalogue, ServingEdition } from '#schemas/catalogue.ts';
import { sourceKeys } from '#schemas/codes.ts';
import { endpoints } from '#schemas/endpoints.ts';
import type { SourceResponse } from '#schemas/resources/meta.ts';
import { newestFirst } from '#schemas/standing.ts';

export function listSources({ sources, editions }: ServingCatalogue): SourceResponse[] {
  return sources
    .toSorted((a, b) => sourceKeys.indexOf(a.key) - sourceKeys.indexOf(b.key))
    .map(
      ({
        key: source,
        title,
        publisher,
        licence,
        licenceUrl,
        attribution,
        landingPage,
        cadence,
        standing: { status },
      }) => ({
        source,
        title,
        publisher,
        licence,
        licenceUrl,
        attribution,
        landingPage,
        cadence,
        status,
        served: served(editions.filter((edition) => edition.source === source)),
        endpoints: endpoints
          .filter((row) => row.sources.some((key) => key === source))
          .map(({ path }) => path),
      }),
    );
}

/**
 * By reference year first, as in server/answers/edition.ts, because the revision of an old year
 * comes after the figures of a new one.
 */
function served(editions: readonly ServingEdition[]): SourceResponse['served'] {
  return newestFirst(editions.filter(({ state }) => state === 'served'))
    .sort((a, b) => (b.year ?? 0) - (a.year ?? 0))
    .map(({ id, label, release, released, year, provisional }) => {
      return { edition: label, editionId: id, release, released, year, provisional };
    });
}
