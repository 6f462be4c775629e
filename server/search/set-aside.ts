// Sets aside what stands around a job in adverts and surveys: hours, contract, pay, grade, place,
// employer, a second job. What such words are is data (data/around.json); whether they belong to
// the job here, the titles of the index decide: "night" belongs to "night porter", not to "chef,
// nights".
import around from './data/around.json' with { type: 'json' };
import { type LoadedTitleIndex, isHeld, itemsWith, stemPlace } from './load-title-index.ts';
import { stemOf, wordsOf } from './normalise.ts';
import { longForms } from './words.ts';

type Kind = keyof typeof around;

/** A word of a query, and what it is: null if it is of the job. */
interface Word {
  readonly word: string;
  readonly stem: string;
  readonly token: number;
  mark: Kind | null;
}
type Words = readonly Word[];

const longest = 5;
const shortestName = 5;
// "Grade 5", "band B", "scale IV"; and G7, SW19.
const grade = /^(\d.*|[a-h]|i{1,3}|iv|vi{0,2})$/;
const code = /^[a-z]{0,2}\d{1,2}[a-z]?$/;
const alike = (word: string, among: number) =>
  code.test(word) || (grade.test(word) && (among > 1 || /\d/.test(word)))
    ? '#'
    : word.replace(/\d.*/, '#');
const kinds: ReadonlyMap<string, Kind> = new Map(
  (Object.keys(around) as Kind[]).flatMap((kind) =>
    around[kind].split('|').map((phrase) => [phrase, kind] as const),
  ),
);
/** "Chef at Hilton", "cleaner for the council", "chef in York". */
const leading: ReadonlySet<string> = new Set(['at', 'for', 'with', 'in', 'by']);
const joining: ReadonlySet<string> = new Set([
  ...leading,
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

/** What begins a second job: "and part time barista". */
const second: ReadonlySet<Kind | null> = new Set<Kind>(['hours', 'contract', 'rank', 'says']);

/**
 * `core`: the job, as it is written; empty if there is none, or if a question is left. `aside`: the
 * rest, in order.
 */
export function setAside(
  index: LoadedTitleIndex,
  text: string,
): { readonly core: string; readonly aside: readonly string[] } {
  const { tokens, pieces } = read(index, text);
  for (const piece of pieces) mark(index, piece);
  // "Smith & Sons: cook" has two titles, and one of them is beside a name.
  const parts = pieces
    .toSorted((a, b) => Number(hasName(index, a)) - Number(hasName(index, b)))
    .flatMap((piece) => partsOf(index, piece));
  const jobs = parts.filter((part) => endsTitle(index, jobOf(part)));
  const job =
    jobs.find((part) => !hasName(index, part)) ??
    jobs[0] ??
    parts.find((part) => jobOf(part).some((word) => isHeld(index, word)));
  for (const part of parts)
    if (job !== undefined && part !== job && isApart(index, part, job))
      for (const word of part) word.mark = 'employer';
  const words = pieces.flat();
  // Words like "hotel" and "school" are of an employer only beside a name.
  for (const word of words) if (word.mark === 'employers') word.mark = null;
  // "Band C" is a title if nothing better is there.
  if (jobOf(words).length === 0)
    for (const word of words) if (word.mark === 'grade') word.mark = null;
  const left = jobOf(words);
  if (
    words.every(({ mark }) => mark === null) ||
    (left.length === 0 && longForms.has(wordsOf(text).map(stemOf).join(' ')))
  )
    return { core: text, aside: [] };
  const has = (kind: Kind) => words.some(({ mark }) => mark === kind);
  const isJob = left.length > 0 && !has('welsh') && (!has('asks') || endsTitle(index, left));
  // Words that say nothing alone may say something beside others.
  for (const word of isJob ? words : []) if (word.mark === 'vague') word.mark = null;
  const isOf = words.map(({ mark }) => isJob && mark === null);
  // "at" and "and" beside what is set aside go with it.
  for (const ends of [[...words.keys()], [...words.keys()].reverse()])
    for (const at of isOf[ends[0] ?? 0] ? [] : ends) {
      if (isOf[at] && !joining.has(words[at]?.stem ?? '')) break;
      isOf[at] = false;
    }
  const kept = new Set(words.flatMap(({ token }, at) => (isOf[at] ? [token] : [])));
  const found: Record<'core' | 'aside', string[]> = { core: [], aside: [] };
  tokens.forEach(({ raw, gap }, at) => {
    const list = found[kept.has(at) ? 'core' : 'aside'];
    list.push(
      at > 0 && kept.has(at) === kept.has(at - 1)
        ? `${list.pop()}${gap.replace(/[()[\]]/g, '')}${raw}`
        : raw,
    );
  });
  const aside = found.aside.map(withoutEdgeMarks);
  return { core: found.core.join(', '), aside: aside.filter((one) => one !== '') };
}

/** A text from its first letter, digit or pound sign to its last letter or digit. */
function withoutEdgeMarks(text: string): string {
  const characters = [...text];
  const first = characters.findIndex((character) => /[\p{L}\d£]/u.test(character));
  const last = characters.findLastIndex((character) => /[\p{L}\d]/u.test(character));
  return first < 0 ? '' : characters.slice(first, last + 1).join('');
}

/**
 * The text between blanks and punctuation marks, and its words, in pieces between the marks. A dash
 * or a stroke alone parts, too.
 */
function read(index: LoadedTitleIndex, text: string) {
  const pieces: Word[][] = [[]];
  let end = 0;
  const tokens = [...text.matchAll(/[^\s,;:|()[\]]+/g)].map(({ 0: raw, index: from }, token) => {
    const gap = text.slice(end, from);
    const words = wordsOf(raw);
    if (words.length === 0 || /[^ ]/.test(gap)) pieces.push([]);
    pieces
      .at(-1)
      ?.push(
        ...words.map((word) => ({ word, stem: meantBy(index, stemOf(word)), token, mark: null })),
      );
    end = from + raw.length;
    return { raw, gap };
  });
  return { tokens, pieces };
}

/** The stem that an abbreviation stands for; otherwise the stem itself. */
function meantBy(index: LoadedTitleIndex, stem: string): string {
  const long = isHeld(index, stem)
    ? []
    : (index.longForms.get(stem) ?? longForms.get(stem)?.[0] ?? []);
  return long.length === 1 ? (long[0] ?? stem) : stem;
}

/**
 * Marks the phrases of the lists in a piece, the longest first, unless a title has them with the
 * word beside them, or is the piece.
 */
function mark(index: LoadedTitleIndex, piece: Words): void {
  const stems = stemsOf(piece);
  const isWithin = (from: number, to: number) =>
    from >= 0 && to <= stems.length && isPart(index, stems.slice(from, to), 'within');
  for (let at = 0, length = 0; at < piece.length; at += Math.max(1, length)) {
    for (length = Math.min(longest, piece.length - at); length > 0; length--) {
      const of = piece.slice(at, at + length);
      const kind =
        kinds.get(of.map(({ word }) => word).join(' ')) ??
        kinds.get(of.map(({ word }) => alike(word, length)).join(' '));
      const isForm = length > 1 && longForms.has(stems.slice(at, at + length).join(' '));
      if (kind === undefined && !isForm) continue;
      const before = piece[at - 1];
      const after = piece[at + length];
      // "Retail assistant": what assists an employer is the job.
      const followsJob = before?.mark === null || (kind === 'rank' && before?.mark === 'employers');
      const isOf =
        kind === 'rank'
          ? followsJob || stems.some((_, to) => to > at && isTitle(index, stems.slice(at, to + 1)))
          : isWithin(at, at + length + 1) || (followsJob && isWithin(at - 1, at + length));
      // "Charity director", "bath fitter": before the one word of a job, a word that titles have
      // belongs to it.
      const isOfOnlyWord =
        length === 1 &&
        at === 0 &&
        piece.length === 2 &&
        (kind === 'employer' || kind === 'place') &&
        isHeld(index, stems[0] ?? '');
      // What looks misplaced may belong to a misspelt word: "pension odministrator".
      const isDoubtful =
        length === 1 &&
        kind !== 'welsh' &&
        (isMisspelt(index, after) || (kind === 'grade' && isMisspelt(index, before)));
      if (!isForm && !isOf && !isOfOnlyWord && !isDoubtful)
        for (const word of of) word.mark = kind ?? null;
      break;
    }
  }
  if (jobOf(piece).length > 0 && isTitle(index, stems)) for (const word of piece) word.mark = null;
}

/**
 * The parts of a piece: the job, what follows with "at", "for" and the like, a second job, and a
 * name before or after the job with a word of employers: "Sunnyside Nursing Home cook".
 */
function partsOf(index: LoadedTitleIndex, piece: Words): Words[] {
  for (let at = 1; at < piece.length; at++) {
    const before = piece.slice(0, at);
    const rest = piece.slice(at);
    const stem = piece[at]?.stem ?? '';
    const isSecond =
      second.has(rest[1]?.mark ?? null) ||
      (isTitle(index, jobOf(before)) && isTitle(index, jobOf(rest)));
    if (
      jobOf(before).length > 0 &&
      (leading.has(stem) ? hasName(index, rest) : stem === 'and' && isSecond) &&
      !isPart(index, stemsOf(piece.slice(at - 1, at + 2)), 'within')
    )
      return [...partsOf(index, before), ...partsOf(index, rest)];
  }
  const [from, to] = longestTitle(index, piece);
  const isOfEmployer = ({ mark }: Word) => mark === 'employer' || mark === 'employers';
  const start = piece.slice(0, from).findLastIndex(isOfEmployer) + 1;
  const end =
    hasName(index, piece.slice(to)) && piece.slice(to).some(isOfEmployer) ? to : piece.length;
  const cut = hasName(index, piece.slice(0, start)) ? start : 0;
  return to === 0 ? [piece] : [piece.slice(0, cut), piece.slice(cut, end), piece.slice(end)];
}

const stemsOf = (words: Words) => words.map(({ stem }) => stem);

/** The stems of what is not marked, without small words at its ends. */
function jobOf(words: Words): string[] {
  const stems = stemsOf(words.filter(({ mark }) => mark === null));
  while (joining.has(stems[0] ?? '')) stems.shift();
  while (joining.has(stems.at(-1) ?? '')) stems.pop();
  return stems;
}

/** Whether there is a word of a known employer or place, or one unlike any of the index: a name. */
function hasName({ vocabulary }: LoadedTitleIndex, words: Words): boolean {
  return words.some(({ word, mark }) =>
    mark === null
      ? word.length >= shortestName &&
        vocabulary.placeOf(word) === undefined &&
        vocabulary.near(word, 1).length === 0
      : mark === 'employer' || mark === 'place',
  );
}

function isMisspelt({ vocabulary }: LoadedTitleIndex, of: Word | undefined): boolean {
  if (of === undefined || of.mark !== null || kinds.has(of.word) || !/^[a-z]{3,}$/.test(of.word))
    return false;
  return vocabulary.placeOf(of.word) === undefined && vocabulary.near(of.word, 1).length > 0;
}

/**
 * Whether a part beside the job's says nothing of the job: an employer, a name, a second job.
 * "Cook, school" is a school cook.
 */
function isApart(index: LoadedTitleIndex, part: Words, job: Words): boolean {
  const own = jobOf(part);
  const of = jobOf(job);
  if (own.length > 0 && isTitle(index, [...own, ...of])) return false;
  return (
    hasName(index, part) || part[0]?.stem === 'and' || (isTitle(index, own) && endsTitle(index, of))
  );
}

/** Where the longest title in the words begins and ends; 0 and 0 if there is none. */
function longestTitle(index: LoadedTitleIndex, piece: Words): readonly [number, number] {
  const isFree = ({ mark }: Word) => mark === null || mark === 'employers';
  for (let length = piece.length; length > 0; length--)
    for (let from = 0; from + length <= piece.length; from++) {
      const of = piece.slice(from, from + length);
      if (of.every(isFree) && isTitle(index, stemsOf(of))) return [from, from + length];
    }
  return [0, 0];
}

const isTitle = (index: LoadedTitleIndex, words: readonly string[]) =>
  isPart(index, words, 'whole');
const endsTitle = (index: LoadedTitleIndex, words: readonly string[]) =>
  isTitle(index, words) || isPart(index, words.slice(-1), 'end');

/** Whether the words are in a title, one after another, or at its end, or are a title. */
function isPart(
  index: LoadedTitleIndex,
  of: readonly string[],
  how: 'whole' | 'end' | 'within',
): boolean {
  const { stems, words } = index;
  const places = of.map((word) => stemPlace(index, word) ?? -1);
  for (const item of itemsWith(index, places)) {
    const start = words.starts[item] ?? 0;
    const end = words.starts[item + 1] ?? 0;
    const last = end - places.length;
    if (how === 'whole' && last !== start) continue;
    for (let from = how === 'end' ? last : start; from <= last; from++)
      if (places.every((place, at) => stems[words.values[from + at] ?? 0] === place)) return true;
  }
  return false;
}
