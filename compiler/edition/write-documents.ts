// Validates and writes the documents of an edition, and checks that none is missing. Of a document
// of several variants every answer that can be selected from it is validated, so that no answer is
// served unchecked.
import type { Axes } from '#schemas/catalogue.ts';
import { type DocumentPlace, documentPath } from '#schemas/document-path.ts';
import { type AnswerRow, rows as everyRow, takesLocalArea } from '#schemas/endpoints.ts';
import { type QueryValues, queriesOf, queryText } from '#schemas/query-values.ts';
import { responses } from '#schemas/resources/by-name.ts';
import type { Provenance } from '#schemas/figures.ts';
import { headlineGatherer } from '#schemas/selections/headline-document.ts';
import {
  type SelectedDocument,
  type SelectedId,
  areasIn,
  emptyAnswerIn,
  isSelected,
  selectionOf,
} from '#schemas/selections/selections.ts';
import type { Problem } from '#sources/kit/problem.ts';
import { compileSchema, faultOf } from '#sources/kit/schema.ts';
import type { Document } from '#sources/kit/document.ts';
import type { Source } from '#sources/kit/source.ts';
import type { EditionWriter } from './edition-directory.ts';

interface EditionToWrite {
  readonly source: Source;
  readonly release: string;
  readonly axes: Axes;
  /** The source's text, in a sample its marked form. */
  readonly attribution: string;
  readonly provenance: Provenance;
}

/** Reports faults of our own code; nothing may be published then. */
export function writeDocuments(
  writer: EditionWriter,
  edition: EditionToWrite,
  documents: Iterable<Document>,
): Problem[] {
  const { source, release, axes, attribution, provenance } = edition;
  const validate = documentValidator();
  const rows = everyRow.filter((row) => row.sources[0] === source.key && row.stored !== null);
  const faults: Problem[] = [];
  const blame = (path: string, message: string) =>
    faults.push({ place: `${source.key} ${release} ${path}`, message });
  const gatherer = headlineGatherer(axes);
  for (const { endpoint, place, body } of withHeadlines(source, documents, () =>
    gatherer.document({ attribution, provenance }),
  )) {
    gatherer.add(endpoint, place, body);
    const row = rows.find((candidate) => candidate.id === endpoint);
    if (row === undefined)
      throw new Error(
        `sources/${source.key} made a document of endpoint "${endpoint}", which is not its own`,
      );
    const path = documentPath(row, place);
    const fault = validate(endpoint, body) ?? attributionFault(body, attribution);
    if (fault !== null) blame(path, `our own document is not valid: ${fault}`);
    else if (!holdsEveryArea(row, axes, body))
      blame(path, 'the document does not hold every area once');
    writer.add(path, `${JSON.stringify(body)}\n`);
  }
  const expected = new Set(
    rows.flatMap((row) => placesOf(row, axes).map((place) => documentPath(row, place))),
  );
  for (const path of expected) if (!writer.files.has(path)) blame(path, 'the document is missing');
  for (const path of writer.files.keys())
    if (!expected.has(path)) blame(path, "the document is outside the edition's axes");
  return faults;
}

/** The documents, and after them what is gathered from them, if the edition has that. */
function* withHeadlines(
  { key }: Source,
  documents: Iterable<Document>,
  gathered: () => unknown,
): Generator<Document> {
  yield* documents;
  const endpoint = `headlines-${key}`;
  if (everyRow.some(({ id }) => id === endpoint)) yield { endpoint, place: {}, body: gathered() };
}

/** Validates the documents of one endpoint, and every answer in them. */
export function documentValidator(): (endpointId: string, body: unknown) => string | null {
  const rows = new Map<string, AnswerRow>(everyRow.map((row) => [row.id, row]));
  const queries = new Map(everyRow.map((row) => [row.id, queriesOf(row)]));

  return (endpointId, body) => {
    const row = rows.get(endpointId);
    if (row === undefined) return `there is no endpoint "${endpointId}"`;
    const document = responses[row.stored?.document ?? row.response];
    const fault = faultOf(compileSchema(document), body);
    if (fault !== null || row.answer !== 'select') return fault;
    if (!isSelected(endpointId))
      return `schemas/selections/selections.ts does not say how "${endpointId}" is answered`;
    return faultOfAnswers(endpointId, body as SelectedDocument, {
      response: responses[row.response],
      queries: queries.get(endpointId) ?? [],
    });
  };
}

/** The fault of the first answer that is not valid, with its query; null if all are. */
function faultOfAnswers(
  id: SelectedId,
  document: SelectedDocument,
  { response, queries }: { readonly response: object; readonly queries: readonly QueryValues[] },
): string | null {
  const select = selectionOf(id);
  for (const place of placesWithin(id, document)) {
    const emptyBefore = new Set<string>();
    for (const query of queries) {
      const empty = emptyAnswerIn(id, document, query);
      if (empty !== null && emptyBefore.has(empty)) continue;
      if (empty !== null) emptyBefore.add(empty);
      const answer = select(document, query, place);
      const isCredited = attributionIn(answer) === attributionIn(document);
      const faultOfAnswer = isCredited
        ? faultOf(compileSchema(response), answer)
        : "/attribution is not the stored document's";
      if (faultOfAnswer === null) continue;
      const question = [place.area, queryText(query)].filter(Boolean).join(' ');
      return `answer to ${question}: ${faultOfAnswer}`;
    }
  }
  return null;
}

/**
 * The places for which a document holds an answer: one for each area with data, and the first empty
 * area.
 */
function placesWithin(id: SelectedId, document: SelectedDocument): DocumentPlace[] {
  const areas = areasIn(id, document);
  if (areas === null) return [{}];
  const empty = areas.find((area) => area.empty);
  return areas.filter((area) => !area.empty || area === empty).map(({ slug }) => ({ area: slug }));
}

/** The attribution of a body, which projections call `citation`; undefined if it has none. */
function attributionIn(body: unknown): unknown {
  const { attribution, citation } = Object(body);
  return attribution ?? citation;
}

/**
 * The fault in the credit of a document; null if there is none. Licences require the source's own
 * text, word for word, wherever there are data.
 */
function attributionFault(body: unknown, attribution: string): string | null {
  const stated = attributionIn(body);
  if (stated === attribution) return null;
  if (stated !== undefined)
    return (
      `/attribution is not the source's own text: got ${JSON.stringify(stated)}, expected ` +
      `${JSON.stringify(attribution)}`
    );
  return 'provenance' in Object(body)
    ? `/attribution is missing, expected ${JSON.stringify(attribution)}`
    : null;
}

/** Whether a document that holds several areas holds each of them once. */
function holdsEveryArea(row: AnswerRow, axes: Axes, body: unknown): boolean {
  const within = isSelected(row.id) ? areasIn(row.id, body as SelectedDocument) : null;
  if (within === null) return true;
  const areas = areasOf(row, axes);
  const slugs = new Set(within.map(({ slug }) => slug));
  return within.length === areas.length && areas.every((area) => slugs.has(area));
}

/** Every place of an endpoint's files within the axes. */
function placesOf(row: AnswerRow, axes: Axes): DocumentPlace[] {
  const places: DocumentPlace[] = row.stored?.file.includes('{soc}')
    ? axes.occupations.map((soc) => ({ soc }))
    : [{}];
  return row.stored?.file.includes('{area}')
    ? places.flatMap((place) => areasOf(row, axes).map((area) => ({ ...place, area })))
    : places;
}

function areasOf(row: AnswerRow, { areas, localAreas }: Axes): readonly string[] {
  return (takesLocalArea(row) ? localAreas : areas) ?? [];
}
