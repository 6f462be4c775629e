// How pages ask the endpoints, so that they say only what the API says.
import { type Endpoint, endpoints } from '#schemas/endpoints.ts';
import { asTheyAre } from '../coding.ts';
import type { AnswerEndpoint } from '../endpoint.ts';
import { Refusal } from '../problem.ts';
import type { Published } from '../published.ts';
import type { Ask as AskForPage } from './occupation/answers.ts';

export type Ask = <Answer>(
  id: string,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>>,
) => Promise<Answer>;

/** Asks the endpoints. Rejects with the refusal of an endpoint that refuses. */
export function asker(published: Published, answer: AnswerEndpoint): Ask {
  return async (id, params, query) => {
    const response = await answer(endpointOf(id), {
      params: { ...params },
      search: new URLSearchParams(query),
      published,
      ifNoneMatch: null,
      accepted: asTheyAre,
      accept: null,
    });
    // The compiler validated it before publication, or the API's own functions have made it.
    return JSON.parse(await response.text());
  };
}

/** The same for pages that say in words which answers are missing. */
export function askerForPages(published: Published, answer: AnswerEndpoint): AskForPage {
  const ask = asker(published, answer);
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
