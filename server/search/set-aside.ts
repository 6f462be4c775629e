// Sets aside the words around a job in adverts and surveys: hours, contract, pay, grade, place,
// employer, workplace, a second job. What such words are is data (data/around.json); whether they
// belong to the job here, the titles of the index decide: "night" belongs to "night porter", not to
// "chef, nights". docs/search-rules.md has a table of queries for each rule.
import around from './data/around.json' with { type: 'json' };
import workplaces from './data/workplaces.json' with { type: 'json' };
import { exactCandidates } from './exact-titles.ts';
import { type LoadedTitleIndex, isHeld, itemsWith, stemPlace } from './load-title-index.ts';
import { stemOf, wordsOf } from './normalise.ts';
import { longForms } from './short-forms.ts';

type Kind = keyof typeof around | 'workplace' | 'title';

/** A word of a query, and its kind: null if it belongs to the job. */
interface Word {
  readonly word: string;
  readonly stem: string;
  /** The place of the text between blanks that has the word. */
  readonly token: number;
  readonly followsStroke: boolean;
  mark: Kind | null;
}
type Words = readonly Word[];

/** A query divided into the job and the words around it. */
export interface SplitQuery {
  /** The job as written; empty if there is none, or if the query asks a question. */
  readonly core: string;
  /** The other words of the query, in order. */
  readonly aside: readonly string[];
  /** All titles, in order, if the query names several: "chef/waiter", "bar and waiting staff". */
  readonly titles: readonly string[];
  /** Stems of the words by which a qualifier of the index names the workplace. */
  readonly hints: ReadonlySet<string>;
  /**
   * What is set aside and may tell of the job: a workplace ("canteen maid" is no chambermaid) or a
   * language of programmers ("C# tester"); null if neither is.
   */
  readonly field: 'workplace' | 'technology' | null;
}

const longestPhrase = 5;
const shortestName = 5;
// A title needs its workplace unless one unit group has this share of it.
const leastShareOfPlaced = 0.5;
// "Grade 5", "band B", "scale IV"; and G7, SW19.
const gradePattern = /^(\d.*|[a-h]|i{1,3}|iv|vi{0,2})$/;
const codePattern = /^[a-z]{0,2}\d{1,2}[a-z]?$/;
const kindOfPhrase: ReadonlyMap<string, Kind> = new Map(
  (Object.keys(around) as (keyof typeof around)[]).flatMap((kind) =>
    around[kind].split('|').map((phrase) => [phrase, kind] as const),
  ),
);
/** By a word for a workplace: the stems of the words that qualifiers of the index have for it. */
const qualifiersOf: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(workplaces).map(([word, words]) => [word, words.split(' ').map(stemOf)]),
);
/** "Chef at Hilton", "cleaner for the council", "chef in York". */
const prepositionsOfPlace: ReadonlySet<string> = new Set(['at', 'for', 'with', 'in', 'by']);
const joiningWords: ReadonlySet<string> = new Set([
  ...prepositionsOfPlace,
  'and',
  'a',
  'an',
  'the',
  'of',
  'to',
  'on',
  'or',
  'from',
  'is',
]);
/** The words between two titles: "chef and waiter". */
const conjunctions: ReadonlySet<string> = new Set(['and', 'or']);
/** Kinds of words that begin a second job: "and part time barista". */
const kindsOfSecondJob: ReadonlySet<Kind | null> = new Set<Kind>([
  'hours',
  'contract',
  'rank',
  'says',
]);

/** Divides a query into the job and the words around it. */
export function setAside(index: LoadedTitleIndex, text: string): SplitQuery {
  const { tokens, pieces } = tokenise(index, text);
  for (const piece of pieces) markPhrases(index, piece);
  const titles = markOthers(index, pieces);
  const words = pieces.flat();
  markWorkplace(index, words);
  const hints = new Set(words.flatMap(hintsOf));
  // Words like "hotel" and "school" are of an employer only beside a name or a whole title.
  for (const word of words) if (word.mark === 'employers') word.mark = null;
  // "Band C" is a title if nothing better is in the query.
  if (jobStemsOf(words).length === 0)
    for (const word of words) if (word.mark === 'grade') word.mark = null;
  const job = jobStemsOf(words);
  const isShortForm = job.length === 0 && longForms.has(wordsOf(text).map(stemOf).join(' '));
  if (isShortForm || words.every((word) => word.mark === null))
    return { core: text, aside: [], titles, hints, field: null };
  const kept = new Set(keptOf(index, words, job).map(({ token }) => token));
  return { ...splitText(tokens, kept), titles, hints, field: fieldIn(words) };
}

function fieldIn(words: Words): SplitQuery['field'] {
  const marks = new Set(words.map(({ mark }) => mark));
  if (marks.has('workplace')) return 'workplace';
  return marks.has('technology') ? 'technology' : null;
}

/** The words of the job, with those between them; none if the query asks a question. */
function keptOf(index: LoadedTitleIndex, words: Words, job: readonly string[]): Words {
  const has = (kind: Kind) => words.some((word) => word.mark === kind);
  if (job.length === 0 || has('welsh') || (has('asks') && !endsTitle(index, job))) return [];
  // Words that say nothing alone may say something beside others.
  const isKept = words.map((word) => word.mark === null || word.mark === 'vague');
  // "at" and "and" beside what is set aside go with it.
  const isAtEdge = (place: number) => !isKept[place] || joiningWords.has(words[place]?.stem ?? '');
  if (isKept[0] === false)
    for (let place = 0; place < words.length && isAtEdge(place); place++) isKept[place] = false;
  if (isKept.at(-1) === false)
    for (let place = words.length - 1; place >= 0 && isAtEdge(place); place--)
      isKept[place] = false;
  return words.filter((_, place) => isKept[place]);
}

/** The text of the kept words and of the others. Neighbours stay together. */
function splitText(
  tokens: readonly Token[],
  kept: ReadonlySet<number>,
): Pick<SplitQuery, 'core' | 'aside'> {
  const core: string[] = [];
  const aside: string[] = [];
  tokens.forEach(({ raw, gap }, place) => {
    const list = kept.has(place) ? core : aside;
    const isContinued = place > 0 && kept.has(place) === kept.has(place - 1);
    list.push(isContinued ? `${list.pop()}${gap.replace(/[()[\]]/g, '')}${raw}` : raw);
  });
  const plain = aside.map(withoutEdgeMarks);
  return { core: core.join(', '), aside: plain.filter((piece) => piece !== '') };
}

/** A text from its first letter, digit or pound sign to its last letter or digit. */
function withoutEdgeMarks(text: string): string {
  const characters = [...text];
  const first = characters.findIndex((character) => /[\p{L}\d£]/u.test(character));
  const last = characters.findLastIndex((character) => /[\p{L}\d]/u.test(character));
  return first < 0 ? '' : characters.slice(first, last + 1).join('');
}

interface Token {
  readonly raw: string;
  /** The text between it and the token before. */
  readonly gap: string;
}

/**
 * The text between blanks and punctuation marks, and its words, in pieces between the marks. A dash
 * alone parts, too, and a stroke between words, with or without blanks.
 */
function tokenise(
  index: LoadedTitleIndex,
  text: string,
): { tokens: readonly Token[]; pieces: readonly Words[] } {
  const pieces: Word[][] = [[]];
  let end = 0;
  const spaced = text.replace(/(?<=\p{L}{2})(?<!and)\/(?=\p{L}{2})/giu, ' / ');
  const tokens = [...spaced.matchAll(/[^\s,;:|()[\]]+/g)].map(({ 0: raw, index: from }, token) => {
    const gap = spaced.slice(end, from);
    const words = wordsOf(raw);
    if (words.length === 0 || /[^ ]/.test(gap)) pieces.push([]);
    const isTechnology = kindOfPhrase.get(raw.toLowerCase()) === 'technology';
    for (const word of words)
      pieces.at(-1)?.push({
        word,
        stem: expandedStem(index, stemOf(word)),
        token,
        followsStroke: spaced.slice(0, from).trimEnd().endsWith('/'),
        mark: isTechnology ? 'technology' : null,
      });
    end = from + raw.length;
    return { raw, gap };
  });
  return { tokens, pieces };
}

/** The stem that an abbreviation means; otherwise the stem itself. */
function expandedStem(index: LoadedTitleIndex, stem: string): string {
  const long = isHeld(index, stem)
    ? []
    : (index.longForms.get(stem) ?? longForms.get(stem)?.[0] ?? []);
  return long.length === 1 ? (long[0] ?? stem) : stem;
}

/**
 * Marks the phrases of the lists in a piece, the longest first, unless a title has them with the
 * word beside them, or is the piece.
 */
function markPhrases(index: LoadedTitleIndex, piece: Words): void {
  const stems = stemsOf(piece);
  for (let from = 0; from < piece.length; ) {
    const length = phraseLength(piece, stems, from);
    const kind = kindOf(piece.slice(from, from + length));
    if (kind !== undefined && !belongsToJob(index, piece, { from, length, kind }))
      for (const word of piece.slice(from, from + length)) word.mark ??= kind;
    from += Math.max(1, length);
  }
  // ".NET developer" is a title.
  piece.forEach((word, from) => {
    if (word.mark === 'technology' && isInTitles(index, stems.slice(from, from + 2), 'within'))
      word.mark = from + 2 <= stems.length ? null : word.mark;
  });
  if (jobStemsOf(piece).length > 0 && isTitle(index, stems))
    for (const word of piece) word.mark = null;
}

/** How many words the longest phrase of a list has that begins here; 0 if none does. */
function phraseLength(piece: Words, stems: readonly string[], from: number): number {
  for (let length = Math.min(longestPhrase, piece.length - from); length > 0; length--) {
    const isShortForm = length > 1 && longForms.has(stems.slice(from, from + length).join(' '));
    if (isShortForm || kindOf(piece.slice(from, from + length)) !== undefined) return length;
  }
  return 0;
}

/** The list that has the words as one phrase. A number is "#" there. */
function kindOf(words: Words): Kind | undefined {
  const alike = ({ word }: Word) =>
    codePattern.test(word) || (gradePattern.test(word) && (words.length > 1 || /\d/.test(word)))
      ? '#'
      : word.replace(/\d.*/, '#');
  return (
    kindOfPhrase.get(words.map(({ word }) => word).join(' ')) ??
    kindOfPhrase.get(words.map(alike).join(' '))
  );
}

interface Phrase {
  readonly from: number;
  readonly length: number;
  readonly kind: Kind;
}

/** Whether a phrase of the lists is part of the job here. */
function belongsToJob(
  index: LoadedTitleIndex,
  piece: Words,
  { from, length, kind }: Phrase,
): boolean {
  const stems = stemsOf(piece);
  const to = from + length;
  if ((length > 1 || kind === 'grade') && longForms.has(stems.slice(from, to).join(' ')))
    return true;
  const before = piece[from - 1];
  const after = piece[to];
  // "Retail assistant": what assists an employer is the job.
  const followsJob = before?.mark === null || (kind === 'rank' && before?.mark === 'employers');
  const isWithin = (first: number, last: number) =>
    first >= 0 && last <= stems.length && isInTitles(index, stems.slice(first, last), 'within');
  const isInTitle =
    kind === 'rank'
      ? followsJob ||
        stems.some((_, last) => last > from && isTitle(index, stems.slice(from, last + 1)))
      : isWithin(from, to + 1) || (followsJob && isWithin(from - 1, to));
  if (isInTitle) return true;
  if (length > 1) return false;
  // "Charity director", "bath fitter": before the one word of a job, a word that titles have
  // belongs to it.
  if ((kind === 'employer' || kind === 'place') && from === 0 && piece.length === 2)
    if (isHeld(index, stems[0] ?? '')) return true;
  // What looks misplaced may belong to a misspelt word: "pension odministrator".
  return (
    kind !== 'welsh' &&
    (isMisspelt(index, after) || (kind === 'grade' && isMisspelt(index, before)))
  );
}

/**
 * Marks the parts that are not of the job: an employer, a name, another title. Gives the titles in
 * their order if there are several.
 */
function markOthers(index: LoadedTitleIndex, pieces: readonly Words[]): readonly string[] {
  // "Smith & Sons: cook" has two titles, and one of them is beside a name.
  const parts = pieces
    .toSorted((a, b) => Number(mayNameEmployer(index, a)) - Number(mayNameEmployer(index, b)))
    .flatMap((piece) => partsOf(index, piece));
  const jobs = parts.filter((part) => endsTitle(index, jobStemsOf(part)));
  const job =
    jobs.find((part) => !mayNameEmployer(index, part)) ??
    jobs[0] ??
    parts.find((part) => jobStemsOf(part).some((word) => isHeld(index, word)));
  if (job === undefined) return [];
  const titles = titlesIn(
    index,
    pieces.flatMap((piece) => partsOf(index, piece)),
  );
  for (const part of parts)
    if (part !== job && isSeparateFrom(index, part, job))
      for (const word of part) word.mark = 'employer';
  return titles.length > 1 ? titles : [];
}

/**
 * The titles of parts that a stroke, "and" or "or" joins. The last word of the last one may belong
 * to all: "bar and waiting staff".
 */
function titlesIn(index: LoadedTitleIndex, parts: readonly Words[]): readonly string[] {
  const titles: string[] = [];
  let joined: Words[] = [];
  const close = () => {
    const whole = joined.map((part) => withoutJoiningEdges(part, mayBelongToTitle));
    joined = [];
    if (isTitle(index, stemsOf(whole.flat()))) return;
    const head = whole.at(-1)?.at(-1);
    const texts = whole.map((words) =>
      isTitle(index, stemsOf(words)) || head === undefined ? words : [...words, head],
    );
    if (texts.length > 1 && texts.every((words) => isTitle(index, stemsOf(words))))
      titles.push(...texts.map((words) => words.map(({ word }) => word).join(' ')));
  };
  for (const part of parts.filter((words) => words.length > 0)) {
    const [first] = part;
    const isJoined = first?.followsStroke === true || conjunctions.has(first?.stem ?? '');
    if (!isJoined) close();
    if (withoutJoiningEdges(part, mayBelongToTitle).length > 0) joined.push(part);
  }
  close();
  return titles;
}

/**
 * The parts of a piece: the job, what follows with "at", "for" and the like, a second job, and a
 * name before or after the job with a word of employers: "Sunnyside Nursing Home cook".
 */
function partsOf(index: LoadedTitleIndex, piece: Words): Words[] {
  for (let place = 1; place < piece.length; place++) {
    const before = piece.slice(0, place);
    const after = piece.slice(place);
    const stem = piece[place]?.stem ?? '';
    const isCut = prepositionsOfPlace.has(stem)
      ? mayNameEmployer(index, after)
      : conjunctions.has(stem) && isSecondJob(index, before, after);
    const isInTitle = () =>
      isInTitles(index, stemsOf(piece.slice(place - 1, place + 2)), 'within') ||
      isTitle(index, stemsOf(withoutJoiningEdges(piece, mayBelongToTitle)));
    const isFirst =
      withoutJoiningEdges(before, prepositionsOfPlace.has(stem) ? isOfJob : mayBelongToTitle)
        .length > 0;
    if (isCut && isFirst && !isInTitle())
      return [...partsOf(index, before), ...partsOf(index, after)];
  }
  const title = longestTitle(index, piece);
  if (title === null) return [piece];
  const isOfEmployer = ({ mark: kind }: Word) => kind === 'employer' || kind === 'employers';
  const start = piece.slice(0, title.from).findLastIndex(isOfEmployer) + 1;
  const tail = piece.slice(title.to);
  const end = mayNameEmployer(index, tail) && tail.some(isOfEmployer) ? title.to : piece.length;
  const cut = mayNameEmployer(index, piece.slice(0, start)) ? start : 0;
  return [piece.slice(0, cut), piece.slice(cut, end), piece.slice(end)];
}

/** Whether what follows "and" or "or" is another job. */
function isSecondJob(index: LoadedTitleIndex, before: Words, after: Words): boolean {
  if (kindsOfSecondJob.has(after[1]?.mark ?? null)) return true;
  const job = jobStemsOf(after);
  if (!isTitle(index, job)) return false;
  const first = stemsOf(withoutJoiningEdges(before, mayBelongToTitle));
  return isTitle(index, first) || isTitle(index, [...first, ...job.slice(-1)]);
}

/**
 * Marks the words for a workplace beside a title whose unit group is clear: "caretaker primary
 * school". A title that has all the words is better: "cleaner school".
 */
function markWorkplace(index: LoadedTitleIndex, words: Words): void {
  const free = words.filter((word) => mayBelongToTitle(word) && !joiningWords.has(word.stem));
  const title = longestTitle(index, free);
  if (title === null) return;
  const beside = [...free.slice(0, title.from), ...free.slice(title.to)];
  const isPlace = beside.length > 0 && beside.every(({ word }) => qualifiersOf.has(word));
  const isVague = words.some((word) => word.mark === 'vague');
  if (!isPlace || isVague || isInOneTitle(index, stemsOf(free))) return;
  const text = free.slice(title.from, title.to).map(({ word }) => word);
  const hints = new Set(
    beside.flatMap(({ word, stem }) => [stem, ...(qualifiersOf.get(word) ?? [])]),
  );
  const shares = exactCandidates(index, text.join(' '), 1, { hints }).map(({ share }) => share);
  if (Math.max(0, ...shares) < leastShareOfPlaced) return;
  for (const word of beside) word.mark = 'workplace';
}

/** The stems of a workplace, and of the words that qualifiers have for it. */
function hintsOf({ word, stem, mark: kind }: Word): readonly string[] {
  const isBeside = kind === 'workplace' || kind === 'employer' || kind === 'technology';
  return isBeside ? [stem, ...(qualifiersOf.get(word) ?? [])] : [];
}

function isOfJob(word: Word): boolean {
  return word.mark === null;
}

/** Whether a word may belong to a title: "bar" is an employer only beside a name. */
function mayBelongToTitle(word: Word): boolean {
  return word.mark === null || word.mark === 'employers';
}

function stemsOf(words: Words): string[] {
  return words.map(({ stem }) => stem);
}

/** The words that are not marked, without small words at the ends. */
function withoutJoiningEdges(words: Words, belongs = isOfJob): Word[] {
  const job = words.filter(belongs);
  while (joiningWords.has(job[0]?.stem ?? '')) job.shift();
  while (joiningWords.has(job.at(-1)?.stem ?? '')) job.pop();
  return job;
}

function jobStemsOf(words: Words): string[] {
  return stemsOf(withoutJoiningEdges(words));
}

/** Whether there is a word of a known employer or place, or one unlike any of the index: a name. */
function mayNameEmployer({ vocabulary }: LoadedTitleIndex, words: Words): boolean {
  return words.some(({ word, mark: kind }) =>
    kind === null
      ? word.length >= shortestName &&
        vocabulary.placeOf(word) === undefined &&
        vocabulary.near(word, 1).length === 0
      : kind === 'employer' || kind === 'place',
  );
}

function isMisspelt({ vocabulary }: LoadedTitleIndex, neighbour: Word | undefined): boolean {
  if (neighbour === undefined || neighbour.mark !== null) return false;
  const { word } = neighbour;
  if (kindOfPhrase.has(word) || !/^[a-z]{3,}$/.test(word)) return false;
  return vocabulary.placeOf(word) === undefined && vocabulary.near(word, 1).length > 0;
}

/**
 * Whether a part beside the job's says nothing of the job: an employer, a name, a second job.
 * "Cook, school" is a school cook.
 */
function isSeparateFrom(index: LoadedTitleIndex, part: Words, job: Words): boolean {
  const words = jobStemsOf(part);
  const jobWords = jobStemsOf(job);
  if (words.length > 0)
    if (isTitle(index, [...words, ...jobWords]) || isTitle(index, [...jobWords, ...words]))
      return false;
  return (
    mayNameEmployer(index, part) ||
    conjunctions.has(part[0]?.stem ?? '') ||
    (isTitle(index, words) && endsTitle(index, jobWords))
  );
}

/** Where the longest title in the words begins and ends. */
function longestTitle(
  index: LoadedTitleIndex,
  words: Words,
): { readonly from: number; readonly to: number } | null {
  for (let length = words.length; length > 0; length--)
    for (let from = 0; from + length <= words.length; from++) {
      const some = words.slice(from, from + length);
      if (some.every(mayBelongToTitle) && isTitle(index, stemsOf(some)))
        return { from, to: from + length };
    }
  return null;
}

function isTitle(index: LoadedTitleIndex, words: readonly string[]): boolean {
  return isInTitles(index, words, 'whole');
}

function endsTitle(index: LoadedTitleIndex, words: readonly string[]): boolean {
  return isTitle(index, words) || isInTitles(index, words.slice(-1), 'end');
}

/** Whether the words are in a title, one after another, or at its end, or are a title. */
function isInTitles(
  index: LoadedTitleIndex,
  part: readonly string[],
  how: 'whole' | 'end' | 'within',
): boolean {
  const { stems, words } = index;
  const places = part.map((word) => stemPlace(index, word) ?? -1);
  for (const item of itemsWith(index, places)) {
    const start = words.starts[item] ?? 0;
    const last = (words.starts[item + 1] ?? 0) - places.length;
    if (how === 'whole' && last !== start) continue;
    for (let from = how === 'end' ? last : start; from <= last; from++)
      if (places.every((place, nth) => stems[words.values[from + nth] ?? 0] === place)) return true;
  }
  return false;
}

/** Whether a title has all the words, in any order. */
function isInOneTitle(index: LoadedTitleIndex, part: readonly string[]): boolean {
  const { stems, words } = index;
  const places = part.map((word) => stemPlace(index, word) ?? -1);
  return itemsWith(index, places).some((item) => {
    const values = words.values.subarray(words.starts[item], words.starts[item + 1]);
    return places.every((place) => values.some((word) => stems[word] === place));
  });
}
