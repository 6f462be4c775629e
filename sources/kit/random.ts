// Random numbers for synthetic releases and for what a review draws. They are drawn from a text, so
// they are the same on every machine and day.
import { createHash } from 'node:crypto';

export interface Random {
  /** A number from 0 to 1, without 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** True in `share` of all draws. */
  chance(share: number): boolean;
  pick<Value>(values: readonly [Value, ...Value[]]): Value;
}

/**
 * A generator for one subject, for instance `random('ashe/2134/annual')`. Equal subjects draw equal
 * numbers. (mulberry32)
 */
export function random(subject: string): Random {
  let state = createHash('sha256').update(subject).digest().readUInt32LE(0);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    chance: (share) => next() < share,
    pick: (values) => values[between(0, values.length - 1)] ?? values[0],
  };
}
