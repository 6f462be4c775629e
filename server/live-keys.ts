// Remembers live keys in this process's memory. This is correct only if one process answers everything.
import { type Cache, createCache } from './cache.ts';

/** The account of a live key, and how many answers it gets in any 60 seconds. */
export interface KeyHolder {
  readonly account: string;
  readonly perMinute: number;
}

/**
 * Holders by the hash of their key. The account's own object keeps a key in the step that reads its storage, and forgets it in the step that
 * writes there. So a check that began before a revocation cannot bring the key back, and a revocation takes effect at once.
 */
export type LiveKeys = Cache<KeyHolder>;

/** Some 300 bytes each: thirty megabytes. */
const mostLiveKeys = 100_000;

/** A key that was forgotten comes back when its account is asked again. */
export function createLiveKeys(most = mostLiveKeys): LiveKeys {
  return createCache({ most });
}
