// The port of the accounts' storage: the stubs of the Durable Objects. If a storage fails, the 503
// makes clear that the key or link is not at fault and that a retry helps.
import { logError } from '../http/log.ts';
import { Refusal } from '../http/problem.ts';
import type { AccountStore, KeyList } from './account.ts';

/** The operations of a store, called in another object. */
type Remote<Store> = {
  [Operation in keyof Store]: Store[Operation] extends (...values: infer Values) => infer Answer
    ? (...values: Values) => Promise<Answer>
    : never;
};

type Operations = Remote<
  Pick<
    AccountStore,
    'check' | 'replace' | 'revoke' | 'addLink' | 'isLinkLive' | 'redeem' | 'forget'
  >
>;

/** The account objects. Keys and sign-up each use some of the operations. */
export interface Accounts<Operation extends keyof Operations = keyof Operations> {
  of(account: string): Pick<Operations, Operation>;
  index(): Remote<Pick<KeyList, 'put' | 'remove' | 'list'>>;
}

/**
 * Longer than the ten seconds for which workerd keeps an idle object open. If too many objects are
 * open, that time must pass.
 */
const retryAfterSeconds = 15;

/** The answer of the storage; a Refusal with 503 if it fails. Only the log gets the reason. */
export async function askAccounts<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    logError('the storage of accounts does not answer', error);
    throw accountsUnavailable();
  }
}

export function accountsUnavailable(): Refusal {
  return new Refusal(
    'accounts-unavailable',
    `The storage of keys does not answer at the moment. Ask again in ${retryAfterSeconds} s.`,
    {
      headers: { 'Retry-After': String(retryAfterSeconds) },
      retryAfterSeconds,
    },
  );
}
