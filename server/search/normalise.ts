// Brings different spellings of a job title to one form, word by word: case, accents, punctuation,
// possessives, plurals, American spelling.
import words from './data/words.json' with { type: 'json' };

// Nearly all queries are plain ASCII without other marks.
const plain = /^[a-zA-Z0-9 -]*$/;

/**
 * The words of a text, lower case, without accents and punctuation. `&` becomes "and". Apostrophes
 * (driver's is drivers) and the dots of an abbreviation (H.G.V. is hgv) vanish. Any other character
 * that is neither letter nor digit separates words.
 */
export function wordsOf(text: string): string[] {
  const lower = plain.test(text)
    ? text.toLowerCase().replaceAll('-', ' ')
    : text
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase()
        .replace(/['’‘`´]/g, '')
        .replace(/(?<![\p{L}\d])((?:\p{L}\.)+\p{L})\.?(?![\p{L}\d])/gu, (letters) =>
          letters.replaceAll('.', ''),
        )
        .replaceAll('&', ' and ')
        .replace(/[^\p{L}\d]+/gu, ' ');
  return lower.split(' ').filter((word) => word !== '');
}

/** No job title has a longer word, so a longer one is not looked into. */
export const longestWord = 30;

/**
 * The stem that a word shares with its plural, its possessive and its American spelling. It need
 * not be a real word. A stem's stem is itself.
 */
export function stemOf(word: string): string {
  if (word.length > longestWord) return word;
  let stem = word;
  for (let before = ''; stem !== before; ) {
    before = stem;
    stem = americanOf(singular(stem));
  }
  return stem;
}

/**
 * A word without its plural ending, roughly: good enough for singular and plural to find each
 * other, and the same for titles and queries.
 */
function singular(word: string): string {
  if (word.length < 4) return word;
  if (word.endsWith('men')) return `${word.slice(0, -3)}man`;
  if (!word.endsWith('s') || /(ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(ss|sh|ch|x|zz)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

const americanWords: ReadonlyMap<string, string> = new Map(Object.entries(words.american));

const americanEndings: readonly (readonly [RegExp, string])[] = [
  // Only after a vowel, so that a scourer does not become a scorer. The first class is all letters
  // but the vowels of the second: a vowel can then be the second in one way only.
  [/^([b-df-hj-np-tv-xz]*[aeiouy][a-z]+)our(?=$|er$|ed$|ing$|ist$|al$)/, '$1or'],
  // Only after e, so that a filler does not become a filer.
  [/ell(?=er$|ing$|ed$|or$)/, 'el'],
  [/(?<=[a-z]{3})is(?=e$|er$|ed$|ing$|ation$)/, 'iz'],
  [/(?<=[a-z]{2}[tb])re$/, 'er'],
  [/(?<=[a-z]{3})logue$/, 'log'],
  [/(?<=[a-z])ae(?=[a-z])/, 'e'],
  [/^oe(?=[a-z]{4})/, 'e'],
  [/mould/, 'mold'],
  [/draught/, 'draft'],
  [/sulph/, 'sulf'],
];

function americanOf(word: string): string {
  if (word.length < 4) return word;
  return (
    americanWords.get(word) ??
    americanEndings.reduce((other, [pattern, by]) => other.replace(pattern, by), word)
  );
}
