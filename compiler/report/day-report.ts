// Reports what has changed since the last report, from that report, the catalogue and the clock. Pure.
import type { Catalogue, CatalogueEdition } from '#schemas/catalogue.ts';
import { describeDiff } from '../diff/describe-diff.ts';
import type { ComparedEdition } from '../diff/difference-of-edition.ts';
import type { Difference } from '../diff/diff-editions.ts';
import type { Reported } from '../store/reported.ts';
import { type Standing, standingOf } from '../operations/standing.ts';

export interface DayEdition {
  readonly source: string;
  readonly release: string;
  readonly id: string;
  /** Why it is held or was withdrawn; null if it is served. */
  readonly reason: string | null;
}

export interface DayReport {
  /** Newly served: a new release, or other files of a release. */
  readonly fresh: readonly FreshEdition[];
  /** Served in place of an edition of the same release and files, because a needed edition or our own documents changed. */
  readonly compiledAgain: readonly DayEdition[];
  /** Served again, because the edition after it was withdrawn or the publisher went back to earlier files. */
  readonly servedAgain: readonly DayEdition[];
  /** Held back since the last report. */
  readonly held: readonly HeldEdition[];
  readonly withdrawn: readonly DayEdition[];
  readonly late: readonly { readonly source: string; readonly since: string }[];
  readonly failed: readonly { readonly source: string; readonly fault: string }[];
  /** Held since an earlier report, and waiting for an operator. */
  readonly waiting: readonly DayEdition[];
}

/** An edition that is newly served. */
export interface FreshEdition extends DayEdition {
  /** The file of the page that compares it with the edition before; null if there is none, or one of them cannot be read. */
  readonly page: string | null;
}

/** An edition that is held back, and what it would change. */
export interface HeldEdition extends FreshEdition {
  /** The difference from the served edition; null as `page` is. */
  readonly difference: Difference | null;
}

/** What happened to the editions since the last report, decisions included. `before` is null for the first report. `differences` are of new and newly held editions. */
export function reportOfDay(
  before: Reported | null,
  after: Catalogue,
  now: Date,
  differences: ReadonlyMap<string, ComparedEdition> = new Map(),
): DayReport {
  const standings = standingOf(after, now);
  const held = standings.flatMap(heldEditions);
  const heldBefore = new Set(before?.held);
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
  return {
    ...served,
    fresh: served.fresh.map((edition) => ({ ...edition, page: differences.get(edition.id)?.page ?? null })),
    held: held
      .filter(({ id }) => !heldBefore.has(id))
      .map((edition) => ({ ...edition, page: null, difference: null, ...differences.get(edition.id) })),
    withdrawn: changed('withdrawn').map((edition) => dayEdition(edition, edition.withdrawn?.reason ?? null)),
    late: standings.flatMap(({ source, lateSince }) => (lateSince === null ? [] : [{ source, since: lateSince }])),
    failed: standings.flatMap(({ source, fault }) => (fault === null ? [] : [{ source, fault }])),
    waiting: held.filter(({ id }) => heldBefore.has(id)),
  };
}

/** What the next report compares with. */
export function reportedOf(catalogue: Catalogue, now: Date): Reported {
  return {
    at: now.toISOString(),
    serial: catalogue.serial,
    editions: catalogue.editions.map(({ id, state }) => ({ id, state })),
    held: standingOf(catalogue, now).flatMap(({ held }) => held.map(({ id }) => id)),
  };
}

function dayEdition({ source, release, id }: CatalogueEdition, reason: string | null): DayEdition {
  return { source, release, id, reason };
}

function heldEditions({ source, held }: Standing): DayEdition[] {
  return held.map(({ release, id, blockedBy }) => ({
    source,
    release,
    id,
    reason: blockedBy.map(({ check, message }) => `${check}: ${message}`).join('; '),
  }));
}

function pageOf({ page }: FreshEdition): string[] {
  return page === null ? [] : [`  compared on a page: ${page}`];
}

/** The report as lines; one line if there is nothing to report. */
export function describeDay({ fresh, compiledAgain, servedAgain, held, withdrawn, late, failed, waiting }: DayReport): string[] {
  const of = (word: string, editions: readonly DayEdition[]) =>
    editions.map(({ source, release, id, reason }) => `${word} ${source} ${release} ${id}${reason === null ? '' : ` — ${reason}`}`);
  const lines = [
    ...fresh.flatMap((edition) => [...of('new', [edition]), ...pageOf(edition)]),
    ...of('compiled again', compiledAgain),
    ...of('served again', servedAgain),
    ...held.flatMap((edition) => [
      ...of('held', [edition]),
      ...(edition.difference === null ? [] : describeDiff(edition.difference).map((line) => `  ${line}`)),
      ...pageOf(edition),
    ]),
    ...of('withdrawn', withdrawn),
    ...late.map(({ source, since }) => `late ${source}: announced for ${since}, not published yet`),
    ...failed.map(({ source, fault }) => `not checked ${source}: ${fault}`),
    ...of('still held', waiting),
  ];
  return lines.length === 0 ? ['nothing new, nothing held, nothing late'] : lines;
}
