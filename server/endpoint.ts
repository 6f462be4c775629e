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
import { representationDigest } from './representation-digest.ts';
import type { Store } from './store.ts';
import type { Visit } from './visit.ts';

interface EndpointPorts {
  readonly store: Store;
  readonly publicUrl: string;
  /** What is served now, or a thrown 503. */
  readonly published: () => Promise<Published>;
}

/** A question to an endpoint, from a request or from a page of ours. */
export interface Asked extends Pick<Visit, 'params' | 'search'> {
  readonly ifNoneMatch: string | null;
}

export type AnswerEndpoint = (endpoint: Endpoint, asked: Asked) => Promise<Response>;

/** Answers any row of the endpoint table that asks for a key, by GET or HEAD; the open ones are server/meta/answer-meta.ts's. */
export function createEndpointAnswerer({ store, publicUrl, published: readPublished }: EndpointPorts): AnswerEndpoint {
  const answerBody = createAnswerer(store);
  const readLocalAreas = createLocalAreaReader(store);

  return async (endpoint, { params, search, ifNoneMatch }) => {
    const published = await readPublished();
    const place = await checkPath(endpoint, params, { occupations: published.occupations, localAreas: () => readLocalAreas(published) });
    const values = checkQuery(endpoint, search);
    const decision = decide(endpoint, place, values, published);
    const tag = await entityTag(decision);
    const headers = answerHeaders(decision, tag, published, publicUrl);
    if (matchesEntityTag(ifNoneMatch, tag)) {
      headers.delete('Content-Type');
      return new Response(null, { status: 304, headers });
    }
    const body = await answerBody(decision);
    headers.set('Repr-Digest', await representationDigest(body));
    headers.set('Content-Length', String(body.length));
    return new Response(body, { headers });
  };
}
