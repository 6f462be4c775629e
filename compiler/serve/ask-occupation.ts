// Asks the endpoints in process, as the page of an occupation wants it, for lmi show and lmi site.
import { endpoints } from '#schemas/endpoints.ts';
import type { Ask } from '#server/pages/occupation/answers.ts';
import { CatalogueError } from '../edition/catalogue.ts';

/** Rejects with CatalogueError if an answer is refused for another reason than that nothing is published. */
export function pageAsker(answer: (path: string) => Promise<Response>): Ask {
  return async (id, params, query) => {
    const endpoint = endpoints.find((candidate) => candidate.id === id);
    if (endpoint === undefined) throw new Error(`no endpoint ${id}`);
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const response = await answer(`${path}${Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query)}`}`);
    const body: unknown = await response.json();
    if (response.ok) return { answer: body };
    const { detail = '', type = '' } = body as { detail?: string; type?: string };
    if (response.status === 404 && type.endsWith('/not-published')) return { missing: detail };
    throw new CatalogueError(`${path}: ${detail}`);
  };
}
