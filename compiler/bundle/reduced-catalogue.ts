// The catalogue in a bundle: it lists the editions in the bundle, and has nothing that depends on when or
// where they were compiled but its serial, by which a pull knows an older bundle.
import { type Catalogue, type CatalogueEdition, neverLookedAt } from '#schemas/catalogue.ts';
import { fileFormats } from '#schemas/document-formats.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { noInstant } from '#schemas/stored-files.ts';

/**
 * `all`: every published edition with documents, not only the served ones. Never withdrawn or quarantined ones. A provisional edition that a
 * served one revises is kept too: the series of pay names both.
 */
export function reduceCatalogue({ serial, sample, sampleSize, sources, editions, titleModel }: Catalogue, all: boolean): Catalogue {
  const revised = new Set(sources.flatMap(({ revisions }) => revisions.map(({ provisional }) => provisional)));
  const kept = editions.filter(
    ({ id, state, pruned }) => !pruned && (state === 'served' || (state === 'superseded' && (all || revised.has(id)))),
  );
  const held = new Set(kept.map(({ id }) => id));
  const order = new Map(sources.map(({ key }, place) => [key, place]));
  const place = ({ source }: CatalogueEdition) => order.get(source) ?? sources.length;
  return {
    version: fileFormats.catalogue,
    serial,
    previous: null,
    sample,
    sampleSize,
    written: noInstant,
    sources: sources.map((source) => ({ ...source, ingest: neverLookedAt, served: source.served.filter((id) => held.has(id)) })),
    // Only the last edition of a release may be served, so served editions come after the others.
    editions: kept
      .toSorted(
        (a, b) =>
          place(a) - place(b) ||
          byCodeUnit(a.release, b.release) ||
          Number(a.state === 'served') - Number(b.state === 'served') ||
          byCodeUnit(a.id, b.id),
      )
      .map(withoutInstants),
    titleModel: titleModel?.needs.every(({ edition }) => held.has(edition)) ? titleModel : null,
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
