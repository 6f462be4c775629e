// Answers one endpoint of the table: parameters, decision, and only then the bytes.
import type { Endpoint } from '#schemas/endpoints.ts';
import { createAnswerHeaders } from './answer-headers.ts';
import { createAnswerer } from './answer.ts';
import { createAskedBefore, createRecentAnswers } from './recent-answers.ts';
import { csvOf } from '../http/csv.ts';
import { decide, entityTag } from './decision.ts';
import { createLocalAreaReader } from './local-areas.ts';
import { checkPath, checkQuery } from './parameters.ts';
import type { Published } from '../data/published.ts';
import { notModifiedUnread, prepare, represent, respondWith } from '../http/representation.ts';
import type { Store } from '../data/store.ts';
import type { Visit } from '../visit.ts';

/** A question to an endpoint, from a request. */
export type Asked = Pick<Visit, 'request' | 'params' | 'query' | 'search' | 'accepted'>;

/** A question from a request or from one of our pages. */
interface Question extends Pick<Visit, 'params' | 'search'> {
  readonly published: Published;
}

/**
 * What the same answer says. Throws the same refusals. For pages, which need neither its bytes nor
 * its tag, and must not change it.
 */
export type ReadEndpoint = (endpoint: Endpoint, question: Question) => Promise<unknown>;

/**
 * Answers GET or HEAD of every endpoint that needs a key; server/meta/answer-meta.ts answers the
 * open ones.
 */
export function createEndpointAnswerer(store: Store, answerCode: string, publicUrl: string) {
  const answerer = createAnswerer(store);
  const recentAnswers = createRecentAnswers();
  const askedBefore = createAskedBefore();
  const answerHeaders = createAnswerHeaders(publicUrl);
  const readLocalAreas = createLocalAreaReader(store);

  const decided = async (endpoint: Endpoint, { params, search, published }: Question) => {
    const place = await checkPath(endpoint, params, {
      occupations: published.occupations,
      localAreas: () => readLocalAreas(published),
    });
    const values = checkQuery(endpoint, search);
    const pinned = values.get('edition');
    const [own] = endpoint.sources;
    const known =
      typeof pinned === 'string' && own !== undefined
        ? await published.knowing(own, pinned)
        : published;
    return decide(endpoint, place, values, known);
  };

  return {
    async answer(
      endpoint: Endpoint,
      asked: Asked,
      published: Published,
      isCsv = false,
    ): Promise<Response> {
      const { request, params, search, accepted } = asked;
      const ifNoneMatch = request.headers.get('If-None-Match');
      const question = questionOf(endpoint, asked, isCsv);
      const answers = recentAnswers(published);
      const recent = answers.find(question);
      if (recent !== undefined) {
        recent.prepared ??= prepare(recent);
        return respondWith(recent, ifNoneMatch);
      }
      const decision = await decided(endpoint, { params, search, published });
      const tag = await entityTag(decision, answerCode, isCsv);
      const headers = answerHeaders(decision, published, isCsv);
      const unread = notModifiedUnread(ifNoneMatch, tag, headers, accepted);
      if (unread !== null) return unread;
      const json = await answerer.bytes(decision);
      const body = isCsv ? { bytes: csvOf(endpoint, json.bytes), digest: null } : json;
      const answer = await represent(body, { headers, tag, accepted });
      // Most stored answers are not asked for twice. Keeping each costs a twentieth to a tenth of
      // it, most of it for collecting garbage later.
      if (json.digest === null || askedBefore(question)) answers.keep(question, answer);
      return respondWith(answer, ifNoneMatch);
    },
    read: async (endpoint: Endpoint, question: Question): Promise<unknown> =>
      answerer.value(await decided(endpoint, question)),
  };
}

/** Everything in a request that decides its answer. A value of a path never holds a blank. */
function questionOf(
  endpoint: Endpoint,
  { params, query, accepted: { gzip, identity } }: Asked,
  isCsv: boolean,
): string {
  return `${endpoint.id} ${Number(gzip)}${Number(identity)}${Number(isCsv)} ${params['soc'] ?? ''} ${params['area'] ?? ''} ${query}`;
}
