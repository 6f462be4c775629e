// Answers one endpoint of the table: check the question, decide the edition, tag the answer, and
// only then read a document.
import type { Endpoint } from '#schemas/endpoints.ts';
import type { Published } from '../data/published.ts';
import type { Store } from '../data/store.ts';
import type { Accepted } from '../http/accept.ts';
import { Refusal } from '../http/problem.ts';
import { notModifiedUnread, send } from '../http/representation.ts';
import { answerHeaders } from './answer-headers.ts';
import { createAnswerer } from './answer.ts';
import { csvOf } from './csv.ts';
import { type Decision, decide, entityTag } from './decision.ts';
import { createLocalAreaReader } from './local-areas.ts';
import { checkPath, checkQuery } from './parameters.ts';

/** A question to an endpoint, from a request or from one of our pages. */
export interface Question {
  /** The values of the path, still percent-encoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly search: URLSearchParams;
  readonly published: Published;
}

/** The form in which a client wants the answer. */
interface AnswerPreferences {
  readonly accepted: Accepted;
  readonly ifNoneMatch: string | null;
  readonly isCsv: boolean;
}

/**
 * Reads the value of an answer for a page, which must not change it. Throws the refusals of the
 * endpoint.
 */
export type ReadEndpoint = (endpoint: Endpoint, question: Question) => Promise<unknown>;

/**
 * Answers GET or HEAD of every endpoint that needs a key; server/meta/answer-meta.ts answers the
 * open ones.
 */
export function createEndpointAnswerer(store: Store, answerCode: string, publicUrl: string) {
  const answerer = createAnswerer(store);
  const readLocalAreas = createLocalAreaReader(store);

  /** The decision. Throws its refusal, or the 404 or 400 of a wrong question. */
  const decisionOf = async (endpoint: Endpoint, question: Question): Promise<Decision> => {
    const { params, search, published } = question;
    const place = await checkPath(endpoint, params, {
      occupations: published.occupations,
      localAreas: () => readLocalAreas(published),
    });
    const values = checkQuery(endpoint, search, published.occupations);
    const pinned = values.get('edition');
    const [source] = endpoint.sources;
    const known =
      typeof pinned === 'string' && source !== undefined
        ? await published.withEdition(source, pinned)
        : published;
    const decision = decide(endpoint, place, values, known);
    if (decision instanceof Refusal) throw decision;
    return decision;
  };

  return {
    async answer(
      endpoint: Endpoint,
      question: Question,
      { accepted, ifNoneMatch, isCsv }: AnswerPreferences,
    ): Promise<Response> {
      const decision = await decisionOf(endpoint, question);
      const tag = await entityTag(decision, answerCode, isCsv);
      const headers = answerHeaders(decision, question.published, { publicUrl, isCsv });
      const unread = notModifiedUnread(ifNoneMatch, tag, headers, accepted);
      if (unread !== null) return unread;
      const json = await answerer.bytes(decision);
      const answer = isCsv ? { bytes: csvOf(endpoint, json.bytes), digest: null } : json;
      return send(answer, { headers, tag, accepted, ifNoneMatch });
    },
    read: async (endpoint: Endpoint, question: Question): Promise<unknown> =>
      answerer.value(await decisionOf(endpoint, question)),
  };
}
