// /v1/meta/ingest: the state of the checks at the publishers, source by source.
import type { Catalogue } from '#schemas/catalogue.ts';
import { sourceKeys } from '#schemas/codes.ts';
import { faultOfFormat } from '#schemas/document-formats.ts';
import { heldBack } from '#schemas/standing/held-back.ts';
import { lateSince } from '#schemas/standing/late-since.ts';
import type { IngestStatusResponse } from '#schemas/resources/meta.ts';
import { sourceStatus } from './source-status.ts';
import { toldChecks } from './told-checks.ts';

/** `now` is the server's clock in milliseconds; it decides whether a release is late. */
export function ingestStatus({ serial, written, sample, sources, editions }: Catalogue, now: number): IngestStatusResponse {
  const today = new Date(now).toISOString().slice(0, 10);
  return {
    catalogue: { serial, written },
    sample,
    sources: sources
      .toSorted((a, b) => sourceKeys.indexOf(a.key) - sourceKeys.indexOf(b.key))
      .map(({ key, ingest }) => {
        const own = editions.filter((edition) => edition.source === key);
        return {
          source: key,
          status: sourceStatus(own),
          watched: ingest.configured,
          checked: ingest.checked,
          changed: ingest.changed,
          fault: unreadable(own) ?? ingest.fault,
          newestRelease: ingest.newest,
          heldBack: heldBack(own).map((edition) => ({
            edition: edition.label,
            editionId: edition.id,
            release: edition.release,
            released: edition.released,
            year: edition.year,
            since: edition.compiled,
            checks: toldChecks(edition),
          })),
          nextRelease: ingest.nextRelease,
          late: lateSince(ingest.nextRelease, own, today) !== null,
          correctionNotices: ingest.notices,
        };
      }),
  };
}

/** Why the served editions cannot be read here; null if they can. */
function unreadable(editions: Catalogue['editions']): string | null {
  const [fault] = editions.flatMap((edition) => (edition.state === 'served' ? (faultOfFormat(edition) ?? []) : []));
  return fault === undefined ? null : `${fault.message}; ${fault.repair}`;
}
