// What was thrown on the way of a request, as an answer: problem details, or a page where people are.
import { isForPeople, needsKey } from './admission.ts';
import { prefersPages } from './pages/page.ts';
import { refusalPage } from './pages/problem-pages.ts';
import { Refusal, problemResponse } from './problem.ts';
import { methodName, routeName } from './request-log.ts';
import type { Visit } from './visit.ts';

/** The answer to a request that is refused, or that we failed. Its kind is noted in the visit. */
export function refuse(error: unknown, visit: Visit, publicUrl: string): Response {
  const refusal = asRefusal(error, visit);
  visit.problem = refusal.kind;
  const forPeople = isForPeople(visit.path);
  const response =
    forPeople && prefersPages(visit.request) ? refusalPage(refusal) : problemResponse(refusal, { publicUrl, instance: visit.instance });
  if (forPeople) response.headers.set('Vary', 'Accept');
  return response;
}

/**
 * A refusal as it is; anything else is our own fault, recorded here and told to nobody. The query may hold anything, so it is left out;
 * and a path outside /v1 may hold a mailed link, so of that only the pattern is told.
 */
function asRefusal(error: unknown, { method, path, route }: Visit): Refusal {
  if (error instanceof Refusal) return error;
  console.error(`${methodName(method)} ${needsKey(path) ? path : routeName(route)}:`, error);
  return new Refusal('internal-error', 'The request could not be answered. The fault is ours and has been recorded.');
}
