// Makes the stored title index searchable: words, the titles that hold them, and the weight of every word.
import type { TitleIndex } from '#schemas/title-index.ts';
import { unpack } from './pack.ts';
import { Vocabulary } from './vocabulary.ts';
import { costOfMissing, costOfMissingWord, smallWords } from './costs.ts';

/** Lists of numbers in two flat arrays: list n is values[starts[n]] up to values[starts[n + 1]]. */
export interface Lists {
  readonly starts: Int32Array;
  readonly values: Int32Array;
}

export interface LoadedTitleIndex {
  readonly document: TitleIndex;
  readonly vocabulary: Vocabulary;
  /** For each word, the place of its stem among the words. */
  readonly stems: Int32Array;
  /**
   * The searchable items: the titles, then the inverted forms that no cuts express, then the cross-references. `titleOf` gives the title of each
   * item, which for a title is itself.
   */
  readonly words: Lists;
  readonly titles: number;
  readonly forms: number;
  readonly titleOf: Int32Array;
  /** How the index inverts each title. */
  readonly cuts: Int32Array;
  /** 1 for a title with an apostrophe: "Manager's assistant". */
  readonly possessives: Uint8Array;
  /** The place where each title, and each qualifier, begins in its text, and then the end of the text. */
  readonly titleStarts: Int32Array;
  readonly qualifierStarts: Int32Array;
  /** By stem: the items that hold it. */
  readonly holders: Lists;
  /** By stem: how many items hold it, and whether a qualifier does. */
  readonly inTitles: Int32Array;
  readonly inQualifiers: Uint8Array;
  readonly qualifierWords: Lists;
  /** The cost if a query leaves the stem out: inside an item, at its beginning, and (by item) for all its words. */
  readonly missing: Float64Array;
  readonly missingFirst: Float64Array;
  readonly missingAll: Float64Array;
  /** Entries of each title, and their columns. */
  readonly titleEntries: Int32Array;
  readonly entryUnitGroups: Int32Array;
  readonly entryQualifiers: Int32Array;
  /** The stems that an abbreviation stands for, by abbreviation; and the reverse. */
  readonly longForms: ReadonlyMap<string, readonly string[]>;
  readonly shortForms: ReadonlyMap<string, string>;
  /** Sums, one for each item, all zero between searches. New arrays would cost more than the search. */
  readonly gains: Float64Array;
  readonly matched: Int32Array;
}

/** Makes a stored index searchable, in about ten milliseconds. It keeps nothing except the result. */
export function loadTitleIndex(document: TitleIndex): LoadedTitleIndex {
  const vocabulary = new Vocabulary(document.words);
  const stems = unpack(document.stems);
  const titleStarts = startsOf(unpack(document.titles.lengths));
  const titles = titleStarts.length - 1;
  const extra = [...document.forms, ...document.aliases].map(({ title, words }) => ({ title, words: unpack(words) }));
  const words = listsOf(
    unpack(document.titles.wordCounts),
    unpack(document.titles.words),
    extra.map((one) => one.words),
  );
  const holders = holdersOf(words, stems, vocabulary.words.length);
  const qualifierWords = listsOf(unpack(document.qualifiers.wordCounts), unpack(document.qualifiers.words), []);
  const inTitles = lengthsOf(holders);
  const missing = missingOf(vocabulary, inTitles, titles);
  const missingFirst = missingFirstOf(vocabulary, inTitles, titles, missing);
  const longForms = new Map(document.abbreviations.map(({ short, long }) => [short, long.split(' ')]));
  return {
    document,
    vocabulary,
    stems,
    words,
    titles,
    forms: document.forms.length,
    titleOf: titlesOf(titles, extra),
    cuts: unpack(document.cuts),
    possessives: possessivesOf(document.titles.text, titleStarts),
    titleStarts,
    qualifierStarts: startsOf(unpack(document.qualifiers.lengths)),
    holders,
    inTitles,
    inQualifiers: marked(qualifierWords.values, stems),
    qualifierWords,
    missing,
    missingFirst,
    missingAll: sumsOf(words, stems, missing, missingFirst),
    titleEntries: startsOf(unpack(document.entryCounts)),
    entryUnitGroups: unpack(document.entryUnitGroups),
    entryQualifiers: unpack(document.entryQualifiers),
    longForms,
    shortForms: new Map([...longForms].map(([short, long]) => [long.join(' '), short])),
    gains: new Float64Array(titles + extra.length),
    matched: new Int32Array(titles + extra.length),
  };
}

// Each loop below has its own function: an engine compiles short functions that run long, but leaves one long function to its interpreter.

function titlesOf(titles: number, extra: readonly { readonly title: number }[]): Int32Array {
  const titleOf = new Int32Array(titles + extra.length);
  for (let at = 0; at < titles; at++) titleOf[at] = at;
  extra.forEach(({ title }, at) => (titleOf[titles + at] = title));
  return titleOf;
}

function possessivesOf(text: string, titleStarts: Int32Array): Uint8Array {
  const possessives = new Uint8Array(titleStarts.length - 1);
  for (const apostrophe of ["'", '’']) {
    let title = 0;
    for (let at = text.indexOf(apostrophe); at !== -1; at = text.indexOf(apostrophe, at + 1)) {
      while ((titleStarts[title + 1] ?? 0) <= at) title++;
      possessives[title] = 1;
    }
  }
  return possessives;
}

function lengthsOf({ starts }: Lists): Int32Array {
  const lengths = new Int32Array(starts.length - 1);
  for (let at = 0; at < lengths.length; at++) lengths[at] = (starts[at + 1] ?? 0) - (starts[at] ?? 0);
  return lengths;
}

/** 1 at the stem of each of the words. */
function marked(words: Int32Array, stems: Int32Array): Uint8Array {
  const marks = new Uint8Array(stems.length);
  for (let at = 0; at < words.length; at++) marks[stems[words[at] ?? 0] ?? 0] = 1;
  return marks;
}

function missingOf({ words }: Vocabulary, inTitles: Int32Array, titles: number): Float64Array {
  const missing = new Float64Array(words.length);
  for (let stem = 0; stem < words.length; stem++) missing[stem] = costOfMissing(words[stem] ?? '', inTitles[stem] ?? 0, titles);
  return missing;
}

/** A small word at the beginning of a title is not a preposition: "IN engineer", "In-flight manager". */
function missingFirstOf(vocabulary: Vocabulary, inTitles: Int32Array, titles: number, missing: Float64Array): Float64Array {
  const missingFirst = missing.slice();
  for (const word of smallWords) {
    const stem = vocabulary.placeOf(word);
    if (stem !== undefined) missingFirst[stem] = costOfMissingWord(inTitles[stem] ?? 0, titles);
  }
  return missingFirst;
}

function sumsOf({ starts, values }: Lists, stems: Int32Array, missing: Float64Array, missingFirst: Float64Array): Float64Array {
  const sums = new Float64Array(starts.length - 1);
  for (let at = 0; at < sums.length; at++) {
    const end = starts[at + 1] ?? 0;
    const first = starts[at] ?? 0;
    let sum = first < end ? (missingFirst[stems[values[first] ?? 0] ?? 0] ?? 0) : 0;
    for (let place = first + 1; place < end; place++) sum += missing[stems[values[place] ?? 0] ?? 0] ?? 0;
    sums[at] = sum;
  }
  return sums;
}

/** Running sums of the counts, from 0, one number more than there are counts. */
function startsOf(counts: Int32Array): Int32Array {
  const starts = new Int32Array(counts.length + 1);
  for (let at = 0; at < counts.length; at++) starts[at + 1] = (starts[at] ?? 0) + (counts[at] ?? 0);
  return starts;
}

function listsOf(counts: Int32Array, values: Int32Array, more: readonly Int32Array[]): Lists {
  const allCounts = new Int32Array(counts.length + more.length);
  allCounts.set(counts);
  more.forEach((list, at) => (allCounts[counts.length + at] = list.length));
  const starts = startsOf(allCounts);
  const all = new Int32Array(starts.at(-1) ?? 0);
  all.set(values);
  more.forEach((list, at) => all.set(list, starts[counts.length + at]));
  return { starts, values: all };
}

/** From the words of each item to the items that hold each stem. */
function holdersOf({ starts, values }: Lists, stems: Int32Array, count: number): Lists {
  const counts = new Int32Array(count);
  for (let place = 0; place < values.length; place++) {
    const stem = stems[values[place] ?? 0] ?? 0;
    counts[stem] = (counts[stem] ?? 0) + 1;
  }
  const listStarts = startsOf(counts);
  const next = listStarts.slice();
  const lists = new Int32Array(values.length);
  for (let at = 0; at + 1 < starts.length; at++) {
    for (let place = starts[at] ?? 0; place < (starts[at + 1] ?? 0); place++) {
      const stem = stems[values[place] ?? 0] ?? 0;
      const to = next[stem] ?? 0;
      lists[to] = at;
      next[stem] = to + 1;
    }
  }
  return { starts: listStarts, values: lists };
}
