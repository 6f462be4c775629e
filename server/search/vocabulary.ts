// The words of the index, and the search for those that a typed word may mean.
import { createCache } from '../data/cache.ts';
import { editDistance } from './edit-distance.ts';

// No word of the index is nearly so long.
const longestWord = 30;

/** A word within a few edits of the typed one. */
export interface NearWord {
  readonly place: number;
  readonly distance: number;
}

// Typed words whose near words are kept: a few megabytes at most.
const mostKept = 8192;

/** Words ordered by length, each with a bit mask of its letters. The mask rules out nearly all words before any distance is measured. */
export class Vocabulary {
  readonly words: readonly string[];
  readonly #places = new Map<string, number>();
  /** What was found near a word: queries repeat words, and a list of titles repeats most of them. */
  readonly #near = createCache<readonly NearWord[]>({ most: mostKept });
  readonly #masks: Int32Array;
  /** For each length, the place of the first word with at least that many code units. */
  readonly #byLength = new Int32Array(longestWord + 4);

  /** `text`: the words, separated by blanks, shorter words first. */
  constructor(text: string) {
    this.words = text === '' ? [] : text.split(' ');
    this.#masks = Int32Array.from(this.words, maskOf);
    for (const [place, word] of this.words.entries()) this.#places.set(word, place);
    let place = 0;
    for (let length = 1; length < this.#byLength.length; length++) {
      while ((this.words[place]?.length ?? Infinity) < length) place++;
      this.#byLength[length] = place;
    }
  }

  placeOf(word: string): number | undefined {
    return this.#places.get(word);
  }

  /** The words within `limit` edits of the typed one, without that word itself, in any order. An edit inserts, removes or changes a letter, or swaps two neighbours. */
  near(typed: string, limit: number): readonly NearWord[] {
    if (typed === '' || typed.length > longestWord) return [];
    const key = `${limit}${typed}`;
    const known = this.#near.find(key);
    if (known !== undefined) return known;
    const found = this.#look(typed, limit);
    this.#near.keep(key, found);
    return found;
  }

  #look(typed: string, limit: number): NearWord[] {
    const found: NearWord[] = [];
    const length = typed.length;
    const mask = maskOf(typed);
    const masks = this.#masks;
    const end = this.#byLength[Math.min(length + limit, longestWord + 2) + 1] ?? 0;
    for (let place = this.#byLength[Math.max(1, length - limit)] ?? 0; place < end; place++) {
      const other = masks[place] ?? 0;
      // One edit adds at most one new letter and removes at most one.
      const added = other & ~mask;
      const taken = mask & ~other;
      if (limit === 1) {
        if ((added & (added - 1)) !== 0 || (taken & (taken - 1)) !== 0) continue;
      } else if (bits(added) > limit || bits(taken) > limit) continue;
      const distance = editDistance(typed, this.words[place] ?? '', limit);
      if (distance > 0 && distance <= limit) found.push({ place, distance });
    }
    return found;
  }

  /** The places of the longer words that begin with the text. */
  beginningWith(text: string): number[] {
    const found: number[] = [];
    for (let place = this.#byLength[Math.min(text.length + 1, longestWord + 3)] ?? 0; place < this.words.length; place++) {
      if (this.words[place]?.startsWith(text)) found.push(place);
    }
    return found;
  }
}

/** One bit for each letter a to z, six for everything else. */
function maskOf(word: string): number {
  let mask = 0;
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at);
    mask |= 1 << (unit >= 97 && unit <= 122 ? unit - 97 : 26 + (unit % 6));
  }
  return mask;
}

function bits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}
