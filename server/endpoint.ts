// One endpoint of the table answered: parameters, decision, and only then the bytes.
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
  readonly publicUrl: string;
  /** What is served now, or a thrown 503. */
  readonly published: () => Promise<Published>;
}

type AnswerEndpoint = (endpoint: Endpoint, visit: Visit) => Promise<Response>;

/** Answers any row of the endpoint table that asks for a key, by GET or HEAD; the open ones are server/meta/answer-meta.ts's. */
export function createEndpointAnswerer({ store, publicUrl, published: readPublished }: EndpointPorts): AnswerEndpoint {
  const answerBody = createAnswerer(store);
  const recentAnswers = createRecentAnswers();
  const readLocalAreas = createLocalAreaReader(store);

  const answerOf = async (endpoint: Endpoint, visit: Visit, published: Published): Promise<Response> => {
    const place = await checkPath(endpoint, visit.params, { occupations: published.occupations, localAreas: () => readLocalAreas(published) });
    const values = checkQuery(endpoint, visit.search);
    const decision = decide(endpoint, place, values, published);
    const tag = await entityTag(decision);
    const headers = answerHeaders(decision, tag, published, publicUrl);
    if (matchesEntityTag(visit.request.headers.get('If-None-Match'), tag)) return notModified(headers);
    const body = await answerBody(decision);
    const answer = { tag, headers: { ...headers, 'Repr-Digest': await representationDigest(body), 'Content-Length': String(body.length) }, body };
    recentAnswers.keep(published, addressOf(visit), answer);
    return new Response(body, { headers: answer.headers });
  };

  return async (endpoint, visit) => {
    const published = await readPublished();
    const recent = recentAnswers.find(published, addressOf(visit));
    if (recent === null) return answerOf(endpoint, visit, published);
    if (matchesEntityTag(visit.request.headers.get('If-None-Match'), recent.tag)) return notModified(recent.headers);
    return new Response(recent.body, { headers: recent.headers });
  };
}

/** Path and query, without the host, which may lie. */
function addressOf({ url }: Visit): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2));
}

/** What describes the content stays away where there is none (RFC 9110 §15.4.5). */
function notModified({ 'Content-Type': _type, 'Content-Length': _length, 'Repr-Digest': _digest, ...headers }: Readonly<Record<string, string>>): Response {
  return new Response(null, { status: 304, headers });
}
