// The cost of reading the query as each title. Words pair off, and unpaired words on either side
// cost. Only the cheapest titles are measured exactly.
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import { costOfNoise, costs } from './costs.ts';
import { type LoadedTitleIndex, lengthOf, titleOf, titleText } from './load-title-index.ts';
import type { Reading, TypedWord } from './readings.ts';
import { prepositions } from './words.ts';

/** A title that costs this much more than the best one is left out. */
export const margin = 2.5;
const mostMeasured = 80;
// An answer that explains less than this share of the query is noise: one common word out of four.
const leastExplained = 0.25;

/** A reading of the query as one searchable item, and its cost. */
export type Measured = Readonly<NonNullable<ReturnType<typeof measureOne>>>;

/**
 * The items that share a word with the reading and cost little more than the cheapest one.
 * `hasApostrophe`: the query has an apostrophe, so that it can name a possessive in any order.
 */
export function measure(
  index: LoadedTitleIndex,
  reading: Reading,
  hasApostrophe: boolean,
): Measured[] {
  const { gains, matched, missingAll } = index;
  const { typed, total } = reading;
  const touched = addUp(index, typed);
  let least = Number.POSITIVE_INFINITY;
  const estimates = touched.map((item) => {
    // Two typed words may share one word of the title, so the estimate is right or too low.
    const estimate = total + (missingAll[item] ?? 0) - (gains[item] ?? 0);
    least = Math.min(least, estimate);
    gains[item] = matched[item] = 0;
    return { item, estimate };
  });
  const near = estimates.filter(({ estimate }) => estimate <= least + margin);
  if (near.length > mostMeasured)
    near.sort((a, b) => a.estimate - b.estimate || a.item - b.item).length = mostMeasured;
  return near.flatMap(({ item }) => measureOne(index, reading, item, hasApostrophe) ?? []);
}

/** Adds up what the typed words save for each item, and returns the items that any word touches. */
function addUp(
  { gains, matched, missing, holders }: LoadedTitleIndex,
  typed: readonly TypedWord[],
): number[] {
  const { starts, values } = holders;
  const touched: number[] = [];
  typed.forEach(({ meanings, added }, position) => {
    const bit = 1 << position;
    // The likeliest meaning comes first, so an item that is already matched has its best match.
    for (const { stem, cost } of meanings) {
      const gain = added + (missing[stem] ?? 0) - cost;
      if (gain <= 0) continue;
      const end = starts[stem + 1] ?? 0;
      for (let place = starts[stem] ?? 0; place < end; place++) {
        const item = values[place] ?? 0;
        const before = matched[item] ?? 0;
        if ((before & bit) !== 0) continue;
        if (before === 0) touched.push(item);
        matched[item] = before | bit;
        gains[item] = (gains[item] ?? 0) + gain;
      }
    }
  });
  return touched;
}

/** A typed word that may mean a word of a title. */
interface Pair {
  readonly word: TypedWord;
  /** The place of the typed word in the reading. */
  readonly from: number;
  /** The place of the word in the title. */
  readonly to: number;
  readonly cost: number;
  readonly gain: number;
}

/** The pairs that make a title cheaper, the cheapest first. */
function gainfulPairs(
  { words, stems, missing }: LoadedTitleIndex,
  typed: readonly TypedWord[],
  item: number,
): Pair[] {
  const start = words.starts[item] ?? 0;
  const end = words.starts[item + 1] ?? 0;
  const pairs: Pair[] = [];
  for (const [from, word] of typed.entries()) {
    for (let place = start; place < end; place++) {
      const printed = words.values[place];
      const stem = stems[printed ?? 0] ?? 0;
      const meaning = word.byStem.get(stem);
      if (meaning === undefined) continue;
      const cost = meaning.place === printed ? meaning.cost : meaning.cost + word.otherForm;
      const gain = word.added + (missing[stem] ?? 0) - cost;
      if (gain > 0) pairs.push({ word, from, to: place - start, cost, gain });
    }
  }
  return pairs.sort((a, b) => a.cost - b.cost || b.gain - a.gain || a.from - b.from || a.to - b.to);
}

/** The cheapest pairs in which no word is used twice, and the used words of both sides as bits. */
function pairedOff(pairs: readonly Pair[]) {
  const paired: Pair[] = [];
  let usedTyped = 0;
  let usedWords = 0;
  for (const pair of pairs) {
    if ((usedTyped & (1 << pair.from)) !== 0 || (usedWords & (1 << pair.to)) !== 0) continue;
    usedTyped |= 1 << pair.from;
    usedWords |= 1 << pair.to;
    paired.push(pair);
  }
  return { paired, usedTyped, usedWords };
}

/**
 * The cost of one item. It pairs every word at most once, the cheapest pairs first. Null if it
 * explains too little of the query.
 */
function measureOne(
  index: LoadedTitleIndex,
  reading: Reading,
  item: number,
  hasApostrophe: boolean,
) {
  const { words, stems, missingAll, vocabulary } = index;
  const { typed, total } = reading;
  const length = lengthOf(words, item);
  const stemAt = (to: number) => stems[words.values[(words.starts[item] ?? 0) + to] ?? 0] ?? 0;
  const { paired, usedTyped, usedWords } = pairedOff(gainfulPairs(index, typed, item));
  let cost = reading.cost + total + (missingAll[item] ?? 0);
  let explained = 0;
  let misspelt = reading.cost > 0;
  let isUnfinished = false;
  const places: number[] = [];
  for (const pair of paired) {
    places[pair.from] = pair.to;
    cost -= pair.gain;
    explained += pair.word.added - pair.cost;
    if (pair.cost <= costs.otherForm) continue;
    if (pair.word.begins.has(stemAt(pair.to))) isUnfinished = true;
    else misspelt = true;
  }
  const isWhole = usedWords === (1 << length) - 1;
  // A title that is in the query word for word is an answer, whatever else was typed.
  if (explained < leastExplained * total && (misspelt || !isWhole)) return null;
  const isReference = isOtherThanItsTitle(index, item);
  if (isReference) cost += costs.crossReference;
  cost += costOfOrder(index, item, places, hasApostrophe);
  const left = ((1 << typed.length) - 1) & ~usedTyped;
  const cut = Array.from({ length }, (_, to) => to).findIndex(
    (to) => to > 0 && prepositions.has(vocabulary.words[stemAt(to)] ?? ''),
  );
  const unmatched = typed
    .filter((_, position) => (left & (1 << position)) !== 0)
    .map(({ added }) => added);
  return {
    item,
    cost,
    matchType: matchTypeOf({ left, isWhole, isUnfinished, misspelt, isReference }),
    reading,
    /** Typed words without a counterpart in the title, as bits. */
    left,
    /**
     * What it costs without those words; and how much those tell. Words that no title would explain
     * (places, wages, words of adverts) tell nothing.
     */
    strain: cost - unmatched.reduce((sum, added) => sum + added, 0),
    unexplained: unmatched.reduce((sum, added) => sum + Math.max(0, added - costOfNoise), 0),
    /** How many typed words have a counterpart. */
    pairs: paired.length,
    /** The query names who does the work: the last word of the title before any preposition. */
    hasHead: (usedWords & (1 << ((cut === -1 ? length : cut) - 1))) !== 0,
  };
}

/** Whether an item is a cross-reference with other letters than its title. */
function isOtherThanItsTitle(index: LoadedTitleIndex, item: number): boolean {
  return (
    item >= index.titles + index.document.forms.length &&
    lettersOf(index, item) !== lettersOf(index, titleOf(index, item))
  );
}

/** The cost of typed words in another order than the title's. */
function costOfOrder(
  index: LoadedTitleIndex,
  item: number,
  places: readonly number[],
  hasApostrophe: boolean,
): number {
  if (isRising(places)) return 0;
  if (!hasApostrophe && isPossessive(titleText(index, titleOf(index, item))))
    return costs.possessiveTurned;
  const inverted = invertedPlaces(index.cuts[item] ?? 0, lengthOf(index.words, item));
  return isRising(places.map((place) => inverted[place] ?? 0)) ? 0 : costs.otherOrder;
}

function matchTypeOf({
  left,
  isWhole,
  isUnfinished,
  misspelt,
  isReference,
}: {
  readonly left: number;
  readonly isWhole: boolean;
  readonly isUnfinished: boolean;
  readonly misspelt: boolean;
  readonly isReference: boolean;
}): OccupationMatch['matchType'] {
  if (left === 0 && isUnfinished && !misspelt) return 'prefix';
  if (!isWhole || left !== 0) return 'partial';
  return isReference ? 'reference' : 'fuzzy';
}

/**
 * A cross-reference may have the letters of its title: "Housekeeper, see House keeper", "Advisor,
 * see Adviser".
 */
function lettersOf(
  { words: { starts, values }, stems, vocabulary }: LoadedTitleIndex,
  item: number,
): string {
  return Array.from(
    values.subarray(starts[item], starts[item + 1]),
    (word) => vocabulary.words[stems[word] ?? 0],
  ).join('');
}

export function isPossessive(text: string): boolean {
  return /['’‘`´]/.test(text);
}

/**
 * The place of each word in the index's inverted order: the pieces between the cuts, last first.
 */
export function invertedPlaces(cuts: number, length: number): number[] {
  const pieces: number[][] = [[]];
  for (let position = 0; position < length; position++) {
    pieces.at(-1)?.push(position);
    if (position < length - 1 && (cuts & (1 << position)) !== 0) pieces.push([]);
  }
  const places: number[] = [];
  for (const [place, position] of pieces.reverse().flat().entries()) places[position] = place;
  return places;
}

/** Whether the places of those words that have one rise. */
function isRising(places: readonly number[]): boolean {
  const known = places.filter((place) => place !== undefined);
  return known.every((place, position) => position === 0 || place > (known[position - 1] ?? 0));
}
