// How often the search is right for titles that it has not seen, with less chance in the figure: the seeds of all states of the search, and every title
// of the index, a twentieth at a time. It takes twenty-three times as long as one set, so make bench does not run it:
// `npx node bench/search/every-title.ts`.
import { search } from '#server/search/search.ts';
import { learn } from './learnt.ts';
import { fold } from './near-titles.ts';
import { type Published, published } from './published-parts.ts';
import { type HeldOut, heldOut, heldOutInTurn } from './queries.ts';

const partsOfAll = 20;
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** Shares of titles with a right answer first, and with one among five: with the model, and of the titles alone. */
type Shares = readonly [first: number, five: number, firstAlone: number, fiveAlone: number];

function sharesOf(all: Published, { kept, asked }: HeldOut<Published['entries'][number]>): Shares {
  const { index, model } = learn(all, kept, { titles: new Set(asked.map(({ text }) => fold(text))) });
  const counts: [number, number, number, number] = [0, 0, 0, 0];
  for (const { text, groups } of asked)
    for (const [at, by] of [
      [0, model],
      [2, null],
    ] as const) {
      const answers = search(index, text, 5, by);
      if (groups.has(answers[0]?.soc2020 ?? '')) counts[at]++;
      if (answers.some(({ soc2020 }) => groups.has(soc2020))) counts[at + 1] = (counts[at + 1] ?? 0) + 1;
    }
  const [first, five, firstAlone, fiveAlone] = counts;
  return [first / asked.length, five / asked.length, firstAlone / asked.length, fiveAlone / asked.length];
}

const all = await published();
console.log('| titles | this search | titles alone |\n| --- | --- | --- |');
for (const seed of ['second', 'third'] as const) {
  const held = heldOut(all.entries, seed);
  const [first, five, firstAlone, fiveAlone] = sharesOf(all, held);
  console.log(
    `| ${seed} seed (${held.asked.length}) | ${percent(first)}, ${percent(five)} | ${percent(firstAlone)}, ${percent(fiveAlone)} |`,
  );
}
const folds = heldOutInTurn(all.entries, partsOfAll);
const found = folds.map((held, part) => {
  const shares = sharesOf(all, held);
  console.error(`part ${part + 1} of ${partsOfAll}: ${shares.map(percent).join(', ')}`);
  return shares;
});
const cells = [0, 1, 2, 3].map((at) => {
  const shares = found.map((of) => of[at] ?? 0);
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  const variance = shares.reduce((sum, share) => sum + (share - mean) ** 2, 0) / (shares.length - 1);
  return `${percent(mean)} ± ${(100 * Math.sqrt(variance / shares.length)).toFixed(1)}`;
});
const asked = folds.reduce((sum, { asked: titles }) => sum + titles.length, 0);
console.log(
  `| each title of the index (${asked}), mean and standard error of ${partsOfAll} parts | ${cells[0]}, ${cells[1]} | ${cells[2]}, ${cells[3]} |`,
);
