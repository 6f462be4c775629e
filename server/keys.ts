// Keys: checking the one that a request presents, and issuing, listing and revoking them. Storage knows keys by their SHA-256 only.
import { encodeUtf8 } from './encode.ts';
import { hexDigest } from './hex-digest.ts';
import type { KeyFormat } from './key-format.ts';
import type { KeyHolder, LiveKeys } from './live-keys.ts';

export type RefusedKey = 'missing' | 'malformed' | 'unknown' | 'replaced' | 'revoked';
export type KeyVerdict = { readonly state: 'live'; readonly holder: KeyHolder } | { readonly state: RefusedKey };

/** The port through which the router checks keys; `header` is the value of X-API-Key. */
export interface Keys {
  check(header: string | null): Promise<KeyVerdict>;
}

/** For answering in process, where there is nobody to tell apart and nothing to ration. */
export const everyKey: Keys = {
  check: async () => ({ state: 'live', holder: { account: 'offline', perMinute: Number.MAX_SAFE_INTEGER } }),
};

/** What an account knows about a hash: that it is its live key's, or what became of that key. */
export type HashVerdict = { readonly state: 'live'; readonly perMinute: number } | { readonly state: 'unknown' | 'replaced' | 'revoked' };

/** One account's storage. `at` is an ISO 8601 instant. */
export interface AccountKeys {
  check(hash: string): Promise<HashVerdict>;
  /** Makes the hash the live one; what was live before is replaced. */
  replace(hash: string, perMinute: number, at: string): Promise<void>;
  /** False where no key was live. */
  revoke(at: string): Promise<boolean>;
}

/** A key as administration lists it. `fingerprint` is the beginning of its SHA-256, enough to recognise a key and useless as one. */
export interface ListedKey extends KeyHolder {
  readonly name: string;
  readonly createdAt: string;
  readonly fingerprint: string;
}

/** The list of keys that administration made; accounts that sign up by themselves do not stand in it. */
export interface KeyIndex {
  put(entry: ListedKey): Promise<void>;
  remove(account: string): Promise<void>;
  list(): Promise<readonly ListedKey[]>;
}

export interface KeyStorage {
  account(account: string): AccountKeys;
  readonly index: KeyIndex;
}

export interface IssuedKey extends KeyHolder {
  readonly key: string;
  readonly createdAt: string;
}

/** What administration can do; the key itself is returned once and cannot be had again. */
export interface Keyring {
  issue(name: string, perMinute: number): Promise<IssuedKey>;
  list(): Promise<readonly ListedKey[]>;
  revoke(account: string): Promise<boolean>;
}

/** `live`: what is remembered of keys checked before; null where several processes answer, of which none hears what another revokes. */
export function createKeys(format: KeyFormat, storage: KeyStorage, live: LiveKeys | null = null): Keys {
  return {
    async check(header) {
      if (header === null || header === '') return { state: 'missing' };
      const hash = await hashOfKey(header);
      // Looked up by its hash, whose bytes nobody can choose: the time that it takes tells nothing of the keys that are live.
      const known = live?.find(hash) ?? null;
      if (known !== null) return { state: 'live', holder: known };
      const reading = await format.read(header);
      if (reading.state !== 'genuine') return { state: reading.state === 'forged' ? 'unknown' : 'malformed' };
      const verdict = await storage.account(reading.account).check(hash);
      return verdict.state === 'live'
        ? { state: 'live', holder: { account: reading.account, perMinute: verdict.perMinute } }
        : { state: verdict.state };
    },
  };
}

export function createKeyring(format: KeyFormat, storage: KeyStorage): Keyring {
  return {
    async issue(label, perMinute) {
      const name = label.trim();
      const account = await format.accountOf(name);
      const key = await format.mint(account);
      const hash = await hashOfKey(key);
      const createdAt = new Date().toISOString();
      // Listed before it lives: whenever this is cut off, no account with a live key is missing from the list. Of a key that was to be
      // replaced the list then has the fingerprint of the one that never lived; issuing again puts that right.
      await storage.index.put({ account, name, perMinute, createdAt, fingerprint: fingerprintOf(hash) });
      await storage.account(account).replace(hash, perMinute, createdAt);
      return { key, account, perMinute, createdAt };
    },
    list: () => storage.index.list(),
    async revoke(account) {
      const revoked = await storage.account(account).revoke(new Date().toISOString());
      await storage.index.remove(account);
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
