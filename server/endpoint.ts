// Answers one endpoint of the table: parameters, decision, and only then the bytes.
import type { Endpoint } from '#schemas/endpoints.ts';
import { answerHeaders } from './answer-headers.ts';
import { createAnswerer } from './answer.ts';
import { decide } from './decision.ts';
import { entityTag, matchesEntityTag } from './etag.ts';
import { createLocalAreaReader } from './local-areas.ts';
import { checkQuery } from './parameters.ts';
import { checkPath } from './path-values.ts';
import type { Published } from './published.ts';
import { createRecentAnswers } from './recent-answers.ts';
import { representationDigest } from './representation-digest.ts';
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
}

export type AnswerEndpoint = (endpoint: Endpoint, asked: Asked) => Promise<Response>;

/** Answers GET or HEAD of every endpoint that needs a key; server/meta/answer-meta.ts answers the open ones. */
export function createEndpointAnswerer({ store, answerCode, publicUrl }: EndpointPorts): AnswerEndpoint {
  const answerBody = createAnswerer(store);
  const recentAnswers = createRecentAnswers();
  const readLocalAreas = createLocalAreaReader(store);

  const answerOf = async (endpoint: Endpoint, { params, search, published, ifNoneMatch }: Asked, question: string): Promise<Response> => {
    const place = await checkPath(endpoint, params, { occupations: published.occupations, localAreas: () => readLocalAreas(published) });
    const values = checkQuery(endpoint, search);
    const decision = decide(endpoint, place, values, published);
    const tag = await entityTag(decision, answerCode);
    const headers = answerHeaders(decision, tag, published, publicUrl);
    if (matchesEntityTag(ifNoneMatch, tag)) return notModified(headers);
    const body = await answerBody(decision);
    const answer = {
      tag,
      headers: { ...headers, 'Repr-Digest': await representationDigest(body), 'Content-Length': String(body.length) },
      body,
    };
    recentAnswers.keep(published, question, answer);
    return new Response(body, { headers: answer.headers });
  };

  return async (endpoint, asked) => {
    const question = questionOf(endpoint, asked);
    const recent = recentAnswers.find(asked.published, question);
    if (recent === null) return answerOf(endpoint, asked, question);
    if (matchesEntityTag(asked.ifNoneMatch, recent.tag)) return notModified(recent.headers);
    return new Response(recent.body, { headers: recent.headers });
  };
}

/** Everything in a request that decides its answer. A value of a path never holds a blank. */
function questionOf({ id }: Endpoint, { params, search }: Asked): string {
  return `${id} ${params['soc'] ?? ''} ${params['area'] ?? ''} ${search.toString()}`;
}

/** A 304 has no content, so it has no headers that describe content (RFC 9110 §15.4.5). */
function notModified({
  'Content-Type': _type,
  'Content-Length': _length,
  'Repr-Digest': _digest,
  ...headers
}: Readonly<Record<string, string>>): Response {
  return new Response(null, { status: 304, headers });
}
