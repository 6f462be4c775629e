// From how well an answer fits to how often an answer that fits so well is right.
import type { OccupationMatch } from '#schemas/occupations.ts';

type MatchType = OccupationMatch['matchType'];
type Points = readonly (readonly [fit: number, share: number])[];

/** True where the title found is the query, but for its writing. Such an answer is right far more often than one that shares some words with it. */
export function isMeant(matchType: MatchType): boolean {
  return matchType === 'fuzzy' || matchType === 'prefix';
}

// Shares of right answers, measured and written by bench/search/calibrate.ts on the first seed; docs/search.md says what they come to on the second.
const meant: Points = [[0, 0], [0.021, 0.059], [0.043, 0.088], [0.123, 0.111], [0.245, 0.221], [0.350, 0.258], [0.446, 0.460], [0.550, 0.565], [0.660, 0.785], [0.853, 0.955], [0.967, 0.989], [0.990, 0.990], [1, 0.99]];
const like: Points = [[0, 0], [0.019, 0.030], [0.041, 0.065], [0.077, 0.127], [0.121, 0.182], [0.171, 0.293], [0.244, 0.385], [0.351, 0.391], [0.446, 0.509], [0.599, 0.588], [0.747, 0.691], [0.883, 0.738], [0.966, 0.925], [0.991, 0.950], [1, 0.99]];

/** The share of right answers among those that fit so well, above 0 and below 1. */
export function confidenceOf(fit: number, matchType: MatchType): number {
  const points = isMeant(matchType) ? meant : like;
  let [from, low] = points[0] ?? [0, 0];
  for (const [to, high] of points) {
    if (fit <= to) return to === from ? high : low + ((high - low) * (fit - from)) / (to - from);
    [from, low] = [to, high];
  }
  return low;
}
