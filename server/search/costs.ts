// The costs of reading a query as a job title. A typing error in a word of middle length costs 1; the other costs are relative to it.
// The numbers were tuned on the first seed of bench/search.

// Small words, which any title may have or lack.
export const smallWords: ReadonlySet<string> = new Set([
  'a',
  'an',
  'and',
  'at',
  'by',
  'for',
  'from',
  'in',
  'of',
  'on',
  'or',
  'the',
  'to',
  'with',
]);

/** In "PA to CEO", "driver of lorries" and "assistant in shop" the job is the word before the small word. */
export const prepositions: ReadonlySet<string> = new Set(['at', 'by', 'for', 'from', 'in', 'of', 'on', 'to', 'with']);

// Words in adverts about hours, pay, contract and rank. Most are also words of some titles ("part-time helper", "band 5") and count there.
const advertWords: ReadonlySet<string> = new Set(
  (
    'advert apply asap band based benefits bonus career casual competitive contract contractor cover covering daily day days degree desired doe earnings entry equivalent essential evening ' +
    'evenings excellent experience experienced fixed flexible flexi ft ftc full grade graduate hire hiring hour hourly hours hybrid immediate immediately jnr job jobs junior k lead ' +
    'leave level maternity mat minimum month monthly months multiple near need needed new night nights now offer ongoing opportunity ote pa package paid paternity pay pension per ' +
    'perm permanent plus position post principal pt qualified rate ref reference remote required requisition role roles salary seasonal secondment self employed senior shift shifts ' +
    'snr sr start starting temp temporary term time trainee training urgent urgently vacancies vacancy wage wanted week weekend weekends weekly wfh work working year years zero'
  ).split(' '),
);

// These are ranks at the beginning of a query ("deputy manager") and jobs elsewhere ("manager's assistant").
const leadingRanks: ReadonlySet<string> = new Set(['acting', 'assistant', 'asst', 'associate', 'deputy']);

export function isAdvertWord(word: string): boolean {
  return advertWords.has(word);
}

/** The most that a typed word costs which is only noise: a place, a name, a wage, or a word of adverts. */
export const costOfNoise = 0.6;

/** How much a word tells: the rarer it is among the titles, the more. */
function rarity(titles: number, among: number): number {
  return Math.log((1 + among) / Math.max(1, titles));
}

/** The cost of a title's word that the query lacks. */
export function costOfMissing(word: string, titles: number, among: number): number {
  return smallWords.has(word) ? 0.12 : costOfMissingWord(titles, among);
}

/** The same for a word that is not small, or that counts in full at its place. */
export function costOfMissingWord(titles: number, among: number): number {
  return 0.55 + 0.11 * rarity(titles, among);
}

/**
 * The cost of a typed word that the title lacks. A word unlike any in the index is a place, a wage or a name, and hardly counts against the title.
 * `leads`: it stands before the rest of the query.
 */
export function costOfAdded(
  word: string,
  titles: number,
  among: number,
  { isNear, isBegun, leads }: Readonly<Record<'isNear' | 'isBegun' | 'leads', boolean>>,
): number {
  if (isBegun) return 1;
  if (smallWords.has(word)) return 0.12;
  if (word.length === 1 || /^\d/.test(word)) return 0.25;
  // At the beginning "pa" is a personal assistant, elsewhere mostly per annum.
  if ((isAdvertWord(word) && !(leads && word === 'pa')) || (leads && leadingRanks.has(word))) return 0.35;
  if (titles > 0) return 0.65 + 0.14 * rarity(titles, among);
  return isNear ? Math.min(2.4, 1.5 + 0.12 * word.length) : costOfNoise;
}

/** A word this short may be an abbreviation, and one other letter makes it another one: QS is not OS, EV is not AV. */
export const longestShort = 3;

/** The cost of typing errors in a word with this many letters. An error costs more in a shorter word, because it changes more of it. */
export function costOfErrors(errors: number, letters: number): number {
  if (errors === 0) return 0;
  const one = letters < longestShort ? 1.6 : letters === longestShort ? 1.25 : letters < 5 ? 1.1 : letters < 8 ? 1 : 0.9;
  return errors === 1 ? one : 2.1 * one;
}

/** How many errors a typed word with this many letters may have. */
export function mostErrors(letters: number): number {
  return letters < 2 ? 0 : letters < 6 ? 1 : 2;
}

/** The cost of a word that is typed only in part, either still being typed or cut short. */
export function costOfEnding(typed: number, letters: number, stillTyping: boolean): number {
  if (letters <= longestShort) return costOfErrors(1, letters);
  const unseen = 0.35 + 0.05 * (letters - typed);
  return stillTyping ? unseen : unseen + 0.5;
}

export const costs = {
  /** A typed word that the index has is mostly right, but one slip can turn "trainee" into "trainer". */
  knownWordMistyped: 0.25,
  /** The plural in place of the singular, or the American spelling. */
  otherForm: 0.03,
  otherOrder: 0.15,
  /** A title that the query has only after a preposition: the PA to a CEO is no CEO. */
  otherHead: 0.8,
  /** An assistant manager is not a manager's assistant. */
  possessiveTurned: 1.5,
  blankMoved: 0.25,
  /** "forman" is more likely a foreman than "for man". */
  smallWordSplit: 1.1,
  abbreviated: 0.35,
  otherGender: 0.3,
  /** "Physiotherapy" for the physiotherapist. */
  field: 0.35,
  crossReference: 0.05,
  /** For each word that only the qualifier has; and for a qualifier that the query does not name. */
  qualifierNamed: 0.4,
  qualifierUnnamed: 0.05,
} as const;
