// One ranking from the two halves of the search: how well titles of a unit group fit the query, and how likely the model finds the unit group.
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import { isMeant } from '../confidence.ts';
import { type Ground, type Points, type View, caps, certainties, points, trusted, weights } from './fitted.ts';

/** What both halves say of a unit group. */
export interface Voices {
  readonly group: number;
  /** Confidence of its best title; 0 if none fits. */
  readonly fit: number;
  readonly matchType: OccupationMatch['matchType'];
  /** What it costs to read the query as that title, without typed words that the title lacks; and how much those tell. */
  readonly strain: number;
  readonly unexplained: number;
  /** The title stands in the query in one piece, with other words after it, and is of two words or of a rare one. */
  readonly isFollowed: boolean;
  /** The model's chance. */
  readonly chance: number;
}

export function viewOf(best: Pick<Voices, 'fit' | 'matchType' | 'unexplained'> | undefined): View {
  if (best === undefined || best.fit === 0) return 'open';
  if (isMeant(best.matchType)) return 'meant';
  return best.unexplained < 0.001 ? 'held' : 'open';
}

/**
 * What the index and the model know of the words of a query. `known`: the index has all of them. `news`: the model knows one that the index has not,
 * as "reliability" in "site reliability engineer". `foreign`: the other words are typing errors, places or names.
 */
export type Familiarity = 'known' | 'news' | 'foreign';

// A title that costs no more has the letters of the query, perhaps in another order or number.
const sameLetters = 0.3;
// The model contradicts a title whose unit group it finds less likely than this.
const doubtful = 0.3;
// How often a unit group must be believed as much as that of the title to take its place: of a title with other letters, and of one with other words.
// A title that fits so much is safe.
const strongerThanMeant = 5;
const safelyMeant = 0.8;
const strongerThanHeld = 10;
const safelyHeld = 0.67;
// Words that tell as little as assistant, helper, mate.
const tellingLittle = 0.9;

/**
 * True if the titles alone are right so often that the model could only spoil the answer. `stronger`: how often the unit group that both halves together
 * believe most is believed as much as that of the best title; 1 if it is the same.
 */
export function isTrusted(best: Voices, familiarity: Familiarity, stronger: number): boolean {
  const view = viewOf(best);
  if (view === 'meant') {
    if (best.strain < sameLetters || familiarity !== 'known') return true;
    // If the words are all known, nothing was misspelt, and a title with other letters is another job. A title that is only begun has the same letters.
    if (best.matchType !== 'prefix' && best.fit < trusted.meant) return false;
    return best.fit >= safelyMeant || stronger <= strongerThanMeant;
  }
  // What follows a title is mostly a place, a wage or a shift. What a job is stands before it: "marine engineer". But a caterer's assistant is no caterer.
  const mayBeHelper = view === 'open' && familiarity === 'known' && best.unexplained < tellingLittle;
  if (best.isFollowed && !(mayBeHelper && stronger > 1)) return true;
  if (view === 'held' && best.fit < safelyHeld && stronger > strongerThanHeld) return false;
  const isContradicted = familiarity === 'news' && best.chance < doubtful;
  return best.fit >= trusted[view] && !isContradicted;
}

// Chances and fits below these are noise.
const leastChance = 1e-4;
const leastFit = 2e-3;
/** An answer that is right less than once in a hundred times is left out. */
export const leastConfidence = 0.01;
// Only an exact match is certain.
const mostCertain = 0.99;
// If the titles decide, so many of their answers stay in front, unless they fit much worse than the best.
const mostInFront = 3;
const leastInFront = 0.3;

/** On what ground the titles decide. */
export function groundOf(best: Voices, familiarity: Familiarity): Ground {
  const view = viewOf(best);
  if (view !== 'meant') return view;
  if (best.strain < sameLetters) return 'sameLetters';
  return familiarity === 'known' ? 'otherWord' : 'misspelt';
}

/** What the certainty of a title grows with: how well it fits, and the model's chance. */
export function groundsOf({ fit, chance }: Pick<Voices, 'fit' | 'chance'>): readonly number[] {
  return [1, Math.log(fit / (1 - fit)), Math.log(chance + leastChance)];
}

/** How often a title is right that decides on this ground. */
function certaintyOf(best: Voices, ground: Ground): number {
  const sum = groundsOf(best).reduce((all, number, at) => all + number * (certainties[ground][at] ?? 0), 0);
  return Math.min(1 / (1 + Math.exp(-sum)), mostCertain);
}

/**
 * Confidences if the titles decide. Their best answers stay in front, with those that fit as well as the best; the model seconds them or not. What is
 * left of certainty the others share, those of the titles and of the model, by their share of the belief.
 */
export function confidencesBehind(best: Voices, ground: Ground, voices: readonly Voices[], shares: readonly number[]): number[] {
  const fits = voices.map(({ fit }) => fit).sort((a, b) => b - a);
  const least = Math.max(Math.min(fits[mostInFront - 1] ?? 0, best.fit), leastInFront * best.fit);
  const certainty = certaintyOf(best, ground);
  const seconding = certainty / best.fit;
  const left = 1 - certainty;
  const behind = voices.reduce((sum, { fit }, at) => sum + (fit < least ? (shares[at] ?? 0) : 0), 0);
  return voices.map(({ fit }, at) => {
    if (fit >= least) return fit * seconding;
    // A title that fits is never left out.
    return Math.max(Math.min((left * (shares[at] ?? 0)) / behind, least * seconding), fit === 0 ? 0 : leastConfidence);
  });
}

/** The voices as numbers, in the order of the weights: the model's, a title's that is meant, another title's, and how well the title explains the query. */
export function numbersOf({ fit, matchType, strain, unexplained, chance }: Voices): readonly number[] {
  const fits = Math.log((fit + leastFit) / leastFit);
  const meant = isMeant(matchType) ? fits : 0;
  return [
    Math.log(chance + leastChance),
    meant,
    fits - meant,
    fit === 0 ? 0 : Math.exp(-1.5 * unexplained),
    fit === 0 ? 0 : Math.exp(-strain),
  ];
}

/** For each unit group its share of the belief. The shares add up to 1. */
export function sharesOf(voices: readonly Voices[], by: readonly number[] = weights[viewOf(bestOf(voices))]): number[] {
  const scores = voices.map((one) => numbersOf(one).reduce((sum, number, at) => sum + number * (by[at] ?? 0), 0));
  const most = Math.max(...scores);
  const beliefs = scores.map((score) => Math.exp(score - most));
  const all = beliefs.reduce((sum, belief) => sum + belief, 0);
  return beliefs.map((belief) => belief / all);
}

/** How often the largest share is as large as that of one of the voices. */
export function strongerThan(one: Voices, voices: readonly Voices[], shares: readonly number[]): number {
  return Math.max(...shares) / (shares[voices.indexOf(one)] ?? 0);
}

/** The voices of the best title. */
export function bestOf(voices: readonly Voices[]): Voices | undefined {
  return voices.reduce<Voices | undefined>((best, one) => (best === undefined || one.fit > best.fit ? one : best), undefined);
}

/** The share of right answers among answers with this share of the belief, above 0 and below 1. `known`: how much of the query the model knows. */
export function confidenceOfShare(share: number, matchType: OccupationMatch['matchType'], known: number): number {
  const measured = points[isMeant(matchType) ? 'meant' : matchType === 'related' ? 'related' : 'like'];
  return between(measured, share) * between(caps, known);
}

function between(measured: Points, at: number): number {
  let [from, low] = measured[0] ?? [0, 0];
  for (const [to, high] of measured) {
    if (at <= to) return to === from ? high : low + ((high - low) * (at - from)) / (to - from);
    [from, low] = [to, high];
  }
  return low;
}
