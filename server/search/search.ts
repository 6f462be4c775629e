// Finds unit groups by job title: exact matches first, then the titles with the lowest cost for the query.
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import { confidenceOf, isMeant } from './confidence.ts';
import {
  type Familiarity,
  type Voices,
  bestOf,
  confidenceOfShare,
  confidencesBehind,
  groundOf,
  isTrusted,
  leastConfidence,
  sharesOf,
  strongerThan,
} from './model/combine.ts';
import { nearestEntries } from './model/nearest-entries.ts';
import { type TitleModel, knowsWord, opinionOf } from './model/title-model.ts';
import { isNoJob } from './non-jobs.ts';
import { type LoadedTitleIndex, loadTitleIndex } from './load-title-index.ts';
import { costOfNoise, costs, isAdvertWord, smallWords } from './costs.ts';
import { invertedPlace } from './inverted-order.ts';
import { type Measured, margin, measure } from './measure.ts';
import { stemOf, wordsOf } from './normalise.ts';
import { type Reading, readingsOf, writtenOut } from './readings.ts';

export { type LoadedTitleIndex, loadTitleIndex };

// Longer queries are cut, because nobody types more and every word adds work.
const longestQuery = 200;
// If a title costs no more than this, the search skips the other readings of the query.
const plainEnough = 0.2;
// How much likelier a title becomes when it costs 1 less, as a power of e.
const sharpness = 2.6;
// How much the other titles of a unit group count for it.
const voice = 0.6;
// What there is to say of a candidate that needs no interpretation.
const plainly = { strain: 0, unexplained: 0, isFollowed: false } as const;
const apostrophe = /['’‘`´]/;

type MatchType = OccupationMatch['matchType'];

/**
 * The unit groups whose job titles match the query, best first, at most `limit`, each once with its best title and that title's qualifier.
 * Only an exact match has confidence 1: the query is the code of the unit group, or its words are a title's words in natural order or in the index's
 * inverted order. For a title with a possessive, inverted order needs a comma or an apostrophe, because "assistant managers" does not mean
 * "Assistant, manager's". A title of several groups returns them all: the bare title (the index's default) first, then by number of entries, then by
 * code. The list is empty if nothing sensible is found. With a model, queries that no title answers well also get the unit groups that the model
 * finds likely. `calibrate` turns how well a title fits into a confidence, 0 to 1; bench/search measures it.
 */
export function search(
  index: LoadedTitleIndex,
  query: string,
  limit: number,
  model: TitleModel | null = null,
  calibrate: typeof confidenceOf = confidenceOf,
): OccupationMatch[] {
  const text = query.slice(0, longestQuery).trim();
  const candidates = candidatesOf(index, text, limit, calibrate);
  return (model === null ? candidates : withModel(index, model, text, candidates))
    .sort((a, b) => compare(index, a, b))
    .slice(0, limit)
    .map((candidate) => matchOf(index, candidate));
}

// The model offers this many unit groups that no title supports.
const mostRelated = 10;
// If no title answers, the model must know this share of the query.
const leastKnown = 0.3;

/** The candidates with the model's opinion. Where the titles are surely right, the model is not asked. */
function withModel(index: LoadedTitleIndex, model: TitleModel, text: string, candidates: Candidate[]): Candidate[] {
  if (candidates.some(({ matchType }) => matchType === 'exact' || matchType === 'code')) return candidates;
  const words = wordsOf(text);
  if (isNoJob(words)) return [];
  const { voices, known } = voicesOf(model, words, candidates);
  // Of letters that neither half knows there is nothing to say.
  if (candidates.length === 0 && known < leastKnown) return [];
  const best = bestOf(voices);
  if (best === undefined) return candidates;
  const shares = sharesOf(voices);
  const familiarity = familiarityOf(index, model, words);
  const confidences = isTrusted(best, familiarity, strongerThan(best, voices, shares))
    ? confidencesBehind(best, groundOf(best, familiarity), voices, shares)
    : voices.map(({ matchType }, at) => confidenceOfShare(shares[at] ?? 0, matchType, known));
  const answers = voices
    .map((voice, at) => ({ ...voice, confidence: confidences[at] ?? 0 }))
    .filter(({ confidence }) => confidence >= leastConfidence);
  const byGroup = new Map(candidates.map((candidate) => [candidate.group, candidate]));
  const nearest = nearestEntries(
    index,
    words,
    answers.filter(({ fit }) => fit === 0).map(({ group }) => group),
  );
  return answers.map(
    ({ group, matchType, confidence }): Candidate => ({
      ...(byGroup.get(group) ?? { ...plainly, group, matchType, entry: nearest.get(group) ?? -1, tier: 4, entries: 0 }),
      confidence,
    }),
  );
}

/** How well index and model know the words of the query, apart from small ones. */
export function familiarityOf({ vocabulary }: LoadedTitleIndex, model: TitleModel, words: readonly string[]): Familiarity {
  const unknown = words.map(stemOf).filter((stem, at) => {
    const word = words[at] ?? '';
    return !smallWords.has(stem) && !isAdvertWord(stem) && vocabulary.placeOf(stem) === undefined && vocabulary.placeOf(word) === undefined;
  });
  if (unknown.length === 0) return 'known';
  return unknown.some((stem) => knowsWord(model, stem)) ? 'news' : 'foreign';
}

/** What titles and model say of every unit group that either of them offers. */
export function voicesOf(
  model: TitleModel,
  words: readonly string[],
  candidates: readonly Candidate[],
): { readonly voices: Voices[]; readonly known: number } {
  const { chances, known } = opinionOf(model, writtenOut(words));
  const chanceOf = (group: number) => chances[group] ?? 0;
  const offered = new Set(candidates.map(({ group }) => group));
  const likeliest = largestOf(chances, mostRelated);
  const voices: Voices[] = [
    ...candidates.map(({ group, confidence, matchType, strain, unexplained, isFollowed }) => ({
      ...{ group, matchType, strain, unexplained, isFollowed },
      fit: confidence,
      chance: chanceOf(group),
    })),
    ...likeliest
      .filter((group) => !offered.has(group))
      .map((group) => ({ ...plainly, group, fit: 0, matchType: 'related' as const, chance: chanceOf(group) })),
  ];
  return { voices, known };
}

/** The places of the largest numbers, the largest first. Sorting all takes as long as the model's own work. */
function largestOf(numbers: Float64Array, count: number): number[] {
  const places: number[] = [];
  for (let place = 0; place < numbers.length; place++) {
    const number = numbers[place] ?? 0;
    if (places.length === count && number <= (numbers[places.at(-1) ?? 0] ?? 0)) continue;
    let at = places.length;
    while (at > 0 && (numbers[places[at - 1] ?? 0] ?? 0) < number) at--;
    places.splice(at, 0, place);
    if (places.length > count) places.pop();
  }
  return places;
}

/** The answers of the titles alone, one for each unit group, in no order. */
export function candidatesOf(
  index: LoadedTitleIndex,
  text: string,
  limit = Number.POSITIVE_INFINITY,
  calibrate = confidenceOf,
): Candidate[] {
  const words = wordsOf(text);
  const found = new Map<number, Candidate>();
  for (const candidate of codeCandidates(index, text)) keepBest(index, found, candidate);
  for (const candidate of exactCandidates(index, text, words)) keepBest(index, found, candidate);
  if (found.size < limit) for (const candidate of fuzzyCandidates(index, text, words, calibrate)) keepBest(index, found, candidate);
  return [...found.values()];
}

/** An entry that may answer. `tier` orders exact matches: 0 is the identical text. `entry` is -1 for a unit group found by its code. */
export interface Candidate {
  readonly entry: number;
  readonly group: number;
  readonly confidence: number;
  readonly tier: number;
  readonly matchType: MatchType;
  /** Entries of the title in the unit group, whatever their qualifier. */
  readonly entries: number;
  /** What it costs to read the query as the title, without typed words that the title lacks; and how much those tell. */
  readonly strain: number;
  readonly unexplained: number;
  /** The title stands in the query in one piece, with other words after it, and is of two words or of a rare one. */
  readonly isFollowed: boolean;
}

/** Orders candidates, best first: confidence, closeness of the writing, bare titles, number of entries, code, and the stored order of the entries. */
function compare({ entryQualifiers }: LoadedTitleIndex, a: Candidate, b: Candidate): number {
  const qualified = ({ entry }: Candidate) => (entryQualifiers[entry] ? 1 : 0);
  return (
    b.confidence - a.confidence ||
    a.tier - b.tier ||
    qualified(a) - qualified(b) ||
    b.entries - a.entries ||
    a.group - b.group ||
    a.entry - b.entry
  );
}

function keepBest(index: LoadedTitleIndex, found: Map<number, Candidate>, candidate: Candidate): void {
  const known = found.get(candidate.group);
  if (known === undefined || compare(index, candidate, known) < 0) found.set(candidate.group, candidate);
}

function matchOf(index: LoadedTitleIndex, { entry, group, confidence, matchType }: Candidate): OccupationMatch {
  const unitGroup = index.document.unitGroups[group];
  if (unitGroup === undefined) throw new RangeError(`entry ${entry} of the title index names no unit group`);
  const qualifier = (index.entryQualifiers[entry] ?? 0) - 1;
  return {
    soc2020: unitGroup.soc2020,
    title: unitGroup.title,
    matchedTitle: entry === -1 ? unitGroup.title : titleText(index, titleOfEntry(index, entry)),
    qualifier: qualifier < 0 ? null : qualifierText(index, qualifier),
    confidence: Math.round(confidence * 1000) / 1000,
    matchType,
  };
}

function titleText({ document, titleStarts }: LoadedTitleIndex, title: number): string {
  return document.titles.text.slice(titleStarts[title], titleStarts[title + 1]);
}

function qualifierText({ document, qualifierStarts }: LoadedTitleIndex, qualifier: number): string {
  return document.qualifiers.text.slice(qualifierStarts[qualifier], qualifierStarts[qualifier + 1]);
}

/** The last title that begins at or before the entry. */
function titleOfEntry({ titleEntries }: LoadedTitleIndex, entry: number): number {
  let low = 0;
  for (let high = titleEntries.length - 1; high - low > 1; ) {
    const middle = (low + high) >> 1;
    if ((titleEntries[middle] ?? 0) <= entry) low = middle;
    else high = middle;
  }
  return low;
}

function* codeCandidates({ document }: LoadedTitleIndex, text: string): Iterable<Candidate> {
  if (!/^\d{4}$/.test(text)) return;
  const group = document.unitGroups.findIndex(({ soc2020 }) => soc2020 === text);
  if (group !== -1) yield { entry: -1, group, confidence: 1, tier: 0, matchType: 'code', entries: 0, ...plainly };
}

/** Entries of the titles that the query writes out in full. The closest spelling has the lowest tier. */
function* exactCandidates(index: LoadedTitleIndex, text: string, words: readonly string[]): Iterable<Candidate> {
  const places: number[] = [];
  for (const word of words) {
    const place = index.vocabulary.placeOf(word);
    if (place === undefined) return;
    places.push(place);
  }
  const rarest = places.map((place) => index.stems[place] ?? 0).sort((a, b) => holdersCount(index, a) - holdersCount(index, b))[0];
  if (rarest === undefined) return;
  const isTurned = text.includes(',') || apostrophe.test(text);
  const folded = text.toLowerCase();
  const { starts, values } = index.holders;
  const end = starts[rarest + 1] ?? 0;
  for (let at = starts[rarest] ?? 0; at < end; at++) {
    const item = values[at] ?? 0;
    if (item >= index.titles + index.forms) break;
    const order = orderOf(index, item, places);
    if (order === null) continue;
    const title = index.titleOf[item] ?? 0;
    const isInverted = item >= index.titles || order === 'inverted';
    if (isInverted && !isTurned && index.possessives[title] === 1) continue;
    const tier = isInverted ? 2 : titleText(index, title).toLowerCase() === folded ? 0 : 1;
    for (const entry of entriesOf(index, item))
      yield candidateOf(index, { title, entry, confidence: 1, matchType: 'exact', tier, ...plainly });
  }
}

function holdersCount({ holders }: LoadedTitleIndex, stem: number): number {
  return (holders.starts[stem + 1] ?? 0) - (holders.starts[stem] ?? 0);
}

/** Whether the words are those of the item, in its natural or its inverted order. */
function orderOf({ words, cuts }: LoadedTitleIndex, item: number, places: readonly number[]): 'natural' | 'inverted' | null {
  const start = words.starts[item] ?? 0;
  const length = (words.starts[item + 1] ?? 0) - start;
  if (length !== places.length) return null;
  if (places.every((place, at) => words.values[start + at] === place)) return 'natural';
  const cut = cuts[item] ?? 0;
  if (cut === 0) return null;
  return places.every((place, at) => words.values[start + invertedPlace(cut, length, at)] === place) ? 'inverted' : null;
}

/** The entries of a title, or those that a cross-reference refers to. */
function* entriesOf(index: LoadedTitleIndex, item: number): Iterable<number> {
  const { titleEntries, entryQualifiers, titles, forms, titleOf, document } = index;
  const title = titleOf[item] ?? 0;
  const begins = document.aliases[item - titles - forms]?.qualifier ?? '';
  const end = titleEntries[title + 1] ?? 0;
  for (let entry = titleEntries[title] ?? 0; entry < end; entry++) {
    const qualifier = (entryQualifiers[entry] ?? 0) - 1;
    if (begins === '' || (qualifier >= 0 && qualifierText(index, qualifier).startsWith(begins))) yield entry;
  }
}

function candidateOf(
  { titleEntries, entryUnitGroups }: LoadedTitleIndex,
  { title, ...found }: Omit<Candidate, 'group' | 'entries'> & { readonly title: number },
): Candidate {
  const { entry } = found;
  const group = entryUnitGroups[entry] ?? 0;
  let entries = 0;
  const end = titleEntries[title + 1] ?? 0;
  for (let other = titleEntries[title] ?? 0; other < end; other++) if (entryUnitGroups[other] === group) entries += 1;
  return { ...found, group, entries };
}

function* fuzzyCandidates(
  index: LoadedTitleIndex,
  text: string,
  words: readonly string[],
  calibrate: typeof confidenceOf,
): Iterable<Candidate> {
  const leastOf = new Map<number, Measured>();
  let least = Number.POSITIVE_INFINITY;
  let nothing = Number.POSITIVE_INFINITY;
  for (const reading of readingsOf(index, text, words)) {
    nothing = Math.min(nothing, reading.total + reading.cost);
    for (const measured of measure(index, reading, apostrophe.test(text))) {
      least = Math.min(least, measured.cost);
      const known = leastOf.get(measured.item);
      if (known === undefined || measured.cost < known.cost) leastOf.set(measured.item, measured);
    }
    if (least < plainEnough) break;
  }
  const answers = [...leastOf.values()].map((measured) => ({ measured, groups: groupsOf(index, measured) }));
  for (const { groups } of answers) for (const { cost } of groups.values()) least = Math.min(least, cost);
  const found = new Map<number, Found>();
  let all = likelihood(nothing - least);
  for (const { measured, groups } of answers) {
    const likelihoods = [...groups.values()].map(({ cost }) => likelihood(cost - least));
    const most = Math.max(...likelihoods);
    // If the query means the title, all its groups are right. If the title is only similar, or a reference, at most one group is right.
    const share = isMeant(measured.matchType) ? 1 : most / likelihoods.reduce((sum, one) => sum + one, 0);
    for (const [group, { cost, entry }] of groups) {
      if (cost > least + margin) continue;
      const here = share * likelihood(cost - least);
      const known = found.get(group);
      const first = known === undefined || here > known.best ? { entry, measured, best: here } : known;
      found.set(group, { ...first, others: known === undefined ? 0 : known.others + Math.min(known.best, here) });
    }
    all += most;
  }
  for (const one of found.values()) {
    const { entry, measured } = one;
    const confidence = calibrate(Math.min(1, likelihoodOf(index, found, one) / all), measured.matchType);
    if (confidence >= leastConfidence)
      yield candidateOf(index, {
        title: index.titleOf[measured.item] ?? 0,
        entry,
        confidence,
        matchType: measured.matchType,
        tier: 3,
        isFollowed: measured.isFollowed,
        ...unexplainedBy(measured),
      });
  }
}

/** Typed words that no title would explain (places, wages, words of adverts) tell nothing. */
function unexplainedBy({ cost, left, reading: { typed } }: Measured): Pick<Candidate, 'strain' | 'unexplained'> {
  let strain = cost;
  let unexplained = 0;
  typed.forEach(({ added }, at) => {
    if ((left & (1 << at)) === 0) return;
    strain -= added;
    unexplained += Math.max(0, added - costOfNoise);
  });
  return { strain, unexplained };
}

/** The best entry of a unit group, its likelihood, and that of the group's other titles. */
interface Found {
  readonly entry: number;
  readonly measured: Measured;
  readonly best: number;
  readonly others: number;
}

/** Adds the likelihood of the group's other titles. They never lift a qualified entry above the bare title (the index's default) if the query names no qualifier. */
function likelihoodOf(
  { titleEntries, titleOf, entryQualifiers, entryUnitGroups }: LoadedTitleIndex,
  found: ReadonlyMap<number, Found>,
  one: Found,
): number {
  const own = one.best + voice * one.others;
  const first = titleEntries[titleOf[one.measured.item] ?? 0] ?? 0;
  const bare = entryQualifiers[first] === 0 ? found.get(entryUnitGroups[first] ?? 0) : undefined;
  return bare?.measured.item === one.measured.item && one.best <= bare.best ? Math.min(own, bare.best + voice * bare.others) : own;
}

function likelihood(cost: number): number {
  return Math.exp(-sharpness * cost);
}

/** For each unit group of a title, the entry with the lowest cost. */
function groupsOf(
  index: LoadedTitleIndex,
  { item, cost, left, reading }: Measured,
): Map<number, { readonly cost: number; readonly entry: number }> {
  const groups = new Map<number, { readonly cost: number; readonly entry: number }>();
  for (const entry of entriesOf(index, item)) {
    const group = index.entryUnitGroups[entry] ?? 0;
    const here = cost + qualifierCost(index, entry, left, reading);
    if (here < (groups.get(group)?.cost ?? Number.POSITIVE_INFINITY)) groups.set(group, { cost: here, entry });
  }
  return groups;
}

/** How the entry's qualifier changes the cost: typed words in the qualifier cost less, and a qualifier that the query does not name costs a little. */
function qualifierCost(index: LoadedTitleIndex, entry: number, left: number, { typed }: Reading): number {
  const qualifier = (index.entryQualifiers[entry] ?? 0) - 1;
  if (qualifier < 0) return 0;
  const { starts, values } = index.qualifierWords;
  let cost: number = costs.qualifierUnnamed;
  for (let at = 0; at < typed.length; at++) {
    const word = typed[at];
    if (word === undefined || (left & (1 << at)) === 0 || !word.inQualifiers) continue;
    for (let place = starts[qualifier] ?? 0; place < (starts[qualifier + 1] ?? 0); place++) {
      const meaning = word.byStem.get(index.stems[values[place] ?? 0] ?? 0);
      if (meaning === undefined || meaning.cost + costs.qualifierNamed >= word.added) continue;
      cost += meaning.cost + costs.qualifierNamed - word.added;
      break;
    }
  }
  return cost;
}
