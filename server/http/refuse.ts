// The answer to a refused request: problem details, or a page for people.
import { type Access, accessRules } from './access.ts';
import { prefersPages } from './accept.ts';
import type { IncomingRequest } from './incoming-request.ts';
import { type Refusal, problemResponse } from './problem.ts';

interface RefusedRequest {
  readonly incoming: IncomingRequest;
  readonly access: Access;
  readonly publicUrl: string;
  /** Makes the page for people. */
  readonly pageOf: () => Response;
}

export function answerRefusal(
  refusal: Refusal,
  { incoming, access, publicUrl, pageOf }: RefusedRequest,
): Response {
  const { hasRefusalPages } = accessRules[access];
  const response =
    hasRefusalPages && prefersPages(incoming.request)
      ? pageOf()
      : problemResponse(refusal, { publicUrl, instance: incoming.instance });
  if (hasRefusalPages) response.headers.set('Vary', 'Accept');
  return response;
}
