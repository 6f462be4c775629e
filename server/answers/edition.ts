// Which edition answers a query: the pinned one, the one of the year asked for, or the newest
// served; and whether it covers the question. Each function returns the refusal if there is none.
import type { ServingEdition } from '#schemas/catalogue.ts';
import { type SourceKey, nothingToPublish } from '#schemas/codes.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import { type StoredFault, faultOfFormat, isReadable } from '#schemas/document-formats.ts';
import { type AnswerRow, takesLocalArea } from '#schemas/endpoints.ts';
import { absentAreas } from '#schemas/selections/absent-areas.ts';
import type { QueryValue, QueryValues } from '#schemas/query-values.ts';
import { Refusal } from '../http/problem.ts';
import { type Published, unreadableFormat } from '../data/published.ts';

/** Every served edition of the endpoint's own source; 404 if there is none. */
export function servedEditions(
  endpoint: AnswerRow,
  published: Published,
): readonly ServingEdition[] | Refusal {
  const source = sourceOf(endpoint);
  const served = published.served(source);
  return served.length > 0
    ? served
    : new Refusal('not-published', whyNotPublished(source, published));
}

function sourceOf({ id, sources: [source] }: AnswerRow): SourceKey {
  if (source === undefined) throw new Error(`endpoint ${id} has no source to answer from`);
  return source;
}

/** A source that is held back or withdrawn differs from one that was never there. */
export function whyNotPublished(key: SourceKey, published: Published): string {
  const held = published.held(key);
  if (held !== undefined)
    return (
      `The release ${held.label} of the source ${key} is held back, because a person must ` +
      'look at it first, and no other is published here. /v1/meta/ingest says why.'
    );
  if (published.source(key)?.standing.status === 'withdrawn')
    return (
      `Every release of the source ${key} that was published here has been withdrawn. ` +
      `/v1/meta/editions?source=${key} says why.`
    );
  const why = nothingToPublish[key];
  const detail = `No release of the source ${key} is published here yet.`;
  return why === undefined ? detail : `${detail} ${why}`;
}

/**
 * The edition that answers; 404, 400, 410 or 503 if there is none. Only pay has `year` and
 * `edition`, but the rules hold for any endpoint.
 */
export function chooseEdition(
  endpoint: AnswerRow,
  values: QueryValues,
  published: Published,
): ServingEdition | Refusal {
  const pinned = values.get('edition');
  // A valid edition overrides `year` (contract §4.2), whose syntax has been checked by now.
  const edition =
    typeof pinned === 'string'
      ? pinnedEdition(sourceOf(endpoint), pinned, published)
      : servedEdition(endpoint, values.get('year'), published);
  return edition instanceof Refusal ? edition : readable(edition, published);
}

function servedEdition(
  endpoint: AnswerRow,
  year: QueryValue | undefined,
  published: Published,
): ServingEdition | Refusal {
  const served = servedEditions(endpoint, published);
  if (served instanceof Refusal) return served;
  return typeof year === 'number'
    ? editionOfYear(sourceOf(endpoint), year, served)
    : newest(served);
}

/**
 * The edition, if this server reads its documents. 410 if its release has been compiled again in a
 * format that it reads; else 503, because the operator can mend it.
 */
function readable(edition: ServingEdition, published: Published): ServingEdition | Refusal {
  const fault = faultOfFormat(edition);
  if (fault === null) return edition;
  return compiledAgain(edition, fault, published) ?? unreadableFormat(fault);
}

/** 410 if the release of an edition in another format is served in one that this server reads. */
function compiledAgain(
  edition: ServingEdition,
  fault: StoredFault,
  published: Published,
): Refusal | null {
  const successor = published
    .served(edition.source)
    .find((served) => served.release === edition.release && isReadable(served));
  return successor === undefined ? null : outdatedEdition(fault, successor.id);
}

/** The refusal to answer from an edition whose release was compiled again. */
export function outdatedEdition({ message }: StoredFault, replacedBy: string): Refusal {
  const detail =
    `${message[0]?.toUpperCase()}${message.slice(1)}. The release was compiled again: ` +
    `edition ${replacedBy} takes its place.`;
  return new Refusal('edition-outdated', detail, { replacedBy });
}

function pinnedEdition(key: SourceKey, id: string, published: Published): ServingEdition | Refusal {
  const edition = published.edition(id);
  if (edition === undefined)
    return new Refusal(
      'unknown-edition',
      `No edition has the id ${id}. /v1/meta/editions?source=${key} lists them.`,
    );
  if (edition.source !== key) {
    const detail =
      `Edition ${id} is an edition of ${edition.source}, expected an edition of ` + `${key}.`;
    return new Refusal('invalid-parameters', detail, {
      errors: [{ parameter: 'edition', code: 'other-source', detail }],
    });
  }
  switch (edition.state) {
    case 'served':
    case 'superseded':
      return kept(edition, published);
    case 'quarantined':
      return new Refusal(
        'unknown-edition',
        `A check failed, so edition ${id} is held back and not served.`,
      );
    case 'withdrawn':
      return withdrawnEdition(edition);
  }
}

/**
 * 404 if only the record of an edition is kept, because its documents can be compiled again from
 * the publisher's files; 410 if they have been, in another format.
 */
function kept(edition: ServingEdition, published: Published): ServingEdition | Refusal {
  if (!edition.pruned) return edition;
  const fault = faultOfFormat(edition);
  const again = fault === null ? null : compiledAgain(edition, fault, published);
  if (again !== null) return again;
  const instead = published.served(edition.source).find(({ year }) => year === edition.year);
  const now = instead === undefined ? '' : `; ${instead.id} is served now`;
  return new Refusal(
    'unknown-edition',
    `Edition ${edition.id} has been superseded and its documents are no longer kept${now}.`,
  );
}

function withdrawnEdition({ id, source, withdrawn }: ServingEdition): Refusal {
  if (withdrawn === null)
    return new Refusal(
      'edition-withdrawn',
      `Edition ${id} has been withdrawn. /v1/meta/editions?source=${source} lists what is served.`,
    );
  const { reason, at, replacedBy } = withdrawn;
  const sentence = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  const successor =
    replacedBy === null ? 'No edition takes its place.' : `Edition ${replacedBy} takes its place.`;
  return new Refusal(
    'edition-withdrawn',
    `Edition ${id} was withdrawn on ${at.slice(0, 10)}: ${sentence} ${successor}`,
    { withdrawn },
  );
}

function editionOfYear(
  key: SourceKey,
  year: number,
  served: readonly ServingEdition[],
): ServingEdition | Refusal {
  const edition = served.find((candidate) => candidate.year === year);
  if (edition !== undefined) return edition;
  const held = served.flatMap((candidate) => candidate.year ?? []).sort((a, b) => b - a);
  return new Refusal(
    'not-published',
    `The source ${key} holds no edition for the year ${year}; held: ` +
      `${held.length === 0 ? 'none' : held.join(', ')}.`,
  );
}

/**
 * The newest by reference year, not by publication: the revision of an old year comes after the
 * provisional figures of a new one.
 */
function newest(served: readonly ServingEdition[]): ServingEdition {
  return served.reduce((best, candidate) =>
    (candidate.year ?? 0) > (best.year ?? 0) ? candidate : best,
  );
}

/** The place of the stored document that a question is answered from. */
export interface StoredPlace {
  readonly place: DocumentPlace;
  /**
   * True if the edition does not cover the area asked for: the document is that of another area,
   * and only its names and origin are used.
   */
  readonly isOfOtherArea: boolean;
}

/**
 * Where the edition stores the document of a place; 404 for what its axes leave out. Every member
 * of the axes has a file, so this needs to read none. An area of the contract that the release
 * lacks is no 404: the occupation and the area exist, and the answer says that the release has no
 * figures for them.
 */
export function storedPlace(
  endpoint: AnswerRow,
  place: DocumentPlace,
  { axes, label }: ServingEdition,
): StoredPlace | Refusal {
  const notCovered = (what: string) =>
    new Refusal('not-published', `"${label}" does not cover ${what}.`);
  if (place.soc !== undefined && !axes.occupations.includes(place.soc))
    return notCovered(`the occupation ${place.soc}`);
  const here = { place, isOfOtherArea: false };
  if (place.area === undefined) return here;
  if (takesLocalArea(endpoint))
    return axes.localAreas?.includes(place.area)
      ? here
      : notCovered(`the local area ${place.area}`);
  if (endpoint.stored?.file.includes('{area}') !== true || axes.areas?.includes(place.area))
    return here;
  const other = absentAreas[endpoint.id] === undefined ? undefined : axes.areas?.[0];
  if (other !== undefined) return { place: { ...place, area: other }, isOfOtherArea: true };
  const covered = (axes.areas ?? []).join(', ') || 'no area';
  return notCovered(`the area ${place.area}; it covers ${covered}`);
}
