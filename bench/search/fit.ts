// Measures on the first seed how much the titles' and the model's voices count and how often an
// answer is right, and writes server/search/data/fitted.json. Run it when titles change much: `npx
// node bench/search/fit.ts`.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type Ground,
  type Voice,
  grounds,
  groundOf,
  certaintyInputsOf,
  scoreInputsOf,
  sharesOf,
} from '#server/search/model/combine.ts';
import { wordsOf } from '#server/search/normalise.ts';
import { isKnown, voicesOf } from '#server/search/voices.ts';
import { setAside } from '#server/search/set-aside.ts';
import { learn } from './learnt.ts';
import { noJobs } from './frames.ts';
import { fold } from './near-titles.ts';
import { published } from './published-parts.ts';
import { type Asked, heldOut, queriesOf } from './queries.ts';

const each = 150;
// Each leaves other titles out, and learns without them.
const rounds = [0, 1];
// How much unseen titles count beside known ones: little for the order of answers, which must hold
// for titles of the index, half for their certainty.
const unseen = { order: 0.12, certainty: 0.5 };
// How much texts that are no job count for the certainty.
const noJob = 0.05;
const mostCertain = 0.99;
// How often what is left is the job after something was set aside, if it is a title: all of the
// frames that tuned, 99 of 100 of the others.
const aside = 0.98;
// Answers after the first count less for the certainty.
const later = 0.5;
const step = 0.05;

interface Answered {
  readonly voices: readonly Voice[];
  readonly right: readonly boolean[];
  /** Null: without the model. */
  readonly known: number | null;
  readonly ground: Ground;
  readonly weight: typeof unseen;
}

const all = await published();
const codes = all.parts.unitGroups.map(({ code }) => code);
const answered = rounds.flatMap((round) => {
  const { kept, asked } = heldOut(all.entries, 'tuning', round);
  const { index, model } = learn(all, kept, {
    titles: new Set(asked.map(({ text }) => fold(text))),
  });
  const exact = new Set(
    kept.flatMap(({ title, inverted }) => [title, inverted].map((text) => wordsOf(text).join(' '))),
  );
  const ask = (
    queries: readonly Asked[],
    shareOf: (unseenShare: number, quantity: keyof typeof unseen, ground: Ground) => number,
  ) =>
    queries
      .map(({ text, right }) => ({ text: setAside(index, text.trim()).core, right }))
      .map(({ text, right }) => ({ text, right, words: wordsOf(text) }))
      .filter(({ words }) => !exact.has(words.join(' ')))
      .flatMap(({ text, right, words }) =>
        [model, null].flatMap((by): Answered[] => {
          const { voices, known } = voicesOf(index, { text, words, isTitle: false }, by);
          if (voices.length === 0) return [];
          const ground = groundOf(voices, isKnown(index, words));
          const weight = {
            order: shareOf(unseen.order, 'order', ground) / queries.length,
            certainty: shareOf(unseen.certainty, 'certainty', ground) / queries.length,
          };
          return [
            {
              voices,
              known,
              weight,
              ground,
              right: voices.map(({ group }) => right.has(codes[group] ?? '')),
            },
          ];
        }),
      );
  const none = noJobs('tuning').map((text) => ({ text, right: new Set<string>() }));
  return [
    // What begins another title is no begun one if it is whole.
    ...ask(asked, (share, quantity, ground) =>
      quantity === 'order' && ground === 'begun' ? 0 : share,
    ),
    ...ask(queriesOf(kept, 'tuning', each), (share) => 1 - share),
    ...ask(none, (_, quantity) => (quantity === 'certainty' ? noJob : 0)),
  ];
});

/**
 * Weights by the steepest way up of the likelihood, with Adam (Kingma and Ba 2015). `addSlope` adds
 * how fast it rises with each weight.
 */
function climbed(
  weights: number[],
  addSlope: (weights: readonly number[], up: number[]) => void,
): number[] {
  const mean = weights.map(() => 0);
  const square = weights.map(() => 0);
  for (let round = 0; round < 300; round++) {
    const up = weights.map(() => 0);
    addSlope(weights, up);
    weights.forEach((weight, at) => {
      mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * (up[at] ?? 0);
      square[at] = 0.99 * (square[at] ?? 0) + 0.01 * (up[at] ?? 0) ** 2;
      weights[at] =
        weight +
        ((round < 200 ? step : step / 5) * (mean[at] ?? 0)) / (Math.sqrt(square[at] ?? 0) + 1e-8);
    });
  }
  return weights.map((weight) => Math.round(1000 * weight) / 1000);
}

const product = (numbers: readonly number[], weights: readonly number[]) =>
  numbers.reduce((sum, number, at) => sum + number * (weights[at] ?? 0), 0);
const addTo = (up: number[], numbers: readonly number[], times: number) =>
  numbers.forEach((number, at) => (up[at] = (up[at] ?? 0) + times * number));
const totalOf = (weighted: readonly { readonly weight: number }[]) =>
  weighted.reduce((sum, { weight }) => sum + weight, 0);

function weightsOf(ground: Ground): number[] {
  const here = answered
    .filter((one) => one.ground === ground && one.known !== null && one.right.includes(true))
    .map(({ voices, right, weight }) => ({
      numbers: voices.map(scoreInputsOf),
      right,
      weight: weight.order,
    }));
  const total = totalOf(here);
  return climbed([0.5, 0.5, 0, 0], (weights, up) => {
    for (const { numbers, right, weight } of here) {
      const beliefs = numbers.map((voiceNumbers) => Math.exp(product(voiceNumbers, weights)));
      const sum = beliefs.reduce((before, belief) => before + belief, 0);
      const ofRight = beliefs.reduce(
        (before, belief, at) => (right[at] ? before + belief : before),
        0,
      );
      numbers.forEach((voiceNumbers, at) =>
        addTo(
          up,
          voiceNumbers,
          ((beliefs[at] ?? 0) * ((right[at] ? 1 / ofRight : 0) - 1 / sum) * weight) / total,
        ),
      );
    }
  });
}

function certaintyOf(ground: Ground, weights: readonly number[], hasModel: boolean): number[] {
  const here = answered
    .filter((one) => one.ground === ground && (one.known !== null) === hasModel)
    .flatMap(({ voices, right, known, weight }) => {
      const shares = sharesOf(voices, weights);
      const most = Math.max(...shares);
      return shares.map((share, at) => ({
        share,
        right: Number(right[at]),
        numbers: certaintyInputsOf(share, known ?? 1),
        weight: weight.certainty * (share === most ? 1 : later),
      }));
    })
    .filter(({ share }) => share > 0.005);
  const total = totalOf(here);
  return climbed([0, 1, 0], (fits, up) => {
    for (const { numbers, right, weight } of here) {
      const certainty = 1 / (1 + Math.exp(-product(numbers, fits)));
      addTo(up, numbers, ((right - certainty) * weight) / total);
    }
  });
}

const table = (numbersFor: (ground: Ground) => number[]) =>
  Object.fromEntries(grounds.map((ground) => [ground, numbersFor(ground)]));
const weights = table(weightsOf);
// The model does not know a word that is only begun.
weights['begun']?.splice(0, 1, 0);
const certainties = (hasModel: boolean) =>
  table((ground) => certaintyOf(ground, weights[ground] ?? [], hasModel));
const both = certainties(true);
const alone = certainties(false);
const file = fileURLToPath(new URL('../../server/search/data/fitted.json', import.meta.url));
writeFileSync(file, `${JSON.stringify({ mostCertain, aside, weights, both, alone }, null, 2)}\n`);
