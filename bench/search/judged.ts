// Answers of the search with how well they fit and whether they are right, to fit the confidence and to test it.
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import { type TitleIndexParts, buildTitleIndex } from '#server/search/build-title-index.ts';
import type { confidenceOf } from '#server/search/confidence.ts';
import { type LoadedTitleIndex, loadTitleIndex, search } from '#server/search/search.ts';
import { type Purpose, heldOut, queriesOf } from './queries.ts';

export interface Judged {
  readonly matchType: OccupationMatch['matchType'];
  readonly confidence: number;
  readonly right: boolean;
  /** Gives titles in the index and titles not in it the same weight, however many were asked. */
  readonly weight: number;
}

/** The first ten answers to every kind of query, and to titles left out of the index in several rounds, without exact matches. */
export function judged(parts: TitleIndexParts, purpose: Purpose, each: number, calibrate?: typeof confidenceOf, rounds = 1): Judged[] {
  const held = queriesOf(parts.entries, purpose, each);
  return [
    ...judge(loadTitleIndex(buildTitleIndex(parts)), held, 0.5, calibrate),
    ...Array.from({ length: rounds }, (_, round) => {
      const { kept, asked } = heldOut(parts.entries, purpose, round);
      return judge(
        loadTitleIndex(buildTitleIndex({ ...parts, entries: kept })),
        asked.map(({ text, groups }) => ({ text, right: groups })),
        0.5 / rounds,
        calibrate,
      );
    }).flat(),
  ];
}

function judge(
  index: LoadedTitleIndex,
  queries: readonly { readonly text: string; readonly right: ReadonlySet<string> }[],
  share: number,
  calibrate: typeof confidenceOf | undefined,
): Judged[] {
  return queries.flatMap(({ text, right }) => {
    const inexact = search(index, text, 10, null, calibrate).filter(({ matchType }) => matchType !== 'exact' && matchType !== 'code');
    return inexact.map(({ soc2020, matchType, confidence }) => ({
      matchType,
      confidence,
      right: right.has(soc2020),
      weight: share / queries.length,
    }));
  });
}
