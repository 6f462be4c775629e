// Decides the answer to a request from parameters and catalogue only. It reads no stored file.
import type { CatalogueEdition, CatalogueSource } from '#schemas/catalogue.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import { type Endpoint, endpoints } from '#schemas/endpoints.ts';
import type { QueryValues } from '#schemas/query-values.ts';
import { chooseEdition, coverageFault, readable, requireCoverage, requireServed } from './choose-edition.ts';
import { Refusal } from './problem.ts';
import type { Published } from './published.ts';

export interface Decision {
  readonly endpoint: Endpoint;
  /** The edition that holds the answer's file; for a composed answer, the newest edition that covers the question. */
  readonly edition: CatalogueEdition;
  /** Every other edition that the answer rests on: for a composed answer the editions of the other years, then those that all were compiled with. */
  readonly needs: readonly CatalogueEdition[];
  /** The values in the file's path, from the path or the query of the request. */
  readonly place: DocumentPlace;
  readonly values: QueryValues;
  /** True: the URL names the edition, so its answer never changes. */
  readonly pinned: boolean;
  /** The parts of a composed answer; null for any other. */
  readonly composition: Composition | null;
}

export interface Composition {
  /** The endpoint whose stored documents are read. */
  readonly stored: Endpoint;
  /** Every served reference year, oldest first, and whether its edition has a document for the question. */
  readonly years: readonly { readonly edition: CatalogueEdition; readonly covers: boolean }[];
  /** The catalogue's revision statistics for pairs of these years' editions, oldest first. */
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

/** For each year, a composed answer uses the edition that `year` would choose, so that both answers agree. */
function decideComposed(endpoint: Endpoint, place: DocumentPlace, values: QueryValues, published: Published): Decision {
  const stored = endpoints.find((candidate) => candidate.id === endpoint.composedOf);
  if (stored === undefined) throw new Error(`the endpoint table does not name the parts of ${endpoint.id}`);
  const served = requireServed(stored, published)
    .filter((edition) => edition.year !== null)
    .map((edition) => readable(edition, published));
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
  // The set removes repeats: every year is compiled with the same classification.
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
  if (found === undefined) throw new Error(`catalogue.json names the edition ${id} and does not list it`);
  return found;
}
