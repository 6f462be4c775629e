// Finds areas by their names, or by a part of them: "bristol" is Bristol, City of. The 404 of a
// local area and the search page both ask here, so that they know the same names.
import { wordsOf } from '../search/normalise.ts';

interface Named {
  readonly name: string;
}

/** A shorter part of a word names too many areas: "new" begins Newark, Newham and Newport. */
const shortestPart = 4;

const smallWords: ReadonlySet<string> = new Set(['and', 'the', 'of']);

/** The words of a name that tell it from others. */
const distinctiveWords = (text: string) => wordsOf(text).filter((word) => !smallWords.has(word));

/**
 * The areas that some words name, the likeliest first. An area whose whole name they are comes
 * alone; then those whose name begins with the words, those that have them, and last those with a
 * word that begins as they do (hereford: Herefordshire). Within each the order of `areas` stays.
 */
export function areasNamed<Area extends Named>(words: string, areas: readonly Area[]): Area[] {
  const wanted = distinctiveWords(words);
  if (wanted.length === 0) return [];
  const text = wanted.join(' ');
  const candidates = areas.map((area) => ({ area, words: distinctiveWords(area.name) }));
  const isWhole = (name: readonly string[]) =>
    name.length === wanted.length && wanted.every((word) => name.includes(word));
  const hasAll = (name: readonly string[]) => wanted.every((word) => name.includes(word));
  const areasThat = (fits: (name: readonly string[]) => boolean) =>
    candidates.filter((candidate) => fits(candidate.words)).map(({ area }) => area);
  const whole = areasThat(isWhole);
  if (whole.length > 0) return whole;
  const withAllWords = [
    ...areasThat((name) => hasAll(name) && `${name.join(' ')} `.startsWith(`${text} `)),
    ...areasThat((name) => hasAll(name) && !`${name.join(' ')} `.startsWith(`${text} `)),
  ];
  if (withAllWords.length > 0 || text.length < shortestPart) return withAllWords;
  return areasThat((name) => name.join(' ').startsWith(text));
}
