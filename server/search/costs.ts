// What it costs to read a query as a job title: 1 is a typing error in a word of middle length, and everything else is measured against it. The numbers
// were tuned on the first seed of bench/search.

// Words that any title may have or lack.
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

// What adverts say of hours, pay, contract and rank beside the title. Most are words of some titles too ("part-time helper", "band 5"), and count there.
const advertWords: ReadonlySet<string> = new Set(
  (
    'advert apply asap band based benefits bonus career casual competitive contract contractor cover covering daily day days degree desired doe earnings entry equivalent essential evening ' +
    'evenings excellent experience experienced fixed flexible flexi ft ftc full grade graduate hire hiring hour hourly hours hybrid immediate immediately jnr job jobs junior k lead ' +
    'leave level maternity mat minimum month monthly months multiple near need needed new night nights now offer ongoing opportunity ote pa package paid paternity pay pension per ' +
    'perm permanent plus position post principal pt qualified rate ref reference remote required requisition role roles salary seasonal secondment self employed senior shift shifts ' +
    'snr sr start starting temp temporary term time trainee training urgent urgently vacancies vacancy wage wanted week weekend weekends weekly wfh work working year years zero'
  ).split(' '),
);

// Ranks where they begin a query ("deputy manager"), and jobs where they do not ("manager's assistant").
const leadingRanks: ReadonlySet<string> = new Set(['acting', 'assistant', 'asst', 'associate', 'deputy']);

export function isAdvertWord(word: string): boolean {
  return advertWords.has(word);
}

/** How telling a word is: the rarer among the titles, the more. */
function rarity(titles: number, among: number): number {
  return Math.log((1 + among) / Math.max(1, titles));
}

/** A word of the title that the query has not. */
export function costOfMissing(word: string, titles: number, among: number): number {
  return smallWords.has(word) ? 0.12 : costOfMissingWord(titles, among);
}

/** The same of a word that is not small, or not where it stands. */
export function costOfMissingWord(titles: number, among: number): number {
  return 0.55 + 0.11 * rarity(titles, among);
}

/**
 * A typed word that the title has not. What looks like no word of the index at all is a place, a wage or a name, and says nothing against the title.
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
  if (isAdvertWord(word) || (leads && leadingRanks.has(word))) return 0.35;
  if (titles > 0) return 0.65 + 0.14 * rarity(titles, among);
  return isNear ? Math.min(2.4, 1.5 + 0.12 * word.length) : 0.6;
}

/** A word so short may be an abbreviation, and one letter of it makes another: QS is no OS, an EV technician no AV technician. */
export const longestShort = 3;

/** Typing errors in a word of so many letters: the shorter, the more of it they change. */
export function costOfErrors(errors: number, letters: number): number {
  if (errors === 0) return 0;
  const one = letters < longestShort ? 1.6 : letters === longestShort ? 1.25 : letters < 5 ? 1.1 : letters < 8 ? 1 : 0.9;
  return errors === 1 ? one : 2.1 * one;
}

/** How many errors a typed word of so many letters may have. */
export function mostErrors(letters: number): number {
  return letters < 2 ? 0 : letters < 6 ? 1 : 2;
}

/** A word of which only the beginning is typed: while typing, or to be short. */
export function costOfEnding(typed: number, letters: number, stillTyping: boolean): number {
  if (letters <= longestShort) return costOfErrors(1, letters);
  const unseen = 0.35 + 0.05 * (letters - typed);
  return stillTyping ? unseen : unseen + 0.5;
}

export const costs = {
  /** A word of the index is mostly what was meant, though one slip can turn "trainee" into "trainer". */
  knownWordMistyped: 0.25,
  /** The plural for the singular, or the American spelling. */
  otherForm: 0.03,
  otherOrder: 0.15,
  /** An assistant manager is no manager's assistant. */
  possessiveTurned: 1.5,
  blankMoved: 0.25,
  abbreviated: 0.35,
  otherGender: 0.3,
  /** Physiotherapy for the physiotherapist. */
  field: 0.35,
  crossReference: 0.05,
  /** A word that only the qualifier has, for each; and a qualifier that the query does not name. */
  qualifierNamed: 0.4,
  qualifierUnnamed: 0.05,
} as const;
