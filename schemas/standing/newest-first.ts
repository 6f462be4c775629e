// The order of editions in every list: newest first.
import type { ServingEdition } from '../catalogue.ts';
import { byCodeUnit } from '../order.ts';

/**
 * The day on which an edition's release came out. If the publisher states none, it is the day on which the release was compiled here, but
 * not after the day of an edition of a later year, because old years are often compiled after new ones.
 */
export function dayOf(edition: ServingEdition, editions: readonly ServingEdition[]): string {
  const { source, year, released } = edition;
  if (released !== null) return released;
  const later = editions.filter((other) => other.source === source && year !== null && other.year !== null && other.year > year);
  return [edition, ...later].map(cameOn).reduce((first, day) => (day < first ? day : first));
}

function cameOn({ released, compiled }: ServingEdition): string {
  return released ?? compiled.slice(0, 10);
}

/**
 * Editions by that day, newest first. On one day they go by reference year, revised before provisional, then the edition added later
 * first (`editions` are in the order they were added), then by id, so that the order is total.
 */
export function newestFirst<Edition extends ServingEdition>(editions: readonly Edition[]): Edition[] {
  const placed = editions.map((edition, place) => ({ edition, place, day: dayOf(edition, editions) }));
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
