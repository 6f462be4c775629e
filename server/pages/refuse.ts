// Turns an error on the way of a request into an answer: problem details, or a page for people.
import { accessRules } from '../http/access.ts';
import { DamagedFile } from '../data/store.ts';
import { logError, methodName } from '../http/log.ts';
import { prefersPages } from '../http/accept.ts';
import { refusalPage } from './problem-pages.ts';
import { Refusal, problemResponse } from '../http/problem.ts';
import type { Visit } from '../visit.ts';

/** The answer to a refused or failed request. It notes the kind of problem in the visit. */
export function refuse(error: unknown, visit: Visit, publicUrl: string): Response {
  const refusal = asRefusal(error, visit);
  visit.problem = refusal.kind;
  const { forPeople } = accessRules[visit.access];
  const response =
    forPeople && prefersPages(visit.request)
      ? refusalPage(refusal, visit)
      : problemResponse(refusal, { publicUrl, instance: visit.instance });
  if (forPeople) response.headers.set('Vary', 'Accept');
  return response;
}

/**
 * A refusal stays as it is. Any other error is our own fault: the log gets it and the client does
 * not. The log leaves out the query, which may hold anything. Without a key it has only the pattern
 * of the path, which may hold a mailed link.
 */
function asRefusal(error: unknown, { method, path, route, access }: Visit): Refusal {
  if (error instanceof Refusal) return error;
  const asked = `${methodName(method)} ${access === 'key' ? path : route}`;
  if (error instanceof DamagedFile) {
    logError(asked, `${error.message}, so the answer is 503\n  ${repairOfStored}`);
    return damagedData(error.missing);
  }
  logError(asked, error);
  return internalError();
}

export const internalError = () =>
  new Refusal(
    'internal-error',
    'The request could not be answered. The fault is ours and has been recorded.',
  );

/**
 * For the operator. The server does not know whether it reads a data directory, a bundle or a
 * store.
 */
const repairOfStored =
  'lmi verify names what is damaged or missing and the repair; lmi pull fetches what is only in the store; lmi publish --repair puts back what is damaged in a store';

/** `missing`: an edition that is pinned may be whole in the store and not on this machine. */
export function damagedData(missing: boolean): Refusal {
  const is = missing ? 'not on this server at the moment' : 'damaged, so it is not shown';
  return new Refusal(
    'damaged-data',
    `The stored document behind this answer is ${is}. The operator has been told.`,
    {
      headers: { 'Retry-After': '600' },
    },
  );
}
