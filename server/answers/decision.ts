// Decides the answer to a request from parameters and catalogue only. It reads no stored file.
import type { ServingEdition, CatalogueSource, TitleModelRecord } from '#schemas/catalogue.ts';
import { isInEngland } from '#schemas/codes.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import { type Endpoint, type Join, areasOf, endpointOf } from '#schemas/endpoints.ts';
import type { QueryValues } from '#schemas/query-values.ts';
import { type StoredPlace, chooseEdition, readable, requireServed, storedPlace, whyNotPublished } from './edition.ts';
import { checkQuery } from './parameters.ts';
import { tagOf } from '../http/representation.ts';
import { encodeUtf8 } from '../http/digest.ts';
import { Refusal } from '../http/problem.ts';
import type { Published } from '../data/published.ts';

export interface Decision {
  readonly endpoint: Endpoint;
  /** The edition that holds the answer's file; for a composed answer, the newest edition that covers the question. */
  readonly edition: ServingEdition;
  /** Every other edition that the answer rests on: for a composed answer the editions of the other years, then those that all were compiled with. */
  readonly needs: readonly ServingEdition[];
  /** The occupation and area asked for, from the path or the query of the request. */
  readonly place: DocumentPlace;
  /** The place of the stored document that is read. */
  readonly stored: StoredPlace;
  readonly values: QueryValues;
  /** True: the URL names the edition, so its answer never changes. */
  readonly pinned: boolean;
  /** The parts of a composed answer; null for any other. */
  readonly composition: Composition | null;
  /** The parts of a joined answer, by their names; null for a part of which nothing is published. Null for any other answer. */
  readonly parts: Readonly<Record<string, Decision | null>> | null;
  /** What the search has learnt from job titles; null for any other answer, and if it has learnt nothing. */
  readonly titleModel: TitleModelRecord | null;
  /** What checks say of figures in this answer, once each. */
  readonly issues: readonly string[];
}

export interface Composition {
  /** The endpoint whose stored documents are read. */
  readonly stored: Endpoint;
  /** Every served reference year, oldest first, and the place of its document; null if its edition does not cover the occupation. */
  readonly years: readonly { readonly edition: ServingEdition; readonly stored: StoredPlace | null }[];
  /** The catalogue's revision statistics for pairs of these years' editions, oldest first. */
  readonly statistics: CatalogueSource['revisions'];
}

export function decide(endpoint: Endpoint, path: DocumentPlace, values: QueryValues, published: Published): Decision {
  const area = values.get('area');
  const place = typeof area === 'string' ? { ...path, area } : path;
  if (endpoint.answer === 'compose') return decideComposed(endpoint, place, values, published);
  if (endpoint.answer === 'join') return decideJoined(endpoint, place, values, published);
  const edition = chooseEdition(endpoint, values, published);
  const stored = storedPlace(endpoint, place, edition);
  if (typeof stored === 'string') throw new Refusal('not-published', stored);
  const titleModel = endpoint.answer === 'search' ? published.titleModel : null;
  const learntFrom = (titleModel?.needs ?? []).map((need) => editionOf(need.edition, published));
  return {
    endpoint,
    edition,
    needs: [...new Set([...needsOf(edition, published), ...learntFrom])].filter((need) => need !== edition),
    place,
    stored,
    values,
    pinned: typeof values.get('edition') === 'string',
    composition: null,
    parts: null,
    titleModel,
    issues: issuesOf([edition], endpoint, place, values),
  };
}

/** The known issues of the editions that are about a figure in exactly this answer. A place without an area has those of all areas. */
function issuesOf(editions: readonly ServingEdition[], { id }: Endpoint, { soc, area }: DocumentPlace, values: QueryValues): string[] {
  const figures = editions.flatMap(({ checks }) => checks.flatMap(({ figures = [] }) => figures));
  const own = figures.filter(
    (figure) =>
      figure.soc === soc &&
      figure.endpoints.includes(id) &&
      (area === undefined || figure.area === area) &&
      Object.entries(figure.query).every(([name, value]) => values.get(name) === value),
  );
  return [...new Set(own.map(({ text }) => text))];
}

/** For each year, a composed answer uses the edition that `year` would choose, so that both answers agree. */
function decideComposed(endpoint: Endpoint, place: DocumentPlace, values: QueryValues, published: Published): Decision {
  const stored = endpointOf(endpoint.composedOf ?? '');
  const served = requireServed(stored, published)
    .filter((edition) => edition.year !== null)
    .map((edition) => readable(edition, published));
  const years = served
    .map((edition) => ({ edition, at: storedPlace(stored, place, edition) }))
    .sort((a, b) => (a.edition.year ?? 0) - (b.edition.year ?? 0));
  const covering = years.flatMap(({ edition, at }) => (typeof at === 'string' ? [] : [{ edition, at }]));
  const newest = covering.findLast(({ at }) => !at.ofOtherArea) ?? covering.at(-1);
  if (newest === undefined) throw new Refusal('not-published', years.map(({ at }) => at).join(' '));

  const statistics = (published.source(newest.edition.source)?.revisions ?? []).filter(({ revised }) =>
    served.some((edition) => edition.id === revised),
  );
  const own = [newest, ...years.toReversed()].map(({ edition }) => edition);
  const revisedFrom = statistics.map((revision) => editionOf(revision.provisional, published));
  // The set removes repeats: every year is compiled with the same classification.
  const [edition, ...needs] = new Set([...own, ...revisedFrom, ...own.flatMap((one) => needsOf(one, published))]);
  if (edition === undefined) throw new Error(`${endpoint.id} was decided without an edition`);
  const composition = {
    stored,
    years: years.map(({ edition: of, at }) => ({ edition: of, stored: typeof at === 'string' ? null : at })),
    statistics,
  };
  const issues = issuesOf(served, endpoint, place, values);
  return { endpoint, edition, needs, place, stored: newest.at, values, pinned: false, composition, parts: null, titleModel: null, issues };
}

/** A joined answer rests on the editions of all its parts. One that is not published is left out; 404 if none is. */
function decideJoined(endpoint: Endpoint, place: DocumentPlace, values: QueryValues, published: Published): Decision {
  const parts = Object.fromEntries(endpoint.joins.map((join) => [join.name, decidePart(join, place, published)]));
  const decided = Object.values(parts).filter((part) => part !== null);
  const [first] = decided;
  if (first === undefined) {
    const [own] = endpoint.sources;
    throw new Refusal('not-published', own === undefined ? '' : whyNotPublished(own, published));
  }
  const [edition = first.edition, ...needs] = new Set([...decided.map((part) => part.edition), ...decided.flatMap((part) => part.needs)]);
  const issues = [...new Set(decided.flatMap((part) => part.issues))];
  return { ...first, endpoint, edition, needs, place, values, pinned: false, parts, issues };
}

/** The part for the area asked for, or else for the nearest larger area of which its release has figures; null if nothing is published. */
function decidePart({ id, query }: Join, { soc, area }: DocumentPlace, published: Published): Decision | null {
  const row = endpointOf(id);
  const wider = area === undefined ? [] : [area, ...(isInEngland(area) || area === 'uk' ? ['england'] : []), 'uk'];
  const within = wider.filter((slug) => areasOf(row).includes(slug));
  let found: Decision | null = null;
  for (const slug of within.length === 0 ? [null] : within) {
    const values = checkQuery(row, new URLSearchParams({ ...query, ...(slug === null ? {} : { area: slug }) }));
    try {
      const part = decide(row, soc === undefined ? {} : { soc }, values, published);
      if (!part.stored.ofOtherArea) return part;
      found ??= part;
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind !== 'not-published') throw error;
    }
  }
  return found;
}

function needsOf(edition: ServingEdition, published: Published): ServingEdition[] {
  return edition.needs.map((need) => editionOf(need.edition, published));
}

function editionOf(id: string, published: Published): ServingEdition {
  const found = published.edition(id);
  if (found === undefined) throw new Error(`catalogue.json names the edition ${id} and does not list it`);
  return found;
}

/** These parameters only choose the edition, and the tag has the edition's id. */
const choosingParameters = ['year', 'edition'];

/**
 * The strong entity tag of the answer, quotes included. It is known before the answer is read, because an edition never changes and the code that makes
 * answers is known. `code` is the digest of the code that makes answers. `isCsv`: it is CSV, not JSON.
 */
export async function entityTag(
  { endpoint, edition, needs, place, values, composition, titleModel, issues }: Decision,
  code: string,
  isCsv: boolean,
): Promise<string> {
  const query = [...values].filter(([name]) => !choosingParameters.includes(name));
  const editions = [edition, ...needs].map(({ id }) => id);
  // The catalogue's statistics can be computed again while their editions stay the same. Other code that computes the same is the same answer.
  const statistics = composition?.statistics.map(({ code: _, ...told }) => told) ?? null;
  const learnt = titleModel === null ? [] : [titleModel.id];
  const named = JSON.stringify([
    code,
    editions,
    endpoint.id,
    place.soc ?? null,
    place.area ?? null,
    query,
    statistics,
    ...learnt,
    // A check can compare the edition with a later one, so that its issues change while it stays.
    ...(issues.length === 0 ? [] : [issues]),
    ...(isCsv ? ['csv'] : []),
  ]);
  return tagOf(encodeUtf8(named));
}
