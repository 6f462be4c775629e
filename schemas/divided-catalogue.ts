// A catalogue in two parts: what serving needs, and the records of all editions in a file for each
// source. So what a server reads and keeps does not grow with the years. No schema library, because
// the worker carries this.
import type {
  Axes,
  Catalogue,
  CatalogueEdition,
  CatalogueSource,
  DividedCatalogue,
  ServingCatalogue,
  SourceRecords,
  SourceStanding,
} from './catalogue.ts';
import { heldBack, newestDay } from './standing.ts';

/** The folder of the records, in a data directory or a store. */
export const recordsFolder = 'records';

function statusOf(editions: readonly CatalogueEdition[]): SourceStanding['status'] {
  if (editions.length === 0) return 'not-configured';
  if (editions.some(({ state }) => state === 'served')) return 'served';
  return editions.some(({ state }) => state === 'quarantined') ? 'held-back' : 'withdrawn';
}

/** The serving form of catalogue.json. */
export function servingOfStored({ axes, ...stored }: DividedCatalogue): ServingCatalogue {
  return { ...stored, editions: stored.editions.map((edition) => withAxes(edition, axes)) };
}

/** The serving form of a whole catalogue, with every edition. */
export function servingOf(catalogue: Catalogue): ServingCatalogue {
  return {
    ...catalogue,
    sources: catalogue.sources.map((source) => ({
      ...source,
      standing: standingIn(catalogue, source),
    })),
  };
}

function standingIn(catalogue: Catalogue, { key }: CatalogueSource): SourceStanding {
  const editions = catalogue.editions.filter(({ source }) => source === key);
  return {
    status: statusOf(editions),
    held: heldBack(editions).map(({ id }) => id),
    arrived: newestDay(editions),
  };
}

/**
 * The part for serving, without the names of the files of records, and what these files hold, for
 * each source that has an edition.
 */
export function divide(catalogue: Catalogue) {
  const needed = editionsForServing(catalogue);
  const shared = shareAxes();
  return {
    serving: {
      ...catalogue,
      sources: catalogue.sources.map((source) => ({
        ...source,
        standing: standingIn(catalogue, source),
      })),
      editions: catalogue.editions
        .filter(({ id }) => needed.has(id))
        .map(({ inputs: _, ...edition }) => ({ ...edition, axes: shared.placeOf(edition.axes) })),
      axes: shared.axes,
    },
    records: [...Map.groupBy(catalogue.editions, ({ source }) => source)].map(
      ([source, editions]): SourceRecords => {
        const axesOfSource = shareAxes();
        const entries = editions.map((edition) => ({
          ...edition,
          axes: axesOfSource.placeOf(edition.axes),
          place: catalogue.editions.indexOf(edition),
        }));
        return { source, axes: axesOfSource.axes, editions: entries };
      },
    ),
  };
}

/** The catalogue that was divided. */
export function join(
  { axes: _axes, ...divided }: DividedCatalogue,
  records: readonly SourceRecords[],
): Catalogue {
  return {
    ...divided,
    sources: divided.sources.map(({ standing: _standing, records: _records, ...source }) => source),
    editions: editionsOf(records),
  };
}

/** The editions in these files, in the order they were added. */
export function editionsOf(records: readonly SourceRecords[]): CatalogueEdition[] {
  return records
    .flatMap(({ axes, editions }) =>
      editions.map(({ place, ...edition }) => ({ place, edition: withAxes(edition, axes) })),
    )
    .sort((a, b) => a.place - b.place)
    .map(({ edition }) => edition);
}

/** Ids of the editions that are served or held back, and of those that answers name beside them. */
function editionsForServing(catalogue: Catalogue): ReadonlySet<string> {
  const needsOf = new Map(catalogue.editions.map(({ id, needs }) => [id, needs]));
  const wanted = catalogue.sources.flatMap((source) => [
    ...source.served,
    ...standingIn(catalogue, source).held,
    ...source.revisions.flatMap(({ provisional, revised }) => [provisional, revised]),
  ]);
  return new Set(
    wanted.flatMap((id) => [id, ...(needsOf.get(id) ?? []).map(({ edition }) => edition)]),
  );
}

/** Collects sets of axes, equal ones once. */
function shareAxes() {
  const places = new Map<string, number>();
  const axes: Axes[] = [];
  return {
    axes,
    placeOf(axesOfEdition: Axes): number {
      const text = JSON.stringify(axesOfEdition);
      const known = places.get(text);
      if (known !== undefined) return known;
      places.set(text, axes.length);
      return axes.push(axesOfEdition) - 1;
    },
  };
}

function withAxes<Edition extends { readonly axes: number }>(
  edition: Edition,
  axes: readonly Axes[],
) {
  const axesOfEdition = axes[edition.axes];
  if (axesOfEdition === undefined)
    throw new RangeError(`an edition has the axes ${edition.axes}, and there are ${axes.length}`);
  return { ...edition, axes: axesOfEdition };
}
