// Answers one endpoint of the table: parameters, decision, and only then the bytes.
import type { Endpoint } from '#schemas/endpoints.ts';
import { createAnswerHeaders } from './answer-headers.ts';
import { createAnswerer } from './answer.ts';
import { csvOf, csvType, prefersCsv } from './csv.ts';
import { decide } from './decision.ts';
import type { Accepted } from './coding.ts';
import { entityTag } from './etag.ts';
import { createLocalAreaReader } from './local-areas.ts';
import { checkQuery } from './parameters.ts';
import { checkPath } from './path-values.ts';
import type { Published } from './published.ts';
import { createRecentAnswers } from './recent-answers.ts';
import { notModifiedUnread, represent, respondWith } from './representation.ts';
import type { Store } from './store.ts';
import type { Visit } from './visit.ts';

interface EndpointPorts {
  readonly store: Store;
  readonly answerCode: string;
  readonly publicUrl: string;
}

/** A question to an endpoint, from a request or from one of our pages. */
export interface Asked extends Pick<Visit, 'params' | 'search'> {
  readonly published: Published;
  readonly ifNoneMatch: string | null;
  /** The content codings that the client accepts. */
  readonly accepted: Accepted;
  /** The media types that it accepts: the header Accept. */
  readonly accept: string | null;
}

export type AnswerEndpoint = (endpoint: Endpoint, asked: Asked) => Promise<Response>;

/** What the same answer says. Throws the same refusals. For pages, which need neither its bytes nor its tag, and must not change it. */
export type ReadEndpoint = (endpoint: Endpoint, asked: Pick<Asked, 'params' | 'search' | 'published'>) => Promise<unknown>;

export interface EndpointAnswerer {
  readonly answer: AnswerEndpoint;
  readonly read: ReadEndpoint;
}

/** Answers GET or HEAD of every endpoint that needs a key; server/meta/answer-meta.ts answers the open ones. */
export function createEndpointAnswerer({ store, answerCode, publicUrl }: EndpointPorts): EndpointAnswerer {
  const answerer = createAnswerer(store);
  const recentAnswers = createRecentAnswers();
  const answerHeaders = createAnswerHeaders(publicUrl);
  const readLocalAreas = createLocalAreaReader(store);

  const decided = async (endpoint: Endpoint, { params, search, published }: Pick<Asked, 'params' | 'search' | 'published'>) => {
    const place = await checkPath(endpoint, params, { occupations: published.occupations, localAreas: () => readLocalAreas(published) });
    const values = checkQuery(endpoint, search);
    const [pinned, [own]] = [values.get('edition'), endpoint.sources];
    const known = typeof pinned === 'string' && own !== undefined ? await published.knowing(own, pinned) : published;
    return decide(endpoint, place, values, known);
  };

  const answerOf = async (endpoint: Endpoint, asked: Asked, question: string): Promise<Response> => {
    const { published, ifNoneMatch, accepted, accept } = asked;
    const decision = await decided(endpoint, asked);
    const isCsv = prefersCsv(endpoint, accept);
    const tag = await entityTag(decision, answerCode, isCsv);
    const ofJson = answerHeaders(decision, published);
    const headers = isCsv ? { ...ofJson, 'Content-Type': csvType } : ofJson;
    const unread = notModifiedUnread(ifNoneMatch, tag, headers, accepted);
    if (unread !== null) return unread;
    const json = await answerer.bytes(decision);
    const body = isCsv ? { bytes: csvOf(endpoint, json.bytes), digest: null } : json;
    const answer = await represent(body, { headers, tag, accepted });
    recentAnswers.keep(published, question, answer);
    return respondWith(answer, ifNoneMatch);
  };

  return {
    async answer(endpoint, asked) {
      const question = questionOf(endpoint, asked);
      const recent = recentAnswers.find(asked.published, question);
      return recent === null ? answerOf(endpoint, asked, question) : respondWith(recent, asked.ifNoneMatch);
    },
    read: async (endpoint, asked) => answerer.value(await decided(endpoint, asked)),
  };
}

/** Everything in a request that decides its answer. A value of a path never holds a blank. */
function questionOf(endpoint: Endpoint, { params, search, accept, accepted: { gzip, identity } }: Asked): string {
  const isCsv = prefersCsv(endpoint, accept);
  return `${endpoint.id} ${Number(gzip)}${Number(identity)}${Number(isCsv)} ${params['soc'] ?? ''} ${params['area'] ?? ''} ${search.toString()}`;
}
