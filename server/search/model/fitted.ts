// Numbers that bench/search/fit.ts measured on the first seed. docs/search.md gives the result on the second.

/**
 * How the query looks to the titles. `meant`: the best title is the query, except for its spelling. `held`: its words are in a title. `open`: it has
 * words that no title explains.
 */
export type View = 'meant' | 'held' | 'open';

/** From this confidence on, the titles alone decide. */
export const trusted: Readonly<Record<View, number>> = { meant: 0.4, held: 0.33, open: 0.9 };

/** How much each voice counts. */
export const weights: Readonly<Record<View, readonly number[]>> = {
  meant: [0.54, 0.907, 0.423, -1.935, 0.235],
  held: [0.548, 0.803, 0.496, 0.798, -1.118],
  open: [0.545, 0.316, 0.352, 0.597, -0.335],
};

export type Points = readonly (readonly [from: number, to: number])[];

/** Shares of right answers, by share of the belief. */
export const points: Readonly<Record<'meant' | 'like' | 'related', Points>> = {
  meant: [
    [0, 0],
    [0.04, 0.047],
    [0.118, 0.098],
    [0.263, 0.208],
    [0.398, 0.327],
    [0.869, 0.903],
    [1, 0.92],
  ],
  like: [
    [0, 0],
    [0.006, 0.012],
    [0.015, 0.029],
    [0.038, 0.057],
    [0.077, 0.093],
    [0.151, 0.17],
    [0.263, 0.323],
    [0.366, 0.335],
    [0.525, 0.487],
    [0.75, 0.705],
    [0.926, 0.904],
    [1, 0.92],
  ],
  related: [
    [0, 0],
    [0.006, 0.009],
    [0.022, 0.021],
    [0.06, 0.059],
    [0.124, 0.13],
    [0.309, 0.289],
    [0.805, 0.804],
    [1, 0.85],
  ],
};

/** How much less likely an answer is right if the model knows only this share of the query. */
export const caps: Points = [
  [0, 0.1],
  [0.3, 0.5],
  [0.75, 0.6],
  [0.85, 0.95],
  [0.95, 1],
  [1, 1],
];
