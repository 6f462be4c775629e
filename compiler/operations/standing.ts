// The standing of each source today: what is served and held, whether a release is late, when the publisher was last checked, and what
// an operator must look at. Pure: the catalogue and the clock go in.
import type { Catalogue, CatalogueEdition, CatalogueSource, CheckResult } from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { failedChecks, heldBack, lateSince, newestDay } from '#schemas/standing.ts';

export interface Standing {
  readonly source: SourceKey;
  readonly configured: boolean;
  readonly checked: string | null;
  readonly fault: string | null;
  readonly served: readonly EditionLine[];
  /** `gone`: its publisher no longer offers it. */
  readonly held: readonly (EditionLine & { readonly blockedBy: readonly CheckResult[]; readonly gone: boolean })[];
  readonly knownIssues: readonly { readonly id: string; readonly check: string; readonly message: string }[];
  readonly withdrawn: readonly (EditionLine & { readonly reason: string; readonly at: string })[];
  /** The announced day, if it has passed without a release. */
  readonly lateSince: string | null;
  readonly nextRelease: string | null;
  /** Correction notices of the publisher for releases that are served. */
  readonly corrections: readonly { readonly id: string; readonly release: string; readonly date: string | null; readonly text: string }[];
}

export interface EditionLine {
  readonly id: string;
  readonly release: string;
  readonly label: string;
}

/** One entry for each source of the catalogue, in its order. */
export function standingOf({ sources, editions }: Catalogue, now: Date): Standing[] {
  const today = now.toISOString().slice(0, 'YYYY-MM-DD'.length);
  return sources.map((source) => {
    const own = editions.filter((edition) => edition.source === source.key);
    const served = source.served.flatMap((id) => own.filter((edition) => edition.id === id));
    const { configured, checked, fault, detail, nextRelease, gone = [] } = source.ingest;
    return {
      source: source.key,
      configured,
      checked,
      fault: detail ?? fault,
      served: served.map(line),
      held: heldBack(own).map((edition) => ({
        ...line(edition),
        blockedBy: edition.checks.filter(({ severity }) => severity === 'block'),
        gone: gone.includes(edition.id),
      })),
      knownIssues: served.flatMap(issuesOf),
      withdrawn: own.flatMap((edition) =>
        edition.withdrawn === null ? [] : [{ ...line(edition), reason: edition.withdrawn.reason, at: edition.withdrawn.at }],
      ),
      lateSince: lateSince(nextRelease, newestDay(own), today),
      nextRelease,
      corrections: correctionsOf(source, served),
    };
  });
}

function line({ id, release, label }: CatalogueEdition): EditionLine {
  return { id, release, label };
}

/** The known issues of a published edition. A blocking one also gives the reason why it was accepted. */
function issuesOf(edition: CatalogueEdition): Standing['knownIssues'][number][] {
  const { id, accepted } = edition;
  return failedChecks(edition).map(({ check, message, severity }) => ({
    id,
    check,
    message: severity === 'block' ? `${message} (accepted: ${accepted?.reason ?? ''})` : message,
  }));
}

/** Notices for served editions, except notices older than the release: its files already have the correction. */
function correctionsOf({ ingest }: CatalogueSource, served: readonly CatalogueEdition[]): Standing['corrections'][number][] {
  return served.flatMap(({ id, release, released }) =>
    ingest.notices
      .filter((notice) => notice.release === release && !(notice.date !== null && released !== null && notice.date < released))
      .map(({ date, text }) => ({ id, release, date, text })),
  );
}
