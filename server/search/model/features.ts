// What the model sees of a title: its words, pairs of words, the head noun, and the letters within
// words. Each feature is a number made of its text, so that the model needs no list of texts.
import { prepositions, smallWords } from '../words.ts';
import { stemOf } from '../normalise.ts';

/** Features of a text: their keys, and how much each counts. */
export interface Features {
  readonly keys: readonly number[];
  readonly values: readonly number[];
}

/**
 * Keys have this many bits. A feature that nobody has seen then passes for a known one once in two
 * thousand times.
 */
const keyBits = 26;

// Letters count less than words, because a word has many of them.
const valuesOf = { word: 1, head: 1, pair: 0.8, letters: 0.35 } as const;
type Kind = keyof typeof valuesOf;
const seeds: Readonly<Record<Kind, number>> = {
  word: 0x1b873593,
  head: 0x2545f491,
  pair: 0x68bc21eb,
  letters: 0x02e5be93,
};
const shortestRun = 3;
const longestRun = 4;
// Nobody writes longer titles, and a longer text costs more time.
const mostWords = 30;

/** The features of the words of a title or a query, without doubles, in a fixed order. */
export function featuresOf(all: readonly string[]): Features {
  const features = new Map<number, number>();
  const stems = all.slice(0, mostWords).map(stemOf);
  const words = stems.filter((stem) => !smallWords.has(stem));
  for (const word of words) features.set(keyOf(seeds.word, word), valuesOf.word);
  for (let position = 1; position < words.length; position++)
    features.set(keyOf(seeds.pair, `${words[position - 1]} ${words[position]}`), valuesOf.pair);
  const head = headOf(stems);
  if (head !== undefined) features.set(keyOf(seeds.head, head), valuesOf.head);
  for (const word of words) addLetters(features, `<${word}>`);
  return { keys: [...features.keys()], values: [...features.values()] };
}

/** Whether a key is that of a run of letters. */
export function isOfLetters(key: number): boolean {
  return (key & 1) === 1;
}

/** The last word before the first preposition, or the last word. */
export function headOf(stems: readonly string[]): string | undefined {
  const cut = stems.findIndex((stem, position) => position > 0 && prepositions.has(stem));
  return stems[(cut === -1 ? stems.length : cut) - 1];
}

/** Every run of three or four characters within a marked word, but not the whole word. */
function addLetters(features: Map<number, number>, marked: string): void {
  for (let length = shortestRun; length <= longestRun; length++) {
    if (length >= marked.length) return;
    for (let from = 0; from + length <= marked.length; from++) {
      const key = keyOf(seeds.letters + length, marked, from, from + length) | 1;
      if (!features.has(key)) features.set(key, valuesOf.letters);
    }
  }
}

/**
 * A number of `keyBits` bits from a piece of text (MurmurHash3 by Austin Appleby, over code units).
 */
function keyOf(seed: number, text: string, from = 0, to = text.length): number {
  let hash = seed;
  for (let position = from; position < to; position++) {
    let piece = Math.imul(text.charCodeAt(position), 0xcc9e2d51);
    piece = Math.imul((piece << 15) | (piece >>> 17), 0x1b873593);
    hash ^= piece;
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) & (2 ** keyBits - 2);
}
