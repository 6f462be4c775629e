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

/** Why the last look at a source's publisher brought no news. */
interface FailedSource {
  readonly source: SourceKey;
  readonly fault: string;
  readonly checked: string | null;
  /**
   * `refused`: the publisher does not let this program in, since that instant; `waiting`: a source
   * that it needs is not served.
   */
  readonly way: 'refused' | 'waiting' | 'failed';
  readonly since: string | null;
}

/** `isNew`: false if an earlier report has it. */
export type HeldEdition = StandingReport['held'][number];

/** Kinds of problems in the words of the summary, the worst first. */
const problemKinds = [
  'corrected by the publisher',
  'held back',
  'with a new layout',
  'in doubt',
  'not checked',
  'refused',
  'waiting',
  'without a key',
  'late',
  'not served',
] as const;
type ProblemKind = (typeof problemKinds)[number];

/** A problem, and the edition, source or notice that it is about. */
export interface StandingProblem {
  readonly what: ProblemKind;
  readonly source: SourceKey;
  readonly about: string;
}

export type DayProblem = StandingProblem & { readonly isNew: boolean };

const kindsOfFailure: Readonly<Record<FailedSource['way'], ProblemKind>> = {
  failed: 'not checked',
  refused: 'refused',
  waiting: 'waiting',
};

const problemOfCorrection = ({
  source,
  id,
  date,
  text,
}: StandingReport['corrections'][number]): StandingProblem => ({
  what: 'corrected by the publisher',
  source,
  about: `${id} ${date} ${text}`,
});

const problemOfHeld = (edition: HeldEdition): StandingProblem => ({
  what: waitsOnlyForLayout(edition) ? 'with a new layout' : 'held back',
  source: edition.source,
  about: edition.id,
});

const problemOfDoubted = ({ source, id }: DayEdition): StandingProblem => ({
  what: 'in doubt',
  source,
  about: id,
});

const problemOfFailed = ({ source, way }: FailedSource): StandingProblem =>
  problemOfSource(kindsOfFailure[way], source);

function problemOfSource(what: ProblemKind, source: SourceKey): StandingProblem {
  return { what, source, about: source };
}

/** Every problem of a report, the worst first. */
function problemsOf(report: StandingReport): StandingProblem[] {
  const problems = [
    ...report.corrections.map(problemOfCorrection),
    ...report.held.map(problemOfHeld),
    ...report.doubted.map(problemOfDoubted),
    ...report.failed.map(problemOfFailed),
    ...report.unwatched.map(({ source }) => problemOfSource('without a key', source)),
    ...report.late.map(({ source }) => problemOfSource('late', source)),
    ...report.missing.map((source) => problemOfSource('not served', source)),
  ];
  const rankOf = ({ what }: StandingProblem) => problemKinds.indexOf(what);
  return problems.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** The report with only those problems. */
export function selectProblems(
  report: StandingReport,
  isWanted: (problem: StandingProblem) => boolean,
): StandingReport {
  return {
    ...report,
    corrections: report.corrections.filter((item) => isWanted(problemOfCorrection(item))),
    held: report.held.filter((edition) => isWanted(problemOfHeld(edition))),
    doubted: report.doubted.filter((edition) => isWanted(problemOfDoubted(edition))),
    failed: report.failed.filter((failure) => isWanted(problemOfFailed(failure))),
    unwatched: report.unwatched.filter(({ source }) =>
      isWanted(problemOfSource('without a key', source)),
    ),
    late: report.late.filter(({ source }) => isWanted(problemOfSource('late', source))),
    missing: report.missing.filter((source) => isWanted(problemOfSource('not served', source))),
  };
}

/** Held back only because no real file of its layout has been seen. */
export function waitsOnlyForLayout({
  acceptable,
  overrides,
  gone,
}: Pick<HeldEdition, 'acceptable' | 'overrides' | 'gone'>): boolean {
  return acceptable && overrides === '' && !gone;
}

/** What tells a problem from others, in this report and in the next ones. */
export function problemKey({ what, about }: StandingProblem): string {
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
    (problem): DayProblem => ({ ...problem, isNew: !known.has(problemKey(problem)) }),
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

/** Null if the last look at the source's publisher brought news. */
function failedOf({
  source,
  ingest: { fault, detail, checked, refused },
}: Standing): FailedSource | null {
  if (fault === null) return null;
  const way =
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
    problems: problemsOf(reportOfStanding(standings)).map(problemKey),
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
