// The stored title index made ready to search: exact keys, words with the entries that hold them, and the weight of every word.
import type { TitleIndex } from '#schemas/title-index.ts';
import { hasApostrophe, singular, wordsOf, wordsWithoutPossessives } from './normalise.ts';
import { Vocabulary } from './vocabulary.ts';

/** For each place a list of numbers, in two flat arrays: list n is values[starts[n]] up to values[starts[n + 1]]. */
export interface Lists {
  readonly starts: Int32Array;
  readonly values: Int32Array;
}

/** A cross-reference: the title it leads to, and the text with which the qualifiers must begin. */
export interface Alias {
  readonly title: number;
  readonly qualifier: string;
}

export interface LoadedTitleIndex {
  readonly document: TitleIndex;
  /** Titles by their words in natural order, in the index's inverted order, and with possessives undone. */
  readonly natural: ReadonlyMap<string, readonly number[]>;
  readonly inverted: ReadonlyMap<string, readonly number[]>;
  readonly withoutPossessives: ReadonlyMap<string, readonly number[]>;
  readonly aliases: ReadonlyMap<string, readonly Alias[]>;
  readonly vocabulary: Vocabulary;
  /** How telling each word is: the rarer, the heavier. */
  readonly weights: Float64Array;
  /** What a word weighs that the index does not know. */
  readonly unknownWeight: number;
  /** Words of each title in their order; the weight of them all. */
  readonly titleWords: Lists;
  readonly titleWeights: Float64Array;
  readonly qualifierWords: Lists;
  /** Entries by the words of their title, and by the words of their qualifier. */
  readonly entriesByTitleWord: Lists;
  readonly entriesByQualifierWord: Lists;
  /** First entry of each title, and one number more. */
  readonly titleEntries: Int32Array;
  /** For each entry how many index entries its title has in its unit group, whatever the qualifier. */
  readonly entriesOfTitleInGroup: Int32Array;
  /** The one word that a short form stands for wherever it occurs (mfr: manufacturing). */
  readonly shortWords: ReadonlyMap<string, string>;
  /** Words of an abbreviation written out, by the abbreviation's own words. */
  readonly longForms: ReadonlyMap<string, readonly string[]>;
  /** And back: the abbreviation, by the words it stands for. */
  readonly shortForms: ReadonlyMap<string, string>;
  /** Room to add up in, one place for each entry, all zero between searches; making it anew would cost more than the search. */
  readonly sums: Sums;
}

export interface Sums {
  readonly common: Float64Array;
  readonly qualifier: Float64Array;
  readonly typed: Float64Array;
  readonly matched: Int32Array;
}

/** Makes a stored index searchable. About 0.1 s for the whole coding index; nothing is kept but what is returned. */
export function loadTitleIndex(document: TitleIndex): LoadedTitleIndex {
  const shortWords = new Map<string, string>();
  const longForms = new Map<string, readonly string[]>();
  for (const { short, long } of document.abbreviations) {
    const from = wordsOf(short).map(singular).join(' ');
    const to = wordsOf(long).map(singular);
    const [only] = to;
    if (from === '' || only === undefined) continue;
    // An abbreviation of one word (mfr) is that word wherever it stands; one of several (HGV) is a second way to ask.
    if (to.length === 1 && !from.includes(' ')) shortWords.set(from, only);
    else longForms.set(from, to);
  }
  const stem = (word: string) => {
    const single = singular(word);
    return shortWords.get(single) ?? single;
  };

  const natural = new Map<string, number[]>();
  const inverted = new Map<string, number[]>();
  const withoutPossessives = new Map<string, number[]>();
  const numbers = new Map<string, number>();
  const numberOf = (word: string) => {
    const known = numbers.get(word);
    if (known !== undefined) return known;
    numbers.set(word, numbers.size);
    return numbers.size - 1;
  };
  const wordsOfTitles = document.titles.map((title, place) => {
    const words = wordsOf(title);
    add(natural, words.join(' '), place);
    const cut = document.cuts[place] ?? 0;
    if (cut !== 0) add(inverted, invert(words, cut).join(' '), place);
    if (hasApostrophe(title)) {
      const bare = wordsWithoutPossessives(title);
      add(withoutPossessives, bare.join(' '), place);
      if (cut !== 0 && bare.length === words.length) add(withoutPossessives, invert(bare, cut).join(' '), place);
      return bare.map((word) => numberOf(stem(word)));
    }
    return words.map((word) => numberOf(stem(word)));
  });
  for (const { title, form } of document.otherForms) {
    add(inverted, wordsOf(form).join(' '), title);
    if (hasApostrophe(form)) add(withoutPossessives, wordsWithoutPossessives(form).join(' '), title);
  }
  const wordsOfQualifiers = document.qualifiers.map((qualifier) => wordsWithoutPossessives(qualifier).map((word) => numberOf(stem(word))));

  const aliases = new Map<string, Alias[]>();
  for (const { from, title, qualifier } of document.aliases) {
    const key = wordsOf(from).join(' ');
    aliases.set(key, [...(aliases.get(key) ?? []), { title, qualifier }]);
  }

  // The vocabulary is sorted, so that prefixes are neighbours; the numbers given above follow it.
  const sorted = [...numbers.keys()].sort();
  const sortedPlaces = new Int32Array(sorted.length);
  sorted.forEach((word, place) => (sortedPlaces[numbers.get(word) ?? 0] = place));
  const resort = (lists: readonly (readonly number[])[]) => lists.map((list) => list.map((number) => sortedPlaces[number] ?? 0));
  const titleWordLists = resort(wordsOfTitles);
  const qualifierWordLists = resort(wordsOfQualifiers).map((list) => [...new Set(list)]);
  const distinctTitleWords = titleWordLists.map((list) => (list.length > 1 ? [...new Set(list)] : list));

  const weights = weigh(sorted.length, distinctTitleWords, qualifierWordLists);
  const titleWeights = Float64Array.from(distinctTitleWords, (list) => list.reduce((sum, word) => sum + (weights[word] ?? 0), 0));

  const { entryTitle, entryQualifier } = document;
  return {
    document,
    natural,
    inverted,
    withoutPossessives,
    aliases,
    vocabulary: new Vocabulary(sorted),
    weights,
    unknownWeight: Math.log(1 + document.titles.length) / 2,
    titleWords: flat(titleWordLists),
    titleWeights,
    qualifierWords: flat(qualifierWordLists),
    entriesByTitleWord: invertLists(sorted.length, entryTitle.map((title) => distinctTitleWords[title] ?? [])),
    entriesByQualifierWord: invertLists(sorted.length, entryQualifier.map((qualifier) => qualifierWordLists[qualifier] ?? [])),
    titleEntries: firstEntries(document),
    entriesOfTitleInGroup: countByTitleAndGroup(document),
    longForms,
    shortForms: new Map([...longForms].flatMap(([short, long]) => (short.includes(' ') ? [] : [[long.join(' '), short] as const]))),
    shortWords,
    sums: {
      common: new Float64Array(entryTitle.length),
      qualifier: new Float64Array(entryTitle.length),
      typed: new Float64Array(entryTitle.length),
      matched: new Int32Array(entryTitle.length),
    },
  };
}

/** The words in the index's inverted order: the pieces between the cuts, last first. */
export function invert(words: readonly string[], cuts: number): string[] {
  const pieces: string[][] = [[]];
  words.forEach((word, place) => {
    pieces.at(-1)?.push(word);
    if (place < 31 && (cuts & (1 << place)) !== 0) pieces.push([]);
  });
  return pieces.reverse().flat();
}

function add(keys: Map<string, number[]>, key: string, title: number): void {
  const known = keys.get(key);
  if (known === undefined) keys.set(key, [title]);
  else if (!known.includes(title)) known.push(title);
}

/**
 * The weight of a word is the logarithm of how rare it is among the titles (inverse document frequency); a word of qualifiers alone is weighed among
 * those. Titles are counted once however many entries they have, or "Manager" with its 218 would make the word worthless.
 */
function weigh(words: number, titles: readonly (readonly number[])[], qualifiers: readonly (readonly number[])[]): Float64Array {
  const inTitles = new Int32Array(words);
  const inQualifiers = new Int32Array(words);
  for (const list of titles) for (const word of list) inTitles[word] = (inTitles[word] ?? 0) + 1;
  for (const list of qualifiers) for (const word of list) inQualifiers[word] = (inQualifiers[word] ?? 0) + 1;
  return Float64Array.from({ length: words }, (_, word) => Math.log(1 + titles.length / Math.max(1, inTitles[word] || (inQualifiers[word] ?? 0))));
}

function flat(lists: readonly (readonly number[])[]): Lists {
  const starts = new Int32Array(lists.length + 1);
  lists.forEach((list, place) => (starts[place + 1] = (starts[place] ?? 0) + list.length));
  return { starts, values: Int32Array.from(lists.flat()) };
}

/** From the words of each entry to the entries of each word. */
function invertLists(words: number, lists: readonly (readonly number[])[]): Lists {
  const starts = new Int32Array(words + 1);
  for (const list of lists) for (const word of list) starts[word + 1] = (starts[word + 1] ?? 0) + 1;
  for (let word = 0; word < words; word++) starts[word + 1] = (starts[word + 1] ?? 0) + (starts[word] ?? 0);
  const next = starts.slice();
  const values = new Int32Array(starts[words] ?? 0);
  lists.forEach((list, place) => {
    for (const word of list) {
      const at = next[word] ?? 0;
      values[at] = place;
      next[word] = at + 1;
    }
  });
  return { starts, values };
}

/** Entries are stored in the order of their titles, so the entries of a title are neighbours. */
function firstEntries({ titles, entryTitle }: TitleIndex): Int32Array {
  const first = new Int32Array(titles.length + 1);
  for (const title of entryTitle) first[title + 1] = (first[title + 1] ?? 0) + 1;
  for (let title = 0; title < titles.length; title++) first[title + 1] = (first[title + 1] ?? 0) + (first[title] ?? 0);
  return first;
}

function countByTitleAndGroup({ unitGroups, entryTitle, entryUnitGroup, entryCount }: TitleIndex): Int32Array {
  const key = (entry: number) => (entryTitle[entry] ?? 0) * unitGroups.length + (entryUnitGroup[entry] ?? 0);
  const counts = new Map<number, number>();
  entryTitle.forEach((_, entry) => counts.set(key(entry), (counts.get(key(entry)) ?? 0) + (entryCount[entry] ?? 0)));
  return Int32Array.from(entryTitle, (_, entry) => counts.get(key(entry)) ?? 0);
}
