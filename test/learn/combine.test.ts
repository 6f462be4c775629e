// When the titles decide alone although the model believes another unit group, and how certain they are then.
import { describe, expect, it } from 'vitest';
import { type Familiarity, type Voices, confidencesBehind, groundOf, isTrusted } from '#server/search/model/combine.ts';

const title: Voices = { group: 0, fit: 0.6, matchType: 'fuzzy', strain: 1, unexplained: 0, isFollowed: false, chance: 0.05 };

describe('a title decides alone', () => {
  const rows: readonly (readonly [what: string, than: Partial<Voices>, familiarity: Familiarity, stronger: number, decides: boolean])[] = [
    ['a misspelt title, however likely the model finds another', {}, 'foreign', 1000, true],
    ['a misspelt title with a word that the model alone knows', {}, 'news', 1000, true],
    ['a title with other letters, words all known, another little likelier', {}, 'known', 4, true],
    ['a title with other letters, words all known, another much likelier', {}, 'known', 6, false],
    ['the same, but it fits well', { fit: 0.85 }, 'known', 6, true],
    ['the same, with the letters of the query', { strain: 0.2 }, 'known', 1000, true],
    ['a title with other letters that fits badly', { fit: 0.3 }, 'known', 1, false],
    ['a begun title that fits badly', { fit: 0.3, matchType: 'prefix' }, 'known', 1, true],
    ['a begun title, another much likelier', { fit: 0.3, matchType: 'prefix' }, 'known', 6, false],
    ['a title with more words, another likelier', { matchType: 'partial' }, 'known', 9, true],
    ['a title with more words, another much likelier', { matchType: 'partial' }, 'known', 11, false],
    ['a title with fewer words that fits well', { matchType: 'partial', unexplained: 1, fit: 0.85 }, 'known', 1000, true],
    ['a title with fewer words', { matchType: 'partial', unexplained: 1, fit: 0.75 }, 'known', 1, false],
  ];
  it.each(rows)('%s', (_, than, familiarity, stronger, decides) => {
    expect(isTrusted({ ...title, ...than }, familiarity, stronger)).toBe(decides);
  });
});

describe('how certain a title is that decides alone', () => {
  const confidence = (than: Partial<Voices>, familiarity: Familiarity) => {
    const best = { ...title, ...than };
    return confidencesBehind(best, groundOf(best, familiarity), [best], [1])[0] ?? 0;
  };

  it('grows with the fit and with the chance that the model gives it, and is never 1', () => {
    for (const familiarity of ['known', 'news', 'foreign'] as const) {
      expect(confidence({ fit: 0.9 }, familiarity)).toBeGreaterThan(confidence({}, familiarity));
      expect(confidence({ chance: 0.9 }, familiarity)).toBeGreaterThan(confidence({}, familiarity));
      expect(confidence({ fit: 0.99, chance: 1 }, familiarity)).toBeLessThanOrEqual(0.99);
    }
  });

  it('is less if the index has all words of the query, for then nothing was misspelt', () => {
    expect(confidence({}, 'known')).toBeLessThan(confidence({}, 'foreign'));
    expect(confidence({}, 'foreign')).toBeLessThan(confidence({ strain: 0.1 }, 'foreign'));
  });
});
