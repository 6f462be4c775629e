// Learns which unit group a title belongs to: each feature has a point in a small space, a title is the sum of its features' points, and a
// multinomial logistic model of that sum gives the chances of the unit groups (Joulin et al. 2016, "Bag of tricks for efficient text
// classification"). The arithmetic is exact, so that equal examples give equal bytes on every machine.
import { expOf, inverseRootOf } from '#server/search/model/exact-arithmetic.ts';
import { featuresOf, isOfLetters } from '#server/search/model/features.ts';
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
const leftOut = 0.35;
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
// So many texts are judged together.
const handful = 4;
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
    for (let from = 0; from < looked.length; from += handful) {
      const step = rate * (1 - ((round + from / looked.length) / all) * (1 - lastStep));
      model.learn([...looked.subarray(from, from + handful)], examples, step, random);
    }
  }
  return model.result();
}

/** The features of all texts, in columns. */
class Texts {
  /** The features that are learnt, the most frequent first. */
  readonly keys: Int32Array;
  readonly counts: Float64Array;
  /** Where the features of each text begin. */
  readonly starts: Int32Array;
  readonly places: Int32Array;
  /** Their squares add up to 1 for each text. */
  readonly values: Float32Array;
  /** The number of features of the longest text. */
  readonly longest: number;

  constructor(examples: readonly Example[], most: number) {
    const counts = new Map<number, number>();
    for (const { text, isWeak } of examples)
      for (const key of featuresOf(wordsOf(text)).keys) counts.set(key, (counts.get(key) ?? 0) + (isWeak ? weakVote : 1));
    const kept = [...counts]
      .filter(([key, count]) => count >= (isOfLetters(key) ? leastLetters : least))
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, most);
    this.keys = Int32Array.from(kept, ([key]) => key);
    this.counts = Float64Array.from(kept, ([, count]) => count);
    const placeOf = new Map(kept.map(([key], place) => [key, place]));
    this.starts = new Int32Array(examples.length + 1);
    let [places, values] = [new Int32Array(1 << 16), new Float32Array(1 << 16)];
    let end = 0;
    examples.forEach(({ text }, at) => {
      const features = featuresOf(wordsOf(text));
      if (end + features.keys.length > places.length)
        [places, values] = [grown(places, new Int32Array(2 * places.length)), grown(values, new Float32Array(2 * values.length))];
      const begin = end;
      let squares = 0;
      features.keys.forEach((key, each) => {
        const place = placeOf.get(key);
        if (place === undefined) return;
        const value = features.values[each] ?? 0;
        places[end] = place;
        values[end++] = value;
        squares += value * value;
      });
      const scale = squares === 0 ? 0 : inverseRootOf(squares);
      for (let each = begin; each < end; each++) values[each] = (values[each] ?? 0) * scale;
      this.starts[at + 1] = end;
    });
    this.longest = this.starts.reduce((most, end, at) => Math.max(most, end - (this.starts[at - 1] ?? 0)), 0);
    this.places = places.subarray(0, end);
    this.values = values.subarray(0, end);
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
  /** For each text of a handful: places of the features that are not left out this time, and their number. */
  readonly #kept: readonly Int32Array[];
  readonly #counts = new Int32Array(handful);
  /** For each text of a handful: the sum of its points, and the chances of the unit groups or how far they are off. */
  readonly #sums: Float64Array;
  readonly #chances: Float64Array;
  readonly #back: Float64Array;

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
    this.#kept = Array.from({ length: handful }, () => new Int32Array(texts.longest));
    this.#sums = new Float64Array(handful * dimensions);
    this.#chances = new Float64Array(handful * groups);
    this.#back = new Float64Array(dimensions);
  }

  /** Learns from up to a handful of texts. All of them are judged before any of them changes the model. */
  learn(texts: readonly number[], examples: readonly Example[], step: number, random: () => number): void {
    this.#sums.fill(0);
    for (let slot = 0; slot < texts.length; slot++) this.#add(slot, texts[slot] ?? 0, random);
    this.#score();
    for (let slot = 0; slot < texts.length; slot++) {
      const example = examples[texts[slot] ?? 0];
      if (example === undefined) continue;
      this.#subtract(slot, example);
      this.#turn(slot, step);
      this.#move(slot, step);
    }
  }

  #add(slot: number, text: number, random: () => number): void {
    const [sums, points, dimensions] = [this.#sums, this.#points, this.#dimensions];
    const { starts, places, values } = this.#texts;
    const kept = this.#kept[slot] ?? new Int32Array();
    const to = slot * dimensions;
    let count = 0;
    for (let at = starts[text] ?? 0; at < (starts[text + 1] ?? 0); at++) {
      if (random() < leftOut) continue;
      kept[count++] = at;
      const from = (places[at] ?? 0) * dimensions;
      const value = values[at] ?? 0;
      for (let d = 0; d < dimensions; d++) sums[to + d] = (sums[to + d] ?? 0) + value * (points[from + d] ?? 0);
    }
    this.#counts[slot] = count;
  }

  /** The scores of all unit groups for a handful of texts. Most of the time goes here: a direction is read once for four texts. */
  #score(): void {
    const [sums, directions, dimensions, scores, groups] = [this.#sums, this.#directions, this.#dimensions, this.#chances, this.#groups];
    const [second, third, fourth] = [dimensions, 2 * dimensions, 3 * dimensions];
    for (let group = 0; group < groups; group++) {
      const from = group * dimensions;
      const bias = this.#biases[group] ?? 0;
      let [a, b, c, e] = [bias, bias, bias, bias];
      for (let d = 0; d < dimensions; d++) {
        const direction = directions[from + d] ?? 0;
        a += direction * (sums[d] ?? 0);
        b += direction * (sums[second + d] ?? 0);
        c += direction * (sums[third + d] ?? 0);
        e += direction * (sums[fourth + d] ?? 0);
      }
      scores[group] = a;
      scores[groups + group] = b;
      scores[2 * groups + group] = c;
      scores[3 * groups + group] = e;
    }
  }

  /**
   * Makes the scores into chances, and these into errors: what the model gives less what is right. Of weak groups, those are right that the model finds
   * likely too.
   */
  #subtract(slot: number, { groups, isWeak }: Example): void {
    const chances = this.#chances;
    const [from, to] = [slot * this.#groups, (slot + 1) * this.#groups];
    let most = Number.NEGATIVE_INFINITY;
    for (let at = from; at < to; at++) if ((chances[at] ?? 0) > most) most = chances[at] ?? 0;
    let all = 0;
    for (let at = from; at < to; at++) {
      const less = (chances[at] ?? 0) - most;
      const weight = less < lowest ? 0 : expOf(less);
      chances[at] = weight;
      all += weight;
    }
    for (let at = from; at < to; at++) chances[at] = (chances[at] ?? 0) / all;
    const shares = groups.map(([group, chance]) => (isWeak ? chance * Math.max(chances[from + group] ?? 0, 1e-3) : chance));
    const whole = shares.reduce((sum, share) => sum + share, 0);
    groups.forEach(([group], at) => {
      chances[from + group] = (chances[from + group] ?? 0) - (shares[at] ?? 0) / whole;
    });
  }

  /** Turns the directions against the errors, and keeps in `#back` what the sum should have been. */
  #turn(slot: number, step: number): void {
    const [sums, back, directions, dimensions, errors] = [this.#sums, this.#back, this.#directions, this.#dimensions, this.#chances];
    const at = slot * dimensions;
    back.fill(0);
    let squares = 0;
    for (let d = 0; d < dimensions; d++) squares += (sums[at + d] ?? 0) * (sums[at + d] ?? 0);
    squares /= dimensions;
    for (let group = 0; group < this.#groups; group++) {
      const error = errors[slot * this.#groups + group] ?? 0;
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
        directions[from + d] = direction - here * (sums[at + d] ?? 0);
      }
    }
  }

  #move(slot: number, step: number): void {
    const [back, points, dimensions, pointSums] = [this.#back, this.#points, this.#dimensions, this.#pointSums];
    const { places, values } = this.#texts;
    const kept = this.#kept[slot] ?? new Int32Array();
    let squares = 0;
    for (let d = 0; d < dimensions; d++) squares += (back[d] ?? 0) * (back[d] ?? 0);
    squares /= dimensions;
    for (let each = 0; each < (this.#counts[slot] ?? 0); each++) {
      const at = kept[each] ?? 0;
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

function shuffled(values: readonly number[], random: () => number): Int32Array {
  const order = Int32Array.from(values);
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
  }
  return order;
}
