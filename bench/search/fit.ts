// Measures on the first seed how much the titles' and the model's voices count and how often an answer is right, and prints the rows of
// server/search/model/fitted.ts and server/search/confidence.ts, which are typed in. Run it when titles change much: `npx node
// bench/search/fit.ts`. Titles of the index, misspelt in many ways, and titles left out of it weigh the same.
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
import { type Asked as Query, heldOut, queriesOf } from './queries.ts';
import { judged } from './score.ts';
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
  return [...ask(learnt, asked, true), ...ask(learnt, queriesOf(kept, 'tuning', each), false)];
});

function ask({ index, model }: Learnt, queries: readonly Query[], isUnknown: boolean): Asked[] {
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

/** An answer, where `right` is 0 or 1, or the mean of several. */
interface Bin {
  readonly share: number;
  readonly right: number;
  readonly weight: number;
}

function binOf(inside: readonly Bin[]): Bin {
  const weight = inside.reduce((sum, one) => sum + one.weight, 0);
  const mean = (value: (one: Bin) => number) => inside.reduce((sum, one) => sum + one.weight * value(one), 0) / weight;
  return { share: mean(({ share }) => share), right: mean(({ right }) => right), weight };
}

/** The means of bins of answers, pooled with the bin before where they fall: a greater share is never less likely. */
function rising(bins: readonly (readonly Bin[])[]): Bin[] {
  const pooled: Bin[] = [];
  for (const bin of bins.filter(({ length }) => length > 0)) {
    let last = binOf(bin);
    for (let before = pooled.at(-1); before !== undefined && before.right >= last.right; before = pooled.at(-1)) {
      last = binOf([before, last]);
      pooled.pop();
    }
    pooled.push(last);
  }
  return pooled;
}

function inEqualBins(found: readonly Bin[], bins: number): Bin[][] {
  const sorted = found.toSorted((a, b) => a.share - b.share);
  const size = Math.ceil(sorted.length / bins);
  return Array.from({ length: bins }, (_, at) => sorted.slice(at * size, (at + 1) * size));
}

const shares = answers.flatMap(({ voices, right, known, isUnknown, weight }) =>
  sharesOf(voices, weights[viewOf(bestOf(voices))]).map((share, at) => ({
    share,
    known,
    weight,
    isUnknown,
    right: Number(right[at] ?? false),
    kind: isMeant(voices[at]?.matchType ?? 'related') ? 'meant' : voices[at]?.matchType === 'related' ? 'related' : 'like',
  })),
);
for (const kind of ['meant', 'like', 'related']) {
  // Most answers have nearly no share.
  const of = shares.filter((one) => one.kind === kind && one.share >= 0.005);
  const points = rising(inEqualBins(of, kind === 'meant' ? 20 : 40));
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

// How often the titles alone are right by how well they fit, for confidence.ts. Narrow at both ends, because most answers are there.
const fits = [0, 0.01, 0.03, 0.06, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 1.001];
const most = 0.99;
// The fit itself, kept below 1, which is for exact matches. One round has some hundred answers of middling fit, and the next differs from
// it by several points.
const alone = judged(all.parts, 'tuning', 600, (fit) => Math.min(0.999, fit), 8);
for (const name of ['meant', 'like']) {
  const of = alone.filter(({ matchType }) => isMeant(matchType) === (name === 'meant'));
  const bins = fits.slice(1).map((to, at) => of.filter(({ confidence }) => confidence >= (fits[at] ?? 0) && confidence < to));
  const points = rising(
    bins.map((bin) => bin.map(({ confidence, right, weight }) => ({ share: confidence, right: Number(right), weight }))),
  );
  const rows = points.map(({ share, right }) => `[${share.toFixed(3)}, ${Math.min(most, right).toFixed(3)}]`);
  console.log(`const ${name}: Points = [[0, 0], ${rows.join(', ')}, [1, ${most}]];`);
}
