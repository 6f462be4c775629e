// Computes what has changed since the last report and what waits for a person, from that report, the catalogue and the clock. Pure.
import type { Catalogue, CatalogueEdition } from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import type { ComparedEdition } from '../diff/diff-page.ts';
import { wasUnderstood } from '../check/run-checks.ts';
import type { Reported } from '../store/reported.ts';
import { type Standing, standingOf } from '../operations/standing.ts';

export interface DayEdition {
  readonly source: SourceKey;
  readonly release: string;
  readonly id: string;
  /** Why it is held, is in doubt or was withdrawn; null if it is served. */
  readonly reason: string | null;
}

export interface DayReport {
  /** Newly served: a new release, or other files of a release. */
  readonly fresh: readonly ComparedDayEdition[];
  /** Served in place of an edition of the same release and files, because a needed edition or our own documents changed. */
  readonly compiledAgain: readonly DayEdition[];
  /** Served again, because the edition after it was withdrawn or the publisher went back to earlier files. */
  readonly servedAgain: readonly DayEdition[];
  /** Held back, and waiting for an operator: those since the last report first. */
  readonly held: readonly HeldEdition[];
  /** Served, but a check fails now that did not fail when it was published. */
  readonly doubted: readonly DayEdition[];
  readonly withdrawn: readonly DayEdition[];
  /** Corrections of served releases that their publishers have announced. */
  readonly corrections: readonly Correction[];
  readonly late: readonly { readonly source: SourceKey; readonly since: string }[];
  /** Publishers that could not be checked, and when they last could; null if never. */
  readonly failed: readonly { readonly source: SourceKey; readonly fault: string; readonly checked: string | null }[];
  /** Sources that are not looked for, because the publisher's key is not set. */
  readonly unwatched: readonly { readonly source: SourceKey; readonly checked: string | null }[];
  /** Sources without any edition that is served, held back or told above. */
  readonly missing: readonly SourceKey[];
}

/** An edition that is newly served or held back, and its difference from the edition before; null if there is none, or one of them cannot be read. */
export interface ComparedDayEdition extends DayEdition {
  readonly compared: ComparedEdition | null;
}

export interface HeldEdition extends ComparedDayEdition {
  /** False if an earlier report has told it. */
  readonly isNew: boolean;
  /** The day on which it was held back. */
  readonly since: string;
  /** True if its publisher no longer offers it. */
  readonly gone: boolean;
  /** False if something in its files was not understood, so nobody can accept it. */
  readonly acceptable: boolean;
}

export interface Correction {
  readonly source: SourceKey;
  readonly release: string;
  /** Of the served edition. */
  readonly id: string;
  readonly date: string | null;
  readonly text: string;
  /** False if an earlier report has told it. */
  readonly isNew: boolean;
}

/** What happened to the editions since the last report, decisions included. `before` is null for the first report. `compared` has new and newly held editions. */
export function reportOfDay(
  before: Reported | null,
  after: Catalogue,
  now: Date,
  compared: ReadonlyMap<string, ComparedEdition> = new Map(),
): DayReport {
  const standings = standingOf(after, now);
  const heldBefore = new Set(before?.held);
  const toldCorrections = new Set(before?.corrections);
  const states = new Map(before?.editions.map(({ id, state }) => [id, state]));
  const changed = (state: CatalogueEdition['state']) =>
    after.editions.filter((edition) => edition.state === state && states.get(edition.id) !== state);
  const wasPublished = ({ id }: CatalogueEdition) => states.has(id) && states.get(id) !== 'quarantined';
  const isTwinOf = (edition: CatalogueEdition) => (other: CatalogueEdition) =>
    other.source === edition.source && other.release === edition.release && JSON.stringify(other.inputs) === JSON.stringify(edition.inputs);
  const served = { fresh: [] as DayEdition[], compiledAgain: [] as DayEdition[], servedAgain: [] as DayEdition[] };
  for (const edition of changed('served')) {
    const kind = wasPublished(edition)
      ? 'servedAgain'
      : after.editions.filter(wasPublished).some(isTwinOf(edition))
        ? 'compiledAgain'
        : 'fresh';
    served[kind].push(dayEdition(edition, null));
  }
  const held = heldOf(after, standings).map((edition) => ({
    ...edition,
    isNew: !heldBefore.has(edition.id),
    compared: compared.get(edition.id) ?? null,
  }));
  const failed = standings.flatMap(({ source, fault, checked }) => (fault === null ? [] : [{ source, fault, checked }]));
  const unwatched = standings.flatMap(({ source, configured, checked }) => (configured ? [] : [{ source, checked }]));
  const told = new Set([...held, ...failed, ...unwatched].map(({ source }) => source));
  return {
    ...served,
    fresh: served.fresh.map((edition) => ({ ...edition, compared: compared.get(edition.id) ?? null })),
    held: [...held.filter(({ isNew }) => isNew), ...held.filter(({ isNew }) => !isNew)],
    doubted: after.editions.flatMap((edition) => {
      const failing = edition.state === 'served' && edition.accepted === null ? reasonOf(edition.checks) : '';
      return failing === '' ? [] : [dayEdition(edition, failing)];
    }),
    withdrawn: changed('withdrawn').map((edition) => dayEdition(edition, edition.withdrawn?.reason ?? null)),
    corrections: standings.flatMap(({ source, corrections }) =>
      corrections.map((correction) => ({
        source,
        ...correction,
        isNew: !toldCorrections.has(nameOfCorrection({ source, ...correction })),
      })),
    ),
    late: standings.flatMap(({ source, lateSince }) => (lateSince === null ? [] : [{ source, since: lateSince }])),
    failed,
    unwatched,
    missing: standings.flatMap(({ source, served: editions }) => (editions.length === 0 && !told.has(source) ? [source] : [])),
  };
}

/** 4 if a publisher could not be checked, 3 if something waits for a person, else 0. A correction waits until it has been told once. */
export function exitCodeOfReport({ failed, held, doubted, corrections }: DayReport): number {
  if (failed.length > 0) return exitCodes.unreadable;
  return held.length + doubted.length > 0 || corrections.some(({ isNew }) => isNew) ? exitCodes.held : exitCodes.fine;
}

/** What the next report compares with. */
export function reportedOf(catalogue: Catalogue, now: Date): Reported {
  const standings = standingOf(catalogue, now);
  return {
    at: now.toISOString(),
    serial: catalogue.serial,
    editions: catalogue.editions.map(({ id, state }) => ({ id, state })),
    held: standings.flatMap(({ held }) => held.map(({ id }) => id)),
    corrections: standings.flatMap(({ source, corrections }) => corrections.map((one) => nameOfCorrection({ source, ...one }))),
  };
}

function nameOfCorrection({ source, release, date, text }: Pick<Correction, 'source' | 'release' | 'date' | 'text'>): string {
  return [source, release, date ?? '', text].join(' ');
}

function dayEdition({ source, release, id }: CatalogueEdition, reason: string | null): DayEdition {
  return { source, release, id, reason };
}

function reasonOf(checks: CatalogueEdition['checks']): string {
  return checks
    .filter(({ severity }) => severity === 'block')
    .map(({ check, message }) => `${check}: ${message}`)
    .join('; ');
}

/** The editions that wait for a decision, beside nothing, and whatever has been told before. */
export function heldEditions(catalogue: Catalogue, now: Date): HeldEdition[] {
  return heldOf(catalogue, standingOf(catalogue, now)).map((edition) => ({ ...edition, isNew: false, compared: null }));
}

function heldOf({ editions }: Catalogue, standings: readonly Standing[]): Omit<HeldEdition, 'isNew' | 'compared'>[] {
  const all = standings.flatMap(({ held }) => held);
  return all.flatMap(({ id, gone }) =>
    editions
      .filter((edition) => edition.id === id)
      .map((edition) => ({
        ...dayEdition(edition, reasonOf(edition.checks)),
        gone,
        since: edition.compiled.slice(0, 'YYYY-MM-DD'.length),
        acceptable: wasUnderstood(edition) && !edition.pruned,
      })),
  );
}
