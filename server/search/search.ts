// Finds unit groups by job title: exact matches first, then those whose titles fit the query best
// or that the model finds likely.
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import fitted from './data/fitted.json' with { type: 'json' };
import { type Candidate, exactCandidates, isHinted, sharesOf } from './exact-titles.ts';
import {
  type LoadedTitleIndex,
  loadTitleIndex,
  qualifierOf,
  titleText,
} from './load-title-index.ts';
import { confidencesOf, isMeant } from './model/combine.ts';
import { nearestEntries } from './model/nearest-entries.ts';
import type { TitleModel } from './model/title-model.ts';
import { stemOf, wordsOf } from './normalise.ts';
import { textOf } from './query-text.ts';
import { type SplitQuery, setAside } from './set-aside.ts';
import { longFormsOfText, withShortFormSpelledOut } from './short-forms.ts';
import { titlesOfTopic } from './topics.ts';
import { isKnown, voicesOf } from './voices.ts';

export { type LoadedTitleIndex, loadTitleIndex };

// Matches that are right less than once in five hundred times are left out.
const leastConfidence = 0.002;
// For a title that is also a short form, and for what it may be short for.
const certaintyOfShortForm = 0.5;
// For a title with a short form written out.
const certaintyOfSpelled = 0.95;
// For a title beside a workplace, which may point to another job.
const certaintyOfPlaced = 0.75;
// For "financial secretary's", which may be unfinished.
const certaintyOfOwner = 0.75;
// With more unit groups the owner is not listed before what the owner has.
const mostGroupsOfOwner = 4;
// For several titles in one query, and for the titles of a topic.
const certaintyOfTitles = 0.98;
const certaintyOfTopic = 0.3;
// A choice leaves out rare meanings: "cleaner" is also an engineer who makes brass instruments.
const leastShareOfChoice = 0.2;
// How much less certain each title of a choice is than the one before it, which keeps their order.
const stepOfChoices = 0.01;

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
  const written = writtenCandidates(index, text);
  if (written.length > 0) {
    const best = bestOf(index, written);
    if (best.size < limit) addVoices(best, index, { text, isTitle: true, hasAside: false }, null);
    return matchesOf(index, best, { limit, aside: [] });
  }
  const topic = choicesOf(index, titlesOfTopic(text), {
    certaintyOfFirst: certaintyOfTopic,
    type: 'related',
  });
  if (topic.length > 0) return matchesOf(index, bestOf(index, topic), { limit, aside: [] });
  const split = setAside(index, text);
  const { core, aside } = split;
  const best = bestOf(index, coreCandidates(index, text, split));
  const hasAside = aside.length > 0;
  // For several titles, or beside a workplace, the model also reads the whole text.
  const isChoice = split.titles.length > 1 || split.field !== null;
  const isTitle = best.size > 0 && !isChoice;
  const textOfVoices = isChoice ? text : core;
  if (best.size < limit)
    addVoices(best, index, { text: textOfVoices, isTitle, hasAside }, isTitle ? null : model);
  return matchesOf(index, best, { limit, aside });
}

/** The unit group whose code the query is, and the titles that it writes out. */
function writtenCandidates(index: LoadedTitleIndex, text: string): Candidate[] {
  const group = index.document.unitGroups.findIndex(({ soc2020 }) => soc2020 === text);
  if (group !== -1)
    return [
      {
        group,
        entry: -1,
        certainty: 1,
        share: 1,
        matchType: 'code',
        exactTitle: false,
        tier: 0,
      },
    ];
  const exact = exactCandidates(index, text, 1).map(
    (candidate): Candidate => ({ ...candidate, exactTitle: true }),
  );
  if (exact.length === 0) return [];
  const exactGroups = new Set(exact.map((candidate) => candidate.group));
  const meantByShortForm = choicesOf(
    index,
    longFormsOfText(wordsOf(text)).map((words) => words.join(' ')),
    {
      certaintyOfFirst: certaintyOfShortForm - stepOfChoices,
      type: 'fuzzy',
    },
  ).filter((candidate) => !exactGroups.has(candidate.group));
  if (meantByShortForm.length === 0) return exact;
  // "SRE" is a rare title of the index, and a short form of today.
  const ambiguous = exact.map(
    (candidate): Candidate => ({
      ...candidate,
      certainty: certaintyOfShortForm,
      matchType: 'ambiguous',
    }),
  );
  return [...ambiguous, ...meantByShortForm];
}

/**
 * The titles that the text is with a short form written out; if there are several, none is sure.
 */
function spelledCandidates(index: LoadedTitleIndex, text: string): Candidate[] {
  const titles = [...withShortFormSpelledOut(index, wordsOf(text))]
    .map((words) => words.join(' '))
    .filter((title) => exactCandidates(index, title, 1).length > 0);
  const differentTitles = [...new Set(titles)];
  const groupsOf = (title: string) => {
    const groups = exactCandidates(index, title, 1).map(({ group }) => group);
    return groups.join(' ');
  };
  const meanings = new Set(differentTitles.map(groupsOf));
  return choicesOf(index, differentTitles, {
    certaintyOfFirst: certaintyOfSpelled / meanings.size,
    type: 'fuzzy',
  });
}

/** The titles in the query once the words around them are set aside. */
function coreCandidates(
  index: LoadedTitleIndex,
  text: string,
  { core, aside, titles, hints, field }: SplitQuery,
): Candidate[] {
  if (titles.length > 1)
    return choicesOf(index, titles, {
      certaintyOfFirst: certaintyOfTitles / titles.length,
      type: 'ambiguous',
    });
  const owner = text.replace(/['’‘`]s?$/, '');
  if (owner !== text) {
    const candidates = exactCandidates(index, owner, certaintyOfOwner);
    if (new Set(candidates.map(({ group }) => group)).size <= mostGroupsOfOwner)
      return candidates.map((candidate) => ({ ...candidate, matchType: 'fuzzy' }));
  }
  if (aside.length === 0) return spelledCandidates(index, core);
  const exact = exactCandidates(index, core, fitted.aside, { hints }).map((candidate) =>
    isSureBeside(index, candidate, { field, hints })
      ? candidate
      : { ...candidate, certainty: certaintyOfPlaced },
  );
  const candidates = exact.length > 0 ? exact : spelledCandidates(index, core);
  return candidates.map((candidate) => ({ ...candidate, matchType: 'partial' }));
}

/**
 * Whether a title is as likely beside the field as alone. "Software engineer" is beside "C#", and
 * so is "Developer (computing)". "Tester" is not: it tests abrasive wheels.
 */
function isSureBeside(
  index: LoadedTitleIndex,
  { entry, share }: Candidate,
  { field, hints }: Pick<SplitQuery, 'field' | 'hints'>,
): boolean {
  if (field !== 'technology') return field === null;
  return share === 1 || isHinted(index, entry, hints);
}

interface ChoiceOptions {
  /** The certainty of the first title. */
  readonly certaintyOfFirst: number;
  readonly type: OccupationMatch['matchType'];
}

/** The entries of several titles, in the order of the titles. */
function choicesOf(
  index: LoadedTitleIndex,
  titles: readonly string[],
  { certaintyOfFirst: all, type }: ChoiceOptions,
): Candidate[] {
  return titles.flatMap((title, place) => {
    const reach = { withReferences: true };
    const candidates = exactCandidates(index, title, all - place * stepOfChoices, reach);
    const most = Math.max(...candidates.map(({ share }) => share));
    return candidates
      .filter(({ share }) => share >= Math.min(most, leastShareOfChoice))
      .map((candidate): Candidate => ({ ...candidate, matchType: type }));
  });
}

/** The best candidate of each unit group, with the qualifier that tells most of the group. */
function bestOf(index: LoadedTitleIndex, candidates: readonly Candidate[]): Map<number, Candidate> {
  const best = new Map<number, Candidate>();
  for (const candidate of candidates) {
    const known = best.get(candidate.group);
    const isBetter =
      known === undefined ||
      (compareMatches(candidate, known) ||
        qualifierRank(index, candidate) - qualifierRank(index, known) ||
        candidate.entry - known.entry) < 0;
    if (isBetter) best.set(candidate.group, candidate);
  }
  return best;
}

/** Shorter words of unit group titles tell nothing: "and", "in", "n.e.c.". */
const shortestTelling = 4;

/**
 * How far a qualifier is from the title of its unit group: 0 for a bare title; for a qualifier with
 * a word of that title its number of other words, so that of "Managers and directors in retail and
 * wholesale" it is "retail trade"; most for others, such as "NAAFI: shop".
 */
function qualifierRank(index: LoadedTitleIndex, { entry, group }: Candidate): number {
  const qualifier = qualifierOf(index, entry);
  if (qualifier === null) return 0;
  const { title } = index.document.unitGroups[group] ?? { title: '' };
  const stemsOf = (text: string) =>
    wordsOf(text)
      .filter((word) => word.length >= shortestTelling)
      .map(stemOf);
  const stems = new Set(stemsOf(title));
  const words = stemsOf(qualifier);
  const others = words.filter((stem) => !stems.has(stem));
  return others.length === words.length ? Number.MAX_SAFE_INTEGER : others.length;
}

interface SearchedText {
  readonly text: string;
  /** The text is a title, so a word of it is not the beginning of another. */
  readonly isTitle: boolean;
  readonly hasAside: boolean;
}

/** Adds the unit groups that similar titles or the model offer, unless they are there already. */
function addVoices(
  best: Map<number, Candidate>,
  index: LoadedTitleIndex,
  { text, isTitle, hasAside }: SearchedText,
  model: TitleModel | null,
): void {
  const words = wordsOf(text);
  const { voices, entries, known } = voicesOf(index, { text, words, isTitle }, model);
  const confidences = confidencesOf(voices, isKnown(index, words), known);
  const unsupported = voices.filter(({ fit }) => fit === 0).map(({ group }) => group);
  const nearest = nearestEntries(index, words, new Set(unsupported));
  const confidenceOfTitles = new Map<number, number>();
  voices.forEach(({ title }, place) =>
    confidenceOfTitles.set(
      title,
      Math.max(confidenceOfTitles.get(title) ?? 0, confidences[place] ?? 0),
    ),
  );
  const ceiling = Math.min(1, ...[...best.values()].map(({ certainty }) => certainty));
  voices.forEach(({ group, title, matchType: type }, place) => {
    const entry = entries.get(group) ?? nearest.get(group) ?? -1;
    const certainty = Math.min(
      ceiling,
      (isMeant(type) ? confidenceOfTitles.get(title) : confidences[place]) ?? 0,
    );
    if (certainty < leastConfidence || best.has(group)) return;
    const share = isMeant(type)
      ? (sharesOf(index, index.entryTitles[entry] ?? -1).get(group) ?? 1)
      : 1;
    const matchType = hasAside && isMeant(type) ? 'partial' : type;
    best.set(group, { group, entry, certainty, share, matchType, exactTitle: false, tier: 3 });
  });
}

interface ListOptions {
  readonly limit: number;
  readonly aside: readonly string[];
}

function matchesOf(
  index: LoadedTitleIndex,
  best: ReadonlyMap<number, Candidate>,
  { limit, aside }: ListOptions,
): OccupationMatch[] {
  // Confidences never rise along the list.
  let ceiling = 1;
  const { unitGroups } = index.document;
  return [...best.values()]
    .sort(compareMatches)
    .slice(0, limit)
    .map(({ entry, group, matchType, exactTitle, certainty, share }) => {
      const { soc2020, title } = unitGroups[group] ?? { soc2020: '', title: '' };
      const item = index.entryTitles[entry] ?? -1;
      ceiling = Math.min(ceiling, Math.max(0.001, Math.round(1000 * certainty * share) / 1000));
      return {
        soc2020,
        title,
        matchedTitle: item === -1 ? title : titleText(index, item),
        qualifier: qualifierOf(index, entry),
        confidence: ceiling,
        matchType,
        exactTitle,
        groups: item === -1 ? 1 : sharesOf(index, item).size,
        setAside: aside,
      };
    });
}

/** Orders candidates, best first: certainty, closeness of the writing, share, code. */
function compareMatches(a: Candidate, b: Candidate): number {
  const surer = Math.round(100 * b.certainty) - Math.round(100 * a.certainty);
  return surer || a.tier - b.tier || b.share - a.share || a.group - b.group;
}
