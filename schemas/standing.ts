// The standing of sources and editions: which are published, held back or late, their order in
// lists, what is the matter with each source, and which model the search uses.
import type {
  Catalogue,
  CatalogueEdition,
  CatalogueSource,
  CheckResult,
  Ingest,
  ServingCatalogue,
  ServingEdition,
  SourceStanding,
} from './catalogue.ts';
import type { SourceKey } from './codes.ts';
import { type StoredFault, faultOfFormat, fileFormats } from './document-formats.ts';
import { byCodeUnit } from './order.ts';

/**
 * What is the matter with a source today. lmi status, review, doctor, the daily report,
 * /v1/meta/ingest and the page of the status print it.
 */
export interface Standing {
  readonly source: SourceKey;
  readonly status: SourceStanding['status'];
  /** The result of the last look at its publisher. */
  readonly ingest: Ingest;
  readonly served: readonly ServingEdition[];
  /**
   * Editions that wait for a person, newest first.
   */
  readonly held: readonly HeldStanding[];
  /** Served, but a check fails now that did not fail when they were published. */
  readonly doubted: readonly ServingEdition[];
  /**
   * What publishers say of served editions: corrections and withdrawals about which no person has
   * decided.
   */
  readonly corrections: readonly Correction[];
  /** Why served editions cannot be read by this version. */
  readonly unreadable: readonly (StoredFault & { readonly edition: ServingEdition })[];
  /** Of the editions that are known: a server knows only those that it needs. */
  readonly withdrawn: readonly ServingEdition[];
  /** The announced day, if it has passed without a release. */
  readonly lateSince: string | null;
}

export interface HeldStanding {
  readonly edition: ServingEdition;
  /** True if its publisher no longer offers it. */
  readonly gone: boolean;
  /** Its publisher's notices: corrections, and withdrawals. */
  readonly corrections: readonly Correction[];
  readonly withdrawals: readonly Correction[];
}

export interface Correction {
  /** The edition. */
  readonly id: string;
  readonly release: string;
  readonly date: string | null;
  readonly text: string;
}

/** One entry for each source of the catalogue, in its order. */
export function standingOf({ sources, editions }: ServingCatalogue, now: Date): Standing[] {
  const today = now.toISOString().slice(0, 'YYYY-MM-DD'.length);
  return sources.map(({ key, ingest, standing, served: ids }) => {
    const editionsOfSource = editions.filter((edition) => edition.source === key);
    const withId = (id: string) => editionsOfSource.filter((edition) => edition.id === id);
    const served = ids.flatMap(withId);
    return {
      source: key,
      status: standing.status,
      ingest,
      served,
      held: standing.held.flatMap(withId).map((edition) => ({
        edition,
        gone: ingest.gone?.includes(edition.id) ?? false,
        ...noticesOf(ingest, edition),
      })),
      doubted: served.filter(
        ({ accepted, checks }) =>
          accepted === null && checks.some(({ severity }) => severity === 'block'),
      ),
      corrections: served.flatMap((edition) => correctionsOf(ingest, edition)),
      unreadable: unreadableAmong(served),
      withdrawn: editionsOfSource.filter(({ state }) => state === 'withdrawn'),
      lateSince: lateSince(ingest.nextRelease, standing.arrived, today),
    };
  });
}

function unreadableAmong(editions: readonly ServingEdition[]): Standing['unreadable'] {
  const unreadable: Standing['unreadable'][number][] = [];
  for (const edition of editions) {
    const fault = faultOfFormat(edition);
    if (fault !== null) unreadable.push({ ...fault, edition });
  }
  return unreadable;
}

/** The publisher's notices about an edition that is held back. */
export function noticesOf(
  ingest: Ingest,
  edition: ServingEdition,
): Pick<HeldStanding, 'corrections' | 'withdrawals'> {
  const { withdrawals = [] } = ingest;
  const isWithdrawal = ({ date, text }: Correction) =>
    withdrawals.some((notice) => notice.date === date && notice.text === text);
  const notices = correctionsOf(ingest, edition);
  return {
    corrections: notices.filter((notice) => !isWithdrawal(notice)),
    withdrawals: notices.filter(isWithdrawal),
  };
}

/** Older notices than the release are left out: its files already have the correction. */
function correctionsOf(
  { notices, decided = [] }: Ingest,
  { id, release, released }: ServingEdition,
): Correction[] {
  const isOlder = ({ date }: Ingest['notices'][number]) =>
    date !== null && released !== null && date < released;
  const isDecided = ({ date, text }: Ingest['notices'][number]) =>
    decided.some(
      (decision) =>
        decision.release === release && decision.date === date && decision.text === text,
    );
  return notices
    .filter((notice) => notice.release === release && !isOlder(notice) && !isDecided(notice))
    .map(({ date, text }) => ({ id, release, date, text }));
}

/**
 * The editions of one source that a check holds back, that no later publication makes good and that
 * nobody has dismissed, newest first. Each release has only its newest try, which is the one to
 * accept. `editions` are the source's, in the order they were added.
 */
export function heldBack(editions: readonly CatalogueEdition[]): CatalogueEdition[] {
  const held = new Set(
    editions.filter(
      (edition, place) =>
        edition.state === 'quarantined' &&
        edition.dismissed === undefined &&
        isNewestTry(edition, place, editions) &&
        !isMadeGood(edition, place, editions),
    ),
  );
  return newestFirst(editions).filter((edition) => held.has(edition));
}

function isNewestTry(
  { release }: CatalogueEdition,
  place: number,
  editions: readonly CatalogueEdition[],
): boolean {
  return !editions
    .slice(place + 1)
    .some((edition) => edition.state === 'quarantined' && edition.release === release);
}

/**
 * In doubt an edition stays listed: a held release that nobody knows about is worse than one that
 * is listed twice.
 */
function isMadeGood(
  held: CatalogueEdition,
  place: number,
  editions: readonly CatalogueEdition[],
): boolean {
  const earlier = new Set(editions.slice(0, place).map(filesOf));
  return editions.some((edition, index) => {
    if (!isPublished(edition)) return false;
    // The same release, in newer files or in the same files. An older file set that was only
    // compiled again because another source changed says nothing about the held files.
    if (edition.release === held.release) return index > place && !earlier.has(filesOf(edition));
    // A later release that replaces the held one, if both state their day.
    return (
      edition.year === held.year &&
      edition.released !== null &&
      held.released !== null &&
      edition.released > held.released
    );
  });
}

function filesOf({ release, inputs }: CatalogueEdition): string {
  return JSON.stringify([release, inputs.map(({ sha256 }) => sha256)]);
}

/**
 * True for an edition that answers requests, by default or if a request names it; false for one
 * that is held back or withdrawn.
 */
export function isPublished({ state }: Pick<CatalogueEdition, 'state'>): boolean {
  return state === 'served' || state === 'superseded';
}

/**
 * The announced day if it has passed without a release; else null. `arrived` is what `newestDay`
 * gives. Days are in UTC. Announced days are in UK time, which ends a day at most an hour earlier.
 */
export function lateSince(
  announced: string | null,
  arrived: string | null,
  today: string,
): string | null {
  if (announced === null || today <= announced) return null;
  return arrived !== null && arrived >= announced ? null : announced;
}

/**
 * The day of the newest release, or null. A release that is held back is not late. `editions` are
 * the source's, in the order they were added. A later edition of a release, compiled again because
 * another source changed, is not a new release.
 */
export function newestDay(editions: readonly CatalogueEdition[]): string | null {
  const releases = Map.groupBy(editions, ({ release }) => release).values();
  let newest: string | null = null;
  for (const [first] of releases) {
    if (first === undefined) continue;
    const day = dayOf(first, editions);
    if (newest === null || day > newest) newest = day;
  }
  return newest;
}

/**
 * The day on which an edition's release came out. If the publisher states none, it is the day on
 * which the release was compiled here, but not after the day of an edition of a later year, because
 * old years are often compiled after new ones.
 */
export function dayOf(edition: ServingEdition, editions: readonly ServingEdition[]): string {
  const { source, year, released } = edition;
  if (released !== null) return released;
  const later = editions.filter(
    (other) => other.source === source && year !== null && other.year !== null && other.year > year,
  );
  const days = [edition, ...later].map(
    (release) => release.released ?? release.compiled.slice(0, 10),
  );
  return days.reduce((first, day) => (day < first ? day : first));
}

/**
 * Editions by that day, newest first. On one day they go by reference year, revised before
 * provisional, then the edition added later first (`editions` are in the order they were added),
 * then by id, so that the order is total.
 */
export function newestFirst<Edition extends ServingEdition>(
  editions: readonly Edition[],
): Edition[] {
  const placed = editions.map((edition, place) => ({
    edition,
    place,
    day: dayOf(edition, editions),
  }));
  placed.sort(
    (a, b) =>
      byCodeUnit(b.day, a.day) ||
      (b.edition.year ?? 0) - (a.edition.year ?? 0) ||
      Number(a.edition.provisional) - Number(b.edition.provisional) ||
      b.place - a.place ||
      byCodeUnit(a.edition.id, b.edition.id),
  );
  return placed.map(({ edition }) => edition);
}

/**
 * The known issues of an edition, and the checks that hold it back or that a person has accepted.
 * Results of severity `info` are only for the compiler's report.
 */
export function failedChecks({ checks }: ServingEdition): CheckResult[] {
  return checks.filter(({ severity }) => severity !== 'info');
}

/** The name of the model's file in its folder. */
export const titleModelFile = 'title-model.bin';

/**
 * The model of a catalogue, if every edition that it learnt from is served and this code reads its
 * format; else null.
 */
export function titleModelOf(
  catalogue: Pick<Catalogue, 'titleModel'> & {
    sources: readonly Pick<CatalogueSource, 'served'>[];
  },
) {
  const { titleModel, sources } = catalogue;
  if (titleModel === null) return null;
  const served = new Set(sources.flatMap((source) => source.served));
  return titleModel.format === fileFormats.titleModel &&
    titleModel.needs.every(({ edition }) => served.has(edition))
    ? titleModel
    : null;
}
