// Computes what has changed since the last report and what waits for a person, from that report,
// the catalogue and the clock. Pure.
import type { Catalogue, CatalogueEdition, ServingEdition } from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { servingOf } from '#schemas/divided-catalogue.ts';
import { type Standing, standingOf } from '#schemas/standing.ts';
import { exitCodes } from '../exit-codes.ts';
import { blocking, overridesOption, wasUnderstood } from '../checks.ts';
import type { Difference } from '../diff/diff-editions.ts';
import { areOfSameFiles } from '../edition/editions-in-use.ts';
import { waitsForNeeds } from '../release/outcome.ts';
import type { Reported } from '../store/reported.ts';

export interface DayEdition {
  readonly source: SourceKey;
  readonly release: string;
  readonly id: string;
  /** Why it is held, is in doubt or was withdrawn; null if it is served. */
  readonly reason: string | null;
}

export type StandingReport = ReturnType<typeof reportOfStanding>;
export type DayReport = ReturnType<typeof reportOfDay>;

/**
 * An edition that is newly served or held back, and its difference from the edition before; null if
 * there is none, or one of them cannot be read.
 */
export interface ComparedDayEdition extends DayEdition {
  readonly compared: Difference | null;
}

/** `isNew`: false if an earlier report has it. */
export type HeldEdition = StandingReport['held'][number];

/**
 * A problem: its kind, in the words of the summary, and the edition, source or notice that it is
 * about.
 */
export interface StandingProblem {
  readonly what: string;
  readonly about: string;
}

export type DayProblem = StandingProblem & { readonly isNew: boolean };

/** Every problem of a report, the worst first. */
function problemsOf(report: StandingReport): StandingProblem[] {
  const problems: StandingProblem[] = [];
  const add = (what: string, all: readonly string[]) =>
    problems.push(...all.map((about) => ({ what, about })));
  const idsOf = (editions: readonly DayEdition[]) => editions.map(({ id }) => id);
  const sourcesOf = (all: readonly { readonly source: string }[]) =>
    all.map(({ source }) => source);
  const failedIn = (way: StandingReport['failed'][number]['way']) =>
    sourcesOf(report.failed.filter((failure) => failure.way === way));
  add(
    'corrected by the publisher',
    report.corrections.map(({ id, date, text }) => `${id} ${date} ${text}`),
  );
  add('held back', idsOf(report.held.filter((edition) => !waitsOnlyForLayout(edition))));
  add('with a new layout', idsOf(report.held.filter(waitsOnlyForLayout)));
  add('in doubt', idsOf(report.doubted));
  add('not checked', failedIn('failed'));
  add('refused', failedIn('refused'));
  add('waiting', failedIn('waiting'));
  add('without a key', sourcesOf(report.unwatched));
  add('late', sourcesOf(report.late));
  add('not served', report.missing);
  return problems;
}

/** Held back only because no real file of its layout has been seen. */
export function waitsOnlyForLayout({
  acceptable,
  overrides,
  gone,
}: Pick<HeldEdition, 'acceptable' | 'overrides' | 'gone'>): boolean {
  return acceptable && overrides === '' && !gone;
}

function keyOf({ what, about }: StandingProblem): string {
  return `${what}: ${about}`;
}

/** What waits for a person, and what is known of the publishers. */
export function reportOfStanding(
  standings: readonly Standing[],
  isNew: (id: string) => boolean = () => false,
  compared: ReadonlyMap<string, Difference> = new Map(),
) {
  const held = standings.flatMap((standing) =>
    standing.held.map(({ edition, gone, corrections, withdrawals }) => ({
      ...dayEdition(edition, reasonOf(edition)),
      gone,
      /** What its publisher says about it. */
      corrections,
      withdrawals,
      since: edition.compiled.slice(0, 'YYYY-MM-DD'.length),
      /** False if something in its files was not understood, so nobody can accept it. */
      acceptable: wasUnderstood(edition) && !edition.pruned,
      /**
       * The option of `lmi accept` that names what accepting it overrides; empty if there is
       * nothing.
       */
      overrides: overridesOption(edition, withdrawals),
      isNew: isNew(edition.id),
      compared: compared.get(edition.id) ?? null,
    })),
  );
  const failed = standings.flatMap((standing) => failedOf(standing) ?? []);
  const unwatched = standings
    .filter(({ ingest }) => !ingest.configured)
    .map(({ source, ingest }) => ({ source, checked: ingest.checked }));
  const listed = new Set([...held, ...failed, ...unwatched].map(({ source }) => source));
  return {
    /**
     * Corrections and withdrawals of what is served, which publishers have announced and a person
     * must decide about.
     */
    corrections: standings.flatMap(({ source, corrections }) =>
      corrections.map((correction) => ({ source, ...correction })),
    ),
    /** Held back, and waiting for an operator: those since the last report first. */
    held: held.toSorted((a, b) => Number(b.isNew) - Number(a.isNew)),
    /** Served, but a check fails now that did not fail when it was published. */
    doubted: standings.flatMap(({ doubted }) =>
      doubted.map((edition) => dayEdition(edition, reasonOf(edition))),
    ),
    late: standings.flatMap(({ source, lateSince }) =>
      lateSince === null ? [] : [{ source, since: lateSince }],
    ),
    /**
     * Sources without news of their publisher or without its release, and when they last had them;
     * null if never.
     */
    failed,
    /** Sources that are not looked for, because the publisher's key is not set. */
    unwatched,
    /** Sources without any edition that is served, held back or listed above. */
    missing: standings.flatMap(({ source, served: editions }) =>
      editions.length === 0 && !listed.has(source) ? [source] : [],
    ),
    served: standings.flatMap(({ source, served: editions }) =>
      editions.length === 0 ? [] : [source],
    ),
  };
}

/**
 * What happened to the editions since the last report, decisions included. `before` is null for the
 * first report. `compared` has new and newly held editions.
 */
export function reportOfDay(
  before: Reported | null,
  after: Catalogue,
  now: Date,
  compared: ReadonlyMap<string, Difference> = new Map(),
) {
  const standings = standingOf(servingOf(after), now);
  const states = new Map(before?.editions.map(({ id, state }) => [id, state]));
  const changed = (state: CatalogueEdition['state']) =>
    after.editions.filter((edition) => edition.state === state && states.get(edition.id) !== state);
  const wasPublished = ({ id }: CatalogueEdition) =>
    states.has(id) && states.get(id) !== 'quarantined';
  const kindOf = (edition: CatalogueEdition): 'fresh' | 'compiledAgain' | 'servedAgain' => {
    if (wasPublished(edition)) return 'servedAgain';
    return after.editions.some((other) => wasPublished(other) && areOfSameFiles(other, edition))
      ? 'compiledAgain'
      : 'fresh';
  };
  const served = Map.groupBy(changed('served'), kindOf);
  const dayEditions = (kind: ReturnType<typeof kindOf>) =>
    (served.get(kind) ?? []).map((edition) => dayEdition(edition, null));
  const standing = reportOfStanding(
    standings,
    (id) => before?.held.includes(id) !== true,
    compared,
  );
  const known = new Set(before?.problems);
  const problems = problemsOf(standing).map(
    (problem): DayProblem => ({ ...problem, isNew: !known.has(keyOf(problem)) }),
  );
  return {
    ...standing,
    /** New: the last report did not have it. */
    problems,
    /** Newly served: a new release, or other files of a release. */
    fresh: dayEditions('fresh').map((edition) => ({
      ...edition,
      compared: compared.get(edition.id) ?? null,
    })),
    /**
     * Served in place of an edition of the same release and files, because a needed edition or our
     * own documents changed.
     */
    compiledAgain: dayEditions('compiledAgain'),
    /**
     * Served again, because the edition after it was withdrawn or the publisher went back to
     * earlier files.
     */
    servedAgain: dayEditions('servedAgain'),
    withdrawn: changed('withdrawn').map((edition) =>
      dayEdition(edition, edition.withdrawn?.reason ?? null),
    ),
  };
}

/**
 * Why the last look at a source's publisher brought no news; null if it did. `refused`: the
 * publisher does not let this program in, since that day; `waiting`: a source that it needs is not
 * served.
 */
function failedOf({ source, ingest: { fault, detail, checked, refused } }: Standing) {
  if (fault === null) return null;
  const way: 'refused' | 'waiting' | 'failed' =
    refused !== undefined ? 'refused' : fault.endsWith(waitsForNeeds) ? 'waiting' : 'failed';
  return { source, fault: detail ?? fault, checked, way, since: refused ?? null };
}

/**
 * 4 if a publisher could not be checked, 3 if something waits for a person, such as a publisher
 * that refuses, else 0.
 */
export function exitCodeOfReport({ failed, held, doubted, corrections }: DayReport): number {
  if (failed.some(({ way }) => way === 'failed')) return exitCodes.unreadable;
  return failed.length + held.length + doubted.length + corrections.length > 0
    ? exitCodes.held
    : exitCodes.fine;
}

export function reportedOf(catalogue: Catalogue, now: Date): Reported {
  const standings = standingOf(servingOf(catalogue), now);
  return {
    at: now.toISOString(),
    serial: catalogue.serial,
    editions: catalogue.editions.map(({ id, state }) => ({ id, state })),
    held: standings.flatMap(({ held }) => held.map(({ edition }) => edition.id)),
    problems: problemsOf(reportOfStanding(standings)).map(keyOf),
  };
}

function dayEdition({ source, release, id }: ServingEdition, reason: string | null): DayEdition {
  return { source, release, id, reason };
}

function reasonOf(edition: ServingEdition): string {
  return blocking(edition)
    .map(({ check, message }) => (wasUnderstood(edition) ? `${check}: ${message}` : message))
    .join('; ');
}
