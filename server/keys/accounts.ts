// The port of the accounts' storage: what the stub of an account's Durable Object can do, and of the one that lists the administrator's keys. If a
// storage fails, the 503 makes clear that the key or link is not at fault and that a retry helps.
import { logError } from '../http/log.ts';
import { Refusal } from '../http/problem.ts';
import type { Allowance } from '../http/rate-limit.ts';

/** What an account knows about a hash: its key is live, or replaced, or revoked, or unknown. `allowance` is there if it counted an answer. */
export type HashVerdict =
  | { readonly state: 'live'; readonly perMinute: number; readonly allowance?: Allowance }
  | { readonly state: 'unknown' | 'replaced' | 'revoked' };

/** `issue`: the link's button shows a new key. `forget`: it removes everything kept about the address. */
export type LinkPurpose = 'issue' | 'forget';

/** The storage of an account, which may hold others too. `at` is an ISO 8601 instant; `now` is one in milliseconds. */
export interface AccountObject {
  /** Counts an answer too, if no other place counts them. */
  check(account: string, hash: string): Promise<HashVerdict>;
  /** Makes the hash the live one. It replaces the previous live hash. */
  replace(account: string, hash: string, perMinute: number, at: string): Promise<void>;
  /** False if no key was live. */
  revoke(account: string, at: string): Promise<boolean>;
  /** False: the address has had its mails of the hour, so send none. */
  addLink(account: string, purpose: LinkPurpose, hash: string, now: number): Promise<boolean>;
  linkStands(account: string, purpose: LinkPurpose, hash: string, now: number): Promise<boolean>;
  /** Uses the link up and makes `keyHash` the account's live key, both or neither. False if the link does not work. */
  redeem(account: string, linkHash: string, keyHash: string, perMinute: number, now: number): Promise<boolean>;
  /** Uses the link up and removes everything kept about the account, both or neither. False if the link does not work. */
  forget(account: string, linkHash: string, now: number): Promise<boolean>;
}

/** The account of a live key, and how many answers it gets in any 60 seconds. */
export interface KeyHolder {
  readonly account: string;
  readonly perMinute: number;
}

/** A key in the administrator's list. `fingerprint` is the beginning of its SHA-256: enough to recognise a key, useless as one. */
export interface ListedKey extends KeyHolder {
  readonly name: string;
  readonly createdAt: string;
  readonly fingerprint: string;
}

/** The list of keys that the administrator has made. It does not hold accounts that signed up by e-mail. */
export interface KeyIndex {
  put(entry: ListedKey): Promise<void>;
  remove(account: string): Promise<void>;
  list(): Promise<readonly ListedKey[]>;
}

/** The objects, of which keys and sign-up each use some operations. */
export interface Accounts<Operation extends keyof AccountObject = keyof AccountObject> {
  of(account: string): Pick<AccountObject, Operation>;
  index(): KeyIndex;
}

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
