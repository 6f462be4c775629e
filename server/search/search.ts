// Finds unit groups by job title: exact matches first, then those whose titles fit the query best
// or that the model finds likely.
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import { costs } from './costs.ts';
import fitted from './data/fitted.json' with { type: 'json' };
import {
  type LoadedTitleIndex,
  itemsWith,
  lengthOf,
  loadTitleIndex,
  qualifierOf,
  stemPlace,
  titleOf,
  titleText,
} from './load-title-index.ts';
import { type Measured, invertedPlaces, isPossessive, margin, measure } from './measure.ts';
import { type Voices, confidencesOf, isMeant } from './model/combine.ts';
import { nearestEntries } from './model/nearest-entries.ts';
import { type TitleModel, opinionOf } from './model/title-model.ts';
import { wordsOf } from './normalise.ts';
import { textOf } from './query-text.ts';
import { type Reading, readingsOf, writtenOut } from './readings.ts';
import { setAside } from './set-aside.ts';
import { smallWords } from './words.ts';

export { type LoadedTitleIndex, loadTitleIndex };

// If a title costs no more than this, the search skips the other readings of the query.
const plainEnough = 0.2;
// How much likelier a title becomes when it costs 1 less, as a power of e.
const sharpness = 2.6;
// How much the other titles of a unit group count for it.
const voice = 0.4;
// An answer that is right less than once in five hundred times is left out.
const leastConfidence = 0.002;
// The model offers this many unit groups that no title supports.
const mostRelated = 10;
const leastChance = 2e-4;
// If no title answers, the model must know this share of the query.
const leastKnown = 0.3;

/**
 * An entry that may answer. `entry` is -1 for the title of the unit group. `certainty`: how likely
 * its title is meant; `share`: the unit group's share of the title; `tier` orders exact matches: 0
 * is the identical text.
 */
type Candidate = Readonly<Record<'group' | 'entry' | 'certainty' | 'share' | 'tier', number>> &
  Pick<OccupationMatch, 'matchType'>;

/**
 * The unit groups whose job titles match the query, best first, at most `limit`, each once with its
 * best title and that title's qualifier. Only an exact match has confidence 1: the code of the unit
 * group, or a title's words in natural order or in the index's inverted order, which for a
 * possessive needs a comma or an apostrophe: "assistant managers" is not "Assistant, manager's". A
 * title of several groups is ambiguous and returns them all, each with its share. With a model,
 * queries that no title answers well also get the unit groups that the model finds likely.
 */
export function search(
  index: LoadedTitleIndex,
  query: string,
  limit: number,
  model: TitleModel | null = null,
): OccupationMatch[] {
  const text = textOf(query);
  const found = new Map<number, Candidate>();
  const keep = (candidate: Candidate) => {
    const known = found.get(candidate.group);
    if (known === undefined || compare(candidate, known) < 0) found.set(candidate.group, candidate);
  };
  const coded = index.document.unitGroups.findIndex(({ soc2020 }) => soc2020 === text);
  if (coded !== -1)
    keep({ group: coded, entry: -1, certainty: 1, share: 1, matchType: 'code', tier: 0 });
  for (const candidate of exactCandidates(index, text, 1)) keep(candidate);
  const { core, aside } = found.size > 0 ? { core: text, aside: [] } : setAside(index, text);
  const words = wordsOf(core);
  if (aside.length > 0)
    for (const candidate of exactCandidates(index, core, fitted.aside))
      keep({ ...candidate, matchType: 'partial' });
  if (found.size < limit) {
    const { voices, entries, known } = voicesOf(index, core, words, found.size > 0 ? null : model);
    const confidences = confidencesOf(voices, isKnown(index, words), known);
    const nearest = nearestEntries(
      index,
      words,
      new Set(voices.filter(({ fit }) => fit === 0).map(({ group }) => group)),
    );
    const ofTitles = new Map<number, number>();
    voices.forEach(({ title }, at) =>
      ofTitles.set(title, Math.max(ofTitles.get(title) ?? 0, confidences[at] ?? 0)),
    );
    voices.forEach(({ group, title, matchType: type }, at) => {
      const entry = entries.get(group) ?? nearest.get(group) ?? -1;
      const certainty = (isMeant(type) ? ofTitles.get(title) : confidences[at]) ?? 0;
      const share = isMeant(type)
        ? (sharesOf(index, index.entryTitles[entry] ?? -1).get(group) ?? 1)
        : 1;
      const matchType = aside.length > 0 && isMeant(type) ? 'partial' : type;
      if (certainty >= leastConfidence && !found.has(group))
        keep({ group, entry, certainty, share, matchType, tier: 3 });
    });
  }
  // What comes after a title of many groups is not more certain than they.
  let most = 1;
  const { unitGroups } = index.document;
  return [...found.values()]
    .sort(compare)
    .slice(0, limit)
    .map(({ entry, group, matchType, certainty, share }) => {
      const { soc2020, title } = unitGroups[group] ?? { soc2020: '', title: '' };
      const item = index.entryTitles[entry] ?? -1;
      most = Math.min(most, Math.max(0.001, Math.round(1000 * certainty * share) / 1000));
      return {
        soc2020,
        title,
        matchedTitle: item === -1 ? title : titleText(index, item),
        qualifier: qualifierOf(index, entry),
        confidence: most,
        matchType,
        groups: item === -1 ? 1 : sharesOf(index, item).size,
        setAside: [...aside],
      };
    });
}

/**
 * Orders candidates, best first: certainty, closeness of the writing, share, code, and the stored
 * order of the entries, bare titles first.
 */
function compare(a: Candidate, b: Candidate): number {
  const surer = Math.round(100 * b.certainty) - Math.round(100 * a.certainty);
  return surer || a.tier - b.tier || b.share - a.share || a.group - b.group || a.entry - b.entry;
}

/**
 * For each unit group of a title, its share of the entries. The bare title, the index's default,
 * counts as much as all of them.
 */
function sharesOf(index: LoadedTitleIndex, item: number): ReadonlyMap<number, number> {
  const shares = new Map<number, number>();
  const entries = [...entriesOf(index, item)];
  const [first = -1] = entries;
  const hasDefault = index.entryQualifiers[first] === 0;
  const all = entries.length * (hasDefault ? 2 : 1);
  for (const entry of entries) {
    const group = index.entryUnitGroups[entry] ?? 0;
    shares.set(
      group,
      (shares.get(group) ?? 0) + (hasDefault && entry === first ? entries.length + 1 : 1) / all,
    );
  }
  return shares;
}

/**
 * Entries of the titles that the text writes out in full. The closest spelling has the lowest tier.
 */
function* exactCandidates(
  index: LoadedTitleIndex,
  text: string,
  certainty: number,
): Iterable<Candidate> {
  const { vocabulary, stems, titles, document } = index;
  const places = wordsOf(text).map((word) => vocabulary.placeOf(word) ?? -1);
  const isTurned = text.includes(',') || isPossessive(text);
  const withAll = places.map((place) => stems[place] ?? -1);
  for (const item of itemsWith(index, withAll)) {
    const order = item < titles + document.forms.length ? orderOf(index, item, places) : null;
    const title = titleText(index, titleOf(index, item));
    const isInverted = item >= titles || order === 'inverted';
    if (order === null || (isInverted && !isTurned && isPossessive(title))) continue;
    const tier = isInverted ? 2 : title.toLowerCase() === text.toLowerCase() ? 0 : 1;
    const shares = sharesOf(index, item);
    const matchType = shares.size > 1 ? 'ambiguous' : 'exact';
    for (const entry of entriesOf(index, item)) {
      const group = index.entryUnitGroups[entry] ?? 0;
      yield { group, entry, certainty, share: shares.get(group) ?? 1, matchType, tier };
    }
  }
}

/** Whether the words are those of the item, in its natural or its inverted order. */
function orderOf(
  { words, cuts }: LoadedTitleIndex,
  item: number,
  places: readonly number[],
): 'natural' | 'inverted' | null {
  const start = words.starts[item] ?? 0;
  const cut = cuts[item] ?? 0;
  if (lengthOf(words, item) !== places.length) return null;
  if (places.every((place, at) => words.values[start + at] === place)) return 'natural';
  const isInverted =
    cut !== 0 &&
    invertedPlaces(cut, places.length).every((to, at) => words.values[start + at] === places[to]);
  return isInverted ? 'inverted' : null;
}

/** The entries of a title, or those that a cross-reference refers to. */
function* entriesOf(index: LoadedTitleIndex, item: number): Iterable<number> {
  const { titleEntries, titles, document } = index;
  const title = titleOf(index, item);
  const begins = document.aliases[item - titles - document.forms.length]?.qualifier ?? '';
  for (let entry = titleEntries[title] ?? 0; entry < (titleEntries[title + 1] ?? 0); entry++)
    if (begins === '' || qualifierOf(index, entry)?.startsWith(begins)) yield entry;
}

/** Whether the index has all words of the query that tell anything. */
export function isKnown(index: LoadedTitleIndex, words: readonly string[]): boolean {
  return words.every((word) => smallWords.has(word) || stemPlace(index, word) !== undefined);
}

/** Of a unit group that no title supports. */
const unsupported = {
  fit: 0,
  matchType: 'related',
  title: -1,
  strain: 0,
  unexplained: 0,
  hasHead: true,
} as const;

/**
 * What titles and model say of every unit group that either of them offers, and the entries of its
 * titles. `known`: as for `confidencesOf`.
 */
export function voicesOf(
  index: LoadedTitleIndex,
  text: string,
  words: readonly string[],
  model: TitleModel | null,
) {
  const opinion = model === null ? null : opinionOf(model, writtenOut(words));
  const chanceOf = (group: number) =>
    opinion?.chances[group] ?? 1 / index.document.unitGroups.length;
  const fits = fitsOf(index, text, words);
  // A title that is meant is as likely as its unit groups together: "manger" is a manager, whatever
  // the manager manages.
  const voices = [...fits].map(([group, { measured, fit }]): Voices => {
    const { matchType, item, strain, unexplained, hasHead } = measured;
    const groups =
      opinion !== null && isMeant(matchType) ? [...sharesOf(index, item).keys()] : [group];
    const chance = groups.reduce((sum, of) => sum + chanceOf(of), 0);
    return {
      group,
      fit,
      matchType,
      title: titleOf(index, item),
      strain,
      unexplained,
      hasHead,
      chance,
    };
  });
  const isSilent = opinion === null || (voices.length === 0 && opinion.known < leastKnown);
  for (const group of isSilent ? [] : likeliest(opinion.chances))
    if (!fits.has(group)) voices.push({ group, ...unsupported, chance: chanceOf(group) });
  return {
    voices,
    entries: new Map([...fits].map(([group, { entry }]) => [group, entry])),
    known: opinion?.known ?? null,
  };
}

/**
 * The unit groups that the model finds likeliest. Sorting those that it finds unlikely, too, would
 * take as long as its own work.
 */
function likeliest(chances: Float64Array): number[] {
  const places = [...chances.keys()].filter((group) => (chances[group] ?? 0) > leastChance);
  return places.sort((a, b) => (chances[b] ?? 0) - (chances[a] ?? 0)).slice(0, mostRelated);
}

/** For each unit group its title that fits best, the best entry, and how well it fits. */
function fitsOf(index: LoadedTitleIndex, text: string, words: readonly string[]) {
  const leastOf = new Map<number, Measured>();
  let least = Number.POSITIVE_INFINITY;
  let nothing = Number.POSITIVE_INFINITY;
  for (const reading of readingsOf(index, text, words)) {
    nothing = Math.min(nothing, reading.total + reading.cost);
    for (const measured of measure(index, reading, isPossessive(text))) {
      least = Math.min(least, measured.cost);
      if (measured.cost < (leastOf.get(measured.item)?.cost ?? Number.POSITIVE_INFINITY))
        leastOf.set(measured.item, measured);
    }
    if (least < plainEnough) break;
  }
  const answers = [...leastOf.values()].map((measured) => ({
    measured,
    groups: groupsOf(index, measured),
  }));
  for (const { groups } of answers)
    for (const { cost } of groups.values()) least = Math.min(least, cost);
  const likelihood = (cost: number) => Math.exp(-sharpness * (cost - least));
  const found = new Map<
    number,
    { measured: Measured; entry: number; fit: number; others: number }
  >();
  let all = likelihood(nothing);
  for (const { measured, groups } of answers) {
    const likelihoods = [...groups.values()].map(({ cost }) => likelihood(cost));
    const most = Math.max(...likelihoods);
    all += most;
    // If the query means the title, all its groups are right. If the title is only similar, or a
    // reference, at most one group is right.
    const share = isMeant(measured.matchType)
      ? 1
      : most / likelihoods.reduce((sum, one) => sum + one, 0);
    for (const [group, { cost, entry }] of groups) {
      if (cost > least + margin) continue;
      const fit = share * likelihood(cost);
      const known = found.get(group) ?? { measured, entry, fit: 0, others: 0 };
      const best = fit > known.fit ? { measured, entry, fit } : known;
      found.set(group, { ...best, others: known.others + Math.min(known.fit, fit) });
    }
  }
  for (const one of found.values()) one.fit = Math.min(1, (one.fit + voice * one.others) / all);
  return found;
}

/** For each unit group of a title, the entry with the lowest cost. */
function groupsOf(
  index: LoadedTitleIndex,
  { item, cost, left, reading }: Measured,
): Map<number, { cost: number; entry: number }> {
  const groups = new Map<number, { cost: number; entry: number }>();
  for (const entry of entriesOf(index, item)) {
    const group = index.entryUnitGroups[entry] ?? 0;
    const here = cost + qualifierCost(index, entry, left, reading);
    if (here < (groups.get(group)?.cost ?? Number.POSITIVE_INFINITY))
      groups.set(group, { cost: here, entry });
  }
  return groups;
}

/**
 * How the entry's qualifier changes the cost: typed words in the qualifier cost less, and a
 * qualifier that the query does not name costs a little.
 */
function qualifierCost(
  { entryQualifiers, qualifierWords, stems }: LoadedTitleIndex,
  entry: number,
  left: number,
  { typed }: Reading,
): number {
  const qualifier = (entryQualifiers[entry] ?? 0) - 1;
  if (qualifier < 0) return 0;
  const { starts, values } = qualifierWords;
  let cost: number = costs.qualifierUnnamed;
  typed.forEach((word, at) => {
    if ((left & (1 << at)) === 0 || !word.inQualifiers) return;
    for (let place = starts[qualifier] ?? 0; place < (starts[qualifier + 1] ?? 0); place++) {
      const meaning = word.byStem.get(stems[values[place] ?? 0] ?? 0);
      if (meaning === undefined || meaning.cost + costs.qualifierNamed >= word.added) continue;
      cost += meaning.cost + costs.qualifierNamed - word.added;
      break;
    }
  });
  return cost;
}
