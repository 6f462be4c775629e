// /v1/meta/ingest: how the watch over the publishers stands, source by source.
import type { Catalogue, CatalogueEdition } from '#schemas/catalogue.ts';
import { sourceKeys } from '#schemas/codes.ts';
import type { IngestStatusResponse } from '#schemas/meta.ts';
import { failedChecks } from './failed-checks.ts';
import { heldBack } from './held-back.ts';
import { dayOf } from './newest-first.ts';
import { sourceStatus } from './source-status.ts';

/** `now` is the server's clock in milliseconds: whether a release is late depends on the day on which one asks. */
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
          fault: ingest.fault,
          newest: ingest.newest,
          heldBack: heldBack(own).map((edition) => ({
            edition: edition.label,
            editionId: edition.id,
            release: edition.release,
            released: edition.released,
            year: edition.year,
            since: edition.compiled,
            checks: failedChecks(edition),
          })),
          nextRelease: ingest.nextRelease,
          late: isLate(ingest.nextRelease, own, today),
          notices: ingest.notices,
        };
      }),
  };
}

/**
 * Whether the announced day is over and nothing has come. What came and is held back has come: the publisher is not late. Days are
 * UTC's; the announced ones are the United Kingdom's and end at most an hour earlier.
 */
export function isLate(announced: string | null, editions: readonly CatalogueEdition[], today: string): boolean {
  if (announced === null || today <= announced) return false;
  return !editions.some((edition) => dayOf(firstOf(edition.release, editions) ?? edition, editions) >= announced);
}

/** The edition with which a release first came. Compiled again, because another source changed, it is no new release. */
function firstOf(release: string, editions: readonly CatalogueEdition[]): CatalogueEdition | undefined {
  return editions.find((edition) => edition.release === release);
}
