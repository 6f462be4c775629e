// Turns an error into a refusal. A client learns nothing of a fault of ours but that there was one.
import { logError } from '../http/log.ts';
import { Refusal } from '../http/problem.ts';
import { DamagedFile } from './store.ts';

/** An error that is no refusal is our own fault: the log gets it, with the place. */
export function refusalOf(error: unknown, place: string): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof DamagedFile) {
    logError(place, `${error.message}, so the answer is 503\n  ${repairOfStored}`);
    return damagedData(error.isMissing);
  }
  logError(place, error);
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
  'lmi verify names what is damaged or missing and the repair; lmi pull fetches what is ' +
  'only in the store; lmi publish --repair puts back what is damaged in a store';

/** `missing`: an edition that is pinned may be whole in the store and not on this machine. */
export function damagedData(missing: boolean): Refusal {
  const is = missing ? 'not on this server at the moment' : 'damaged, so it is not shown';
  return new Refusal(
    'damaged-data',
    `The stored document behind this answer is ${is}. The operator has been told.`,
    { headers: { 'Retry-After': '600' } },
  );
}
