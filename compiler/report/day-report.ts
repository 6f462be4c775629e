// What has changed since the last report: what that one knew, the catalogue now, and the clock. Pure.
import type { Catalogue, CatalogueEdition } from '#schemas/catalogue.ts';
import { describeDiff } from '../diff/describe-diff.ts';
import type { Difference } from '../diff/diff-editions.ts';
import type { Reported } from '../store/reported.ts';
import { type Standing, standingOf } from '../operations/standing.ts';

export interface DayEdition {
  readonly source: string;
  readonly release: string;
  readonly id: string;
  /** Why it is held or was withdrawn; null for what is served. */
  readonly reason: string | null;
}

export interface DayReport {
  /** Served since the last report: a release, or other files of one. */
  readonly fresh: readonly DayEdition[];
  /** Served in the place of an edition of the same release and files: what it needs has changed, or our own documents have. */
  readonly compiledAgain: readonly DayEdition[];
  /** Served once more, after something else was: that was withdrawn, or the publisher has gone back. */
  readonly servedAgain: readonly DayEdition[];
  /** Held back since the last report. */
  readonly held: readonly HeldEdition[];
  readonly withdrawn: readonly DayEdition[];
  readonly late: readonly { readonly source: string; readonly since: string }[];
  readonly failed: readonly { readonly source: string; readonly fault: string }[];
  /** Held since an earlier report and waiting for a person. */
  readonly waiting: readonly DayEdition[];
}

/** An edition that is held back, and what it would change. */
export interface HeldEdition extends DayEdition {
  /** Beside the edition that is served; null where there is none, or the release cannot be read. */
  readonly difference: Difference | null;
}

/** What has become of the editions since the last report, a person's decisions included; `before` is null where this is the first one, and `differences` are of the editions newly held. */
export function reportOfDay(
  before: Reported | null,
  after: Catalogue,
  now: Date,
  differences: ReadonlyMap<string, Difference> = new Map(),
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
    held: held.filter(({ id }) => !heldBefore.has(id)).map((edition) => ({ ...edition, difference: differences.get(edition.id) ?? null })),
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

/** The report as lines; one line where there is nothing to tell. */
export function describeDay({ fresh, compiledAgain, servedAgain, held, withdrawn, late, failed, waiting }: DayReport): string[] {
  const of = (word: string, editions: readonly DayEdition[]) =>
    editions.map(({ source, release, id, reason }) => `${word} ${source} ${release} ${id}${reason === null ? '' : ` — ${reason}`}`);
  const lines = [
    ...of('new', fresh),
    ...of('compiled again', compiledAgain),
    ...of('served again', servedAgain),
    ...held.flatMap((edition) => [
      ...of('held', [edition]),
      ...(edition.difference === null ? [] : describeDiff(edition.difference).map((line) => `  ${line}`)),
    ]),
    ...of('withdrawn', withdrawn),
    ...late.map(({ source, since }) => `late ${source}: announced for ${since}, and nothing came`),
    ...failed.map(({ source, fault }) => `not checked ${source}: ${fault}`),
    ...of('still held', waiting),
  ];
  return lines.length === 0 ? ['nothing new, nothing held, nothing late'] : lines;
}
