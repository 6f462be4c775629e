// The lists of words that the search reads a title with (data/words.json), ready to look up.
import around from './data/around.json' with { type: 'json' };
import words from './data/words.json' with { type: 'json' };

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Words that any title may have or lack. */
export const smallWords = setOf(words.small);

/**
 * In "PA to CEO", "driver of lorries" and "assistant in shop" the job is the word before the small
 * word.
 */
export const prepositions = setOf(words.prepositions);

/**
 * Names of the same job for another gender (chairwoman), and of who practises a field (dentistry,
 * dentist). Not all of them are words.
 */
export function otherNamesOf(word: string): string[] {
  return words.otherEndings.flatMap(([ending = '', other = '']) =>
    word.endsWith(ending) && word.length > ending.length + 2
      ? [word.slice(0, -ending.length) + other]
      : [],
  );
}

const welsh = new Set(around.welsh.split('|'));

/**
 * True if the words are typically Welsh. The titles of the index are English, and what is like a
 * Welsh word in spelling is another job.
 */
export const isWelsh = (typed: readonly string[]): boolean => typed.some((word) => welsh.has(word));
