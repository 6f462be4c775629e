// A cache with bounds of size and age.

export interface Cache<Value> {
  find(key: string): Value | undefined;
  keep(key: string, value: Value): void;
  forget(key: string): void;
  /** How many values are kept. */
  count(): number;
}

interface Bounds<Value> {
  /** The largest sum of sizes. */
  readonly most: number;
  /** A value counts 1 unless this says otherwise. */
  readonly size?: (value: Value, key: string) => number;
  /**
   * Milliseconds without use after which a value is not found; it leaves the memory within twice of
   * these.
   */
  readonly idleMilliseconds?: number;
  readonly clock?: () => number;
}

/**
 * Values by key. Beyond the bound it forgets those that were not used for longest; the newest one
 * stays.
 */
export function createCache<Value>({
  most,
  size = () => 1,
  idleMilliseconds: kept = Infinity,
  clock = Date.now,
}: Bounds<Value>): Cache<Value> {
  // In the order of the last use.
  const entries = new Map<string, { readonly value: Value; readonly size: number; used: number }>();
  let sum = 0;
  const forget = (key: string): void => {
    sum -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  };
  let sweptAt = 0;
  const sweep = (now: number): void => {
    sweptAt = now;
    for (const [key, entry] of entries) {
      // The clock was set back.
      if (entry.used > now) entry.used = now;
      else if (now - entry.used >= kept) forget(key);
      else break;
    }
  };
  return {
    find(key) {
      // In workerd, reading the clock takes longer than the rest.
      const now = kept === Infinity ? 0 : clock();
      if (Math.abs(now - sweptAt) >= kept) sweep(now);
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (now - entry.used >= kept) return void forget(key);
      // Moved to the end.
      entries.delete(key);
      entry.used = now;
      entries.set(key, entry);
      return entry.value;
    },
    keep(key, value) {
      forget(key);
      const sizeOfEntry = size(value, key);
      if (sum + sizeOfEntry > most) {
        for (const oldest of entries.keys()) {
          forget(oldest);
          if (sum + sizeOfEntry <= most) break;
        }
      }
      entries.set(key, { value, size: sizeOfEntry, used: kept === Infinity ? 0 : clock() });
      sum += sizeOfEntry;
    },
    forget,
    count: () => entries.size,
  };
}
