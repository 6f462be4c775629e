// Calls the accounts' storage. If it fails, the 503 makes clear that the key or link is not at fault and that a retry helps.
import { logError } from '../http/log.ts';
import { Refusal } from '../http/problem.ts';

/** Longer than the ten seconds for which workerd keeps an idle object open. If too many objects are open, that time must pass. */
const retryAfterSeconds = 15;

/** The answer of the storage; a Refusal with 503 if it fails. Only the log gets the reason. */
export async function askAccounts<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    logError('the storage of accounts does not answer', error);
    throw accountsUnavailable();
  }
}

export function accountsUnavailable(): Refusal {
  return new Refusal('accounts-unavailable', `The storage of keys does not answer at the moment. Ask again in ${retryAfterSeconds} s.`, {
    headers: { 'Retry-After': String(retryAfterSeconds) },
    retryAfterSeconds,
  });
}
