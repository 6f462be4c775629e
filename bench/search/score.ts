// How often a search answers rightly, and how far its confidence can be trusted.
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import { type TitleIndexParts, buildTitleIndex } from '#sources/soc-index/build-title-index.ts';
import { type LoadedTitleIndex, loadTitleIndex, search } from '#server/search/search.ts';
import { type Asked, type Kind, type Purpose, type Query, heldOut, queriesOf } from './queries.ts';

/** The unit groups found for a text, best first, each once. */
export type Ask = (text: string, limit: number) => readonly string[];

export interface Score {
  readonly asked: number;
  readonly top1: number;
  readonly top5: number;
  readonly empty: number;
}

export function scoreOf<Some extends Asked>(
  ask: Ask,
  queries: readonly Some[],
  missed: (query: Some) => void = () => {},
): Score {
  const counts = { asked: queries.length, top1: 0, top5: 0, empty: 0 };
  for (const query of queries) {
    const answers = ask(query.text, 5);
    const [first] = answers;
    if (first === undefined) counts.empty++;
    if (first !== undefined && query.right.has(first)) counts.top1++;
    else missed(query);
    if (answers.some((answer) => query.right.has(answer))) counts.top5++;
  }
  return counts;
}

export function score(
  ask: Ask,
  queries: readonly Query[],
  missed?: (query: Query) => void,
): Map<Kind, Score> {
  return new Map(
    [...Map.groupBy(queries, ({ kind }) => kind)].map(([kind, list]) => [
      kind,
      scoreOf(ask, list, missed),
    ]),
  );
}

/**
 * The share of ambiguous titles' groups that come back, and the share of those titles with all
 * groups back.
 */
export function scoreAmbiguous(
  ask: Ask,
  queries: readonly Asked[],
): { groups: number; whole: number } {
  let asked = 0;
  let back = 0;
  let whole = 0;
  for (const { text, right } of queries) {
    const found = new Set(ask(text, 50));
    const here = [...right].filter((group) => found.has(group)).length;
    asked += right.size;
    back += here;
    if (here === right.size) whole++;
  }
  return { groups: back / asked, whole: whole / queries.length };
}

export interface Judged {
  readonly matchType: OccupationMatch['matchType'];
  readonly confidence: number;
  readonly right: boolean;
  /** Gives titles in the index and titles not in it the same weight, however many were asked. */
  readonly weight: number;
}

/**
 * The first ten answers to every kind of query, and to titles left out of the index, without exact
 * matches.
 */
export function judged(parts: TitleIndexParts, purpose: Purpose, each: number): Judged[] {
  const { kept, asked } = heldOut(parts.entries, purpose);
  return [
    ...judge(loadTitleIndex(buildTitleIndex(parts)), queriesOf(parts.entries, purpose, each)),
    ...judge(loadTitleIndex(buildTitleIndex({ ...parts, entries: kept })), asked),
  ];
}

function judge(index: LoadedTitleIndex, queries: readonly Asked[]): Judged[] {
  return queries.flatMap(({ text, right }) => {
    const inexact = search(index, text, 10).filter(
      ({ matchType }) => matchType !== 'exact' && matchType !== 'code',
    );
    return inexact.map(({ soc2020, matchType, confidence }) => ({
      matchType,
      confidence,
      right: right.has(soc2020),
      weight: 0.5 / queries.length,
    }));
  });
}
