// How the titles' and the model's voices become one ranking, and what its confidence grows with.
import { describe, expect, it } from 'vitest';
import { type Voice, confidencesOf, groundOf } from '#server/search/model/combine.ts';

const title: Voice = {
  group: 0,
  title: 0,
  fit: 0.6,
  matchType: 'fuzzy',
  strain: 1,
  unexplained: 0,
  hasHead: true,
  pairs: 2,
  chance: 0.01,
};
const likely: Voice = {
  ...title,
  group: 1,
  title: -1,
  fit: 0,
  matchType: 'related',
  strain: 0,
  chance: 0.9,
};

it.each<[string, Partial<Voice>, boolean, string]>([
  ['a title with its last word begun', { matchType: 'prefix' }, true, 'begun'],
  ['a title with the letters of the query', { strain: 0.2 }, true, 'sameLetters'],
  ['a title with other letters, and a word that the index lacks', {}, false, 'misspelt'],
  ['a title and a wage', { matchType: 'partial', strain: 0 }, true, 'noisy'],
  ['a title with more words', { matchType: 'partial' }, true, 'held'],
  [
    'a title without its head',
    { matchType: 'partial', strain: 0, hasHead: false },
    true,
    'headless',
  ],
])('how a query looks to the titles: %s', (_, than, isKnown, ground) =>
  expect(groundOf([likely, { ...title, ...than }], isKnown)).toBe(ground),
);

describe('the confidence of a title', () => {
  const confidence = (than: Partial<Voice>, known: number | null = 1) =>
    confidencesOf([{ ...title, ...than }, likely], true, known)[0] ?? 0;

  it('grows with the fit and with the chance that the model gives it, and is never 1', () => {
    expect(confidence({ fit: 0.9 })).toBeGreaterThan(confidence({}));
    expect(confidence({ chance: 0.9 })).toBeGreaterThan(confidence({}));
    expect(confidence({ fit: 1, strain: 0, chance: 1 })).toBeLessThan(1);
    expect(
      confidence({ fit: 1, strain: 0, chance: 1, matchType: 'partial', hasHead: false }),
    ).toBeLessThan(0.7);
  });
  it('is the same for all unit groups of one title that is meant', () => {
    const [one, other] = confidencesOf([title, { ...title, group: 2 }], true, 1);
    expect(other).toBe(one);
    expect(one).toBeGreaterThan(0.8);
  });
});
