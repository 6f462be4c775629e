// The cost of reading the query as each title. Words pair off, and unpaired words on either side cost. Only the cheapest titles are measured exactly.
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import { costs } from './costs.ts';
import { invertedPlace } from './inverted-order.ts';
import type { LoadedTitleIndex } from './load-title-index.ts';
import type { Reading, TypedWord } from './readings.ts';

/** A title that costs this much more than the best one is left out. */
export const margin = 2.5;
const mostMeasured = 60;
// The highest remaining cost of a title that the query holds whole: an abbreviation or a word's ending.
const wholeTitle = 0.6;
// An answer that explains less than this share of the query is noise: one common word out of four.
const leastExplained = 0.25;
// A word in so few titles says by itself what the job is: a furnisher is one whatever follows, an engineer is not.
const few = 3;

/** A reading of the query as one searchable item, and its cost. */
export interface Measured {
  readonly item: number;
  readonly cost: number;
  readonly matchType: OccupationMatch['matchType'];
  /** Typed words without a counterpart in the title, as bits. */
  readonly left: number;
  /** The title stands in the query in one piece, with other words after it, and is of two words or of a rare one. */
  readonly isFollowed: boolean;
  readonly reading: Reading;
}

/**
 * The items that share a word with the reading and cost little more than the cheapest one. `hasApostrophe`: the query has an apostrophe, so that it
 * can name a possessive in any order.
 */
export function measure(index: LoadedTitleIndex, reading: Reading, hasApostrophe: boolean): Measured[] {
  const { gains, matched, missingAll } = index;
  const { typed, total } = reading;
  const touched = addUp(index, typed);
  let inQualifiers = 0;
  for (let at = 0; at < typed.length; at++) if (typed[at]?.inQualifiers === true) inQualifiers |= 1 << at;
  const plain: Estimate[] = [];
  const qualified: Estimate[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (const item of touched) {
    // Two typed words may share one word of the title, so the estimate is right or too low.
    const estimate = total + (missingAll[item] ?? 0) - (gains[item] ?? 0);
    if (estimate < least) least = estimate;
    if (estimate <= least + margin) plain.push({ item, estimate });
    const left = inQualifiers & ~(matched[item] ?? 0);
    if (left !== 0 && isQualified(index, item)) {
      let saved = 0;
      let added = 0;
      for (let at = 0; at < typed.length; at++) {
        const cost = typed[at]?.added ?? 0;
        if ((left & (1 << at)) !== 0) saved += cost;
        if (((matched[item] ?? 0) & (1 << at)) === 0) added += cost;
      }
      // A qualifier narrows only a title that the query holds whole.
      if (estimate - added < wholeTitle) qualified.push({ item, estimate: estimate - saved });
    }
    gains[item] = matched[item] = 0;
  }
  const near = [...best(plain, least + margin), ...best(qualified, least + margin)];
  const found: Measured[] = [];
  for (const item of new Set(near)) {
    const one = measureOne(index, reading, item, hasApostrophe);
    if (one !== null) found.push(one);
  }
  return found;
}

interface Estimate {
  readonly item: number;
  readonly estimate: number;
}

/** The items within the bound, at most the best `mostMeasured`. */
function best(estimates: readonly Estimate[], bound: number): number[] {
  const near = estimates.filter(({ estimate }) => estimate <= bound);
  if (near.length > mostMeasured) near.sort((a, b) => a.estimate - b.estimate || a.item - b.item).length = mostMeasured;
  return near.map(({ item }) => item);
}

function isQualified({ titleOf, titleEntries, entryQualifiers }: LoadedTitleIndex, item: number): boolean {
  const title = titleOf[item] ?? 0;
  // The bare title comes first, so the last entry decides.
  return (entryQualifiers[(titleEntries[title + 1] ?? 0) - 1] ?? 0) > 0;
}

/** Adds up what the typed words save for each item, and returns the items that any word touches. */
function addUp({ gains, matched, missing, holders }: LoadedTitleIndex, typed: readonly TypedWord[]): number[] {
  const { starts, values } = holders;
  const touched: number[] = [];
  typed.forEach(({ meanings, added }, at) => {
    const bit = 1 << at;
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

/** The cost of one item. It pairs every word at most once, the cheapest pairs first. Null if it explains too little of the query. */
function measureOne(index: LoadedTitleIndex, reading: Reading, item: number, hasApostrophe: boolean): Measured | null {
  const { words, stems, missing, missingFirst, missingAll, titles, forms, titleOf, possessives } = index;
  const { typed, total } = reading;
  const start = words.starts[item] ?? 0;
  const length = (words.starts[item + 1] ?? 0) - start;
  const pairs: { at: number; to: number; cost: number; gain: number }[] = [];
  for (let at = 0; at < typed.length; at++) {
    const word = typed[at];
    if (word === undefined) continue;
    for (let to = 0; to < length; to++) {
      const place = words.values[start + to] ?? 0;
      const stem = stems[place] ?? 0;
      const meaning = word.byStem.get(stem);
      if (meaning === undefined) continue;
      const cost = meaning.place === place ? meaning.cost : meaning.cost + costs.otherForm;
      const gain = word.added + ((to === 0 ? missingFirst : missing)[stem] ?? 0) - cost;
      if (gain > 0) pairs.push({ at, to, cost, gain });
    }
  }
  pairs.sort((a, b) => a.cost - b.cost || b.gain - a.gain || a.at - b.at || a.to - b.to);
  let cost = reading.cost + total + (missingAll[item] ?? 0);
  let explained = 0;
  let usedTyped = 0;
  let usedWords = 0;
  let misspelt = reading.cost > 0;
  let begun = false;
  const places: (number | undefined)[] = [];
  for (const pair of pairs) {
    const word = typed[pair.at];
    if (word === undefined || (usedTyped & (1 << pair.at)) !== 0 || (usedWords & (1 << pair.to)) !== 0) continue;
    usedTyped |= 1 << pair.at;
    usedWords |= 1 << pair.to;
    places[pair.at] = pair.to;
    cost -= pair.gain;
    explained += word.added - pair.cost;
    if (pair.cost <= costs.otherForm) continue;
    if (word.begins.has(stems[words.values[start + pair.to] ?? 0] ?? 0)) begun = true;
    else misspelt = true;
  }
  const isWhole = usedWords === (1 << length) - 1;
  // A title that stands in the query word for word is an answer, whatever else was typed.
  if (explained < leastExplained * total && (misspelt || !isWhole)) return null;
  const isReference = item >= titles + forms && !isOtherWriting(index, item);
  if (isReference) cost += costs.crossReference;
  if (!ascending(places)) {
    if (!hasApostrophe && possessives[titleOf[item] ?? 0] === 1) cost += costs.possessiveTurned;
    else if (!inInvertedOrder(index.cuts[item] ?? 0, length, places)) cost += costs.otherOrder;
  }
  if (reading.head !== 0 && (usedTyped & reading.head) === 0) cost += costs.otherHead;
  const left = ((1 << typed.length) - 1) & ~usedTyped;
  return {
    item,
    cost,
    matchType: matchTypeOf({ isReference, isWhole: isWhole && left === 0, isBegun: begun && left === 0 && !misspelt }),
    left,
    isFollowed: isWhole && standTogether(places) && places.length < typed.length && (length > 1 || isRare(index, item)),
    reading,
  };
}

/** `isWhole`: every word of the query and of the title has its counterpart. */
function matchTypeOf({
  isReference,
  isWhole,
  isBegun,
}: {
  isReference: boolean;
  isWhole: boolean;
  isBegun: boolean;
}): Measured['matchType'] {
  if (isBegun) return 'prefix';
  if (!isWhole) return 'partial';
  return isReference ? 'reference' : 'fuzzy';
}

/** True for a cross-reference with the same letters as its title: "Housekeeper, see House keeper", "Advisor, see Adviser". */
function isOtherWriting({ words: { starts, values }, stems, titleOf, vocabulary }: LoadedTitleIndex, item: number): boolean {
  const lettersOf = (one: number) => {
    let letters = '';
    for (let at = starts[one] ?? 0; at < (starts[one + 1] ?? 0); at++) letters += vocabulary.words[stems[values[at] ?? 0] ?? 0] ?? '';
    return letters;
  };
  return lettersOf(item) === lettersOf(titleOf[item] ?? 0);
}

/** True if the typed words of the title stand in the index's inverted order. */
function inInvertedOrder(cuts: number, length: number, places: readonly (number | undefined)[]): boolean {
  if (cuts === 0) return false;
  const inverted: number[] = [];
  for (let at = 0; at < length; at++) inverted[invertedPlace(cuts, length, at)] = at;
  return ascending(places.map((place) => (place === undefined ? undefined : inverted[place])));
}

/** True if the first word of a title is in hardly any other. */
function isRare({ words, stems, holders: { starts } }: LoadedTitleIndex, item: number): boolean {
  const stem = stems[words.values[words.starts[item] ?? 0] ?? 0] ?? 0;
  return (starts[stem + 1] ?? 0) - (starts[stem] ?? 0) <= few;
}

/** True if the typed words of the title follow one another, in its order. */
function standTogether(places: readonly (number | undefined)[]): boolean {
  const first = places.findIndex((place) => place !== undefined);
  return places.slice(first).every((place, at) => place === at);
}

function ascending(places: readonly (number | undefined)[]): boolean {
  let last = -1;
  for (const place of places) {
    if (place === undefined) continue;
    if (place < last) return false;
    last = place;
  }
  return true;
}
