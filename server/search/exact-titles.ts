// Exact matches: the entries of titles that a text writes out in full, and the shares of their unit
// groups.
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import {
  type LoadedTitleIndex,
  itemsWith,
  lengthOf,
  qualifierOf,
  titleOf,
  titleText,
} from './load-title-index.ts';
import { invertedPlaces, isPossessive } from './measure.ts';
import { stemOf, wordsOf } from './normalise.ts';

/**
 * An entry that may answer. `entry` is -1 for the title of the unit group. `certainty`: how likely
 * its title is meant; `share`: the unit group's share of the title; `tier` orders exact matches: 0
 * is the identical text.
 */
export interface Candidate extends Pick<OccupationMatch, 'matchType' | 'exactTitle'> {
  readonly group: number;
  readonly entry: number;
  readonly certainty: number;
  readonly share: number;
  readonly tier: number;
}

// The share of a title that goes to the unit groups whose qualifiers name the workplace.
const shareOfHinted = 0.8;
const noHints: ReadonlySet<string> = new Set();

interface ExactOptions {
  /** Stems of the workplace. If qualifiers name it, their unit groups come first. */
  readonly hints?: ReadonlySet<string>;
  /** Titles, too, that the index refers to another: "Housekeeper, see House keeper". */
  readonly withReferences?: boolean;
}

/**
 * Entries of the titles that the text writes out in full. The closest spelling has the lowest tier.
 */
export function exactCandidates(
  index: LoadedTitleIndex,
  text: string,
  certainty: number,
  { hints = noHints, withReferences = false }: ExactOptions = {},
): Candidate[] {
  const { vocabulary, stems, titles, document, entryUnitGroups } = index;
  const places = wordsOf(text).map((word) => vocabulary.placeOf(word) ?? -1);
  const mayBeInverted = text.includes(',') || isPossessive(text);
  const withAll = places.map((place) => stems[place] ?? -1);
  const candidates: Candidate[] = [];
  for (const item of itemsWith(index, withAll)) {
    const isReference = item >= titles + document.forms.length;
    if (isReference && !withReferences) continue;
    const order = orderOf(index, item, places);
    const title = titleText(index, titleOf(index, item));
    const isInverted = item >= titles || order === 'inverted';
    if (order === null || (isInverted && !mayBeInverted && isPossessive(title))) continue;
    const tier = tierOf(title, text, isInverted);
    const shares = sharesOf(index, item, hints);
    const matchType = shares.size > 1 ? 'ambiguous' : 'exact';
    for (const entry of entriesOf(index, item)) {
      const group = entryUnitGroups[entry] ?? 0;
      const share = shares.get(group) ?? 1;
      candidates.push({ group, entry, certainty, share, matchType, exactTitle: false, tier });
    }
  }
  return candidates;
}

/** 0 for the identical text, 1 for another spelling, 2 for the inverted order. */
function tierOf(title: string, text: string, isInverted: boolean): number {
  if (isInverted) return 2;
  return title.toLowerCase() === text.toLowerCase() ? 0 : 1;
}

/**
 * For each unit group of a title, its share of the entries. The bare title, the index's default,
 * counts as much as all of them. Entries whose qualifiers have only words of the workplace count
 * more than all others.
 */
export function sharesOf(
  index: LoadedTitleIndex,
  item: number,
  hints: ReadonlySet<string> = noHints,
): ReadonlyMap<number, number> {
  const entries = [...entriesOf(index, item)];
  const [first = -1] = entries;
  const hasDefault = index.entryQualifiers[first] === 0;
  const hinted = new Set(
    hints.size === 0 ? [] : entries.filter((entry) => isHinted(index, entry, hints)),
  );
  const weightOf = (entry: number) => (hasDefault && entry === first ? entries.length + 1 : 1);
  const sumOf = (some: Iterable<number>) =>
    [...some].reduce((sum, entry) => sum + weightOf(entry), 0);
  const all = sumOf(entries);
  const ofHinted = sumOf(hinted);
  const shareOf = (entry: number): number => {
    const weight = weightOf(entry);
    if (ofHinted === 0 || ofHinted === all) return weight / all;
    return hinted.has(entry)
      ? (shareOfHinted * weight) / ofHinted
      : ((1 - shareOfHinted) * weight) / (all - ofHinted);
  };
  const shares = new Map<number, number>();
  for (const entry of entries) {
    const group = index.entryUnitGroups[entry] ?? 0;
    shares.set(group, (shares.get(group) ?? 0) + shareOf(entry));
  }
  return shares;
}

/**
 * Words of qualifiers that do not name a workplace: "hospital service", "professional, software".
 */
const wordsWithoutWorkplace: ReadonlySet<string> = new Set(
  ['professional', 'service', 'services', 'trade', 'dept', 'nos'].map(stemOf),
);

/**
 * Whether the entry has a qualifier, and all its words that tell something are of the workplace.
 */
export function isHinted(
  index: LoadedTitleIndex,
  entry: number,
  hints: ReadonlySet<string>,
): boolean {
  const stemsOfWorkplace = wordsOf(qualifierOf(index, entry) ?? '')
    .map(stemOf)
    .filter((stem) => !wordsWithoutWorkplace.has(stem));
  return stemsOfWorkplace.length > 0 && stemsOfWorkplace.every((stem) => hints.has(stem));
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
  if (places.every((place, position) => words.values[start + position] === place)) return 'natural';
  const isInverted =
    cut !== 0 &&
    invertedPlaces(cut, places.length).every(
      (to, position) => words.values[start + position] === places[to],
    );
  return isInverted ? 'inverted' : null;
}

/** The entries of a title, or those that a cross-reference refers to. */
export function* entriesOf(index: LoadedTitleIndex, item: number): Iterable<number> {
  const { titleEntries, titles, document } = index;
  const title = titleOf(index, item);
  const qualifierPrefix = document.aliases[item - titles - document.forms.length]?.qualifier ?? '';
  for (let entry = titleEntries[title] ?? 0; entry < (titleEntries[title + 1] ?? 0); entry++)
    if (qualifierPrefix === '' || qualifierOf(index, entry)?.startsWith(qualifierPrefix))
      yield entry;
}
