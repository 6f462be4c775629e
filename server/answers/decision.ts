// Decides the answer to a request from parameters and catalogue only, or why there is none. It
// reads no stored file, and throws only for a fault of ours.
import type { ServingEdition, CatalogueSource, TitleModelRecord } from '#schemas/catalogue.ts';
import { isInEngland } from '#schemas/codes.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import { type AnswerRow, type Join, areasOf, endpointOf, rowOf } from '#schemas/endpoints.ts';
import { type QueryValues, valuesWithDefaults } from '#schemas/query-values.ts';
import {
  type StoredPlace,
  chooseEdition,
  servedEditions,
  storedPlace,
  whyNotPublished,
} from './edition.ts';
import { tagOf } from '../http/representation.ts';
import { encodeUtf8 } from '../http/digest.ts';
import { Refusal } from '../http/problem.ts';
import type { Published } from '../data/published.ts';

export interface Decision {
  readonly endpoint: AnswerRow;
  /**
   * The edition that holds the answer's file; for a series, the newest edition that covers the
   * question.
   */
  readonly edition: ServingEdition;
  /**
   * Every other edition that the answer rests on: those of its other parts, then those that all
   * were compiled with.
   */
  readonly needs: readonly ServingEdition[];
  /** The occupation and area asked for, from the path or the query of the request. */
  readonly place: DocumentPlace;
  /** The place of the stored document that is read. */
  readonly stored: StoredPlace;
  readonly values: QueryValues;
  /** True: the URL names the edition, so its answer never changes. */
  readonly pinned: boolean;
  /**
   * The parts of a joined answer, by their names or years; null for a part without a published
   * release. Null for any other answer.
   */
  readonly parts: Readonly<Record<string, Decision | null>> | null;
  /**
   * Of a series, the catalogue's statistics of the revisions of its editions, oldest first; null
   * for any other answer.
   */
  readonly revisions: CatalogueSource['revisions'] | null;
  /**
   * What the search has learnt from job titles; null for any other answer, and if it has learnt
   * nothing.
   */
  readonly titleModel: TitleModelRecord | null;
  /** The known issues of figures in this answer, each once. */
  readonly issues: readonly string[];
}

export function decide(
  endpoint: AnswerRow,
  path: DocumentPlace,
  values: QueryValues,
  published: Published,
): Decision | Refusal {
  const area = values.get('area');
  const place = typeof area === 'string' ? { ...path, area } : path;
  if (endpoint.yearsOf !== null)
    return decideYears(endpointOf(endpoint.yearsOf), endpoint, place, values, published);
  if (endpoint.answer === 'join') return decideJoined(endpoint, place, values, published);
  const edition = chooseEdition(endpoint, values, published);
  if (edition instanceof Refusal) return edition;
  const stored = storedPlace(endpoint, place, edition);
  if (stored instanceof Refusal) return stored;
  const titleModel = endpoint.answer === 'search' ? published.titleModel : null;
  const editionsOfModel = (titleModel?.needs ?? []).map((need) =>
    editionOf(need.edition, published),
  );
  return {
    endpoint,
    edition,
    needs: [...new Set([...needsOf(edition, published), ...editionsOfModel])].filter(
      (need) => need !== edition,
    ),
    place,
    stored,
    values,
    pinned: typeof values.get('edition') === 'string',
    parts: null,
    revisions: null,
    titleModel,
    issues: issuesOf([edition], endpoint, place, values),
  };
}

/**
 * The known issues of the editions that are about a figure in exactly this answer. A place without
 * an area has those of all areas.
 */
function issuesOf(
  editions: readonly ServingEdition[],
  { id }: AnswerRow,
  { soc, area }: DocumentPlace,
  values: QueryValues,
): string[] {
  const figures = editions.flatMap(({ checks }) => checks.flatMap(({ figures = [] }) => figures));
  const figuresOfAnswer = figures.filter(
    (figure) =>
      figure.soc === soc &&
      figure.endpoints.includes(id) &&
      (area === undefined || figure.area === area) &&
      Object.entries(figure.query).every(([name, value]) => values.get(name) === value),
  );
  return [...new Set(figuresOfAnswer.map(({ text }) => text))];
}

/**
 * A series has the answer of each served reference year, of the edition that `year` would choose,
 * so that both answers agree.
 */
function decideYears(
  row: AnswerRow,
  endpoint: AnswerRow,
  place: DocumentPlace,
  values: QueryValues,
  published: Published,
): Decision | Refusal {
  const editions = servedEditions(row, published);
  if (editions instanceof Refusal) return editions;
  const served = editions.filter(({ year }) => year !== null);
  const years: Decision[] = [];
  for (const { year } of served) {
    const decision = decide(row, place, new Map([...values, ['year', year]]), published);
    if (decision instanceof Refusal) return decision;
    years.push(decision);
  }
  years.sort((a, b) => (a.edition.year ?? 0) - (b.edition.year ?? 0));
  const newest = years.findLast(({ stored }) => !stored.isOfOtherArea) ?? years.at(-1);
  if (newest === undefined) throw new Error(`no edition of ${endpoint.id} has a reference year`);
  const revisions = (published.source(newest.edition.source)?.revisions ?? []).filter(
    ({ revised }) => served.some((edition) => edition.id === revised),
  );
  const provisional = revisions.map((revision) => editionOf(revision.provisional, published));
  return {
    ...newest,
    ...editionsBehind([newest, ...years.toReversed()], provisional),
    endpoint,
    values,
    parts: Object.fromEntries(years.map((year) => [String(year.edition.year), year])),
    revisions,
    issues: issuesOf(served, endpoint, place, values),
  };
}

/**
 * A joined answer rests on the editions of all its parts. One that is not published is left out;
 * 404 if none is.
 */
function decideJoined(
  endpoint: AnswerRow,
  place: DocumentPlace,
  values: QueryValues,
  published: Published,
): Decision | Refusal {
  const parts: Record<string, Decision | null> = {};
  for (const join of endpoint.joins) {
    const part = decidePart(join, place, published);
    if (part instanceof Refusal) return part;
    parts[join.name] = part;
  }
  const decided = Object.values(parts).filter((part) => part !== null);
  const [first] = decided;
  if (first === undefined) {
    const [source] = endpoint.sources;
    const why = source === undefined ? '' : whyNotPublished(source, published);
    return new Refusal('not-published', why);
  }
  const issues = [
    ...new Set([
      ...decided.flatMap((part) => part.issues),
      ...issuesOfSeveral(endpoint, values, published),
    ]),
  ];
  return {
    ...first,
    ...editionsBehind(decided),
    endpoint,
    place,
    values,
    pinned: false,
    parts,
    issues,
  };
}

/** The known issues of the summaries of several occupations. */
function issuesOfSeveral(
  { query }: AnswerRow,
  values: QueryValues,
  published: Published,
): readonly string[] {
  const codes = query
    .filter(({ kind }) => kind === 'occupations')
    .flatMap(({ name }) => String(values.get(name)).split(','));
  const summary = endpointOf('summary');
  return codes.flatMap((soc) => {
    const decision = decide(summary, { soc }, valuesWithDefaults(summary, {}), published);
    return decision instanceof Refusal ? [] : decision.issues;
  });
}

/** The editions of these parts, and of what else they rest on. The first part's is the own one. */
function editionsBehind(
  parts: readonly Decision[],
  further: readonly ServingEdition[] = [],
): Pick<Decision, 'edition' | 'needs'> {
  const [edition, ...needs] = new Set([
    ...parts.map((part) => part.edition),
    ...further,
    ...parts.flatMap((part) => part.needs),
  ]);
  if (edition === undefined) throw new Error('an answer is joined of at least one part');
  return { edition, needs };
}

/**
 * The part for the area asked for, or else for the nearest larger area of which its release has
 * figures; null if nothing is published.
 */
function decidePart(
  join: Join,
  { soc, area }: DocumentPlace,
  published: Published,
): Decision | Refusal | null {
  const row = rowOf(join.id);
  const place = soc === undefined ? {} : { soc };
  let withoutFigures: Decision | null = null;
  for (const slug of areasOfPart(row, area)) {
    const part = decide(
      row,
      place,
      valuesWithDefaults(row, { ...join.query, ...(slug === null ? {} : { area: slug }) }),
      published,
    );
    if (part instanceof Refusal) {
      if (part.kind !== 'not-published') return part;
    } else {
      if (!part.stored.isOfOtherArea) return part;
      withoutFigures ??= part;
    }
  }
  return withoutFigures;
}

/** The areas to ask a part for, the best first; null alone if it is of no area. */
function areasOfPart(row: AnswerRow, area: string | undefined): readonly (string | null)[] {
  if (area === undefined) return [null];
  const areasFromNearest = [area];
  if (isInEngland(area) || area === 'uk') areasFromNearest.push('england');
  areasFromNearest.push('uk');
  const taken = areasFromNearest.filter((slug) => areasOf(row).includes(slug));
  return taken.length === 0 ? [null] : taken;
}

function needsOf(edition: ServingEdition, published: Published): ServingEdition[] {
  return edition.needs.map((need) => editionOf(need.edition, published));
}

function editionOf(id: string, published: Published): ServingEdition {
  const edition = published.edition(id);
  if (edition === undefined)
    throw new Error(`catalogue.json names the edition ${id} and does not list it`);
  return edition;
}

/** These parameters only choose the edition, and the tag has the edition's id. */
const choosingParameters = ['year', 'edition'];

/**
 * The strong entity tag of the answer, quotes included. It is known before the answer is read,
 * because an edition never changes and the code that makes answers is known. `code` is the digest
 * of the code that makes answers. `isCsv`: it is CSV, not JSON.
 */
export async function entityTag(
  { endpoint, edition, needs, place, values, revisions, titleModel, issues }: Decision,
  code: string,
  isCsv: boolean,
): Promise<string> {
  const query = [...values].filter(([name]) => !choosingParameters.includes(name));
  const editions = [edition, ...needs].map(({ id }) => id);
  // The catalogue's statistics can be computed again while their editions stay the same. Other code
  // that computes the same is the same answer.
  const statistics = revisions?.map(({ code: _, ...revision }) => revision) ?? null;
  const learnt = titleModel === null ? [] : [titleModel.id];
  const tagged = JSON.stringify([
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
  return tagOf(encodeUtf8(tagged));
}
