// Checks the key of a request, and issues, lists and revokes keys. The storage holds only the SHA-256 of a key.
import { type Cache, createCache } from '../data/cache.ts';
import { encodeUtf8, hexDigest } from '../http/digest.ts';
import { type Accounts, askAccounts, type KeyHolder } from './accounts.ts';
import type { KeyFormat, KeyReading } from './key-format.ts';
import type { Allowance } from '../http/rate-limit.ts';

export type RefusedKey = 'missing' | 'malformed' | 'unknown' | 'replaced' | 'revoked';
/** `allowance`: what is left after this answer, if the account counted it in the same step. */
export type KeyVerdict =
  | { readonly state: 'live'; readonly holder: KeyHolder; readonly allowance?: Allowance }
  | { readonly state: RefusedKey };

/** The port through which the router checks keys; `header` is the value of X-API-Key. */
export interface Keys {
  check(header: string | null): Promise<KeyVerdict>;
}

export interface IssuedKey extends KeyHolder {
  readonly key: string;
  readonly createdAt: string;
}

/** What the administrator can do. */
export type Keyring = ReturnType<typeof createKeyring>;

/** `live`: the live keys remembered from earlier checks; null if several processes answer, because one does not hear what another revokes. */
export function createKeys(format: KeyFormat, accounts: Accounts<'check'>, live: LiveKeys | null = null): Keys {
  const tellOfLostKey = atMostOnceIn(60_000, () => console.error(lostKey));
  // Keys by their text, so that a key in use is digested once. Forged keys are not kept: there may be any number of them.
  const genuine = createCache<GenuineKey>({ most: mostGenuine, for: genuineFor });
  return {
    async check(header) {
      if (header === null || header === '') return { state: 'missing' };
      const read = genuine.find(header) ?? null;
      const hash = read?.hash ?? (await hashOfKey(header));
      // The lookup is by hash, whose bytes nobody can choose, so its time reveals nothing about live keys.
      const holder = live?.find(hash) ?? null;
      if (holder !== null) {
        if (read === null) genuine.keep(header, { hash, account: holder.account });
        return { state: 'live', holder };
      }
      const reading: KeyReading = read === null ? await format.read(header) : { state: 'genuine', account: read.account };
      if (reading.state !== 'genuine') return { state: reading.state === 'forged' ? 'unknown' : 'malformed' };
      const { account } = reading;
      if (read === null) genuine.keep(header, { hash, account });
      const verdict = await askAccounts(() => accounts.of(account).check(account, hash));
      if (verdict.state === 'unknown') tellOfLostKey();
      if (verdict.state !== 'live') return { state: verdict.state };
      const { perMinute, ...counted } = verdict;
      return { ...counted, holder: { account, perMinute } };
    },
  };
}

/** What never changes about a key that we have made; whether it is live is asked each time. */
interface GenuineKey {
  readonly hash: string;
  readonly account: string;
}

/** Some 400 bytes each: eight megabytes. */
const mostGenuine = 20_000;
/** In milliseconds. */
const genuineFor = 5 * 60_000;

/** Neither the key nor its account stands in it: docs/privacy.md. */
const lostKey =
  'a key that this service has issued is unknown to its account: its holder has deleted the address, or what was written last of the account is lost' +
  '\n  lmi doctor --state DIR finds damaged files of accounts; docs/operations.md says how to restore them';

function atMostOnceIn(milliseconds: number, tell: () => void): () => void {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    if (Math.abs(Date.now() - last) < milliseconds) return;
    last = Date.now();
    tell();
  };
}

export function createKeyring(format: KeyFormat, accounts: Accounts<'replace' | 'revoke'>) {
  return {
    /** Returns the key itself; nothing can return it again. */
    async issue(label: string, perMinute: number): Promise<IssuedKey> {
      const name = label.trim();
      const account = await format.accountOf(name);
      const key = await format.mint(account);
      const hash = await hashOfKey(key);
      const createdAt = new Date().toISOString();
      // Listed before it is live, so that no account with a live key is missing from the list if this stops half-way. The list then has
      // the fingerprint of a key that never became live; issuing again corrects it.
      await askAccounts(() => accounts.index().put({ account, name, perMinute, createdAt, fingerprint: fingerprintOf(hash) }));
      await askAccounts(() => accounts.of(account).replace(account, hash, perMinute, createdAt));
      return { key, account, perMinute, createdAt };
    },
    list: () => askAccounts(() => accounts.index().list()),
    async revoke(account: string): Promise<boolean> {
      const revoked = await askAccounts(() => accounts.of(account).revoke(account, new Date().toISOString()));
      await askAccounts(() => accounts.index().remove(account));
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

/**
 * Holders by the hash of their key, in this process's memory, which is correct only if one process answers everything. The account's own object keeps a key in the step that reads its storage, and forgets it in the step that
 * writes there. So a check that began before a revocation cannot bring the key back, and a revocation takes effect at once.
 */
export type LiveKeys = Cache<KeyHolder>;

/** Some 300 bytes each: thirty megabytes. */
const mostLiveKeys = 100_000;

/** A key that was forgotten comes back when its account is asked again. */
export function createLiveKeys(most = mostLiveKeys): LiveKeys {
  return createCache({ most });
}
