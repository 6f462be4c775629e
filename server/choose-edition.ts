// Which edition answers a query: the pinned one, the one of the year asked for, or the newest served; and whether it covers the question.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import { faultOfFormat, isReadable } from '#schemas/document-formats.ts';
import { type Endpoint, takesLocalArea } from '#schemas/endpoints.ts';
import type { QueryValues } from '#schemas/query-values.ts';
import { Refusal } from './problem.ts';
import { type Published, unreadableFormat } from './published.ts';

/** Every served edition of the endpoint's own source; 404 if there is none. */
export function requireServed(endpoint: Endpoint, published: Published): readonly CatalogueEdition[] {
  const [own] = endpoint.sources;
  const served = own === undefined ? [] : published.served(own);
  if (served.length === 0) throw new Refusal('not-published', `No release of the source ${own} is published here yet.`);
  return served;
}

/** The edition that answers; 404, 400 or 410 if there is none. Only pay has `year` and `edition`, but the rules hold for any endpoint. */
export function chooseEdition(endpoint: Endpoint, values: QueryValues, published: Published): CatalogueEdition {
  const [own] = endpoint.sources;
  if (own === undefined) throw new Error(`endpoint ${endpoint.id} has no source to answer from`);
  const pinned = values.get('edition');
  // A valid edition overrides `year` (contract §4.2), whose syntax has been checked by now.
  if (typeof pinned === 'string') return readable(pinnedEdition(own, pinned, published), published);

  const served = requireServed(endpoint, published);
  const year = values.get('year');
  return readable(typeof year === 'number' ? editionOfYear(own, year, served) : newest(served), published);
}

/**
 * The edition, if this server reads its documents. 410 if its release has been compiled again in a format that it reads; else 503, because
 * the operator can mend it.
 */
export function readable(edition: CatalogueEdition, published: Published): CatalogueEdition {
  const fault = faultOfFormat(edition);
  if (fault === null) return edition;
  const successor = published.served(edition.source).find((served) => served.release === edition.release && isReadable(served));
  if (successor === undefined) throw unreadableFormat(fault);
  const message = `${fault.message[0]?.toUpperCase()}${fault.message.slice(1)}`;
  throw new Refusal('edition-outdated', `${message}. The release was compiled again: edition ${successor.id} takes its place.`, {
    successor: successor.id,
  });
}

function pinnedEdition(own: SourceKey, id: string, published: Published): CatalogueEdition {
  const edition = published.edition(id);
  if (edition === undefined)
    throw new Refusal('unknown-edition', `No edition has the id ${id}. /v1/meta/editions?source=${own} lists them.`);
  if (edition.source !== own) {
    const detail = `Edition ${id} is an edition of ${edition.source}, expected an edition of ${own}.`;
    throw new Refusal('invalid-parameters', detail, { errors: [{ parameter: 'edition', code: 'other-source', detail }] });
  }
  switch (edition.state) {
    case 'served':
    case 'superseded':
      return kept(edition, published);
    case 'quarantined':
      throw new Refusal('unknown-edition', `A check failed, so edition ${id} is held back and not served.`);
    case 'withdrawn':
      throw withdrawnEdition(edition);
  }
}

/** 404 if only the record of an edition is kept. It is not 410, because its documents can be compiled again from the publisher's files. */
function kept(edition: CatalogueEdition, published: Published): CatalogueEdition {
  if (!edition.pruned) return edition;
  const [instead] = published.served(edition.source);
  const now = instead === undefined ? '' : `; ${instead.id} is served now`;
  throw new Refusal('unknown-edition', `Edition ${edition.id} has been superseded and its documents are no longer kept${now}.`);
}

function withdrawnEdition({ id, source, withdrawn }: CatalogueEdition): Refusal {
  if (withdrawn === null)
    return new Refusal('edition-withdrawn', `Edition ${id} has been withdrawn. /v1/meta/editions?source=${source} lists what is served.`);
  const { reason, at, replacedBy } = withdrawn;
  const sentence = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  const successor = replacedBy === null ? 'No edition takes its place.' : `Edition ${replacedBy} takes its place.`;
  return new Refusal('edition-withdrawn', `Edition ${id} was withdrawn on ${at.slice(0, 10)}: ${sentence} ${successor}`, { withdrawn });
}

function editionOfYear(own: SourceKey, year: number, served: readonly CatalogueEdition[]): CatalogueEdition {
  const edition = served.find((candidate) => candidate.year === year);
  if (edition !== undefined) return edition;
  const held = yearsOf(served);
  throw new Refusal(
    'not-published',
    `The source ${own} holds no edition for the year ${year}; held: ${held.length === 0 ? 'none' : held.join(', ')}.`,
  );
}

/** The newest by reference year, not by publication: the revision of an old year comes after the provisional figures of a new one. */
function newest(served: readonly CatalogueEdition[]): CatalogueEdition {
  return served.reduce((best, candidate) => ((candidate.year ?? 0) > (best.year ?? 0) ? candidate : best));
}

function yearsOf(served: readonly CatalogueEdition[]): number[] {
  return served.flatMap((edition) => (edition.year === null ? [] : [edition.year])).sort((a, b) => b - a);
}

/** Throws 404 if the edition's axes leave out the occupation or area. */
export function requireCoverage(endpoint: Endpoint, place: DocumentPlace, edition: CatalogueEdition): void {
  const fault = coverageFault(endpoint, place, edition);
  if (fault !== null) throw new Refusal('not-published', fault);
}

/** Says what the edition's axes leave out; null if nothing. Every member of the axes has a file, so this needs to read none. */
export function coverageFault(endpoint: Endpoint, place: DocumentPlace, { axes, label }: CatalogueEdition): string | null {
  if (place.soc !== undefined && !axes.occupations.includes(place.soc)) return `"${label}" does not cover the occupation ${place.soc}.`;
  if (place.area === undefined) return null;
  if (takesLocalArea(endpoint))
    return axes.localAreas?.includes(place.area) ? null : `"${label}" does not cover the local area ${place.area}.`;
  if (endpoint.file?.includes('{area}') === true && !(axes.areas ?? []).includes(place.area)) {
    return `"${label}" does not cover the area ${place.area}; it covers ${(axes.areas ?? []).join(', ') || 'no area'}.`;
  }
  return null;
}
