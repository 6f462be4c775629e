// What the search reads of a query, and that no step of it sees more.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { buildTitleIndex } from '#sources/soc-index/build-title-index.ts';
import { stemOf, wordsOf } from '#server/search/normalise.ts';
import { mostCharacters, mostWords, textOf } from '#server/search/query-text.ts';
import { loadTitleIndex, search } from '#server/search/search.ts';
import { Vocabulary } from '#server/search/vocabulary.ts';
import { typedRows } from '../golden.ts';

describe('the text of a query', () => {
  it.each([
    ['  software engineer ', 'software engineer'],
    ['ｎｕｒｓｅ', 'nurse'],
    ['ﬁtter', 'fitter'],
    ['driver´s mate', "driver's mate"],
    ['driver‛s mate', "driver's mate"],
    [
      'one two three 4 5 6 7 8 9 10 11 12 13 14 15 sixteen, 17',
      'one two three 4 5 6 7 8 9 10 11 12 13 14 15 sixteen,',
    ],
  ])('of "%s" is "%s"', (query, text) => expect(textOf(query)).toBe(text));

  it('has at most 200 characters and 16 words, whatever stands for more of them', () => {
    const piece = fc.oneof(
      fc.constantFrom('\uFDFA', '\u33AE', '\u321E', '½', '&', '/', "'", 'a.b', 'é', 'nurse', ' '),
      fc.string({ maxLength: 5, unit: 'grapheme' }),
    );
    const queries = fc.array(piece, { maxLength: 300 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(queries, (query) => {
        const text = textOf(query);
        expect(text.length).toBeLessThanOrEqual(mostCharacters);
        expect(wordsOf(text).length).toBeLessThanOrEqual(mostWords);
      }),
    );
  });
});

describe('the work for a query of 200 characters', () => {
  let lookUps = 0;
  class CountingVocabulary extends Vocabulary {
    override placeOf(word: string): number | undefined {
      lookUps++;
      return super.placeOf(word);
    }
  }
  const document = buildTitleIndex({
    unitGroups,
    entries: typedRows(new URL('titles.tsv', import.meta.url)).map(
      ([inverted = '', title = '', soc2020 = '', qualifier]) => ({
        inverted,
        title,
        soc2020,
        qualifier: qualifier ?? null,
      }),
    ),
    crossReferences: [],
    abbreviations: [],
  });
  const index = {
    ...loadTitleIndex(document),
    vocabulary: new CountingVocabulary(document.words),
  };

  // An honest query of 16 words takes some 3,000 look-ups.
  it.each([
    '\uFDFA',
    '\uFDFB',
    '\u321E',
    '\u33AE',
    '&',
    '＆',
    'Ⅷ',
    'aaé',
    'a.b',
    'chef/',
    "driver's ",
    'manager and ',
    'nurse, at a school ',
  ])('is bounded if it is "%s" over and over', (piece) => {
    lookUps = 0;
    search(index, Array.from(piece.repeat(200)).slice(0, 200).join(''), 10);
    expect(lookUps).toBeLessThan(10_000);
  });
});

it('the stem of a word that no title can have is the word', () => {
  const word = 'ae'.repeat(100);
  expect(stemOf(word)).toBe(word);
});
