// Sets aside what stands around a job in adverts and surveys: hours, contract, pay, grade, place, employer, a second job. What such words are is
// data (data/around.json); whether they belong to the job here, the titles of the index decide: "night" belongs to "night porter", not to "chef, nights".
import around from './data/around.json' with { type: 'json' };
import { type LoadedTitleIndex, lengthOf } from './load-title-index.ts';
import { stemOf, wordsOf } from './normalise.ts';
import { longForms } from './words.ts';

type Kind = keyof typeof around;

/** A word of a query. Words of one piece have no punctuation mark between them. */
interface Word {
  readonly word: string;
  readonly stem: string;
  readonly token: number;
  readonly piece: number;
  /** What it is; null if it is of the job. */
  mark: Kind | null;
}

/** `core`: the job, as it is written; empty if there is none. `aside`: the rest, in order. */
export interface SetAside {
  readonly core: string;
  readonly aside: readonly string[];
}

const longest = 5;
const shortestName = 5;
// "Grade 5", "band B", "scale IV"; and G7, SW19.
const grade = /^(\d.*|[a-h]|i{1,3}|iv|vi{0,2})$/;
const code = /^[a-z]{0,2}\d{1,2}[a-z]?$/;
const alike = (word: string, among: number) =>
  code.test(word) || (grade.test(word) && (among > 1 || /\d/.test(word))) ? '#' : word.replace(/\d.*/, '#');
const kinds: ReadonlyMap<string, Kind> = new Map(
  (Object.keys(around) as Kind[]).flatMap((kind) => around[kind].split('|').map((phrase) => [phrase, kind] as const)),
);
/** "Chef at Hilton", "cleaner for the council", "chef in York". */
const leading: ReadonlySet<string> = new Set(['at', 'for', 'with', 'in', 'by']);
const joining: ReadonlySet<string> = new Set([...leading, 'and', 'a', 'an', 'the', 'of', 'to', 'on', 'or', 'from', 'is']);
/** A word of these alone may be a job: PT, bank, apprentice. */
const alone: ReadonlySet<Kind | null> = new Set<Kind>(['hours', 'rank', 'employer', 'grade', 'place']);
const named: ReadonlySet<Kind | null> = new Set<Kind>(['employer', 'place']);

/** A text of a title alone stays whole. So does one that has no job beside an employer, which may say something by itself. */
export function setAside(index: LoadedTitleIndex, text: string): SetAside {
  const { tokens, words } = read(index, text);
  const pieces = [...Map.groupBy(words, ({ piece }) => piece).values()];
  for (const piece of pieces) mark(index, piece);
  const titles = pieces.filter((piece) => endsTitle(index, jobOf(piece)));
  const job =
    titles.find((piece) => !piece.some((word) => isNamed(index, word))) ??
    titles[0] ??
    pieces.find((piece) => jobOf(piece).some((word) => isKnown(index, word)));
  for (const piece of pieces) {
    if (piece === job) markAround(index, piece);
    else if (job !== undefined && isApart(index, piece, job)) put(piece);
  }
  // Words like "hotel" and "school" are of an employer only beside a name.
  for (const word of words) if (word.mark === 'employers') word.mark = null;
  // "Band C" is a title of the index if nothing better is there.
  if (jobOf(words).length === 0) for (const word of pieces.find((piece) => isTitle(index, stemsOf(piece))) ?? []) word.mark = null;
  const left = jobOf(words);
  const may = words.length === 1 ? alone : named;
  if (
    words.every(({ mark }) => mark === null) ||
    (left.length === 0 && words.every(({ stem, mark }) => may.has(mark) || joining.has(stem)))
  )
    return { core: text, aside: [] };
  // "Works" and "people" are words of questions only if nothing else is left.
  for (const word of left.length === 0 ? [] : words) if (word.mark === 'asks') word.mark = null;
  const isOf = words.map(({ mark }) => left.length > 0 && mark === null);
  for (const ends of [words.keys(), [...words.keys()].reverse()])
    for (const at of ends) {
      if (isOf[at] && !joining.has(words[at]?.stem ?? '')) break;
      isOf[at] = false;
    }
  const kept = new Set(words.flatMap(({ token }, at) => (isOf[at] ? [token] : [])));
  const found: Record<'core' | 'aside', string[]> = { core: [], aside: [] };
  tokens.forEach(({ raw, gap }, at) => {
    const list = found[kept.has(at) ? 'core' : 'aside'];
    list.push(at > 0 && kept.has(at) === kept.has(at - 1) ? `${list.pop()}${gap.replace(/[()[\]]/g, '')}${raw}` : raw);
  });
  const aside = found.aside.map((one) => one.replace(/^[^\p{L}\d£]+|[^\p{L}\d]+$/gu, ''));
  return { core: found.core.join(', '), aside: aside.filter((one) => one !== '') };
}

function read(index: LoadedTitleIndex, text: string) {
  let [piece, end] = [0, 0];
  const tokens = [...text.matchAll(/[^\s,;:|()[\]]+/g)].map(({ 0: raw, index: from }) => {
    const gap = text.slice(end, from);
    const words = wordsOf(raw);
    // A dash or a stroke alone parts, too.
    if (end > 0 && (words.length === 0 || /[^ ]/.test(gap))) piece++;
    end = from + raw.length;
    return { raw, gap, words, piece };
  });
  const words = tokens.flatMap(({ words, piece }, token) =>
    words.map((word): Word => ({ word, stem: meantBy(index, stemOf(word)), token, piece, mark: null })),
  );
  return { tokens, words };
}

/** The stem that an abbreviation stands for; otherwise the stem itself. */
function meantBy(index: LoadedTitleIndex, stem: string): string {
  const [long = []] = isKnown(index, stem) ? [] : [index.longForms.get(stem) ?? longForms.get(stem)?.[0] ?? []];
  return long.length === 1 ? (long[0] ?? stem) : stem;
}

/** Marks the phrases of the lists in a piece, the longest first, unless a title has them with the word beside them, or is the piece. */
function mark(index: LoadedTitleIndex, piece: readonly Word[]): void {
  const stems = stemsOf(piece);
  for (let at = 0, length = 0; at < piece.length; at += Math.max(1, length)) {
    for (length = Math.min(longest, piece.length - at); length > 0; length--) {
      const of = piece.slice(at, at + length);
      const kind = kinds.get(of.map(({ word }) => word).join(' ')) ?? kinds.get(of.map(({ word }) => alike(word, length)).join(' '));
      const isForm = length > 1 && longForms.has(stems.slice(at, at + length).join(' '));
      if (kind === undefined && !isForm) continue;
      const [before, after] = [piece[at - 1], piece[at + length]];
      const isOf =
        kind === 'rank'
          ? (before !== undefined && before.mark !== 'says' && before.mark !== 'contract') ||
            (after !== undefined && !isKnown(index, after.stem)) ||
            leads(index, stems.slice(at))
          : (after !== undefined && isPart(index, stems.slice(at, at + length + 1), 'within')) ||
            (before?.mark === null && isPart(index, stems.slice(at - 1, at + length), 'within'));
      // What looks misplaced may belong to a misspelt word: "pension odministrator".
      const isDoubtful = length === 1 && after !== undefined && !kinds.has(after.word) && isMisspelt(index, after);
      if (!isForm && !isOf && !isDoubtful) for (const word of of) word.mark = kind ?? null;
      break;
    }
  }
  // An assistant chef is no chef's assistant, but "senior physiologist cardiac" is a title in another order.
  if (jobOf(piece).length > 0 && (isTitle(index, stems) || (stems.length > 2 && isPart(index, stems, 'anyOrder'))))
    for (const word of piece) word.mark = null;
}

/** Whether a title begins the words, and has more than the first. */
function leads(index: LoadedTitleIndex, stems: readonly string[]): boolean {
  return stems.some((_, at) => at > 0 && isTitle(index, stems.slice(0, at + 1)));
}

const stemsOf = (words: readonly Word[]) => words.map(({ stem }) => stem);

/** The stems of what is not marked, without small words at its ends. */
function jobOf(words: readonly Word[]): string[] {
  const stems = stemsOf(words.filter(({ mark }) => mark === null));
  while (joining.has(stems[0] ?? '')) stems.shift();
  while (joining.has(stems.at(-1) ?? '')) stems.pop();
  return stems;
}

/** A word of a known employer or place, or unlike any of the index: a name. */
function isNamed(index: LoadedTitleIndex, { word, mark }: Word): boolean {
  if (mark !== null) return named.has(mark);
  return word.length >= shortestName && index.vocabulary.placeOf(word) === undefined && index.vocabulary.near(word, 1).length === 0;
}

const isMisspelt = ({ vocabulary }: LoadedTitleIndex, { word }: Word) =>
  /^[a-z]{2,}$/.test(word) && vocabulary.placeOf(word) === undefined && vocabulary.near(word, 1).length > 0;

/** Sets aside what has no mark of its own, or that of an employer's words. */
function put(words: readonly Word[]): void {
  for (const word of words) if (word.mark === null || word.mark === 'employers') word.mark = 'employer';
}

/** Marks what is around the job in its own piece: a second job, "at Hilton", "Sunnyside Nursing Home". */
function markAround(index: LoadedTitleIndex, piece: readonly Word[]): void {
  const [from, to] = longestTitle(index, piece);
  const hasName = (words: readonly Word[]) => words.some((word) => isNamed(index, word));
  for (const [at, { stem }] of piece.entries()) {
    const [before, rest] = [jobOf(piece.slice(0, at)), piece.slice(at + 1)];
    if ((at >= from && at < to) || before.length === 0) continue;
    const isJob = isTitle(index, before) || ((rest[0]?.mark ?? null) !== null && endsTitle(index, before));
    if (stem === 'and' && isJob && isTitle(index, jobOf(rest))) {
      put(piece.slice(at));
      markAround(index, piece.slice(0, at));
      return;
    }
    if (at >= to && leading.has(stem) && hasName(rest)) put(piece.slice(at));
  }
  for (const part of to === 0 ? [] : [piece.slice(0, from), piece.slice(to)])
    if (hasName(part) && part.some(({ mark }) => mark === 'employer' || mark === 'employers')) put(part);
}

/** Whether a piece beside the job's says nothing of the job: an employer, a name, a second job. "Cook, school" is a school cook. */
function isApart(index: LoadedTitleIndex, piece: readonly Word[], job: readonly Word[]): boolean {
  const [own, of] = [jobOf(piece), jobOf(job)];
  if (own.length > 0 && isTitle(index, [...own, ...of])) return false;
  return piece.some((word) => isNamed(index, word)) || (isTitle(index, own) && endsTitle(index, of));
}

/** Where the longest title in the words begins and ends; 0 and 0 if there is none. */
function longestTitle(index: LoadedTitleIndex, piece: readonly Word[]): readonly [number, number] {
  const isFree = ({ mark }: Word) => mark === null || mark === 'employers';
  for (let length = piece.length; length > 0; length--)
    for (let from = 0; from + length <= piece.length; from++) {
      const of = piece.slice(from, from + length);
      if (of.every(isFree) && isTitle(index, stemsOf(of))) return [from, from + length];
    }
  return [0, 0];
}

function isKnown({ vocabulary, stems, holders }: LoadedTitleIndex, word: string): boolean {
  const stem = stems[vocabulary.placeOf(word) ?? -1];
  return stem !== undefined && lengthOf(holders, stem) > 0;
}

const isTitle = (index: LoadedTitleIndex, words: readonly string[]) => isPart(index, words, 'whole');
const endsTitle = (index: LoadedTitleIndex, words: readonly string[]) => isTitle(index, words) || isPart(index, words.slice(-1), 'end');

/** Whether the words are in a title, one after another, or at its end, or are a title. */
function isPart(
  { vocabulary, stems, holders, words }: LoadedTitleIndex,
  of: readonly string[],
  how: 'whole' | 'anyOrder' | 'end' | 'within',
): boolean {
  const places = of.map((word) => stems[vocabulary.placeOf(word) ?? -1] ?? -1);
  const [rarest = -1] = places.toSorted((a, b) => lengthOf(holders, a) - lengthOf(holders, b));
  if (places.includes(-1) || rarest === -1) return false;
  for (const item of holders.values.subarray(holders.starts[rarest], holders.starts[rarest + 1])) {
    const [start = 0, end = 0] = [words.starts[item], words.starts[item + 1]];
    const last = end - places.length;
    if ((how === 'whole' || how === 'anyOrder') && last !== start) continue;
    if (how === 'anyOrder' && [...words.values.subarray(start, end)].every((word) => places.includes(stems[word] ?? 0))) return true;
    for (let from = how === 'end' ? last : start; from <= last; from++)
      if (places.every((place, at) => stems[words.values[from + at] ?? 0] === place)) return true;
  }
  return false;
}
