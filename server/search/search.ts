// Job titles to unit groups: exact matches first, then whatever shares the most telling words, typing errors forgiven.
import type { OccupationMatch } from '#schemas/occupations.ts';
import { type Lists, type LoadedTitleIndex, loadTitleIndex } from './load-title-index.ts';
import { hasApostrophe, singular, wordsOf, wordsWithoutPossessives } from './normalise.ts';

export { type LoadedTitleIndex, loadTitleIndex };

// Longer queries are cut: nobody types more, and the work grows with every word.
const longestQuery = 200;
const mostWords = 12;
const mostReadings = 6;

// Below this share of common weight the answers are noise: one common word out of three or four.
const leastScore = 0.35;
// An answer that shares less than half of what the best one shares only hides the good ones.
const leastShareOfBest = 0.5;
// 1 is kept for exact matches; the same words in another number or order are the best that remains.
const bestFuzzy = 0.98;
const aliasScore = 0.95;
// A blank left out or put in is hardly an error; an abbreviation may stand for something else.
const blankMoved = 0.99;
const abbreviated = 0.9;
const longestAbbreviation = 5;
// The same words in another order are likely the same job, less surely so.
const outOfOrder = 0.985;
// Sums of the same weights in another order differ in the last bits.
const tie = 1e-9;

/**
 * The unit groups whose job titles match the query, best first, at most `limit`, each once with its best title and that title's qualifier.
 * Confidence is 1 for an exact match and only for it: the words of the query are a title's words in natural or in the index's inverted order. A title
 * of several groups returns them all: the bare title (the index's default) first, then by number of entries, then by code. An empty list where
 * nothing sensible is found.
 */
export function search(index: LoadedTitleIndex, query: string, limit: number): OccupationMatch[] {
  const text = query.slice(0, longestQuery);
  const found = new Map<number, Candidate>();
  for (const candidate of exactCandidates(index, text)) keepBest(index, found, candidate);
  if (found.size < limit) {
    for (const candidate of aliasCandidates(index, text)) keepBest(index, found, candidate);
    for (const candidate of fuzzyCandidates(index, text)) keepBest(index, found, candidate);
  }
  return [...found.values()]
    .sort((a, b) => compare(index, a, b))
    .slice(0, limit)
    .map((candidate) => matchOf(index, candidate));
}

/** An entry that may answer. `tier` orders exact matches: 0 is the very text. `entries` is what ties are broken by. */
interface Candidate {
  readonly entry: number;
  readonly group: number;
  readonly confidence: number;
  readonly tier: number;
  readonly entries: number;
}

function candidateOf(index: LoadedTitleIndex, entry: number, confidence: number, tier = 0): Candidate {
  return {
    entry,
    group: index.document.entryUnitGroup[entry] ?? 0,
    confidence,
    tier,
    entries: index.entriesOfTitleInGroup[entry] ?? 0,
  };
}

/** Orders candidates, best first: confidence, closeness of the writing, bare titles, number of entries, code, and the stored order of the entries. */
function compare({ document }: LoadedTitleIndex, a: Candidate, b: Candidate): number {
  const qualified = ({ entry }: Candidate) => (document.entryQualifier[entry] === -1 ? 0 : 1);
  return (
    b.confidence - a.confidence || a.tier - b.tier || qualified(a) - qualified(b) || b.entries - a.entries || a.group - b.group || a.entry - b.entry
  );
}

function keepBest(index: LoadedTitleIndex, found: Map<number, Candidate>, candidate: Candidate): void {
  const known = found.get(candidate.group);
  if (known === undefined || compare(index, candidate, known) < 0) found.set(candidate.group, candidate);
}

function matchOf({ document }: LoadedTitleIndex, { entry, group, confidence }: Candidate): OccupationMatch {
  const unitGroup = document.unitGroups[group];
  const matchedTitle = document.titles[document.entryTitle[entry] ?? -1];
  if (unitGroup === undefined || matchedTitle === undefined) throw new RangeError(`entry ${entry} of the title index names no unit group or no title`);
  return {
    soc2020: unitGroup.soc2020,
    title: unitGroup.title,
    matchedTitle,
    qualifier: document.qualifiers[document.entryQualifier[entry] ?? -1] ?? null,
    confidence,
    matchType: confidence === 1 ? 'exact' : 'fuzzy',
  };
}

/** Entries of the titles that the query writes out, the closest writing in the lowest tier. */
function* exactCandidates(index: LoadedTitleIndex, query: string): Iterable<Candidate> {
  const key = wordsOf(query).join(' ');
  if (key === '') return;
  const seen = new Set<number>();
  const folded = query.trim().toLowerCase();
  const natural = index.natural.get(key) ?? [];
  const tiers: (readonly number[])[] = [
    natural.filter((title) => index.document.titles[title]?.toLowerCase() === folded),
    natural,
    index.inverted.get(key) ?? [],
    index.withoutPossessives.get(key) ?? [],
  ];
  if (hasApostrophe(query)) {
    const bare = wordsWithoutPossessives(query).join(' ');
    tiers.push([...(index.natural.get(bare) ?? []), ...(index.inverted.get(bare) ?? []), ...(index.withoutPossessives.get(bare) ?? [])]);
  }
  for (const [tier, titles] of tiers.entries()) {
    for (const title of titles) {
      if (seen.has(title)) continue;
      seen.add(title);
      for (const entry of entriesOfTitle(index, title)) yield candidateOf(index, entry, 1, tier);
    }
  }
}

function* entriesOfTitle({ titleEntries }: LoadedTitleIndex, title: number): Iterable<number> {
  const end = titleEntries[title + 1] ?? 0;
  for (let entry = titleEntries[title] ?? 0; entry < end; entry++) yield entry;
}

/** Entries to which the index's own cross-references lead. Several groups are ordered by how many of these entries they hold. */
function aliasCandidates(index: LoadedTitleIndex, query: string): Candidate[] {
  const { document } = index;
  const aliases = index.aliases.get(wordsOf(query).join(' ')) ?? [];
  const entries = aliases.flatMap(({ title, qualifier }) =>
    [...entriesOfTitle(index, title)].filter((entry) => (document.qualifiers[document.entryQualifier[entry] ?? -1] ?? '').startsWith(qualifier)),
  );
  const counts = new Map<number, number>();
  for (const entry of entries) {
    const group = document.entryUnitGroup[entry] ?? 0;
    counts.set(group, (counts.get(group) ?? 0) + (document.entryCount[entry] ?? 0));
  }
  return entries.map((entry) => {
    const candidate = candidateOf(index, entry, aliasScore);
    return { ...candidate, entries: counts.get(candidate.group) ?? 0 };
  });
}

/** One way to read the query: its words, and how far the reading is from what was typed. */
interface Reading {
  readonly words: readonly string[];
  readonly factor: number;
}

function* fuzzyCandidates(index: LoadedTitleIndex, query: string): Iterable<Candidate> {
  const singulars = wordsWithoutPossessives(query).map(singular);
  const words = [...new Set(singulars.map((word) => index.shortWords.get(word) ?? word))].slice(0, mostWords);
  if (words.length === 0) return;
  const best: Best = new Map();
  const stillTyping = /[\p{L}\d]$/u.test(query.trimEnd());
  const meanings = new Map<string, readonly Meaning[]>();
  for (const reading of readingsOf(index, words)) {
    scoreReading(index, reading, stillTyping, meanings, best);
  }
  const top = Math.max(0, ...[...best.values()].map(({ score }) => score));
  for (const { entry, score } of best.values()) {
    if (score < leastScore || score < top * leastShareOfBest) continue;
    yield candidateOf(index, entry, Math.round(Math.min(1, score) * bestFuzzy * 1000) / 1000);
  }
}

/** The query as typed, with a blank left out or put in where that makes words of the index, and with its abbreviations written out. */
function readingsOf(index: LoadedTitleIndex, words: readonly string[]): Reading[] {
  const { vocabulary, longForms, shortForms } = index;
  const readings: Reading[] = [{ words, factor: 1 }];
  const replaced = (at: number, length: number, ...by: string[]) => [...new Set([...words.slice(0, at), ...by, ...words.slice(at + length)])];
  words.forEach((word, at) => {
    const next = words[at + 1];
    const joined = next === undefined ? undefined : singular(word + next);
    if (joined !== undefined && vocabulary.placeOf(joined) !== undefined) readings.push({ words: replaced(at, 2, joined), factor: blankMoved });
    const parts = partsOf(index, word);
    if (parts !== null) readings.push({ words: replaced(at, 1, ...parts), factor: blankMoved });
    for (let length = 1; length <= longestAbbreviation && at + length <= words.length; length++) {
      const phrase = words.slice(at, at + length).join(' ');
      const long = longForms.get(phrase);
      if (long !== undefined) readings.push({ words: replaced(at, length, ...long), factor: abbreviated });
      const short = shortForms.get(phrase);
      if (short !== undefined) readings.push({ words: replaced(at, length, short), factor: abbreviated });
    }
  });
  return readings.slice(0, mostReadings).map(({ words, factor }) => ({ words: words.slice(0, mostWords), factor }));
}

/** Two words of the index that stand in one without the blank, the split with the longest shorter part; null where there is none. */
function partsOf({ vocabulary }: LoadedTitleIndex, word: string): [string, string] | null {
  for (let shorter = word.length >> 1; shorter >= 3; shorter--) {
    for (const at of new Set([shorter, word.length - shorter])) {
      const left = singular(word.slice(0, at));
      const right = word.slice(at);
      if (vocabulary.placeOf(left) !== undefined && vocabulary.placeOf(right) !== undefined) return [left, right];
    }
  }
  return null;
}

/** A word of the index that a typed word may mean, and how likely it does, from 0 to 1. */
interface Meaning {
  readonly word: number;
  readonly likeness: number;
}

/** What a typed word may mean, the likeliest first. `begun`: it may be the beginning of a word still being typed. */
function meaningsOf({ vocabulary }: LoadedTitleIndex, typed: string, begun: boolean): Meaning[] {
  const likenesses = new Map<number, number>();
  const offer = (word: number, likeness: number) => likenesses.set(word, Math.max(likeness, likenesses.get(word) ?? 0));
  const own = vocabulary.placeOf(typed);
  if (own !== undefined) offer(own, 1);
  // A word of the index is mostly what was meant, though one slip can turn "trainee" into "trainer".
  const doubt = own === undefined ? 1 : 0.8;
  const limit = typed.length < 4 || /^\d+$/.test(typed) ? 0 : typed.length < 8 ? 1 : 2;
  if (limit > 0) for (const { place, distance } of vocabulary.near(typed, limit)) offer(place, doubt * (1 - distance / (typed.length + 1)));
  if (begun && typed.length >= 2) {
    for (const place of vocabulary.beginningWith(typed)) offer(place, doubt * (0.65 + 0.3 * (typed.length / (vocabulary.words[place]?.length ?? 1))));
  }
  return [...likenesses].map(([word, likeness]) => ({ word, likeness })).sort((a, b) => b.likeness - a.likeness || a.word - b.word);
}

/** A word of the reading: what it may mean, and what it weighs where the entry has nothing like it. */
interface TypedWord {
  readonly bit: number;
  readonly meanings: readonly Meaning[];
  readonly alone: number;
}

type Best = Map<number, { readonly entry: number; readonly score: number }>;

/**
 * Finds for each unit group the entry that shares most with the reading: twice the common weight by the weight of both sides (Dice's coefficient with
 * the weights of the words). Words of the qualifier count where the query has them and cost nothing where it has not: a person who says only
 * "manager" is not wrong about the industry.
 */
function scoreReading(index: LoadedTitleIndex, { words, factor }: Reading, stillTyping: boolean, known: Map<string, readonly Meaning[]>, best: Best): void {
  const { weights, titleWeights, document, sums } = index;
  const typedWords = words.map((typed, at): TypedWord => {
    const begun = stillTyping && at === words.length - 1;
    const key = begun ? `${typed}…` : typed;
    const meanings = known.get(key) ?? meaningsOf(index, typed, begun);
    known.set(key, meanings);
    const own = index.vocabulary.placeOf(typed);
    return { bit: 1 << at, meanings, alone: own === undefined ? index.unknownWeight : (weights[own] ?? 0) };
  });
  const unmatchedWeight = typedWords.reduce((sum, { alone }) => sum + alone, 0);
  const likenesses = typedWords.map(({ meanings }) => new Map(meanings.map(({ word, likeness }) => [word, likeness])));

  for (const entry of addUp(index, typedWords)) {
    const title = document.entryTitle[entry] ?? 0;
    const both = (titleWeights[title] ?? 0) + (sums.qualifier[entry] ?? 0) + unmatchedWeight + (sums.typed[entry] ?? 0);
    const estimate = (factor * 2 * (sums.common[entry] ?? 0)) / both;
    sums.common[entry] = sums.qualifier[entry] = sums.typed[entry] = sums.matched[entry] = 0;
    const group = document.entryUnitGroup[entry] ?? 0;
    const leader = best.get(group);
    // The estimate lets two typed words share one word of the title, so it is too high or right: only what may win is measured.
    if (estimate < leastScore || (leader !== undefined && estimate < leader.score - tie)) continue;
    const score = factor * scoreOf(index, entry, typedWords, likenesses) * (inOrder(index, words, title) ? 1 : outOfOrder);
    const wins =
      leader === undefined ||
      score > leader.score + tie ||
      (score > leader.score - tie && compare(index, candidateOf(index, entry, 0), candidateOf(index, leader.entry, 0)) < 0);
    if (wins) best.set(group, { entry, score });
  }
}

/** Adds up for each entry what the typed words share with it, and gives the entries that share a word of their title. */
function addUp({ weights, entriesByTitleWord, entriesByQualifierWord, sums }: LoadedTitleIndex, typedWords: readonly TypedWord[]): number[] {
  const { common, qualifier, typed, matched } = sums;
  const touched: number[] = [];
  for (const inTitle of [true, false]) {
    const { starts, values } = inTitle ? entriesByTitleWord : entriesByQualifierWord;
    for (const { bit, meanings, alone } of typedWords) {
      // The likeliest meaning comes first, so an entry that has been matched has been matched by its best.
      for (const { word, likeness } of meanings) {
        const weight = weights[word] ?? 0;
        const end = starts[word + 1] ?? 0;
        for (let place = starts[word] ?? 0; place < end; place++) {
          const entry = values[place] ?? 0;
          const before = matched[entry] ?? 0;
          if ((before & bit) !== 0) continue;
          if (before === 0) {
            // A qualifier alone is no job: "shipbuilding" names none of the trades in it.
            if (!inTitle) continue;
            touched.push(entry);
          }
          if (!inTitle) qualifier[entry] = (qualifier[entry] ?? 0) + weight;
          matched[entry] = before | bit;
          common[entry] = (common[entry] ?? 0) + weight * likeness;
          typed[entry] = (typed[entry] ?? 0) + weight - alone;
        }
      }
    }
  }
  return touched;
}

/** The score of one entry with every word of it, and every typed word, used once: the same words first, then the likest. */
function scoreOf(index: LoadedTitleIndex, entry: number, typedWords: readonly TypedWord[], likenesses: readonly ReadonlyMap<number, number>[]): number {
  const { document, weights, titleWeights, titleWords, qualifierWords } = index;
  const title = document.entryTitle[entry] ?? 0;
  const qualifier = document.entryQualifier[entry] ?? -1;
  const titleSide = new Set(listAt(titleWords, title));
  const qualifierSide = new Set(qualifier === -1 ? [] : listAt(qualifierWords, qualifier));
  const pairs: { at: number; word: number; likeness: number; inTitle: boolean }[] = [];
  for (const [at, likeness] of likenesses.entries()) {
    for (const word of titleSide) if (likeness.has(word)) pairs.push({ at, word, likeness: likeness.get(word) ?? 0, inTitle: true });
    for (const word of qualifierSide) if (!titleSide.has(word) && likeness.has(word)) pairs.push({ at, word, likeness: likeness.get(word) ?? 0, inTitle: false });
  }
  pairs.sort((a, b) => b.likeness - a.likeness || Number(b.inTitle) - Number(a.inTitle) || a.at - b.at || a.word - b.word);
  let common = 0;
  let both = (titleWeights[title] ?? 0) + typedWords.reduce((sum, { alone }) => sum + alone, 0);
  const usedTyped = new Set<number>();
  const usedWords = new Set<number>();
  for (const { at, word, likeness, inTitle } of pairs) {
    if (usedTyped.has(at) || usedWords.has(word)) continue;
    usedTyped.add(at);
    usedWords.add(word);
    const weight = weights[word] ?? 0;
    common += weight * likeness;
    both += weight - (typedWords[at]?.alone ?? 0) + (inTitle ? 0 : weight);
  }
  return (2 * common) / both;
}

function listAt({ starts, values }: Lists, place: number): Int32Array {
  return values.subarray(starts[place] ?? 0, starts[place + 1] ?? 0);
}

/** True where the words that reading and title share stand in the same order in both. */
function inOrder({ vocabulary, titleWords }: LoadedTitleIndex, words: readonly string[], title: number): boolean {
  const list = listAt(titleWords, title);
  let last = -1;
  for (const word of words) {
    const place = vocabulary.placeOf(word);
    const at = place === undefined ? -1 : list.indexOf(place);
    if (at === -1) continue;
    if (at < last) return false;
    last = at;
  }
  return true;
}
