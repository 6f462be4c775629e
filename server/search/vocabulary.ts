// The words of the index, and which of them a word typed by a person may have meant.
import { editDistance } from './edit-distance.ts';

/** Words ordered by code unit, each with the letters it holds as a bit mask: the mask rules nearly all of them out before any distance is measured. */
export class Vocabulary {
  readonly words: readonly string[];
  readonly #places: ReadonlyMap<string, number>;
  readonly #letters: Uint32Array;
  constructor(words: readonly string[]) {
    this.words = words;
    this.#places = new Map(words.map((word, place) => [word, place]));
    this.#letters = Uint32Array.from(words, letterMask);
  }

  placeOf(word: string): number | undefined {
    return this.#places.get(word);
  }

  /** Places and distances of the words within `limit` edits, the word itself left out. */
  near(word: string, limit: number): { place: number; distance: number }[] {
    const found: { place: number; distance: number }[] = [];
    const mask = letterMask(word);
    for (let place = 0; place < this.words.length; place++) {
      const other = this.words[place] ?? '';
      if (Math.abs(other.length - word.length) > limit) continue;
      // One edit brings at most one new letter and takes at most one away.
      const otherMask = this.#letters[place] ?? 0;
      if (bits(mask & ~otherMask) > limit || bits(otherMask & ~mask) > limit) continue;
      const distance = editDistance(word, other, limit);
      if (distance > 0 && distance <= limit) found.push({ place, distance });
    }
    return found;
  }

  /** Places of the longer words that begin with the text. */
  beginningWith(text: string): number[] {
    let low = 0;
    let high = this.words.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.words[middle] ?? '') < text) low = middle + 1;
      else high = middle;
    }
    const found: number[] = [];
    for (let place = low; place < this.words.length && this.words[place]?.startsWith(text); place++) {
      if (this.words[place] !== text) found.push(place);
    }
    return found;
  }
}

/** One bit for each letter a to z, five for everything else. */
function letterMask(word: string): number {
  let mask = 0;
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at);
    mask |= 1 << (unit >= 97 && unit <= 122 ? unit - 97 : 26 + (unit % 5));
  }
  return mask;
}

function bits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}
