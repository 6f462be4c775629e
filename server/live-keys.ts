// Keys that were found live, remembered in this process's memory: right where one process answers everything, and nowhere else.

/** Whom a live key belongs to, and how many answers it gets in any 60 seconds. */
export interface KeyHolder {
  readonly account: string;
  readonly perMinute: number;
}

/**
 * A key is remembered by the account's own object in the same step in which it reads its storage, and forgotten in the same step in
 * which it writes there. So no check that began before a revocation can bring the key back after it, and revoking is as immediate as
 * without this memory.
 */
export interface LiveKeys {
  find(hash: string): KeyHolder | null;
  remember(hash: string, holder: KeyHolder): void;
  forget(hash: string): void;
}

/** Some 300 bytes each: six megabytes. */
const mostLiveKeys = 20_000;

/** Of more than `most` keys the one remembered first is forgotten; the account is asked again when it comes back. */
export function createLiveKeys(most = mostLiveKeys): LiveKeys {
  const holders = new Map<string, KeyHolder>();
  return {
    find: (hash) => holders.get(hash) ?? null,
    remember(hash, holder) {
      for (const first of holders.keys()) {
        if (holders.size < most) break;
        holders.delete(first);
      }
      holders.set(hash, holder);
    },
    forget: (hash) => void holders.delete(hash),
  };
}
