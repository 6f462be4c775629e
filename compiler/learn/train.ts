// Learns which unit group a title belongs to: each feature has a point in a small space, a title is
// the sum of its features' points, and a multinomial logistic model of that sum gives the chances
// of the unit groups (Joulin et al. 2016, "Bag of tricks for efficient text classification"). Equal
// examples give equal bytes on every machine.
import { randomFrom } from './random.ts';
import { type Example, textsOf } from './texts.ts';
import { type Learnt, training } from './training.ts';

type Rounds = Readonly<Record<'strong' | 'both' | 'last', number>>;

export interface Trained extends Learnt {
  readonly dimensions: number;
  /** Keys of the features, in the order of their points. */
  readonly keys: Int32Array;
}

const rate = 0.25;
// In later rounds the steps become shorter, down to this share.
const lastStep = 0.1;

/**
 * `most`: the number of features to keep. The rounds are: strong titles alone, then weak ones with
 * them, then strong ones alone again, so that they win.
 */
export function train(
  examples: readonly Example[],
  groups: number,
  dimensions: number,
  most: number,
  rounds: Rounds,
): Trained {
  const texts = textsOf(examples, most);
  const { learnt, learn } = training(examples, texts, groups, dimensions);
  const strong = examples.flatMap(({ isWeak }, index) => (isWeak ? [] : [index]));
  const weak = examples.flatMap(({ isWeak }, index) => (isWeak ? [index] : []));
  const random = randomFrom(20200);
  const all = rounds.strong + rounds.both + rounds.last;
  for (let round = 0; round < all; round++) {
    const both = round >= rounds.strong && round < rounds.strong + rounds.both;
    const order = shuffled(both ? [...strong, ...weak] : strong, random);
    const looked = order.filter((example) => {
      const weight = examples[example]?.weight ?? 0;
      return weight >= 1 || random() < weight;
    });
    looked.forEach((example, place) =>
      learn(example, rate * (1 - ((round + place / looked.length) / all) * (1 - lastStep))),
    );
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
