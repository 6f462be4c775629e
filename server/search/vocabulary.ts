// The words of the index, and the search for those that a typed word may mean.
import { createCache } from '../data/cache.ts';
import { editDistance } from './edit-distance.ts';
import { longestWord } from './normalise.ts';

// Typed words whose near words are kept: a few megabytes at most.
const mostKept = 8192;

/** A word within a few edits of the typed one. */
type NearWord = Readonly<Record<'place' | 'distance', number>>;

/**
 * Words ordered by length, each with a bit mask of its letters. The mask rules out nearly all words
 * before any distance is measured.
 */
export class Vocabulary {
  readonly words: readonly string[];
  readonly #places = new Map<string, number>();
  /**
   * What was found near a word: queries repeat words, and a list of titles repeats most of them.
   */
  readonly #near = createCache<readonly NearWord[]>({ most: mostKept });
  readonly #masks: Int32Array;
  /** For each length, the place of the first word with at least that many code units. */
  readonly #byLength: number[] = [0];

  /** `text`: the words, separated by blanks, shorter words first. */
  constructor(text: string) {
    this.words = text === '' ? [] : text.split(' ');
    this.#masks = Int32Array.from(this.words, maskOf);
    this.words.forEach((word, place) => {
      this.#places.set(word, place);
      while (this.#byLength.length <= word.length) this.#byLength.push(place);
    });
  }

  placeOf(word: string): number | undefined {
    return this.#places.get(word);
  }

  /**
   * The words within `limit` edits of the typed one, without that word itself, in any order. An
   * edit inserts, removes or changes a letter, or swaps two neighbours.
   */
  near(typed: string, limit: number): readonly NearWord[] {
    const key = `${limit}${typed}`;
    const known = this.#near.find(key);
    if (known !== undefined) return known;
    const nearWords: NearWord[] = [];
    const mask = maskOf(typed);
    const end = typed.length > longestWord ? 0 : this.#startOf(typed.length + limit + 1);
    for (let place = this.#startOf(Math.max(1, typed.length - limit)); place < end; place++) {
      const other = this.#masks[place] ?? 0;
      // One edit adds at most one new letter and removes at most one.
      if (hasMoreBits(other & ~mask, limit) || hasMoreBits(mask & ~other, limit)) continue;
      const distance = editDistance(typed, this.words[place] ?? '', limit);
      if (distance > 0 && distance <= limit) nearWords.push({ place, distance });
    }
    this.#near.keep(key, nearWords);
    return nearWords;
  }

  /** The places of the longer words that begin with the text. */
  beginningWith(text: string): number[] {
    const longerWords: number[] = [];
    for (let place = this.#startOf(text.length + 1); place < this.words.length; place++)
      if (this.words[place]?.startsWith(text)) longerWords.push(place);
    return longerWords;
  }

  #startOf(length: number): number {
    return this.#byLength[length] ?? this.words.length;
  }
}

/** One bit for each letter a to z, six for everything else. */
function maskOf(word: string): number {
  let mask = 0;
  for (let position = 0; position < word.length; position++) {
    const unit = word.charCodeAt(position);
    mask |= 1 << (unit >= 97 && unit <= 122 ? unit - 97 : 26 + (unit % 6));
  }
  return mask;
}

function hasMoreBits(mask: number, limit: number): boolean {
  let bitsLeft = mask;
  for (let bit = 0; bit < limit; bit++) bitsLeft &= bitsLeft - 1;
  return bitsLeft !== 0;
}
