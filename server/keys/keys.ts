// Checks the key of a request, and issues, lists and revokes keys. The storage holds only the
// SHA-256 of a key.
import { encodeUtf8, hexDigest } from '../http/digest.ts';
import type { HashVerdict, ListedKey } from './account.ts';
import { type Accounts, askAccounts } from './accounts.ts';
import { type KeyFormat, keyLength } from './key-format.ts';
import type { KeyMemory } from './limits.ts';

/** The verdict on a key. An answer to a live key has been counted. */
export type KeyVerdict = HashVerdict | { readonly state: 'missing' | 'malformed' };

/** The port through which the router checks keys; `header` is the value of X-API-Key. */
export interface Keys {
  check(header: string | null): Promise<KeyVerdict>;
}

/** A new key. It is shown now and cannot be read again. */
export interface IssuedKey extends Pick<ListedKey, 'account' | 'perMinute' | 'createdAt'> {
  readonly key: string;
}

/** Issues, lists and revokes keys for the administrator. */
export type Keyring = ReturnType<typeof createKeyring>;

/**
 * `memory`: what the process and its account objects share; null if several processes answer,
 * because one does not hear what another revokes.
 */
export function createKeys(
  format: KeyFormat,
  accounts: Accounts<'check'>,
  memory: KeyMemory | null,
): Keys {
  let lostKeyLoggedAt = Number.NEGATIVE_INFINITY;
  return {
    async check(header) {
      if (header === null || header === '') return { state: 'missing' };
      if (header.length > keyLength) return { state: 'malformed' };
      const account = format.accountNamedIn(header);
      if (account === null) return { state: 'malformed' };
      const hash = await hashOfKey(header);
      const live = memory?.live.find(account);
      // Only the live key itself has its hash, so its tag needs no proof.
      if (memory !== null && live?.hash === hash)
        return { state: 'live', allowance: memory.limits.take(account, live.perMinute) };
      // A forged key is refused without asking its account.
      if ((await format.read(header)).state !== 'genuine') return { state: 'unknown' };
      const verdict = await askAccounts(accounts.of(account).check(account, hash));
      if (verdict.state === 'unknown' && Math.abs(Date.now() - lostKeyLoggedAt) >= 60_000) {
        lostKeyLoggedAt = Date.now();
        console.error(lostKeyMessage);
      }
      return verdict;
    },
  };
}

/** Logged once a minute at most, without the key and its account: docs/privacy.md. */
const lostKeyMessage =
  'a key that this service has issued is unknown to its account: its holder has deleted ' +
  'the address, or what was written last of the account is lost' +
  '\n  docs/operations.md says how to check the files of accounts, and how to restore them';

export function createKeyring(format: KeyFormat, accounts: Accounts<'replace' | 'revoke'>) {
  return {
    async issue(label: string, perMinute: number): Promise<IssuedKey> {
      const name = label.trim();
      const account = await format.accountOfName(name);
      const key = await format.mint(account);
      const hash = await hashOfKey(key);
      const createdAt = new Date().toISOString();
      // Listed before it is live, so that no account with a live key is missing from the list if
      // this stops half-way. The list then has the fingerprint of a key that never became live;
      // issuing again corrects it.
      await askAccounts(
        accounts
          .index()
          .put({ account, name, perMinute, createdAt, fingerprint: fingerprintOf(hash) }),
      );
      await askAccounts(accounts.of(account).replace(account, hash, perMinute, createdAt));
      return { key, account, perMinute, createdAt };
    },
    list: () => askAccounts(accounts.index().list()),
    async revoke(account: string): Promise<boolean> {
      const revoked = await askAccounts(
        accounts.of(account).revoke(account, new Date().toISOString()),
      );
      await askAccounts(accounts.index().remove(account));
      return revoked;
    },
  };
}

/** SHA-256 of a key in hex. */
export function hashOfKey(key: string): Promise<string> {
  return hexDigest(encodeUtf8(key));
}

export function fingerprintOf(hash: string): string {
  return hash.slice(0, 12);
}
