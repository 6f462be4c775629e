// Remembers live keys in this process's memory. This is correct only if one process answers everything.
import { makeRoom } from './make-room.ts';

/** The account of a live key, and how many answers it gets in any 60 seconds. */
export interface KeyHolder {
  readonly account: string;
  readonly perMinute: number;
}

/**
 * The account's own object remembers a key in the step that reads its storage, and forgets it in the step that writes there. So a
 * check that began before a revocation cannot bring the key back, and a revocation takes effect at once.
 */
export interface LiveKeys {
  find(hash: string): KeyHolder | null;
  remember(hash: string, holder: KeyHolder): void;
  forget(hash: string): void;
}

/** Some 300 bytes each: thirty megabytes. */
const mostLiveKeys = 100_000;

/** Beyond `most` keys, the one remembered first is forgotten. When it comes back, its account is asked again. */
export function createLiveKeys(most = mostLiveKeys): LiveKeys {
  const holders = new Map<string, KeyHolder>();
  return {
    find: (hash) => holders.get(hash) ?? null,
    remember(hash, holder) {
      makeRoom(holders, most);
      holders.set(hash, holder);
    },
    forget: (hash) => void holders.delete(hash),
  };
}
