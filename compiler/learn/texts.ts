// The features of all titles that are learnt from, in columns.
import { type Features, featuresOf, isOfLetters } from '#server/search/model/features.ts';
import { wordsOf } from '#server/search/normalise.ts';
import type { Example } from './example.ts';

// A feature must occur this often to be learnt. Weak titles count a tenth.
const least = 2;
const weakVote = 0.1;
const leastLetters = 3;

/** The features of all texts, in columns. */
export class Texts {
  /** The features that are learnt, the most frequent first. */
  readonly keys: Int32Array;
  /** Where the features of each text begin. */
  readonly starts: Int32Array;
  readonly places: Int32Array;
  /** Their squares add up to 1 for each text. */
  readonly values: Float32Array;

  constructor(examples: readonly Example[], most: number) {
    // All features are numbered as they come.
    const numbers = new Map<number, number>();
    const counts: number[] = [];
    const ends = new Int32Array(examples.length);
    let [places, values] = [new Int32Array(1 << 16), new Float32Array(1 << 16)];
    let end = 0;
    let features: Features = { keys: [], values: [] };
    examples.forEach(({ text, isWeak }, at) => {
      // Equal texts stand together.
      if (text !== examples[at - 1]?.text) features = featuresOf(wordsOf(text));
      if (end + features.keys.length > places.length)
        [places, values] = [grown(places, new Int32Array(2 * places.length)), grown(values, new Float32Array(2 * values.length))];
      values.set(features.values, end);
      for (const key of features.keys) {
        let number = numbers.get(key);
        if (number === undefined) {
          number = numbers.size;
          numbers.set(key, number);
          counts.push(0);
        }
        counts[number] = (counts[number] ?? 0) + (isWeak ? weakVote : 1);
        places[end++] = number;
      }
      ends[at] = end;
    });
    const keys = [...numbers.keys()];
    const kept = keys
      .map((key, number) => ({ key, number, count: counts[number] ?? 0 }))
      .filter(({ key, count }) => count >= (isOfLetters(key) ? leastLetters : least))
      .sort((a, b) => b.count - a.count || a.key - b.key)
      .slice(0, most);
    this.keys = Int32Array.from(kept, ({ key }) => key);
    const placeOf = new Int32Array(keys.length).fill(-1);
    kept.forEach(({ number }, place) => (placeOf[number] = place));
    this.starts = new Int32Array(examples.length + 1);
    // The features that are not learnt fall out, and the others move up.
    let to = 0;
    let from = 0;
    ends.forEach((until, at) => {
      const begin = to;
      let squares = 0;
      for (; from < until; from++) {
        const place = placeOf[places[from] ?? 0] ?? -1;
        if (place === -1) continue;
        const value = values[from] ?? 0;
        places[to] = place;
        values[to++] = value;
        squares += value * value;
      }
      const scale = squares === 0 ? 0 : 1 / Math.sqrt(squares);
      for (let each = begin; each < to; each++) values[each] = (values[each] ?? 0) * scale;
      this.starts[at + 1] = to;
    });
    this.places = places.subarray(0, to);
    this.values = values.subarray(0, to);
  }
}

function grown<Column extends Int32Array | Float32Array>(from: Column, to: Column): Column {
  to.set(from);
  return to;
}
