// Numbers that bench/search/fit.ts measured on two rounds of the first seed. docs/search.md gives the result on another.

/**
 * How the query looks to the titles. `meant`: the best title is the query, except for its spelling. `held`: its words are in a title. `open`: it has
 * words that no title explains.
 */
export type View = 'meant' | 'held' | 'open';

/** From this confidence on, the titles alone decide. */
export const trusted: Readonly<Record<View, number>> = { meant: 0.4, held: 0.33, open: 0.8 };

/** How much each voice counts. */
export const weights: Readonly<Record<View, readonly number[]>> = {
  meant: [0.525, 1.032, 0.573, -2.225, 0.153],
  held: [0.518, 0.929, 0.708, -0.444, -1.876],
  open: [0.503, 0.341, 0.391, 0.721, -0.471],
};

export type Points = readonly (readonly [from: number, to: number])[];

/** Shares of right answers, by share of the belief. */
export const points: Readonly<Record<'meant' | 'like' | 'related', Points>> = {
  meant: [
    [0, 0],
    [0.02, 0.085],
    [0.076, 0.104],
    [0.19, 0.168],
    [0.271, 0.198],
    [0.54, 0.472],
    [0.862, 0.827],
    [0.94, 0.882],
    [1, 0.9],
  ],
  like: [
    [0, 0],
    [0.006, 0.008],
    [0.014, 0.023],
    [0.026, 0.036],
    [0.041, 0.053],
    [0.06, 0.07],
    [0.086, 0.11],
    [0.136, 0.165],
    [0.177, 0.201],
    [0.244, 0.296],
    [0.355, 0.34],
    [0.531, 0.479],
    [0.752, 0.713],
    [0.921, 0.893],
    [1, 0.9],
  ],
  related: [
    [0, 0],
    [0.006, 0.006],
    [0.019, 0.027],
    [0.048, 0.047],
    [0.087, 0.089],
    [0.184, 0.139],
    [0.518, 0.466],
    [1, 0.8],
  ],
};

/**
 * On what ground titles decide alone. `sameLetters`: the title has the letters of the query, perhaps in another order or number. `misspelt`: it is the
 * query but for its spelling, and the index lacks a word of the query. `otherWord`: the same, but the index has all words of the query.
 */
export type Ground = 'sameLetters' | 'misspelt' | 'otherWord' | 'held' | 'open';

/** How certain it is then: the log odds are the sum of a constant, of the log odds of the fit, and of the logarithm of the model's chance, so many times. */
export const certainties: Readonly<Record<Ground, readonly number[]>> = {
  sameLetters: [3.496, 0.221, 0.276],
  misspelt: [1.334, 0.919, 0.244],
  otherWord: [0.893, 0.654, 0.363],
  held: [1.328, 0.859, 0.38],
  open: [0.812, 0.55, 0.382],
};

/** How much less likely an answer is right if the model knows only this share of the query. */
export const caps: Points = [
  [0, 0.1],
  [0.3, 0.5],
  [0.5, 0.65],
  [0.75, 0.76],
  [0.85, 0.92],
  [0.95, 1],
  [1, 1],
];
