// The text that the search reads of a query: characters instead of references to them, in one
// Unicode form, and so short that every step is quick.
import { decodeHTMLStrict } from 'entities/decode';
import { wordsOf } from './normalise.ts';

/** Longer queries are cut, because nobody types more and every character and word adds work. */
export const mostCharacters = 200;
export const mostWords = 16;

// An accent, a prime and a letter that people type for an apostrophe. NFKC makes a blank of the
// accent.
const apostrophes = /[´‛′ʼ]/g;

// Soft hyphens, joiners, marks of direction and the like (Unicode's category Cf) show nothing.
const invisible = /\p{Cf}/gu;

/**
 * A query in compatibility form (NFKC), and then cut. One character can stand for eighteen: U+FDFA
 * is a sentence of four words. Job feeds write `Caf&eacute;` and `R&amp;D`.
 */
export function textOf(query: string): string {
  const text = decodeHTMLStrict(query)
    .replace(invisible, '')
    .replace(apostrophes, "'")
    .normalize('NFKC')
    .slice(0, mostCharacters);
  return firstWords(text.trim());
}

/** The text up to its last word that is read. */
function firstWords(text: string): string {
  if (wordsOf(text).length <= mostWords) return text;
  let shortest = 0;
  let tooLong = text.length;
  while (shortest + 1 < tooLong) {
    const length = (shortest + tooLong) >> 1;
    if (wordsOf(text.slice(0, length)).length <= mostWords) shortest = length;
    else tooLong = length;
  }
  return text.slice(0, shortest).trim();
}
