// The ways to read a query: as typed, with a blank removed or added, or with abbreviations written
// out; and the meanings of each typed word.
import {
  costOfAdded,
  costOfEnding,
  costOfErrors,
  bonusOfFrequency,
  costs,
  longestAbbreviation,
  mostErrors,
} from './costs.ts';
import { type LoadedTitleIndex, isHeld, lengthOf, stemPlace } from './load-title-index.ts';
import { stemOf } from './normalise.ts';
import { mostWords } from './query-text.ts';
import { longFormsOf, longestShortForm, longFormsOfText } from './short-forms.ts';
import { otherNamesOf, smallWords } from './words.ts';

const mostReadings = 6;

/**
 * A stem that a typed word may mean, the cost of that reading, and the word meant; -1 if the index
 * has only another word with that stem.
 */
export type Meaning = Readonly<Record<'stem' | 'cost' | 'place', number>>;

/** A typed word with all that it may mean. */
export interface TypedWord {
  /** Likeliest first, each stem once. */
  readonly meanings: readonly Meaning[];
  readonly byStem: ReadonlyMap<number, Meaning>;
  /** The stems of words that begin with the typed one. */
  readonly begins: ReadonlySet<number>;
  /**
   * The cost of the word in another number or spelling. Somebody who types "driver's" is about to
   * say whose driver it is.
   */
  readonly otherForm: number;
  /** The cost if a title has no counterpart. */
  readonly added: number;
  /** Whether it may mean a word of a qualifier. */
  readonly inQualifiers: boolean;
}

/**
 * One way to read the query. `cost` is its distance from the typed text, `total` the cost of a
 * title with none of its words.
 */
export type Reading = Readonly<Record<'cost' | 'total', number>> & {
  readonly typed: readonly TypedWord[];
};

/**
 * How a word is placed in the query: still being typed, all of it, the first or last, an
 * abbreviation by its letters, a possessive with nothing after it.
 */
type WordPlace = Readonly<
  Record<'isUnfinished' | 'alone' | 'isEdge' | 'isAbbreviation' | 'isOwner', boolean>
>;

/** A query, and the words of its text. */
export interface Query {
  readonly text: string;
  readonly words: readonly string[];
  /** The text is a title, so its last word is not the beginning of another. */
  readonly isTitle: boolean;
}

/** The readings of a query, as typed first. */
export function* readingsOf(
  index: LoadedTitleIndex,
  { text, words, isTitle }: Query,
): Iterable<Reading> {
  const stillTyping = !isTitle && /[\p{L}\d]$/u.test(text);
  const isOwner = /['’‘`´]s?$/.test(text);
  const capitals = inCapitals(text);
  const known = new Map<string, TypedWord>();
  const readingOf = (read: readonly string[], cost: number): Reading => {
    const distinct = [...new Set(read)].slice(0, mostWords);
    const typed = distinct.map((word, position) => {
      const isLast = position === distinct.length - 1;
      const alone = distinct.length === 1;
      const isUnfinished = isLast && stillTyping;
      const isEdge = !alone && (isLast || position === 0);
      const key = `${word} ${isUnfinished} ${isEdge}`;
      const place: WordPlace = {
        isUnfinished,
        alone,
        isEdge,
        isAbbreviation: capitals.has(word),
        isOwner: isLast && isOwner,
      };
      const typedWord = known.get(key) ?? typedWordOf(index, word, place);
      known.set(key, typedWord);
      return typedWord;
    });
    return { typed, cost, total: typed.reduce((sum, { added }) => sum + added, 0) };
  };
  yield readingOf(words, 0);
  for (const { read, cost } of [...otherTexts(index, words)].slice(0, mostReadings))
    yield readingOf(read, cost);
}

/** The words with blanks moved and abbreviations written out, one change each. */
function* otherTexts(
  index: LoadedTitleIndex,
  words: readonly string[],
): Iterable<{ read: readonly string[]; cost: number }> {
  const replacing = (start: number, length: number, by: readonly string[], cost: number) => ({
    read: words.toSpliced(start, length, ...by),
    cost,
  });
  for (const long of longFormsOfText(words))
    if (long.length > 1) yield replacing(0, words.length, long, costs.abbreviated);
  for (const [start, word] of words.entries()) {
    const next = words[start + 1];
    if (next !== undefined && isHeld(index, word + next))
      yield replacing(start, 2, [word + next], costs.blankMoved);
    const mayBeTwo = index.vocabulary.placeOf(word) === undefined || word.length > 6;
    for (let cut = 2; mayBeTwo && cut <= word.length - 2; cut++) {
      const parts = [word.slice(0, cut), word.slice(cut)];
      if (parts.every((part) => isHeld(index, part)))
        yield replacing(
          start,
          1,
          parts,
          parts.some((part) => smallWords.has(part)) ? costs.smallWordSplit : costs.blankMoved,
        );
    }
    for (let length = 1; length <= longestShortForm && start + length <= words.length; length++) {
      const stems = words
        .slice(start, start + length)
        .map((shortWord) => singularOf(index, shortWord));
      const phrase = stems.join(' ');
      for (const long of longFormsOf(index, phrase))
        if (long.length > 1) yield replacing(start, length, long, costs.abbreviated);
      const short = length > 1 ? index.shortForms.get(phrase) : undefined;
      if (short !== undefined) yield replacing(start, length, short.split(' '), costs.abbreviated);
    }
  }
}

/** The meanings of a typed word: of each stem the cheapest. */
class Meanings {
  readonly byStem = new Map<number, Meaning>();
  readonly #index: LoadedTitleIndex;

  constructor(index: LoadedTitleIndex) {
    this.#index = index;
  }

  /** True if the stem is new, or cheaper than before. */
  offer(stem: number | undefined, place: number, cost: number): boolean {
    if (stem === undefined || cost >= (this.byStem.get(stem)?.cost ?? Number.POSITIVE_INFINITY))
      return false;
    this.byStem.set(stem, { stem, cost, place });
    return true;
  }

  offerWord(word: string, cost: number): void {
    const { vocabulary } = this.#index;
    this.offer(stemPlace(this.#index, word), vocabulary.placeOf(word) ?? -1, cost);
  }

  likeliestFirst(): Meaning[] {
    return [...this.byStem.values()].sort((a, b) => a.cost - b.cost || a.stem - b.stem);
  }
}

function typedWordOf(index: LoadedTitleIndex, word: string, how: WordPlace): TypedWord {
  const { holders, inQualifiers, titles } = index;
  const ownStem = stemPlace(index, word);
  const stem = singularOf(index, word);
  const meanings = new Meanings(index);
  offerOtherForms(meanings, index, word, stem);
  offerNear(meanings, index, word, how);
  const isNear = meanings.byStem.size > 0 || longFormsOf(index, stem).length > 0;
  const begins = offerEndings(meanings, index, word, how);
  const standing = {
    isNear: isNear || begins.size > 0,
    isBegun: how.isUnfinished && !isNear && begins.size > 0,
    isEdge: how.isEdge,
  };
  const titlesWithWord = ownStem === undefined ? 0 : lengthOf(holders, ownStem);
  const likeliestFirst = meanings.likeliestFirst();
  return {
    meanings: likeliestFirst,
    byStem: meanings.byStem,
    begins,
    otherForm: how.isOwner ? costs.owner : costs.otherForm,
    added: costOfAdded(word, titlesWithWord, titles, standing),
    inQualifiers: likeliestFirst.some((meaning) => inQualifiers[meaning.stem] === 1),
  };
}

/** The word as typed, in another number, written out or abbreviated, and by its other names. */
function offerOtherForms(
  meanings: Meanings,
  index: LoadedTitleIndex,
  word: string,
  stem: string,
): void {
  meanings.offerWord(word, 0);
  meanings.offerWord(stem, costs.otherForm);
  for (const [firstWord = '', ...others] of longFormsOf(index, stem))
    if (others.length === 0) meanings.offerWord(firstWord, costs.abbreviated);
  const short = index.shortForms.get(stem);
  if (short !== undefined) meanings.offerWord(short, costs.abbreviated);
  for (const other of otherNamesOf(stem)) meanings.offerWord(other, costs.otherName);
}

/** The words that the typed one becomes by correcting a few letters. */
function offerNear(
  meanings: Meanings,
  index: LoadedTitleIndex,
  word: string,
  { isAbbreviation }: WordPlace,
): void {
  const { vocabulary, stems, holders } = index;
  const stem = singularOf(index, word);
  const isShort = stem.length <= longestAbbreviation;
  if (/\d/.test(word) || (isShort && (isAbbreviation || !isMistakable(index, stem)))) return;
  const limit = mostErrors(isShort ? stem.length : word.length);
  if (limit === 0) return;
  const doubt = stemPlace(index, word) === undefined ? 0 : costs.knownWordMistyped;
  for (const spelling of isShort ? [stem] : new Set([word, stem]))
    for (const { place, distance } of vocabulary.near(spelling, limit)) {
      if (isShort && !isMistakable(index, vocabulary.words[place] ?? '')) continue;
      const errors = costOfErrors(distance, spelling.length);
      const bonus = bonusOfFrequency(lengthOf(holders, stems[place] ?? 0));
      meanings.offer(stems[place], place, doubt + errors - bonus);
    }
}

/** The words that begin with the typed one; gives their stems. */
function offerEndings(
  meanings: Meanings,
  index: LoadedTitleIndex,
  word: string,
  { isUnfinished, alone }: WordPlace,
): ReadonlySet<number> {
  const begins = new Set<number>();
  const { vocabulary, stems } = index;
  const isKnown = stemPlace(index, word) !== undefined;
  // A finished word that the index has is no beginning of another.
  if (!isUnfinished && isKnown) return begins;
  const fewestLetters = isUnfinished ? (alone ? 2 : 1) : 3;
  if (word.length < fewestLetters) return begins;
  for (const place of vocabulary.beginningWith(word)) {
    const cost = costOfEnding(word.length, vocabulary.words[place]?.length ?? 0, isUnfinished);
    if (meanings.offer(stems[place], place, cost)) begins.add(stems[place] ?? 0);
  }
  return begins;
}

/**
 * The stem of a word. "OTs" and "TAs" are too short for one and give the abbreviation, unless the
 * index has the word ("gas", "PTS").
 */
function singularOf(index: LoadedTitleIndex, word: string): string {
  return /^[a-z]{2}s$/.test(word) && stemPlace(index, word) === undefined
    ? word.slice(0, 2)
    : stemOf(word);
}

/**
 * Whether a short word can be the result of a typing error, or be meant by one: not an
 * abbreviation, and not a two-letter word of the index.
 */
function isMistakable(index: LoadedTitleIndex, word: string): boolean {
  return (
    longFormsOf(index, word).length === 0 &&
    (word.length >= longestAbbreviation || stemPlace(index, word) === undefined)
  );
}

/**
 * The words of two or three letters, and their plurals, in capitals; none if the text has several
 * words and no small letter.
 */
function inCapitals(text: string): ReadonlySet<string> {
  const capitals = text.match(/(?<![\p{L}\d])\p{Lu}{2,3}s?(?![\p{L}\d])/gu) ?? [];
  return new Set(/\p{Ll}|^\S+$/u.test(text) ? capitals.map((word) => word.toLowerCase()) : []);
}
