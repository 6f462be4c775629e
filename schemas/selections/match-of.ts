// The match of an answer as a whole.
import { byCodeUnit } from '../order.ts';
import type { Match } from '../resources/match.ts';

/** primary if any listed member is primary; null if nothing is listed. */
export function matchOf(listed: readonly { readonly match: Match }[]): Match | null {
  if (listed.length === 0) return null;
  return listed.some(({ match }) => match === 'primary') ? 'primary' : 'partial';
}

/** Orders primary before partial. */
export function byMatch(a: { readonly match: Match }, b: { readonly match: Match }): number {
  return byCodeUnit(b.match, a.match);
}
