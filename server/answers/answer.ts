// A decided answer, as bytes or as what they say: a stored file byte for byte, a variant of one, several answers joined, or a search in the
// title index.
import { areaOf } from '#schemas/codes.ts';
import { documentPath } from '#schemas/document-path.ts';
import type { Answer } from '../http/representation.ts';
import { absentAreas } from '#schemas/selections/absent-areas.ts';
import { limitOf } from '#schemas/query-values.ts';
import { joinings, selections } from '#schemas/selections/selections.ts';
import type { TitleIndex } from '#schemas/title-index.ts';
import { createCache } from '../data/cache.ts';
import type { Decision } from './decision.ts';
import { encodeUtf8 } from '../http/digest.ts';
import { type TitleModel, loadTitleModel } from '../search/model/title-model.ts';
import { type LoadedTitleIndex, loadTitleIndex, search } from '../search/search.ts';
import type { Store, StoredDocument } from '../data/store.ts';

/** The members of a decision that name a stored file. */
type StoredFile = Pick<Decision, 'endpoint' | 'edition' | 'place' | 'stored'>;

/** A comparison of two occupations asks for few more at once; each has some 100 kB. */
const mostParsed = 8;

/** The value of a stored file. */
type ReadDocument = (file: StoredFile) => Promise<unknown>;

/** Composes answers from one store. It remembers the loaded title index of one edition at a time, and the documents that it parsed last. */
export function createAnswerer(store: Store) {
  let index: { readonly edition: string; readonly titles: LoadedTitleIndex } | null = null;
  let learnt: { readonly id: string; readonly model: TitleModel } | null = null;

  // A page asks for several variants of one document in a row. What makes them never changes the document.
  const parsed = createCache<unknown>({ most: mostParsed });
  const read: ReadDocument = async (file) => {
    const place = `${file.edition.id}/${documentPath(file.endpoint, file.stored.place)}`;
    const known = parsed.find(place);
    if (known !== undefined) return known;
    // The compiler validated the document against its schema before publication.
    const document: unknown = JSON.parse(await storedText(store, file));
    parsed.keep(place, document);
    return document;
  };

  const searchAnswer = async (decision: Decision): Promise<unknown> => {
    if (index?.edition !== decision.edition.id) {
      // The compiler validated the document against its schema before publication.
      const document: TitleIndex = JSON.parse(await storedText(store, decision));
      index = { edition: decision.edition.id, titles: loadTitleIndex(document) };
    }
    return search(index.titles, String(decision.values.get('q')), limitOf(decision.values), await modelOf(decision));
  };

  const modelOf = async ({ titleModel }: Decision): Promise<TitleModel | null> => {
    if (titleModel === null) return null;
    if (learnt?.id !== titleModel.id) learnt = { id: titleModel.id, model: loadTitleModel(await store.titleModel(titleModel)) };
    return learnt.model;
  };

  const say = async (decision: Decision): Promise<unknown> => {
    switch (decision.endpoint.answer) {
      case 'file':
        // Of one occupation it is asked for once, so it drives out none that is asked for again.
        return isStored(decision) && decision.place.soc !== undefined
          ? JSON.parse(await storedText(store, decision))
          : storedDocument(read, decision);
      case 'select':
        return selectionOf(decision)((await storedDocument(read, decision)) as never, decision.values, decision.place);
      case 'join':
        return joined(say, decision);
      case 'search':
        return searchAnswer(decision);
      case 'catalogue':
        throw new Error(`endpoint ${decision.endpoint.id} has no stored answer, and answer.ts was called for it`);
    }
  };

  const told = async (decision: Decision): Promise<unknown> => withNotes(await say(decision), [...decision.issues, ...absenceOf(decision)]);

  return {
    bytes: async (decision: Decision): Promise<Answer> =>
      isStored(decision) && decision.issues.length === 0 ? stored(store, decision) : json(await told(decision)),
    /** What the bytes say, for our own pages, which must not change it. */
    value: told,
  };
}

/** Which areas a release has that lacks the one asked for. */
function absenceOf({ stored: { ofOtherArea }, place, edition }: Decision): string[] {
  if (!ofOtherArea || place.area === undefined) return [];
  const has = (edition.axes.areas ?? []).map((slug) => areaOf(slug).name);
  return [`"${edition.label}" has no figures of ${areaOf(place.area).name}. It has those of ${has.join(', ')}.`];
}

/** The answer with further notes: what checks say of its figures, or which areas there are. One without notes has no room for them. */
function withNotes(answer: unknown, further: readonly string[]): unknown {
  if (further.length === 0 || typeof answer !== 'object' || answer === null || !('notes' in answer)) return answer;
  const { notes } = answer;
  return Array.isArray(notes) ? { ...answer, notes: [...notes, ...further] } : answer;
}

/** Whether the bytes of the answer are those of a file. */
function isStored({ endpoint, stored: { ofOtherArea } }: Decision): boolean {
  return endpoint.answer === 'file' && !ofOtherArea;
}

function selectionOf({ endpoint }: Decision) {
  const selection = selections[endpoint.id];
  if (selection === undefined) throw new Error(`schemas/selections/selections.ts has no selection for the endpoint ${endpoint.id}`);
  return selection;
}

async function joined(say: (decision: Decision) => Promise<unknown>, decision: Decision): Promise<unknown> {
  const { endpoint, parts } = decision;
  const joining = joinings[endpoint.id];
  if (joining === undefined || parts === null)
    throw new Error(`schemas/selections/selections.ts does not join the endpoint ${endpoint.id}`);
  const said = Object.entries(parts).map(async ([name, part]) => [name, part === null ? null : await say(part)] as const);
  return joining(Object.fromEntries(await Promise.all(said)), decision);
}

function stored(store: Store, { endpoint, edition, stored: { place } }: StoredFile): Promise<StoredDocument> {
  return store.document(edition, documentPath(endpoint, place));
}

/** The document of the place asked for. If the edition does not cover its area, it is made of the document of another. */
async function storedDocument(read: ReadDocument, file: StoredFile): Promise<unknown> {
  const { endpoint, place, stored: at } = file;
  const document = await read(file);
  if (!at.ofOtherArea) return document;
  const without = absentAreas[endpoint.id];
  if (without === undefined || place.area === undefined)
    throw new Error(`endpoint ${endpoint.id} answers from the document of another area`);
  return without(document, place.area);
}

async function storedText(store: Store, file: StoredFile): Promise<string> {
  return new TextDecoder().decode((await stored(store, file)).bytes);
}

function json(value: unknown): Answer {
  return { bytes: encodeUtf8(`${JSON.stringify(value)}\n`), digest: null };
}
