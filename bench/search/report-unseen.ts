// make bench: how often the search with what it has learnt is right, for titles that it has not seen and for titles of the index, and how far its
// confidence can be trusted, on the reporting seed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import { isMeant } from '#server/search/confidence.ts';
import type { TitleIndexParts } from '#server/search/build-title-index.ts';
import { search } from '#server/search/search.ts';
import type { Learnt } from './learnt.ts';
import { published } from './published-parts.ts';
import { kinds, queriesOf } from './queries.ts';
import { loadCold } from './report.ts';
import { score, time } from './score.ts';
import { searchers } from './searches.ts';
import { scoreUnseen, unseenTitles } from './unseen.ts';

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const each = 300;

interface First {
  readonly confidence: number;
  readonly matchType: OccupationMatch['matchType'];
  readonly right: boolean;
  readonly weight: number;
}

/** Prints the tables as Markdown, as docs/search.md holds them. `sets`: places of the sets of unseen titles, all if left out. */
export async function reportUnseen(from?: string, sets?: readonly number[]): Promise<void> {
  const all = await published(from);
  for (const [place, set] of unseenTitles(all, 'reporting').entries()) {
    if (sets !== undefined && !sets.includes(place)) continue;
    const { learnt, scores } = scoreUnseen(all, set);
    if (place === 0) console.log(`| titles | ${[...scores.keys()].join(' | ')} |\n|${' --- |'.repeat(scores.size + 1)}`);
    const cells = [...scores.values()].map(({ first, five }) => `${percent(first)}, ${percent(five)}`);
    console.log(`| ${set.name} (${set.asked.length}) | ${cells.join(' | ')} |`);
    if (place !== 0) continue;
    reportKnown(learnt, set);
    reportCost(learnt, { ...all.parts, entries: set.kept }, set);
  }
}

/** The rows of known titles, and the calibration, with the index and the model that lack the unseen titles. */
function reportKnown(learnt: Learnt, { kept, asked }: ReturnType<typeof unseenTitles>[number]): void {
  const ask = (text: string, limit: number) => search(learnt.index, text, limit, learnt.model);
  const queries = queriesOf(kept, 'reporting', each);
  const codes = (model: Learnt['model'] | null) => (text: string, limit: number) =>
    search(learnt.index, text, limit, model).map(({ soc2020 }) => soc2020);
  const [own, alone] = [score(codes(learnt.model), queries), score(codes(null), queries)];
  for (const kind of kinds) {
    const [a, b] = [own.get(kind), alone.get(kind)];
    if (a !== undefined && b !== undefined)
      console.log(
        `| ${kind} | ${percent(a.top1 / a.asked)}, ${percent(a.top5 / a.asked)} | ${percent(b.top1 / b.asked)}, ${percent(b.top5 / b.asked)} |`,
      );
  }
  const firstsOf = (texts: readonly { readonly text: string; readonly right: ReadonlySet<string> }[]): First[] =>
    texts.flatMap(({ text, right }) => {
      const [first] = ask(text, 5);
      if (first === undefined || first.matchType === 'exact' || first.matchType === 'code') return [];
      return [{ confidence: first.confidence, matchType: first.matchType, right: right.has(first.soc2020), weight: 0.5 / texts.length }];
    });
  const unseen = firstsOf(asked.map(({ text, groups }) => ({ text, right: groups })));
  const both = [...unseen, ...firstsOf(queries)];
  const kindsOfMatch: readonly (readonly [string, (one: First) => boolean])[] = [
    ['fuzzy, prefix', ({ matchType }) => isMeant(matchType)],
    ['partial, reference', ({ matchType }) => matchType === 'partial' || matchType === 'reference'],
    ['related', ({ matchType }) => matchType === 'related'],
  ];
  console.log(`| confidence | ${kindsOfMatch.map(([name]) => `right: ${name}`).join(' | ')} | right: unseen titles |`);
  for (let tenth = 9; tenth >= 0; tenth--) {
    const inside = (list: readonly First[]) => list.filter(({ confidence }) => Math.min(9, Math.floor(confidence * 10)) === tenth);
    const cell = (list: readonly First[]) => (list.length === 0 ? '–' : `${percent(rightOf(list))} of ${list.length}`);
    const cells = [...kindsOfMatch.map(([, belongs]) => cell(inside(both).filter(belongs))), cell(inside(unseen))];
    console.log(`| ${tenth / 10} to ${(tenth + 1) / 10} | ${cells.join(' | ')} |`);
  }
  console.log(`expected calibration error: unseen ${percent(errorOf(unseen))}, all ${percent(errorOf(both))}`);
}

/** How long answers and loading take, and how much is stored, beside MiniSearch in the same run. */
function reportCost(learnt: Learnt, parts: TitleIndexParts, { kept, asked }: ReturnType<typeof unseenTitles>[number]): void {
  const texts = [...queriesOf(kept, 'reporting', each / 10).map(({ text }) => text), ...asked.slice(0, each).map(({ text }) => text)];
  const own = (model: Learnt['model'] | null) => (text: string, limit: number) =>
    search(learnt.index, text, limit, model).map(({ soc2020 }) => soc2020);
  const [{ name, store }, mini] = searchers;
  for (const [of, ask] of [
    ['this search', own(learnt.model)],
    ['titles alone', own(null)],
    ...(mini === undefined ? [] : [[mini.name, mini.load(mini.store(parts))] as const]),
  ] as const) {
    const { p50, p99 } = time(ask, texts);
    console.log(`${of}: half within ${p50.toFixed(2)} ms, 99 of 100 within ${p99.toFixed(2)} ms`);
  }
  const stored = store(parts);
  const work = mkdtempSync(join(tmpdir(), 'lmi-search-'));
  try {
    const [index, model] = [join(work, 'index'), join(work, 'model')];
    writeFileSync(index, stored);
    writeFileSync(model, learnt.bytes);
    const { load, firstAnswer, megabytes } = loadCold(index, name, model);
    const zipped = (gzipSync(stored).length + gzipSync(learnt.bytes).length) / 1000;
    console.log(
      `index and model: load ${load.toFixed(1)} ms, first answer ${firstAnswer.toFixed(1)} ms, memory ${megabytes.toFixed(1)} MB, gzipped ${zipped.toFixed(0)} kB`,
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function rightOf(list: readonly First[]): number {
  return sum(list, ({ right, weight }) => (right ? weight : 0)) / sum(list, ({ weight }) => weight);
}

/** The mean distance of confidence and share of right answers over ten bins, each with its weight. */
function errorOf(list: readonly First[]): number {
  const bins = Map.groupBy(list, ({ confidence }) => Math.min(9, Math.floor(confidence * 10)));
  const distances = [...bins.values()].map((bin) => {
    const weight = sum(bin, (one) => one.weight);
    return weight * Math.abs(sum(bin, (one) => one.weight * one.confidence) / weight - rightOf(bin));
  });
  return distances.reduce((total, distance) => total + distance, 0) / sum(list, ({ weight }) => weight);
}

function sum(list: readonly First[], value: (one: First) => number): number {
  return list.reduce((total, one) => total + value(one), 0);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const places = process.argv[2]?.split(',').map(Number);
  await reportUnseen(undefined, places);
}
