// The words of the index, and the search for those that a typed word may mean.

// The distance of a word is computed in one machine word of bits. No word of the index is nearly so long.
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
  readonly #near = new Map<string, readonly NearWord[]>();
  /** The words' UTF-16 code units one after another, and where each word begins. */
  readonly #units: Uint16Array;
  readonly #starts: Int32Array;
  readonly #masks: Int32Array;
  /** For each length, the place of the first word with at least that many code units. */
  readonly #byLength = new Int32Array(longestWord + 4);
  /** For each code unit, its places in the typed word as bits; all zero between calls. */
  readonly #bitsOf = new Int32Array(65536);

  /** `text`: the words, separated by blanks, shorter words first. */
  constructor(text: string) {
    this.words = text === '' ? [] : text.split(' ');
    const units = new Uint16Array(text.length);
    const starts = new Int32Array(this.words.length + 1);
    const masks = new Int32Array(this.words.length);
    let word = 0;
    let mask = 0;
    let length = 0;
    for (let at = 0; at <= text.length; at++) {
      const unit = at < text.length ? text.charCodeAt(at) : 32;
      if (unit !== 32) {
        units[at] = unit;
        mask |= maskOfUnit(unit);
        continue;
      }
      masks[word] = mask;
      const here = at - (starts[word] ?? 0);
      while (length < here && length < longestWord + 3) this.#byLength[++length] = word;
      word++;
      mask = 0;
      if (word < starts.length) starts[word] = at + 1;
    }
    while (length < longestWord + 3) this.#byLength[++length] = this.words.length;
    for (let place = 0; place < this.words.length; place++) this.#places.set(this.words[place] ?? '', place);
    this.#units = units;
    this.#starts = starts;
    this.#masks = masks;
  }

  placeOf(word: string): number | undefined {
    return this.#places.get(word);
  }

  /** The words within `limit` edits of the typed one, without that word itself, in any order. An edit inserts, removes or changes a letter, or swaps two neighbours. */
  near(typed: string, limit: number): readonly NearWord[] {
    if (typed === '' || typed.length > longestWord) return [];
    const key = `${limit}${typed}`;
    const known = this.#near.get(key);
    if (known !== undefined) return known;
    const found = this.#look(typed, limit);
    if (this.#near.size === mostKept) this.#near.clear();
    this.#near.set(key, found);
    return found;
  }

  #look(typed: string, limit: number): NearWord[] {
    const found: NearWord[] = [];
    const length = typed.length;
    let mask = 0;
    for (let at = 0; at < length; at++) {
      const unit = typed.charCodeAt(at);
      mask |= maskOfUnit(unit);
      this.#bitsOf[unit] = (this.#bitsOf[unit] ?? 0) | (1 << at);
    }
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
      const distance = this.#distance(length, place, limit);
      if (distance > 0 && distance <= limit) found.push({ place, distance });
    }
    for (let at = 0; at < length; at++) this.#bitsOf[typed.charCodeAt(at)] = 0;
    return found;
  }

  /** The places of the longer words that begin with the text. */
  beginningWith(text: string): number[] {
    const found: number[] = [];
    const first = text.charCodeAt(0);
    for (let place = this.#byLength[Math.min(text.length + 1, longestWord + 3)] ?? 0; place < this.words.length; place++) {
      if (this.#units[this.#starts[place] ?? 0] === first && this.words[place]?.startsWith(text)) found.push(place);
    }
    return found;
  }

  /**
   * Optimal string alignment distance between a word of the index and the typed word, which is `length` long and lies in #bitsOf. It computes one
   * column of the distance table at a time, one bit a cell (Hyyrö 2003, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances").
   */
  #distance(length: number, place: number, limit: number): number {
    const units = this.#units;
    const bitsOf = this.#bitsOf;
    const last = 1 << (length - 1);
    let up = -1;
    let down = 0;
    let diagonal = 0;
    let before = 0;
    let distance = length;
    // A blank separates this word from the next.
    const stop = (this.#starts[place + 1] ?? 0) - 1;
    for (let at = this.#starts[place] ?? 0; at < stop; at++) {
      const here = bitsOf[units[at] ?? 0] ?? 0;
      const swapped = ((~diagonal & here) << 1) & before;
      diagonal = ((((here & up) + up) | 0) ^ up) | here | down | swapped;
      const right = down | ~(diagonal | up);
      const left = diagonal & up;
      if ((right & last) !== 0) distance++;
      else if ((left & last) !== 0) distance--;
      // Each remaining letter can reduce the distance by at most one.
      if (distance - (stop - at - 1) > limit) return limit + 1;
      const shifted = (right << 1) | 1;
      up = (left << 1) | ~(diagonal | shifted);
      down = shifted & diagonal;
      before = here;
    }
    return distance;
  }
}

/** One bit for each letter a to z, six for everything else. */
function maskOfUnit(unit: number): number {
  return 1 << (unit >= 97 && unit <= 122 ? unit - 97 : 26 + (unit % 6));
}

function bits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}
