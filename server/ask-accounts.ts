// The accounts' storage, asked so that its failing is told as what it is: nothing is wrong with the key or the link, and asking again helps.
import { Refusal } from './problem.ts';

/** Longer than the ten seconds for which workerd keeps an idle account open, which is what has to pass where too many were opened at once. */
const retryAfterSeconds = 15;

/** What the storage answers; a Refusal with 503 where it fails. Why is recorded here and told to nobody. */
export async function askAccounts<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    console.error('the storage of accounts does not answer:', error);
    throw new Refusal('accounts-unavailable', `The storage of keys does not answer at the moment. Ask again in ${retryAfterSeconds} s.`, {
      headers: { 'Retry-After': String(retryAfterSeconds) },
      retryAfterSeconds,
    });
  }
}
