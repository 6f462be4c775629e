// Turns how well an answer fits into the share of such answers that are right.
import type { OccupationMatch } from '#schemas/resources/occupations.ts';

type MatchType = OccupationMatch['matchType'];
type Points = readonly (readonly [fit: number, share: number])[];

/** True if the title is the query, except for its spelling. Such an answer is right far more often than one that shares only some words. */
export function isMeant(matchType: MatchType): boolean {
  return matchType === 'fuzzy' || matchType === 'prefix';
}

// Shares of right answers. bench/search/fit.ts measured them on the first seed; docs/search.md gives the result on the second.
const meant: Points = [
  [0, 0],
  [0.022, 0.074],
  [0.041, 0.102],
  [0.077, 0.124],
  [0.144, 0.151],
  [0.247, 0.191],
  [0.349, 0.291],
  [0.449, 0.477],
  [0.547, 0.611],
  [0.662, 0.775],
  [0.746, 0.891],
  [0.855, 0.92],
  [0.929, 0.948],
  [0.967, 0.984],
  [0.99, 0.99],
  [1, 0.99],
];
const like: Points = [
  [0, 0],
  [0.019, 0.027],
  [0.041, 0.06],
  [0.077, 0.125],
  [0.121, 0.199],
  [0.172, 0.298],
  [0.243, 0.343],
  [0.347, 0.448],
  [0.447, 0.51],
  [0.595, 0.621],
  [0.749, 0.736],
  [0.88, 0.813],
  [0.966, 0.921],
  [0.991, 0.945],
  [1, 0.99],
];

/** The share of right answers among answers that fit this well, above 0 and below 1. */
export function confidenceOf(fit: number, matchType: MatchType): number {
  const points = isMeant(matchType) ? meant : like;
  let [from, low] = points[0] ?? [0, 0];
  for (const [to, high] of points) {
    if (fit <= to) return to === from ? high : low + ((high - low) * (fit - from)) / (to - from);
    [from, low] = [to, high];
  }
  return low;
}
