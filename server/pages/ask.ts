// How pages ask the endpoints, so that they say only what the API says.
import { type Endpoint, endpoints } from '#schemas/endpoints.ts';
import type { ReadEndpoint } from '../answers/endpoint.ts';
import { Refusal } from '../http/problem.ts';
import type { Published } from '../data/published.ts';
import type { Ask as AskForPage } from './occupation/answers.ts';

export type Ask = <Answer>(
  id: string,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>>,
) => Promise<Answer>;

/** Asks the endpoints. Rejects with the refusal of an endpoint that refuses. */
export function asker(published: Published, read: ReadEndpoint): Ask {
  // The compiler validated it before publication, or the API's own functions have made it.
  return async <Answer>(id: string, params: Readonly<Record<string, string>>, query: Readonly<Record<string, string>>) =>
    (await read(endpointOf(id), { params: { ...params }, search: new URLSearchParams(query), published })) as Answer;
}

/** The same for pages that say in words which answers are missing. */
export function askerForPages(published: Published, read: ReadEndpoint): AskForPage {
  const ask = asker(published, read);
  return async (id, params, query) => {
    try {
      return { answer: await ask<unknown>(id, params, query) };
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind !== 'not-published') throw error;
      return { missing: error.detail };
    }
  };
}

export function endpointOf(id: string): Endpoint {
  const endpoint = endpoints.find((row) => row.id === id);
  if (endpoint === undefined) throw new Error(`the endpoint table has no endpoint ${id}`);
  return endpoint;
}
