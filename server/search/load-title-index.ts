// The stored title index made ready to search: words, the titles that hold them, and the weight of every word.
import type { TitleIndex } from '#schemas/title-index.ts';
import { stemOf } from './normalise.ts';
import { unpack } from './pack.ts';
import { Vocabulary } from './vocabulary.ts';
import { costOfMissing } from './costs.ts';

/** For each place a list of numbers, in two flat arrays: list n is values[starts[n]] up to values[starts[n + 1]]. */
export interface Lists {
  readonly starts: Int32Array;
  readonly values: Int32Array;
}

export interface LoadedTitleIndex {
  readonly document: TitleIndex;
  readonly vocabulary: Vocabulary;
  /** For each word its stem, as the place of a word. */
  readonly stems: Int32Array;
  /**
   * Everything that can be searched for: the titles, then the inverted forms that no cuts express, then the cross-references. `titleOf` gives the title
   * of each, itself for the titles.
   */
  readonly words: Lists;
  readonly titles: number;
  readonly forms: number;
  readonly titleOf: Int32Array;
  /** How the index inverts each title. */
  readonly cuts: Int32Array;
  /** Where each title, and each qualifier, begins in its text; and one number more. */
  readonly titleStarts: Int32Array;
  readonly qualifierStarts: Int32Array;
  /** By stem: what can be searched for and holds it. */
  readonly holders: Lists;
  /** By stem: how many titles hold it, and whether a qualifier does. */
  readonly inTitles: Int32Array;
  readonly inQualifiers: Uint8Array;
  readonly qualifierWords: Lists;
  /** What it costs that a query leaves the stem out; of all words of what can be searched for. */
  readonly missing: Float64Array;
  readonly missingAll: Float64Array;
  /** Entries of each title, and their columns. */
  readonly titleEntries: Int32Array;
  readonly entryUnitGroups: Int32Array;
  readonly entryQualifiers: Int32Array;
  readonly entryRepeats: Int32Array;
  /** Stems of an abbreviation written out, by the abbreviation; and back. */
  readonly longForms: ReadonlyMap<string, readonly string[]>;
  readonly shortForms: ReadonlyMap<string, string>;
  /** Room to add up in, a place for each that can be searched for, all zero between searches: making it anew would cost more than the search. */
  readonly gains: Float64Array;
  readonly matched: Int32Array;
}

/** Makes a stored index searchable, within a few milliseconds. Nothing is kept but what is returned. */
export function loadTitleIndex(document: TitleIndex): LoadedTitleIndex {
  const vocabulary = new Vocabulary(document.words);
  const stems = unpack(document.stems);
  const titleLengths = unpack(document.titles.lengths);
  const titles = titleLengths.length;
  const extra = [...document.forms, ...document.aliases].map(({ title, words }) => ({ title, words: unpack(words) }));
  const words = listsOf(unpack(document.titles.wordCounts), unpack(document.titles.words), extra.map((one) => one.words));
  const titleOf = new Int32Array(titles + extra.length);
  for (let at = 0; at < titles; at++) titleOf[at] = at;
  extra.forEach(({ title }, at) => (titleOf[titles + at] = title));

  const holders = holdersOf(words, stems, vocabulary.words.length);
  const inTitles = new Int32Array(vocabulary.words.length);
  for (let stem = 0; stem < inTitles.length; stem++) inTitles[stem] = (holders.starts[stem + 1] ?? 0) - (holders.starts[stem] ?? 0);
  const qualifierWords = listsOf(unpack(document.qualifiers.wordCounts), unpack(document.qualifiers.words), []);
  const inQualifiers = new Uint8Array(vocabulary.words.length);
  for (const word of qualifierWords.values) inQualifiers[stems[word] ?? 0] = 1;

  const missing = new Float64Array(vocabulary.words.length);
  for (let stem = 0; stem < missing.length; stem++) missing[stem] = costOfMissing(vocabulary.words[stem] ?? '', inTitles[stem] ?? 0, titles);
  const missingAll = new Float64Array(titleOf.length);
  for (let at = 0; at < missingAll.length; at++) {
    let sum = 0;
    for (let place = words.starts[at] ?? 0; place < (words.starts[at + 1] ?? 0); place++) sum += missing[stems[words.values[place] ?? 0] ?? 0] ?? 0;
    missingAll[at] = sum;
  }

  const longForms = new Map(document.abbreviations.map(({ short, long }) => [short.split(' ').map(stemOf).join(' '), long.split(' ').map(stemOf)]));
  return {
    document,
    vocabulary,
    stems,
    words,
    titles,
    forms: document.forms.length,
    titleOf,
    cuts: unpack(document.cuts),
    titleStarts: startsOf(titleLengths),
    qualifierStarts: startsOf(unpack(document.qualifiers.lengths)),
    holders,
    inTitles,
    inQualifiers,
    qualifierWords,
    missing,
    missingAll,
    titleEntries: startsOf(unpack(document.entryCounts)),
    entryUnitGroups: unpack(document.entryUnitGroups),
    entryQualifiers: unpack(document.entryQualifiers),
    entryRepeats: unpack(document.entryRepeats),
    longForms,
    shortForms: new Map([...longForms].map(([short, long]) => [long.join(' '), short])),
    gains: new Float64Array(titleOf.length),
    matched: new Int32Array(titleOf.length),
  };
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

/** From the words of each to the holders of each stem, each once. */
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
