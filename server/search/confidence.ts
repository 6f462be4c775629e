// From how well an answer fits to how often an answer that fits so well is right.
import type { OccupationMatch } from '#schemas/occupations.ts';

type MatchType = OccupationMatch['matchType'];
type Points = readonly (readonly [fit: number, share: number])[];

/** True where the title found is the query, but for its writing. Such an answer is right far more often than one that shares some words with it. */
export function isMeant(matchType: MatchType): boolean {
  return matchType === 'fuzzy' || matchType === 'prefix';
}

// Shares of right answers, measured and written by bench/search/calibrate.ts on the first seed; docs/search.md says what they come to on the second.
const meant: Points = [[0, 0], [0.020, 0.085], [0.051, 0.112], [0.158, 0.140], [0.251, 0.177], [0.350, 0.322], [0.442, 0.499], [0.544, 0.590], [0.660, 0.938], [0.812, 0.958], [0.928, 0.968], [0.977, 0.990], [1, 0.99]];
const like: Points = [[0, 0], [0.019, 0.032], [0.042, 0.060], [0.076, 0.123], [0.121, 0.178], [0.172, 0.275], [0.283, 0.369], [0.444, 0.486], [0.592, 0.596], [0.752, 0.664], [0.849, 0.763], [0.927, 0.787], [0.967, 0.926], [0.990, 0.974], [1, 0.99]];

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
