// Measures on the first seed how much the titles' and the model's voices count and how often an answer is right, and prints the rows of
// server/search/model/fitted.ts. Titles of the index, misspelt in many ways, and titles left out of it weigh the same.
import {
  type Voices,
  bestOf,
  groundOf,
  groundsOf,
  isTrusted,
  numbersOf,
  sharesOf,
  strongerThan,
  viewOf,
} from '#server/search/model/combine.ts';
import type { Ground, View } from '#server/search/model/fitted.ts';
import { isMeant } from '#server/search/confidence.ts';
import { wordsOf } from '#server/search/normalise.ts';
import { candidatesOf, familiarityOf, voicesOf } from '#server/search/search.ts';
import { type Learnt, learn } from './learnt.ts';
import { published } from './published-parts.ts';
import { heldOut, queriesOf } from './queries.ts';
import { fold } from './near-titles.ts';

const each = 1000;
// Each leaves other titles out.
const roundsAsked = [0, 1, 2, 3, 4, 5];
const rounds = 300;
const step = 0.05;

interface Asked {
  readonly voices: readonly Voices[];
  readonly right: readonly boolean[];
  readonly known: number;
  readonly isUnknown: boolean;
  readonly weight: number;
}

/** An answer that the titles decide alone. */
interface Decided {
  readonly best: Voices;
  readonly ground: Ground;
  readonly right: boolean;
  readonly isUnknown: boolean;
  readonly weight: number;
}

const all = await published();
const codes = all.parts.unitGroups.map(({ code }) => code);
const decided: Decided[] = [];
// Each round learns without the titles that it leaves out.
const answers = roundsAsked.flatMap((round) => {
  const { kept, asked } = heldOut(all.entries, 'tuning', round);
  const learnt = learn(all, kept, { titles: new Set(asked.map(({ text }) => fold(text))) });
  return [
    ...ask(
      learnt,
      asked.map(({ text, groups }) => ({ text, right: groups })),
      true,
    ),
    ...ask(learnt, queriesOf(kept, 'tuning', each), false),
  ];
});

function ask(
  { index, model }: Learnt,
  queries: readonly { readonly text: string; readonly right: ReadonlySet<string> }[],
  isUnknown: boolean,
): Asked[] {
  const weight = 0.5 / queries.length;
  return queries.flatMap(({ text, right }): Asked[] => {
    const candidates = candidatesOf(index, text.trim());
    if (candidates.some(({ matchType }) => matchType === 'exact' || matchType === 'code')) return [];
    const { voices, known } = voicesOf(model, wordsOf(text), candidates);
    const best = bestOf(voices);
    if (best === undefined) return [];
    const isRight = ({ group }: Voices) => right.has(codes[group] ?? '');
    const familiarity = familiarityOf(index, model, wordsOf(text));
    if (isTrusted(best, familiarity, strongerThan(best, voices, sharesOf(voices)))) {
      decided.push({ best, ground: groundOf(best, familiarity), right: isRight(best), isUnknown, weight });
      return [];
    }
    return [{ voices, right: voices.map(isRight), known, isUnknown, weight }];
  });
}
console.log(
  `${answers.length} queries that the titles do not decide, ${answers.filter(({ isUnknown }) => isUnknown).length} of them unknown`,
);

/** Weights by the steepest way up of the likelihood, with Adam (Kingma and Ba 2015). `slopeOf`: how fast it rises with each weight. */
function climbed(weights: number[], slopeOf: (weights: readonly number[]) => readonly number[]): number[] {
  const [mean, square] = [weights.map(() => 0), weights.map(() => 0)];
  for (let round = 0; round < rounds; round++) {
    const up = slopeOf(weights);
    weights.forEach((weight, at) => {
      mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * (up[at] ?? 0);
      square[at] = 0.99 * (square[at] ?? 0) + 0.01 * (up[at] ?? 0) ** 2;
      weights[at] = weight + ((round < 200 ? step : step / 5) * (mean[at] ?? 0)) / (Math.sqrt(square[at] ?? 0) + 1e-8);
    });
  }
  return weights;
}

function weightsOf(view: View): number[] {
  const here = answers.filter(({ voices, right }) => viewOf(bestOf(voices)) === view && right.includes(true));
  return climbed([0.5, 0.5, 0.5, 0, 0], (weights) => {
    const up = weights.map(() => 0);
    for (const { voices, right } of here) {
      const shares = sharesOf(voices, weights);
      const ofRight = shares.reduce((sum, share, at) => (right[at] ? sum + share : sum), 0);
      voices.forEach((one, at) => {
        const share = shares[at] ?? 0;
        const pull = (right[at] ? share / ofRight : 0) - share;
        numbersOf(one).forEach((number, place) => (up[place] = (up[place] ?? 0) + (pull * number) / here.length));
      });
    }
    return up;
  });
}

function certaintyOf(ground: Ground): number[] {
  const here = decided.filter((one) => one.ground === ground);
  const all = here.reduce((sum, { weight }) => sum + weight, 0);
  return climbed([1, 0.8, 0.3], (weights) => {
    const up = weights.map(() => 0);
    for (const { best, right, weight } of here) {
      const numbers = groundsOf(best);
      const certainty = 1 / (1 + Math.exp(-numbers.reduce((sum, number, at) => sum + number * (weights[at] ?? 0), 0)));
      numbers.forEach((number, at) => (up[at] = (up[at] ?? 0) + ((Number(right) - certainty) * number * weight) / all));
    }
    return up;
  });
}

const weights = { meant: weightsOf('meant'), held: weightsOf('held'), open: weightsOf('open') };
for (const [view, numbers] of Object.entries(weights))
  console.log(`  ${view}: [${numbers.map((number) => number.toFixed(3)).join(', ')}],`);

// Shares of right answers, in bins of equally many answers, made to rise.
interface Bin {
  share: number;
  right: number;
  weight: number;
}
function rising(found: readonly { readonly share: number; readonly right: boolean; readonly weight: number }[], bins: number): Bin[] {
  const sorted = found.toSorted((a, b) => a.share - b.share);
  const pooled: Bin[] = [];
  const size = Math.ceil(sorted.length / bins);
  for (let from = 0; from < sorted.length; from += size) {
    const inside = sorted.slice(from, from + size);
    const weight = inside.reduce((sum, one) => sum + one.weight, 0);
    const mean = (value: (one: (typeof inside)[number]) => number) =>
      inside.reduce((sum, one) => sum + one.weight * value(one), 0) / weight;
    let last: Bin = { share: mean(({ share }) => share), right: mean(({ right }) => Number(right)), weight };
    for (let before = pooled.at(-1); before !== undefined && before.right >= last.right; before = pooled.at(-1)) {
      const both = before.weight + last.weight;
      last = {
        share: (before.share * before.weight + last.share * last.weight) / both,
        right: (before.right * before.weight + last.right * last.weight) / both,
        weight: both,
      };
      pooled.pop();
    }
    pooled.push(last);
  }
  return pooled;
}

const judged = answers.flatMap(({ voices, right, known, isUnknown, weight }) =>
  sharesOf(voices, weights[viewOf(bestOf(voices))]).map((share, at) => ({
    share,
    known,
    weight,
    isUnknown,
    right: right[at] ?? false,
    kind: isMeant(voices[at]?.matchType ?? 'related') ? 'meant' : voices[at]?.matchType === 'related' ? 'related' : 'like',
  })),
);
for (const kind of ['meant', 'like', 'related']) {
  // Most answers have nearly no share.
  const of = judged.filter((one) => one.kind === kind && one.share >= 0.005);
  const points = rising(of, kind === 'meant' ? 20 : 40);
  const rows = points.map(({ share, right }) => `[${share.toFixed(3)}, ${Math.min(0.98, right).toFixed(3)}]`);
  console.log(`  ${kind}: [[0, 0], ${rows.join(', ')}, [1, ${Math.min(0.98, points.at(-1)?.right ?? 1).toFixed(3)}]],`);
}
// First answers by how much of the query the model knows, for `caps`.
const edges = [0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.01];
const firsts = answers.map(({ voices, right, known, isUnknown }) => {
  const shares = sharesOf(voices, weights[viewOf(bestOf(voices))]);
  const first = shares.indexOf(Math.max(...shares));
  return { share: shares[first] ?? 0, right: right[first] ?? false, known, isUnknown };
});
edges.slice(1).forEach((to, at) => {
  const here = firsts.filter(({ known, isUnknown }) => isUnknown && known >= (edges[at] ?? 0) && known < to);
  const mean = (value: (one: (typeof here)[number]) => number) => (here.reduce((sum, one) => sum + value(one), 0) / here.length).toFixed(3);
  console.log(
    `known ${edges[at]} to ${to}: ${here.length} first answers, share ${mean(({ share }) => share)}, right ${mean(({ right }) => Number(right))}`,
  );
});
const unknown = firsts.filter(({ isUnknown }) => isUnknown);
console.log(`unknown, first right: ${unknown.filter(({ right }) => right).length} of ${unknown.length}`);

// What the titles decide alone, for `certainties`.
for (const ground of ['sameLetters', 'misspelt', 'otherWord', 'held', 'open'] as const) {
  const here = decided.filter((one) => one.ground === ground);
  const unknown = here.filter(({ isUnknown }) => isUnknown);
  const rightOf = (list: readonly Decided[]) => `${list.filter(({ right }) => right).length} of ${list.length} right`;
  const numbers = certaintyOf(ground).map((number) => number.toFixed(3));
  console.log(`  ${ground}: [${numbers.join(', ')}], // ${rightOf(here)}, of unknown ones ${rightOf(unknown)}`);
}
