// Measures how often a search answers rightly, and how long it takes.
import type { Kind, Query } from './queries.ts';

/** The unit groups found for a text, best first, each once. */
export type Ask = (text: string, limit: number) => readonly string[];

export interface Score {
  readonly asked: number;
  readonly top1: number;
  readonly top5: number;
  /** Answers that begin with a unit group of the title the query was made from. Other right groups do not count. */
  readonly own1: number;
  readonly empty: number;
}

export function score(
  ask: Ask,
  queries: readonly Query[],
  missed: (query: Query, answers: readonly string[]) => void = () => {},
): Map<Kind, Score> {
  return new Map(
    [...Map.groupBy(queries, ({ kind }) => kind)].map(([kind, list]) => {
      const counts = { asked: list.length, top1: 0, top5: 0, own1: 0, empty: 0 };
      for (const query of list) {
        const answers = ask(query.text, 5);
        const [first] = answers;
        if (first === undefined) counts.empty++;
        else if (query.own.has(first)) counts.own1++;
        if (first !== undefined && query.right.has(first)) counts.top1++;
        else missed(query, answers);
        if (answers.some((answer) => query.right.has(answer))) counts.top5++;
      }
      return [kind, counts];
    }),
  );
}

/** The share of ambiguous titles' groups that come back, and the share of those titles with all groups back. */
export function scoreAmbiguous(
  ask: Ask,
  queries: readonly { readonly text: string; readonly groups: ReadonlySet<string> }[],
): { groups: number; whole: number } {
  let [asked, back, whole] = [0, 0, 0];
  for (const { text, groups } of queries) {
    const found = new Set(ask(text, 50));
    const here = [...groups].filter((group) => found.has(group)).length;
    asked += groups.size;
    back += here;
    if (here === groups.size) whole++;
  }
  return { groups: back / asked, whole: whole / queries.length };
}

/**
 * Milliseconds within which half, and 99 of 100, queries are answered. Each is asked in three separate rounds and its quickest counts, to
 * leave out the time of other processes.
 */
export function time(ask: Ask, texts: readonly string[]): { p50: number; p99: number } {
  const quickest = new Float64Array(texts.length).fill(Number.POSITIVE_INFINITY);
  for (let round = 0; round < 3; round++) {
    texts.forEach((text, at) => {
      const start = performance.now();
      ask(text, 10);
      quickest[at] = Math.min(quickest[at] ?? 0, performance.now() - start);
    });
  }
  quickest.sort();
  const at = (share: number) => quickest[Math.floor(share * (quickest.length - 1))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}
