// Chooses among the entries of a job title that several unit groups share, by the words of the
// title that name a qualifier.
import { byCodeUnit } from '#schemas/order.ts';
import { stemOf, wordsOf } from '#server/search/normalise.ts';
import type { Entry } from '../serve/search-offline.ts';

/** The codes of the entries' unit groups, in order. */
export function groupsOf(entries: readonly Entry[]): string[] {
  return [...new Set(entries.map(({ soc2020 }) => soc2020))].sort(byCodeUnit);
}

/** The entries whose qualifier the words name; all if none does. */
export function namedBy(words: string, entries: readonly Entry[]): readonly Entry[] {
  const stems = stemsOf(words);
  if (stems.size === 0) return entries;
  const same = entries.filter(
    ({ qualifier }) => qualifier !== null && areSame(stemsOf(qualifier), stems),
  );
  if (same.length > 0) return same;
  const candidates = entries.map((entry) => ({
    entry,
    words: entry.qualifier === null ? 0 : wordsNamed(entry.qualifier, stems),
  }));
  const most = Math.max(0, ...candidates.map((candidate) => candidate.words));
  return most === 0
    ? entries
    : candidates.filter((candidate) => candidate.words === most).map(({ entry }) => entry);
}

// The words for "every industry", in surveys and in the index.
const ofAny =
  'and the of in service trade industry sector business company firm activity good product';
const general = new Set(ofAny.split(' ').map(stemOf));
// Words of surveys → the index's own.
const synonyms = new Map(
  (
    [
      ['mfr', ['manufacturing', 'manufacture', 'manufacturer', 'maker', 'making']],
      ['mine', ['mining']],
      ['telecoms', ['telecommunications', 'telecom']],
      ['computing', ['computer', 'computers']],
      ['banking', ['bank', 'banks']],
      ['farming', ['farm', 'farms']],
    ] as const
  ).flatMap(([ownWord, others]) => others.map((other) => [stemOf(other), stemOf(ownWord)])),
);

/** The stems of the words that distinguish industries, in the index's own words. */
function stemsOf(text: string): ReadonlySet<string> {
  const stems = wordsOf(text).map(stemOf);
  return new Set(
    stems.filter((stem) => !general.has(stem)).map((stem) => synonyms.get(stem) ?? stem),
  );
}

function areSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((stem) => b.has(stem));
}

// An entry for the qualified says nothing of the others in the same industry: "Engineer
// (professional, civil)".
const ofTheQualified = /^(?:(?:professionally|medically) )?(?:professional|qualified)\b/;

/** The words of a qualifier, part by part: a comma or slash separates alternatives. */
function partsOf(qualifier: string): ReadonlySet<string>[] {
  return (ofTheQualified.test(qualifier) ? [qualifier] : qualifier.split(/[,/]/)).map(stemsOf);
}

/** How many words of the qualifier are named: the most of its parts of which each word is. */
function wordsNamed(qualifier: string, stems: ReadonlySet<string>): number {
  return Math.max(
    0,
    ...partsOf(qualifier).map((part) =>
      [...part].every((stem) => stems.has(stem)) ? part.size : 0,
    ),
  );
}
