// Combines the two halves of the search into one confidence for each unit group: how well its
// titles fit the query, and how likely the model finds it.
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import fitted from '../data/fitted.json' with { type: 'json' };

/** The evidence of both halves for one unit group. */
export interface Voice {
  readonly group: number;
  /** The share of its best title among all readings of the query, 0 to 1; 0 if none fits. */
  readonly fit: number;
  readonly matchType: OccupationMatch['matchType'];
  /** The title that fits. The groups of a title that is meant are all right, or all wrong. */
  readonly title: number;
  /**
   * What it costs to read the query as that title, without typed words that the title lacks; and
   * how much those tell.
   */
  readonly strain: number;
  readonly unexplained: number;
  /** The query names who does the work: the last word of the title before any preposition. */
  readonly hasHead: boolean;
  /** How many words of the query have a counterpart in the title. */
  readonly pairs: number;
  /** The model's chance; the same for all unit groups if there is no model. */
  readonly chance: number;
}

/**
 * How the query relates to its best title. The first that applies:
 *
 * - `begun`: the query is the title with its last word unfinished.
 * - `sameLetters`: the query is the title, perhaps in another order or number.
 * - `misspelt`: the query is the title misspelt, and the index lacks a word of it.
 * - `otherWord`: the same, but the index has all words of the query.
 * - `headless`: the query lacks the word for who does the work: "pizza".
 * - `noisy`: the query is the title and words that tell nothing.
 * - `held`: the title has all words of the query that tell anything, and more.
 * - `whole`: the query has the title and words that tell something: "marine engineer".
 * - `open`: none of these.
 */
export const grounds = [
  'begun',
  'sameLetters',
  'misspelt',
  'otherWord',
  'headless',
  'noisy',
  'held',
  'whole',
  'open',
] as const;
export type Ground = (typeof grounds)[number];

// A title that costs no more has the letters of the query.
const sameLetters = 0.3;
// Typed words that together tell less than this tell nothing.
const telling = 0.001;
// A text that names nobody who works is never surer than this. Neither is a unit group that no
// title supports, nor a title with one word of the query if another title has all, but for their
// spelling: "control diver" may be a control driver.
const mostOfDoubtful = 0.65;

/**
 * True if the title is the query, except for its spelling. Such an answer is right far more often
 * than one that shares only some words.
 */
export function isMeant(matchType: OccupationMatch['matchType']): boolean {
  return matchType === 'fuzzy' || matchType === 'prefix';
}

/** `isKnown`: the index has all words of the query. */
export function groundOf(voices: readonly Voice[], isKnown: boolean): Ground {
  const best = voices.reduce<Voice | undefined>(
    (first, voice) => (first === undefined || voice.fit > first.fit ? voice : first),
    undefined,
  );
  if (best === undefined || best.fit === 0) return 'open';
  const isWhole = best.strain < sameLetters;
  if (best.matchType === 'prefix') return 'begun';
  if (isMeant(best.matchType)) {
    if (isWhole) return 'sameLetters';
    return isKnown ? 'otherWord' : 'misspelt';
  }
  if (!best.hasHead) return 'headless';
  if (best.unexplained < telling) return isWhole ? 'noisy' : 'held';
  return isWhole ? 'whole' : 'open';
}

// Chances and fits below these are noise.
const leastChance = 1e-4;
const leastFit = 2e-3;

/**
 * The voices as numbers, in the order of the weights: the model's, the title's, and how well the
 * title explains the query.
 */
export function scoreInputsOf({ fit, strain, unexplained, chance }: Voice): readonly number[] {
  const fits = Math.log((fit + leastFit) / leastFit) - Math.log(1 - fit + leastFit);
  return [
    Math.log(chance + leastChance),
    fits,
    ...(fit === 0 ? [0, 0] : [Math.exp(-1.5 * unexplained), Math.exp(-strain)]),
  ];
}

/**
 * For each unit group its share of the belief. The shares of groups with titles of their own add up
 * to 1.
 */
export function sharesOf(voices: readonly Voice[], weights: readonly number[]): number[] {
  const scores = voices.map((voice) =>
    scoreInputsOf(voice).reduce(
      (sum, number, position) => sum + number * (weights[position] ?? 0),
      0,
    ),
  );
  const most = Math.max(...scores);
  const beliefs = scores.map((score) => Math.exp(score - most));
  const beliefByTitle = new Map<number, number>();
  voices.forEach(({ group, title, matchType }, position) => {
    const key = isMeant(matchType) ? title : -1 - group;
    beliefByTitle.set(key, Math.max(beliefByTitle.get(key) ?? 0, beliefs[position] ?? 0));
  });
  const all = [...beliefByTitle.values()].reduce((sum, belief) => sum + belief, 0);
  return beliefs.map((belief) => belief / all);
}

/**
 * What certainty grows with: the share of the belief, and how much of the query the model knows.
 */
export function certaintyInputsOf(share: number, known: number): readonly number[] {
  return [1, Math.log((share + leastChance) / (1 - share + leastChance)), known];
}

/**
 * The share of right answers among answers like each of these, above 0 and below 1. `known`: the
 * share of the query that the model knows; null if there is no model.
 */
export function confidencesOf(
  voices: readonly Voice[],
  isKnown: boolean,
  known: number | null,
): number[] {
  const ground = groundOf(voices, isKnown);
  const fits = (known === null ? fitted.alone : fitted.both)[ground];
  const hasMeant = voices.some(({ matchType }) => isMeant(matchType));
  return sharesOf(voices, fitted.weights[ground]).map((share, position) => {
    const voice = voices[position];
    const isDoubtful =
      ground === 'headless' ||
      voice?.fit === 0 ||
      (hasMeant && voice?.pairs === 1 && voice.unexplained > telling);
    const sum = certaintyInputsOf(share, known ?? 1).reduce(
      (all, number, place) => all + number * (fits[place] ?? 0),
      0,
    );
    return Math.min(1 / (1 + Math.exp(-sum)), isDoubtful ? mostOfDoubtful : fitted.mostCertain);
  });
}
