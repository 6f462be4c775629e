// Finds areas by their names, or by a part of them: "bristol" is Bristol, City of. The 404 of a
// local area and the search page both ask here, so that they know the same names.
import { wordsOf } from '../search/normalise.ts';

interface Named {
  readonly name: string;
}

/** A shorter part of a word names too many areas: "new" begins Newark, Newham and Newport. */
const shortestPart = 4;

const joining: ReadonlySet<string> = new Set(['and', 'the', 'of']);

/** The words of a name that tell it from others. */
const tellingWords = (text: string) => wordsOf(text).filter((word) => !joining.has(word));

/**
 * The areas that some words name, the likeliest first. An area whose whole name they are comes
 * alone; then those whose name begins with the words, those that have them, and last those with a
 * word that begins as they do (hereford: Herefordshire). Within each the order of `areas` stays.
 */
export function areasNamed<Area extends Named>(words: string, areas: readonly Area[]): Area[] {
  const wanted = tellingWords(words);
  if (wanted.length === 0) return [];
  const text = wanted.join(' ');
  const known = areas.map((area) => ({ area, words: tellingWords(area.name) }));
  const isWhole = (name: readonly string[]) =>
    name.length === wanted.length && wanted.every((word) => name.includes(word));
  const hasAll = (name: readonly string[]) => wanted.every((word) => name.includes(word));
  const chosen = (fits: (name: readonly string[]) => boolean) =>
    known.filter((candidate) => fits(candidate.words)).map(({ area }) => area);
  const whole = chosen(isWhole);
  if (whole.length > 0) return whole;
  const having = [
    ...chosen((name) => hasAll(name) && `${name.join(' ')} `.startsWith(`${text} `)),
    ...chosen((name) => hasAll(name) && !`${name.join(' ')} `.startsWith(`${text} `)),
  ];
  if (having.length > 0 || text.length < shortestPart) return having;
  return chosen((name) => name.join(' ').startsWith(text));
}
