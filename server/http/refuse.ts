// The answer to a refused request: problem details, or a page for people.
import { type Access, accessRules } from './access.ts';
import { prefersPages } from './accept.ts';
import type { Asked } from './asked.ts';
import { type Refusal, problemResponse } from './problem.ts';

export interface Refused {
  readonly asked: Asked;
  readonly access: Access;
  readonly publicUrl: string;
  /** Makes the page for people. */
  readonly pageOf: () => Response;
}

export function answerRefusal(
  refusal: Refusal,
  { asked, access, publicUrl, pageOf }: Refused,
): Response {
  const { forPeople } = accessRules[access];
  const response =
    forPeople && prefersPages(asked.request)
      ? pageOf()
      : problemResponse(refusal, { publicUrl, instance: asked.instance });
  if (forPeople) response.headers.set('Vary', 'Accept');
  return response;
}
