/**
 * Pseudorandom numbers from 0 to below 1 from a seed, the same on every machine (xorshift32,
 * Marsaglia 2003).
 */
export function randomFrom(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
