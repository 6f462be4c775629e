// /v1/meta/ingest: the state of the checks at the publishers, source by source.
import type { ServingCatalogue, ServingEdition } from '#schemas/catalogue.ts';
import { sourceKeys } from '#schemas/codes.ts';
import { faultOfFormat } from '#schemas/document-formats.ts';
import { lateSince } from '#schemas/standing.ts';
import type { IngestStatusResponse } from '#schemas/resources/meta.ts';
import { toldChecks } from './list-editions.ts';

/** `now` is the server's clock in milliseconds; it decides whether a release is late. */
export function ingestStatus({ serial, written, sample, sources, editions }: ServingCatalogue, now: number): IngestStatusResponse {
  const today = new Date(now).toISOString().slice(0, 10);
  return {
    catalogue: { serial, written },
    sample,
    sources: sources
      .toSorted((a, b) => sourceKeys.indexOf(a.key) - sourceKeys.indexOf(b.key))
      .map(({ key, ingest, standing }) => {
        const own = editions.filter((edition) => edition.source === key);
        return {
          source: key,
          status: standing.status,
          watched: ingest.configured,
          checked: ingest.checked,
          changed: ingest.changed,
          fault: unreadable(own) ?? ingest.fault,
          newestRelease: ingest.newest,
          heldBack: standing.held
            .flatMap((id) => own.filter((edition) => edition.id === id))
            .map((edition) => ({
              edition: edition.label,
              editionId: edition.id,
              release: edition.release,
              released: edition.released,
              year: edition.year,
              since: edition.compiled,
              checks: toldChecks(edition),
            })),
          nextRelease: ingest.nextRelease,
          late: lateSince(ingest.nextRelease, standing.arrived, today) !== null,
          correctionNotices: ingest.notices,
        };
      }),
  };
}

/** Why the served editions cannot be read here; null if they can. */
function unreadable(editions: readonly ServingEdition[]): string | null {
  const [fault] = editions.flatMap((edition) => (edition.state === 'served' ? (faultOfFormat(edition) ?? []) : []));
  return fault === undefined ? null : `${fault.message}; ${fault.repair}`;
}
