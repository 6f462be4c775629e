// Holds the state of the training that train.ts describes, and takes its steps. The steps of each
// row become shorter with the sum of its squared steps (AdaGrad, Duchi et al. 2011, with one sum
// for a whole row). The random numbers and the order of all sums are fixed, so equal examples give
// equal bytes.
import { randomFrom } from './random.ts';
import type { Example, Texts } from './texts.ts';

// What the sums of squared steps begin with, so that the first steps are not too long.
const firstSum = 0.01;
// The share of a title's features that a step leaves out, so that no title rests on one of them.
const leftOutShare = 0.4;
// A unit group whose chance is off by less is not moved.
const negligible = 1e-3;
// Every fifth visit to a text scores all unit groups. The visits after it score only those that
// were likely then: the others would hardly move, and scoring takes most of the time.
const visitsPerWhole = 5;
// Relative to the likeliest unit group, a chance below e to the power of this counts as 0.
const lowestExponent = -9;
// The weight of a weak unit group that the model does not find likely.
const leastChanceOfWeak = 1e-3;
const biasRate = 0.3;

/**
 * Points of the features, and for each unit group its direction, and how likely it is without any
 * feature.
 */
export interface Learnt {
  readonly points: Float32Array;
  readonly directions: Float64Array;
  readonly biases: Float32Array;
}

/**
 * `learnt`: what is learnt, which begins with random numbers. `learn` visits an example once and
 * moves what is learnt by a step of this length.
 */
export function training(
  examples: readonly Example[],
  texts: Texts,
  groups: number,
  dimensions: number,
) {
  const first = randomFrom(2020);
  const small = () => (first() - 0.5) * 0.2;
  const sums = (length: number) => new Float32Array(length).fill(firstSum);
  const points = Float32Array.from({ length: texts.keys.length * dimensions }, small);
  const directions = Float64Array.from({ length: groups * dimensions }, small);
  const biases = new Float32Array(groups);
  const pointSums = sums(texts.keys.length);
  const directionSums = sums(groups);
  const biasSums = sums(groups);
  const random = randomFrom(20201);
  const all = Uint16Array.from({ length: groups }, (_, group) => group);
  // By text: how often it was visited, and the unit groups that were likely when all were scored,
  // with its own.
  const visits = new Uint8Array(examples.length);
  const likely: Uint16Array[] = [];
  // Of the text at hand: the sum of its points, the gradient of that sum, and for each listed unit
  // group its chance, and then the error of that chance.
  const sum = new Float64Array(dimensions);
  const gradient = new Float64Array(dimensions);
  const errors = new Float64Array(groups);
  const { starts, places, values } = texts;

  /** Adds up the points of a text's features, except some that are left out. Returns the others. */
  const addUp = (text: number): number[] => {
    const kept: number[] = [];
    sum.fill(0);
    for (let index = starts[text] ?? 0; index < (starts[text + 1] ?? 0); index++) {
      if (random() < leftOutShare) continue;
      kept.push(index);
      const value = values[index] ?? 0;
      const from = (places[index] ?? 0) * dimensions;
      for (let d = 0; d < dimensions; d++) sum[d] = (sum[d] ?? 0) + value * (points[from + d] ?? 0);
    }
    return kept;
  };

  /** The chances of the listed unit groups, in the order of the list. */
  const computeChances = (list: Uint16Array): void => {
    let most = Number.NEGATIVE_INFINITY;
    for (let index = 0; index < list.length; index++) {
      const group = list[index] ?? 0;
      const score = (biases[group] ?? 0) + product(directions, group * dimensions, sum, dimensions);
      errors[index] = score;
      if (score > most) most = score;
    }
    let weights = 0;
    for (let index = 0; index < list.length; index++) {
      const less = (errors[index] ?? 0) - most;
      weights += errors[index] = less < lowestExponent ? 0 : Math.exp(less);
    }
    for (let index = 0; index < list.length; index++)
      errors[index] = (errors[index] ?? 0) / weights;
  };

  /** Turns the directions against the errors, and sets `gradient` by which the points must move. */
  const turnDirections = (list: Uint16Array, step: number): void => {
    gradient.fill(0);
    const squares = meanSquare(sum);
    for (let index = 0; index < list.length; index++) {
      const error = errors[index] ?? 0;
      if (Math.abs(error) < negligible) continue;
      const group = list[index] ?? 0;
      biases[group] =
        (biases[group] ?? 0) -
        (biasRate * step * error) / Math.sqrt(grown(biasSums, group, error * error));
      const here = (step * error) / Math.sqrt(grown(directionSums, group, error * error * squares));
      for (let d = 0, place = group * dimensions; d < dimensions; d++, place++) {
        const before = directions[place] ?? 0;
        gradient[d] = (gradient[d] ?? 0) + error * before;
        directions[place] = before - here * (sum[d] ?? 0);
      }
    }
  };

  /** Moves the points of the features that were not left out, against the gradient. */
  const movePoints = (kept: readonly number[], step: number): void => {
    const squares = meanSquare(gradient);
    for (const index of kept) {
      const feature = places[index] ?? 0;
      const value = values[index] ?? 0;
      const here = (step * value) / Math.sqrt(grown(pointSums, feature, squares * value * value));
      for (let d = 0, place = feature * dimensions; d < dimensions; d++, place++)
        points[place] = (points[place] ?? 0) - here * (gradient[d] ?? 0);
    }
  };

  /** These unit groups, and all others that are likely now. All must have been scored. */
  const withLikely = (ownGroups: readonly number[]): Uint16Array => {
    const likelyGroups = [...ownGroups];
    for (const group of all)
      if ((errors[group] ?? 0) > negligible && !ownGroups.includes(group)) likelyGroups.push(group);
    return Uint16Array.from(likelyGroups);
  };

  /**
   * Turns the chances into errors: subtracts from each what it should have been. The unit groups of
   * a weak example share theirs by what the model finds likely.
   */
  const subtractRight = (list: Uint16Array, { groups: ownGroups, isWeak }: Example): void => {
    const right = ownGroups.map(([group, chance]) => {
      const place = list.indexOf(group);
      const opinion = isWeak ? Math.max(errors[place] ?? 0, leastChanceOfWeak) : 1;
      return { place, chance: chance * opinion };
    });
    const whole = right.reduce((before, { chance }) => before + chance, 0);
    for (const { place, chance } of right) errors[place] = (errors[place] ?? 0) - chance / whole;
  };

  const learn = (text: number, step: number): void => {
    const example = examples[text];
    if (example === undefined) throw new RangeError(`there is no example ${text}`);
    const visit = visits[text] ?? 0;
    visits[text] = visit + 1;
    const kept = addUp(text);
    const isWhole = visit % visitsPerWhole === 0;
    const list = isWhole ? all : (likely[text] ?? all);
    computeChances(list);
    if (isWhole) likely[text] = withLikely(example.groups.map(([group]) => group));
    subtractRight(list, example);
    turnDirections(list, step);
    movePoints(kept, step);
  };
  return { learnt: { points, directions, biases } satisfies Learnt, learn };
}

/**
 * The scalar product, in four sums beside each other: a processor waits for the last addition
 * before the next of the same sum.
 */
function product(rows: Float64Array, from: number, sum: Float64Array, length: number): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let index = 0, place = from; index < length; index += 4, place += 4) {
    a += (rows[place] ?? 0) * (sum[index] ?? 0);
    b += (rows[place + 1] ?? 0) * (sum[index + 1] ?? 0);
    c += (rows[place + 2] ?? 0) * (sum[index + 2] ?? 0);
    d += (rows[place + 3] ?? 0) * (sum[index + 3] ?? 0);
  }
  return a + b + (c + d);
}

function grown(sums: Float32Array, index: number, by: number): number {
  sums[index] = (sums[index] ?? 0) + by;
  return sums[index] ?? 0;
}

function meanSquare(row: Float64Array): number {
  let sum = 0;
  for (const number of row) sum += number * number;
  return sum / row.length;
}
