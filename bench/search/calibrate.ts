// Measures how often an answer is right for how well it fits, on the first seed, and prints the rows of server/search/confidence.ts.
import { isMeant } from '#server/search/confidence.ts';
import { type Judged, judged } from './judged.ts';
import { publishedParts } from './published-parts.ts';

// Narrow at both ends, because most answers are there.
const edges = [0, 0.01, 0.03, 0.06, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 1.001];
const most = 0.99;
// One round has some hundred answers of middling fit, and the next differs from it by several points.
const rounds = 8;

interface Bin {
  readonly fit: number;
  readonly share: number;
  readonly weight: number;
}

function binsOf(answers: readonly Judged[]): Bin[] {
  return edges.slice(1).flatMap((to, place): Bin[] => {
    const inside = answers.filter(({ confidence }) => confidence >= (edges[place] ?? 0) && confidence < to);
    const sum = (value: (answer: Judged) => number) => inside.reduce((total, answer) => total + answer.weight * value(answer), 0);
    const weight = sum(() => 1);
    return weight === 0
      ? []
      : [{ fit: sum(({ confidence }) => confidence) / weight, share: sum(({ right }) => Number(right)) / weight, weight }];
  });
}

/** Pools neighbours that fall until none does, so that a better fit is never less likely. */
function rising(bins: readonly Bin[]): Bin[] {
  const pooled: Bin[] = [];
  for (const bin of bins) {
    let last = bin;
    for (let before = pooled.at(-1); before !== undefined && before.share >= last.share; before = pooled.at(-1)) {
      const weight = before.weight + last.weight;
      const mean = (value: (one: Bin) => number) => (value(before) * before.weight + value(last) * last.weight) / weight;
      last = { fit: mean(({ fit }) => fit), share: mean(({ share }) => share), weight };
      pooled.pop();
    }
    pooled.push(last);
  }
  return pooled;
}

// The fit itself, kept below 1, which is for exact matches.
const answers = judged(await publishedParts(), 'tuning', 600, (fit) => Math.min(0.999, fit), rounds);
for (const [name, belongs] of [
  ['meant', true],
  ['like', false],
] as const) {
  const points = rising(binsOf(answers.filter(({ matchType }) => isMeant(matchType) === belongs)));
  const rows = points.map(({ fit, share }) => `[${fit.toFixed(3)}, ${Math.min(most, share).toFixed(3)}]`);
  console.log(`const ${name}: Points = [[0, 0], ${rows.join(', ')}, [1, ${most}]];`);
}
