// The costs of reading a query as a job title. A typing error in a word of middle length costs 1;
// the other costs are relative to it. The numbers were tuned on the first seed of bench/search.
import { smallWords } from './words.ts';

const costOfSmallWord = 0.12;
const costOfEdge = 1.4;

/** The cost of a typed word that is noise: a place, a name, a wage, or a word of adverts. */
export const costOfNoise = 0.6;

/** How rare a word is: 0 if all titles have it. `titles`: those that have it, of `among`. */
function rarity(titles: number, among: number): number {
  return Math.log((1 + among) / Math.max(1, titles));
}

/** The cost of a title's word that the query lacks. */
export function costOfMissing(word: string, titles: number, among: number): number {
  return smallWords.has(word) ? costOfSmallWord : 0.55 + 0.11 * rarity(titles, among);
}

/**
 * How a typed word relates to the index: something in it is near, or begins with it alone; and
 * whether it is first or last in the query.
 */
type WordRelation = Readonly<Record<'isNear' | 'isBegun' | 'isEdge', boolean>>;

/**
 * The cost of a typed word that the title lacks. A word unlike any in the index is a place, a wage
 * or a name, and hardly counts against the title.
 */
export function costOfAdded(
  word: string,
  titles: number,
  among: number,
  { isNear, isBegun, isEdge }: WordRelation,
): number {
  if (isBegun) return 1;
  // "Inspector of" and "and sealer" are titles that lack a word.
  if (smallWords.has(word)) return isEdge ? costOfEdge : costOfSmallWord;
  if (word.length === 1 || /^\d/.test(word)) return 0.25;
  if (titles > 0) return 0.65 + 0.14 * rarity(titles, among);
  return isNear ? Math.min(2.4, 1.5 + 0.12 * word.length) : costOfNoise;
}

/**
 * A word this short may be an abbreviation, and one other letter makes it another one: QS is not
 * OS, EV is not AV.
 */
export const longestAbbreviation = 3;

/**
 * The cost of typing errors in a word with this many letters. An error costs more in a shorter
 * word, because it changes more of it.
 */
export function costOfErrors(errors: number, letters: number): number {
  const first = costOfFirstError(letters);
  return errors === 1 ? first : 2.1 * first;
}

function costOfFirstError(letters: number): number {
  if (letters < longestAbbreviation) return 1.6;
  if (letters === longestAbbreviation) return 1.25;
  if (letters < 5) return 1.1;
  return letters < 8 ? 1 : 0.9;
}

/**
 * How much likelier a misspelt word is meant if many titles have it: "manger" is a manager rather
 * than a hanger.
 */
export function bonusOfFrequency(titles: number): number {
  return 0.04 * Math.log(1 + titles);
}

/** How many errors a typed word with this many letters may have. */
export function mostErrors(letters: number): number {
  if (letters < 2) return 0;
  return letters < 6 ? 1 : 2;
}

/** The cost of a word that is typed only in part, either still being typed or cut short. */
export function costOfEnding(typed: number, letters: number, stillTyping: boolean): number {
  if (letters <= longestAbbreviation) return costOfErrors(1, letters);
  const unseen = 0.35 + 0.05 * (letters - typed);
  return stillTyping ? unseen : unseen + 0.5;
}

export const costs = {
  /**
   * A typed word that the index has is mostly right, but one slip can turn "trainee" into
   * "trainer".
   */
  knownWordMistyped: 0.25,
  /** The plural in place of the singular, or the American spelling. */
  otherForm: 0.03,
  owner: 1.6,
  otherOrder: 0.15,
  /** An assistant manager is not a manager's assistant. */
  possessiveTurned: 1.5,
  blankMoved: 0.25,
  /** "forman" is more likely a foreman than "for man". */
  smallWordSplit: 1.1,
  abbreviated: 0.35,
  /** Another gender, or the field for who practises it. */
  otherName: 0.3,
  crossReference: 0.05,
  /**
   * For each word that only the qualifier has; and for a qualifier that the query does not name.
   */
  qualifierNamed: 0.4,
  qualifierUnnamed: 0.05,
} as const;
