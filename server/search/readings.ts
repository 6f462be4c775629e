// The ways to read a query: as typed, with a blank removed or added, or with abbreviations written out; and the meanings of each typed word.
import { aloneForms, shortForms } from './abbreviations.ts';
import {
  costOfAdded,
  costOfNoise,
  prepositions,
  costOfEnding,
  costOfErrors,
  costs,
  isAdvertWord,
  longestShort,
  mostErrors,
  smallWords,
} from './costs.ts';
import type { LoadedTitleIndex } from './load-title-index.ts';
import { stemOf } from './normalise.ts';

const mostWords = 16;
const mostReadings = 6;
const longestAbbreviation = 5;

/** The words that a short form stands for, by the stems of the short form. */
const written: ReadonlyMap<string, readonly (readonly string[])[]> = new Map(
  [...shortForms].map(([short, long]) => [short.split(' ').map(stemOf).join(' '), long.map((words) => words.split(' '))]),
);

/** A stem that a typed word may mean, and the cost of that reading. */
export interface Meaning {
  readonly stem: number;
  readonly cost: number;
  /** The word meant; -1 if the index has only another word with that stem. */
  readonly place: number;
}

export interface TypedWord {
  /** Likeliest first, each stem once; then the same by stem. */
  readonly meanings: readonly Meaning[];
  readonly byStem: ReadonlyMap<number, Meaning>;
  /** The stems that begin with the typed word. */
  readonly begins: ReadonlySet<number>;
  /** The cost if a title has no counterpart. */
  readonly added: number;
  readonly inQualifiers: boolean;
}

/** One way to read the query. `cost` is its distance from the typed text, `total` the cost of a title with none of its words. */
export interface Reading {
  readonly typed: readonly TypedWord[];
  readonly cost: number;
  readonly total: number;
  /** The typed words before the first preposition, as bits, if they tell anything; else 0. */
  readonly head: number;
}

/** The readings of a query, as typed first. `all` are the words of its text. */
export function* readingsOf(index: LoadedTitleIndex, text: string, all: readonly string[]): Iterable<Reading> {
  const { vocabulary } = index;
  const words = all.slice(0, mostWords);
  const stillTyping = /[\p{L}\d]$/u.test(text);
  const capitals = inCapitals(text);
  const known = new Map<string, TypedWord>();
  const readingOf = (read: readonly string[], cost: number): Reading => {
    const distinct = [...new Set(read)].slice(0, mostWords);
    const typed = distinct.map((word, at) => {
      const begun = stillTyping && at === distinct.length - 1;
      const leads = at === 0 && !begun;
      const key = begun ? `${word}…` : leads ? `${word} …` : word;
      const one =
        known.get(key) ?? typedWordOf(index, word, { begun, alone: distinct.length === 1, leads, isAbbreviation: capitals.has(word) });
      known.set(key, one);
      return one;
    });
    return { typed, cost, total: typed.reduce((sum, { added }) => sum + added, 0), head: headOf(distinct, typed) };
  };
  yield readingOf(words, 0);
  const texts: { words: readonly string[]; cost: number }[] = [];
  const replaced = (at: number, length: number, ...by: readonly string[]) => [...words.slice(0, at), ...by, ...words.slice(at + length)];
  const isKnown = (word: string) => {
    const stem = stemPlace(index, word);
    return stem !== undefined && (index.inTitles[stem] ?? 0) > 0;
  };
  const alone = aloneForms.get(words.join(' '));
  if (alone !== undefined) texts.push({ words: alone.split(' '), cost: costs.abbreviated });
  words.forEach((word, at) => {
    const next = words[at + 1];
    if (next !== undefined && isKnown(word + next)) texts.push({ words: replaced(at, 2, word + next), cost: costs.blankMoved });
    if (vocabulary.placeOf(word) === undefined || word.length > 6) {
      for (let cut = 2; cut <= word.length - 2; cut++) {
        const [left, right] = [word.slice(0, cut), word.slice(cut)];
        if (!isKnown(left) || !isKnown(right)) continue;
        const isSmall = smallWords.has(left) || smallWords.has(right);
        texts.push({ words: replaced(at, 1, left, right), cost: isSmall ? costs.smallWordSplit : costs.blankMoved });
      }
    }
    const [, letters, digits] = /^([a-z]+)(\d+)$/.exec(word) ?? [];
    if (letters !== undefined && digits !== undefined && isKnown(letters))
      texts.push({ words: replaced(at, 1, letters, digits), cost: costs.blankMoved });
    for (let length = 1; length <= longestAbbreviation && at + length <= words.length; length++) {
      const phrase = words
        .slice(at, at + length)
        .map((one) => singularOf(index, one))
        .join(' ');
      for (const long of longFormsOf(index, phrase))
        if (long.length > 1) texts.push({ words: replaced(at, length, ...long), cost: costs.abbreviated });
      const short = length > 1 ? index.shortForms.get(phrase) : undefined;
      if (short !== undefined) texts.push({ words: replaced(at, length, ...short.split(' ')), cost: costs.abbreviated });
    }
  });
  for (const { words: read, cost } of texts.slice(0, mostReadings)) yield readingOf(read, cost);
}

function headOf(words: readonly string[], typed: readonly TypedWord[]): number {
  const cut = words.findIndex((word, at) => at > 0 && prepositions.has(word));
  return cut > 0 && typed.slice(0, cut).some(({ added }) => added > costOfNoise) ? (1 << cut) - 1 : 0;
}

/** The words with those that our short forms in them stand for, for the model, which knows few short forms. */
export function writtenOut(words: readonly string[]): string[] {
  const alone = aloneForms.get(words.join(' '));
  if (alone !== undefined) return alone.split(' ');
  const stems = words.map(stemOf);
  const more: string[] = [];
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= Math.min(words.length, from + longestAbbreviation); to++)
      more.push(...(written.get(stems.slice(from, to).join(' '))?.[0] ?? []));
  return [...words, ...more];
}

/** The place of a word's stem; undefined if the index has no word with that stem. */
function stemPlace({ vocabulary, stems }: LoadedTitleIndex, word: string): number | undefined {
  const place = vocabulary.placeOf(word);
  return place === undefined ? vocabulary.placeOf(stemOf(word)) : stems[place];
}

/**
 * The meanings of a typed word. `begun`: it may be the beginning of a word still being typed. `alone`: it is the whole query. `leads`: it is the
 * first of several words. `isAbbreviation`: it is written as one.
 */
function typedWordOf(
  index: LoadedTitleIndex,
  word: string,
  { begun, alone, leads, isAbbreviation }: Readonly<Record<'begun' | 'alone' | 'leads' | 'isAbbreviation', boolean>>,
): TypedWord {
  const { vocabulary, stems, inTitles, inQualifiers, titles } = index;
  const byStem = new Map<number, Meaning>();
  const begins = new Set<number>();
  const offer = (place: number | undefined, stem: number | undefined, cost: number): boolean => {
    if (stem === undefined || cost >= (byStem.get(stem)?.cost ?? Number.POSITIVE_INFINITY)) return false;
    byStem.set(stem, { stem, cost, place: place ?? -1 });
    return true;
  };
  const offerWord = (other: string, cost: number) => offer(vocabulary.placeOf(other), stemPlace(index, other), cost);
  const own = stemPlace(index, word);
  const titlesOfOwn = own === undefined ? 0 : (inTitles[own] ?? 0);
  offerWord(word, 0);
  const stem = singularOf(index, word);
  if (stem !== word) offerWord(stem, costs.otherForm);
  const longForms = longFormsOf(index, stem);
  for (const [meant, ...more] of longForms) if (meant !== undefined && more.length === 0) offerWord(meant, costs.abbreviated);
  const short = index.shortForms.get(stem);
  if (short !== undefined) offerWord(short, costs.abbreviated);
  for (const other of ofOtherGender(stem)) offerWord(other, costs.otherGender);
  for (const other of practisersOf(stem)) offerWord(other, costs.field);

  const isShort = stem.length <= longestShort;
  const isMistyped = !isAbbreviation && isMistakable(index, stem);
  // The letters of a short unknown word may still have changed places: "NI engineer".
  const isUnknown = own === undefined && longForms.length === 0;
  const limit =
    /\d/.test(word) || isAdvertWord(word) || (isShort && !isMistyped && !isUnknown) ? 0 : mostErrors(isShort ? stem.length : word.length);
  const doubt = own === undefined ? 0 : costs.knownWordMistyped;
  if (limit > 0) {
    for (const spelling of stem === word || isShort ? [stem] : [word, stem]) {
      for (const { place, distance } of vocabulary.near(spelling, limit)) {
        const near = vocabulary.words[place] ?? '';
        if (!isShort || (isUnknown && haveSameLetters(stem, near)) || (isMistyped && isMistakable(index, near)))
          offer(place, stems[place], doubt + costOfErrors(distance, spelling.length));
      }
    }
  }
  const isNear = byStem.size > 0 || longForms.length > 0;
  const beginnings = begun ? (alone ? 2 : 1) : own === undefined ? 3 : Number.POSITIVE_INFINITY;
  if (word.length >= beginnings) {
    for (const place of vocabulary.beginningWith(word)) {
      const whole = stems[place];
      if (offer(place, whole, costOfEnding(word.length, vocabulary.words[place]?.length ?? 0, begun)) && whole !== undefined)
        begins.add(whole);
    }
  }
  const meanings = [...byStem.values()].sort((a, b) => a.cost - b.cost || a.stem - b.stem);
  return {
    meanings,
    byStem,
    begins,
    added: costOfAdded(word, titlesOfOwn, titles, {
      isNear: isNear || begins.size > 0,
      isBegun: begun && !isNear && begins.size > 0,
      leads,
    }),
    inQualifiers: meanings.some(({ stem: meant }) => inQualifiers[meant] === 1),
  };
}

/** The words that an abbreviation may stand for, from the index's own sheet and from our list. `short` is its stems, separated by blanks. */
function longFormsOf(index: LoadedTitleIndex, short: string): (readonly string[])[] {
  const own = index.longForms.get(short);
  return [...(own === undefined ? [] : [own]), ...(written.get(short) ?? [])];
}

/** The stem of a word. "OTs" and "TAs" are too short for one and give the abbreviation, unless the index has the word ("gas", "PTS"). */
function singularOf(index: LoadedTitleIndex, word: string): string {
  return /^[a-z]{2}s$/.test(word) && stemPlace(index, word) === undefined ? word.slice(0, 2) : stemOf(word);
}

function haveSameLetters(one: string, other: string): boolean {
  const sorted = (word: string) => [...word].sort().join('');
  return sorted(one) === sorted(other);
}

/** Whether a short word can be the result of a typing error, or be meant by one: not an abbreviation, and not a two-letter word of the index. */
function isMistakable(index: LoadedTitleIndex, word: string): boolean {
  return longFormsOf(index, word).length === 0 && (word.length >= longestShort || stemPlace(index, word) === undefined);
}

/** The words of two or three letters, and their plurals, in capitals; none if the text has several words and no small letter. */
function inCapitals(text: string): ReadonlySet<string> {
  const capitals = text.match(/(?<![\p{L}\d])\p{Lu}{2,3}s?(?![\p{L}\d])/gu) ?? [];
  return new Set(/\p{Ll}|^\S+$/u.test(text) ? capitals.map((word) => word.toLowerCase()) : []);
}

/** The names of the same job for another gender, because the index may have only one: chairwoman, chairman, chairperson; stewardess, steward; actress, actor. */
function ofOtherGender(word: string): string[] {
  const ending = /(wo)?man$|person$/.exec(word)?.[0];
  if (ending !== undefined && word.length > ending.length + 2) {
    const beginning = word.slice(0, -ending.length);
    return ['man', 'woman', 'person'].filter((other) => other !== ending).map((other) => beginning + other);
  }
  if (!word.endsWith('ess') || word.length < 7) return [];
  const beginning = word.slice(0, -3);
  return beginning.endsWith('r') ? [beginning, `${beginning.slice(0, -1)}er`, `${beginning.slice(0, -1)}or`] : [beginning];
}

/** The names for a person who practises a field: physiotherapy, physiotherapist; dentistry, dentist; photography, photographer. */
function practisersOf(field: string): string[] {
  if (/(therap|olog)y$/.test(field)) return [`${field.slice(0, -1)}ist`];
  if (field.endsWith('istry')) return [field.slice(0, -2)];
  return field.endsWith('graphy') ? [`${field.slice(0, -1)}er`] : [];
}
