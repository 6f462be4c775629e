// The one order of editions wherever they are listed: newest first.
import type { CatalogueEdition } from '../catalogue.ts';
import { byCodeUnit } from '../order.ts';

/**
 * The day on which an edition's release came out. Where the publisher states none it is the day on which the release came here, but no
 * later than that of an edition of a later year: old years are often compiled after the new ones.
 */
export function dayOf(edition: CatalogueEdition, editions: readonly CatalogueEdition[]): string {
  const { source, year, released } = edition;
  if (released !== null) return released;
  const later = editions.filter((other) => other.source === source && year !== null && other.year !== null && other.year > year);
  return [edition, ...later].map(cameOn).reduce((first, day) => (day < first ? day : first));
}

function cameOn({ released, compiled }: CatalogueEdition): string {
  return released ?? compiled.slice(0, 10);
}

/**
 * Editions by that day, newest first. Those of one day by reference year, revised before provisional figures, then the one that was
 * compiled later (`editions` are in the order in which they were added), then by id, so that the order is total.
 */
export function newestFirst(editions: readonly CatalogueEdition[]): CatalogueEdition[] {
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
