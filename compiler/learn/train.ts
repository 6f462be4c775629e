// Learns which unit group a title belongs to: each feature has a point in a small space, a title is
// the sum of its features' points, and a multinomial logistic model of that sum gives the chances
// of the unit groups (Joulin et al. 2016, "Bag of tricks for efficient text classification"). Equal
// examples give equal bytes on every machine.
import { randomFrom } from './random.ts';
import { type Example, textsOf } from './texts.ts';
import { type Learnt, training } from './training.ts';

/**
 * How often all titles are looked at: strong ones alone, then weak ones with them, then strong ones
 * alone again, so that they win.
 */
export type Rounds = Readonly<Record<'strong' | 'both' | 'last', number>>;

export interface TrainOptions {
  /** How many unit groups there are. */
  readonly groups: number;
  readonly dimensions: number;
  readonly mostFeatures: number;
  readonly rounds: Rounds;
}

export interface Trained extends Learnt {
  readonly dimensions: number;
  /** Keys of the features, in the order of their points. */
  readonly keys: Int32Array;
}

const learningRate = 0.25;
// In later rounds the steps become shorter, down to this share.
const lastStepShare = 0.1;

export function train(
  examples: readonly Example[],
  { groups, dimensions, mostFeatures, rounds }: TrainOptions,
): Trained {
  const texts = textsOf(examples, mostFeatures);
  const { learnt, learn } = training(examples, texts, groups, dimensions);
  const strong: number[] = [];
  const weak: number[] = [];
  for (const [index, { isWeak }] of examples.entries()) (isWeak ? weak : strong).push(index);
  const random = randomFrom(20200);
  const allRounds = rounds.strong + rounds.both + rounds.last;
  for (let round = 0; round < allRounds; round++) {
    const isOfBoth = round >= rounds.strong && round < rounds.strong + rounds.both;
    const order = shuffled(isOfBoth ? [...strong, ...weak] : strong, random);
    const chosen = order.filter((example) => {
      const weight = examples[example]?.weight ?? 0;
      return weight >= 1 || random() < weight;
    });
    chosen.forEach((example, place) => {
      const doneShare = (round + place / chosen.length) / allRounds;
      learn(example, learningRate * (1 - doneShare * (1 - lastStepShare)));
    });
  }
  return { dimensions, keys: texts.keys, ...learnt };
}

function shuffled(values: readonly number[], random: () => number): Int32Array {
  const order = Int32Array.from(values);
  for (let index = order.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    const moved = order[index] ?? 0;
    order[index] = order[other] ?? 0;
    order[other] = moved;
  }
  return order;
}
