// Learns which unit group a title belongs to: each feature has a point in a small space, a title is the sum of its features' points, and a
// multinomial logistic model of that sum gives the chances of the unit groups (Joulin et al. 2016, "Bag of tricks for efficient text
// classification"). The arithmetic is exact, so that equal examples give equal bytes on every machine.
import { expOf, inverseRootOf } from '#server/search/model/exact-arithmetic.ts';
import { type Features, featuresOf, isOfLetters } from '#server/search/model/features.ts';
import { wordsOf } from '#server/search/normalise.ts';
import { randomFrom } from './random.ts';

/** A title that belongs to one of several unit groups, each with its chance. The chances add up to 1. */
export interface Example {
  readonly text: string;
  /** Places of the unit groups, and their chances. */
  readonly groups: readonly (readonly [place: number, chance: number])[];
  /** How often it is looked at in a round: 1 is every time. */
  readonly weight: number;
  /** Set if the unit groups were reached by a crosswalk, so that the model's own opinion chooses among them. */
  readonly isWeak: boolean;
}

export interface Trained {
  readonly dimensions: number;
  /** Keys of the features, in the order of their points. */
  readonly keys: Int32Array;
  readonly points: Float32Array;
  /** For each unit group: its direction, and how likely it is without any feature. */
  readonly directions: Float32Array;
  readonly biases: Float32Array;
}

export interface TrainingOptions {
  readonly groups: number;
  readonly dimensions: number;
  /** The number of features to keep. */
  readonly most: number;
  readonly rounds: { readonly strong: number; readonly both: number; readonly last: number };
}

const rate = 0.25;
// The share of a title's features that a round leaves out, so that no title rests on one of them.
const leftOut = 0.4;
// A feature must occur this often to be learnt. Weak titles count a tenth.
const least = 2;
const weakVote = 0.1;
const leastLetters = 3;
// A unit group whose chance is off by less is not moved.
const negligible = 1e-3;
// In later rounds the steps become shorter, down to this share.
const lastStep = 0.1;
// What the sums of squared steps begin with, so that the first steps are not too long.
const firstSum = 0.01;
// A text is held against all unit groups every so many times that it is looked at, and in between against those only that it was found likely for.
// The others would hardly move, and most of the time went there.
const between = 5;
// The list of a text has room for so many unit groups.
const mostListed = 80;
// A chance below e to the power of this is none.
const lowest = -9;

/** The rounds are: strong titles alone, then weak ones with them, then strong ones alone again, so that the strong ones win. */
export function train(examples: readonly Example[], { groups, dimensions, most, rounds }: TrainingOptions): Trained {
  const texts = new Texts(examples, most);
  const model = new Learner(groups, dimensions, texts);
  const strong = examples.flatMap(({ isWeak }, at) => (isWeak ? [] : [at]));
  const weak = examples.flatMap(({ isWeak }, at) => (isWeak ? [at] : []));
  const random = randomFrom(20200);
  const all = rounds.strong + rounds.both + rounds.last;
  for (let round = 0; round < all; round++) {
    const both = round >= rounds.strong && round < rounds.strong + rounds.both;
    const order = shuffled(both ? [...strong, ...weak] : strong, random);
    const looked = order.filter((at) => {
      const weight = examples[at]?.weight ?? 0;
      return weight >= 1 || random() < weight;
    });
    looked.forEach((at, place) => {
      const example = examples[at];
      const step = rate * (1 - ((round + place / looked.length) / all) * (1 - lastStep));
      if (example !== undefined) model.learn(at, example, step, random);
    });
  }
  return model.result();
}

/** The features of all texts, in columns. */
class Texts {
  /** The features that are learnt, the most frequent first. */
  readonly keys: Int32Array;
  /** Where the features of each text begin. */
  readonly starts: Int32Array;
  readonly places: Int32Array;
  /** Their squares add up to 1 for each text. */
  readonly values: Float32Array;
  /** The number of features of the longest text. */
  readonly longest: number;

  constructor(examples: readonly Example[], most: number) {
    const counts = new Map<number, number>();
    const ends = new Int32Array(examples.length);
    let [keys, values] = [new Int32Array(1 << 16), new Float32Array(1 << 16)];
    let end = 0;
    let features: Features = { keys: [], values: [] };
    examples.forEach(({ text, isWeak }, at) => {
      // Equal texts stand together.
      if (text !== examples[at - 1]?.text) features = featuresOf(wordsOf(text));
      if (end + features.keys.length > keys.length)
        [keys, values] = [grown(keys, new Int32Array(2 * keys.length)), grown(values, new Float32Array(2 * values.length))];
      keys.set(features.keys, end);
      values.set(features.values, end);
      end += features.keys.length;
      ends[at] = end;
      for (const key of features.keys) counts.set(key, (counts.get(key) ?? 0) + (isWeak ? weakVote : 1));
    });
    const kept = [...counts]
      .filter(([key, count]) => count >= (isOfLetters(key) ? leastLetters : least))
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, most);
    this.keys = Int32Array.from(kept, ([key]) => key);
    const placeOf = new Map(kept.map(([key], place) => [key, place]));
    this.starts = new Int32Array(examples.length + 1);
    // The features that are not learnt fall out, and the others move up.
    let to = 0;
    let from = 0;
    ends.forEach((until, at) => {
      const begin = to;
      let squares = 0;
      for (; from < until; from++) {
        const place = placeOf.get(keys[from] ?? 0);
        if (place === undefined) continue;
        const value = values[from] ?? 0;
        keys[to] = place;
        values[to++] = value;
        squares += value * value;
      }
      const scale = squares === 0 ? 0 : inverseRootOf(squares);
      for (let each = begin; each < to; each++) values[each] = (values[each] ?? 0) * scale;
      this.starts[at + 1] = to;
    });
    this.longest = this.starts.reduce((most, until, at) => Math.max(most, until - (this.starts[at - 1] ?? 0)), 0);
    this.places = keys.subarray(0, to);
    this.values = values.subarray(0, to);
  }
}

function grown<Column extends Int32Array | Float32Array>(from: Column, to: Column): Column {
  to.set(from);
  return to;
}

class Learner {
  readonly #texts: Texts;
  readonly #groups: number;
  readonly #dimensions: number;
  readonly #points: Float64Array;
  readonly #directions: Float64Array;
  readonly #biases: Float64Array;
  /** Sums of squared steps of each feature, unit group and bias: AdaGrad (Duchi et al. 2011), one sum for a whole row. */
  readonly #pointSums: Float64Array;
  readonly #directionSums: Float64Array;
  readonly #biasSums: Float64Array;
  /** The features of the text at hand that are not left out this time, and their number. */
  readonly #kept: Int32Array;
  #count = 0;
  /** The sum of their points, and what it should have been. */
  readonly #sum: Float64Array;
  readonly #back: Float64Array;
  /** The unit groups that the text at hand is held against, their number, and their chances or how far these are off. */
  #listed: Uint16Array;
  #listedCount = 0;
  readonly #errors: Float64Array;
  /** For each text: the unit groups to hold it against, their number, and how often it was looked at. */
  readonly #lists: Uint16Array;
  readonly #listCounts: Uint8Array;
  readonly #looks: Uint8Array;
  readonly #all: Uint16Array;

  constructor(groups: number, dimensions: number, texts: Texts) {
    const random = randomFrom(2020);
    const small = () => (random() - 0.5) * 0.2;
    this.#texts = texts;
    this.#groups = groups;
    this.#dimensions = dimensions;
    this.#points = Float64Array.from({ length: texts.keys.length * dimensions }, small);
    this.#directions = Float64Array.from({ length: groups * dimensions }, small);
    this.#biases = new Float64Array(groups);
    this.#pointSums = new Float64Array(texts.keys.length).fill(firstSum);
    this.#directionSums = new Float64Array(groups).fill(firstSum);
    this.#biasSums = new Float64Array(groups).fill(firstSum);
    this.#kept = new Int32Array(texts.longest);
    this.#sum = new Float64Array(dimensions);
    this.#back = new Float64Array(dimensions);
    this.#all = Uint16Array.from({ length: groups }, (_, group) => group);
    this.#listed = this.#all;
    this.#errors = new Float64Array(groups);
    const count = texts.starts.length - 1;
    this.#lists = new Uint16Array(count * mostListed);
    this.#listCounts = new Uint8Array(count);
    this.#looks = new Uint8Array(count);
  }

  learn(text: number, example: Example, step: number, random: () => number): void {
    this.#add(text, random);
    const look = this.#looks[text] ?? 0;
    this.#looks[text] = look + 1;
    const isWhole = look % between === 0;
    this.#listed = isWhole ? this.#all : this.#lists.subarray(text * mostListed, (text + 1) * mostListed);
    this.#listedCount = isWhole ? this.#groups : (this.#listCounts[text] ?? 0);
    this.#judge();
    if (isWhole) this.#list(text, example);
    this.#subtract(example);
    this.#turn(step);
    this.#move(step);
  }

  #add(text: number, random: () => number): void {
    const [sum, points, dimensions, kept] = [this.#sum, this.#points, this.#dimensions, this.#kept];
    const { starts, places, values } = this.#texts;
    const end = starts[text + 1] ?? 0;
    sum.fill(0);
    let count = 0;
    for (let at = starts[text] ?? 0; at < end; at++) if (random() >= leftOut) kept[count++] = at;
    this.#count = count;
    // Two at once, because the sum is then read and written half as often. Each number is added in the same order as one by one.
    const even = count & ~1;
    for (let each = 0; each < even; each += 2) {
      const [one, other] = [kept[each] ?? 0, kept[each + 1] ?? 0];
      const [value, otherValue] = [values[one] ?? 0, values[other] ?? 0];
      const [from, otherFrom] = [(places[one] ?? 0) * dimensions, (places[other] ?? 0) * dimensions];
      for (let d = 0; d < dimensions; d++)
        sum[d] = (sum[d] ?? 0) + value * (points[from + d] ?? 0) + otherValue * (points[otherFrom + d] ?? 0);
    }
    if (even === count) return;
    const last = kept[even] ?? 0;
    const value = values[last] ?? 0;
    const from = (places[last] ?? 0) * dimensions;
    for (let d = 0; d < dimensions; d++) sum[d] = (sum[d] ?? 0) + value * (points[from + d] ?? 0);
  }

  /** The chances of the listed unit groups. */
  #judge(): void {
    const [sum, directions, biases, dimensions] = [this.#sum, this.#directions, this.#biases, this.#dimensions];
    const [chances, listed] = [this.#errors, this.#listed];
    const count = this.#listedCount;
    let most = Number.NEGATIVE_INFINITY;
    // Two unit groups at once, because the sum is then read half as often. The last of an odd number is computed twice.
    for (let at = 0; at < count; at += 2) {
      const one = listed[at] ?? 0;
      const other = listed[at + 1 < count ? at + 1 : at] ?? 0;
      const [from, otherFrom] = [one * dimensions, other * dimensions];
      // Four sums of each, because every addition waits for the one before it.
      let a = biases[one] ?? 0;
      let b = 0;
      let c = 0;
      let e = 0;
      let f = biases[other] ?? 0;
      let g = 0;
      let h = 0;
      let i = 0;
      for (let d = 0; d < dimensions; d += 4) {
        const s = sum[d] ?? 0;
        const t = sum[d + 1] ?? 0;
        const u = sum[d + 2] ?? 0;
        const v = sum[d + 3] ?? 0;
        a += (directions[from + d] ?? 0) * s;
        b += (directions[from + d + 1] ?? 0) * t;
        c += (directions[from + d + 2] ?? 0) * u;
        e += (directions[from + d + 3] ?? 0) * v;
        f += (directions[otherFrom + d] ?? 0) * s;
        g += (directions[otherFrom + d + 1] ?? 0) * t;
        h += (directions[otherFrom + d + 2] ?? 0) * u;
        i += (directions[otherFrom + d + 3] ?? 0) * v;
      }
      const score = a + b + (c + e);
      const otherScore = f + g + (h + i);
      chances[one] = score;
      chances[other] = otherScore;
      if (score > most) most = score;
      if (otherScore > most) most = otherScore;
    }
    let all = 0;
    for (let at = 0; at < count; at++) {
      const group = listed[at] ?? 0;
      const less = (chances[group] ?? 0) - most;
      const weight = less < lowest ? 0 : expOf(less);
      chances[group] = weight;
      all += weight;
    }
    for (let at = 0; at < count; at++) {
      const group = listed[at] ?? 0;
      chances[group] = (chances[group] ?? 0) / all;
    }
  }

  /** Keeps the text's own unit groups, and others that it is likely for. */
  #list(text: number, { groups }: Example): void {
    const [lists, errors] = [this.#lists, this.#errors];
    const from = text * mostListed;
    let count = 0;
    for (const [group] of groups) if (count < mostListed && !isIn(lists, group, from, from + count)) lists[from + count++] = group;
    const own = count;
    for (let group = 0; group < this.#groups && count < mostListed; group++) {
      if ((errors[group] ?? 0) > negligible && !isIn(lists, group, from, from + own)) lists[from + count++] = group;
    }
    this.#listCounts[text] = count;
  }

  /**
   * Makes the chances into errors: what the model gives less what is right. Of weak groups, those are right that the model finds likely too.
   */
  #subtract({ groups, isWeak }: Example): void {
    const errors = this.#errors;
    const shares = groups.map(([group, chance]) => (isWeak ? chance * Math.max(errors[group] ?? 0, 1e-3) : chance));
    const whole = shares.reduce((sum, share) => sum + share, 0);
    groups.forEach(([group], at) => {
      errors[group] = (errors[group] ?? 0) - (shares[at] ?? 0) / whole;
    });
  }

  /** Turns the directions against the errors, and keeps in `#back` what the sum should have been. */
  #turn(step: number): void {
    const [sum, back, directions, dimensions, listed] = [this.#sum, this.#back, this.#directions, this.#dimensions, this.#listed];
    back.fill(0);
    const squares = meanSquareOf(sum);
    for (let at = 0; at < this.#listedCount; at++) {
      const group = listed[at] ?? 0;
      const error = this.#errors[group] ?? 0;
      if (error < negligible && error > -negligible) continue;
      const biasSum = (this.#biasSums[group] ?? 0) + error * error;
      this.#biasSums[group] = biasSum;
      this.#biases[group] = (this.#biases[group] ?? 0) - 0.3 * step * error * inverseRootOf(biasSum);
      const directionSum = (this.#directionSums[group] ?? 0) + error * error * squares;
      this.#directionSums[group] = directionSum;
      const here = step * error * inverseRootOf(directionSum);
      const from = group * dimensions;
      for (let d = 0; d < dimensions; d++) {
        const direction = directions[from + d] ?? 0;
        back[d] = (back[d] ?? 0) + error * direction;
        directions[from + d] = direction - here * (sum[d] ?? 0);
      }
    }
  }

  #move(step: number): void {
    const [back, points, dimensions, pointSums] = [this.#back, this.#points, this.#dimensions, this.#pointSums];
    const { places, values } = this.#texts;
    const squares = meanSquareOf(back);
    for (let each = 0; each < this.#count; each++) {
      const at = this.#kept[each] ?? 0;
      const place = places[at] ?? 0;
      const value = values[at] ?? 0;
      const sum = (pointSums[place] ?? 0) + squares * value * value;
      pointSums[place] = sum;
      const here = step * value * inverseRootOf(sum);
      const from = place * dimensions;
      for (let d = 0; d < dimensions; d++) points[from + d] = (points[from + d] ?? 0) - here * (back[d] ?? 0);
    }
  }

  result(): Trained {
    return {
      dimensions: this.#dimensions,
      keys: this.#texts.keys,
      points: Float32Array.from(this.#points),
      directions: Float32Array.from(this.#directions),
      biases: Float32Array.from(this.#biases),
    };
  }
}

function isIn(values: Uint16Array, value: number, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (values[at] === value) return true;
  return false;
}

function meanSquareOf(numbers: Float64Array): number {
  let squares = 0;
  for (const number of numbers) squares += number * number;
  return squares / numbers.length;
}

function shuffled(values: readonly number[], random: () => number): Int32Array {
  const order = Int32Array.from(values);
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const moved = order[at] ?? 0;
    order[at] = order[other] ?? 0;
    order[other] = moved;
  }
  return order;
}
