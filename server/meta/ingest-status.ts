// /v1/meta/ingest: the state of the checks at the publishers, source by source.
import type { ServingCatalogue } from '#schemas/catalogue.ts';
import { sourceKeys } from '#schemas/codes.ts';
import { standingOf } from '#schemas/standing.ts';
import type { IngestStatusResponse } from '#schemas/resources/meta.ts';
import { publicChecks } from './list-editions.ts';

/** `now` is the server's clock in milliseconds; it decides whether a release is late. */
export function ingestStatus(catalogue: ServingCatalogue, now: number): IngestStatusResponse {
  const { serial, written, sample } = catalogue;
  return {
    catalogue: { serial, written },
    sample,
    sources: standingOf(catalogue, new Date(now))
      .toSorted((a, b) => sourceKeys.indexOf(a.source) - sourceKeys.indexOf(b.source))
      .map(
        ({ source, status, ingest, held, unreadable: [unreadable], lateSince, corrections }) => ({
          source,
          status,
          watched: ingest.configured,
          checked: ingest.checked,
          changed: ingest.changed,
          fault:
            unreadable === undefined ? ingest.fault : `${unreadable.message}; ${unreadable.repair}`,
          newestRelease: ingest.newest,
          heldBack: held.map(({ edition }) => {
            const { id, label, release, released, year, compiled: since } = edition;
            return {
              edition: label,
              editionId: id,
              release,
              released,
              year,
              since,
              checks: publicChecks(edition),
            };
          }),
          nextRelease: ingest.nextRelease,
          late: lateSince !== null,
          correctionNotices: ingest.notices,
          undecided: corrections.map(({ id: editionId, ...notice }) => ({ editionId, ...notice })),
        }),
      ),
  };
}
