// Makes the stored title index searchable: words, the titles that hold them, and the weight of
// every word.
import type { TitleIndex } from '#schemas/title-index.ts';
import { costOfMissing } from './costs.ts';
import { stemOf } from './normalise.ts';
import { pack, unpack } from './pack.ts';
import { Vocabulary } from './vocabulary.ts';

/** Lists of numbers in two flat arrays: list n is values[starts[n]] up to values[starts[n + 1]]. */
export interface Lists {
  readonly starts: Int32Array;
  readonly values: Int32Array;
}

export type LoadedTitleIndex = Readonly<ReturnType<typeof loadTitleIndex>>;

/**
 * Makes a stored index searchable, in about ten milliseconds. It keeps nothing except the result.
 */
export function loadTitleIndex(document: TitleIndex) {
  const vocabulary = new Vocabulary(document.words);
  /** For each word, the place of its stem among the words. */
  const stems = unpack(document.stems);
  /** The place where each title begins in the text, and then the end of the text. */
  const titleStarts = startsOf(unpack(document.titles.lengths));
  const titles = titleStarts.length - 1;
  const extra = [...document.forms, ...document.aliases].map(({ words }) => words);
  /**
   * The words of the searchable items: the titles, then the inverted forms that no cuts express,
   * then the cross-references.
   */
  const words: Lists = {
    starts: startsOf(
      unpack(document.titles.wordCounts + pack(extra.map((packed) => unpack(packed).length))),
    ),
    values: unpack(document.titles.words + extra.join('')),
  };
  const items = words.starts.length - 1;
  /** By stem: the items that hold it. */
  const holders = holdersOf(words, stems, vocabulary.words.length);
  /** The cost if a query leaves out the stem. */
  const missing = Float64Array.from(vocabulary.words, (word, stem) =>
    costOfMissing(word, lengthOf(holders, stem), titles),
  );
  const qualifierWords: Lists = {
    starts: startsOf(unpack(document.qualifiers.wordCounts)),
    values: unpack(document.qualifiers.words),
  };
  /** By stem: 1 if a qualifier holds it. */
  const inQualifiers = new Uint8Array(stems.length);
  for (const word of qualifierWords.values) inQualifiers[stems[word] ?? 0] = 1;
  /** The stems that an abbreviation of the index means, by abbreviation. */
  const longForms: ReadonlyMap<string, readonly string[]> = new Map(
    document.abbreviations.map(({ short, long }) => [short, long.split(' ')]),
  );
  /** Where the entries of each title begin. */
  const titleEntries = startsOf(unpack(document.entryCounts));
  const entryTitles = placesOf(titleEntries);
  return {
    document,
    vocabulary,
    stems,
    titles,
    words,
    holders,
    qualifierWords,
    inQualifiers,
    missing,
    longForms,
    titleStarts,
    titleEntries,
    entryTitles,
    entryUnitGroups: unpack(document.entryUnitGroups),
    entryQualifiers: unpack(document.entryQualifiers),
    qualifierStarts: startsOf(unpack(document.qualifiers.lengths)),
    /** How the index inverts each title. */
    cuts: unpack(document.cuts),
    /** By item: the cost if a query leaves out all its words. */
    missingAll: sumsOf(words, stems, missing),
    shortForms: new Map([...longForms].map(([short, long]) => [long.join(' '), short])),
    /**
     * Sums, one for each item, all zero between searches. New arrays would cost more than the
     * search.
     */
    gains: new Float64Array(items),
    matched: new Int32Array(items),
  };
}

export function lengthOf({ starts }: Lists, list: number): number {
  return list < 0 ? 0 : (starts[list + 1] ?? 0) - (starts[list] ?? 0);
}

/** The place of a word's stem; undefined if the index has no word with that stem. */
export function stemPlace(
  { vocabulary, stems }: LoadedTitleIndex,
  word: string,
): number | undefined {
  const place = vocabulary.placeOf(word);
  return place === undefined ? vocabulary.placeOf(stemOf(word)) : stems[place];
}

/** Whether an item has the word, in some form. */
export function isHeld(index: LoadedTitleIndex, word: string): boolean {
  return lengthOf(index.holders, stemPlace(index, word) ?? -1) > 0;
}

/** The items that hold the rarest of the stems; none if one of them is -1. */
export function itemsWith({ holders }: LoadedTitleIndex, stems: readonly number[]): Int32Array {
  const rarest = stems.reduce(
    (least, stem) => (lengthOf(holders, stem) < lengthOf(holders, least) ? stem : least),
    stems[0] ?? -1,
  );
  return holders.values.subarray(holders.starts[rarest] ?? 0, holders.starts[rarest + 1] ?? 0);
}

/** The place of the title of an item, which for a title is itself. */
export function titleOf(
  { document: { forms, aliases }, titles }: LoadedTitleIndex,
  item: number,
): number {
  const extra = item - titles;
  return extra < 0
    ? item
    : ((extra < forms.length ? forms[extra] : aliases[extra - forms.length])?.title ?? 0);
}

export function titleText({ document, titleStarts }: LoadedTitleIndex, title: number): string {
  return document.titles.text.slice(titleStarts[title], titleStarts[title + 1]);
}

/** Null for the bare title, which is the index's default. */
export function qualifierOf(
  { document, entryQualifiers, qualifierStarts }: LoadedTitleIndex,
  entry: number,
): string | null {
  const place = (entryQualifiers[entry] ?? 0) - 1;
  return place < 0
    ? null
    : document.qualifiers.text.slice(qualifierStarts[place], qualifierStarts[place + 1]);
}

/** Running sums of the counts, from 0, one number more than there are counts. */
function startsOf(counts: Int32Array): Int32Array {
  const starts = new Int32Array(counts.length + 1);
  for (let list = 0; list < counts.length; list++)
    starts[list + 1] = (starts[list] ?? 0) + (counts[list] ?? 0);
  return starts;
}

/** For each number of the lists, the place of its list. */
function placesOf(starts: Int32Array): Int32Array {
  const places = new Int32Array(starts.at(-1) ?? 0);
  for (let list = 0; list + 1 < starts.length; list++)
    places.fill(list, starts[list], starts[list + 1]);
  return places;
}

function sumsOf({ starts, values }: Lists, stems: Int32Array, missing: Float64Array): Float64Array {
  const sums = new Float64Array(starts.length - 1);
  for (let list = 0; list < sums.length; list++)
    for (let place = starts[list] ?? 0; place < (starts[list + 1] ?? 0); place++)
      sums[list] = (sums[list] ?? 0) + (missing[stems[values[place] ?? 0] ?? 0] ?? 0);
  return sums;
}

/** From the words of each item to the items that hold each stem. */
function holdersOf({ starts, values }: Lists, stems: Int32Array, count: number): Lists {
  const counts = new Int32Array(count);
  for (const word of values) counts[stems[word] ?? 0] = (counts[stems[word] ?? 0] ?? 0) + 1;
  const listStarts = startsOf(counts);
  const next = listStarts.slice();
  const lists = new Int32Array(values.length);
  for (let list = 0; list + 1 < starts.length; list++)
    for (let place = starts[list] ?? 0; place < (starts[list + 1] ?? 0); place++) {
      const stem = stems[values[place] ?? 0] ?? 0;
      lists[next[stem] ?? 0] = list;
      next[stem] = (next[stem] ?? 0) + 1;
    }
  return { starts: listStarts, values: lists };
}
