// The catalogue that goes into a bundle: the editions that are in it, and nothing that depends on when or where they were compiled.
import { type Catalogue, type CatalogueEdition, neverLookedAt } from '#schemas/catalogue.ts';
import { byCodeUnit } from '#schemas/order.ts';

/** Stands where the catalogue must have an instant: a bundle reads no clock, so that equal editions make equal bytes. */
export const noInstant = '1970-01-01T00:00:00Z';

/** `all`: every edition that is published and whose documents are kept, not only the served ones. Withdrawn and quarantined ones never. */
export function reduceCatalogue({ version, sample, sampleSize, sources, editions }: Catalogue, all: boolean): Catalogue {
  const kept = editions.filter(({ state, pruned }) => !pruned && (state === 'served' || (all && state === 'superseded')));
  const held = new Set(kept.map(({ id }) => id));
  const order = new Map(sources.map(({ key }, place) => [key, place]));
  const place = ({ source }: CatalogueEdition) => order.get(source) ?? sources.length;
  return {
    version,
    serial: 1,
    previous: null,
    sample,
    sampleSize,
    written: noInstant,
    sources: sources.map((source) => ({ ...source, ingest: neverLookedAt, served: source.served.filter((id) => held.has(id)) })),
    // Of the editions of one release the last may be served, so those that are stand behind those that are not.
    editions: kept
      .toSorted(
        (a, b) =>
          place(a) - place(b) ||
          byCodeUnit(a.release, b.release) ||
          Number(a.state === 'served') - Number(b.state === 'served') ||
          byCodeUnit(a.id, b.id),
      )
      .map(withoutInstants),
  };
}

function withoutInstants(edition: CatalogueEdition): CatalogueEdition {
  return {
    ...edition,
    accepted: edition.accepted === null ? null : { ...edition.accepted, at: noInstant },
    touched: null,
    compiled: noInstant,
    code: null,
  };
}
