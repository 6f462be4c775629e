// The catalogue as the router asks about it, and what is served by it, read from the store at most once a second.
import type { Catalogue, CatalogueEdition, CatalogueSource } from '#schemas/catalogue.ts';
import { type SourceKey, spine } from '#schemas/codes.ts';
import { Refusal } from './problem.ts';
import type { Store } from './store.ts';

/** What is served now. */
export interface Published {
  readonly sample: boolean;
  /** Codes of the unit groups, as the coding index's served edition covers them. */
  readonly occupations: ReadonlySet<string>;
  source(key: SourceKey): CatalogueSource | undefined;
  edition(id: string): CatalogueEdition | undefined;
  /** Served editions of a source, newest first; empty for a source that has none. */
  served(key: SourceKey): readonly CatalogueEdition[];
}

/** The catalogue as it stands. `published` is null where the spine is not served; its records can be told all the same. */
export interface Known {
  readonly catalogue: Catalogue;
  readonly published: Published | null;
}

/** The catalogue; 503 where there is none. */
export function requireCatalogue(known: Known | null): Catalogue {
  return (known ?? unavailable()).catalogue;
}

/** What is served; 503 where nothing is. */
export function requirePublished(known: Known | null): Published {
  return known?.published ?? unavailable();
}

function unavailable(): never {
  throw new Refusal('unavailable', 'There are no data to serve at the moment. Try again in a minute.', {
    headers: { 'Retry-After': '60' },
  });
}

/** Throws where the text is no catalogue of the version this code knows. */
export function readCatalogue(text: string): Known {
  // The compiler validates the catalogue before it writes it, and no schema library runs in the worker; only the version is checked.
  const catalogue: Catalogue = JSON.parse(text);
  if (catalogue.version !== 1) throw new Error('catalogue.json has a version that this server does not know');

  const sources = new Map(catalogue.sources.map((source) => [source.key, source]));
  const editions = new Map(catalogue.editions.map((edition) => [edition.id, edition]));
  const served = (key: SourceKey): CatalogueEdition[] =>
    (sources.get(key)?.served ?? []).map((id) => {
      const edition = editions.get(id);
      if (edition === undefined) throw new Error(`catalogue.json serves ${key} edition ${id} and does not list it`);
      return edition;
    });

  const servedBySource = new Map(catalogue.sources.map((source) => [source.key, served(source.key)]));
  if (spine.some((key) => (servedBySource.get(key) ?? []).length === 0)) return { catalogue, published: null };
  const published: Published = {
    sample: catalogue.sample,
    occupations: new Set(servedBySource.get('soc-index')?.[0]?.axes.occupations),
    source: (key) => sources.get(key),
    edition: (id) => editions.get(id),
    served: (key) => servedBySource.get(key) ?? [],
  };
  return { catalogue, published };
}

const rereadAfterMilliseconds = 1000;

/**
 * Reads the catalogue, at most once a second. What is remembered is a value and never a promise: workerd forbids one request to
 * wait for another's I/O. Requests that meet before the first value is there therefore each read for themselves.
 */
export function createCatalogueReader(store: Store, now: () => number = Date.now): () => Promise<Known | null> {
  let remembered: { readAt: number; text: string | null; known: Known | null } | null = null;

  return async () => {
    if (remembered !== null && now() - remembered.readAt < rereadAfterMilliseconds) return remembered.known;
    // Marked before the wait, so that requests arriving meanwhile use what is known rather than read as well.
    if (remembered !== null) remembered.readAt = now();
    try {
      const text = await store.catalogue();
      if (text !== remembered?.text) remembered = { readAt: now(), text, known: text === null ? null : readCatalogue(text) };
    } catch (error) {
      // A store that fails for a moment, or a catalogue that is damaged later, must not take down what was said before, nor make a
      // sample pass for real data. There is none to go on with at the start.
      if (remembered === null) throw error;
      console.error('the catalogue cannot be read, the one before it is still used:', error);
    }
    if (remembered !== null) remembered.readAt = now();
    return remembered?.known ?? null;
  };
}
