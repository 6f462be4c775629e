// What the answer to a request will be, decided from parameters and catalogue alone. No stored file is read to get here.
import type { CatalogueEdition, CatalogueSource } from '#schemas/catalogue.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import { type Endpoint, endpoints } from '#schemas/endpoints.ts';
import type { QueryValues } from '#schemas/query-values.ts';
import { chooseEdition, coverageFault, requireCoverage, requireServed } from './choose-edition.ts';
import { Refusal } from './problem.ts';
import type { Published } from './published.ts';

export interface Decision {
  readonly endpoint: Endpoint;
  /** The edition that holds the answer's file; of a composed answer the newest one that covers the question. */
  readonly edition: CatalogueEdition;
  /** Every other edition that the answer rests on: of a composed answer those of the other years, then what all were compiled with. */
  readonly needs: readonly CatalogueEdition[];
  /** What the file's path names, from the path of the request or from its query. */
  readonly place: DocumentPlace;
  readonly values: QueryValues;
  /** True: the URL names the edition, so that its answer can never become another one. */
  readonly pinned: boolean;
  /** What a composed answer is made of; null for any other. */
  readonly composition: Composition | null;
}

export interface Composition {
  /** The endpoint whose stored documents are read. */
  readonly stored: Endpoint;
  /** Every served reference year, oldest first, and whether its edition has a document for the question. */
  readonly years: readonly { readonly edition: CatalogueEdition; readonly covers: boolean }[];
  /** What the catalogue keeps of pairs of these years' editions, oldest first. */
  readonly statistics: CatalogueSource['revisions'];
}

export function decide(endpoint: Endpoint, path: DocumentPlace, values: QueryValues, published: Published): Decision {
  const area = values.get('area');
  const place = typeof area === 'string' ? { ...path, area } : path;
  if (endpoint.answer === 'compose') return decideComposed(endpoint, place, values, published);
  const edition = chooseEdition(endpoint, values, published);
  requireCoverage(endpoint, place, edition);
  return {
    endpoint,
    edition,
    needs: needsOf(edition, published),
    place,
    values,
    pinned: typeof values.get('edition') === 'string',
    composition: null,
  };
}

/** A composed answer rests on the edition that `year` would choose of every year, so that a year reads the same in both. */
function decideComposed(endpoint: Endpoint, place: DocumentPlace, values: QueryValues, published: Published): Decision {
  const stored = endpoints.find((candidate) => candidate.id === endpoint.composedOf);
  if (stored === undefined) throw new Error(`the endpoint table does not say what ${endpoint.id} is composed of`);
  const served = requireServed(stored, published).filter((edition) => edition.year !== null);
  const years = served
    .map((edition) => ({ edition, fault: coverageFault(stored, place, edition) }))
    .sort((a, b) => (a.edition.year ?? 0) - (b.edition.year ?? 0));
  const newest = years.findLast(({ fault }) => fault === null);
  if (newest === undefined) throw new Refusal('not-published', years.map(({ fault }) => fault).join(' '));

  const statistics = (published.source(newest.edition.source)?.revisions ?? []).filter(({ revised }) =>
    served.some((edition) => edition.id === revised),
  );
  const own = [newest, ...years.toReversed()].map(({ edition }) => edition);
  const revisedFrom = statistics.map((revision) => editionOf(revision.provisional, published));
  // The same edition can be named twice: each year has been compiled with the same classification.
  const [edition, ...needs] = new Set([...own, ...revisedFrom, ...own.flatMap((one) => needsOf(one, published))]);
  if (edition === undefined) throw new Error(`${endpoint.id} was decided without an edition`);
  const composition = { stored, years: years.map((year) => ({ edition: year.edition, covers: year.fault === null })), statistics };
  return { endpoint, edition, needs, place, values, pinned: false, composition };
}

function needsOf(edition: CatalogueEdition, published: Published): CatalogueEdition[] {
  return edition.needs.map((need) => editionOf(need.edition, published));
}

function editionOf(id: string, published: Published): CatalogueEdition {
  const found = published.edition(id);
  if (found === undefined) throw new Error(`catalogue.json does not list the edition ${id}, which it names`);
  return found;
}
