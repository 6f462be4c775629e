// Makes a decided answer, as bytes or as a value: a stored file byte for byte, a variant of one,
// several answers joined, or a search in the title index.
import { areaOf } from '#schemas/codes.ts';
import { documentPath } from '#schemas/document-path.ts';
import type { Answer } from '../http/representation.ts';
import { absentAreas } from '#schemas/selections/absent-areas.ts';
import { limitOf } from '#schemas/query-values.ts';
import {
  type SelectedDocument,
  isSelected,
  joinings,
  selectionOf,
} from '#schemas/selections/selections.ts';
import type { TitleIndex } from '#schemas/title-index.ts';
import type { Decision } from './decision.ts';
import { type ProvedDocument, createDocuments } from './documents.ts';
import { encodeUtf8 } from '../http/digest.ts';
import { type TitleModel, loadTitleModel } from '../search/model/title-model.ts';
import { type LoadedTitleIndex, loadTitleIndex, search } from '../search/search.ts';
import type { Store } from '../data/store.ts';

/**
 * Composes answers from one store. It remembers proved documents, the loaded title index of one
 * edition and one loaded title model.
 */
export function createAnswerer(store: Store) {
  const readDocument = createDocuments(store);
  let loadedTitles: { readonly edition: string; readonly titles: LoadedTitleIndex } | null = null;
  let loadedModel: { readonly id: string; readonly model: TitleModel } | null = null;

  const readStored = ({
    endpoint,
    edition,
    stored: { place },
  }: Decision): Promise<ProvedDocument> => readDocument(edition, documentPath(endpoint, place));

  /**
   * The document of the place asked for. If the edition does not cover its area, it is made of the
   * document of another.
   */
  const readDocumentOfPlace = async (decision: Decision): Promise<unknown> => {
    const { endpoint, place, stored: storedPart } = decision;
    const document = (await readStored(decision)).json();
    if (!storedPart.isOfOtherArea) return document;
    const without = absentAreas[endpoint.id];
    if (without === undefined || place.area === undefined)
      throw new Error(`endpoint ${endpoint.id} answers from the document of another area`);
    return without(document, place.area);
  };

  const searchTitles = async (decision: Decision): Promise<unknown> => {
    if (loadedTitles?.edition !== decision.edition.id) {
      const document = (await readStored(decision)).json() as TitleIndex;
      loadedTitles = { edition: decision.edition.id, titles: loadTitleIndex(document) };
    }
    return search(
      loadedTitles.titles,
      String(decision.values.get('q')),
      limitOf(decision.values),
      await readTitleModel(decision),
    );
  };

  const readTitleModel = async ({ titleModel }: Decision): Promise<TitleModel | null> => {
    if (titleModel === null) return null;
    if (loadedModel?.id !== titleModel.id)
      loadedModel = {
        id: titleModel.id,
        model: loadTitleModel(await store.titleModel(titleModel)),
      };
    return loadedModel.model;
  };

  const answerValue = async (decision: Decision): Promise<unknown> => {
    switch (decision.endpoint.answer) {
      case 'file':
        return readDocumentOfPlace(decision);
      case 'select':
        return selectFrom(await readDocumentOfPlace(decision), decision);
      case 'join':
        return joinParts(answerValue, decision);
      case 'search':
        return searchTitles(decision);
      case 'catalogue':
        throw new Error(
          `endpoint ${decision.endpoint.id} has no stored answer, and answer.ts was called for it`,
        );
    }
  };

  const valueWithNotes = async (decision: Decision): Promise<unknown> =>
    withNotes(await answerValue(decision), [...decision.issues, ...absenceOf(decision)]);

  return {
    bytes: async (decision: Decision): Promise<Answer> =>
      isStored(decision) && decision.issues.length === 0
        ? readStored(decision)
        : json(await valueWithNotes(decision)),
    /** The value of the answer, for our own pages, which must not change it. */
    value: valueWithNotes,
  };
}

/** Which areas a release has that lacks the one asked for. */
function absenceOf({ stored: { isOfOtherArea }, place, edition }: Decision): string[] {
  if (!isOfOtherArea || place.area === undefined) return [];
  const names = (edition.axes.areas ?? []).map((slug) => areaOf(slug).name);
  return [
    `"${edition.label}" has no figures of ${areaOf(place.area).name}. It has those of ` +
      `${names.join(', ')}.`,
  ];
}

/**
 * The answer with further notes: what checks say of its figures, or which areas there are. One
 * without notes has no room for them.
 */
function withNotes(answer: unknown, further: readonly string[]): unknown {
  if (further.length === 0 || typeof answer !== 'object' || answer === null || !('notes' in answer))
    return answer;
  const { notes } = answer;
  return Array.isArray(notes) ? { ...answer, notes: [...notes, ...further] } : answer;
}

/** Whether the bytes of the answer are those of a file. */
function isStored({ endpoint, stored: { isOfOtherArea } }: Decision): boolean {
  return endpoint.answer === 'file' && !isOfOtherArea;
}

function selectFrom(document: unknown, { endpoint, values, place }: Decision): unknown {
  if (!isSelected(endpoint.id))
    throw new Error(
      `schemas/selections/selections.ts has no selection for the endpoint ${endpoint.id}`,
    );
  return selectionOf(endpoint.id)(document as SelectedDocument, values, place);
}

async function joinParts(
  answerValue: (decision: Decision) => Promise<unknown>,
  decision: Decision,
): Promise<unknown> {
  const { endpoint, parts } = decision;
  const joining = joinings[endpoint.id];
  if (joining === undefined || parts === null)
    throw new Error(`schemas/selections/selections.ts does not join the endpoint ${endpoint.id}`);
  const answersOfParts = Object.entries(parts).map(
    async ([name, part]) => [name, part === null ? null : await answerValue(part)] as const,
  );
  return joining(Object.fromEntries(await Promise.all(answersOfParts)), decision);
}

function json(value: unknown): Answer {
  return { bytes: encodeUtf8(`${JSON.stringify(value)}\n`), digest: null };
}
