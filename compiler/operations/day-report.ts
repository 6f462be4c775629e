// What a day changed: the catalogue before and after, and the clock. Pure.
import type { Catalogue, CatalogueEdition } from '#schemas/catalogue.ts';
import { type Standing, standingOf } from './standing.ts';

export interface DayEdition {
  readonly source: string;
  readonly release: string;
  readonly id: string;
  /** Why it is held or was withdrawn; null for what is new. */
  readonly reason: string | null;
}

export interface DayReport {
  readonly fresh: readonly DayEdition[];
  /** Held back today. */
  readonly held: readonly DayEdition[];
  readonly withdrawn: readonly DayEdition[];
  readonly late: readonly { readonly source: string; readonly since: string }[];
  readonly failed: readonly { readonly source: string; readonly fault: string }[];
  /** Held since an earlier day and waiting for a person. */
  readonly waiting: readonly DayEdition[];
}

/** `before` is null on the first day. */
export function reportOfDay(before: Catalogue | null, after: Catalogue, now: Date): DayReport {
  const standings = standingOf(after, now);
  const held = standings.flatMap(heldEditions);
  const heldBefore = new Set((before === null ? [] : standingOf(before, now)).flatMap(heldEditions).map(({ id }) => id));
  const changed = (state: CatalogueEdition['state']) => {
    const known = new Set((before?.editions ?? []).filter((edition) => edition.state === state).map(({ id }) => id));
    return after.editions.filter((edition) => edition.state === state && !known.has(edition.id));
  };
  return {
    fresh: changed('served').map(({ source, release, id }) => ({ source, release, id, reason: null })),
    held: held.filter(({ id }) => !heldBefore.has(id)),
    withdrawn: changed('withdrawn').map(({ source, release, id, withdrawn }) => ({ source, release, id, reason: withdrawn?.reason ?? null })),
    late: standings.flatMap(({ source, lateSince }) => (lateSince === null ? [] : [{ source, since: lateSince }])),
    failed: standings.flatMap(({ source, fault }) => (fault === null ? [] : [{ source, fault }])),
    waiting: held.filter(({ id }) => heldBefore.has(id)),
  };
}

function heldEditions({ source, held }: Standing): DayEdition[] {
  return held.map(({ release, id, blockedBy }) => ({ source, release, id, reason: blockedBy.map(({ check, message }) => `${check}: ${message}`).join('; ') }));
}

/** The report as lines; one line where there is nothing to tell. */
export function describeDay({ fresh, held, withdrawn, late, failed, waiting }: DayReport): string[] {
  const of = (word: string, editions: readonly DayEdition[]) =>
    editions.map(({ source, release, id, reason }) => `${word} ${source} ${release} ${id}${reason === null ? '' : ` — ${reason}`}`);
  const lines = [
    ...of('new', fresh),
    ...of('held', held),
    ...of('withdrawn', withdrawn),
    ...late.map(({ source, since }) => `late ${source}: announced for ${since}, and nothing came`),
    ...failed.map(({ source, fault }) => `not checked ${source}: ${fault}`),
    ...of('still held', waiting),
  ];
  return lines.length === 0 ? ['nothing new, nothing held, nothing late'] : lines;
}
