// What people write who have no job. The coding index has no unit group for them, and no likeness should lead them to one.

/** Each with its reason. All words of the query must be in one row; a job beside them ("student nurse") is another query. */
const rows: readonly (readonly [texts: string, reason: string])[] = [
  [
    'student|pupil|undergraduate|postgraduate|full time student|university student|college student|school student|phd student',
    'in education',
  ],
  ['retired|pensioner|retiree|oap|retirement|semi retired', 'no longer at work'],
  [
    'unemployed|jobless|not working|not employed|out of work|between jobs|looking for work|job seeker|jobseeker|redundant|made redundant',
    'not at work now',
  ],
  [
    'housewife|househusband|homemaker|stay at home mum|stay at home mother|stay at home dad|stay at home parent|full time mum|full time mother|at home',
    'unpaid work at home',
  ],
  [
    'none|nil|nothing|no job|no|na|n a|not applicable|n/a|unknown|not known|do not know|dont know|idk|various|other|any|anything|test',
    'says that there is no answer',
  ],
  ['disabled|sick|long term sick|unable to work|unfit for work|incapacitated', 'does not work for reasons of health'],
  ['child|children|baby|toddler|under 16', 'too young to work'],
  [
    'self employed|employed|employee|worker|working|staff|full time|part time|job|work|agency worker|freelance|freelancer|zero hours',
    'says how somebody works, not at what',
  ],
];

const nonJobs: ReadonlySet<string> = new Set(rows.flatMap(([texts]) => texts.split('|')));

const keyboardRows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'].flatMap((row) => [row, [...row].reverse().join('')]);
// No word has so many neighbours of a keyboard in a row, or one letter so often.
const run = 4;
const oneLetter = /^(.)\1{2,}$/;

/** True if a text was typed with a hand on the keys: asdf, qwerty, xxxx. */
function isStruck(word: string): boolean {
  if (oneLetter.test(word)) return true;
  if (word.length < run) return false;
  for (let from = 0; from < word.length; from += run) {
    const piece = word.slice(Math.min(from, word.length - run)).slice(0, run);
    if (!keyboardRows.some((row) => row.includes(piece))) return false;
  }
  return true;
}

/** True if the words of a query say that there is no job, or nothing about it, or are none. */
export function isNoJob(words: readonly string[]): boolean {
  return nonJobs.has(words.join(' ')) || (words.length > 0 && words.every(isStruck));
}
